import Analytics

/// What the policy did with one event, step by step.
public struct PolicyExplanation: Sendable, Equatable {
    /// One step of the policy, in its order.
    public struct Step: Sendable, Equatable {
        /// What the step is called: consent, switch, validity, sampling, scrub, cut, size.
        public let name: String
        /// Whether the event was still in after this step; nil when the step was not reached.
        public let passed: Bool?
        /// What the step found, in one sentence.
        public let detail: String

        /// The step in one line, for logs and screens.
        public var text: String {
            let mark = passed.map { $0 ? "ok" : "stop" } ?? "not reached"
            return "\(name): \(mark). \(detail)"
        }
    }

    /// The steps, in the order in which the policy takes them.
    public let steps: [Step]
    /// Why the event is not recorded; nil when it is.
    public let dropReason: DropReason?
    /// The properties as they would be recorded; empty when the event is dropped.
    public let properties: [String: PropertyValue]
    /// The rate that travels with the event; nil when it is dropped.
    public let sampleRate: Double?
    /// What was taken out, as "key: reason". A key that holds personal data itself is not shown.
    public let removed: [String]
    /// The keys of strings that were cut.
    public let cut: [String]

    /// Whether the event would be recorded (its size is judged only once it is encoded).
    public var isKept: Bool { dropReason == nil }

    init(_ decision: Decision, of draft: EventDraft, by lab: PolicyLab, installID: String) {
        let order = ["consent", "switch", "validity", "sampling", "scrub", "cut", "size"]
        switch decision {
        case .drop(let reason, let detail):
            let stop = order.firstIndex(of: Self.step(of: reason)) ?? 0
            steps = order.enumerated().map { index, name in
                if index == stop { return Step(name: name, passed: false, detail: detail) }
                let passed = index < stop
                return Step(
                    name: name, passed: passed ? true : nil, detail: passed ? "nothing against it" : "")
            }
            dropReason = reason
            properties = [:]
            sampleRate = nil
            removed = []
            cut = []
        case .keep(let event):
            let more = event.note.unnamed > 0 ? ["\(event.note.unnamed) more properties"] : []
            removed = event.note.removed.map { "\($0.key): \(Self.words(for: $0.reason))" } + more
            cut = event.note.cut
            let key = lab.sampling.rule(for: event.name).key
            let details = [
                "consent is granted", "recording is switched on", "name and schema version follow the rules",
                "\(installID) is inside the rate \(event.sampleRate) of \(key)",
                removed.isEmpty ? "nothing to remove" : "removed " + removed.joined(separator: "; "),
                cut.isEmpty ? "nothing to cut" : "cut " + cut.joined(separator: ", "),
                "judged once the event is encoded: at most \(lab.limits.maxEventBytes) bytes",
            ]
            steps = zip(order, details).map { Step(name: $0, passed: $0 == "size" ? nil : true, detail: $1) }
            dropReason = nil
            properties = Dictionary(
                event.properties.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
            sampleRate = event.sampleRate
        }
    }

    private static func step(of reason: DropReason) -> String {
        switch reason {
        case .noConsent: "consent"
        case .switchedOff: "switch"
        case .sampledOut: "sampling"
        case .tooLarge: "size"
        default: "validity"
        }
    }

    static func words(for reason: RemovedKey.Reason) -> String {
        switch reason {
        case .blockedKey: "the key names personal data"
        case .notAllowed: "the key is not on the event's allow-list"
        case .email: "holds an e-mail address"
        case .phone: "looks like a telephone number"
        case .credential: "holds a URL with a credential"
        case .nonFinite: "is not a finite number"
        case .invalidKey: "the key is empty, too long or has control characters"
        case .tooManyProperties: "more properties than are allowed"
        }
    }
}
