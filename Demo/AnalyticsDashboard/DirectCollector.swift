import AnalyticsDashboardCore
import AnalyticsIngestServer
import Foundation

/// The collector without sockets: each request of the real uploader is handed to it as it is.
extension Collector {
    /// Answers as the server on loopback would.
    func answer(directly request: ServerRequest) -> ServerAnswer {
        // Nobody listens: over a socket the request would not reach the collector either.
        guard fault != .offline else { return ServerAnswer(status: 0, delivery: .refused) }
        let plan = answer(
            IngestRequest(
                method: request.method, path: request.path,
                headers: request.headers.map { HeaderField($0.name, $0.value) }, body: Data(request.body)))
        defer { finish(plan, after: .zero) }
        var answer = ServerAnswer(plan)
        // As on loopback: another behaviour ends what the one before held back.
        answer.whenHurried = { self.atFaultChange(after: plan, $0) }
        return answer
    }
}

extension ServerAnswer {
    /// More than any client reads of an answer.
    private static let tooMuch = 128 * 1_024

    fileprivate init(_ plan: AnswerPlan) {
        let body: [UInt8] =
            switch plan.body {
            case .bytes(let data): Array(data)
            case .filler(let count): [UInt8](repeating: 0x20, count: min(count, Self.tooMuch))
            case .endless: [UInt8](repeating: 0x20, count: Self.tooMuch)
            }
        self.init(
            status: plan.status, headers: plan.headers.map { ($0.name, $0.value) }, body: body)
        switch plan.delivery {
        case .whole: break
        case .delayed(let seconds): delay = .milliseconds(Int(seconds * 1_000))
        case .drip(let pause): delay = .milliseconds(pause * body.count)
        case .cut: delivery = .cut
        // Nothing of a response came: for the client the connection is lost, however it ended.
        case .closed, .reset: delivery = .reset
        case .silence: delivery = .never
        case .refused: delivery = .refused
        }
    }
}
