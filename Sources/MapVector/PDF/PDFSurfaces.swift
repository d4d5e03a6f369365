// SPDX-License-Identifier: MIT
import CCairo
import MapCanvas
import MapImages

/// The cairo surfaces of a page's bitmaps: cairo embeds a surface once, however often it is drawn.
final class PDFSurfaces {
    private var pixels: [ObjectIdentifier: (bitmap: Bitmap, surface: OpaquePointer)] = [:]
    /// Those of bitmaps whose opacity is a mask of its own.
    private var colors: [ObjectIdentifier: (bitmap: Bitmap, surface: OpaquePointer)] = [:]
    private var masks: [ObjectIdentifier: [Double: OpaquePointer]] = [:]
    private var fadedBitmaps: [ObjectIdentifier: [Double: Bitmap]] = [:]

    deinit {
        for surface in pixels.values.map(\.surface) + colors.values.map(\.surface) + masks.values.flatMap(\.values) {
            cairo_surface_destroy(surface)
        }
    }

    /// The bitmap's pixels, copied once.
    func pixels(of bitmap: Bitmap) throws(CairoError) -> OpaquePointer {
        if let cached = pixels[ObjectIdentifier(bitmap)] { return cached.surface }
        let format = bitmap.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
        let surface = try Self.surface(format, bitmap.width, bitmap.height, bitmap.pixels)
        pixels[ObjectIdentifier(bitmap)] = (bitmap, surface)
        return surface
    }

    /// The bitmap's colors without its opacity, made once.
    func colors(of bitmap: Bitmap) throws(CairoError) -> OpaquePointer {
        if let cached = colors[ObjectIdentifier(bitmap)] { return cached.surface }
        let spread = bitmap.spreadColors
        let surface = try Self.surface(CAIRO_FORMAT_RGB24, spread.width, spread.height, spread.pixels)
        colors[ObjectIdentifier(bitmap)] = (bitmap, surface)
        return surface
    }

    /// The bitmap's opacity times another one, made once.
    func mask(of bitmap: Bitmap, _ opacity: Double) throws(CairoError) -> OpaquePointer {
        if let cached = masks[ObjectIdentifier(bitmap)]?[opacity] { return cached }
        let mask = try Self.surface(CAIRO_FORMAT_A8, bitmap.width, bitmap.height, bitmap.opacities(opacity))
        masks[ObjectIdentifier(bitmap), default: [:]][opacity] = mask
        return mask
    }

    /// The bitmap multiplied by an opacity, computed once.
    func faded(_ bitmap: Bitmap, _ opacity: Double) -> Bitmap {
        guard opacity < 1 else { return bitmap }
        if let cached = fadedBitmaps[ObjectIdentifier(bitmap)]?[opacity] { return cached }
        let faded = bitmap.faded(opacity)
        fadedBitmaps[ObjectIdentifier(bitmap), default: [:]][opacity] = faded
        return faded
    }

    /// A surface of pixels that have no row padding, which the caller destroys.
    static func surface(
        _ format: cairo_format_t, _ width: Int, _ height: Int, _ pixels: [some BitwiseCopyable]
    ) throws(CairoError) -> OpaquePointer {
        let operation = "embed an image of \(width) × \(height) pixels"
        guard let columns = Int32(exactly: width), let rows = Int32(exactly: height),
            let surface = cairo_image_surface_create(format, columns, rows)
        else { throw CairoError(operation, reason: "no surface") }
        if let error = CairoError(status: cairo_surface_status(surface).rawValue, during: operation) {
            cairo_surface_destroy(surface)
            throw error
        }
        guard height > 0, let target = cairo_image_surface_get_data(surface) else { return surface }
        let stride = Int(cairo_image_surface_get_stride(surface))
        pixels.withUnsafeBytes { pixels in
            guard let source = pixels.baseAddress else { return }
            let count = pixels.count / height
            for row in 0..<height {
                UnsafeMutableRawPointer(target + row * stride).copyMemory(from: source + row * count, byteCount: count)
            }
        }
        cairo_surface_mark_dirty(surface)
        return surface
    }
}
