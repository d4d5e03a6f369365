// SPDX-License-Identifier: MIT
import MapCanvas

extension VectorCircle {
    /// MapLibre's circle shader fades over the outermost pixel, so that half the opacity is reached half a pixel
    /// inside.
    init(_ style: Circles.Style) {
        let outerRadius = max(1e-6, style.outerRadius)
        let hasStroke = style.strokeWidth >= 0.01
        self.init(
            radius: max(0, outerRadius - 0.5), strokeWidth: hasStroke ? min(style.strokeWidth, outerRadius) : 0,
            fill: style.fill,
            stroke: style.stroke, stops: [], gradientRadius: outerRadius)
        guard abs(style.blur) * outerRadius > 1 else { return }
        stops = (0...16).map { step in
            let position = Double(step) / 16
            return GradientStop(
                position, style.color(at: position, inner: style.radius / outerRadius, hasStroke: hasStroke))
        }
    }
}

extension Circles.Style {
    /// The shader's color at a fraction of the radius.
    fileprivate func color(at position: Double, inner: Double, hasStroke: Bool) -> Color {
        let edge = 1 / max(1e-6, outerRadius)
        let ramp = max(abs(blur), edge)
        var opacity = smoothstep((1 - position) / (blur < 0 ? edge : ramp))
        if blur < 0 { opacity *= smoothstep((position - 1 + ramp) / ramp) }
        let strokeWeight = hasStroke ? smoothstep((position - inner + ramp) / ramp) : 0
        let alpha = fill.alpha * (1 - strokeWeight) + stroke.alpha * strokeWeight
        guard alpha > 0 else { return fill.opacity(0) }
        let mixed = { (a: Double, b: Double) in
            (a * fill.alpha * (1 - strokeWeight) + b * stroke.alpha * strokeWeight) / alpha
        }
        return Color(
            red: mixed(fill.red, stroke.red), green: mixed(fill.green, stroke.green),
            blue: mixed(fill.blue, stroke.blue), alpha: alpha * opacity)
    }
}
