// SPDX-License-Identifier: MIT
import MapCanvas

extension VectorCircle {
    /// MapLibre's circle shader fades over the outermost pixel, so that half of the paint is left half a pixel inside.
    init(_ style: Circles.Style) {
        let whole = max(1e-6, style.outerRadius)
        let hasStroke = style.strokeWidth >= 0.01
        self.init(
            radius: max(0, whole - 0.5), strokeWidth: hasStroke ? min(style.strokeWidth, whole) : 0, fill: style.fill,
            stroke: style.stroke, stops: [], gradientRadius: whole)
        guard abs(style.blur) * whole > 1 else { return }
        stops = (0...16).map { step in
            let place = Double(step) / 16
            return GradientStop(place, style.color(at: place, inner: style.radius / whole, hasStroke: hasStroke))
        }
    }
}

extension Circles.Style {
    /// The shader's color at a fraction of the way from the center to the edge.
    fileprivate func color(at place: Double, inner: Double, hasStroke: Bool) -> Color {
        let edge = 1 / max(1e-6, outerRadius)
        let ramp = max(abs(blur), edge)
        var opacity = smoothstep((1 - place) / (blur < 0 ? edge : ramp))
        if blur < 0 { opacity *= smoothstep((place - 1 + ramp) / ramp) }
        let share = hasStroke ? smoothstep((place - inner + ramp) / ramp) : 0
        let alpha = fill.alpha * (1 - share) + stroke.alpha * share
        guard alpha > 0 else { return fill.opacity(0) }
        let mixed = { (a: Double, b: Double) in (a * fill.alpha * (1 - share) + b * stroke.alpha * share) / alpha }
        return Color(
            red: mixed(fill.red, stroke.red), green: mixed(fill.green, stroke.green),
            blue: mixed(fill.blue, stroke.blue), alpha: alpha * opacity)
    }
}
