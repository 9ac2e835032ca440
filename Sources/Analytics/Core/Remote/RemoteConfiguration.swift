/// What a team can change without an update of its app.
package struct RemoteConfiguration: Sendable, Hashable, Codable {
    /// The switch: while false nothing is recorded or sent, and what is on disk waits. Nil leaves it as it is, so that
    /// only an explicit `true` switches on again.
    package var isEnabled: Bool?
    /// In place of the host's own sampling rules, when given.
    package var sampling: SamplingRules?
    /// In place of the host's own event limits, when given.
    package var limits: EventLimits?

    package init(isEnabled: Bool? = nil, sampling: SamplingRules? = nil, limits: EventLimits? = nil) {
        self.isEnabled = isEnabled
        self.sampling = sampling
        self.limits = limits
    }

    private enum CodingKeys: String, CodingKey {
        case isEnabled = "enabled"
        case sampling, limits
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads a document. Rules that are not mentioned are the host's own again; unknown fields are ignored.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        /// An object without a field says nothing, and is not a request for the defaults.
        func isEmpty(_ key: CodingKeys) -> Bool {
            (try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key))?.allKeys.isEmpty == true
        }
        isEnabled = try container.decodeIfPresent(Bool.self, forKey: .isEnabled)
        sampling =
            isEmpty(.sampling) ? nil : try container.decodeIfPresent(SamplingRules.self, forKey: .sampling)
        limits = isEmpty(.limits) ? nil : try container.decodeIfPresent(EventLimits.self, forKey: .limits)
    }

    /// Whether it says anything: a document without one usable field changes nothing.
    package var isUsable: Bool { isEnabled != nil || sampling != nil || limits != nil }

    /// What is impossible in it; nil when all of it can be used.
    ///
    /// Nothing is brought into range here: a rate of 10 that was meant as a percentage must not become everybody.
    package var fault: String? {
        (sampling?.clamped().corrections.first ?? limits?.clamped().corrections.first).map {
            "\($0), refused"
        }
    }
}

/// The remote configuration as the next launch finds it.
package struct DurableRemote: Sendable, Hashable, Codable {
    package var configuration: RemoteConfiguration
    /// The server's tag for it (RFC 9110, ETag), sent with the next question; nil after a denial.
    package var tag: String?

    /// The same without what could have been given to one install: only the switch.
    package var switchOnly: DurableRemote {
        DurableRemote(configuration: RemoteConfiguration(isEnabled: configuration.isEnabled), tag: nil)
    }

    package init(configuration: RemoteConfiguration, tag: String?) {
        self.configuration = configuration
        self.tag = tag
    }
}
