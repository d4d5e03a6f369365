// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// The marker's balloon: a round head that tapers to a tip, with a glyph inside.
struct MarkerArtwork {
    /// The area that the balloon and its shadow cover, in points from the tip, y downwards.
    static let extent = Rect(minX: -14, minY: -37, maxX: 14, maxY: 2)

    /// The frame that callouts point at.
    static let frame = Rect(minX: -14, minY: -37, maxX: 14, maxY: 1)

    let tip: Point
    let tint: Color
    let scale: Double
    /// The glyph around the head's center at scale 1; nil for a pin glyph.
    var glyph: [Mark]?
    var glyphTint = Color.white
    /// The height of the tip above the ground, in points.
    var lift = 0.0

    /// The center of the head relative to the tip, at scale 1.
    static let headCenter = Point(0, -22.5)

    private var radius: Double { 14 * scale }
    private var center: Point { at(Self.headCenter.x, Self.headCenter.y) }

    var marks: [Mark] {
        [
            SoftShadow.circle(
                center: Point(tip.x, tip.y + lift + 0.6), radius: 2.4 + lift / 8, blur: 2.4 + lift / 4,
                color: .black.opacity(lift > 0 ? 0.26 : 0.38)),
            SoftShadow.circle(
                center: at(0, -20.8), radius: 14.2 * scale, blur: 3.4 * scale, color: .black.opacity(0.3)),
            .fill(balloon, .nonZero, .linearGradient(sheen)),
            .stroke(balloon, StrokeStyle(width: 0.5 * scale, join: .round), Color.black.opacity(0.12)),
        ]
            + (glyph.map { $0.map { $0.placed(scale: scale, at: center) } } ?? pinGlyph)
    }

    private var sheen: LinearGradient {
        LinearGradient(
            from: at(0, -36.5), to: at(0, 0),
            stops: [
                GradientStop(0, tint.mix(.white, 0.14)), GradientStop(0.6, tint),
                GradientStop(1, tint.mix(.black, 0.08)),
            ])
    }

    /// A circle with two curves that taper to the tip, tangent to the circle.
    private var balloon: Path {
        let neckAngle = 0.66
        let (s, c) = (sine(neckAngle), cosine(neckAngle))
        let right = Point(center.x + radius * s, center.y + radius * c)
        let left = Point(center.x - radius * s, center.y + radius * c)
        var path = Path()
        path.move(to: left)
        // The arc over the top, as three cubic curves.
        let sweep = 2 * Double.pi - 2 * neckAngle
        let steps = 3
        let step = sweep / Double(steps)
        let k = 4.0 / 3 * sine(step / 4) / cosine(step / 4) * radius
        var angle = Double.pi / 2 + neckAngle
        for _ in 0..<steps {
            let next = angle + step
            let from = Point(center.x + radius * cosine(angle), center.y + radius * sine(angle))
            let to = Point(center.x + radius * cosine(next), center.y + radius * sine(next))
            path.curve(
                Point(from.x - k * sine(angle), from.y + k * cosine(angle)),
                Point(to.x + k * sine(next), to.y - k * cosine(next)), to: to)
            angle = next
        }
        path.curve(
            Point(right.x - 5.2 * scale * c, right.y + 5.2 * scale * s), at(2.2, -3.4), to: at(0.95, -0.5))
        path.curve(at(0.5, 0.15), at(-0.5, 0.15), to: at(-0.95, -0.5))
        path.curve(at(-2.2, -3.4), Point(left.x + 5.2 * scale * c, left.y + 5.2 * scale * s), to: left)
        path.close()
        return path
    }

    /// The default glyph: the head and needle of a pin.
    private var pinGlyph: [Mark] {
        let head = Path.circle(center: at(0, -25.4), radius: 4.3 * scale)
        let needle = Path.roundedRectangle(
            Rect(
                minX: at(-0.85, 0).x, minY: at(0, -22).y, maxX: at(0.85, 0).x, maxY: at(0, -15).y),
            radius: 0.85 * scale)
        return [.fill(needle, .nonZero, .color(glyphTint)), .fill(head, .nonZero, .color(glyphTint))]
    }

    private func at(_ x: Double, _ y: Double) -> Point {
        Point(tip.x + x * scale, tip.y + y * scale)
    }
}
