// SPDX-License-Identifier: MIT

/// Operations on 0xAARRGGBB pixels. All rounding is to the nearest.
package enum PremultipliedPixel {
    /// Premultiplies straight components: (x·a + 127) / 255 for each, exactly.
    package static func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
        for i in pixels.indices {
            let p = pixels[i]
            let alpha = p >> 24
            if alpha == 255 { continue }
            if alpha == 0 {
                pixels[i] = 0
                continue
            }
            // Red and blue in one word: each product is at most 65025, so nothing carries over.
            let redBlue = divideBy255((p & 0x00FF_00FF) &* alpha &+ 0x007F_007F)
            let green = divideBy255((p >> 8 & 0xFF) &* alpha &+ 0x7F)
            pixels[i] = alpha << 24 | redBlue | green << 8
        }
    }

    /// Divides both 16-bit halves by 255, rounding down. Exact for halves up to 65,279: ⌊x/255⌋ = (x + 1 + (x >> 8))
    /// >> 8.
    private static func divideBy255(_ halves: UInt32) -> UInt32 {
        (halves &+ 0x0001_0001 &+ (halves >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    }

    /// ⌈2²⁴ / a⌉ for each alpha `a` except 0. With e = m·a − 2²⁴ < a and n = 255·x + a/2 <= 65,152, n·e < 2²⁴, so
    /// that (n·m) >> 24 is exactly ⌊n / a⌋.
    package static let reciprocals: [UInt64] = [0] + (1...255).map { (1 << 24 + $0 - 1) / $0 }

    /// The straight red, green and blue of a premultiplied pixel as 0x00RRGGBB; 0 when it is fully transparent.
    @inline(__always)
    package static func straight(_ pixel: UInt32, _ reciprocals: UnsafePointer<UInt64>) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel & 0x00FF_FFFF }
        let reciprocal = reciprocals[Int(alpha)]
        let half = UInt64(alpha >> 1)
        let divided = { (component: UInt32) -> UInt32 in
            // Components above alpha are invalid, and clamped.
            let x = UInt64(min(component & 0xFF, alpha))
            return UInt32(truncatingIfNeeded: ((x &* 255 &+ half) &* reciprocal) >> 24)
        }
        return divided(pixel >> 16) << 16 | divided(pixel >> 8) << 8 | divided(pixel)
    }

    /// True when every pixel is opaque.
    package static func areOpaque(_ pixels: UnsafeBufferPointer<UInt32>) -> Bool {
        var start = 0
        while start < pixels.count {
            let end = min(start + 4096, pixels.count)
            var all: UInt32 = .max
            for i in start..<end { all &= pixels[i] }
            if all >> 24 != 255 { return false }
            start = end
        }
        return true
    }
}
