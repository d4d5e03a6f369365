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
        elements.compactMap { element in
            switch element {
            case .fill(let path, let color, let evenOdd): .fill(path, evenOdd ? .evenOdd : .nonZero, .color(color))
            case .stroke(let path, let color, let width):
                .stroke(path, StrokeStyle(width: width, cap: .round, join: .round), color)
            case .text(let text, let center, let size, let weight, let color):
                Self.text(text, center, size, weight, color, fonts)
            case .image(let asset, let rect): images[asset]?.mark(in: rect)
            }
        }
    }

    private static func text(
        _ text: String, _ center: Point, _ size: Double, _ weight: Int, _ color: Color, _ fonts: FontLibrary
    ) -> Mark {
        let font = FontRequest(families: ["Inter", "Noto Sans"], weight: weight)
        let line = fonts.shape(text, font: font, size: size)
        return line.mark(at: Point(center.x - line.width / 2, center.y + line.capHeight / 2), color: color)
    }
}
