import Foundation

/// What the command line asks for.
struct Arguments {
    var directory: URL?
    var forcesASCII = false
    var usesNoColor = false

    struct Fault: Error { var text: String }

    static let usage = """
        usage: analytics-dashboard [--directory DIR] [--ascii] [--no-color]
          --directory DIR   keep the queue in DIR, so that the next start finds it (default: a temporary one)
          --ascii           draw with ASCII only
          --no-color        draw without colour, as NO_COLOR does
        """

    init(_ words: [String], environment: [String: String]) throws {
        usesNoColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--directory":
                guard let path = rest.popFirst(), !path.isEmpty else {
                    throw Fault(text: "--directory needs a folder after it")
                }
                directory = URL(fileURLWithPath: path, isDirectory: true)
            case "--ascii": forcesASCII = true
            case "--no-color": usesNoColor = true
            default: throw Fault(text: "unknown argument \(word)\n\(Self.usage)")
            }
        }
    }
}
