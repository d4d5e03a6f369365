// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapLayout
public import MapPlane
import MapScene

/// A look that code gives to an annotation, in place of the one that the scene asks for.
///
/// ```swift
/// renderer.viewForAnnotation = { annotation in
///     guard annotation.id == "hotel" else { return nil }
///     return AnnotationView(size: Size(width: 24, height: 24)) { canvas in
///         canvas.fill(.circle(center: Point(12, 12), radius: 11), with: .systemGreen)
///         canvas.text("H", at: Point(12, 12), size: 14, color: .white)
///     }
/// }
/// ```
///
/// Its middle stands on the coordinate, unless the annotation has an `anchor` or a `centerOffset`.
public struct AnnotationView: Sendable {
    enum Content: Sendable {
        case drawing(Size, @Sendable (inout Canvas) -> Void)
        case image([UInt8], density: Double)
    }

    let content: Content

    /// A view that is drawn, at the picture's scale; the size is in points.
    public init(size: Size, draw: @escaping @Sendable (inout Canvas) -> Void) {
        content = .drawing(size, draw)
    }

    /// A PNG, JPEG, WebP or SVG picture with so many pixels a point.
    public init(image: [UInt8], scale: Double = 1) {
        content = .image(image, density: scale)
    }

    /// The longest side of a view, in points.
    private static let longestSide = 2000.0

    /// The view in pixels.
    func picture(scale: Double, fonts: FontLibrary) throws -> AnnotationImage {
        switch content {
        case .image(let bytes, let density):
            guard density > 0, density.isFinite else { throw Diagnostic(.error, "expected a scale above 0") }
            if SVGIcon.matches(bytes) { return try AnnotationImage(SVGIcon(bytes), scale: scale, maxPixels: 1 << 24) }
            return AnnotationImage(try decodeImage(bytes, maxPixels: 1 << 24), density: density)
        case .drawing(let size, let draw):
            let sides = 1...Self.longestSide
            guard sides.contains(size.width), sides.contains(size.height) else {
                throw Diagnostic(.error, "expected a size from 1 to 2000 points")
            }
            var canvas = Canvas(size: size, fonts: fonts)
            draw(&canvas)
            let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
            var drawing = Drawing(width: Int(width), height: Int(height), scale: scale)
            drawing.items = canvas.marks.map { mark in
                DrawingItem(
                    id: "view", role: .annotation, bounds: drawing.rect, mark: mark.placed(scale: scale, at: .zero))
            }
            return AnnotationImage(try RasterPainter().paint(drawing, threads: 1), density: scale)
        }
    }
}

extension MapRenderer {
    /// Gives annotations the views that code has for them.
    func applyViews(to scene: inout Scene, _ pictures: inout [String: AnnotationImage], _ reporter: SceneReporter) {
        guard let viewForAnnotation else { return }
        for (index, annotation) in scene.annotations.enumerated() {
            guard let view = viewForAnnotation(annotation) else { continue }
            do {
                // No path and no address begins like this.
                let name = "\u{0}view/\(index)"
                pictures[name] = try view.picture(scale: scene.scale, fonts: fonts)
                scene.annotations[index].view = .image
                scene.annotations[index].image = name
            } catch {
                reporter.report(
                    "annotations", String(index), severity: .warning,
                    message: "the view that code gives to it cannot be drawn: \(error)")
            }
        }
    }
}
