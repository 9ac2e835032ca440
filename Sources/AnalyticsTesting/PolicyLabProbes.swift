import Analytics

/// What became of one key or value that was tried alone.
public struct ScrubExplanation: Sendable, Equatable {
    /// Whether it would be removed.
    public let isRemoved: Bool
    /// Why, in words that do not repeat a value.
    public let text: String
}

/// How many installs a rate keeps, and how many it should.
public struct SamplingShare: Sendable, Equatable {
    /// How many installs were asked.
    public let installs: Int
    /// The share that is kept, from 0 to 1.
    public let kept: Double
    /// The share that the rate asks for.
    public let expected: Double
    /// The standard deviation of the share when each install is an independent draw.
    public let sigma: Double

    /// How many standard deviations the kept share is off; 0 when a share of nobody or everybody is exact.
    public var deviation: Double {
        if sigma > 0 { return abs(kept - expected) / sigma }
        return kept == expected ? 0 : .infinity
    }
}

extension PolicyLab {
    /// Counts how many of `installs` made-up install IDs record what has this key at this rate.
    ///
    /// The same seed makes the same IDs. Fewer than one install is taken as one.
    public func share(keptAt rate: Double, key: String, installs: Int, seed: UInt64) -> SamplingShare {
        let count = max(1, installs)
        var state = seed
        var kept = 0
        for _ in 0..<count {
            let id =
                String(SeededRandom.advance(&state), radix: 16) + "-"
                + String(SeededRandom.advance(&state), radix: 16)
            if keeps(installID: id, key: key, rate: rate) { kept += 1 }
        }
        let expected = rate.isNaN ? 0 : min(max(rate, 0), 1)
        let sigma = (expected * (1 - expected) / Double(count)).squareRoot()
        return SamplingShare(
            installs: count, kept: Double(kept) / Double(count), expected: expected, sigma: sigma)
    }

    /// Tells whether a string value would be removed, whatever its key.
    public func scrub(value: String) -> ScrubExplanation {
        guard scrubbing.scansValues else {
            return ScrubExplanation(isRemoved: false, text: "values are not searched under these rules")
        }
        switch PersonalDataScan.find(in: scrubber.read(value)) {
        case .email: return ScrubExplanation(isRemoved: true, text: "the value holds an e-mail address")
        case .phone: return ScrubExplanation(isRemoved: true, text: "the value looks like a telephone number")
        case .credential:
            return ScrubExplanation(isRemoved: true, text: "the value holds a URL with a credential")
        case nil:
            return ScrubExplanation(
                isRemoved: false, text: "the value holds no e-mail address and no telephone number")
        }
    }

    /// Tells whether a property with this key would be removed whatever its value, truth values aside.
    ///
    /// Allow-lists belong to events: ask
    /// ``decide(name:schemaVersion:properties:consent:isEnabled:installID:)``.
    public func scrub(key: String) -> ScrubExplanation {
        let read = BoundedText.head(of: key, bytes: BoundedText.maxNameBytes) ?? key
        switch PersonalDataScan.find(in: read) {
        case .email: return ScrubExplanation(isRemoved: true, text: "the key holds an e-mail address")
        case .phone: return ScrubExplanation(isRemoved: true, text: "the key looks like a telephone number")
        case .credential:
            return ScrubExplanation(isRemoved: true, text: "the key holds a URL with a credential")
        case nil: break
        }
        if !NameRules.isKey(key, maxCharacters: limits.maxKeyCharacters) {
            return ScrubExplanation(
                isRemoved: true,
                text: "the key is empty, longer than \(limits.maxKeyCharacters) or has control characters")
        }
        if scrubber.blocks(key) {
            let words = KeyWords.split(key).joined(separator: " ")
            return ScrubExplanation(
                isRemoved: true,
                text: "the key reads “\(words)”, which names personal data; truth values stay")
        }
        return ScrubExplanation(isRemoved: false, text: "the key is not blocked")
    }
}
