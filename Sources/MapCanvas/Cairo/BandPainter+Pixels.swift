// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

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
        (base + (y - area.minY) * bytesPerRow).assumingMemoryBound(to: UInt32.self) + (x - area.minX)
    }
}

// Solid colors bypass cairo, whose overhead per span is high: a map has about 100,000 spans.
extension BandPainter {
    /// Flushes the surface, gives access to its pixels, and marks it as modified.
    func withPixels(_ body: (SurfacePixels) -> Void) {
        guard let surface = cairo_get_target(context.handle) else { return }
        cairo_surface_flush(surface)
        if let pixels = SurfacePixels(surface, area) { body(pixels) }
        cairo_surface_mark_dirty(surface)
    }

    /// Calls `body` for the parts of a row that the clip leaves.
    @inline(__always)
    func forEachUnclipped(_ row: Int, _ from: Int, _ to: Int, _ body: (Int, Int) -> Void) {
        if let clip { clip.forEach(in: row, from, to, body) } else { body(from, to) }
    }

    /// Fills the pixels whose centers lie inside a path.
    func aliasedFill(_ path: Path, _ index: FigureIndex, _ color: Color, _ area: PixelRect) {
        guard !color.isInvisible else { return }
        let blender = SolidBlender(color)
        let visible = area.intersection(self.area).touched(by: index.bounds)
        guard !visible.isEmpty else { return }
        withPixels { pixels in
            AliasedRasterizer.forEachSpan(of: path, index, in: visible) { y, from, to in
                forEachUnclipped(y, from, to) { blender.fill(pixels.pointer($0, y), $1 - $0) }
            }
        }
    }

    /// Composites a color through a coverage mask.
    func composite(_ coverage: borrowing Coverage, _ color: Color) {
        let visible = coverage.area.intersection(area)
        guard !visible.isEmpty, !color.isInvisible else { return }
        let blender = SolidBlender(color)
        let (origin, stride) = (coverage.area, coverage.stride)
        coverage.values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return }
            withPixels { pixels in
                for y in visible.minY..<visible.maxY {
                    let row = base + (y - origin.minY) * stride - origin.minX
                    forEachUnclipped(y, visible.minX, visible.maxX) { from, to in
                        blender.fill(pixels.pointer(from, y), through: row + from, to - from)
                    }
                }
            }
        }
    }
}

extension Mark {
    /// True for marks that are painted without cairo and observe `BandPainter.clip` themselves.
    var isPaintedWithoutCairo: Bool {
        switch self {
        case .aliasedFill(_, .color), .edge(_, .color), .faces: true
        case .ribbon(let ribbon):
            if case .color = ribbon.paint { true } else { false }
        case .group(let group):
            group.opacity >= 1 && group.blend == .normal && group.marks.allSatisfy(\.isPaintedWithoutCairo)
        case .fill, .aliasedFill, .edge, .stroke, .circles, .glyphs, .image, .sdf, .maskedFill: false
        }
    }
}
