// SPDX-License-Identifier: MIT
import CCairo
import MapPlane
import MapRuntime

/// Paints marks on the surface of one band.
struct BandPainter: ~Copyable {
    let context: CairoContext
    /// The area that the surface covers.
    let area: PixelRect
    /// The clip for painting that bypasses cairo; nil for the whole area.
    private(set) var clip: PixelSpans?
    let shared: DownscaledBitmaps
    let figures: FigureIndexCache
    /// How near the faces are that were painted; nil as long as there are none.
    var depths: DepthBuffer?
    /// The current source, nil when it is unknown or not a solid color; avoids setting the same source again.
    private var color: Color?

    /// Paints items into the rows of `area`; `pixels` holds exactly these rows.
    static func paint(
        _ items: [Int], of drawing: Drawing, _ area: PixelRect, into pixels: UnsafeMutableBufferPointer<UInt32>,
        _ shared: DownscaledBitmaps, _ figures: FigureIndexCache
    ) throws(CairoError) {
        guard let base = pixels.baseAddress else { return }
        let surface = try CairoSurface(pixels: base, width: area.width, height: area.height)
        var painter = BandPainter(
            context: try CairoContext(surface, origin: area.origin), area, shared: shared, figures: figures)
        for index in items where !WorkCancellation.isRequested {
            let item = drawing.items[index]
            try painter.paint(item.mark, within: area.touched(by: item.bounds))
            try painter.context.check("paint \(item.id)")
        }
        surface.finish()
    }

    private init(
        context: consuming CairoContext, _ area: PixelRect, shared: DownscaledBitmaps, figures: FigureIndexCache
    ) {
        self.context = context
        self.area = area
        self.figures = figures
        self.shared = shared
    }

    /// Paints the part of a mark inside a rectangle.
    mutating func paint(_ mark: Mark, within area: PixelRect) throws(CairoError) {
        guard !area.isEmpty else { return }
        switch mark {
        case .fill(let path, let rule, let paint): try fill(path, rule, paint, area)
        case .aliasedFill(let path, .color(let color)): aliasedFill(path, figures.figures(of: path), color, area)
        case .aliasedFill(let path, let paint):
            cairo_set_antialias(context.handle, CAIRO_ANTIALIAS_NONE)
            try fill(path, .nonZero, paint, area)
            cairo_set_antialias(context.handle, CAIRO_ANTIALIAS_DEFAULT)
        case .edge(let path, let paint): try paintEdge(path, paint, area)
        case .stroke(let path, let style, let color): stroke(path, style, color, area)
        case .ribbon(let ribbon): paint(ribbon, area)
        case .circles(let circles): paint(circles, area)
        case .glyphs(let run): try self.paint(run, area)
        case .image(let image): try self.paint(image, area)
        case .sdf(let shapes): try self.paint(shapes, area)
        case .group(let group): try self.paint(group, area)
        case .maskedFill(let maskedFill): try self.paint(maskedFill, area)
        case .faces(let faces): self.paint(faces, area)
        }
    }

    mutating func use(_ color: Color) {
        if color == self.color { return }
        context.setSource(color)
        self.color = color
    }

    /// Must be called after cairo's source was changed directly.
    mutating func invalidateSource() {
        color = nil
    }

    private mutating func stroke(_ path: Path, _ style: StrokeStyle, _ color: Color, _ area: PixelRect) {
        guard style.width > 0, !color.isInvisible else { return }
        let outset = min(style.outset, CairoContext.maxCoordinate)
        let line = style.dash.isEmpty ? path : figures.dashed(path, style)
        let index = figures.figures(of: line)
        if CrowdedFill.isNeeded(for: line, in: area) {
            let outline = figures.outline(of: line, style)
            return fillCrowded(outline, .nonZero, color, area)
        }
        guard context.append(line, index, touching: area.rect, outset: outset) else { return }
        context.setStroke(style)
        use(color)
        cairo_stroke(context.handle)
    }

    private mutating func fill(_ path: Path, _ rule: FillRule, _ paint: Paint, _ area: PixelRect) throws(CairoError) {
        context.setFillRule(rule)
        switch paint {
        case .color(let color) where CrowdedFill.isNeeded(for: path, in: area):
            if !color.isInvisible { fillCrowded(path, rule, color, area) }
        case .color(let color):
            guard !color.isInvisible,
                context.append(path, figures.figures(of: path), touching: area.rect, outset: 0)
            else { return }
            use(color)
            cairo_fill(context.handle)
        case .linearGradient(let gradient):
            guard setSource(gradient) else { return }
            context.append(path)
            cairo_fill(context.handle)
        case .radialGradient(let gradient):
            guard setSource(gradient) else { return }
            context.append(path)
            cairo_fill(context.handle)
        case .pattern(let bitmap, let transform, let opacity):
            let image = PlacedImage(bitmap, transform, opacity, .linear, .tile)
            try paintImage(image, area.touched(by: path.bounds), over: path)
        }
    }

    private func fillCrowded(_ path: Path, _ rule: FillRule, _ color: Color, _ area: PixelRect) {
        composite(CrowdedFill(area, rule: rule).coverage(of: path), color)
    }

    private mutating func paint(_ group: Group, _ area: PixelRect) throws(CairoError) {
        guard group.opacity > 0 else { return }
        guard let clip = group.clip else { return try paint(group.marks, group.opacity, group.blend, area) }
        let clipRect = clip.box
        let visible = clipRect.map(area.centered) ?? area.touched(by: clip.bounds)
        guard !visible.isEmpty else { return }
        let outer = self.clip
        if clipRect == nil { self.clip = outer.map { PixelSpans(clip, within: $0) } ?? PixelSpans(clip, in: visible) }
        if Mark.group(group).isPaintedWithoutCairo {
            try paint(group.marks, visible)
        } else {
            cairo_save(context.handle)
            if clipRect == nil { context.clip(to: clip) } else { context.clip(to: visible) }
            try paint(group.marks, group.opacity, group.blend, visible)
            cairo_restore(context.handle)
            invalidateSource()
        }
        self.clip = outer
    }

    private mutating func paint(_ marks: [Mark], _ area: PixelRect) throws(CairoError) {
        for (index, mark) in marks.enumerated() {
            if index & 15 == 15, WorkCancellation.isRequested { return }
            try paint(mark, within: area)
        }
    }

    private mutating func paint(
        _ marks: [Mark], _ opacity: Double, _ blend: BlendMode, _ area: PixelRect
    ) throws(CairoError) {
        guard opacity < 1 || blend != .normal else { return try paint(marks, area) }
        let layer = try CairoSurface(layerOf: area)
        var painter = try BandPainter(on: layer, area, like: self)
        try painter.paint(marks, area)
        try painter.context.check("paint a layer")
        cairo_save(context.handle)
        context.clip(to: area)
        cairo_set_source_surface(context.handle, layer.handle, area.origin.x, area.origin.y)
        cairo_set_operator(context.handle, blend.cairoValue)
        cairo_paint_with_alpha(context.handle, clampedToUnit(opacity))
        cairo_restore(context.handle)
        invalidateSource()
    }

    /// Creates a painter for another surface of the same band.
    init(on surface: borrowing CairoSurface, _ area: PixelRect, like other: borrowing BandPainter) throws(CairoError) {
        self.init(
            context: try CairoContext(surface, origin: area.origin), area, shared: other.shared, figures: other.figures)
    }
}
