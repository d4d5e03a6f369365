// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

extension BandPainter {
    /// Composites an image through a coverage mask.
    mutating func composite(_ coverage: borrowing Coverage, _ image: PlacedImage) throws(CairoError) {
        let area = coverage.area
        guard !area.isEmpty, let pixels = sampled(image, area)?.pixels else { return }
        var layer = PixelLayer(area)
        let (stride, width) = (layer.stride, area.width)
        layer.paint { target in
            for y in 0..<area.height {
                for x in 0..<width {
                    let opacity = Float(coverage.values[y * coverage.stride + x]) / 255
                    guard opacity > 0 else { continue }
                    let p = pixels[y * width + x]
                    let color = SIMD4<Float>(Float(p >> 16 & 255), Float(p >> 8 & 255), Float(p & 255), Float(p >> 24))
                    PixelLayer.blend(color * (opacity / 255), over: &target[y * stride + x])
                }
            }
        }
        composite(layer)
    }

    /// Composites a layer over the output.
    mutating func composite(_ layer: borrowing PixelLayer, opacity: Double = 1) {
        let area = layer.area
        guard !area.isEmpty else { return }
        layer.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            let bytes = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self)
            guard
                let surface = cairo_image_surface_create_for_data(
                    bytes, CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height), Int32(layer.stride * 4))
            else { return }
            cairo_set_source_surface(context.handle, surface, area.origin.x, area.origin.y)
            cairo_pattern_set_filter(cairo_get_source(context.handle), CAIRO_FILTER_NEAREST)
            if opacity < 1 {
                cairo_save(context.handle)
                context.clip(to: area)
                cairo_paint_with_alpha(context.handle, clampedToUnit(opacity))
                cairo_restore(context.handle)
            } else {
                cairo_rectangle(
                    context.handle, area.origin.x, area.origin.y, Double(area.width), Double(area.height))
                cairo_fill(context.handle)
            }
            // Replaces the source, so that cairo releases the surface before its pixels are freed.
            invalidateSource()
            use(.black)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }
}
