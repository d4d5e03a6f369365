// SPDX-License-Identifier: MIT
package import MapGeometry
package import MapImages

/// The content of a fill; coordinates are output pixels.
package enum Paint: Sendable {
    case color(Color)
    case linearGradient(LinearGradient)
    case radialGradient(RadialGradient)
    /// An image that repeats in both directions; the transform maps image pixels to output pixels.
    case pattern(Bitmap, Transform, opacity: Double)
}

package struct GradientStop: Hashable, Sendable {
    /// 0 at the start, 1 at the end.
    package var offset: Double
    package var color: Color

    package init(_ offset: Double, _ color: Color) {
        self.offset = offset
        self.color = color
    }
}

package struct LinearGradient: Hashable, Sendable {
    package var from: Point
    package var to: Point
    package var stops: [GradientStop]

    package init(from: Point, to: Point, stops: [GradientStop]) {
        self.from = from
        self.to = to
        self.stops = stops
    }
}

/// Rings around a center; beyond the radius the last stop goes on.
package struct RadialGradient: Hashable, Sendable {
    package var center: Point
    package var radius: Double
    package var stops: [GradientStop]

    package init(center: Point, radius: Double, stops: [GradientStop]) {
        self.center = center
        self.radius = radius
        self.stops = stops
    }
}

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
