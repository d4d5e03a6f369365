// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// The bubble of a callout: fill, hairline edge and shadow; in points.
struct CalloutBubble {
    /// The blur radius of the shadow and its downward offset.
    private static let (blur, drop) = (12.0, 2.0)

    var shape: CalloutShape

    func marks(_ palette: CalloutPalette, scale: Double) -> [Mark] {
        // One pixel, or as many whole pixels as fit into half a point.
        let hairline = max(1, (0.5 * scale).rounded(.down)) / scale
        let outline = shape.outline
        return SoftShadow.roundedRectangle(
            shape.rect.offset(by: Point(0, Self.drop)), radius: shape.radius, blur: Self.blur, color: palette.shadow)
            + (shape.tailShadowShape.map { shadow(of: $0, palette) } ?? [])
            + [
                .stroke(outline, StrokeStyle(width: 2 * hairline, join: .round), palette.edge),
                .fill(outline, .nonZero, .color(palette.ground)),
            ]
    }

    private func shadow(of tail: Path, _ palette: CalloutPalette) -> [Mark] {
        SoftShadow.blurred(
            tail.transformed(by: .translation(Point(0, 1))), blur: 4, color: palette.shadow.opacity(0.35), steps: 4)
    }
}
