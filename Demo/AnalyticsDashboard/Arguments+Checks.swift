import AnalyticsDashboardCore
import AnalyticsIngestServer
import Foundation

/// What one argument may say, and what several may say together.
extension Arguments {
    /// Refuses what would be taken and then have no effect: nobody should wait for what does not come.
    func checkTogether() throws {
        try refuse(
            seed != nil && endpoint != nil,
            "--seed makes the same event IDs in every run, and a server that drops repeats would drop the second run: "
                + "not with --endpoint")
        let plays = play != nil
        try refuse(
            plays && endpoint != nil,
            "--endpoint does not go with --play: a scenario has a server of its own, which it can break")
        try refuse(
            plays && writeKey != nil,
            "--write-key does not go with --play: a scenario has a server of its own, which asks for no key")
        try refuse(
            writeKeyHeader != nil && writeKey == nil,
            "--write-key-header needs --write-key: it names the header that carries the key")
        try refuse(
            plays && startsAutopilot,
            "--autopilot does not go with --play: a scenario says itself what happens, and counts on nothing else"
        )
        try refuse(!plays && pace != nil, "--pace needs --play: it is a scenario that has a pace")
        try refuse(
            isJSON && (size != nil || forcesASCII),
            "--json draws no frame: it goes without --size and --ascii")
    }

    private func refuse(_ isWrong: Bool, _ text: String) throws {
        if isWrong { throw Mistake(text: text) }
    }

    /// The address of a server, to which the SDK adds its own paths.
    static func endpoint(_ text: String) throws -> URL {
        guard let url = URL(string: text), url.scheme != nil, url.host != nil else {
            throw Mistake(text: "\(text) is no address: expected such as https://staging.example.com")
        }
        let path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
        guard !path.hasSuffix(Collector.eventsPath) else {
            throw Mistake(text: "\(text): give the base address, without \(Collector.eventsPath)")
        }
        return url
    }

    /// A header's name (RFC 9110: a token).
    static func header(_ text: String) throws -> String {
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        let isToken = text.utf8.allSatisfy { byte in
            marks.contains(byte) || (byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter)
                || (0x30...0x39).contains(byte)
        }
        guard isToken else {
            throw Mistake(text: "invalid header name '\(text)': expected a name such as X-Write-Key")
        }
        return text
    }

    /// The sides of a frame.
    static func size(_ text: String) throws -> (width: Int, height: Int) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard sides.count == 2, sides.allSatisfy((1...Snapshot.maximumSide).contains) else {
            throw Mistake(
                text: "\(text) is no size: expected such as 120x36, each side up to \(Snapshot.maximumSide)")
        }
        return (sides[0], sides[1])
    }
}
