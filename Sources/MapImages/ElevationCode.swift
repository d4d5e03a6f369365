// SPDX-License-Identifier: MIT

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
