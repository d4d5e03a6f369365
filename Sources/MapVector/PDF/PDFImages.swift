// SPDX-License-Identifier: MIT
package import MapImages

// Viewers scale the colors and the opacity of an image apart. So colors go on where nothing of them is seen: black there would
// show along all edges.

extension Bitmap {
    /// Its colors without their opacity, each also in the transparent pixels around: opaque.
    package var spreadColors: Bitmap {
        var colors = PremultipliedPixel.reciprocals.withUnsafeBufferPointer { reciprocals in
            pixels.map { pixel in
                guard pixel >> 24 > 0, let table = reciprocals.baseAddress else { return UInt32(0) }
                return 0xFF00_0000 | PremultipliedPixel.straight(pixel, table)
            }
        }
        // To both sides, and then, for rows that have none, up and down.
        for y in 0..<height { Self.spread(&colors, from: y * width, by: 1, width) }
        for x in 0..<width { Self.spread(&colors, from: x, by: width, height) }
        return Bitmap(width: width, height: height, pixels: colors)
    }

    /// Gives each pixel of a row or a column that has no color that of the nearest one that has.
    private static func spread(_ colors: inout [UInt32], from start: Int, by step: Int, _ count: Int) {
        var last: Int?
        for i in 0...count {
            guard i == count || colors[start + i * step] != 0 else { continue }
            let gap = (last ?? -1) + 1..<i
            for k in gap {
                let isNearNext = last.map { i - k < k - $0 } ?? true
                let source = i < count && isNearNext ? i : last
                if let source { colors[start + k * step] = colors[start + source * step] }
            }
            last = i
        }
    }

    /// The opacity of each pixel, multiplied by another one, from 0 to 255.
    func opacities(_ opacity: Double) -> [UInt8] {
        let factor = UInt32((max(0, min(1, opacity)) * 256).rounded())
        return pixels.map { UInt8(truncatingIfNeeded: (($0 >> 24) * factor + 128) >> 8) }
    }

    /// The bitmap multiplied by an opacity.
    func faded(_ opacity: Double) -> Bitmap {
        let factor = UInt32((max(0, min(1, opacity)) * 256).rounded())
        let pixels = pixels.map { p in
            let component = { (shift: UInt32) in (((p >> shift & 255) * factor + 128) >> 8) << shift }
            return component(24) | component(16) | component(8) | component(0)
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }
}
