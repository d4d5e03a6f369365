// SPDX-License-Identifier: MIT

/// The Adler-32 checksum of a zlib stream, computed from pixels without writing them as bytes.
///
/// - SeeAlso: RFC 1950, 8.2.
struct AdlerSum {
    private static let base: UInt64 = 65_521
    /// The pixels whose sums fit in 32 bits: 8 lanes of 2048 pixels add up to at most 1020 · 2048 · 2049 / 2.
    private static let maxChunk = 8 * 2048

    private var a: UInt64 = 1
    private var b: UInt64 = 0
    /// The number of bytes covered.
    private(set) var count = 0

    var value: UInt32 { UInt32(truncatingIfNeeded: b << 16 | a) }

    init() {}

    /// Wraps a checksum that was computed elsewhere.
    init(_ value: UInt32, count: Int) {
        (a, b) = (UInt64(value & 0xFFFF), UInt64(value >> 16))
        self.count = count
    }

    /// Appends bytes whose checksum is known.
    mutating func append(_ other: AdlerSum) {
        // Its initial 1 contributes once per byte.
        let ones = UInt64(other.count) % Self.base
        add(bytes: other.count, sum: other.a + Self.base - 1, weighted: other.b + Self.base - ones)
    }

    /// Appends a filter byte of 0 and a row of pixels 0xAARRGGBB: 3 bytes each, or 4 with alpha.
    package mutating func add(row: UnsafePointer<UInt32>, count: Int, pixelBytes: Int) {
        add(bytes: 1, sum: 0, weighted: 0)
        var start = 0
        while start < count {
            let chunkLength = min(Self.maxChunk, count - start)
            if pixelBytes == 3 { add(row + start, chunkLength, 3) } else { add(row + start, chunkLength, 4) }
            start += chunkLength
        }
    }

    /// Appends bytes with the given sum; `weighted` counts the last byte once, the one before it twice, and so on.
    private mutating func add(bytes: Int, sum: UInt64, weighted: UInt64) {
        b = (b + UInt64(bytes) % Self.base * a + weighted) % Self.base
        a = (a + sum) % Self.base
        count += bytes
    }

    /// Appends at most `maxChunk` pixels, eight at a time.
    @inline(__always)
    private mutating func add(_ pixels: UnsafePointer<UInt32>, _ count: Int, _ pixelBytes: Int) {
        let steps = count / 8
        // The sum of all bytes; the running weighted sum; and the second, third and fourth bytes counted once, twice
        // and three times.
        var sums = SIMD8<UInt32>(repeating: 0)
        var (weighted, weightedExcess) = (sums, sums)
        for step in 0..<steps {
            let pixel = UnsafeRawPointer(pixels + step &* 8).loadUnaligned(as: SIMD8<UInt32>.self)
            let (green, blue) = (pixel &>> 8 & 255, pixel & 255)
            var sum = (pixel &>> 16 & 255) &+ green &+ blue
            weightedExcess &+= green &+ blue &+ blue
            if pixelBytes == 4 {
                let alpha = pixel &>> 24
                sum &+= alpha
                weightedExcess &+= alpha &+ alpha &+ alpha
            }
            sums &+= sum
            weighted &+= sums
        }
        var (sum, total, correction): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for lane in 0..<8 {
            sum += UInt64(sums[lane])
            // Each step advances a lane by 8 pixels; later lanes are nearer to the end.
            total += 8 * UInt64(weighted[lane]) - UInt64(lane) * UInt64(sums[lane])
            correction += UInt64(weightedExcess[lane])
        }
        add(bytes: steps * 8 * pixelBytes, sum: sum, weighted: UInt64(pixelBytes) * total - correction)
        for i in steps * 8..<count {
            let (red, green, blue) = (pixels[i] >> 16 & 255, pixels[i] >> 8 & 255, pixels[i] & 255)
            let alpha = pixelBytes == 4 ? pixels[i] >> 24 : 0
            let sum = UInt64(red + green + blue + alpha)
            let correction = UInt64(green + 2 * blue + 3 * alpha)
            add(bytes: pixelBytes, sum: sum, weighted: UInt64(pixelBytes) * sum - correction)
        }
    }
}
