// SPDX-License-Identifier: MIT
import CPango
import MapPlane

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

    private init(unit: Double) {
        self.unit = unit
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
