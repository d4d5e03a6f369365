// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages

/// Blurred shadows built from gradients and strokes, which all output formats can draw.
enum SoftShadow {
    /// The opacity across the shadow's edge, which approximates a Gaussian blur by a smoothstep.
    private static let profile: [(step: Double, fraction: Double)] = (0...8).map { index in
        let t = Double(index) / 8
        return (t, 1 - t * t * (3 - 2 * t))
    }

    /// A disc whose edge fades from `blur` inside to `blur` outside.
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

    /// A rounded rectangle whose edge fades from `blur` inside to `blur` outside, as nine parts: center, sides and
    /// corners.
    ///
    /// The parts meet `radius` inside the rectangle; no seam shows where that is on whole pixels.
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

    /// A blur around any shape, as strokes of increasing width that add up to the color's opacity. The shape itself
    /// must be painted over them.
    static func blurred(_ path: Path, blur: Double, color: Color, steps: Int = 6) -> [Mark] {
        let ring = color.opacity(1 / Double(max(1, steps)))
        return (0..<steps).map { step in
            let outset = blur * Double(steps - step) / Double(steps)
            return .stroke(path, StrokeStyle(width: 2 * outset, cap: .round, join: .round), ring)
        }
    }
}
