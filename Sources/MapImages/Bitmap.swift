// SPDX-License-Identifier: MIT
package import MapGeometry

/// An immutable image: premultiplied ARGB in native byte order (B, G, R, A on little-endian machines), top row first,
/// without row padding.
package final class Bitmap: Sendable {
    package let width: Int
    package let height: Int
    /// `width * height` pixels.
    package let pixels: [UInt32]
    /// The longest side: cairo supports no larger image surface.
    package static let maxSide = 32_767

    /// True when every pixel is opaque.
    package let isOpaque: Bool

    /// Creates a bitmap of exactly `width * height` pixels. `isOpaque` is computed unless it is known.
    package init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool? = nil) {
        precondition(width > 0 && height > 0 && pixels.count == width * height, "a bitmap's size must fit its pixels")
        self.width = width
        self.height = height
        self.pixels = pixels
        self.isOpaque = isOpaque ?? pixels.withUnsafeBufferPointer(PremultipliedPixel.areOpaque)
    }
}

extension Bitmap {
    /// True when all pixels are the same.
    package var isOneColor: Bool { pixels.allSatisfy { $0 == pixels[0] } }

    /// Downscales by integer factors: each pixel is the mean of a block; blocks at the right and bottom edge may be
    /// smaller.
    package func reduced(by columns: Int, _ rows: Int) -> Bitmap {
        let (columns, rows) = (max(1, min(columns, width)), max(1, min(rows, height)))
        let newWidth = (width + columns - 1) / columns
        let newHeight = (height + rows - 1) / rows
        // Four sums per output pixel of a row; 32 bits hold blocks of up to 2²⁴ pixels.
        var sums = [UInt32](repeating: 0, count: newWidth * 4)
        let reduced = [UInt32](unsafeUninitializedCapacity: newWidth * newHeight) { output, count in
            for newY in 0..<newHeight {
                let band = newY * rows..<min((newY + 1) * rows, height)
                for y in band { addRow(y, columns, &sums) }
                for newX in 0..<newWidth {
                    let blockWidth = min(columns, width - newX * columns)
                    output[newY * newWidth + newX] = mean(of: &sums, at: newX * 4, UInt32(blockWidth * band.count))
                }
            }
            count = newWidth * newHeight
        }
        return Bitmap(width: newWidth, height: newHeight, pixels: reduced, isOpaque: isOpaque)
    }

    private func addRow(_ y: Int, _ columns: Int, _ sums: inout [UInt32]) {
        var (block, columnsLeft) = (0, columns)
        for x in 0..<width {
            let p = pixels[y * width + x]
            sums[block] &+= p >> 24
            sums[block + 1] &+= p >> 16 & 0xFF
            sums[block + 2] &+= p >> 8 & 0xFF
            sums[block + 3] &+= p & 0xFF
            columnsLeft -= 1
            if columnsLeft == 0 { (block, columnsLeft) = (block + 4, columns) }
        }
    }

    private func mean(of sums: inout [UInt32], at index: Int, _ count: UInt32) -> UInt32 {
        var pixel: UInt32 = 0
        for channel in index..<index + 4 {
            pixel = pixel << 8 | (sums[channel] + count / 2) / count
            sums[channel] = 0
        }
        return pixel
    }
}

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

/// A rectangle of whole pixels: `minX..<maxX` by `minY..<maxY`.
package struct PixelRect: Hashable, Sendable {
    package var minX: Int
    package var minY: Int
    package var maxX: Int
    package var maxY: Int

    package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    package var width: Int { maxX - minX }
    package var height: Int { maxY - minY }
    package var isEmpty: Bool { minX >= maxX || minY >= maxY }
    package var rect: Rect { Rect(minX: Double(minX), minY: Double(minY), maxX: Double(maxX), maxY: Double(maxY)) }

    package var origin: Point { Point(Double(minX), Double(minY)) }

    package func intersection(_ o: PixelRect) -> PixelRect {
        PixelRect(minX: max(minX, o.minX), minY: max(minY, o.minY), maxX: min(maxX, o.maxX), maxY: min(maxY, o.maxY))
    }

    /// The pixels that a rectangle touches, even partly. NaN edges do not limit the result.
    package func touched(by r: Rect) -> PixelRect {
        PixelRect(
            minX: Self.clamped(r.minX.rounded(.down), minX, maxX, minX),
            minY: Self.clamped(r.minY.rounded(.down), minY, maxY, minY),
            maxX: Self.clamped(r.maxX.rounded(.up), minX, maxX, maxX),
            maxY: Self.clamped(r.maxY.rounded(.up), minY, maxY, maxY)
        )
    }

    /// The pixels whose centers lie inside a rectangle; a center on an edge belongs to the right or lower side, so
    /// that adjacent rectangles share no pixel.
    package func centered(in r: Rect) -> PixelRect {
        PixelRect(
            minX: Self.clamped((r.minX - 0.5).rounded(.up), minX, maxX, minX),
            minY: Self.clamped((r.minY - 0.5).rounded(.up), minY, maxY, minY),
            maxX: Self.clamped((r.maxX - 0.5).rounded(.up), minX, maxX, maxX),
            maxY: Self.clamped((r.maxY - 0.5).rounded(.up), minY, maxY, maxY))
    }

    private static func clamped(_ edge: Double, _ low: Int, _ high: Int, _ fallback: Int) -> Int {
        guard !edge.isNaN else { return fallback }
        return edge <= Double(low) ? low : edge >= Double(high) ? high : Int(edge)
    }
}
