// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

/// The pixels that a painter paints on.
struct PaintedPixels {
    private let base: UnsafeMutableRawPointer
    private let bytesPerRow: Int
    private let area: PixelRect

    /// Nil for a surface whose pixels cannot be had.
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

    /// A pixel inside the area, and those to the right of it.
    @inline(__always)
    func pointer(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
        (base + (y - area.minY) * bytesPerRow).assumingMemoryBound(to: UInt32.self) + (x - area.minX)
    }
}

// Plain colors are painted by our own means: cairo's way to a span is long, and maps have many.
extension BandPainter {
    /// Lends the pixels between two of cairo's marks.
    private func withPixels(_ body: (PaintedPixels) -> Void) {
        guard let surface = cairo_get_target(context.handle) else { return }
        cairo_surface_flush(surface)
        if let pixels = PaintedPixels(surface, area) { body(pixels) }
        cairo_surface_mark_dirty(surface)
    }

    /// Hands out what the clip leaves of a row between two columns.
    @inline(__always)
    private func forEachUnclipped(_ row: Int, _ from: Int, _ to: Int, _ body: (Int, Int) -> Void) {
        if let clip { clip.forEach(in: row, from, to, body) } else { body(from, to) }
    }

    /// Fills the pixels whose centers lie inside a path.
    func aliasedFill(_ path: Path, _ index: FigureIndex, _ color: Color, _ area: PixelRect) {
        guard !color.isInvisible else { return }
        let ink = SolidBlender(color)
        let inside = area.intersection(self.area).touched(by: index.bounds)
        guard !inside.isEmpty else { return }
        withPixels { pixels in
            AliasedRasterizer.forEachSpan(of: path, index, in: inside) { y, from, to in
                forEachUnclipped(y, from, to) { ink.fill(pixels.pointer($0, y), $1 - $0) }
            }
        }
    }

    /// Blends a color through a coverage.
    func composite(_ coverage: borrowing Coverage, _ color: Color) {
        let inside = coverage.area.intersection(area)
        guard !inside.isEmpty, !color.isInvisible else { return }
        let ink = SolidBlender(color)
        let (origin, stride) = (coverage.area, coverage.stride)
        coverage.values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return }
            withPixels { pixels in
                for y in inside.minY..<inside.maxY {
                    let row = base + (y - origin.minY) * stride - origin.minX
                    forEachUnclipped(y, inside.minX, inside.maxX) { from, to in
                        ink.fill(pixels.pointer(from, y), through: row + from, to - from)
                    }
                }
            }
        }
    }
}

extension Mark {
    /// True for marks that keep to `BandPainter.clip` themselves.
    var isPaintedWithoutCairo: Bool {
        switch self {
        case .aliasedFill(_, .color), .edge(_, .color): true
        case .ribbon(let ribbon):
            if case .color = ribbon.paint { true } else { false }
        case .group(let group):
            group.opacity >= 1 && group.blend == .normal && group.marks.allSatisfy(\.isPaintedWithoutCairo)
        case .fill, .aliasedFill, .edge, .stroke, .circles, .glyphs, .image, .sdf, .maskedFill: false
        }
    }
}
