// SPDX-License-Identifier: MIT

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

    /// The color a fraction of the way to another, component by component, without premultiplying.
    package func mix(_ other: Color, _ fraction: Double) -> Color {
        Color(
            red: red + (other.red - red) * fraction, green: green + (other.green - green) * fraction,
            blue: blue + (other.blue - blue) * fraction, alpha: alpha + (other.alpha - alpha) * fraction)
    }
}

extension Color {
    /// Red, green, blue, alpha; 0...1.
    var premultiplied: SIMD4<Float> {
        let alpha = Float(clampedToUnit(alpha))
        return SIMD4(
            Float(clampedToUnit(red)) * alpha, Float(clampedToUnit(green)) * alpha, Float(clampedToUnit(blue)) * alpha,
            alpha)
    }
}
