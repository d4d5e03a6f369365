// SPDX-License-Identifier: MIT

/// The checksum of a zlib stream, of pixels that have not been written as bytes.
///
/// - SeeAlso: RFC 1950, 8.2.
struct AdlerSum {
    private static let base: UInt64 = 65_521
    /// Pixels whose sums fit in 32 bits: 8 of them, 2048 times, add up to at most 1020 · 2048 · 2049 / 2.
    private static let most = 8 * 2048

    private var a: UInt64 = 1
    private var b: UInt64 = 0
    /// How many bytes it is of.
    private(set) var count = 0

    var value: UInt32 { UInt32(truncatingIfNeeded: b << 16 | a) }

    init() {}

    /// Of bytes that were summed up elsewhere.
    init(_ value: UInt32, count: Int) {
        (a, b) = (UInt64(value & 0xFFFF), UInt64(value >> 16))
        self.count = count
    }

    /// Goes on with bytes whose sum is known.
    mutating func append(_ other: AdlerSum) {
        // It began with 1, which counts once more for each of its bytes.
        let ones = UInt64(other.count) % Self.base
        add(bytes: other.count, sum: other.a + Self.base - 1, weighted: other.b + Self.base - ones)
    }

    /// Goes on with a filter byte of 0 and a row of pixels 0xAARRGGBB: 3 bytes each, or 4 with their opacity.
    mutating func add(row: UnsafePointer<UInt32>, count: Int, pixelBytes: Int) {
        add(bytes: 1, sum: 0, weighted: 0)
        var start = 0
        while start < count {
            let part = min(Self.most, count - start)
            if pixelBytes == 3 { add(row + start, part, 3) } else { add(row + start, part, 4) }
            start += part
        }
    }

    /// Bytes that add up to `sum`; `weighted` counts the last of them once, the one before it twice, and so on.
    private mutating func add(bytes: Int, sum: UInt64, weighted: UInt64) {
        b = (b + UInt64(bytes) % Self.base * a + weighted) % Self.base
        a = (a + sum) % Self.base
        count += bytes
    }

    /// At most `most` pixels; eight stand side by side in a vector.
    @inline(__always)
    private mutating func add(_ pixels: UnsafePointer<UInt32>, _ count: Int, _ pixelBytes: Int) {
        let steps = count / 8
        // Of all a pixel's bytes; the same with weights; and of its second, third and fourth byte once, twice, thrice.
        var sums = SIMD8<UInt32>(repeating: 0)
        var (weighted, excess) = (sums, sums)
        for step in 0..<steps {
            let pixel = UnsafeRawPointer(pixels + step &* 8).loadUnaligned(as: SIMD8<UInt32>.self)
            let (green, blue) = (pixel &>> 8 & 255, pixel & 255)
            var sum = (pixel &>> 16 & 255) &+ green &+ blue
            excess &+= green &+ blue &+ blue
            if pixelBytes == 4 {
                let alpha = pixel &>> 24
                sum &+= alpha
                excess &+= alpha &+ alpha &+ alpha
            }
            sums &+= sum
            weighted &+= sums
        }
        var (sum, total, less): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for lane in 0..<8 {
            sum += UInt64(sums[lane])
            // In a lane, a step's weight is 8 pixels; the lanes after the first are nearer to the end.
            total += 8 * UInt64(weighted[lane]) - UInt64(lane) * UInt64(sums[lane])
            less += UInt64(excess[lane])
        }
        add(bytes: steps * 8 * pixelBytes, sum: sum, weighted: UInt64(pixelBytes) * total - less)
        for i in steps * 8..<count {
            let (red, green, blue) = (pixels[i] >> 16 & 255, pixels[i] >> 8 & 255, pixels[i] & 255)
            let alpha = pixelBytes == 4 ? pixels[i] >> 24 : 0
            let sum = UInt64(red + green + blue + alpha)
            let less = UInt64(green + 2 * blue + 3 * alpha)
            add(bytes: pixelBytes, sum: sum, weighted: UInt64(pixelBytes) * sum - less)
        }
    }
}
