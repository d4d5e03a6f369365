// SPDX-License-Identifier: MIT

/// How far apart two premultiplied pixels are.
package enum PixelDistance {
    /// The squared YIQ distance of black and white.
    package static let greatestYIQ = 35_215.0

    /// The largest difference of any channel, 0...255.
    static func channels(_ a: UInt32, _ b: UInt32) -> Int {
        var largest = 0
        for shift in [0, 8, 16, 24] as [UInt32] {
            largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
        }
        return largest
    }

    /// The squared YIQ distance.
    ///
    /// Pixels with transparency are compared over a pattern of light and dark, as pixelmatch 6 does, so that white and
    /// clear differ. The pattern counts bytes; its periods are the golden ratio and its square.
    static func yiq(_ a: UInt32, _ b: UInt32, at index: Int) -> Double {
        let alpha = channel(a, 24) - channel(b, 24)
        let byte = Double(index * 4)
        let green = (byte / 1.618033988749895).rounded(.down).truncatingRemainder(dividingBy: 2)
        let blue = (byte / 2.618033988749895).rounded(.down).truncatingRemainder(dividingBy: 2)
        return yiq(
            red: channel(a, 16) - channel(b, 16) - 48 * alpha / 255,
            green: channel(a, 8) - channel(b, 8) - (48 + 159 * green) * alpha / 255,
            blue: channel(a, 0) - channel(b, 0) - (48 + 159 * blue) * alpha / 255)
    }

    /// The squared YIQ distance of two opaque colors by the differences of their channels, each −255...255.
    package static func yiq(red r: Double, green g: Double, blue b: Double) -> Double {
        let y = r * 0.29889531 + g * 0.58662247 + b * 0.11448223
        let i = r * 0.59597799 - g * 0.27417610 - b * 0.32180189
        let q = r * 0.21147017 - g * 0.52261711 + b * 0.31114694
        return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
    }
}

/// One channel of a pixel, 0...255: alpha is at bit 24, red at 16, green at 8, blue at 0.
package func channel(_ pixel: UInt32, _ shift: UInt32) -> Double { Double(pixel >> shift & 255) }
