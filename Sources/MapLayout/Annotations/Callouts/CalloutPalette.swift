// SPDX-License-Identifier: MIT
import MapCanvas
import MapScene

/// The colors of a callout: iOS system colors for labels and tints.
struct CalloutPalette {
    var ground: Color
    /// The hairline between bubble and map.
    var edge: Color
    var shadow: Color
    var title: Color
    var secondary: Color
    var tint: Color
    /// The close button's disc and cross.
    var closeDisc: Color
    var closeCross: Color

    init(_ appearance: Appearance) {
        switch appearance {
        case .light:
            ground = .white
            edge = Color.black.opacity(0.1)
            shadow = Color.black.opacity(0.22)
            title = .black
            secondary = Color(rgb: 0x3C3C43).opacity(0.6)
            tint = Color(rgb: 0x007AFF)
            closeDisc = Color(rgb: 0x767680).opacity(0.14)
            closeCross = Color(rgb: 0x3C3C43).opacity(0.62)
        case .dark:
            ground = Color(rgb: 0x1C1C1E)
            edge = Color(rgb: 0x48484A)
            shadow = Color.black.opacity(0.4)
            title = .white
            secondary = Color(rgb: 0xEBEBF5).opacity(0.6)
            tint = Color(rgb: 0x0A84FF)
            closeDisc = Color(rgb: 0x767680).opacity(0.3)
            closeCross = Color(rgb: 0xEBEBF5).opacity(0.68)
        }
    }

    /// - Parameters:
    ///   - callout: may set its own appearance or background.
    ///   - scene: the appearance of callouts that do not.
    init(_ callout: Callout, scene: Appearance) {
        let appearance = callout.appearance ?? scene
        self.init(appearance)
        guard let card = callout.content else { return }
        ground = card.background ?? (appearance == .light ? Color(rgb: 0xD1D1D6) : Color(rgb: 0x3A3A3C))
        title = ground.brightness < 0.5 ? .white : .black
    }
}
