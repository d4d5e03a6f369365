// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapCore
package import MapGeometry
package import MapImages
package import MapScene
package import MapText

/// An image asset that is ready to be drawn, with its size on the map.
package struct AnnotationImage: Sendable {
    private enum Content: Sendable {
        case bitmap(Bitmap)
        /// An SVG image: its pixels for its own size, and what to draw afresh for others, at so many pixels a point.
        case icon(Bitmap, SVGIcon, scale: Double)
        /// Marks in points from the upper-left corner; `scale` is the map's pixels per point.
        case marks([Mark], scale: Double)
    }

    private var content: Content
    /// Points.
    package var size: Size
    private var report: Report = { _, _ in }

    /// Takes what prevents an image from being drawn as it should, and what is done instead.
    package typealias Report = @Sendable (_ problem: Diagnostic, _ consequence: String) -> Void

    /// `density` is pixels of the image a point: 2 for a file with "@2x" in its name.
    package init(_ bitmap: Bitmap, density: Double = 1) {
        content = .bitmap(bitmap)
        size = Size(width: Double(bitmap.width) / density, height: Double(bitmap.height) / density)
    }

    /// An SVG image, for a map with so many pixels a point.
    ///
    /// - Parameters:
    ///   - icon: the image.
    ///   - scale: pixels per point.
    ///   - maxPixels: of the image at its own size.
    ///   - report: called when it cannot be drawn at the size at which it is shown; it is enlarged then.
    /// - Throws: when it cannot be drawn at its own size.
    package init(
        _ icon: SVGIcon, scale: Double, maxPixels: Int, report: @escaping Report
    ) throws(Diagnostic) {
        content = .icon(try icon.bitmap(scale: scale, maxPixels: maxPixels), icon, scale: scale)
        size = icon.size
        self.report = report
    }

    /// A drawing, which stays vector, for a map with so many pixels a point.
    ///
    /// - Parameters:
    ///   - drawing: the drawing.
    ///   - fonts: shapes its text.
    ///   - images: those that it shows; others are left out.
    ///   - scale: pixels per point.
    ///   - report: called when it cannot be tinted; it is left out then.
    package init(
        _ drawing: VectorDrawing, fonts: FontLibrary, images: [ImageAsset: AnnotationImage], scale: Double,
        report: @escaping Report
    ) {
        content = .marks(drawing.marks(fonts: fonts, images: images), scale: scale)
        size = drawing.size
        self.report = report
    }

    /// The same shape in one color. A drawing of one opaque shape stays vector.
    func tinted(_ color: Color) -> AnnotationImage {
        if case .marks(let marks, let scale) = content, marks.count == 1,
            case .fill(let path, let rule, .color(let own)) = marks[0], own.alpha == 1
        {
            var copy = self
            copy.content = .marks([.fill(path, rule, .color(color))], scale: scale)
            return copy
        }
        let bitmap = bitmap
        let shares = [color.alpha, color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha]
            .map { UInt32(max(0, min(255, ($0 * 255).rounded()))) }
        let pixels = bitmap.pixels.map { pixel -> UInt32 in
            let cover = pixel >> 24
            return shares.reduce(0) { $0 << 8 | ($1 * cover + 127) / 255 }
        }
        var copy = self
        copy.content = .bitmap(Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels))
        return copy
    }

    /// The image in pixels, at its own size. A drawing that cannot be painted is transparent, and reported.
    private var bitmap: Bitmap {
        switch content {
        case .bitmap(let bitmap), .icon(let bitmap, _, _): return bitmap
        case .marks(let marks, let scale):
            let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
            var drawing = Drawing(width: Int(width), height: Int(height), scale: scale)
            drawing.items = marks.map { mark in
                DrawingItem(
                    id: "image", role: .annotation, bounds: drawing.rect, mark: mark.placed(scale: scale, at: .zero))
            }
            do throws(CairoError) {
                return try RasterPainter().paint(drawing, threads: 1)
            } catch {
                report(error.diagnostic(), "it is left out")
                return Bitmap(width: 1, height: 1, pixels: [0])
            }
        }
    }

    /// The image, made to fill a rectangle; points. A drawing keeps its proportions and is centered.
    func mark(in rect: Rect) -> Mark {
        switch content {
        case .bitmap(let bitmap): return image(bitmap, in: rect)
        case .icon(let bitmap, let icon, let scale):
            guard rect.width != size.width else { return image(bitmap, in: rect) }
            let scale = scale * max(rect.width / size.width, rect.height / size.height)
            do throws(Diagnostic) {
                return image(try icon.bitmap(scale: scale, maxPixels: 4096 * 4096), in: rect)
            } catch {
                report(error, "it is not sharp")
                return image(bitmap, in: rect)
            }
        case .marks(let marks, _):
            let scale = min(rect.width / size.width, rect.height / size.height)
            let origin = rect.center - Point(size.width, size.height) * (scale / 2)
            let frame = Path.rectangle(Rect(size: size))
            return Mark.group(Group(clip: frame, marks: marks)).placed(scale: scale, at: origin)
        }
    }

    private func image(_ bitmap: Bitmap, in rect: Rect) -> Mark {
        let fit = Transform.scale(rect.width / Double(bitmap.width), rect.height / Double(bitmap.height))
        return .image(ImageMark(bitmap, transform: fit.then(.translation(Point(rect.minX, rect.minY)))))
    }
}

extension VectorDrawing {
    /// The drawing as marks, in points from its upper-left corner.
    ///
    /// - Parameters:
    ///   - fonts: shapes its text.
    ///   - images: those that it shows; others are left out.
    /// - Returns: marks in painting order.
    package func marks(fonts: FontLibrary, images: [ImageAsset: AnnotationImage]) -> [Mark] {
        elements.compactMap { $0.mark(fonts: fonts, images: images) }
    }
}

extension VectorDrawing.Element {
    /// The element as a mark, in points; nil for an image that is not among `images`.
    func mark(fonts: FontLibrary, images: [ImageAsset: AnnotationImage]) -> Mark? {
        switch self {
        case .fill(let path, let color, let evenOdd): .fill(path, evenOdd ? .evenOdd : .nonZero, .color(color))
        case .stroke(let path, let color, let stroke): .stroke(path, stroke.style, color)
        case .text(let text, let center, let size, let weight, let color, let rotation):
            Self.text(text, size, weight, color, fonts)
                .transformed(by: Transform.rotation(rotation * .pi / 180).then(.translation(center)))
        case .image(let asset, let rect): images[asset]?.mark(in: rect)
        }
    }

    /// One line of text, centered on the origin.
    private static func text(
        _ text: String, _ size: Double, _ weight: Int, _ color: Color, _ fonts: FontLibrary
    ) -> Mark {
        let font = FontRequest(families: ["Inter", "Noto Sans"], weight: weight)
        let line = fonts.shape(text, font: font, size: size)
        return line.mark(at: Point(-line.width / 2, line.capHeight / 2), color: color)
    }
}

extension VectorDrawing.Stroke {
    fileprivate var style: StrokeStyle {
        StrokeStyle(width: lineWidth, cap: lineCap.inDrawing, join: lineJoin.inDrawing, dash: lineDashPattern)
    }
}
