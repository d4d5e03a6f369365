// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Shadows with soft edges, out of gradients and strokes, so that every output can draw them.
enum SoftShadow {
    /// How dark the shadow is at steps across its edge, from full to nothing, as a Gaussian blur leaves it.
    private static let profile: [(step: Double, fraction: Double)] = (0...8).map { index in
        let t = Double(index) / 8
        return (t, 1 - t * t * (3 - 2 * t))
    }

    /// A disc whose edge fades over `blur` to both sides.
    static func circle(center: Point, radius: Double, blur: Double, color: Color) -> Mark {
        let outer = radius + blur
        let inner = max(0, radius - blur)
        let stops = profile.map { step, fraction in
            GradientStop((inner + (outer - inner) * step) / outer, color.opacity(fraction))
        }
        return .fill(
            .circle(center: center, radius: outer), .nonZero,
            .radialGradient(RadialGradient(center: center, radius: outer, stops: stops)))
    }

    /// A rectangle with round corners whose edge fades over `blur` to both sides: its middle, four sides, four corners.
    ///
    /// The edges of the pieces lie `radius` inside of the rectangle: on whole pixels no seam shows between them.
    static func roundedRectangle(_ rect: Rect, radius: Double, blur: Double, color: Color) -> [Mark] {
        let core = rect.inset(by: radius)
        guard core.width >= 0, core.height >= 0 else { return [] }
        let outer = radius + blur
        let inner = max(0, radius - blur)
        let stops = profile.map { step, fraction in
            GradientStop((inner + (outer - inner) * step) / outer, color.opacity(fraction))
        }
        var marks: [Mark] = [.fill(.rectangle(core), .nonZero, .color(color))]
        func side(_ piece: Rect, _ from: Point, _ to: Point) {
            guard piece.width > 0, piece.height > 0 else { return }
            let gradient = LinearGradient(from: from, to: to, stops: stops)
            marks.append(.fill(.rectangle(piece), .nonZero, .linearGradient(gradient)))
        }
        let (l, t, r, b) = (core.minX, core.minY, core.maxX, core.maxY)
        side(Rect(minX: l, minY: t - outer, maxX: r, maxY: t), Point(l, t), Point(l, t - outer))
        side(Rect(minX: l, minY: b, maxX: r, maxY: b + outer), Point(l, b), Point(l, b + outer))
        side(Rect(minX: l - outer, minY: t, maxX: l, maxY: b), Point(l, t), Point(l - outer, t))
        side(Rect(minX: r, minY: t, maxX: r + outer, maxY: b), Point(r, t), Point(r + outer, t))
        let corners = [(l, t, -1.0, -1.0), (r, t, 1, -1), (r, b, 1, 1), (l, b, -1, 1)]
        for (x, y, dx, dy) in corners {
            let piece = Rect(
                minX: min(x, x + dx * outer), minY: min(y, y + dy * outer), maxX: max(x, x + dx * outer),
                maxY: max(y, y + dy * outer))
            let gradient = RadialGradient(center: Point(x, y), radius: outer, stops: stops)
            marks.append(.fill(.rectangle(piece), .nonZero, .radialGradient(gradient)))
        }
        return marks
    }

    /// Any shape: strokes of growing width, each with an equal share of the darkness. The shape must cover their middle.
    static func blurred(_ path: Path, blur: Double, color: Color, steps: Int = 6) -> [Mark] {
        let ring = color.opacity(1 / Double(max(1, steps)))
        return (0..<steps).map { step in
            let outset = blur * Double(steps - step) / Double(steps)
            return .stroke(path, StrokeStyle(width: 2 * outset, cap: .round, join: .round), ring)
        }
    }
}
