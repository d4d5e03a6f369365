// SPDX-License-Identifier: MIT
import CCairo
import MapCanvas
import MapCore
import MapGeometry
import MapImages
import MapText

/// Renders vector operations to a page with cairo.
final class PDFTarget: VectorTarget {
    let context: OpaquePointer
    private(set) var drawing: Drawing
    var fonts: [ObjectIdentifier: PDFFont] = [:]
    private var surfaces = PDFSurfaces()
    /// The invisible font of text overlays.
    private var wordFont: OpaquePointer?
    private var groups: [(opacity: Double, blend: BlendMode)] = []
    private var fieldOutlines: [ObjectIdentifier: Path] = [:]
    /// The first thing that could not be drawn.
    private(set) var failure: CairoError?

    /// The names that links within the document lead to.
    private let destinations: Set<String>

    init(_ context: OpaquePointer, _ drawing: Drawing, destinations: Set<String> = []) {
        self.destinations = destinations
        self.context = context
        self.drawing = drawing
    }

    /// Begins the next page of a document. Fonts are kept; bitmaps are not, of which there may be any number.
    func begin(_ drawing: Drawing) {
        self.drawing = drawing
        layers = []
        surfaces = PDFSurfaces()
        fieldOutlines = [:]
    }

    deinit {
        for font in fonts.values { cairo_font_face_destroy(font.face) }
        if let wordFont { cairo_font_face_destroy(wordFont) }
    }

    func fail(_ error: CairoError) { failure = failure ?? error }

    /// The layers of the page in the order of their markers.
    private(set) var layers: [PDFLayer] = []

    /// PDF pages have no named groups, but layers.
    func beginPart(_ part: VectorPart) {
        let layer = PDFLayer(part)
        guard layers.last != layer else { return }
        layers.append(layer)
        cairo_tag_begin(context, PDFLayer.marker, "")
        cairo_tag_end(context, PDFLayer.marker)
    }

    func endPart() {}

    func beginLink(_ address: String) {
        if address.hasPrefix("#"), destinations.contains(String(address.dropFirst())) {
            return cairo_tag_begin(context, CAIRO_TAG_LINK, "dest='\(String(address.dropFirst()).asPrintableAddress)'")
        }
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
        if !circle.fill.isInvisible { fill(path(circle.fillRadius), .nonZero, .color(circle.fill)) }
        if circle.hasStroke {
            stroke(
                path(circle.strokeRadius),
                [VectorPen(style: StrokeStyle(width: circle.strokeWidth, join: .round), color: circle.stroke)])
        }
    }

    func glyphs(_ glyphs: VectorGlyphs) {
        if !glyphs.edges.isEmpty {
            cairo_save(context)
            if glyphs.isHaloAround {
                traceOutlines(of: glyphs)
                let reach = extents.inset(by: -glyphs.reach)
                cairo_rectangle(context, reach.minX, reach.minY, reach.width, reach.height)
                cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
                cairo_clip(context)
            }
            for pen in glyphs.edges {
                guard glyphs.isHaloBelow, pen == glyphs.edges.last else {
                    traceOutlines(of: glyphs)
                    stroke(pen)
                    continue
                }
                var solid = pen
                solid.color.alpha = 1
                beginGroup(clip: nil, opacity: pen.color.alpha, blend: .normal)
                traceOutlines(of: glyphs)
                stroke(solid)
                cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
                cairo_fill(context)
                endGroup()
            }
            cairo_new_path(context)
            cairo_restore(context)
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
        let bitmap = image.bitmap
        guard
            let surface = found({ () throws(CairoError) in
                try bitmap.isOpaque ? surfaces.pixels(of: bitmap) : surfaces.colors(of: bitmap)
            })
        else { return }
        cairo_save(context)
        defer { cairo_restore(context) }
        var matrix = image.transform.matrix
        cairo_transform(context, &matrix)
        cairo_set_source_surface(context, surface, 0, 0)
        let filter = image.sampling == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD
        cairo_pattern_set_filter(cairo_get_source(context), filter)
        let opacity = max(0, min(1, image.opacity))
        guard !bitmap.isOpaque else { return cairo_paint_with_alpha(context, opacity) }
        // Cairo makes one image of two surfaces of one size.
        guard let mask = found({ () throws(CairoError) in try surfaces.mask(of: bitmap, opacity) }),
            let pattern = cairo_pattern_create_for_surface(mask)
        else { return }
        cairo_pattern_set_filter(pattern, filter)
        cairo_mask(context, pattern)
        cairo_pattern_destroy(pattern)
    }

    /// The surface that is found, which may fail.
    private func found(_ surface: () throws(CairoError) -> OpaquePointer) -> OpaquePointer? {
        do throws(CairoError) { return try surface() } catch {
            fail(error)
            return nil
        }
    }

    /// The box around the current path.
    private var extents: Rect {
        var (minX, minY, maxX, maxY) = (0.0, 0.0, 0.0, 0.0)
        cairo_path_extents(context, &minX, &minY, &maxX, &maxY)
        return Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
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

extension PDFTarget {
    /// The limit of cairo's 24.8 fixed-point coordinates.
    private static let maxCoordinate = 4_000_000.0

    func trace(_ path: Path) {
        cairo_new_path(context)
        append(path)
    }

    func append(_ path: Path) {
        for figure in path.figures {
            var rest = figure.points.makeIterator()
            func next() -> Point {
                let p = rest.next() ?? .zero
                return Point(
                    max(-Self.maxCoordinate, min(Self.maxCoordinate, p.x)),
                    max(-Self.maxCoordinate, min(Self.maxCoordinate, p.y)))
            }
            for verb in figure.verbs {
                switch verb {
                case .move:
                    let p = next()
                    cairo_move_to(context, p.x, p.y)
                case .line:
                    let p = next()
                    cairo_line_to(context, p.x, p.y)
                case .curve:
                    let (a, b, end) = (next(), next(), next())
                    cairo_curve_to(context, a.x, a.y, b.x, b.y, end.x, end.y)
                case .close: cairo_close_path(context)
                }
            }
        }
    }

    func use(_ color: Color) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, max(0, min(1, color.alpha)))
    }

    /// Strokes the current path and preserves it.
    func stroke(_ pen: VectorPen) {
        let style = pen.style
        use(pen.color)
        cairo_set_line_width(context, min(style.width, Self.maxCoordinate / 4))
        switch style.cap {
        case .butt: cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
        case .round: cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        case .square: cairo_set_line_cap(context, CAIRO_LINE_CAP_SQUARE)
        }
        switch style.join {
        case .miter: cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
        case .round: cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        case .bevel: cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL)
        }
        cairo_set_miter_limit(context, max(1, min(style.miterLimit, 1000)))
        let dash = style.drawnDash
        cairo_set_dash(context, dash, Int32(dash.count), style.dashPhase)
        cairo_stroke_preserve(context)
    }

    /// Sets the source; false when there is none.
    func use(_ paint: Paint) -> Bool {
        switch paint {
        case .color(let color):
            use(color)
            return true
        case .linearGradient(let gradient):
            let (a, b) = (gradient.from, gradient.to)
            return use(cairo_pattern_create_linear(a.x, a.y, b.x, b.y), gradient.stops)
        case .radialGradient(let gradient):
            let c = gradient.center
            return use(cairo_pattern_create_radial(c.x, c.y, 0, c.x, c.y, max(0, gradient.radius)), gradient.stops)
        case .pattern(let bitmap, let transform, let opacity):
            guard
                let surface = found({ () throws(CairoError) in
                    try surfaces.pixels(of: surfaces.faded(bitmap, opacity))
                }),
                let inverse = transform.inverse, let pattern = cairo_pattern_create_for_surface(surface)
            else { return false }
            defer { cairo_pattern_destroy(pattern) }
            var matrix = inverse.matrix
            cairo_pattern_set_matrix(pattern, &matrix)
            cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
            cairo_set_source(context, pattern)
            return true
        }
    }

    private func use(_ pattern: OpaquePointer?, _ stops: [GradientStop]) -> Bool {
        guard let pattern else { return false }
        defer { cairo_pattern_destroy(pattern) }
        for stop in stops {
            let c = stop.color
            cairo_pattern_add_color_stop_rgba(
                pattern, max(0, min(1, stop.offset)), c.red, c.green, c.blue, max(0, min(1, c.alpha)))
        }
        cairo_set_source(context, pattern)
        return true
    }
}

extension Transform {
    var matrix: cairo_matrix_t { cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty) }
}

extension String {
    /// Percent-encodes characters that are not allowed in a URL, or have a meaning in cairo's tag attributes.
    var asPrintableAddress: String {
        percentEncoded(self) { $0 > 0x20 && $0 < 0x7F && !"\"'()<>\\^`{|}".utf8.contains($0) }
    }
}

extension PDFTarget {
    /// A masked fill with sharp edges is written as a path; one with soft edges as a color with an alpha mask.
    ///
    /// A soft edge would take sixty overlapping paths, as large in the file as the mask and slower to display; and
    /// cairo writes alpha masks only, from which holes cannot be subtracted, unlike SVG's luminance masks.
    func maskedFill(_ maskedFill: MaskedFill) {
        let isFine = drawing.scale < 2 && 2 * max(drawing.width, drawing.height) <= RasterPainter.maxSide
        let factor = isFine ? 2.0 : 1.0
        do throws(CairoError) {
            let mask = try mask(of: maskedFill, factor: factor)
            cairo_save(context)
            defer { cairo_restore(context) }
            cairo_scale(context, 1 / factor, 1 / factor)
            if maskedFill.rings.count == 1 {
                return fill(SDFContour.path(ofAlpha: mask), .nonZero, .color(maskedFill.color))
            }
            try paint(maskedFill.color, through: mask)
        } catch {
            fail(error)
        }
    }

    /// The remaining opacity, 0...255, at a multiple of the drawing's resolution.
    private func mask(of maskedFill: MaskedFill, factor: Double) throws(CairoError) -> DistanceField {
        let map = Transform.scale(factor, factor)
        let large = MaskedFill(
            area: map.apply(maskedFill.area), color: .black,
            holes: maskedFill.holes.map { $0.mapped(by: map, scale: factor) }, feather: maskedFill.feather * factor)
        var maskDrawing = Drawing(
            width: drawing.width * Int(factor), height: drawing.height * Int(factor), scale: drawing.scale * factor)
        maskDrawing.items = [
            DrawingItem(id: "mask", role: .overlay, bounds: maskDrawing.rect, mark: .maskedFill(large))
        ]
        let bitmap = try RasterPainter().paint(maskDrawing, threads: 1)
        return DistanceField(
            width: bitmap.width, height: bitmap.height, distances: bitmap.pixels.map { UInt8($0 >> 24) })
    }

    /// Paints a color through a mask whose pixels are units of the context.
    private func paint(_ color: Color, through mask: DistanceField) throws(CairoError) {
        let surface = try PDFSurfaces.surface(CAIRO_FORMAT_A8, mask.width, mask.height, mask.distances)
        defer { cairo_surface_destroy(surface) }
        use(color)
        cairo_mask_surface(context, surface, 0, 0)
    }
}

extension String {
    /// On one line, without characters that make cairo reject the document: NUL, and Unicode noncharacters.
    ///
    /// - SeeAlso: cairo-unicode.c, `UNICODE_VALID`; Unicode, section 23.7, "Noncharacters".
    var forCairo: String {
        var line = ""
        line.unicodeScalars.append(
            contentsOf: unicodeScalars.lazy.filter { scalar in
                scalar.value != 0 && !(0xFDD0...0xFDEF).contains(scalar.value) && scalar.value & 0xFFFE != 0xFFFE
            }.map { $0 == "\n" ? " " : $0 })
        return line
    }
}
