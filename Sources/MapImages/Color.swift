// SPDX-License-Identifier: MIT
import MapGeometry

/// An sRGB color with straight (not premultiplied) components, each 0...1.
public struct Color: Hashable, Sendable {
    /// Red, 0...1.
    public var red: Double
    /// Green, 0...1.
    public var green: Double
    /// Blue, 0...1.
    public var blue: Double
    /// Opacity, 0...1.
    public var alpha: Double

    /// Creates a color from sRGB components.
    ///
    /// - Parameters:
    ///   - red: 0...1.
    ///   - green: 0...1.
    ///   - blue: 0...1.
    ///   - alpha: the opacity, 0...1.
    @inlinable public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates an opaque color from a number.
    ///
    /// - Parameter rgb: sRGB components as 0xRRGGBB.
    public init(rgb: UInt32) {
        self.init(
            red: Double(rgb >> 16 & 255) / 255, green: Double(rgb >> 8 & 255) / 255, blue: Double(rgb & 255) / 255)
    }

    /// Black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = Color(red: 1, green: 1, blue: 1)
    /// Transparent black.
    public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// Multiplies the opacity of the color.
    ///
    /// - Parameter factor: the factor, 0...1.
    /// - Returns: the same color with its opacity multiplied.
    @inlinable public func opacity(_ factor: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha * factor)
    }

    package var isOpaque: Bool { alpha >= 1 }
    package var isInvisible: Bool { alpha <= 0 }

    /// The opaque color that is seen where this one lies on white.
    package var onWhite: Color { isOpaque ? self : Color.white.mix(Color(red: red, green: green, blue: blue), alpha) }

    /// The color a fraction of the way to another, component by component, without premultiplying.
    package func mix(_ other: Color, _ fraction: Double) -> Color {
        Color(
            red: red + (other.red - red) * fraction, green: green + (other.green - green) * fraction,
            blue: blue + (other.blue - blue) * fraction, alpha: alpha + (other.alpha - alpha) * fraction)
    }
}

extension Color {
    /// Red, green, blue, alpha; 0...1.
    package var premultiplied: SIMD4<Float> {
        let alpha = Float(clampedToUnit(alpha))
        return SIMD4(
            Float(clampedToUnit(red)) * alpha, Float(clampedToUnit(green)) * alpha, Float(clampedToUnit(blue)) * alpha,
            alpha)
    }
}

extension Color {
    /// `rgba(r,g,b,a)` with whole-numbered components 0...255, as MapLibre's `to-string` prints colors.
    package var cssText: String {
        "rgba(\(byte(red)),\(byte(green)),\(byte(blue)),\(scriptNumber(alpha)))"
    }

    /// `#1a2b3c`, without the opacity.
    package var hexText: String {
        [red, green, blue].reduce(into: "#") { text, component in
            let digits = String(byte(component), radix: 16)
            text += digits.utf8.count == 1 ? "0" + digits : digits
        }
    }

    private func byte(_ component: Double) -> Int {
        component > 0 ? Int((min(component, 1) * 255).rounded()) : 0
    }

    /// A number 0...1 as JavaScript prints it: no ".0", decimals down to 1e-6, then `1e-7`.
    private func scriptNumber(_ number: Double) -> String {
        guard number > 0 else { return "0" }
        guard number < 1 else { return "1" }
        let text = "\(number)"
        guard let e = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: e)...]) else { return text }
        guard exponent < -6 else {
            let digits = text[..<e].filter { $0 != "." }
            let trimmed = digits.count == 2 && digits.hasSuffix("0") ? digits.dropLast() : digits[...]
            return "0." + String(repeating: "0", count: -exponent - 1) + trimmed
        }
        let mantissa = text[..<e]
        return (mantissa.hasSuffix(".0") ? mantissa.dropLast(2) : mantissa) + "e\(exponent)"
    }
}

/// How elevation is packed into colors: metres are `red * r + green * g + blue * b - base` with components 0 to 255.
@usableFromInline package struct ElevationCode: Sendable, Hashable {
    @usableFromInline package var red: Double
    @usableFromInline package var green: Double
    @usableFromInline package var blue: Double
    @usableFromInline package var base: Double

    package init(red: Double, green: Double, blue: Double, base: Double) {
        self.red = red
        self.green = green
        self.blue = blue
        self.base = base
    }

    /// Mapbox Terrain-RGB, the default: tenths of a metre from -10,000 m.
    package static let mapbox = ElevationCode(red: 6553.6, green: 25.6, blue: 0.1, base: 10_000)
    /// Mapzen Terrarium: 1/256 metres from -32,768 m.
    package static let terrarium = ElevationCode(red: 256, green: 1, blue: 1 / 256, base: 32_768)

    /// The elevation of a pixel, in metres.
    @inlinable @inline(__always)
    package func metres(_ pixel: UInt32) -> Float {
        let metres =
            red * Double(pixel >> 16 & 255) + green * Double(pixel >> 8 & 255) + blue * Double(pixel & 255) - base
        // The factors of a "custom" encoding are unbounded.
        return Float(max(-1e7, min(1e7, metres)))
    }
}
