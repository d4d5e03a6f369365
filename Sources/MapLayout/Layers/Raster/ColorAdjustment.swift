// SPDX-License-Identifier: MIT
import MapGeometry
import MapStyle

/// The color adjustments of a `raster` layer: hue, saturation, contrast and brightness, in this order, and opacity.
///
/// - SeeAlso: MapLibre GL JS, `raster.fragment.glsl` and `raster_program.ts`, for the order and the factors.
struct ColorAdjustment: Sendable {
    private var hueRotation: (Float, Float, Float) = (1, 0, 0)
    private var saturation: Float = 0
    private var contrast: Float = 1
    private var low: Float = 0
    private var high: Float = 1
    let opacity: Float
    private let keepsColors: Bool

    init(_ style: StyleLayer, _ paint: EvaluationContext) {
        let number = { (name: PropertyName) in style.property(name).number(paint) }
        opacity = Float(max(0, min(1, number(.rasterOpacity))))
        let hue = number(.rasterHueRotate) * .pi / 180
        let (s, c) = (sine(hue) * 3.0.squareRoot(), cosine(hue))
        hueRotation = (Float((2 * c + 1) / 3), Float((-s - c + 1) / 3), Float((s - c + 1) / 3))
        let saturation = max(-1, min(1, number(.rasterSaturation)))
        self.saturation = Float(saturation > 0 ? 1 - 1 / (1.001 - saturation) : -saturation)
        let contrast = max(-1, min(1, number(.rasterContrast)))
        self.contrast = Float(contrast > 0 ? 1 / max(1e-6, 1 - contrast) : 1 + contrast)
        low = Float(number(.rasterBrightnessMin))
        high = Float(number(.rasterBrightnessMax))
        keepsColors = hueRotation == (1, 0, 0) && self.saturation == 0 && self.contrast == 1 && low == 0 && high == 1
    }

    /// True when pixels are unchanged.
    var isIdentity: Bool { keepsColors && opacity == 1 }

    /// Adjusts a premultiplied pixel.
    @inline(__always)
    func apply(_ pixel: UInt32) -> UInt32 {
        let alpha = Float(pixel >> 24)
        if alpha == 0 { return 0 }
        let scale = 1 / alpha
        var red = Float(pixel >> 16 & 255) * scale
        var green = Float(pixel >> 8 & 255) * scale
        var blue = Float(pixel & 255) * scale
        if !keepsColors {
            let average = (red + green + blue) / 3
            (red, green, blue) = (
                red * hueRotation.0 + green * hueRotation.1 + blue * hueRotation.2,
                red * hueRotation.2 + green * hueRotation.0 + blue * hueRotation.1,
                red * hueRotation.1 + green * hueRotation.2 + blue * hueRotation.0
            )
            red = adjusted(red + (average - red) * saturation)
            green = adjusted(green + (average - green) * saturation)
            blue = adjusted(blue + (average - blue) * saturation)
        }
        let a = alpha / 255 * opacity
        return packed(red: red * a, green: green * a, blue: blue * a, alpha: a)
    }

    /// Adjusts a row of premultiplied pixels, as `apply(_:)` each of them.
    func apply(to row: UnsafeMutableBufferPointer<UInt32>) {
        let lanes = SIMD8<UInt32>.scalarCount
        let bytes = UnsafeMutableRawBufferPointer(row)
        var x = 0
        while x + lanes <= row.count {
            let offset = x * MemoryLayout<UInt32>.stride
            let pixels = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
            if all(pixels .>= 0xFF00_0000) {
                bytes.storeBytes(of: applyOpaque(pixels), toByteOffset: offset, as: SIMD8<UInt32>.self)
            } else {
                for lane in x..<x + lanes { row[lane] = apply(row[lane]) }
            }
            x += lanes
        }
        while x < row.count {
            row[x] = apply(row[x])
            x += 1
        }
    }

    /// As `apply(_:)`, step by step, for eight opaque pixels.
    @inline(__always)
    private func applyOpaque(_ pixels: SIMD8<UInt32>) -> SIMD8<UInt32> {
        let scale: Float = 1 / 255
        var red = (pixels &>> 16 & 255).floats * scale
        var green = (pixels &>> 8 & 255).floats * scale
        var blue = (pixels & 255).floats * scale
        if !keepsColors {
            let average = (red + green + blue) / 3
            if hueRotation != (1, 0, 0) {
                let (r, g, b) = (red, green, blue)
                red = r * hueRotation.0 + g * hueRotation.1 + b * hueRotation.2
                green = r * hueRotation.2 + g * hueRotation.0 + b * hueRotation.1
                blue = r * hueRotation.1 + g * hueRotation.2 + b * hueRotation.0
            }
            red = adjusted(red + (average - red) * saturation)
            green = adjusted(green + (average - green) * saturation)
            blue = adjusted(blue + (average - blue) * saturation)
        }
        let alpha = SIMD8(repeating: byte(opacity))
        let r = (red * opacity).bytes.atMost(alpha)
        let g = (green * opacity).bytes.atMost(alpha)
        let b = (blue * opacity).bytes.atMost(alpha)
        return alpha &<< 24 | r &<< 16 | g &<< 8 | b
    }

    /// Applies contrast and brightness to one component of eight pixels.
    @inline(__always)
    private func adjusted(_ component: SIMD8<Float>) -> SIMD8<Float> {
        let value = (component - 0.5) * contrast + 0.5
        return low + (high - low) * value
    }

    /// Applies contrast and brightness to one component.
    @inline(__always)
    private func adjusted(_ component: Float) -> Float {
        let value = (component - 0.5) * contrast + 0.5
        return low + (high - low) * value
    }
}

/// Packs premultiplied components 0...1 into a pixel, clamped so that no color exceeds the opacity.
@inline(__always)
func packed(red: Float, green: Float, blue: Float, alpha: Float) -> UInt32 {
    let a = byte(alpha)
    return a << 24 | min(byte(red), a) << 16 | min(byte(green), a) << 8 | min(byte(blue), a)
}

/// As `packed(red:green:blue:alpha:)`, with colors that may be above alpha: such pixels add light.
@inline(__always)
func packedLight(red: Float, green: Float, blue: Float, alpha: Float) -> UInt32 {
    byte(alpha) << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)
}

@inline(__always)
private func byte(_ component: Float) -> UInt32 {
    // The comparison is false for NaN, too.
    component > 0 ? UInt32(min(component, 1) * 255 + 0.5) : 0
}

extension SIMD8<Float> {
    /// What `byte(_:)` gives for each of eight components.
    @inline(__always)
    fileprivate var bytes: SIMD8<UInt32> {
        let bounded = replacing(with: 0, where: self .< 0)
        let value = bounded.replacing(with: 1, where: bounded .> 1) * 255 + 0.5
        // From here on the last bit of a number is worth one, so that adding it rounds.
        let whole: Float = 8_388_608
        let rounded = value + whole
        let bits = unsafeBitCast(rounded, to: SIMD8<UInt32>.self) & 511
        return bits.replacing(with: bits &- 1, where: rounded - whole .> value)
    }
}

extension SIMD8<UInt32> {
    /// As floating-point numbers, converted without a check of their range; all are below 256.
    @inline(__always)
    fileprivate var floats: SIMD8<Float> { unsafeBitCast(self | 0x4B00_0000, to: SIMD8<Float>.self) - 8_388_608 }

    @inline(__always)
    fileprivate func atMost(_ limit: SIMD8<UInt32>) -> SIMD8<UInt32> { replacing(with: limit, where: self .> limit) }
}
