/// Which share of installs records which event.
///
/// Sampling is per install, never per event: an install records an event always or never. Raising a rate
/// keeps those that were in. The rate travels with the event, so that the server can scale counts up again.
///
/// The tracker's own event `sdk_health` has a rate of 0.01 unless `rates` gives it another; 0 switches it off.
public struct SamplingRules: Sendable, Hashable, Codable {
    /// The rate of every event, and of every group, that has none of its own; 0 (nobody) to 1 (everybody).
    public var defaultRate: Double
    /// Rates by event name. The rate of an event that belongs to a group is the group's.
    public var rates: [String: Double]
    /// The group of an event, by event name. Events of one group are kept or dropped together on an install,
    /// so that a funnel stays whole.
    public var groups: [String: String]
    /// Rates by group.
    public var groupRates: [String: Double]

    /// Makes sampling rules; without arguments everything is recorded.
    public init(
        defaultRate: Double = 1, rates: [String: Double] = [:],
        groups: [String: String] = [:], groupRates: [String: Double] = [:]
    ) {
        self.defaultRate = defaultRate
        self.rates = rates
        self.groups = groups
        self.groupRates = groupRates
    }

    /// Reads rules; what is not mentioned has its default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        defaultRate = try container.decodeIfPresent(Double.self, forKey: .defaultRate) ?? 1
        rates = try container.decodeIfPresent([String: Double].self, forKey: .rates) ?? [:]
        groups = try container.decodeIfPresent([String: String].self, forKey: .groups) ?? [:]
        groupRates = try container.decodeIfPresent([String: Double].self, forKey: .groupRates) ?? [:]
    }

    /// The same rules with every rate from 0 to 1, and one sentence for each change or contradiction.
    ///
    /// A rate that is not a number is left to the default rate, and a default that is not a number is 1.
    public func clamped() -> (SamplingRules, corrections: [String]) {
        var rules = self
        var corrections: [String] = []
        func checked(_ rate: Double, _ what: String, fallback: Double) -> Double {
            if rate >= 0, rate <= 1 { return rate }
            let allowed = rate.isNaN ? fallback : min(max(rate, 0), 1)
            corrections.append("the \(what) \(rate) is outside 0 to 1: \(allowed) is used")
            return allowed
        }
        rules.defaultRate = checked(defaultRate, "default sampling rate", fallback: 1)
        for (name, rate) in rates.sorted(by: { $0.key < $1.key }) {
            rules.rates[name] = checked(rate, "sampling rate of \(name)", fallback: rules.defaultRate)
        }
        for (group, rate) in groupRates.sorted(by: { $0.key < $1.key }) {
            rules.groupRates[group] = checked(
                rate, "sampling rate of group \(group)", fallback: rules.defaultRate)
        }
        for (name, group) in groups.sorted(by: { $0.key < $1.key }) where rates[name] != nil {
            corrections.append(
                "\(name) has a sampling rate and is in group \(group): the group's rate is used")
        }
        return (rules, corrections)
    }

    /// What decides about an event: the key that is hashed with the install ID, and the rate.
    package func rule(for name: String) -> (key: String, rate: Double) {
        if !groups.isEmpty, let group = groups[name] { return (group, groupRates[group] ?? defaultRate) }
        if let rate = rates[name] { return (name, rate) }
        return (name, name == HealthReport.eventName ? HealthReport.rate : defaultRate)
    }
}
