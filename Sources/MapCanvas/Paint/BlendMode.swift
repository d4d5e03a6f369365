// SPDX-License-Identifier: MIT

/// How something is mixed with what lies below it; the names are Core Graphics's.
///
/// - SeeAlso: W3C *Compositing and Blending Level 1*, section 9, for the formulas.
public enum BlendMode: String, CaseIterable, Hashable, Sendable {
    /// Covers what is below.
    case normal
    /// Darker: white changes nothing.
    case multiply
    /// Lighter: black changes nothing.
    case screen
    /// Dark grounds are multiplied, light ones screened.
    case overlay
    /// The darker of both, component by component.
    case darken
    /// The lighter of both, component by component.
    case lighten
    /// Brightens the ground to show the source.
    case colorDodge
    /// Darkens the ground to show the source.
    case colorBurn
    /// As `hardLight`, but gently.
    case softLight
    /// Dark sources multiply, light ones screen.
    case hardLight
    /// The darker taken from the lighter.
    case difference
    /// As `difference`, with less contrast.
    case exclusion
    /// The source's hue.
    case hue
    /// The source's saturation.
    case saturation
    /// The source's hue and saturation.
    case color
    /// The source's lightness.
    case luminosity
    /// The sum of both.
    case plusLighter
}
