import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import Foundation
import Testing

/// The one table of keys, and everything that is made of it.
@Suite struct BindingTests {
    @Test func everyBindingHasAKeyOfItsOwn() {
        let keys = Binding.table.flatMap(\.keys)
        #expect(Set(keys.map(\.label)).count == keys.count)
    }

    @Test func everyActionHasAPlainLetterOrIsTheTerminals() {
        for binding in Binding.table where ![.redraw, .suspend].contains(binding.action) {
            let keys = Binding.table.filter { $0.action == binding.action }.flatMap(\.keys)
            let hasLetter = keys.contains { key in
                if case .character = key { return true }
                return false
            }
            #expect(hasLetter, "\(binding.label)")
        }
    }

    @Test func theReadmeListsTheKeysThatThereAre() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let marks = ("<!-- keys: from Binding.table; a test compares -->\n", "\n<!-- end of keys -->")
        let start = try #require(readme.range(of: marks.0))
        let end = try #require(readme.range(of: marks.1))
        #expect(
            readme[start.upperBound..<end.lowerBound] == Binding.markdown,
            "the README must say, between its two marks:\n\(Binding.markdown)")
    }

    @Test(arguments: [Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 120, height: 60)])
    func theHelpShowsEveryKeyToWhoMovesThroughIt(size: Size) throws {
        var model = try Models.after("?")
        _ = model.update(.resized(size))
        var text = ""
        for _ in 0..<60 {
            text += Screen.draw(model, size: size).rows.joined(separator: "\n")
            _ = model.update(.key(.down))
        }
        for binding in Binding.listed {
            #expect(text.contains(binding.sentence), "\(binding.sentence) at \(size)")
        }
        for group in Binding.Group.allCases { #expect(text.contains(group.rawValue)) }
        // The last step was one too many: the first step back must show.
        let last = Screen.draw(model, size: size).rows
        _ = model.update(.key(.up))
        #expect(size.height == 60 || Screen.draw(model, size: size).rows != last)
        _ = model.update(.key(.escape))
        #expect(model.overlay == .none)
    }
}

/// The columns of the table: where a key acts, when it can be had, and whether it asks first.
@Suite struct BindingColumnTests {
    /// A model in each context that a key can meet.
    private func model(in context: Binding.Context) throws -> Model {
        var model = try Models.fresh()
        switch context {
        case .panes: break
        case .large: _ = model.update(.key(.enter))
        case .segment:
            model.focus = .segments
            let json = """
                [{"id":1,"state":"open","events":1,"bytes":9,"age":0,"attempts":0,"isLeftover":false}]
                """
            model.status.segments = try JSONDecoder().decode(
                [TrackerStatus.SegmentStatus].self, from: Data(json.utf8))
            for _ in 1...2 { _ = model.update(.key(.enter)) }
        case .event:
            model.focus = .collector
            _ = model.update(.arrivals(["00:00:00.000 config  asked for"]))
            for _ in 1...2 { _ = model.update(.key(.enter)) }
        case .over: _ = model.update(.key(.character("?")))
        case .tooSmall: _ = model.update(.resized(Size(width: 59, height: 16)))
        }
        return model
    }

    @Test(arguments: Binding.Context.allCases)
    func aKeyActsWhereTheTableSaysAndNowhereElse(context: Binding.Context) throws {
        for binding in Binding.table {
            var model = try model(in: context)
            let refused = binding.refusal(in: model)
            #expect(model.context == context)
            let before = (model.message, Screen.draw(model, size: model.size).rows)
            let effects = model.update(.key(try #require(binding.keys.first)))
            if binding.contexts.contains(context), let refused {
                #expect(effects.isEmpty && model.message == refused, "\(binding.label)")
            } else if !binding.contexts.contains(context), context == .tooSmall {
                #expect(effects.isEmpty, "\(binding.label)")
                #expect(Screen.draw(model, size: model.size).rows == before.1, "\(binding.label)")
            } else if !binding.contexts.contains(context), context != .over {
                #expect(effects.isEmpty, "\(binding.label)")
                #expect(model.message.hasSuffix("does nothing here; ? shows the keys."), "\(binding.label)")
            }
        }
    }

    @Test(arguments: Binding.Context.allCases, [60, 80, 120, 200])
    func theFooterNamesOnlyKeysThatCanBeHad(context: Binding.Context, width: Int) throws {
        guard context != .over, context != .tooSmall else { return }
        for isReadOnly in [false, true] {
            var model = try model(in: context)
            model.isReadOnly = isReadOnly
            let footer = Screen.draw(model, size: Size(width: width, height: 30)).rows[29]
            for binding in Binding.listed
            where footer.contains("\(binding.keyLabel) \(binding.label)  ") {
                #expect(binding.contexts.contains(context), "\(binding.label)")
                #expect(binding.refusal(in: model) == nil, "\(binding.label)")
            }
            #expect(footer.contains("? help"))
            #expect(footer.contains("Esc back") == (context != .panes))
        }
    }

    @Test func whatCannotBeTakenBackIsMarkedAndAsksFirst() throws {
        for binding in Binding.table {
            guard case .menu = binding.action else {
                #expect(!binding.isDangerous, "\(binding.label)")
                continue
            }
            var asks = false
            for letter in "abcdefghijklmnopqrstuvwxyz" {
                var model = try Models.fresh()
                _ = model.update(.key(try #require(binding.keys.first)))
                _ = model.update(.key(.character(letter)))
                if case .confirm = model.overlay { asks = true }
            }
            #expect(asks == binding.isDangerous, "\(binding.label)")
        }
    }

    @Test func aScreenThatIsTooSmallTakesNoKeysButTheTerminals() throws {
        var model = try model(in: .tooSmall)
        for key in "1cdyxay".map(Key.character) { #expect(model.update(.key(key)).isEmpty) }
        #expect(model.overlay == .none)
        #expect(model.update(.key(.control("l"))) == [.redraw])
        #expect(model.update(.key(.character("q"))) == [.quit])
    }

    @Test func quittingTwiceQuitsThoughARecordingIsNotSaved() throws {
        var model = try model(in: .tooSmall)
        model.isRecording = true
        #expect(model.update(.key(.character("q"))).isEmpty)
        let rows = Screen.draw(model, size: model.size).rows
        #expect(rows[2].hasPrefix("recording not saved; q again quits"))
        #expect(model.update(.key(.character("q"))) == [.quit])
    }
}
