// SPDX-License-Identifier: MIT
import Libc
import MapGeometry
import MapImages
import MapStyle

/// Red, green, blue and alpha, premultiplied.
typealias PremultipliedColor = SIMD4<Float>

/// Computes the colors of a `hillshade` layer from slopes.
///
/// - SeeAlso: MapLibre GL JS, `hillshade.fragment.glsl`, which cites the sources of the methods.
struct HillshadeShader: Sendable {
    enum Method: String, Sendable { case standard, basic, combined, igor, multidirectional }

    /// A light source.
    struct Light: Sendable {
        /// The direction of the light, in radians clockwise from north.
        var azimuth: Float
        /// The light's direction: the east and north components, and the sine of its altitude.
        var east: Float
        var north: Float
        var up: Float
        var shadow: PremultipliedColor
        var highlight: PremultipliedColor
    }

    let method: Method
    let exaggeration: Float
    let accent: PremultipliedColor
    /// At least one.
    let lights: [Light]

    init(_ style: StyleLayer, _ paint: EvaluationContext, bearing: Double) {
        method = Method(rawValue: style.property(.hillshadeMethod).string(paint)) ?? .standard
        exaggeration = Float(style.property(.hillshadeExaggeration).number(paint))
        accent = style.property(.hillshadeAccentColor).color(paint).premultiplied
        let bearingOffset = style.property(.hillshadeIlluminationAnchor).string(paint) == "map" ? 0 : bearing
        let directions = style.property(.hillshadeIlluminationDirection).numbers(paint)
        let altitudes = style.property(.hillshadeIlluminationAltitude).numbers(paint)
        let shadows = style.property(.hillshadeShadowColor).colors(paint)
        let highlights = style.property(.hillshadeHighlightColor).colors(paint)
        // Shorter lists repeat their last element.
        let count = max(1, directions.count, altitudes.count, shadows.count, highlights.count)
        lights = (0..<min(count, 64)).map { i in
            let azimuth = ((directions.at(i) ?? 335) + bearingOffset) * .pi / 180
            let altitude = (altitudes.at(i) ?? 45) * .pi / 180
            return Light(
                azimuth: Float(azimuth), east: Float(sine(azimuth) * cosine(altitude)),
                north: Float(cosine(azimuth) * cosine(altitude)), up: Float(sine(altitude)),
                shadow: (shadows.at(i) ?? .black).premultiplied, highlight: (highlights.at(i) ?? .white).premultiplied)
        }
    }

    /// The color of a slope; `east` and `south` are the gradients in those directions.
    @inline(__always)
    func color(east: Float, south: Float) -> PremultipliedColor {
        let (x, y) = (east * exaggeration * 2, south * exaggeration * 2)
        switch method {
        case .standard: return standard(east, south, lights[0])
        case .basic: return lit(x, y, lights[0])
        case .combined: return combined(x, y, lights[0])
        case .igor: return igor(x, y, lights[0])
        case .multidirectional:
            let sum = lights.reduce(PremultipliedColor.zero) { $0 + lit(x, y, $1) }
            return sum / Float(lights.count)
        }
    }

    private func standard(_ x: Float, _ y: Float, _ light: Light) -> PremultipliedColor {
        let slope = atan(0.625 * (x * x + y * y).squareRoot())
        let base = 1.875 - exaggeration * 1.75
        let steepest = Float.pi / 2
        let scaled = exaggeration != 0.5 ? (pow(base, slope) - 1) / (pow(base, steepest) - 1) * steepest : slope
        let strength = max(0, min(1, exaggeration * 2))
        let accented = accent * ((1 - cos(scaled)) * strength)
        let shade = facing(x, y, light)
        let shaded = (light.shadow + (light.highlight - light.shadow) * shade) * (sin(scaled) * strength)
        return accented * (1 - shaded.w) + shaded
    }

    /// Lambertian reflectance: proportional to the cosine of the angle to the light.
    private func lit(_ x: Float, _ y: Float, _ light: Light) -> PremultipliedColor {
        let shade = max(0, min(1, facingCosine(x, y, light)))
        return shade > 0.5 ? light.highlight * (2 * shade - 1) : light.shadow * (1 - 2 * shade)
    }

    private func combined(_ x: Float, _ y: Float, _ light: Light) -> PremultipliedColor {
        let angle = max(0, min(.pi / 2, acos(max(-1, min(1, facingCosine(x, y, light))))))
        let steepness = atan((x * x + y * y).squareRoot()) * 4 / .pi / .pi
        return light.shadow * (angle * steepness) + light.highlight * ((.pi / 2 - angle) * steepness)
    }

    private func igor(_ x: Float, _ y: Float, _ light: Light) -> PremultipliedColor {
        let steepness = atan((x * x + y * y).squareRoot()) * 2 / .pi
        let lit = facing(x, y, light)
        return light.shadow * (steepness * (1 - lit)) + light.highlight * (steepness * lit)
    }

    /// The cosine of the angle between the light and the surface normal.
    private func facingCosine(_ x: Float, _ y: Float, _ light: Light) -> Float {
        (light.up + y * light.north - x * light.east) / (1 + x * x + y * y).squareRoot()
    }

    /// 1 where the slope faces the light, 0 where it faces away.
    private func facing(_ x: Float, _ y: Float, _ light: Light) -> Float {
        let aspect = x != 0 ? atan2(y, -x) : (y > 0 ? .pi / 2 : -.pi / 2)
        let turns = (aspect + light.azimuth + .pi) / .pi + 0.5
        return abs(turns - 2 * (turns / 2).rounded(.down) - 1)
    }
}

extension Color {
    var premultiplied: PremultipliedColor {
        let alpha = Float(alpha)
        return PremultipliedColor(Float(red) * alpha, Float(green) * alpha, Float(blue) * alpha, alpha)
    }
}

extension Array {
    /// The element, or the last one beyond the end; nil for an empty array.
    fileprivate func at(_ index: Int) -> Element? { index < count ? self[index] : last }
}
