// SPDX-License-Identifier: MIT
package import MapPlane

/// Looks a bitmap up under a transform, pixel by pixel of the output.
///
/// Cairo could do it too, but rounds its transforms to 16.16 fixed point in a way that depends on where a band begins.
package struct ImageSampler {
    /// What lies beyond the bitmap's edges.
    package enum Edge { case pad, tile }

    private let bitmap: Bitmap
    /// Pixels of the output to pixels of the bitmap.
    private let inverse: Transform
    private let sampling: ImageMark.Sampling
    private let edge: Edge
    /// 0...256.
    private let opacity: UInt64

    /// Nil when the transform flattens the image.
    package init?(_ bitmap: Bitmap, transform: Transform, sampling: ImageMark.Sampling, edge: Edge, opacity: Double) {
        guard let inverse = transform.inverse, (inverse.a + inverse.b + inverse.c + inverse.d).isFinite else {
            return nil
        }
        self.bitmap = bitmap
        self.inverse = inverse
        self.sampling = sampling
        self.edge = edge
        self.opacity = UInt64((clampedToUnit(opacity) * 256).rounded())
    }

    package var isOpaque: Bool { bitmap.isOpaque && opacity == 256 }

    /// Fills `area.width * area.height` pixels.
    package func sample(_ area: PixelRect, into output: UnsafeMutableBufferPointer<UInt32>) {
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            if inverse.keepsRectangles {
                upright(area, pixels, output)
            } else {
                slanted(area, pixels, output)
            }
        }
    }

    /// Two neighbouring pixels along one axis and the second one's share, 0...255.
    private struct Tap {
        var first: Int
        var second: Int
        var share: UInt64
    }

    private func upright(
        _ area: PixelRect, _ pixels: UnsafeBufferPointer<UInt32>, _ output: UnsafeMutableBufferPointer<UInt32>
    ) {
        let columns = (area.minX..<area.maxX).map { tap(inverse.a * (Double($0) + 0.5) + inverse.tx, bitmap.width) }
        var i = 0
        columns.withUnsafeBufferPointer { columns in
            for y in area.minY..<area.maxY {
                let row = tap(inverse.d * (Double(y) + 0.5) + inverse.ty, bitmap.height)
                for column in columns {
                    output[i] = blend(pixels, column, row)
                    i += 1
                }
            }
        }
    }

    private func slanted(
        _ area: PixelRect, _ pixels: UnsafeBufferPointer<UInt32>, _ output: UnsafeMutableBufferPointer<UInt32>
    ) {
        var i = 0
        for y in area.minY..<area.maxY {
            for x in area.minX..<area.maxX {
                let p = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
                output[i] = blend(pixels, tap(p.x, bitmap.width), tap(p.y, bitmap.height))
                i += 1
            }
        }
    }

    @inline(__always)
    private func tap(_ position: Double, _ count: Int) -> Tap {
        // No picture is that far; keeps huge and missing numbers away from `Int`.
        let u = position > -1e9 ? min(position, 1e9) : -1e9
        // Makes all sums positive, so that cutting off decimals rounds down: much faster than `rounded`.
        let bias = 1 << 31
        switch sampling {
        case .nearest:
            let index = inside(Int(u + Double(bias)) - bias, count)
            return Tap(first: index, second: index, share: 0)
        case .linear:
            // In steps of 1/256, rounded to the nearest.
            let steps = Int((u - 0.5 + Double(bias)) * 256 + 0.5)
            let low = (steps >> 8) - bias
            return Tap(first: inside(low, count), second: inside(low + 1, count), share: UInt64(steps & 255))
        }
    }

    @inline(__always)
    private func inside(_ index: Int, _ count: Int) -> Int {
        switch edge {
        case .pad: return max(0, min(count - 1, index))
        case .tile:
            if index >= 0 && index < count { return index }
            let rest = index % count
            return rest < 0 ? rest + count : rest
        }
    }

    /// The weighted sum of four pixels, every component rounded once.
    @inline(__always)
    private func blend(_ pixels: UnsafeBufferPointer<UInt32>, _ column: Tap, _ row: Tap) -> UInt32 {
        let (top, bottom) = (row.first * bitmap.width, row.second * bitmap.width)
        if column.share == 0 && row.share == 0 && opacity == 256 { return pixels[top + column.first] }
        // The weights add up to 2²⁴ at most, so that a component fits its 32-bit lane.
        let low = (256 &- row.share) &* opacity
        let high = row.share &* opacity
        var greenAlpha: UInt64 = 0
        var blueRed: UInt64 = 0
        func add(_ p: UInt32, _ weight: UInt64) {
            greenAlpha &+= (UInt64(p >> 24) << 32 | UInt64(p >> 8 & 0xFF)) &* weight
            blueRed &+= (UInt64(p >> 16 & 0xFF) << 32 | UInt64(p & 0xFF)) &* weight
        }
        add(pixels[top + column.first], (256 &- column.share) &* low)
        add(pixels[top + column.second], column.share &* low)
        add(pixels[bottom + column.first], (256 &- column.share) &* high)
        add(pixels[bottom + column.second], column.share &* high)
        let half: UInt64 = 0x0080_0000_0080_0000
        greenAlpha &+= half
        blueRed &+= half
        let alpha = UInt32(truncatingIfNeeded: greenAlpha >> 56)
        let green = UInt32(truncatingIfNeeded: greenAlpha >> 24) & 0xFF
        let red = UInt32(truncatingIfNeeded: blueRed >> 56)
        let blue = UInt32(truncatingIfNeeded: blueRed >> 24) & 0xFF
        return alpha << 24 | red << 16 | green << 8 | blue
    }
}
