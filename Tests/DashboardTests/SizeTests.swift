import Dashboard
import Foundation
import TerminalKit
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

    @Test func anEmptyScreenDraws() throws {
        #expect(Screen.draw(try Models.fresh(), size: Size(width: 0, height: 0)).rows.isEmpty)
    }
}
