import AnalyticsTerminalKit

/// Where everything stands; a pure function of the size and of which pane is focused or large.
enum PaneLayout {
    /// What has a place of its own while no pane is large.
    enum Part {
        case pipeline, flow, graphs, drops, flush, collector, segments, selectedSegment, journal

        /// The pane that keys move in there; nil for what only shows.
        var pane: PaneName? {
            switch self {
            case .pipeline, .flow: .pipeline
            case .drops: .drops
            case .flush: .flush
            case .collector: .collector
            case .segments: .segments
            case .journal: .journal
            case .graphs, .selectedSegment: nil
            }
        }
    }

    /// Header, panes, message and footer.
    static func rows(_ size: Size) -> (header: Rect, panes: Rect, message: Rect, footer: Rect) {
        let rows = Rect(size).rows([.fixed(2), .flexible(minimum: 12), .fixed(1), .fixed(1)])
        return (rows[0], rows[1], rows[2], rows[3])
    }

    /// What is to be seen while no pane is large.
    static func parts(of model: Model, in rect: Rect) -> [(part: Part, rect: Rect)] {
        if rect.width >= 100, rect.height >= 30 { return wide(rect) }
        return rect.height >= 18 ? usual(rect) : small(model, in: rect)
    }

    /// The panes that Tab goes through: small screens show each when its turn comes.
    static func panes(of model: Model) -> [PaneName] {
        let rect = rows(model.size).panes
        guard model.zoom == nil, rect.height >= 18 else { return PaneName.allCases }
        let shown = Set(parts(of: model, in: rect).compactMap(\.part.pane))
        return PaneName.allCases.filter(shown.contains)
    }

    private static func usual(_ rect: Rect) -> [(part: Part, rect: Rect)] {
        // Taller screens give what they have more of to the lists.
        let extra = max(0, rect.height - 20)
        let rows = rect.rows(
            [.fixed(4), .fixed(8 + min(3, extra / 4)), .fixed(6 + extra / 3), .flexible(minimum: 3)],
            overlap: 1)
        let columns = rows[1].columns([.flexible(), .flexible()], overlap: 1)
        return [
            (.pipeline, rows[0]), (.drops, columns[0]), (.flush, columns[1]), (.segments, rows[2]),
            (.journal, rows[3]),
        ]
    }

    /// Pipeline and flush always, beside them the pane that has the focus.
    private static func small(_ model: Model, in rect: Rect) -> [(part: Part, rect: Rect)] {
        let rows = rect.rows([.fixed(4), .flexible(minimum: 8)], overlap: 1)
        let hasMoved =
            model.hasMovedFocus || model.lists[.journal] != nil || model.filters[.journal] != nil
        // Whether and why anything is sent stays in view, whatever else is.
        func beside(_ part: Part) -> [(part: Part, rect: Rect)] {
            let lower = rows[1].rows([.fixed(5), .flexible(minimum: 4)], overlap: 1)
            return [(.pipeline, rows[0]), (.flush, lower[0]), (part, lower[1])]
        }
        switch model.focus {
        case .segments: return beside(.segments)
        case .collector: return beside(.collector)
        case .journal where hasMoved: return beside(.journal)
        case .pipeline, .drops, .flush, .journal:
            let columns = rows[1].columns([.flexible(), .flexible()], overlap: 1)
            return [(.pipeline, rows[0]), (.drops, columns[0]), (.flush, columns[1])]
        }
    }

    private static func wide(_ rect: Rect) -> [(part: Part, rect: Rect)] {
        let extra = rect.height - 30
        let rows = rect.rows(
            [.fixed(5), .fixed(5 + extra / 6), .fixed(11), .fixed(7 + extra / 4), .flexible(minimum: 4)],
            overlap: 1)
        let middle = rows[2].columns([.flexible(), .flexible(weight: 1), .flexible()], overlap: 1)
        let lower = rows[3].columns([.fixed(63), .flexible()], overlap: 1)
        return [
            (.flow, rows[0]), (.graphs, rows[1]), (.drops, middle[0]), (.flush, middle[1]),
            (.collector, middle[2]), (.segments, lower[0]), (.selectedSegment, lower[1]), (.journal, rows[4]),
        ]
    }

    /// How many lines of a pane's list are in view: as far as a page goes.
    static func listHeight(of pane: PaneName, in model: Model) -> Int {
        let rect = rows(model.size).panes
        let place =
            model.zoom == pane
            ? ZoomView.list(of: pane, of: model, in: rect)
            : parts(of: model, in: rect).last { $0.part.pane == pane }?.rect
        let heading = pane == .segments && model.openSegment == nil ? 1 : 0
        return max(1, Pane.content(of: place ?? rect).height - heading)
    }
}
