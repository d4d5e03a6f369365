// SPDX-License-Identifier: MIT
import CCairo
import MapGeometry
import MapImages
import MapText

/// A font to embed in the document.
struct PDFFont {
    /// Nil for a face that cannot be embedded, only drawn.
    let face: OpaquePointer?
    let variations: String
    /// Holds on to the font for as long as it is known by its identity.
    let source: FontFace
}

extension PDFTarget {
    /// Shows a run as text in embedded fonts; false when one of them cannot be embedded and nothing was drawn.
    func show(_ run: GlyphRun) -> Bool {
        let stretches = run.stretches
        let embedded = stretches.map { font(of: $0.face) }
        guard embedded.allSatisfy({ $0.face != nil }) else { return false }
        for (stretch, font) in zip(stretches, embedded) {
            guard let face = font.face else { continue }
            select(face, font.variations, size: run.size, angle: stretch.angle)
            var glyphs = stretch.glyphs.map {
                cairo_glyph_t(index: UInt($0.id), x: $0.origin.x, y: $0.origin.y)
            }
            // A run in a single font and direction maps to its whole text; otherwise each glyph maps to its own
            // character.
            let text = stretches.count == 1 && run.isWholeText ? run.text.forCairo : ""
            guard !text.isEmpty else {
                cairo_show_glyphs(context, &glyphs, Int32(glyphs.count))
                continue
            }
            show(text, &glyphs)
        }
        return true
    }

    /// Adds an invisible text layer.
    func show(_ words: PDFTextOverlay, _ font: OpaquePointer) {
        select(font, "", size: words.size, angle: words.angle)
        var glyphs = words.positions.map { cairo_glyph_t(index: 1, x: $0.x, y: $0.y) }
        show(words.text, &glyphs)
    }

    /// Shows glyphs that map to a text.
    private func show(_ text: String, _ glyphs: inout [cairo_glyph_t]) {
        let bytes = Int32(clamping: text.utf8.count)
        var cluster = cairo_text_cluster_t(num_bytes: bytes, num_glyphs: Int32(glyphs.count))
        cairo_show_text_glyphs(
            context, text, bytes, &glyphs, Int32(glyphs.count), &cluster, 1, cairo_text_cluster_flags_t(rawValue: 0))
    }

    private func font(of face: FontFace) -> PDFFont {
        if let cached = fonts[ObjectIdentifier(face)] { return cached }
        let loaded = face.cairoFace()
        let font = PDFFont(face: loaded?.face, variations: loaded?.variations ?? "", source: face)
        fonts[ObjectIdentifier(face)] = font
        return font
    }

    private func select(_ face: OpaquePointer, _ variations: String, size: Double, angle: Double) {
        cairo_set_font_face(context, face)
        var matrix = Transform.scale(size, size).then(.rotation(angle)).matrix
        cairo_set_font_matrix(context, &matrix)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        if !variations.isEmpty { cairo_font_options_set_variations(options, variations) }
        cairo_set_font_options(context, options)
    }
}

extension GlyphRun {
    struct Stretch {
        var face: FontFace
        var angle: Double
        var glyphs: [Glyph]
    }

    /// True when all glyphs have the same rotation.
    var isStraight: Bool { glyphs.allSatisfy { $0.angle == glyphs[0].angle } }

    /// Runs of glyphs with the same font and rotation.
    var stretches: [Stretch] {
        var stretches: [Stretch] = []
        for glyph in glyphs {
            if let last = stretches.last, last.face === glyph.face, last.angle == glyph.angle {
                stretches[stretches.count - 1].glyphs.append(glyph)
            } else {
                stretches.append(Stretch(face: glyph.face, angle: glyph.angle, glyphs: [glyph]))
            }
        }
        return stretches
    }
}

/// An invisible text layer over a label that is painted as outlines, so that its text can be searched and copied. Its
/// letters are as wide together as the label.
struct PDFTextOverlay {
    let text: String
    /// The font size in pixels: the label's height.
    let size: Double
    /// The label's rotation in radians, clockwise on screen, quantized.
    let angle: Double
    /// The positions of the letters.
    let positions: [Point]

    /// Cairo embeds a font of about one kilobyte for each size and direction, so their number is limited.
    private static let angleStep = Double.pi / 36
    /// The maximum width of a label, in multiples of its height.
    private static let maxAspectRatio = 100.0

    /// - Parameters:
    ///   - text: the text of the label.
    ///   - boxes: the bounding boxes of the letters in logical order, with their transforms to the page.
    init?(_ text: String, _ boxes: [(box: Rect, transform: Transform)]) {
        self.text = text.forCairo
        let middles = boxes.map { $0.transform.apply($0.box.center) }
        guard !self.text.isEmpty, let first = boxes.first, let start = middles.first, let end = middles.last else {
            return nil
        }
        // Curved labels are approximated by the line from their first letter to the last.
        let direction = first.transform.direction
        let isStraight = boxes.allSatisfy { $0.transform.direction.distance(to: direction) < 1e-3 }
        let baseline = isStraight || start == end ? direction : end - start
        angle = (MapGeometry.angle(of: baseline) / Self.angleStep).rounded() * Self.angleStep
        let unrotated = Transform.rotation(-angle)
        let box = boxes.reduce(Rect.null) { $0.union($1.transform.then(unrotated).apply($1.box)) }
        guard box.height > 0.5, box.height < 1e5, box.width.isFinite else { return nil }
        size = box.height.rounded(.up)
        let count = max(1, (min(box.width, size * Self.maxAspectRatio) / size / PDFTextOverlay.advance).rounded())
        let rotation = Transform.rotation(angle)
        positions = (0..<Int(count)).map { rotation.apply(Point(box.minX + box.width / count * Double($0), box.maxY)) }
    }

    /// The advance of a letter in ems.
    static let advance = 0.5

    /// A font with invisible letters; nil when there is no memory.
    static func font() -> OpaquePointer? {
        guard let face = cairo_user_font_face_create() else { return nil }
        cairo_user_font_face_set_render_glyph_func(face) { _, _, _, extents in
            extents?.pointee = cairo_text_extents_t(
                x_bearing: 0, y_bearing: -1, width: PDFTextOverlay.advance, height: 1,
                x_advance: PDFTextOverlay.advance,
                y_advance: 0)
            return CAIRO_STATUS_SUCCESS
        }
        return face
    }
}

extension Transform {
    /// The unit vector of the text direction.
    fileprivate var direction: Point {
        let vector = Point(a, b)
        return vector * (1 / max(vector.length, 1e-9))
    }
}
