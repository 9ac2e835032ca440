import Analytics
import AnalyticsTerminalKit
import AnalyticsTesting

/// The lab: what the scrubber says of a value, and what share of installs a rate keeps.
public struct Lab: Sendable, Equatable {
    /// What is typed into.
    enum Line: Sendable, CaseIterable { case value, rate }

    /// What a key did.
    enum Outcome: Equatable {
        case open
        case count(rate: Double, key: String)
        case closed
    }

    private(set) var line = Line.value
    private(set) var value = TextField("note=call +44 20 7946 0958", limit: 2_000)
    private(set) var rate = TextField("0.1 purchase", limit: 200)
    /// What came of the rate that was asked last, in words.
    var answer = "Enter counts it over 100,000 install IDs."

    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .escape: return .closed
        case .tab, .backTab, .up, .down: line = line == .value ? .rate : .value
        case .enter where line == .rate: return ask()
        case .enter: break
        default: if line == .value { _ = value.handle(key) } else { _ = rate.handle(key) }
        }
        return .open
    }

    private mutating func ask() -> Outcome {
        do throws(LineReader.Complaint) {
            var words = try LineReader.visible(rate.text[...])
            let rate = try words.share()
            let key = words.isOver ? "purchase" : try words.word("a sampling key")
            try words.end()
            answer = "Counting ..."
            return .count(rate: rate, key: key)
        } catch {
            answer = error.text
            return .open
        }
    }

    /// What the rules say of the value, a line each: whether it would go, and why.
    func judgement(by lab: PolicyLab) -> [(text: String, isRemoved: Bool)] {
        let (key, property) = Self.property(in: value.text)
        var lines: [(text: String, isRemoved: Bool)] = []
        func add(_ what: String, _ explanation: ScrubExplanation) {
            lines.append(
                (
                    what + (explanation.isRemoved ? "GOES: " : "stays: ") + explanation.text,
                    explanation.isRemoved
                ))
        }
        if case .string(let text) = property { add("text ", lab.scrub(value: text)) }
        if let key { add("key ", lab.scrub(key: key)) }
        let decision = lab.decide(name: "lab", properties: [key ?? "value": property])
        // The lab's own sampling is nobody's question here, so an event that is dropped says why.
        let recorded = decision.properties.map { "\($0)=\($1.shown)" }.first
        let end = decision.cut.isEmpty ? "" : ", cut to \(lab.limits.maxStringCharacters) characters"
        lines.append(("recorded " + (recorded.map { $0 + end } ?? "without it"), recorded == nil))
        return lines
    }

    /// `key=value` with the value's type as compose reads it; anything else is a text without a key.
    private static func property(in text: String) -> (key: String?, value: PropertyValue) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex,
            text[..<sign].allSatisfy({ $0.isLetter || $0.isNumber || "_-. ".contains($0) })
        else {
            return (nil, .string(text))
        }
        let key = String(text[..<sign])
        var reader = LineReader("v" + text[sign...])
        do throws(LineReader.Complaint) {
            let (_, value) = try reader.property()
            if reader.isOver { return (key, value) }
        } catch {}
        return (key, .string(String(text[text.index(after: sign)...])))
    }
}

extension Model {
    mutating func press(_ key: Key, in lab: Lab) -> [Effect] {
        var lab = lab
        let outcome = lab.handle(key)
        overlay = outcome == .closed ? .none : .lab(lab)
        if case .count(let rate, let key) = outcome { return [.countShare(rate: rate, key: key)] }
        return []
    }

    /// A rate was counted.
    mutating func take(_ share: SamplingShare, key: String) {
        let kept = Int((share.kept * Double(share.installs)).rounded())
        let sigma = (share.deviation * 10).rounded() / 10
        let words =
            "\(key): \(CountText.grouped(kept)) of \(CountText.grouped(share.installs)) keep it: "
            + "\(Words.percent(share.kept)), asked \(Words.percent(share.expected)), \(sigma) sigma"
        message = words + "."
        guard case .lab(var lab) = overlay else { return }
        lab.answer = words
        overlay = .lab(lab)
    }
}
