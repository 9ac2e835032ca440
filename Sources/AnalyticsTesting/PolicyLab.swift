import Analytics

/// Tries out what the tracker would do with an event, and says why, without a tracker.
///
/// Pure: it records nothing and sends nothing. The same question has the same answer on every machine.
///
/// ```swift
/// let lab = PolicyLab()
/// let answer = lab.decide(name: "signed_up", properties: ["userEmail": "a@b.co", "plan": "pro"])
/// print(answer.steps.map(\.text).joined(separator: "\n"))
/// ```
public struct PolicyLab: Sendable {
    /// The limits in force, after correction.
    public let limits: EventLimits
    /// The sampling rules in force, after correction.
    public let sampling: SamplingRules
    /// The scrubbing rules in force.
    public let scrubbing: ScrubbingRules
    /// What had to be corrected in the limits and rates, in words.
    public let corrections: [String]
    let policy: RecordingPolicy
    let scrubber: PropertyScrubber

    /// Makes a lab for these rules; without arguments the SDK's defaults.
    public init(
        limits: EventLimits = EventLimits(), sampling: SamplingRules = SamplingRules(),
        scrubbing: ScrubbingRules = ScrubbingRules()
    ) {
        policy = RecordingPolicy(limits: limits, sampling: sampling, scrubbing: scrubbing)
        self.limits = policy.limits
        self.sampling = policy.sampling
        self.scrubbing = scrubbing
        corrections = limits.clamped().corrections + sampling.clamped().corrections
        scrubber = PropertyScrubber(limits: policy.limits, rules: scrubbing)
    }

    /// Judges an event as the tracker would, and explains each step.
    public func decide(
        _ event: some AnalyticsEvent, consent: Consent = .granted, isEnabled: Bool = true,
        installID: String = "lab-install"
    ) -> PolicyExplanation {
        let type = type(of: event)
        return decide(
            name: type.name, schemaVersion: type.schemaVersion, properties: event.properties,
            consent: consent,
            isEnabled: isEnabled, installID: installID)
    }

    /// Judges an event that is given by its parts, and explains each step.
    public func decide(
        name: String, schemaVersion: Int = 1, properties: [String: PropertyValue] = [:],
        consent: Consent = .granted,
        isEnabled: Bool = true, installID: String = "lab-install"
    ) -> PolicyExplanation {
        let draft = EventDraft(name: name, schemaVersion: schemaVersion, properties: properties)
        let decision = policy.decide(draft, consent: consent, isEnabled: isEnabled, installID: installID)
        return PolicyExplanation(decision, of: draft, by: self, installID: installID)
    }

    /// Why the tracker would refuse a user ID, in words that do not quote it; nil when it would take it.
    public func refusal(ofUser userID: String) -> String? { UserIDRules.fault(in: userID) }

    /// The hash that sampling compares with the rate, as documented for servers that want to repeat it.
    public func samplingHash(installID: String, key: String) -> UInt64 {
        InstallSampler.hash(installID: installID, key: key)
    }

    /// Whether an install records what has this sampling key at this rate.
    public func keeps(installID: String, key: String, rate: Double) -> Bool {
        InstallSampler.keeps(installID: installID, key: key, rate: rate)
    }
}
