// SPDX-License-Identifier: MIT
import CCairo
import MapGeometry
import MapImages

/// A bitmap with its transform, drawn once or repeated.
struct PlacedImage {
    let bitmap: Bitmap
    let transform: Transform
    let opacity: Double
    let sampling: ImageMark.Sampling
    let edge: ImageSampler.Edge

    init(
        _ bitmap: Bitmap, _ transform: Transform, _ opacity: Double, _ sampling: ImageMark.Sampling,
        _ edge: ImageSampler.Edge
    ) {
        self.bitmap = bitmap
        self.transform = transform
        self.opacity = opacity
        self.sampling = sampling
        self.edge = edge
    }

    /// The offset when image pixels coincide with output pixels, nil otherwise.
    var wholeOffset: (x: Int, y: Int)? {
        let t = transform
        guard t.keepsRectangles, t.a == 1, t.d == 1, t.tx == t.tx.rounded(), t.ty == t.ty.rounded(),
            abs(t.tx) < 1e6, abs(t.ty) < 1e6
        else { return nil }
        return (Int(t.tx), Int(t.ty))
    }

    /// How many bitmap columns and rows fall into one output pixel, for linear sampling; else 1.
    var density: (columns: Int, rows: Int) {
        guard sampling == .linear else { return (1, 1) }
        let columns = factor(Point(transform.a, transform.b).length, bitmap.width)
        let rows = factor(Point(transform.c, transform.d).length, bitmap.height)
        return (columns, rows)
    }

    private func factor(_ scale: Double, _ count: Int) -> Int {
        // Down to half the size, the four pixels around a sample are all there are.
        guard scale > 0, scale < 0.5 else { return 1 }
        var factor = min(Int(min(1 / scale, 4096)), count)
        // The factor must divide the size of a repeated bitmap.
        while edge == .tile && count % factor != 0 { factor -= 1 }
        return factor
    }
}

extension BandPainter {
    mutating func paint(_ image: ImageMark, _ area: PixelRect) throws(CairoError) {
        if let inverseDepth = image.inverseDepth { return paint(image, inverseDepth, area) }
        let visible = area.touched(by: image.bounds)
        guard !visible.isEmpty else { return }
        let imageRect = Rect(x: 0, y: 0, width: Double(image.bitmap.width), height: Double(image.bitmap.height))
        let placed = PlacedImage(image.bitmap, image.transform, image.opacity, image.sampling, .pad)
        if image.opacity >= 1, let offset = placed.wholeOffset,
            composite(image.bitmap, offset, over: imageRect.offset(by: Point(Double(offset.x), Double(offset.y))))
        {
            return
        }
        try paintImage(placed, visible, over: Path.rectangle(imageRect).transformed(by: image.transform))
    }

    /// Fills a path with an image; `area` bounds the visible part of the path.
    mutating func paintImage(_ image: PlacedImage, _ area: PixelRect, over path: Path) throws(CairoError) {
        guard !area.isEmpty, image.opacity > 0 else { return }
        if image.opacity >= 1, let offset = image.wholeOffset {
            try fill(path, with: image.bitmap, Point(Double(offset.x), Double(offset.y)), image.edge)
            return
        }
        guard let pixels = sampled(image, area) else { return }
        try fill(path, with: pixels, area.origin, .pad)
    }

    /// Nil when the image's transform is not invertible.
    func sampler(of image: PlacedImage) -> ImageSampler? {
        let (columns, rows) = image.density
        let reduced = shared.reduced(image.bitmap, by: columns, rows)
        let transform = Transform.scale(Double(columns), Double(rows)).then(image.transform)
        return ImageSampler(
            reduced, transform: transform, sampling: image.sampling, edge: image.edge, opacity: image.opacity)
    }

    /// Resamples an image to the pixels of an area; nil when its transform is not invertible.
    private func sampled(_ image: PlacedImage, _ area: PixelRect) -> Bitmap? {
        guard let sampler = sampler(of: image) else { return nil }
        let count = area.width * area.height
        let pixels = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
            sampler.sample(area, into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
            initialized = count
        }
        return Bitmap(width: area.width, height: area.height, pixels: pixels, isOpaque: sampler.isOpaque)
    }

    /// Fills a path with a bitmap aligned to the pixel grid.
    mutating func fill(
        _ path: Path, with bitmap: Bitmap, _ origin: Point, _ edge: ImageSampler.Edge
    ) throws(CairoError) {
        if let box = path.box, box == box.integral, composite(bitmap, (Int(origin.x), Int(origin.y)), over: box) {
            return
        }
        let result = bitmap.pixels.withUnsafeBufferPointer { pixels -> Result<Void, CairoError> in
            guard let base = pixels.baseAddress else { return .success(()) }
            do throws(CairoError) {
                // Cairo only reads a source's pixels.
                let surface = try CairoSurface(
                    pixels: UnsafeMutablePointer(mutating: base), width: bitmap.width, height: bitmap.height,
                    isOpaque: bitmap.isOpaque)
                fill(path, with: surface, origin, edge)
                surface.finish()
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Composites a bitmap over whole pixels, as cairo does, which takes longer to begin; false if that is not possible.
    private func composite(_ bitmap: Bitmap, _ origin: (x: Int, y: Int), over box: Rect) -> Bool {
        let (visible, left, top) = (area.touched(by: box), origin.x, origin.y)
        let (isOpaque, stride, width) = (bitmap.isOpaque, bitmap.width, visible.width)
        let bounds = PixelRect(minX: left, minY: top, maxX: left + bitmap.width, maxY: top + bitmap.height)
        guard isUnclipped, bounds.intersection(visible) == visible else { return false }
        bitmap.pixels.withUnsafeBufferPointer { source in
            guard let source = source.baseAddress, !visible.isEmpty else { return }
            withPixels { pixels in
                for y in visible.minY..<visible.maxY {
                    let source = source + ((y - top) * stride + visible.minX - left)
                    let target = pixels.pointer(visible.minX, y)
                    if isOpaque {
                        target.update(from: source, count: width)
                    } else {
                        SolidBlender.composite(source, over: target, width)
                    }
                }
            }
        }
        return true
    }

    private mutating func fill(
        _ path: Path, with surface: borrowing CairoSurface, _ origin: Point, _ edge: ImageSampler.Edge
    ) {
        cairo_set_source_surface(context.handle, surface.handle, origin.x, origin.y)
        let pattern = cairo_get_source(context.handle)
        cairo_pattern_set_extend(pattern, edge == .tile ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        context.append(path)
        cairo_fill(context.handle)
        // Replaces the source, so that cairo releases the surface before its pixels are freed.
        invalidateSource()
        use(.black)
    }
}
