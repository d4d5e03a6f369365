// SPDX-License-Identifier: MIT
import CPango
package import MapPlane
import MapRuntime
import Synchronization

/// A face of a font file: its names, metrics and glyph outlines in ems.
///
/// Outlines are unhinted: text looks the same at any position and angle.
package final class FontFace: Sendable {
    /// The family and style, such as "Noto Sans Bold".
    package let name: String
    /// Such as "Noto Sans".
    package let familyName: String
    /// Such as "Bold Italic".
    package let styleName: String
    /// The path of the font file; empty for a face made of paths.
    package let file: String
    package let metrics: FontMetrics
    /// True for a font with glyphs in color, such as emoji.
    package let isColored: Bool

    /// Nil for a face made of paths. The font is immutable (`hb_font_make_immutable`), and HarfBuzz loads tables with
    /// atomics, so that all threads may read it concurrently.
    nonisolated(unsafe) let font: OpaquePointer?
    /// Those of a face that is made of paths.
    private let ownOutlines: [UInt32: Path]
    private let outlines = Mutex(TwoGenerationCache<UInt32, Path>(limit: 4 << 20))
    /// The face as cairo has it, once it was embedded in a document.
    let cairoFont = Mutex<(font: CairoFont?, documents: Int)>((nil, 0))
    /// The glyphs in color, nil for those without; all are dropped when there are too many.
    private let colorGlyphs = Mutex<[UInt32: ColorGlyph?]>([:])
    private static let colorGlyphLimit = 500

    /// Creates a face from outlines (in ems, y down); other glyphs are empty.
    package init(name: String, outlines: [UInt32: Path] = [:]) {
        self.name = name
        familyName = name
        styleName = ""
        file = ""
        metrics = .fallback
        isColored = false
        font = nil
        ownOutlines = outlines
    }

    /// Creates a face that shares the tables and variations of a HarfBuzz font, but not its size.
    init(copying source: OpaquePointer, familyName: String, styleName: String, file: String) {
        let face = hb_font_get_face(source)
        let font: OpaquePointer? = hb_font_create(face)
        let unitsPerEm = Int32(clamping: hb_face_get_upem(face))
        hb_font_set_scale(font, unitsPerEm, unitsPerEm)
        var count: UInt32 = 0
        if let coordinates = hb_font_get_var_coords_normalized(source, &count), count > 0 {
            hb_font_set_var_coords_normalized(font, coordinates, count)
        }
        hb_font_make_immutable(font)

        self.name = styleName.isEmpty ? familyName : "\(familyName) \(styleName)"
        self.familyName = familyName
        self.styleName = styleName
        self.file = file
        self.metrics = FontMetrics(of: font)
        isColored = ColorGlyph.areIn(face)
        self.font = font
        ownOutlines = [:]
    }

    deinit { hb_font_destroy(font) }

    /// The outline in ems, y downwards, relative to the baseline origin; empty for spaces.
    package func outline(of glyph: UInt32) -> Path {
        guard let font else { return ownOutlines[glyph] ?? Path() }
        if let cached = outlines.withLock({ $0.value(for: glyph) }) { return cached }
        let path = OutlinePen.outline(of: glyph, in: font)
        let bytes = path.points.count * MemoryLayout<Point>.stride + path.verbs.count + 64
        outlines.withLock { $0.insert(path, for: glyph, cost: bytes) }
        return path
    }

    /// The glyph in its own colors; nil when it has none.
    package func colorGlyph(_ glyph: UInt32) -> ColorGlyph? {
        guard isColored, let font else { return nil }
        if let cached = colorGlyphs.withLock({ $0[glyph] }) { return cached }
        let read = ColorGlyph(glyph, in: font, bounds: inkBounds(of: glyph), outline: outline)
        return colorGlyphs.withLock { glyphs in
            // What another thread has read meanwhile is kept: bitmaps are known by identity.
            if let cached = glyphs[glyph] { return cached }
            if glyphs.count >= Self.colorGlyphLimit { glyphs.removeAll(keepingCapacity: true) }
            glyphs[glyph] = .some(read)
            return read
        }
    }

    /// The advance width in ems; nil for a face made of paths.
    func advance(of glyph: UInt32) -> Double? {
        guard let font else { return nil }
        var (width, height): (Int32, Int32) = (1, 1)
        hb_font_get_scale(font, &width, &height)
        return Double(hb_font_get_glyph_h_advance(font, glyph)) / Double(max(1, width))
    }

    /// The bounds of a glyph's outline or bitmap in ems, y downwards; `Rect.null` for spaces.
    func inkBounds(of glyph: UInt32) -> Rect {
        var extents = hb_glyph_extents_t()
        guard let font, hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.width != 0, extents.height != 0
        else { return font == nil ? outline(of: glyph).bounds : .null }
        var (width, height): (Int32, Int32) = (1, 1)
        hb_font_get_scale(font, &width, &height)
        let unit = 1 / Double(max(1, height))
        return Rect(
            x: Double(extents.x_bearing) * unit, y: -Double(extents.y_bearing) * unit,
            width: Double(extents.width) * unit, height: -Double(extents.height) * unit)
    }
}

extension FontMetrics {
    /// The metrics of a font; missing ones are those of `fallback`.
    fileprivate init(of font: OpaquePointer?) {
        self = .fallback
        var (width, height): (Int32, Int32) = (1, 1)
        hb_font_get_scale(font, &width, &height)
        let unit = 1 / Double(max(1, height))
        var extents = hb_font_extents_t()
        if hb_font_get_h_extents(font, &extents) != 0, extents.ascender > 0 {
            ascent = Double(extents.ascender) * unit
            descent = Double(max(0, -Int64(extents.descender))) * unit
        }
        var cap: Int32 = 0
        if hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_CAP_HEIGHT, &cap) != 0, cap > 0 {
            capHeight = Double(cap) * unit
        }
    }
}
