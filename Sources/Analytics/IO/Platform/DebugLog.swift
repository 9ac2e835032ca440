#if DEBUG
    import struct Foundation.Data
    import class Foundation.FileHandle

    /// Tells the host's developers, once for each event name, what the policy took out or refused, and what to do.
    ///
    /// Debug builds only. Names and keys, never a value; a name that holds personal data is not shown either.
    package final class DebugLog: Sendable {
        /// More names than any app declares; what comes after them is not logged.
        static let mostNames = 200

        private let seen = Locked<Set<String>>([])
        private let write: @Sendable (String) -> Void

        package init(write: @escaping @Sendable (String) -> Void = DebugLog.system) {
            self.write = write
        }

        /// Takes in one decision.
        package func see(_ draft: EventDraft, _ decision: Decision) {
            guard let advice = Self.advice(draft, decision) else { return }
            // Of a longer name the rest is never read.
            let name = BoundedText.head(of: draft.name, bytes: BoundedText.maxNameBytes) ?? draft.name
            let isNew = seen.withLock { seen in
                seen.count < Self.mostNames && seen.insert(name).inserted
            }
            if isNew { write("analytics: \(Self.visible(advice))") }
        }

        /// What to tell about a decision; nil for one that needs nothing done.
        static func advice(_ draft: EventDraft, _ decision: Decision) -> String? {
            let name = ShownName.of(draft.name)
            switch decision {
            case .keep(let event) where !event.note.removed.isEmpty:
                let named = event.note.removed.map { "\($0.key) (\($0.reason.rawValue))" }
                let more = event.note.unnamed > 0 ? ["\(event.note.unnamed) more"] : []
                let keys = (named + more).joined(separator: ", ")
                return
                    "\(name) is recorded without \(keys); rename or drop these properties where they are tracked"
            case .drop(.invalid, let detail):
                return "\(name) is not recorded: \(detail); mend the event's declaration"
            default: return nil
            }
        }

        /// The text with its invisible characters written out as `\u{1B}`: what a name or key holds must not steer the
        /// terminal that shows the log, end its line or turn its direction.
        static func visible(_ text: String) -> String {
            text.unicodeScalars.reduce(into: "") { shown, scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                    shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                default: shown.unicodeScalars.append(scalar)
                }
            }
        }

        /// Where Xcode's console and a terminal both show it; when that is closed there is nobody to tell.
        package static let system: @Sendable (String) -> Void = { text in
            try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
        }
    }
#endif
