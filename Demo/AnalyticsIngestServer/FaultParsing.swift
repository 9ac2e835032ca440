extension Fault {
    /// Reads a word such as `503`, `429:30`, `partial:5`, `redirect:307`, `slow:2.5`, `portal`.
    ///
    /// Case does not matter. Numbers out of range, and unknown words, give nil.
    public init?(_ word: String) {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts.first.map { $0.lowercased() } ?? ""
        let tail = parts.count > 1 ? String(parts[1]) : nil
        if head == "retry-after" {
            guard let tail, Self.isHeaderText(tail) else { return nil }
            self = .retryAfterText(tail)
            return
        }
        if let tail {
            guard let fault = Self.withParameter(head, tail) else { return nil }
            self = fault
        } else {
            guard let fault = Self.usual[head] ?? Self.status(head) else { return nil }
            self = fault
        }
    }

    private static let usual: [String: Fault] = [
        "200": .ok, "ok": .ok, "partial": .partialReject(every: 3), "429": .tooManyRequests(retryAfter: 30),
        "503": .unavailable(retryAfter: nil), "redirect": .redirect(302), "301": .redirect(301),
        "302": .redirect(302), "303": .redirect(303), "307": .redirect(307), "308": .redirect(308),
        "portal": .captivePortal, "slow": .slow(seconds: 5), "lost": .storedThenLost, "reset": .reset,
        "offline": .offline, "cut": .cutShort, "endless": .endlessBody, "huge": .hugeBody(megabytes: 100),
        "drip": .drip(milliseconds: 50), "bomb": .gzipBomb(megabytes: 256), "never": .neverAnswers,
        "junk": .junkRejected, "empty": .emptyAnswer,
    ]

    private static func status(_ word: String) -> Fault? {
        whole(word, in: 400...599).map { .status($0) }
    }

    private static func withParameter(_ head: String, _ tail: String) -> Fault? {
        let pause = 0...1_000_000
        return switch head {
        case "partial": whole(tail, in: 1...1_000_000).map { .partialReject(every: $0) }
        case "429": whole(tail, in: pause).map { .tooManyRequests(retryAfter: $0) }
        case "503": whole(tail, in: pause).map { .unavailable(retryAfter: $0) }
        case "redirect":
            whole(tail, in: 301...308).flatMap {
                [301, 302, 303, 307, 308].contains($0) ? .redirect($0) : nil
            }
        case "slow":
            Double(tail).flatMap { (0...3_600).contains($0) ? .slow(seconds: $0) : nil }
        case "huge": whole(tail, in: 1...1_024).map { .hugeBody(megabytes: $0) }
        case "bomb": whole(tail, in: 1...1_024).map { .gzipBomb(megabytes: $0) }
        case "drip": whole(tail, in: 0...60_000).map { .drip(milliseconds: $0) }
        default: nil
        }
    }

    private static func whole(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
        return range.contains(number) ? number : nil
    }

    // A line break would let the text write headers of its own.
    static func isHeaderText(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
