// SPDX-License-Identifier: MIT
import CCairo
import MapGeometry
import MapImages
package import MapText

extension BandPainter {
    /// Runs with more glyphs are reduced to those near a band.
    private static let longRun = 64

    mutating func paint(_ run: GlyphRun, _ area: PixelRect) throws(CairoError) {
        guard run.size > 0, run.size.isFinite else { return }
        guard run.glyphs.count > Self.longRun, run.reach < CairoContext.maxCoordinate / 4 else {
            return try paint(run, beside: nil, area)
        }
        let window = area.rect.inset(by: -run.reach)
        var part = run
        part.glyphs = run.glyphs.filter { window.contains($0.origin) }
        guard !part.glyphs.isEmpty else { return }
        // Above the bitmap, to whose top the area need not reach.
        try paint(part, beside: Point(window.minX, min(0, window.minY) - run.reach), area)
    }

    /// Paints a run, or a part of one beside a point from which nothing is visible.
    private mutating func paint(_ run: GlyphRun, beside corner: Point?, _ area: PixelRect) throws(CairoError) {
        try paintOutlines(of: run.outlined, beside: corner, area)
        for mark in run.colorMarks { try paint(mark, within: area) }
    }

    private mutating func paintOutlines(
        of run: GlyphRun, beside corner: Point?, _ area: PixelRect
    ) throws(CairoError) {
        guard !run.glyphs.isEmpty else { return }
        let halo = run.halo.flatMap { $0.color.isInvisible || !($0.width + $0.blur > 0) ? nil : $0 }
        if corner == nil, try paintAgain(run, halo, area) { return }
        if let halo {
            if run.color.isOpaque {
                addOutlines(of: run, beside: corner)
                for ring in halo.rings { paint(ring, halo.color.opacity(ring.opacity)) }
            } else {
                // Visible through the glyphs: the inside must be covered too, and nothing twice.
                try paintTranslucent(halo, of: run, beside: corner, area)
            }
        }
        if !run.color.isInvisible {
            if halo == nil || !run.color.isOpaque { addOutlines(of: run, beside: corner) }
            context.setFillRule(.nonZero)
            use(run.color)
            cairo_fill(context.handle)
        }
        cairo_new_path(context.handle)
    }

    /// Paints an opaque run that was painted before.
    private func paintAgain(_ run: GlyphRun, _ halo: GlyphRun.Halo?, _ area: PixelRect) throws(CairoError) -> Bool {
        guard run.color.isOpaque else { return false }
        var run = run
        run.halo = halo
        let rings = halo?.rings ?? []
        let colors = rings.compactMap { ring in halo?.color.opacity(ring.opacity) } + [run.color]
        return try paintAgain(.text(run), area, outset: rings.map(\.radius).max() ?? 0, colors) { painter in
            painter.addOutlines(of: run, beside: nil)
            return true
        } paint: { painter, part in
            if part < rings.count { return painter.stroke(rings[part]) }
            painter.context.setFillRule(.nonZero)
            cairo_fill_preserve(painter.context.handle)
        }
    }

    private func addOutlines(of run: GlyphRun, beside corner: Point?) {
        // Cairo rasterizes paths with axis-aligned edges alone differently: which glyphs are left must not matter.
        if let corner { context.appendSlantedEdges(at: corner) }
        for glyph in run.glyphs {
            let transform = Transform.scale(run.size, run.size).then(.rotation(glyph.angle)).then(
                .translation(glyph.origin))
            context.append(glyph.face.outline(of: glyph.id), transform)
        }
    }

    private mutating func paintTranslucent(
        _ halo: GlyphRun.Halo, of run: GlyphRun, beside corner: Point?, _ area: PixelRect
    ) throws(CairoError) {
        let mask = try CairoSurface(layerOf: area)
        var painter = try BandPainter(on: mask, area, like: self)
        painter.addOutlines(of: run, beside: corner)
        for ring in halo.rings { painter.paint(ring, Color.black.opacity(ring.opacity)) }
        painter.use(.black)
        painter.context.setFillRule(.nonZero)
        cairo_fill(painter.context.handle)
        try painter.context.check("paint a halo")
        use(halo.color)
        cairo_mask_surface(context.handle, mask.handle, area.origin.x, area.origin.y)
    }

    private mutating func paint(_ ring: GlyphRun.Halo.Ring, _ color: Color) {
        use(color)
        stroke(ring)
    }

    private func stroke(_ ring: GlyphRun.Halo.Ring) {
        context.setStroke(StrokeStyle(width: 2 * ring.radius, cap: .round, join: .round))
        cairo_stroke_preserve(context.handle)
    }
}

extension GlyphRun {
    /// How far from its origin a glyph may be visible, in pixels: ligatures of whole sentences are some ems wide.
    fileprivate var reach: Double { 16 * size + (halo.map { $0.width + $0.blur } ?? 0) + 2 }
}

extension GlyphRun.Halo {
    /// One of the strokes around the outlines that make up a halo.
    package struct Ring: Hashable {
        /// The distance from the outline, in pixels.
        package var radius: Double
        package var opacity: Double

        package init(radius: Double, opacity: Double) {
            (self.radius, self.opacity) = (radius, opacity)
        }
    }

    /// Strokes from the widest to the narrowest that, composited in order, fade as a MapLibre halo does: a
    /// smoothstep, centered on the width, over twice the blur.
    package var rings: [Ring] {
        let radius = max(0, min(width, CairoContext.maxCoordinate / 16))
        guard blur > 0.05 else { return radius > 0 ? [Ring(radius: radius, opacity: 1)] : [] }
        let blur = min(blur, CairoContext.maxCoordinate / 16)
        let (inner, outer) = (radius - blur, radius + blur)
        let steps = max(2, min(6, Int((2 * min(blur, 100)).rounded(.up))))
        var rings: [Ring] = []
        /// The opacity accumulated by the wider strokes.
        var covered = 0.0
        for step in 0..<steps {
            let fraction = 1 - (Double(step) + 0.5) / Double(steps)
            let radius = inner + (outer - inner) * (fraction + 0.5 / Double(steps))
            guard radius > 0 else { break }
            let target = 1 - fraction * fraction * (3 - 2 * fraction)
            rings.append(Ring(radius: radius, opacity: (target - covered) / (1 - covered)))
            covered = target
        }
        // The last step of the smoothstep is not quite opaque; next to the glyph the halo is.
        if inner > 0 { rings.append(Ring(radius: inner, opacity: 1)) }
        return rings
    }
}

extension BandPainter {
    mutating func paint(_ mark: SDFMark, _ area: PixelRect) throws(CairoError) {
        guard mark.scale > 0, mark.scale.isFinite else { return }
        let touched = area.touched(by: mark.bounds)
        guard !touched.isEmpty else { return }
        let key = PaintedShapes.Key(shape: .field(mark), area: touched, surface: touched)
        let known = shapes?.painted(key) { .image(bitmap(of: mark, touched)) }
        let painted: Bitmap? = if case .image(let bitmap)? = known { bitmap } else { bitmap(of: mark, touched) }
        guard let painted else { return }
        try fill(.rectangle(touched.rect), with: painted, touched.origin, .pad)
    }

    private func bitmap(of mark: SDFMark, _ area: PixelRect) -> Bitmap? {
        var canvas = SDFCanvas(area)
        if let halo = mark.halo, !halo.color.isInvisible, halo.width > 0 || halo.blur > 0 {
            let ramp = SDFCoverage(halo: halo, scale: mark.scale)
            for piece in mark.pieces { canvas.paint(piece, ramp, halo.color) }
        }
        if !mark.color.isInvisible {
            let ramp = SDFCoverage(scale: mark.scale)
            for piece in mark.pieces { canvas.paint(piece, ramp, mark.color) }
        }
        return canvas.bitmap()
    }
}
