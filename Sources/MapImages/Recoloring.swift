// SPDX-License-Identifier: MIT
import Libc

/// Changes to all colors of a style: a brand's hue, a gray map, a night out of a day.
///
/// The steps follow each other in the order of the properties. The opacity of colors stays.
public struct Recoloring: Hashable, Sendable {
    /// A color towards which others are drawn.
    public struct Tint: Hashable, Sendable {
        /// The color, whose hue and saturation others take on; their lightness stays.
        public var color: Color
        /// How far: 0 for not at all, 1 for a map in one hue.
        public var amount: Double

        /// Creates a tint.
        public init(_ color: Color, amount: Double = 1) {
            self.color = color
            self.amount = amount
        }
    }

    /// True to make light colors dark and dark ones light; hue and saturation stay.
    public var invertBrightness: Bool
    /// Degrees by which hues are turned.
    public var hue: Double
    /// -1 for grays, 0 for no change, 1 for twice as saturated colors.
    public var saturate: Double
    /// Above 1 darkens the middle tones, below 1 lightens them; 0.1...10.
    public var gamma: Double
    /// 0 for gray alone, 1 for no change, 2 for twice the contrast; 0...10.
    public var contrast: Double
    /// -1 for black, 0 for no change, 1 for white.
    public var brightness: Double
    /// A color towards which all are drawn; nil for none.
    public var tint: Tint?

    /// Creates changes to colors; without parameters there are none.
    public init(
        invertBrightness: Bool = false, hue: Double = 0, saturate: Double = 0, gamma: Double = 1, contrast: Double = 1,
        brightness: Double = 0, tint: Tint? = nil
    ) {
        self.invertBrightness = invertBrightness
        self.hue = hue
        self.saturate = saturate
        self.gamma = gamma
        self.contrast = contrast
        self.brightness = brightness
        self.tint = tint
    }

    /// The color after all steps.
    package func apply(to color: Color) -> Color {
        var color = color
        if invertBrightness || hue != 0 || saturate != 0 {
            var parts = HueSaturationLightness(color)
            if invertBrightness { parts.lightness = 1 - parts.lightness }
            parts.hue += hue
            parts.saturation = unit(parts.saturation * (1 + saturate))
            color = parts.color(alpha: color.alpha)
        }
        if gamma != 1 { color = color.mapped { pow($0, gamma) } }
        if contrast != 1 { color = color.mapped { unit(($0 - 0.5) * contrast + 0.5) } }
        if brightness != 0 {
            let goal = brightness > 0 ? 1.0 : 0
            color = color.mapped { $0 + (goal - $0) * min(1, abs(brightness)) }
        }
        if let tint, tint.amount > 0 {
            var parts = HueSaturationLightness(tint.color)
            parts.lightness = HueSaturationLightness(color).lightness
            color = color.mix(parts.color(alpha: color.alpha), min(1, tint.amount))
        }
        return color
    }
}

private func unit(_ value: Double) -> Double { min(1, max(0, value)) }

extension Color {
    fileprivate func mapped(_ change: (Double) -> Double) -> Color {
        Color(red: change(unit(red)), green: change(unit(green)), blue: change(unit(blue)), alpha: alpha)
    }
}

/// A color as CSS's `hsl()` has it.
///
/// - SeeAlso: CSS Color 4, section 7.
private struct HueSaturationLightness {
    /// Degrees.
    var hue: Double
    /// 0...1.
    var saturation: Double
    /// 0...1.
    var lightness: Double

    init(_ color: Color) {
        let (red, green, blue) = (unit(color.red), unit(color.green), unit(color.blue))
        let (high, low) = (max(red, green, blue), min(red, green, blue))
        let range = high - low
        lightness = (high + low) / 2
        saturation = range > 0 ? range / (1 - abs(2 * lightness - 1)) : 0
        guard range > 0 else {
            hue = 0
            return
        }
        hue =
            60
            * (high == red
                ? (green - blue) / range + 6 : high == green ? (blue - red) / range + 2 : (red - green) / range + 4)
    }

    func color(alpha: Double) -> Color {
        let turned = (hue / 360 - (hue / 360).rounded(.down)) * 12
        func channel(_ offset: Double) -> Double {
            let place = (offset + turned).truncatingRemainder(dividingBy: 12)
            return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(place - 3, 9 - place, 1))
        }
        return Color(red: unit(channel(0)), green: unit(channel(8)), blue: unit(channel(4)), alpha: alpha)
    }
}
