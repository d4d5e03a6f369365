// SPDX-License-Identifier: MIT
package import MapCanvas
import MapPlane
package import MapScene

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
