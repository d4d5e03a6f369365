// SPDX-License-Identifier: MIT
import CCairo
import MapCore
import MapGeometry
import MapImages

extension BandPainter {
    /// Returns false when the gradient is invisible.
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

    /// A gradient without extent shows its last color.
    private mutating func useLast(_ stops: [GradientStop]) -> Bool {
        guard let color = stops.max(by: { $0.offset < $1.offset })?.color, !color.isInvisible else { return false }
        use(color)
        return true
    }

    private func isDrawable(_ numbers: [Double]) -> Bool {
        numbers.allSatisfy { abs($0) <= CairoContext.maxCoordinate }
    }
}

extension BandPainter {
    mutating func paint(_ maskedFill: MaskedFill, _ area: PixelRect) throws(CairoError) {
        let area = area.touched(by: maskedFill.area)
        guard !area.isEmpty, !maskedFill.color.isInvisible else { return }
        let mask = try CairoSurface(layerOf: area)
        var painter = try BandPainter(on: mask, area, like: self)
        cairo_set_source_rgba(painter.context.handle, 0, 0, 0, 1)
        cairo_paint(painter.context.handle)
        // Each ring replaces the mask below it instead of accumulating, so that rounding errors do not add up.
        cairo_set_operator(painter.context.handle, CAIRO_OPERATOR_SOURCE)
        let rings = maskedFill.rings
        for index in rings.indices { painter.clear(maskedFill.holes, index, rings, area) }
        try painter.context.check("paint a masked fill")
        use(maskedFill.color)
        cairo_save(context.handle)
        context.clip(to: area)
        cairo_mask_surface(context.handle, mask.handle, area.origin.x, area.origin.y)
        cairo_restore(context.handle)
    }

    /// So far from the edge of an area, in pixels, no pixel is partly inside.
    private static let edgePixels = 2.0

    /// Sets the mask to a ring's remaining opacity around all holes.
    private mutating func clear(
        _ holes: [MaskedFill.Hole], _ index: Int, _ rings: [MaskedFill.Ring], _ area: PixelRect
    ) {
        let ring = rings[index]
        cairo_set_source_rgba(context.handle, 0, 0, 0, clampedToUnit(ring.opacity))
        for hole in holes {
            // The round joins of a wide stroke take long.
            guard !WorkContext.isCancelled else { return }
            let radius = min(hole.radius + ring.distance, CairoContext.maxCoordinate / 16)
            // The inside is not filled where the next ring covers all of its edge, and the last one the rest.
            let isCovered =
                rings.dropFirst(index + 1).first.map { hole.radius + $0.distance >= Self.edgePixels } ?? false
            if hole.isFilled, !isCovered, context.append(hole.path, touching: area.rect, outset: 0) {
                context.setFillRule(.evenOdd)
                cairo_fill(context.handle)
            }
            if let contours = hole.contours {
                // An enlarged fill may have more rings than there are contours.
                let index = Int(Double(index) / Double(rings.count) * Double(contours.count))
                guard contours.indices.contains(index), context.append(contours[index], touching: area.rect, outset: 0)
                else { continue }
                context.setFillRule(.nonZero)
                cairo_fill(context.handle)
                continue
            }
            guard radius > 0, context.append(hole.path, touching: area.rect, outset: radius) else { continue }
            context.setStroke(StrokeStyle(width: 2 * radius, cap: .round, join: .round))
            cairo_stroke(context.handle)
        }
    }
}
