// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages

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

/// The classic pin: a glossy ball on a needle whose point is on the coordinate, with a shadow to the right.
struct PinArtwork {
    /// The area that the pin and its shadow cover, in points from the needle's point, y downwards.
    static let extent = Rect(minX: -8, minY: -36, maxX: 16, maxY: 3)

    /// The y of the head's center.
    static let headY = -28.0

    /// The frame that callouts point at: the head and needle without the shadow.
    static let frame = Rect(minX: -8, minY: -36, maxX: 8, maxY: 2)

    let tip: Point
    let tint: Color
    let scale: Double
    /// The height of the needle's point above the ground, in points.
    var lift = 0.0

    private var radius: Double { 7.25 * scale }
    private var center: Point { at(0, Self.headY) }

    var marks: [Mark] {
        shadow + [
            .stroke(needle, StrokeStyle(width: 0.5 * scale, join: .round), Color(rgb: 0x2E3136).opacity(0.45)),
            .fill(needle, .nonZero, .linearGradient(steel)),
            .fill(head, .nonZero, .radialGradient(body)),
            .stroke(head, StrokeStyle(width: 0.6 * scale), tint.mix(.black, 0.45).opacity(0.55)),
            .fill(.circle(center: at(-2.3, -30.8), radius: 3.2 * scale), .nonZero, .radialGradient(shine)),
        ]
    }

    private var head: Path { .circle(center: center, radius: radius) }

    private var needle: Path {
        Path([at(-1.35, -21.5), at(1.35, -21.5), at(0.6, -0.8), at(0, 0), at(-0.6, -0.8)], closed: true)
    }

    private var steel: LinearGradient {
        LinearGradient(
            from: at(-1.2, 0), to: at(1.2, 0),
            stops: [
                GradientStop(0, Color(rgb: 0x62666C)), GradientStop(0.4, Color(rgb: 0xD3D6DA)),
                GradientStop(1, Color(rgb: 0x44484D)),
            ])
    }

    private var body: RadialGradient {
        RadialGradient(
            center: at(-1.6, -30), radius: radius * 1.35,
            stops: [
                GradientStop(0, tint.mix(.white, 0.28)), GradientStop(0.45, tint),
                GradientStop(1, tint.mix(.black, 0.42)),
            ])
    }

    private var shine: RadialGradient {
        RadialGradient(
            center: at(-2.3, -30.8), radius: 3.2 * scale,
            stops: [GradientStop(0, Color.white.opacity(0.85)), GradientStop(1, Color.white.opacity(0))])
    }

    /// The shadow of a light from the lower left.
    private var shadow: [Mark] {
        var stem = Path()
        // The shadow of a raised pin is detached from it.
        let (x, y) = (lift * 0.7, lift * 0.3)
        stem.addLines([at(x, y), at(x + 9.5, y - 9.5)], closed: false)
        return [
            .stroke(stem, StrokeStyle(width: 1.6 * scale, cap: .round), Color.black.opacity(0.13)),
            SoftShadow.circle(
                center: at(x + 11, y - 11), radius: 3.4 * scale, blur: (3.2 + lift / 12) * scale,
                color: .black.opacity(0.26)),
        ]
    }

    private func at(_ x: Double, _ y: Double) -> Point {
        Point(tip.x + x * scale, tip.y + y * scale)
    }
}

/// The user's location: a blue dot in a white ring, a circle of its accuracy and a cone for its heading; points around
/// the coordinate.
struct UserLocationArtwork {
    private static let blue = Color(rgb: 0x007AFF)

    /// In points.
    var accuracyRadius: Double?
    /// Degrees clockwise from the top of the output.
    var heading: Double?

    var marks: [Mark] { halo + cone + dot }

    /// The circle of the accuracy, which lies on the ground.
    var halo: [Mark] {
        guard let radius = accuracyRadius, radius > 10 else { return [] }
        let circle = Path.circle(center: .zero, radius: radius)
        return [
            .fill(circle, .nonZero, .color(Self.blue.opacity(0.15))),
            .stroke(circle, StrokeStyle(width: 1, join: .round), Self.blue.opacity(0.25)),
        ]
    }

    private var cone: [Mark] {
        guard let heading else { return [] }
        let rotation = Transform.rotation(heading * .pi / 180)
        let coneLength = 48.0
        let half = 0.42
        var path = Path()
        path.move(to: rotation.apply(Point(0, 0)))
        path.line(to: rotation.apply(Point(-coneLength * sine(half), -coneLength * cosine(half))))
        let k = 4.0 / 3 * sine(half / 2) / cosine(half / 2) * coneLength
        path.curve(
            rotation.apply(
                Point(-coneLength * sine(half) + k * cosine(half), -coneLength * cosine(half) - k * sine(half))),
            rotation.apply(
                Point(coneLength * sine(half) - k * cosine(half), -coneLength * cosine(half) - k * sine(half))),
            to: rotation.apply(Point(coneLength * sine(half), -coneLength * cosine(half))))
        path.close()
        let fade = RadialGradient(
            center: .zero, radius: coneLength,
            stops: [
                GradientStop(0, Self.blue.opacity(0.75)), GradientStop(0.25, Self.blue.opacity(0.55)),
                GradientStop(0.65, Self.blue.opacity(0.2)), GradientStop(1, Self.blue.opacity(0)),
            ])
        return [.fill(path, .nonZero, .radialGradient(fade))]
    }

    private var dot: [Mark] {
        let light = LinearGradient(
            from: Point(0, -7), to: Point(0, 7),
            stops: [GradientStop(0, Color(rgb: 0x2B90FF)), GradientStop(1, Color(rgb: 0x0070F0))])
        return [
            SoftShadow.circle(center: Point(0, 1), radius: 10.2, blur: 4, color: .black.opacity(0.28)),
            .fill(.circle(center: .zero, radius: 10), .nonZero, .color(.white)),
            .fill(.circle(center: .zero, radius: 7), .nonZero, .linearGradient(light)),
        ]
    }
}
