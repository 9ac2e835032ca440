import Foundation

/// A server that is not ours, such as a team's staging server: nothing of it can be chosen or seen.
public struct RemoteServer: CollectorControl {
    private let name: String

    /// The server at an address.
    public init(at endpoint: URL) {
        name = (endpoint.host ?? endpoint.absoluteString) + (endpoint.port.map { ":\($0)" } ?? "")
    }

    /// Its name; no counts.
    public var summary: CollectorSummary {
        var summary = CollectorSummary()
        summary.fault = name
        summary.isOurs = false
        summary.word = ""
        return summary
    }

    /// None.
    public var arrivals: [String] { [] }

    /// None.
    public var faults: [FaultChoice] { [] }

    /// Knows none.
    public func fault(named word: String) -> FaultChoice? { nil }

    /// Does nothing.
    public func choose(_ fault: FaultChoice) {}

    /// Always false.
    public func serve(configuration: String) -> Bool { false }

    /// Never calls.
    public func onChange(_ body: @escaping @Sendable () -> Void) {}
}
