// SPDX-License-Identifier: MIT
import CCairo
import MapCanvas
import MapPlane

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
            let text = stretches.count == 1 ? run.text.forCairo : ""
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

extension Bitmap {
    /// The bitmap multiplied by an opacity.
    func faded(_ opacity: Double) -> Bitmap {
        let factor = UInt32((max(0, min(1, opacity)) * 256).rounded())
        let pixels = pixels.map { p in
            let component = { (shift: UInt32) in (((p >> shift & 255) * factor + 128) >> 8) << shift }
            return component(24) | component(16) | component(8) | component(0)
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }
}
