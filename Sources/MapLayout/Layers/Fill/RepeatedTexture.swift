// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// A bitmap that repeats in both directions, sampled bilinearly.
struct RepeatedTexture {
    private let bitmap: Bitmap
    private let (columns, rows): (Axis, Axis)

    init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
        (columns, rows) = (Axis(count: bitmap.width), Axis(count: bitmap.height))
    }

    /// The pixel at a point of the plane, measured in pixels of the bitmap.
    subscript(_ p: Point) -> UInt32 {
        bitmap.pixels.withUnsafeBufferPointer { sample(p.x, p.y, $0) }
    }

    /// Fills a row of the picture that a tilted camera sees; pixels without ground stay as they are.
    ///
    /// - Parameters:
    ///   - row: pixels of the picture, from left to right.
    ///   - homography: from the picture to the ground.
    ///   - transform: from the ground to the bitmap.
    ///   - start: the center of the row's first pixel.
    func fill(
        _ row: UnsafeMutableBufferPointer<UInt32>, _ homography: GroundHomography, _ transform: Transform,
        from start: Point
    ) {
        func texture(_ p: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(
                transform.a * p.x + transform.c * p.y + transform.tx * p.z,
                transform.b * p.x + transform.d * p.y + transform.ty * p.z, p.z)
        }
        var p = texture(homography.origin + homography.right * start.x + homography.down * start.y)
        let step = texture(homography.right)
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            for x in row.indices {
                if p.z >= homography.minW {
                    let scale = 1 / p.z
                    row[x] = sample(p.x * scale, p.y * scale, pixels)
                }
                p += step
            }
        }
    }

    @inline(__always)
    private func sample(_ x: Double, _ y: Double, _ pixels: UnsafeBufferPointer<UInt32>) -> UInt32 {
        let (column, row) = (columns.neighbors(x), rows.neighbors(y))
        let (top, bottom) = (row.first * columns.count, row.second * columns.count)
        return TextureSet.mixed(
            pixels[top + column.first], pixels[top + column.second], pixels[bottom + column.first],
            pixels[bottom + column.second], column.fraction, row.fraction)
    }

    /// One side of the bitmap.
    private struct Axis {
        let count: Int
        /// A multiple of `count`, so that positions are not negative.
        private let bias: Int

        init(count: Int) {
            self.count = count
            bias = (1 << 30) / count * count + count
        }

        /// The two pixels around a position, and the weight of the second in 1/256.
        @inline(__always)
        func neighbors(_ position: Double) -> (first: Int, second: Int, fraction: UInt64) {
            guard abs(position) < 0x1p30 else { return (0, 0, 0) }
            // Adding the bias makes truncation round down.
            let steps = Int((position + Double(bias)) * 256) - 128
            let first = Int(UInt32(truncatingIfNeeded: steps >> 8) % UInt32(truncatingIfNeeded: count))
            return (first, first + 1 == count ? 0 : first + 1, UInt64(truncatingIfNeeded: steps & 255))
        }
    }
}
