// SPDX-License-Identifier: MIT
public import MapCanvas
import MapDiagnostics
import MapLayout
public import MapPlane

/// What an annotation's own view is drawn on: points from the view's upper left corner, y downwards.
public struct Canvas {
    /// The view's size in points.
    public let size: Size
    private let fonts: FontLibrary
    private(set) var marks: [Mark] = []

    init(size: Size, fonts: FontLibrary) {
        self.size = size
        self.fonts = fonts
    }

    /// Fills a path.
    public mutating func fill(_ path: Path, with color: Color) { marks.append(.fill(path, .nonZero, .color(color))) }

    /// Strokes a path with round ends and corners, the width in points.
    public mutating func stroke(_ path: Path, with color: Color, lineWidth: Double = 1) {
        marks.append(.stroke(path, StrokeStyle(width: lineWidth, cap: .round, join: .round), color))
    }

    /// One line of text in the interface's font, its middle at a point. `weight` is 400 for regular, 600 for semibold.
    public mutating func text(_ text: String, at center: Point, size: Double, weight: Int = 600, color: Color) {
        let font = FontRequest(families: ["Inter", "Noto Sans"], weight: weight)
        let line = fonts.shape(String(text.prefix(200)), font: font, size: size)
        let start = Point(center.x - line.width / 2, center.y + line.capHeight / 2)
        marks.append(line.mark(at: start, color: color))
    }
}
