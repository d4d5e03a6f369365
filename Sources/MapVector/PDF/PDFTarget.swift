// SPDX-License-Identifier: MIT
import CCairo
import MapCanvas
import MapPlane

/// Renders vector operations to a page with cairo.
final class PDFTarget: VectorTarget {
    let context: OpaquePointer
    private(set) var drawing: Drawing
    var fonts: [ObjectIdentifier: PDFFont] = [:]
    /// Cairo embeds a surface once, however often it is drawn.
    private var surfaces: [ObjectIdentifier: (bitmap: Bitmap, surface: OpaquePointer)] = [:]
    private var fadedBitmaps: [ObjectIdentifier: [Double: Bitmap]] = [:]
    /// The invisible font of text overlays.
    private var wordFont: OpaquePointer?
    private var groups: [(opacity: Double, blend: BlendMode)] = []
    private var fieldOutlines: [ObjectIdentifier: Path] = [:]

    init(_ context: OpaquePointer, _ drawing: Drawing) {
        self.context = context
        self.drawing = drawing
    }

    /// Begins the next page of a document. Fonts are kept; bitmaps are not, of which there may be any number.
    func begin(_ drawing: Drawing) {
        self.drawing = drawing
        releaseBitmaps()
    }

    private func releaseBitmaps() {
        for cached in surfaces.values { cairo_surface_destroy(cached.surface) }
        surfaces = [:]
        fadedBitmaps = [:]
        fieldOutlines = [:]
    }

    deinit {
        releaseBitmaps()
        for font in fonts.values { cairo_font_face_destroy(font.face) }
        if let wordFont { cairo_font_face_destroy(wordFont) }
    }

    // PDF pages have no named groups.
    func beginPart(_ part: VectorPart) {}
    func endPart() {}

    func beginLink(_ address: String) {
        cairo_tag_begin(context, CAIRO_TAG_LINK, "uri='\(address.asPrintableAddress)'")
    }

    func endLink() {
        cairo_tag_end(context, CAIRO_TAG_LINK)
    }

    func beginGroup(clip: Path?, opacity: Double, blend: BlendMode) {
        cairo_save(context)
        if let clip {
            trace(clip)
            cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
            cairo_clip(context)
        }
        if opacity < 1 || blend != .normal { cairo_push_group(context) }
        groups.append((opacity, blend))
    }

    func endGroup() {
        guard let (opacity, blend) = groups.popLast() else { return }
        if opacity < 1 || blend != .normal {
            cairo_pop_group_to_source(context)
            cairo_set_operator(context, blend.cairoValue)
            cairo_paint_with_alpha(context, max(0, opacity))
        }
        cairo_restore(context)
    }

    static let sharesArtwork = false
    func beginArtwork() {}
    func endArtwork(at position: Point) {}

    func fill(_ path: Path, _ rule: FillRule, _ paint: Paint) {
        guard use(paint) else { return }
        trace(path)
        cairo_set_fill_rule(context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        cairo_fill(context)
    }

    func fill(_ path: Path, _ color: Color, outlined pen: VectorPen) {
        use(color)
        trace(path)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        cairo_fill_preserve(context)
        stroke(pen)
        cairo_new_path(context)
    }

    func stroke(_ paths: [Path], _ pen: VectorPen) {
        for path in paths { stroke(path, [pen]) }
    }

    func stroke(_ path: Path, _ pens: [VectorPen]) {
        trace(path)
        for pen in pens { stroke(pen) }
        cairo_new_path(context)
    }

    func circle(_ center: Point, _ circle: VectorCircle) {
        let path = { (radius: Double) in Path.circle(center: center, radius: radius) }
        guard circle.stops.isEmpty else {
            let gradient = RadialGradient(center: center, radius: circle.gradientRadius, stops: circle.stops)
            return fill(path(circle.gradientRadius), .nonZero, .radialGradient(gradient))
        }
        let outline = path(max(0, circle.radius - circle.strokeWidth / 2))
        if !circle.fill.isInvisible { fill(outline, .nonZero, .color(circle.fill)) }
        if circle.strokeWidth > 0, !circle.stroke.isInvisible {
            stroke(
                outline, [VectorPen(style: StrokeStyle(width: circle.strokeWidth, join: .round), color: circle.stroke)])
        }
    }

    func glyphs(_ glyphs: VectorGlyphs) {
        if !glyphs.edges.isEmpty {
            traceOutlines(of: glyphs)
            for pen in glyphs.edges { stroke(pen) }
            cairo_new_path(context)
        }
        guard !glyphs.color.isInvisible else { return }
        use(glyphs.color)
        // Text with individually rotated letters would be extracted letter by letter.
        if let run = glyphs.run, run.isStraight, show(run) { return }
        traceOutlines(of: glyphs)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        cairo_fill(context)
        addTextOverlay(glyphs)
    }

    /// Adds an invisible text layer over outlines.
    private func addTextOverlay(_ glyphs: VectorGlyphs) {
        let boxes = glyphs.pieces.map { piece -> (box: Rect, transform: Transform) in
            switch piece.shape {
            case .glyph(let face, let id): (face.outline(of: id).bounds, piece.transform)
            case .field(let field):
                (Rect(x: 0, y: 0, width: Double(field.width), height: Double(field.height)), piece.transform)
            }
        }
        guard let words = PDFTextOverlay(glyphs.text, boxes.filter { !$0.box.isNull }),
            let font = wordFont ?? PDFTextOverlay.font()
        else { return }
        wordFont = font
        show(words, font)
    }

    func image(_ image: ImageMark) {
        guard let surface = surface(of: image.bitmap) else { return }
        cairo_save(context)
        var matrix = image.transform.matrix
        cairo_transform(context, &matrix)
        cairo_set_source_surface(context, surface, 0, 0)
        let filter = image.sampling == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD
        cairo_pattern_set_filter(cairo_get_source(context), filter)
        cairo_paint_with_alpha(context, max(0, min(1, image.opacity)))
        cairo_restore(context)
    }

    /// The bitmap as a cairo surface, copied once.
    func surface(of bitmap: Bitmap) -> OpaquePointer? {
        if let cached = surfaces[ObjectIdentifier(bitmap)] { return cached.surface }
        let format = bitmap.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
        guard let surface = cairo_image_surface_create(format, Int32(bitmap.width), Int32(bitmap.height))
        else { return nil }
        surfaces[ObjectIdentifier(bitmap)] = (bitmap, surface)
        guard let target = cairo_image_surface_get_data(surface) else { return nil }
        let stride = Int(cairo_image_surface_get_stride(surface))
        bitmap.pixels.withUnsafeBytes { pixels in
            guard let source = pixels.baseAddress else { return }
            for row in 0..<bitmap.height {
                UnsafeMutableRawPointer(target + row * stride).copyMemory(
                    from: source + row * bitmap.width * 4, byteCount: bitmap.width * 4)
            }
        }
        cairo_surface_mark_dirty(surface)
        return surface
    }

    /// The bitmap multiplied by an opacity, computed once.
    func faded(_ bitmap: Bitmap, _ opacity: Double) -> Bitmap {
        guard opacity < 1 else { return bitmap }
        if let cached = fadedBitmaps[ObjectIdentifier(bitmap)]?[opacity] { return cached }
        let faded = bitmap.faded(opacity)
        fadedBitmaps[ObjectIdentifier(bitmap), default: [:]][opacity] = faded
        return faded
    }

    private func traceOutlines(of glyphs: VectorGlyphs) {
        cairo_new_path(context)
        for piece in glyphs.pieces {
            switch piece.shape {
            case .glyph(let face, let id): append(face.outline(of: id).transformed(by: piece.transform))
            case .field(let field):
                let outline = fieldOutlines[ObjectIdentifier(field)] ?? SDFContour.path(of: field)
                fieldOutlines[ObjectIdentifier(field)] = outline
                append(outline.transformed(by: piece.transform))
            }
        }
    }
}
