// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

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
        var path = Path()
        path.addLines([at(-1.35, -21.5), at(1.35, -21.5), at(0.6, -0.8), at(0, 0), at(-0.6, -0.8)], closed: true)
        return path
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
