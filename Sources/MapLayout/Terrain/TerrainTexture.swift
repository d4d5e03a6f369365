// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Samples a bitmap that is draped over a tile, seen at an angle: several samples along the direction in which it is seen
/// more densely.
///
/// - SeeAlso: `EXT_texture_filter_anisotropic`, whose suggestion for the samples this is.
struct TerrainTexture {
    private let bitmap: Bitmap

    /// Where samples are taken around a position.
    struct Anisotropy {
        fileprivate var count: Int
        /// From one sample to the next, as fractions of the bitmap's sides.
        fileprivate var step: Point
    }

    private static let maxSamples = 16.0

    init(_ bitmap: Bitmap) { self.bitmap = bitmap }

    func anisotropy(of triangle: TerrainTriangle) -> Anisotropy {
        let (column, row) = triangle.gradients
        let size = Double(bitmap.width)
        let (across, down) = (column.length * size, row.length * size)
        let (longer, shorter) = (max(across, down), max(1e-9, min(across, down)))
        // A bitmap that is enlarged has no more detail to be found.
        guard longer > 1, longer.isFinite else { return Anisotropy(count: 1, step: .zero) }
        let count = max(1, min(Self.maxSamples, (longer / max(1, shorter)).rounded(.up)))
        return Anisotropy(count: Int(count), step: (across > down ? column : row) * (1 / count))
    }

    /// The color at a position in fractions of the bitmap's sides, premultiplied.
    @inline(__always)
    func color(_ u: Double, _ v: Double, _ anisotropy: Anisotropy) -> UInt32 {
        if anisotropy.count == 1 { return packed(linear(u, v)) }
        var sum = SIMD4<Float>.zero
        for index in 0..<anisotropy.count {
            let offset = Double(index) - Double(anisotropy.count - 1) / 2
            sum += linear(u + anisotropy.step.x * offset, v + anisotropy.step.y * offset)
        }
        return packed(sum / Float(anisotropy.count))
    }

    /// Blue, green, red, alpha; 0...255.
    @inline(__always)
    private func linear(_ u: Double, _ v: Double) -> SIMD4<Float> {
        let (x, y) = (u * Double(bitmap.width) - 0.5, v * Double(bitmap.height) - 0.5)
        let (maxX, maxY) = (bitmap.width - 1, bitmap.height - 1)
        let (left, top) = (max(0, min(Double(maxX), x)), max(0, min(Double(maxY), y)))
        let (column, row) = (Int(left), Int(top))
        let (across, down) = (Float(left - Double(column)), Float(top - Double(row)))
        let (nextColumn, nextRow) = (min(maxX, column + 1), min(maxY, row + 1))
        return bitmap.pixels.withUnsafeBufferPointer { pixels in
            func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
                let p = pixels[y * bitmap.width + x]
                return SIMD4<Float>(SIMD4<UInt32>(p & 255, p >> 8 & 255, p >> 16 & 255, p >> 24))
            }
            let upper = pixel(column, row) * (1 - across) + pixel(nextColumn, row) * across
            let lower = pixel(column, nextRow) * (1 - across) + pixel(nextColumn, nextRow) * across
            return upper * (1 - down) + lower * down
        }
    }

    @inline(__always)
    private func packed(_ color: SIMD4<Float>) -> UInt32 {
        let bytes = SIMD4<UInt32>(color + 0.5)
        return bytes.w << 24 | bytes.z << 16 | bytes.y << 8 | bytes.x
    }
}
