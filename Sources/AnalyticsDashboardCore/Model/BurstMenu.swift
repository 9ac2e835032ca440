import AnalyticsTerminalKit

/// The question of how many events to fire, and from how many threads.
public struct BurstMenu: Sendable, Equatable {
    /// What a key did.
    enum Outcome: Equatable {
        case open
        case chosen(Burst)
        case cancelled
    }

    /// How many events can be fired: under a segment, over the buffer, far over it.
    public static let sizes = [50, 1_500, 20_000]
    /// How many threads can fire them.
    public static let threads = 1...8

    private var selection = 0
    private var threads = 4

    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .up: selection = max(0, selection - 1)
        case .down: selection = min(Self.sizes.count - 1, selection + 1)
        case .left: threads = max(Self.threads.lowerBound, threads - 1)
        case .right: threads = min(Self.threads.upperBound, threads + 1)
        case .enter: return .chosen(Burst(events: Self.sizes[selection], threads: threads))
        case .character(let character):
            if let index = Menu.letters.firstIndex(of: character), index < Self.sizes.count {
                return .chosen(Burst(events: Self.sizes[index], threads: threads))
            }
            guard let number = character.wholeNumberValue, Self.threads.contains(number) else {
                return .cancelled
            }
            threads = number
        default: return .cancelled
        }
        return .open
    }

    /// What the menu says.
    var lines: [String] {
        Self.sizes.enumerated().map { index, events in
            let mark = index == selection ? ">" : " "
            return "\(mark) \(Menu.letters[index])  \(Burst(events: events, threads: threads).words)"
        } + ["1-8  threads, or left and right", "Esc  leave it"]
    }
}
