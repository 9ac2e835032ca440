import Analytics

import struct Foundation.Date

/// A server for the remote configuration without a network: serves a document, and remembers who asked.
///
/// The document is read by the code that reads a real answer, so a broken one is refused in the same way.
public final class ScriptedConfiguration: ConfigurationFetcher, Sendable {
    /// What the server does.
    public enum Service: Sendable, Hashable {
        /// Serves a document, as JSON text, under a tag; answers 304 to who has that tag.
        case document(String, tag: String?)
        /// Answers with a status and nothing else.
        case status(Int)
        /// No answer at all.
        case connectionLost
    }

    /// One question: the tag that it brought, and when.
    public struct Question: Sendable, Hashable {
        /// The tag of the document in force; nil when there was none.
        public let tag: String?
        /// When it was asked, on the clock.
        public let time: Date
    }

    private let clock: ManualClock
    private let state: Locked<(service: Service, questions: [Question])>

    /// A server that has no document until told otherwise.
    public init(clock: ManualClock, service: Service = .status(404)) {
        self.clock = clock
        state = Locked((service, []))
    }

    /// What the server does from now on.
    public var service: Service {
        get { state.withLock(\.service) }
        set { state.withLock { $0.service = newValue } }
    }

    /// Every question, in order.
    public var questions: [Question] { state.withLock(\.questions) }

    package func fetch(tag: String?) async -> ConfigurationAnswer {
        Self.answer(of: arrive(tag: tag), tag: tag)
    }

    /// A question arrives; returns what the server does with it.
    func arrive(tag: String?) -> Service {
        let question = Question(tag: tag, time: clock.wall)
        return state.withLock { state in
            state.questions.append(question)
            return state.service
        }
    }

    static func answer(of service: Service, tag: String?) -> ConfigurationAnswer {
        switch service {
        case .document(_, let known) where known != nil && known == tag: return .notModified
        case .document(let text, let tag):
            return HTTPConfigurationFetcher.read(
                Exchange.Response(status: 200, tag: tag, body: Array(text.utf8)))
        case .status(let status): return HTTPConfigurationFetcher.read(Exchange.Response(status: status))
        case .connectionLost: return .failed(.connection(.lost))
        }
    }
}
