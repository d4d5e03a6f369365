// SPDX-License-Identifier: MIT
package import MapGeometry
package import MapImages
import Synchronization

/// Samples a bitmap under an affine transform, one value per output pixel.
///
/// Cairo rounds pattern matrices to 16.16 fixed point relative to the surface's origin, which would make bands
/// differ.
package struct ImageSampler {
    /// How samples beyond the bitmap's edges are resolved.
    package enum Edge { case pad, tile }

    private let bitmap: Bitmap
    /// Maps output pixels to bitmap pixels.
    private let inverse: Transform
    private let sampling: ImageMark.Sampling
    private let edge: Edge
    /// 0...256.
    private let opacity: UInt64

    /// Returns nil when the transform is not invertible.
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
                sampleAxisAligned(area, pixels, output)
            } else {
                sampleTransformed(area, pixels, output)
            }
        }
    }

    /// A single pixel of the output.
    subscript(x: Int, y: Int) -> UInt32 {
        let p = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
        return bitmap.pixels.withUnsafeBufferPointer { blend($0, tap(p.x, bitmap.width), tap(p.y, bitmap.height)) }
    }

    /// Two adjacent samples along one axis and the weight of the second, 0...255.
    private struct Tap: Equatable {
        var first: Int
        var second: Int
        var weight: UInt64
    }

    private func sampleAxisAligned(
        _ area: PixelRect, _ pixels: UnsafeBufferPointer<UInt32>, _ output: UnsafeMutableBufferPointer<UInt32>
    ) {
        let columns = (area.minX..<area.maxX).map { tap(inverse.a * (Double($0) + 0.5) + inverse.tx, bitmap.width) }
        let rows = (area.minY..<area.maxY).map { tap(inverse.d * (Double($0) + 0.5) + inverse.ty, bitmap.height) }
        let width = columns.count
        // Patterns repeat at their own size on most maps.
        let isRepeated =
            bitmap.width < width && columns.dropFirst(bitmap.width).elementsEqual(columns.dropLast(bitmap.width))
        let period = isRepeated ? bitmap.width : width
        columns.withUnsafeBufferPointer { columns in
            for (y, row) in rows.enumerated() {
                let line = UnsafeMutableBufferPointer(rebasing: output[y * width..<(y + 1) * width])
                if y >= bitmap.height, row == rows[y - bitmap.height] {
                    let start = (y - bitmap.height) * width
                    _ = line.update(fromContentsOf: output[start..<start + width])
                    continue
                }
                for x in 0..<period { line[x] = blend(pixels, columns[x], row) }
                var done = period
                while done < width {
                    let count = min(done, width - done)
                    _ = line[done...].update(fromContentsOf: line[..<count])
                    done += count
                }
            }
        }
    }

    private func sampleTransformed(
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
        // Keeps huge values and NaN away from `Int`; no bitmap is that large.
        let u = position > -1e9 ? min(position, 1e9) : -1e9
        // Keeps the sum positive, so that truncation rounds down: much faster than `rounded`.
        let bias = 1 << 31
        switch sampling {
        case .nearest:
            let index = resolvedIndex(Int(u + Double(bias)) - bias, count)
            return Tap(first: index, second: index, weight: 0)
        case .linear:
            // The position in units of 1/256 pixel, rounded to the nearest.
            let steps = Int((u - 0.5 + Double(bias)) * 256 + 0.5)
            let upperRowWeight = (steps >> 8) - bias
            return Tap(
                first: resolvedIndex(upperRowWeight, count), second: resolvedIndex(upperRowWeight + 1, count),
                weight: UInt64(steps & 255))
        }
    }

    @inline(__always)
    private func resolvedIndex(_ index: Int, _ count: Int) -> Int {
        switch edge {
        case .pad: return max(0, min(count - 1, index))
        case .tile:
            if index >= 0 && index < count { return index }
            let remainder = index % count
            return remainder < 0 ? remainder + count : remainder
        }
    }

    /// Bilinear interpolation; each component is rounded once.
    @inline(__always)
    private func blend(_ pixels: UnsafeBufferPointer<UInt32>, _ column: Tap, _ row: Tap) -> UInt32 {
        let (top, bottom) = (row.first * bitmap.width, row.second * bitmap.width)
        if column.weight == 0 && row.weight == 0 && opacity == 256 { return pixels[top + column.first] }
        // The weights add up to 2²⁴ at most, so that a component fits its 32-bit lane.
        let upperRowWeight = (256 &- row.weight) &* opacity
        let lowerRowWeight = row.weight &* opacity
        var greenAlpha: UInt64 = 0
        var blueRed: UInt64 = 0
        func add(_ p: UInt32, _ weight: UInt64) {
            greenAlpha &+= (UInt64(p >> 24) << 32 | UInt64(p >> 8 & 0xFF)) &* weight
            blueRed &+= (UInt64(p >> 16 & 0xFF) << 32 | UInt64(p & 0xFF)) &* weight
        }
        add(pixels[top + column.first], (256 &- column.weight) &* upperRowWeight)
        add(pixels[top + column.second], column.weight &* upperRowWeight)
        add(pixels[bottom + column.first], (256 &- column.weight) &* lowerRowWeight)
        add(pixels[bottom + column.second], column.weight &* lowerRowWeight)
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

/// Caches bitmaps downscaled for one output, so that each band need not downscale them again.
final class DownscaledBitmaps: Sendable {
    private struct Key: Hashable {
        var bitmap: ObjectIdentifier
        var columns: Int
        var rows: Int
    }
    /// Retains the original, so that its identifier is not reused.
    private let reducedBitmaps = Mutex<[Key: (original: Bitmap, reduced: Bitmap)]>([:])

    /// Downscales under the lock: other threads are likely to need the same bitmap.
    func reduced(_ bitmap: Bitmap, by columns: Int, _ rows: Int) -> Bitmap {
        guard columns > 1 || rows > 1 else { return bitmap }
        return reducedBitmaps.withLock { reducedBitmaps in
            let key = Key(bitmap: ObjectIdentifier(bitmap), columns: columns, rows: rows)
            if let cached = reducedBitmaps[key] { return cached.reduced }
            let reduced = bitmap.reduced(by: columns, rows)
            reducedBitmaps[key] = (bitmap, reduced)
            return reduced
        }
    }
}
