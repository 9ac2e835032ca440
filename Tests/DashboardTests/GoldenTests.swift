import AnalyticsDashboardCore
import AnalyticsTerminalKit
import Foundation
import Testing

/// The screens as text, at three sizes, with UTF-8 and with ASCII only, beside what was committed.
///
/// A change of the screen shows in review as a change of these files. `ANALYTICS_RENEW_SCREENS=1 swift test --filter
/// GoldenTests` writes them anew.
@Suite(.timeLimit(.minutes(10))) struct GoldenTests {
    private static let sizes = [
        Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 120, height: 36),
    ]

    @Test(arguments: Scenes.all.keys.sorted())
    func theScreenIsAsItWas(name: String) async throws {
        let play = try #require(Scenes.all[name])
        var scene = try Scene()
        try await play(&scene)
        let text = Self.frames(of: scene.model)
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Golden/\(name).txt")
        if ProcessInfo.processInfo.environment["ANALYTICS_RENEW_SCREENS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOf: file, encoding: .utf8)
        #expect(text == known, "the screen \(name) has changed; it is now\n\(text)")
    }

    @Test(arguments: Scenes.all.keys.sorted())
    func withoutUTF8NoByteIsAboveTilde(name: String) async throws {
        let play = try #require(Scenes.all[name])
        var scene = try Scene()
        try await play(&scene)
        for size in Self.sizes {
            let rows = Screen.draw(scene.model, size: size, capabilities: Self.ascii).rows
            #expect(
                rows.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } }, "\(name) at \(size)")
        }
    }

    private static let ascii = Capabilities(unicode: false, colors: false)

    private static func frames(of model: Model) -> String {
        sizes.flatMap { size in
            var model = model
            _ = model.update(.resized(size))
            return [Capabilities.full, ascii].map { capabilities in
                let canvas = Screen.draw(model, size: size, capabilities: capabilities)
                return "== \(size.width)x\(size.height) \(capabilities.unicode ? "UTF-8" : "ASCII")\n"
                    + canvas.rows.joined(separator: "\n") + "\n" + reversed(canvas)
            }
        }.joined()
    }

    /// What stands in reverse video, which no text shows: focus, selection, cursor, alarms.
    private static func reversed(_ canvas: Canvas) -> String {
        (0..<canvas.size.height).map { index in
            let text = canvas.row(index).map { cell in
                cell.style.attributes.contains(.reverse) ? cell.symbol.text : "\n"
            }.joined()
            let runs = text.split(separator: "\n").map { "reverse, row \(index): \"\($0)\"\n" }
            return runs.joined()
        }.joined()
    }
}
