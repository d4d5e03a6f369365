// SPDX-License-Identifier: MIT
import CPango
package import MapPlane

/// A glyph of a color font: a bitmap, or outlines in several colors.
///
/// - SeeAlso: OpenType 1.9, `CBDT` and `sbix` (bitmaps), `COLR` version 0 and `CPAL` (layers).
package enum ColorGlyph: Sendable {
    /// A bitmap and the rectangle that it covers, in ems from the glyph's origin, y downwards.
    case image(Bitmap, Rect)
    /// Layers, the lowest first.
    case layers([Layer])

    /// An outline in one color.
    package struct Layer: Sendable {
        /// In ems, y downwards.
        package var outline: Path
        /// Nil for the color of the text.
        package var color: Color?
    }

    /// The maximum number of pixels of a bitmap: far more than emoji fonts have.
    private static let maxPixels = 1 << 20
    private static let maxLayers = 256

    /// True for faces with bitmaps or layers; the glyphs of other color fonts (`SVG`, `COLR` version 1) are not drawn.
    static func areIn(_ face: OpaquePointer?) -> Bool {
        hb_ot_color_has_png(face) != 0 || (hb_ot_color_has_layers(face) != 0 && hb_ot_color_has_palettes(face) != 0)
    }

    /// Reads a glyph; nil when the font has no colors for it.
    ///
    /// - Parameters:
    ///   - glyph: its index.
    ///   - font: an immutable HarfBuzz font.
    ///   - bounds: of the glyph, in ems.
    ///   - outline: of a glyph of the font, in ems.
    init?(_ glyph: UInt32, in font: OpaquePointer, bounds: Rect, outline: (UInt32) -> Path) {
        if let bitmap = Self.bitmap(of: glyph, in: font), !bounds.isNull {
            self = .image(bitmap, bounds)
            return
        }
        let layers = Self.layers(of: glyph, in: hb_font_get_face(font), outline)
        guard !layers.isEmpty else { return nil }
        self = .layers(layers)
    }

    private static func bitmap(of glyph: UInt32, in font: OpaquePointer) -> Bitmap? {
        guard let blob = hb_ot_color_glyph_reference_png(font, glyph) else { return nil }
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        guard let data = hb_blob_get_data(blob, &length), length > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
        return try? decodeImage(Array(bytes), maxPixels: maxPixels)
    }

    private static func layers(of glyph: UInt32, in face: OpaquePointer?, _ outline: (UInt32) -> Path) -> [Layer] {
        var count = UInt32(maxLayers)
        var records = [hb_ot_color_layer_t](repeating: hb_ot_color_layer_t(), count: maxLayers)
        guard hb_ot_color_glyph_get_layers(face, glyph, 0, &count, &records) > 0 else { return [] }
        return records.prefix(Int(count)).compactMap { record in
            // OpenType reserves this index for the text's color.
            guard record.color_index != 0xFFFF else { return Layer(outline: outline(record.glyph), color: nil) }
            guard let color = color(record.color_index, in: face) else { return nil }
            return Layer(outline: outline(record.glyph), color: color)
        }
    }

    /// A color of the font's first palette.
    private static func color(_ index: UInt32, in face: OpaquePointer?) -> Color? {
        var (count, value): (UInt32, hb_color_t) = (1, 0)
        hb_ot_color_palette_get_colors(face, 0, index, &count, &value)
        guard count == 1 else { return nil }
        // Blue, green, red and alpha, from the highest byte to the lowest.
        let part = { (shift: UInt32) in Double(value >> shift & 0xFF) / 255 }
        return Color(red: part(8), green: part(16), blue: part(24), alpha: part(0))
    }
}
