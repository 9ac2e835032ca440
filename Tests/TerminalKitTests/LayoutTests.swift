import AnalyticsTerminalKit
import Testing

@Suite("Layout")
struct LayoutTests {
    static let splits: [[Length]] = [
        [], [.fixed(3)], [.flexible()], [.fixed(3), .flexible(), .fixed(1)],
        [.flexible(weight: 2, minimum: 5), .flexible(minimum: 9)],
        [.flexible(weight: 3), .flexible(), .fixed(-4)],
        [.fixed(.max), .flexible(weight: .max, minimum: .max)],
        [.flexible(weight: 0, minimum: 2), .fixed(2)],
    ]

    @Test("parts never exceed the whole, and fill it when one can grow", arguments: splits)
    func sweep(parts: [Length]) {
        for total in -1...120 {
            let lengths = Layout.split(total, into: parts)
            #expect(lengths.count == parts.count)
            #expect(lengths.allSatisfy { $0 >= 0 })
            let sum = lengths.reduce(0, +)
            #expect(sum <= max(total, 0))
            let grows = parts.contains { if case .flexible(let weight, _) = $0 { weight > 0 } else { false } }
            if grows { #expect(sum == max(total, 0)) }
        }
    }

    @Test("fixed parts keep their length, and the rest is shared by weight")
    func shares() {
        #expect(Layout.split(24, into: [.fixed(2), .flexible(), .fixed(2)]) == [2, 20, 2])
        #expect(Layout.split(30, into: [.flexible(weight: 2), .flexible()]) == [20, 10])
        #expect(Layout.split(10, into: [.flexible(minimum: 6), .flexible(minimum: 6)]) == [6, 4])
        #expect(Layout.split(3, into: [.fixed(2), .fixed(2), .fixed(2)]) == [2, 1, 0])
    }

    @Test("rows and columns tile their rectangle, sharing lines when asked", arguments: 0...40)
    func tiling(length: Int) {
        let rect = Rect(x: 5, y: 7, width: length, height: length)
        for overlap in 0...1 {
            let parts: [Length] = [.fixed(4), .flexible(), .flexible(weight: 2)]
            for pieces in [rect.rows(parts, overlap: overlap), rect.columns(parts, overlap: overlap)] {
                for piece in pieces where !piece.isEmpty { #expect(piece.intersection(rect) == piece) }
            }
            let rows = rect.rows(parts, overlap: overlap)
            if length >= 6 {
                #expect(rows[0].minY == rect.minY && rows[2].maxY == rect.maxY)
                #expect(rows[1].minY == rows[0].maxY - overlap)
                #expect(rows[2].minY == rows[1].maxY - overlap)
            }
        }
    }

    @Test("insetting and centring stay inside")
    func insets() {
        let rect = Rect(x: 1, y: 1, width: 10, height: 4)
        #expect(rect.inset(1) == Rect(x: 2, y: 2, width: 8, height: 2))
        #expect(rect.inset(9).isEmpty)
        #expect(rect.inset(left: -2) == rect)
        #expect(rect.centered(Size(width: 4, height: 2)) == Rect(x: 4, y: 2, width: 4, height: 2))
        #expect(rect.centered(Size(width: 99, height: 99)) == rect)
        #expect(rect.row(4).isEmpty && rect.row(3).minY == 4)
        #expect(rect.intersection(Rect(x: 50, y: 0, width: 3, height: 3)).isEmpty)
    }
}
