import Analytics
import Testing

#if DEBUG
    /// What developers are told in debug builds.
    @Suite struct DebugLogTests {
        private func told(_ drafts: [EventDraft]) -> [String] {
            let lines = Locked<[String]>([])
            let log = DebugLog { line in lines.withLock { $0.append(line) } }
            let policy = RecordingPolicy(
                limits: EventLimits(), sampling: SamplingRules(), scrubbing: ScrubbingRules())
            for draft in drafts {
                log.see(draft, policy.decide(draft, consent: .granted, isEnabled: true, installID: "i"))
            }
            return lines.withLock { $0 }
        }

        private func draft(_ name: String, _ properties: [String: PropertyValue] = [:]) -> EventDraft {
            EventDraft(name: name, schemaVersion: 1, properties: properties)
        }

        @Test func aScrubbedKeyIsToldOnceForEachEventNameAndNoValueIs() {
            let saved = draft("saved", ["email": "ada@example.org", "note": "call +44 20 7946 0958"])
            let lines = told([saved, saved, draft("sent", ["phone": "1"]), draft("fine", ["plan": "pro"])])
            #expect(lines.count == 2)
            #expect(lines[0].contains("email (blockedKey)") && lines[0].contains("note (phone)"))
            #expect(!lines.joined().contains("ada@") && !lines.joined().contains("7946"))
        }

        @Test func aRefusedNameIsToldAndOneWithPersonalDataIsNotShown() {
            let lines = told([draft("no!name"), draft("mail to ada@example.org")])
            #expect(lines.count == 2)
            #expect(lines[0].contains("no!name is not recorded"))
            #expect(lines[1].contains("(hidden name)") && !lines[1].contains("ada@"))
        }

        @Test func controlAndInvisibleCharactersOfANameAreWrittenOut() {
            let lines = told([draft("a\u{1B}]0;title\u{7}\nb\u{9B}c\u{202E}d")])
            #expect(lines.count == 1)
            #expect(lines[0].contains(#"a\u{1B}]0;title\u{7}\u{A}b\u{9B}c\u{202E}d is not recorded"#))
            let isVisible = lines[0].unicodeScalars.allSatisfy {
                ![.control, .format].contains($0.properties.generalCategory)
            }
            #expect(isVisible)
        }

        @Test func controlCharactersOfAKeyAreWrittenOut() {
            let lines = told([draft("saved", ["email\u{1B}[31m": "ada@example.org"])])
            #expect(lines.count == 1)
            #expect(lines[0].contains(#"email\u{1B}[31m"#))
        }

        @Test func afterTwoHundredNamesThereIsSilence() {
            #expect(told((0..<300).map { draft("bad!\($0)") }).count == 200)
        }
    }
#endif
