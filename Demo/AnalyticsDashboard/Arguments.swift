import AnalyticsDashboardCore
import AnalyticsIngestServer
import Foundation

/// What the command line asks for.
struct Arguments {
    /// What the program is to be.
    enum Face: String {
        case screen, plain, snapshot, collect
    }

    /// What is wrong with the words.
    struct Mistake: Error { var text: String }

    var face = Face.screen
    var directory: URL?
    var endpoint: URL?
    var writeKey: String?
    /// The header that carries it; nil for `Authorization`.
    var writeKeyHeader: String?
    var seed: UInt64?
    var events: URL?
    var startsAutopilot = false
    var isReadOnly = false
    var play: String?
    var pace: Double?
    var isJSON = false
    var size: (width: Int, height: Int)?
    var port: UInt16 = 0
    var fault = Fault.ok
    var forcesASCII = false
    var usesNoColor = false

    init(_ words: [String], environment: [String: String]) throws {
        usesNoColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        var rest = Self.split(words)[...]
        if let word = rest.first, !word.hasPrefix("-") {
            guard let face = Face(rawValue: word), face != .screen, face != .plain else {
                throw Mistake(text: "unknown command \(word); --help shows the usage")
            }
            self.face = face
            rest = rest.dropFirst()
        }
        if face == .screen, rest.contains("--plain") {
            face = .plain
            rest.removeAll { $0 == "--plain" }
        }
        while let word = rest.popFirst() { try take(word, &rest) }
        try checkTogether()
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws {
        switch (word, face) {
        case ("--directory", .screen), ("--directory", .plain), ("--directory", .snapshot):
            let path = try Self.value(of: word, "a folder", &rest)
            directory = URL(fileURLWithPath: path, isDirectory: true)
        case ("--endpoint", .screen), ("--endpoint", .plain):
            endpoint = try Self.endpoint(Self.value(of: word, "an address", &rest))
        case ("--seed", .screen), ("--seed", .plain), ("--seed", .snapshot):
            let text = try Self.value(of: word, "a number", &rest)
            guard let number = UInt64(text) else {
                throw Mistake(text: "\(text) is no seed: a whole number, 0 or more")
            }
            seed = number
        case ("--events", .screen), ("--events", .plain):
            events = URL(fileURLWithPath: try Self.value(of: word, "a file", &rest))
        case ("--autopilot", .screen), ("--autopilot", .plain): startsAutopilot = true
        case ("--play", .plain), ("--pace", .plain):
            throw Mistake(text: "\(word) needs the screen; without one use analytics-dashboard play FILE")
        case ("--play", .screen): play = try Self.value(of: word, "a file", &rest)
        case ("--pace", .screen):
            let text = try Self.value(of: word, "a number", &rest)
            guard let pace = Double(text), pace > 0 else {
                throw Mistake(text: "\(text) is no pace: 1 is usual, 4 is four times as fast")
            }
            self.pace = pace
        case ("--read-only", .screen), ("--read-only", .plain): isReadOnly = true
        case ("--json", .snapshot): isJSON = true
        case ("--size", .snapshot): size = try Self.size(Self.value(of: word, "a size", &rest))
        case ("--ascii", .screen), ("--ascii", .plain), ("--ascii", .snapshot): forcesASCII = true
        case ("--no-color", .screen), ("--no-color", .plain): usesNoColor = true
        case ("--write-key", .screen), ("--write-key", .plain), ("--write-key", .collect):
            writeKey = try Self.value(of: word, "a key", &rest)
        case ("--write-key-header", .screen), ("--write-key-header", .plain),
            ("--write-key-header", .collect):
            writeKeyHeader = try Self.header(Self.value(of: word, "a header's name", &rest))
        case ("--port", .collect):
            let text = try Self.value(of: word, "a port", &rest)
            guard let port = UInt16(text) else {
                throw Mistake(text: "\(text) is no port: 0 to 65535 (0 takes a free one)")
            }
            self.port = port
        case ("--fault", .collect):
            let text = try Self.value(of: word, "a fault", &rest)
            guard let fault = Fault(text) else {
                throw Mistake(text: "\(text) is no fault; known are \(ServerWords.line)")
            }
            self.fault = fault
        default:
            let place = [.screen, .plain].contains(face) ? "" : " after \(face.rawValue)"
            throw Mistake(text: "unknown argument \(word)\(place); --help shows the usage")
        }
    }

    private static func value(
        of option: String, _ what: String, _ rest: inout ArraySlice<String>
    ) throws -> String {
        guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
            throw Mistake(text: "\(option) needs \(what) after it")
        }
        return value
    }

    /// `--option=value` is `--option value`.
    static func split(_ words: [String]) -> [String] {
        words.flatMap { word -> [String] in
            guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return [word] }
            return [String(word[..<sign]), String(word[word.index(after: sign)...])]
        }
    }
}
