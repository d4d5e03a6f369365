// SPDX-License-Identifier: MIT
import CCairo
import MapCore
import MapGeometry
import MapImages

/// Paints marks on the surface of one band.
struct BandPainter: ~Copyable {
    let context: CairoContext
    /// Nil for a surface of coverages alone.
    private let pixels: SurfacePixels?
    /// The area that the surface covers.
    let area: PixelRect
    /// The clip for painting that bypasses cairo; nil for the whole area.
    private(set) var clip: PixelSpans?
    let shared: DownscaledBitmaps
    let figures: FigureIndexCache
    /// Nil where nothing is kept.
    let shapes: PaintedShapes?
    /// True where cairo paints less than the whole area.
    private(set) var isClipped = false
    /// How near the faces are that were painted; nil as long as there are none.
    var depths: DepthBuffer?
    /// Zeros for the next mask, which would be cleared first if it were new; empty as long as there was none.
    var memory: [UInt8] = []
    /// The current source, nil when it is unknown or not a solid color; avoids setting the same source again.
    private var color: Color?

    /// Paints items into the rows of `area`; `pixels` holds exactly these rows. `memory` is that of masks, for the next band.
    static func paint(
        _ items: ArraySlice<Int>, of drawing: Drawing, _ area: PixelRect,
        into pixels: UnsafeMutableBufferPointer<UInt32>, _ shared: DownscaledBitmaps, _ figures: FigureIndexCache,
        _ shapes: PaintedShapes?, _ memory: inout [UInt8]
    ) throws(CairoError) {
        guard !items.isEmpty, let base = pixels.baseAddress else { return }
        let surface = try CairoSurface(pixels: base, width: area.width, height: area.height)
        var painter = try BandPainter(on: surface, area, shared: shared, figures: figures, shapes: shapes)
        swap(&painter.memory, &memory)
        for index in items where !WorkContext.isCancelled {
            let item = drawing.items[index]
            try painter.paint(item.mark, within: area.touched(by: item.bounds))
            try painter.context.check("paint \(item.id)")
        }
        swap(&painter.memory, &memory)
        surface.finish()
    }

    private init(
        on surface: borrowing CairoSurface, _ area: PixelRect, shared: DownscaledBitmaps, figures: FigureIndexCache,
        shapes: PaintedShapes?
    ) throws(CairoError) {
        context = try CairoContext(surface, origin: area.origin)
        pixels = SurfacePixels(surface.handle, area)
        self.area = area
        self.figures = figures
        self.shared = shared
        self.shapes = shapes
    }

    /// Paints the part of a mark inside a rectangle.
    mutating func paint(_ mark: Mark, within area: PixelRect) throws(CairoError) {
        guard !area.isEmpty else { return }
        switch mark {
        case .fill(let path, let rule, let paint): try fill(path, rule, paint, area)
        case .aliasedFill(let path, .color(let color)):
            aliasedFill(path, color, area)
        case .aliasedFill(let path, let paint):
            cairo_set_antialias(context.handle, CAIRO_ANTIALIAS_NONE)
            try fill(path, .nonZero, paint, area)
            cairo_set_antialias(context.handle, CAIRO_ANTIALIAS_DEFAULT)
        case .edge(let path, let paint): paintEdge(path, paint, area)
        case .stroke(let path, let style, let color): try stroke(path, style, color, area)
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

    private mutating func stroke(
        _ path: Path, _ style: StrokeStyle, _ color: Color, _ area: PixelRect
    ) throws(CairoError) {
        guard style.width > 0, !color.isInvisible else { return }
        let outset = min(style.outset, CairoContext.maxCoordinate)
        let line = style.dash.isEmpty ? path : figures.dashed(path, style)
        let index = figures.figures(of: line)
        if DenseFillRasterizer.isNeeded(for: line, in: area) {
            let outline = figures.outline(of: line, style)
            return fillCrowded(outline, .nonZero, color, area)
        }
        let isKept = try paintAgain(.line(path, style), area, outset: outset, [color]) { painter in
            painter.context.append(line, index, touching: area.rect, outset: outset)
        } paint: { painter, _ in
            painter.context.setStroke(style)
            cairo_stroke_preserve(painter.context.handle)
        }
        guard !isKept, context.append(line, index, touching: area.rect, outset: outset) else { return }
        context.setStroke(style)
        use(color)
        cairo_stroke(context.handle)
    }

    private mutating func fill(_ path: Path, _ rule: FillRule, _ paint: Paint, _ area: PixelRect) throws(CairoError) {
        context.setFillRule(rule)
        switch paint {
        case .color(let color) where DenseFillRasterizer.isNeeded(for: path, in: area):
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
        var coverage = DenseFillRasterizer(area, rule: rule).coverage(of: path)
        _ = composite(&coverage, color)
    }

    private mutating func paint(_ group: Group, _ area: PixelRect) throws(CairoError) {
        guard group.opacity > 0 else { return }
        guard let clip = group.clip else { return try paint(group.marks, group.opacity, group.blend, area) }
        let clipRect = clip.box
        let visible = clipRect.map(area.centered) ?? area.touched(by: clip.bounds)
        guard !visible.isEmpty else { return }
        let outer = self.clip
        if clipRect == nil { self.clip = outer.map { PixelSpans(clip, within: $0) } ?? PixelSpans(clip, in: visible) }
        if group.opacity >= 1, group.blend == .normal,
            figures.summary(of: group.marks)?.arePaintedWithoutCairo
                ?? group.marks.allSatisfy(\.isPaintedWithoutCairo)
        {
            try paint(group.marks, visible)
        } else {
            cairo_save(context.handle)
            if clipRect == nil { context.clip(to: clip) } else { context.clip(to: visible) }
            let wasClipped = isClipped
            isClipped = true
            try paint(group.marks, group.opacity, group.blend, visible)
            isClipped = wasClipped
            cairo_restore(context.handle)
            invalidateSource()
        }
        self.clip = outer
    }

    private mutating func paint(_ marks: [Mark], _ area: PixelRect) throws(CairoError) {
        let (boxes, visible) = (figures.summary(of: marks)?.boxes, area.rect)
        var count = 0
        for index in marks.indices {
            // Most bands see few of the marks of buildings.
            if let boxes, boxes[index].isBeside(visible) { continue }
            count &+= 1
            if count & 15 == 0, WorkContext.isCancelled { return }
            try paint(marks[index], within: area)
        }
    }

    private mutating func paint(
        _ marks: [Mark], _ opacity: Double, _ blend: BlendMode, _ area: PixelRect
    ) throws(CairoError) {
        guard opacity < 1 || blend != .normal else { return try paint(marks, area) }
        let layer = try CairoSurface(layerOf: area)
        var painter = try BandPainter(on: layer, area, like: self)
        try painter.paint(marks, area)
        var opacity = clampedToUnit(opacity)
        if blend.mixesComponents, opacity < 1 {
            // Cairo's image backend is wrong by up to 23 of 255 levels when it blends so and reduces the opacity at the same time.
            cairo_set_operator(painter.context.handle, CAIRO_OPERATOR_DEST_IN)
            cairo_paint_with_alpha(painter.context.handle, opacity)
            opacity = 1
        }
        try painter.context.check("paint a layer")
        cairo_save(context.handle)
        context.clip(to: area)
        cairo_set_source_surface(context.handle, layer.handle, area.origin.x, area.origin.y)
        cairo_set_operator(context.handle, blend.cairoValue)
        cairo_paint_with_alpha(context.handle, opacity)
        cairo_restore(context.handle)
        invalidateSource()
    }

    /// Memory for a mask of any part of the area; it is kept afterwards if it was cleared. A mask under a clip is not.
    mutating func takeMemory() -> [UInt8] {
        guard clip == nil else { return [] }
        defer { memory = [] }
        return memory.isEmpty ? Coverage(area).values : memory
    }

    /// Creates a painter for another surface of the same band.
    init(on surface: borrowing CairoSurface, _ area: PixelRect, like other: borrowing BandPainter) throws(CairoError) {
        try self.init(on: surface, area, shared: other.shared, figures: other.figures, shapes: other.shapes)
    }
}

extension BandPainter {
    /// Composites a layer over the output.
    mutating func composite(_ layer: borrowing PixelLayer, opacity: Double = 1) {
        let area = layer.area
        guard !area.isEmpty else { return }
        layer.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            let bytes = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self)
            guard
                let surface = cairo_image_surface_create_for_data(
                    bytes, CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height), Int32(layer.stride * 4))
            else { return }
            cairo_set_source_surface(context.handle, surface, area.origin.x, area.origin.y)
            cairo_pattern_set_filter(cairo_get_source(context.handle), CAIRO_FILTER_NEAREST)
            if opacity < 1 {
                cairo_save(context.handle)
                context.clip(to: area)
                cairo_paint_with_alpha(context.handle, clampedToUnit(opacity))
                cairo_restore(context.handle)
            } else {
                cairo_rectangle(
                    context.handle, area.origin.x, area.origin.y, Double(area.width), Double(area.height))
                cairo_fill(context.handle)
            }
            // Replaces the source, so that cairo releases the surface before its pixels are freed.
            invalidateSource()
            use(.black)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }
}

/// Direct access to the pixels of the painter's surface.
struct SurfacePixels {
    private let base: UnsafeMutableRawPointer
    private let bytesPerRow: Int
    private let area: PixelRect

    /// Returns nil for a surface without accessible pixels.
    fileprivate init?(_ surface: OpaquePointer, _ area: PixelRect) {
        guard cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32,
            Int(cairo_image_surface_get_width(surface)) >= area.width,
            Int(cairo_image_surface_get_height(surface)) >= area.height,
            let base = cairo_image_surface_get_data(surface)
        else { return nil }
        self.base = UnsafeMutableRawPointer(base)
        bytesPerRow = Int(cairo_image_surface_get_stride(surface))
        self.area = area
    }

    /// The address of a pixel inside the area; the pixels to its right follow.
    @inline(__always)
    func pointer(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
        (base + (y &- area.minY) &* bytesPerRow).assumingMemoryBound(to: UInt32.self) + (x &- area.minX)
    }
}

// Solid colors bypass cairo, whose overhead per span is high: a map has about 100,000 spans.
extension BandPainter {
    /// True where all pixels of the area can be changed directly.
    var isUnclipped: Bool { pixels != nil && !isClipped && clip == nil }

    /// Flushes the surface, gives access to its pixels, and marks it as modified.
    func withPixels(_ body: (SurfacePixels) -> Void) {
        guard let pixels, let surface = cairo_get_target(context.handle) else { return }
        cairo_surface_flush(surface)
        body(pixels)
        cairo_surface_mark_dirty(surface)
    }

    /// Calls `body` for the parts of a row that the clip leaves.
    @inline(__always)
    func forEachUnclipped(_ row: Int, _ from: Int, _ to: Int, _ body: (Int, Int) -> Void) {
        if let clip { clip.forEach(in: row, from, to, body) } else { body(from, to) }
    }

    /// Fills the pixels whose centers lie inside a path.
    func aliasedFill(_ path: Path, _ color: Color, _ area: PixelRect) {
        let index = figures.figures(of: path)
        let visible = area.intersection(self.area).touched(by: index?.bounds ?? path.bounds)
        guard !visible.isEmpty, !color.isInvisible else { return }
        let blender = SolidBlender(color)
        withPixels { pixels in
            guard let clip else {
                // Spans of buildings are short: no call for each.
                if blender.isOpaque {
                    AliasedRasterizer.forEachSpan(of: path, index, in: visible) { y, from, to in
                        blender.set(pixels.pointer(from, y), to &- from)
                    }
                } else {
                    AliasedRasterizer.forEachSpan(of: path, index, in: visible) { y, from, to in
                        blender.fill(pixels.pointer(from, y), to &- from)
                    }
                }
                return
            }
            AliasedRasterizer.forEachSpan(of: path, index, in: visible) { y, from, to in
                clip.forEach(in: y, from, to) { blender.fill(pixels.pointer($0, y), $1 - $0) }
            }
        }
    }

    /// Composites a color through a coverage mask, and clears what is visible of it; true when that is all.
    func composite(_ coverage: inout Coverage, _ color: Color) -> Bool {
        guard !color.isInvisible else { return false }
        let blender = SolidBlender(color)
        return forEachUnclipped(&coverage) { _, _, pixels, covers, count in
            blender.fill(pixels, clearing: covers, count)
        }
    }

    /// Composites an image through a coverage mask, and clears what is visible of it; true when that is all.
    func composite(_ coverage: inout Coverage, _ image: PlacedImage) -> Bool {
        guard let sampler = sampler(of: image) else { return false }
        return forEachUnclipped(&coverage) { x, y, pixels, covers, count in
            SolidBlender.composite(over: pixels, clearing: covers, count) { sampler[x &+ $0, y] }
        }
    }

    /// Calls `body` for the visible parts of a mask's rows, with the position of the first pixel, the pixels, their
    /// coverages and their number; true when that is all of the mask.
    @inline(__always)
    private func forEachUnclipped(
        _ coverage: inout Coverage,
        _ body: (Int, Int, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt8>, Int) -> Void
    ) -> Bool {
        let visible = coverage.area.intersection(area)
        guard !visible.isEmpty else { return false }
        let (origin, stride) = (coverage.area, coverage.stride)
        var isPainted = false
        coverage.paint { base in
            withPixels { pixels in
                for y in visible.minY..<visible.maxY {
                    let row = base + (y - origin.minY) * stride - origin.minX
                    forEachUnclipped(y, visible.minX, visible.maxX) { from, to in
                        body(from, y, pixels.pointer(from, y), row + from, to - from)
                    }
                }
                isPainted = true
            }
        }
        return isPainted && clip == nil && visible == origin
    }
}

extension Rect {
    /// True when both share no area; false for NaN.
    fileprivate func isBeside(_ r: Rect) -> Bool {
        maxX <= r.minX || minX >= r.maxX || maxY <= r.minY || minY >= r.maxY
    }
}

extension Mark {
    /// True for marks that are painted without cairo and observe `BandPainter.clip` themselves.
    var isPaintedWithoutCairo: Bool {
        switch self {
        case .aliasedFill(_, .color), .edge, .faces: true
        case .ribbon(let ribbon):
            if case .color = ribbon.paint { true } else { false }
        case .group(let group):
            group.opacity >= 1 && group.blend == .normal && group.marks.allSatisfy(\.isPaintedWithoutCairo)
        case .fill, .aliasedFill, .stroke, .circles, .glyphs, .image, .sdf, .maskedFill: false
        }
    }
}
