// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

extension BandPainter {
    /// False when there is nothing to see.
    mutating func setSource(_ gradient: LinearGradient) -> Bool {
        let (a, b) = (gradient.from, gradient.to)
        guard a != b, isDrawable([a.x, a.y, b.x, b.y]) else { return useLast(gradient.stops) }
        return setSource(cairo_pattern_create_linear(a.x, a.y, b.x, b.y), gradient.stops)
    }

    /// False when there is nothing to see.
    mutating func setSource(_ gradient: RadialGradient) -> Bool {
        let (c, r) = (gradient.center, gradient.radius)
        guard r > 0, isDrawable([c.x, c.y, r]) else { return useLast(gradient.stops) }
        return setSource(cairo_pattern_create_radial(c.x, c.y, 0, c.x, c.y, r), gradient.stops)
    }

    private mutating func setSource(_ pattern: OpaquePointer?, _ stops: [GradientStop]) -> Bool {
        guard let pattern else { return false }
        defer { cairo_pattern_destroy(pattern) }
        guard stops.contains(where: { !$0.color.isInvisible }) else { return false }
        for stop in stops {
            let c = stop.color
            cairo_pattern_add_color_stop_rgba(
                pattern, clampedToUnit(stop.offset), clampedToUnit(c.red), clampedToUnit(c.green),
                clampedToUnit(c.blue), clampedToUnit(c.alpha))
        }
        cairo_set_source(context.handle, pattern)
        invalidateSource()
        return true
    }

    /// A gradient without extent shows what lies beyond its end.
    private mutating func useLast(_ stops: [GradientStop]) -> Bool {
        guard let color = stops.max(by: { $0.offset < $1.offset })?.color, !color.isInvisible else { return false }
        use(color)
        return true
    }

    private func isDrawable(_ numbers: [Double]) -> Bool {
        numbers.allSatisfy { abs($0) <= CairoContext.maxCoordinate }
    }
}
