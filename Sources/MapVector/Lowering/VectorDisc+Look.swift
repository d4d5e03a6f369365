// SPDX-License-Identifier: MIT
import MapCanvas

extension VectorDisc {
    /// MapLibre's circle shader fades over the outermost pixel, so that half of the paint is left half a pixel inside.
    init(_ look: Discs.Look) {
        let whole = max(1e-6, look.reach)
        let hasRim = look.strokeWidth >= 0.01
        self.init(
            radius: max(0, whole - 0.5), rim: hasRim ? min(look.strokeWidth, whole) : 0, fill: look.fill,
            stroke: look.stroke, stops: [], reach: whole)
        guard abs(look.blur) * whole > 1 else { return }
        stops = (0...16).map { step in
            let place = Double(step) / 16
            return GradientStop(place, look.color(at: place, inner: look.radius / whole, hasRim: hasRim))
        }
    }
}

extension Discs.Look {
    /// The shader's color at a fraction of the way from the center to the edge.
    fileprivate func color(at place: Double, inner: Double, hasRim: Bool) -> Color {
        let edge = 1 / max(1e-6, reach)
        let ramp = max(abs(blur), edge)
        var opacity = smooth((1 - place) / (blur < 0 ? edge : ramp))
        if blur < 0 { opacity *= smooth((place - 1 + ramp) / ramp) }
        let share = hasRim ? smooth((place - inner + ramp) / ramp) : 0
        let alpha = fill.alpha * (1 - share) + stroke.alpha * share
        guard alpha > 0 else { return fill.opacity(0) }
        let mixed = { (a: Double, b: Double) in (a * fill.alpha * (1 - share) + b * stroke.alpha * share) / alpha }
        return Color(
            red: mixed(fill.red, stroke.red), green: mixed(fill.green, stroke.green),
            blue: mixed(fill.blue, stroke.blue), alpha: alpha * opacity)
    }
}

/// Hermite's curve from 0 at 0 to 1 at 1, level outside.
private func smooth(_ x: Double) -> Double {
    let t = max(0, min(1, x))
    return t * t * (3 - 2 * t)
}
