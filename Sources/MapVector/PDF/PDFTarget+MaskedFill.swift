// SPDX-License-Identifier: MIT
import CCairo
import MapCanvas
import MapPlane

extension PDFTarget {
    /// A masked fill with sharp edges is written as a path; one with soft edges as a color with an alpha mask.
    ///
    /// A soft edge would take sixty overlapping paths, as large in the file as the mask and slower to display; and
    /// cairo writes alpha masks only, from which holes cannot be subtracted, unlike SVG's luminance masks.
    func maskedFill(_ maskedFill: MaskedFill) {
        let factor = drawing.scale < 2 ? 2.0 : 1.0
        guard let mask = mask(of: maskedFill, factor: factor) else { return }
        cairo_save(context)
        defer { cairo_restore(context) }
        cairo_scale(context, 1 / factor, 1 / factor)
        if maskedFill.rings.count == 1 {
            return fill(SDFContour.path(ofAlpha: mask), .nonZero, .color(maskedFill.color))
        }
        paint(maskedFill.color, through: mask)
    }

    /// The remaining opacity, 0...255, at a multiple of the drawing's resolution.
    private func mask(of maskedFill: MaskedFill, factor: Double) -> DistanceField? {
        let map = Transform.scale(factor, factor)
        let large = MaskedFill(
            area: map.apply(maskedFill.area), color: .black,
            holes: maskedFill.holes.map { $0.mapped(by: map, scale: factor) }, feather: maskedFill.feather * factor)
        var maskDrawing = Drawing(
            width: drawing.width * Int(factor), height: drawing.height * Int(factor), scale: drawing.scale * factor)
        maskDrawing.items = [
            DrawingItem(id: "mask", role: .overlay, bounds: maskDrawing.rect, mark: .maskedFill(large))
        ]
        guard maskDrawing.width > 0, maskDrawing.height > 0,
            let bitmap = try? RasterPainter().paint(maskDrawing, threads: 1)
        else { return nil }
        return DistanceField(
            width: bitmap.width, height: bitmap.height, distances: bitmap.pixels.map { UInt8($0 >> 24) })
    }

    /// Paints a color through a mask whose pixels are units of the context.
    private func paint(_ color: Color, through mask: DistanceField) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(mask.width), Int32(mask.height))
        else { return }
        defer { cairo_surface_destroy(surface) }
        guard let target = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        mask.distances.withUnsafeBytes { source in
            guard let source = source.baseAddress else { return }
            for row in 0..<mask.height {
                UnsafeMutableRawPointer(target + row * stride).copyMemory(
                    from: source + row * mask.width, byteCount: mask.width)
            }
        }
        cairo_surface_mark_dirty(surface)
        use(color)
        cairo_mask_surface(context, surface, 0, 0)
    }
}
