// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

extension BandPainter {
    mutating func paint(_ maskedFill: MaskedFill, _ area: PixelRect) throws(CairoError) {
        let area = area.touched(by: maskedFill.area)
        guard !area.isEmpty, !maskedFill.color.isInvisible else { return }
        let mask = try CairoSurface(layerOf: area)
        var painter = try BandPainter(on: mask, area, like: self)
        cairo_set_source_rgba(painter.context.handle, 0, 0, 0, 1)
        cairo_paint(painter.context.handle)
        // Each ring takes the place of what is there, instead of adding up: no rounding gathers, whatever the order.
        cairo_set_operator(painter.context.handle, CAIRO_OPERATOR_SOURCE)
        for ring in maskedFill.rings { painter.clear(maskedFill.holes, ring, area) }
        try painter.context.check("paint a veil")
        use(maskedFill.color)
        cairo_save(context.handle)
        context.clip(to: area)
        cairo_mask_surface(context.handle, mask.handle, area.origin.x, area.origin.y)
        cairo_restore(context.handle)
    }

    /// Sets what is left of the veil within a ring around all holes.
    private mutating func clear(_ holes: [MaskedFill.Hole], _ ring: MaskedFill.Ring, _ area: PixelRect) {
        cairo_set_source_rgba(context.handle, 0, 0, 0, clampedToUnit(ring.left))
        for hole in holes {
            let radius = min(hole.radius + ring.distance, CairoContext.maxCoordinate / 16)
            if hole.isFilled, context.append(hole.path, touching: area.rect, outset: 0) {
                context.setFillRule(.evenOdd)
                cairo_fill(context.handle)
            }
            guard radius > 0, context.append(hole.path, touching: area.rect, outset: radius) else { continue }
            context.setStroke(StrokeStyle(width: 2 * radius, cap: .round, join: .round))
            cairo_stroke(context.handle)
        }
    }
}
