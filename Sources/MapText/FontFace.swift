// SPDX-License-Identifier: MIT
import CPango
import MapCore
package import MapGeometry
package import MapImages
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
    /// The height of a flat capital letter in ems.
    package let capHeight: Double
    /// That of Noto Sans: for faces that lack their own, and when there is no font at all.
    static let fallbackCapHeight = 0.714
    /// True for a font with glyphs in color, such as emoji.
    package let isColored: Bool

    /// Nil for a face made of paths. The font is immutable (`hb_font_make_immutable`), and HarfBuzz loads tables with
    /// atomics, so that all threads may read it concurrently.
    nonisolated(unsafe) let font: OpaquePointer?
    /// Those of a face that is made of paths.
    private let ownOutlines: [UInt32: Path]
    private let outlines = SharedCache<UInt32, Path>(limit: 4 << 20)
    private let inkBounds = SharedCache<UInt32, Rect>(limit: 1 << 20)
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
        capHeight = Self.fallbackCapHeight
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
        var capital: Int32 = 0
        let isKnown = hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_CAP_HEIGHT, &capital) != 0 && capital > 0
        capHeight = isKnown ? Double(capital) * (1 / Double(max(1, unitsPerEm))) : Self.fallbackCapHeight
        isColored = ColorGlyph.areIn(face)
        self.font = font
        ownOutlines = [:]
    }

    deinit { hb_font_destroy(font) }

    /// The outline in ems, y downwards, relative to the baseline origin; empty for spaces.
    package func outline(of glyph: UInt32) -> Path {
        guard let font else { return ownOutlines[glyph] ?? Path() }
        return outlines.value(
            for: glyph, cost: { 64 + $0.points.count * MemoryLayout<Point>.stride + $0.verbs.count },
            make: { OutlinePen.outline(of: glyph, in: font) })
    }

    /// The glyph in its own colors; nil when it has none.
    package func colorGlyph(_ glyph: UInt32) -> ColorGlyph? {
        guard isColored, let font else { return nil }
        if let cached = colorGlyphs.withLock({ $0[glyph] }) { return cached }
        let read = ColorGlyph(glyph, in: font, bounds: inkBounds(of: glyph), outline: outline)
        return colorGlyphs.withLock { glyphs in
            // What another thread has read in the meantime is kept: bitmaps are known by identity.
            if let cached = glyphs[glyph] { return cached }
            if glyphs.count >= Self.colorGlyphLimit { glyphs.removeAll(keepingCapacity: true) }
            glyphs[glyph] = .some(read)
            return read
        }
    }

    /// The advance width in ems; nil for a face made of paths.
    package func advance(of glyph: UInt32) -> Double? {
        guard let font else { return nil }
        var (width, height): (Int32, Int32) = (1, 1)
        hb_font_get_scale(font, &width, &height)
        return Double(hb_font_get_glyph_h_advance(font, glyph)) / Double(max(1, width))
    }

    /// The advance width of a character in ems.
    ///
    /// - Parameter scalar: the character.
    /// - Returns: nil when the font does not have it.
    package func advance(of scalar: Unicode.Scalar) -> Double? {
        var glyph: UInt32 = 0
        guard let font, hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 else { return nil }
        return advance(of: glyph)
    }

    /// The bounds of a glyph's outline or bitmap in ems, y downwards; `Rect.null` for spaces.
    func inkBounds(of glyph: UInt32) -> Rect {
        inkBounds.value(for: glyph, cost: { _ in 0 }, make: { readInkBounds(of: glyph) })
    }

    private func readInkBounds(of glyph: UInt32) -> Rect {
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

/// Records the outline that HarfBuzz draws. TrueType's quadratic curves arrive as cubic ones.
struct OutlinePen {
    private var path = Path()
    /// Ems per unit of the font.
    private let unit: Double

    static func outline(of glyph: UInt32, in font: OpaquePointer) -> Path {
        var (width, height): (Int32, Int32) = (1, 1)
        hb_font_get_scale(font, &width, &height)
        var pen = OutlinePen(unit: 1 / Double(max(1, height)))
        withUnsafeMutablePointer(to: &pen) { hb_font_get_glyph_shape(font, glyph, strokes, $0) }
        return pen.path
    }

    private func point(_ x: Float, _ y: Float) -> Point {
        Point(Double(x) * unit, -Double(y) * unit)
    }

    private static func with(_ data: UnsafeMutableRawPointer?, _ draw: (inout OutlinePen) -> Void) {
        guard let pen = data?.assumingMemoryBound(to: OutlinePen.self) else { return }
        draw(&pen.pointee)
    }

    /// HarfBuzz's draw callbacks; immutable, thus safe to share.
    private nonisolated(unsafe) static let strokes: OpaquePointer? = {
        let strokes: OpaquePointer? = hb_draw_funcs_create()
        hb_draw_funcs_set_move_to_func(
            strokes, { _, data, _, x, y, _ in with(data) { $0.path.move(to: $0.point(x, y)) } }, nil, nil)
        hb_draw_funcs_set_line_to_func(
            strokes, { _, data, _, x, y, _ in with(data) { $0.path.line(to: $0.point(x, y)) } }, nil, nil)
        hb_draw_funcs_set_cubic_to_func(
            strokes,
            { _, data, _, x1, y1, x2, y2, x3, y3, _ in
                with(data) { $0.path.curve($0.point(x1, y1), $0.point(x2, y2), to: $0.point(x3, y3)) }
            }, nil, nil)
        hb_draw_funcs_set_close_path_func(strokes, { _, data, _, _ in with(data) { $0.path.close() } }, nil, nil)
        hb_draw_funcs_make_immutable(strokes)
        return strokes
    }()
}

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
