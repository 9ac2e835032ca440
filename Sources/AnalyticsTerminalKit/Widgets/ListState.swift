/// Which row of a list is selected and which is the first in view. Pure; it keeps itself in range.
///
/// It knows positions only: when rows come and go, the owner finds its item again and calls `select`.
public struct ListState: Equatable, Hashable, Sendable {
    /// The selected row; 0 in an empty list.
    public private(set) var selection: Int
    /// The first row in view.
    public private(set) var offset: Int

    /// Makes a state with a selected row.
    public init(selection: Int = 0) {
        self.selection = max(selection, 0)
        offset = 0
    }

    /// Selects a row, brought into range.
    public mutating func select(_ index: Int, count: Int) {
        selection = min(max(index, 0), max(count - 1, 0))
    }

    /// Moves the selection by some rows, stopping at the ends.
    public mutating func move(by rows: Int, count: Int) {
        select(selection &+ rows, count: count)
    }

    /// Acts on arrows, pages, Home and End. Returns false for any other key.
    public mutating func handle(_ key: Key, count: Int, height: Int) -> Bool {
        switch key {
        case .up: move(by: -1, count: count)
        case .down: move(by: 1, count: count)
        case .pageUp: move(by: -max(height - 1, 1), count: count)
        case .pageDown: move(by: max(height - 1, 1), count: count)
        case .home: select(0, count: count)
        case .end: select(count - 1, count: count)
        default: return false
        }
        scroll(count: count, height: height)
        return true
    }

    /// Brings the selection into view with as little scrolling as possible, and leaves no empty rows below.
    public mutating func scroll(count: Int, height: Int) {
        select(selection, count: count)
        let room = max(height, 1)
        let lowest = max(selection - room + 1, 0)
        offset = min(max(offset, lowest), selection)
        offset = min(offset, max(count - room, 0))
    }

    /// The state as it must be drawn in a viewport of this height.
    public func scrolled(count: Int, height: Int) -> ListState {
        var state = self
        state.scroll(count: count, height: height)
        return state
    }
}
