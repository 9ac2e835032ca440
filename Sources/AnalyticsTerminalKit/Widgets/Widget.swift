/// Something that draws itself in a rectangle of a canvas.
///
/// A widget is a value made for one frame: it holds what to show, reads no clock, and draws at any size, an
/// empty one included, without touching a cell outside its rectangle.
public protocol Widget {
    /// Draws in a rectangle of the canvas's present region.
    func draw(on canvas: inout Canvas, in rect: Rect)
}

extension Canvas {
    /// Draws a widget in a rectangle of the region.
    public mutating func draw(_ widget: some Widget, in rect: Rect) {
        widget.draw(on: &self, in: rect)
    }
}
