/// A grid of cells to draw on.
///
/// Drawing never traps: what lies outside is ignored, at every size from 0x0. Each side holds at most 1,000
/// cells. All text passes through `SafeText`, so no control character reaches a cell, and in a canvas without
/// Unicode nothing over 0x7E does. A wide symbol always has both its columns: half of one is never shown.
public struct Canvas: Equatable, Sendable {
    /// The size of the region being drawn: the whole canvas, or inside `within` that region.
    public private(set) var size: Size
    /// What the terminal can show.
    public let capabilities: Capabilities
    /// The whole canvas, whatever the region.
    public let extent: Size

    private var origin = Point.zero
    private var clip: Rect
    private var cells: [Cell]

    /// The longest side.
    public static let maximumSide = 1_000

    /// Makes an empty canvas; longer sides are cut to 1,000 cells.
    public init(size: Size, capabilities: Capabilities = .full) {
        let extent = Size(
            width: min(size.width, Self.maximumSide), height: min(size.height, Self.maximumSide))
        self.size = extent
        self.extent = extent
        self.capabilities = capabilities
        clip = Rect(extent)
        cells = Array(repeating: .blank, count: extent.width * extent.height)
    }

    /// The region as a rectangle at its own origin.
    public var bounds: Rect { Rect(size) }

    /// The symbols that this canvas may show.
    public var glyphs: Glyphs { .set(for: capabilities) }

    /// Draws in a region: inside, coordinates count from its corner, `size` is its size, and nothing lands
    /// outside it.
    @discardableResult
    public mutating func within<Result>(_ rect: Rect, _ draw: (inout Canvas) -> Result) -> Result {
        let saved = (size, origin, clip)
        origin = origin.offset(x: rect.minX, y: rect.minY)
        size = rect.size
        clip = clip.intersection(Rect(origin: origin, size: rect.size))
        defer { (size, origin, clip) = saved }
        return draw(&self)
    }

    /// The cell at a place in the region; nil outside.
    public subscript(_ point: Point) -> Cell? {
        let place = origin.offset(x: point.x, y: point.y)
        guard clip.contains(place) else { return nil }
        return cells[place.y * extent.width + place.x]
    }

    /// The cells of one row of the whole canvas; empty when there is no such row.
    public func row(_ index: Int) -> ArraySlice<Cell> {
        guard index >= 0, index < extent.height else { return [] }
        return cells[index * extent.width..<(index + 1) * extent.width]
    }

    /// The whole canvas as text, a string a row; wide symbols count for two columns.
    public var rows: [String] {
        (0..<extent.height).map { index in
            var text = ""
            for cell in row(index) { text += cell.symbol.text }
            return text
        }
    }

    /// Fills a rectangle with one symbol. A wide symbol is drawn as a space.
    public mutating func fill(_ rect: Rect, with symbol: Symbol = .space, style: Style = .normal) {
        let target = Rect(origin: origin.offset(x: rect.minX, y: rect.minY), size: rect.size)
            .intersection(clip)
        guard !target.isEmpty else { return }
        let cell = Cell(symbol: symbol.width == 1 && allows(symbol) ? symbol : .space, style: style)
        for y in target.minY..<target.maxY {
            let start = y * extent.width
            releaseHalf(start + target.minX, row: start)
            releaseHalf(start + target.maxX - 1, row: start)
            for index in start + target.minX..<start + target.maxX { cells[index] = cell }
        }
    }

    /// Gives the cells of a rectangle more emphasis, keeping their text. In reverse they lose their colour: the user's
    /// own background is readable on the user's own foreground, and on nothing else for sure.
    public mutating func emphasize(_ rect: Rect, _ attributes: Attributes) {
        let target = Rect(origin: origin.offset(x: rect.minX, y: rect.minY), size: rect.size)
            .intersection(clip)
        guard !target.isEmpty else { return }
        for y in target.minY..<target.maxY {
            for x in target.minX..<target.maxX {
                cells[y * extent.width + x].style.attributes.formUnion(attributes)
                if attributes.contains(.reverse) { cells[y * extent.width + x].style.role = .normal }
            }
        }
    }

    /// Puts one symbol. Returns its width, whether or not it was inside; a wide one is shown whole or not at
    /// all.
    @discardableResult
    public mutating func put(_ symbol: Symbol, at point: Point, style: Style = .normal) -> Int {
        let width = Int(symbol.width)
        let x = origin.x &+ point.x
        let y = origin.y &+ point.y
        guard y >= clip.minY, y < clip.maxY, x >= clip.minX, x &+ width <= clip.maxX, width > 0 else {
            return width
        }
        let shown = allows(symbol) ? symbol : Symbol("?", width: symbol.width)
        let row = y * extent.width
        let index = row + x
        releaseHalf(index, row: row)
        cells[index] = Cell(symbol: shown, style: style)
        if width == 2 {
            releaseHalf(index + 1, row: row)
            cells[index] = Cell(symbol: shown, style: style)
            cells[index + 1] = Cell(symbol: .continuation, style: style)
        }
        return width
    }

    /// Draws part of a box line. Lines that meet join; text that is already there stays.
    mutating func line(_ art: LineArt, at point: Point, style: Style) {
        guard let present = self[point] else { return }
        guard present.symbol != .space || present.style.attributes.contains(.solid) else {
            put(art.symbol(unicode: capabilities.unicode), at: point, style: style)
            return
        }
        guard let other = LineArt(present.symbol) else { return }
        let joined = art.union(other)
        let same = joined.symbol(unicode: capabilities.unicode) == present.symbol
        put(
            joined.symbol(unicode: capabilities.unicode), at: point,
            style: same && present.style != .normal ? present.style : style)
    }

    private func allows(_ symbol: Symbol) -> Bool {
        capabilities.unicode || symbol.scalar.value < 0x7F
    }

    /// A cell about to be overwritten may be half of a wide symbol: the other half becomes a space.
    private mutating func releaseHalf(_ index: Int, row: Int) {
        let width = cells[index].symbol.width
        if width == 1 { return }
        if width == 0 {
            if index > row { cells[index - 1].symbol = .space }
        } else if index + 1 < row + extent.width {
            cells[index + 1].symbol = .space
        }
    }
}
