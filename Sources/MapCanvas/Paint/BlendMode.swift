// SPDX-License-Identifier: MIT

/// A blend mode, named as in Core Graphics.
///
/// - SeeAlso: W3C *Compositing and Blending Level 1*, section 9, for the formulas.
public enum BlendMode: String, CaseIterable, Hashable, Sendable {
    /// The source over the backdrop.
    case normal
    /// Multiplies the colors: darker; white has no effect.
    case multiply
    /// Multiplies the complements: lighter; black has no effect.
    case screen
    /// Multiplies or screens, depending on the backdrop.
    case overlay
    /// The darker of both colors, per component.
    case darken
    /// The lighter of both colors, per component.
    case lighten
    /// Brightens the backdrop to reflect the source.
    case colorDodge
    /// Darkens the backdrop to reflect the source.
    case colorBurn
    /// Darkens or lightens depending on the source, more gently than `hardLight`.
    case softLight
    /// Multiplies or screens, depending on the source.
    case hardLight
    /// The absolute difference of both colors.
    case difference
    /// As `difference`, with lower contrast.
    case exclusion
    /// The hue of the source with the saturation and luminosity of the backdrop.
    case hue
    /// The saturation of the source with the hue and luminosity of the backdrop.
    case saturation
    /// The hue and saturation of the source with the luminosity of the backdrop.
    case color
    /// The luminosity of the source with the hue and saturation of the backdrop.
    case luminosity
    /// The sum of both colors.
    case plusLighter
}
