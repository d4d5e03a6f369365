// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// A plain rectangle; points from its top-left corner.
struct RectangleArtwork {
    let rectangle: ScreenRectangle
    let size: Size
    let palette: DecorationPalette

    var marks: [Mark] {
        let frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
        let shape = Path.rectangle(frame, radii: rectangle.cornerRadius)
        let shadow =
            rectangle.hasShadow ? SoftShadow.blurred(shape, blur: 7, color: .black.opacity(0.2)) : []
        let body = Mark.fill(shape, .nonZero, .color(rectangle.fillColor ?? palette.background))
        guard let color = rectangle.strokeColor, rectangle.lineWidth > 0 else { return shadow + [body] }
        // The stroke lies inside the rectangle, like the border of a `CALayer`.
        let edge = Path.rectangle(frame.inset(by: rectangle.lineWidth / 2), radii: rectangle.cornerRadius)
        return shadow + [body, .stroke(edge, StrokeStyle(width: rectangle.lineWidth), color)]
    }
}

extension Path {
    /// A rectangle with individual corner radii, scaled down together where a side is too short for them.
    ///
    /// - SeeAlso: CSS Backgrounds and Borders 3, section 5.5.
    static func rectangle(_ r: Rect, radii: ScreenRectangle.CornerRadii) -> Path {
        guard r.width > 0, r.height > 0 else { return Path() }
        let pairs = [
            (r.width, radii.topLeft + radii.topRight), (r.width, radii.bottomLeft + radii.bottomRight),
            (r.height, radii.topLeft + radii.bottomLeft), (r.height, radii.topRight + radii.bottomRight),
        ]
        let fraction = pairs.reduce(1.0) { $1.1 > $1.0 ? min($0, $1.0 / $1.1) : $0 }
        // The control distance of a quarter circle: 4/3 tan(π/8).
        let k = 1 - 0.552_284_749_830_793_6
        var path = Path()
        /// Adds a corner; `before` and `after` point from it along its sides.
        func corner(_ p: Point, _ radius: Double, before: Point, after: Point, isFirst: Bool = false) {
            let radius = radius * fraction
            let start = p + before * radius
            if isFirst { path.move(to: start) } else { path.line(to: start) }
            if radius > 0 { path.curve(p + before * (radius * k), p + after * (radius * k), to: p + after * radius) }
        }
        let (right, down) = (Point(1, 0), Point(0, 1))
        corner(Point(r.minX, r.minY), radii.topLeft, before: down, after: right, isFirst: true)
        corner(Point(r.maxX, r.minY), radii.topRight, before: -right, after: down)
        corner(Point(r.maxX, r.maxY), radii.bottomRight, before: -down, after: -right)
        corner(Point(r.minX, r.maxY), radii.bottomLeft, before: right, after: -down)
        path.close()
        return path
    }
}
