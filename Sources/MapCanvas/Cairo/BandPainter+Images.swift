// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

/// A bitmap and where it goes, either once or repeated.
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

    /// Where the first pixel goes when pixels fall on pixels, nil when they do not.
    var wholeOffset: (x: Int, y: Int)? {
        let t = transform
        guard t.keepsRectangles, t.a == 1, t.d == 1, t.tx == t.tx.rounded(), t.ty == t.ty.rounded(),
            abs(t.tx) < 1e6, abs(t.ty) < 1e6
        else { return nil }
        return (Int(t.tx), Int(t.ty))
    }

    /// How many of the bitmap's columns and rows fall into one pixel, when it is smoothed; else 1.
    var density: (columns: Int, rows: Int) {
        guard sampling == .linear else { return (1, 1) }
        let columns = factor(Point(transform.a, transform.b).length, bitmap.width)
        let rows = factor(Point(transform.c, transform.d).length, bitmap.height)
        return (columns, rows)
    }

    private func factor(_ scale: Double, _ count: Int) -> Int {
        guard scale > 0, scale <= 0.5 else { return 1 }
        var factor = min(Int(min(1 / scale, 4096)), count)
        // A repeated bitmap must keep its period.
        while edge == .tile && count % factor != 0 { factor -= 1 }
        return factor
    }
}

extension BandPainter {
    mutating func paint(_ image: ImageMark, _ area: PixelRect) throws(CairoError) {
        let whole = Rect(x: 0, y: 0, width: Double(image.bitmap.width), height: Double(image.bitmap.height))
        let frame = Path.rectangle(whole).transformed(by: image.transform)
        let placed = PlacedImage(image.bitmap, image.transform, image.opacity, image.sampling, .pad)
        try paintImage(placed, area.touched(by: image.bounds), over: frame)
    }

    /// Fills a path with an image; nothing of the path shows beyond `area`.
    mutating func paintImage(_ image: PlacedImage, _ area: PixelRect, over path: Path) throws(CairoError) {
        guard !area.isEmpty, image.opacity > 0 else { return }
        if image.opacity >= 1, let offset = image.wholeOffset {
            try fill(path, with: image.bitmap, Point(Double(offset.x), Double(offset.y)), image.edge)
            return
        }
        guard let part = sampled(image, area) else { return }
        try fill(path, with: part, area.origin, .pad)
    }

    /// What an image looks like in the pixels of an area; nil for one that cannot be placed.
    func sampled(_ image: PlacedImage, _ area: PixelRect) -> Bitmap? {
        let (columns, rows) = image.density
        let reduced = shared.reduced(image.bitmap, by: columns, rows)
        let transform = Transform.scale(Double(columns), Double(rows)).then(image.transform)
        guard
            let sampler = ImageSampler(
                reduced, transform: transform, sampling: image.sampling, edge: image.edge, opacity: image.opacity)
        else { return nil }
        let count = area.width * area.height
        let pixels = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
            sampler.sample(area, into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
            initialized = count
        }
        return Bitmap(width: area.width, height: area.height, pixels: pixels, isOpaque: sampler.isOpaque)
    }

    /// Fills a path with pixels that fall on pixels. Where all is opaque and the path's edges are whole, rows are copied.
    mutating func fill(
        _ path: Path, with bitmap: Bitmap, _ origin: Point, _ edge: ImageSampler.Edge
    ) throws(CairoError) {
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

    private mutating func fill(
        _ path: Path, with surface: borrowing CairoSurface, _ origin: Point, _ edge: ImageSampler.Edge
    ) {
        cairo_set_source_surface(context.handle, surface.handle, origin.x, origin.y)
        let pattern = cairo_get_source(context.handle)
        cairo_pattern_set_extend(pattern, edge == .tile ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        context.append(path)
        cairo_fill(context.handle)
        // Lets go of the surface before its pixels go.
        invalidateSource()
        use(.black)
    }
}
