// SPDX-License-Identifier: MIT
import MapCanvas
import MapScene

/// The quiet greys of everything that is not the map itself.
struct FurnitureLook: Hashable {
    /// Of letters and marks.
    let ink: Color
    /// Behind them, around them.
    let plate: Color
    let hairline: Color
    /// North.
    let accent = Color.systemRed

    init(_ appearance: Appearance) {
        switch appearance {
        case .light: (ink, plate, hairline) = (Color(rgb: 0x3C3C43), .white, Color.black.opacity(0.14))
        case .dark: (ink, plate, hairline) = (Color(rgb: 0xEBEBF0), Color(rgb: 0x1C1C1E), Color.white.opacity(0.2))
        }
    }
}
