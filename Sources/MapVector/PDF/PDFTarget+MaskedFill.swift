// SPDX-License-Identifier: MIT
import CCairo
import MapCanvas
import MapPlane

extension PDFTarget {
    /// A veil with sharp edges is a shape; one with soft edges is a color behind a mask of pixels.
    ///
    /// Shades of a soft edge would be sixty shapes one over the other, as large in the file as the mask and slower to show;
    /// cairo writes masks out of alpha, in which nothing can be taken off again, as an SVG's mask of brightness does.
    func maskedFill(_ maskedFill: MaskedFill) {
        let factor = drawing.scale < 2 ? 2.0 : 1.0
        guard let shade = shade(of: maskedFill, factor: factor) else { return }
        cairo_save(context)
        defer { cairo_restore(context) }
        cairo_scale(context, 1 / factor, 1 / factor)
        if maskedFill.rings.count == 1 {
            return fill(SDFContour.path(ofAlpha: shade), .nonZero, .color(maskedFill.color))
        }
        mask(shade, maskedFill.color)
    }

    /// How much of the veil is left, 0...255, with so many pixels for each of the drawing.
    private func shade(of maskedFill: MaskedFill, factor: Double) -> DistanceField? {
        let map = Transform.scale(factor, factor)
        let large = MaskedFill(
            area: map.apply(maskedFill.area), color: .black,
            holes: maskedFill.holes.map {
                MaskedFill.Hole(path: $0.path.transformed(by: map), radius: $0.radius * factor, isFilled: $0.isFilled)
            }, feather: maskedFill.feather * factor)
        var picture = Drawing(
            width: drawing.width * Int(factor), height: drawing.height * Int(factor), scale: drawing.scale * factor)
        picture.items = [DrawingItem(id: "veil", role: .overlay, bounds: picture.rect, mark: .maskedFill(large))]
        guard picture.width > 0, picture.height > 0,
            let bitmap = try? RasterPainter().paint(picture, threads: 1)
        else { return nil }
        return DistanceField(
            width: bitmap.width, height: bitmap.height, distances: bitmap.pixels.map { UInt8($0 >> 24) })
    }

    /// Paints a color as far as a mask lets it through; a pixel of the mask is one of the context.
    private func mask(_ shade: DistanceField, _ color: Color) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(shade.width), Int32(shade.height))
        else { return }
        defer { cairo_surface_destroy(surface) }
        guard let target = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        shade.distances.withUnsafeBytes { source in
            guard let source = source.baseAddress else { return }
            for row in 0..<shade.height {
                UnsafeMutableRawPointer(target + row * stride).copyMemory(
                    from: source + row * shade.width, byteCount: shade.width)
            }
        }
        cairo_surface_mark_dirty(surface)
        use(color)
        cairo_mask_surface(context, surface, 0, 0)
    }
}
