// SPDX-License-Identifier: MIT
public import MapCanvas
import MapDiagnostics

/// The tints that MapKit's pins had from the beginning, in the shades of today.
extension Color {
    /// #FF3B30.
    public static let systemRed = Color(rgb: 0xFF3B30)
    /// #34C759.
    public static let systemGreen = Color(rgb: 0x34C759)
    /// #AF52DE.
    public static let systemPurple = Color(rgb: 0xAF52DE)

    /// A tint: "red", "green" and "purple" are the system's shades, everything else is a CSS color.
    init?(tint field: Field) {
        switch field.node.string {
        case "red": self = .systemRed
        case "green": self = .systemGreen
        case "purple": self = .systemPurple
        default: self.init(field)
        }
    }
}
