import Analytics
import AnalyticsTesting

/// One thing that happens to a tracker: a value, so that a sequence can be repeated, shortened and printed.
enum RunStep: Sendable, Equatable {
    case track(Int)
    case flush
    case consent(Consent)
    case background, foreground
    /// The process ends, the clock moves on without it, and another starts: inside whatever wait there is.
    case relaunch(pause: Int)
    case advance(Int)
    /// The wall clock is set back by so many seconds; ahead when negative.
    case wall(Int)
    case server(ScriptedUploader.Answer)
    case remote(isEnabled: Bool)
    case network(DeviceConditions.Network)
    case disk(FaultyFiles.Fault)
    /// Somebody changes a segment file.
    case damage(Damage, file: Int)

    /// What can happen to a file between any two steps.
    enum Damage: String, Sendable, CaseIterable {
        case truncated, emptied, overwritten, garbageAppended, lineDamaged, deleted, madeHuge
    }

    static func random(_ random: inout SeededGenerator) -> RunStep {
        let number = Int.random(in: 0...9, using: &random)
        switch Int.random(in: 0..<30, using: &random) {
        case 0..<8: return .track(1 + number)
        case 8..<11: return .flush
        case 11..<14: return .consent(.granted)
        case 14: return .consent(number < 7 ? .denied : .unknown)
        case 15: return .background
        case 16: return .foreground
        case 17..<21: return .relaunch(pause: [0, 1, 3, 60, 600, 1_800, 7_200, 90_000][number % 8])
        case 21, 22: return .advance([1, 3, 11, 61, 301, 1_801][number % 6])
        case 23: return .wall([3_600, -3_600, 31_536_000, -31_536_000, 60][number % 5])
        case 24, 25: return .server(answer(number))
        case 26: return .remote(isEnabled: number % 2 == 0)
        case 27: return .network(number < 6 ? .normal : number < 8 ? .offline : .constrained)
        case 28: return .disk(fault(number))
        default: return .damage(Damage.allCases[number % Damage.allCases.count], file: number)
        }
    }

    private static func answer(_ number: Int) -> ScriptedUploader.Answer {
        switch number {
        case 0..<4: .accepted
        case 4, 5: .unavailable()
        case 6: .unavailable(status: 429, retryAfter: .seconds(1_200))
        case 7: .refused(status: 401)
        case 8: .connectionLost
        default: .discarded(status: 400)
        }
    }

    private static func fault(_ number: Int) -> FaultyFiles.Fault {
        let faults: [FaultyFiles.Fault] = [
            .none, .none, .none, .fullAfter(bytes: 0), .fullAfter(bytes: 300), .readOnly, .unreadable,
            .segmentsUnreadable, .undeletable, .listingFails,
        ]
        return faults[number % faults.count]
    }

    /// The step in the scenario language; a comment where the language has no word for it.
    var scenarioLine: String {
        switch self {
        case .track(let count): "fire tap x\(count)"
        case .flush: "flush"
        case .consent(.granted): "consent grant"
        case .consent(.denied): "consent deny"
        case .consent(.unknown): "consent unknown"
        case .background: "background"
        case .foreground: "foreground"
        case .relaunch(let pause): "crash" + (pause > 0 ? "\nadvance \(pause)s" : "")
        case .advance(let seconds): "advance \(seconds)s"
        case .wall(let seconds): seconds > 0 ? "wall back \(seconds)s" : "# wall ahead \(-seconds)s"
        case .server(.accepted): "server 200"
        case .server(.unavailable(let status, let after)):
            "server \(status)" + (after.map { " # Retry-After \($0)" } ?? "")
        case .server(.refused(let status)), .server(.discarded(let status)): "server \(status)"
        case .server(let answer): "# server \(answer)"
        case .remote(let isEnabled): "switch \(isEnabled ? "on" : "off")"
        case .network(let network): "network \(network.rawValue)"
        case .disk(.none): "disk normal"
        case .disk(.fullAfter(let bytes)): "disk full \(bytes)"
        case .disk(.readOnly): "disk read-only"
        case .disk(.unreadable): "disk locked"
        case .disk(let fault): "# disk \(fault)"
        case .damage(let damage, let file): "# segment file number \(file) is \(damage.rawValue)"
        }
    }
}
