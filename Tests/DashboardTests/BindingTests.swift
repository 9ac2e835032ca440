import Dashboard
import Foundation
import TerminalKit
import Testing

/// The one table of keys, and everything that is made of it.
@Suite struct BindingTests {
    @Test func everyBindingHasAKeyOfItsOwn() {
        let keys = Binding.table.flatMap(\.keys)
        #expect(Set(keys.map(\.label)).count == keys.count)
    }

    @Test func everyActionHasAPlainLetterOrIsTheTerminals() {
        for binding in Binding.table where ![.redraw, .suspend].contains(binding.action) {
            let hasLetter = binding.keys.contains { key in
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
        var text = ""
        for _ in Binding.listed {
            text += Screen.draw(model, size: size).rows.joined(separator: "\n")
            _ = model.update(.key(.down))
        }
        for binding in Binding.listed { #expect(text.contains(binding.help), "\(binding.help) at \(size)") }
        _ = model.update(.key(.escape))
        #expect(model.overlay == .none)
    }
}
