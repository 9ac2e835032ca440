import AnalyticsTerminalKit

/// The table of keys, by what they are for.
enum HelpView {
    /// Every line, group by group.
    static let lines: [StyledLine] = Binding.Group.allCases.flatMap { group in
        [StyledLine(group.rawValue, Style(.accent, .bold))]
            + Binding.listed.filter { $0.group == group }.map {
                StyledLine("  \(Words.left($0.keyNames + " ", width: 13))\($0.sentence)", .normal)
            }
    }

    /// How many lines are in view on a screen of this size.
    static func height(on size: Size) -> Int { height(in: OverlayView.tall(Rect(size))) }

    private static func height(in rect: Rect) -> Int { max(1, min(lines.count, rect.height - 2)) }

    static func draw(_ list: ListState, on canvas: inout Canvas, in rect: Rect) {
        let height = height(in: rect)
        let offset = min(list.selection, lines.count - height)
        let isWhole = height == lines.count
        let title = isWhole ? "Help" : "Help \(offset + 1)-\(offset + height) of \(lines.count)"
        OverlayView.box(
            title + (isWhole ? ": any key closes" : ": arrows move, another key closes"),
            Array(lines[offset..<offset + height]), on: &canvas, in: rect)
    }
}
