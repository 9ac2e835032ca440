import Analytics

/// Prints, for each line of standard input, whether the SDK's default policy removes it: `email`, `phone`,
/// `credential` or another reason, and `kept` otherwise. For tests that drive the real policy from another language.
///
/// A line is a property's key, a tab, and its value.
@main
struct PolicyProbe {
    static func main() {
        let policy = RecordingPolicy(
            limits: EventLimits(), sampling: SamplingRules(), scrubbing: ScrubbingRules())
        while let line = readLine() {
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                print("malformed")
                continue
            }
            let draft = EventDraft(
                name: "probe", schemaVersion: 1, properties: [String(parts[0]): .string(String(parts[1]))])
            switch policy.decide(draft, consent: .granted, isEnabled: true, installID: "probe") {
            case .keep(let event): print(event.note.removed.first?.reason.rawValue ?? "kept")
            case .drop(let reason, _): print(reason.rawValue)
            }
        }
    }
}
