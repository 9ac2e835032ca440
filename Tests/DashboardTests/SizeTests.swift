import AnalyticsDashboardCore
import AnalyticsTerminalKit
import Foundation
import Testing

/// The screen at every size.
@Suite struct SizeTests {
    @Test(arguments: 1...200)
    func everyHeightDrawsAtThisWidth(width: Int) throws {
        let model = try Models.fresh()
        for height in 1...60 {
            let canvas = Screen.draw(model, size: Size(width: width, height: height))
            #expect(canvas.rows.count == height)
        }
    }

    @Test(arguments: Models.overlays + Models.typed)
    func everyOverlayDrawsAtEverySizeNearItsOwn(keys: String) throws {
        let model = try Models.after(keys)
        for width in Array(1...5) + Array(58...81) {
            for height in 1...25 {
                let canvas = Screen.draw(model, size: Size(width: width, height: height))
                #expect(canvas.rows.count == height)
            }
        }
    }

    /// The sizes at which something gives way, and some far from all of them.
    private static let edges = [
        (1, 1), (2, 40), (59, 15), (60, 15), (59, 16), (60, 16), (61, 17), (79, 23), (80, 24), (99, 30),
        (100, 29),
        (100, 33), (100, 34), (101, 35), (120, 36), (200, 16), (60, 100), (200, 60), (400, 120),
    ].map { Size(width: $0.0, height: $0.1) }

    @Test(arguments: Scenes.all.keys.sorted())
    func everyStateDrawsAtEverySizeAtWhichSomethingGivesWay(name: String) async throws {
        let play = try #require(Scenes.all[name])
        var scene = try Scene()
        try await play(&scene)
        for size in Self.edges {
            _ = scene.model.update(.resized(size))
            #expect(Screen.draw(scene.model, size: size).rows.count == size.height)
            // Moving about must find its way at any size, too.
            for key in [Key.pageDown, .end, .up, .home] { _ = scene.model.update(.key(key)) }
        }
    }

    @Test func anEmptyScreenDraws() throws {
        #expect(Screen.draw(try Models.fresh(), size: Size(width: 0, height: 0)).rows.isEmpty)
    }
}
