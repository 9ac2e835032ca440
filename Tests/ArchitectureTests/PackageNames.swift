import Foundation

/// Names that a host's package can have too, so that this package must not use them.
///
/// SwiftPM refuses two targets of one name anywhere in a host's package graph, and two imported modules with a public
/// type of one name make every use of it ambiguous.
enum PackageNames {
    /// What every target begins with, apart from those of tests: SwiftPM ignores the tests of a dependency.
    static let targetPrefixes = ["Analytics", "CAnalytics"]

    /// Single words that the design fixes. Every other public type at top level has a name of two words or more.
    static let fixedWords: Set = ["Tracker", "Consent", "Ledger"]

    /// Names of two words that apps and their packages are likely to have.
    static let everyday: Set = [
        "AccountType", "AnalyticsError", "AnalyticsService", "AppConfiguration", "AppEvent", "AppState",
        "AppStatus", "BatteryState", "ConnectionState", "DeviceInfo", "ErrorCause", "EventName", "EventQueue",
        "EventType", "FailureReason", "FeatureFlag", "HTTPClient", "HTTPMethod", "HTTPRequest",
        "HTTPResponse", "LaunchOptions", "LogEntry", "LogLevel", "NetworkCondition", "NetworkConditions",
        "NetworkError", "NetworkMonitor", "NetworkState", "NetworkStatus", "PowerState", "RemoteConfig",
        "RemoteConfiguration", "RetryPolicy", "SessionID", "TestClock", "UserID", "UserInfo", "UserProfile",
        "UserState",
    ]

    /// The targets of a manifest that are not tests and lack the prefix.
    static func unprefixedTargets(in manifest: String) -> [String] {
        Arrows.stated(in: manifest).keys.filter { name in
            !targetPrefixes.contains { name.hasPrefix($0) }
        }.sorted()
    }

    /// The public names at top level of a module, from the text of its API: the lines without a dot before the gap.
    static func topLevel(inAPI text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            guard let gap = line.range(of: "  ") else { return nil }
            let path = line[..<gap.lowerBound]
            return path.contains(".") ? nil : String(path.prefix { $0 != "(" })
        }
    }

    /// Whether another module is likely to have a type of this name.
    static func isEveryday(_ name: String) -> Bool {
        if fixedWords.contains(name) { return false }
        return words(of: name) < 2 || everyday.contains(name)
    }

    /// The number of words in a name such as `PropertyValue` or `HTTPClient`.
    private static func words(of name: String) -> Int {
        var count = 0
        var wasUpper = false
        for character in name {
            if character.isUppercase && !wasUpper || count == 0 { count += 1 }
            wasUpper = character.isUppercase
        }
        // An abbreviation ends where a lower-case letter follows its last capital: `HTTPClient`.
        let letters = Array(name)
        for index in letters.indices.dropFirst().dropLast()
        where letters[index].isUppercase && letters[index - 1].isUppercase && letters[index + 1].isLowercase {
            count += 1
        }
        return count
    }
}
