// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
package import MapPlane

/// A decoded image with its size in points.
package struct AnnotationImage: Sendable {
    package var bitmap: Bitmap
    /// In points.
    package var size: Size
    /// The source to rasterize again at other sizes, and the pixels per point of `bitmap`.
    private var vector: (icon: SVGIcon, scale: Double)?

    /// `density` is image pixels per point, such as 2 for a file with "@2x" in its name.
    package init(_ bitmap: Bitmap, density: Double = 1) {
        self.bitmap = bitmap
        size = Size(width: Double(bitmap.width) / density, height: Double(bitmap.height) / density)
    }

    /// Rasterizes an SVG image for a map of `scale` pixels per point.
    package init(_ icon: SVGIcon, scale: Double, maxPixels: Int) throws(Diagnostic) {
        self.init(try icon.bitmap(scale: scale, maxPixels: maxPixels), density: scale)
        size = icon.size
        vector = (icon, scale)
    }

    /// The image's opacity as a template, filled with one color.
    func tinted(_ color: Color) -> AnnotationImage {
        var copy = self
        let shares = [color.alpha, color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha]
            .map { UInt32(max(0, min(255, ($0 * 255).rounded()))) }
        let pixels = bitmap.pixels.map { pixel -> UInt32 in
            let cover = pixel >> 24
            return shares.reduce(0) { $0 << 8 | ($1 * cover + 127) / 255 }
        }
        copy.bitmap = Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels)
        copy.vector = nil
        return copy
    }

    /// The image scaled to a rectangle in points.
    func mark(in rect: Rect) -> Mark {
        var bitmap = bitmap
        if let vector, rect.width != size.width {
            let scale = vector.scale * max(rect.width / size.width, rect.height / size.height)
            bitmap = (try? vector.icon.bitmap(scale: scale, maxPixels: 4096 * 4096)) ?? bitmap
        }
        let (width, height) = (Double(bitmap.width), Double(bitmap.height))
        let fit = Transform.scale(rect.width / width, rect.height / height)
        return .image(ImageMark(bitmap, transform: fit.then(.translation(Point(rect.minX, rect.minY)))))
    }
}
