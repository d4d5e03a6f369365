// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// The neutral colors of all decorations and the attribution.
struct DecorationPalette: Hashable {
    /// Text and line art.
    let foreground: Color
    /// Primary text.
    let emphasis: Color
    /// Behind and around the foreground.
    let background: Color
    let hairline: Color
    let shadow: Color
    /// The compass needle.
    let accent = Color.systemRed

    init(_ appearance: Appearance) {
        switch appearance {
        case .light:
            (foreground, emphasis, background) = (Color(rgb: 0x3C3C43), Color(rgb: 0x1C1C1E), .white)
            (hairline, shadow) = (Color.black.opacity(0.14), Color.black.opacity(0.2))
        case .dark:
            (foreground, emphasis, background) = (Color(rgb: 0xEBEBF0), .white, Color(rgb: 0x1C1C1E))
            (hairline, shadow) = (Color.white.opacity(0.2), Color.black.opacity(0.4))
        }
    }

    /// A rounded card with a hairline and a soft shadow; in points.
    func card(_ size: Size, radius: Double = 10) -> [Mark] {
        let frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
        return SoftShadow.roundedRectangle(
            frame.offset(by: Point(0, 1.5)), radius: radius, blur: 5, color: shadow)
            + [
                .fill(.roundedRectangle(frame, radius: radius), .nonZero, .color(background)),
                .stroke(
                    .roundedRectangle(frame.inset(by: 0.25), radius: radius), StrokeStyle(width: 0.5), hairline),
            ]
    }
}
