// SPDX-License-Identifier: MIT
import MapImages

/// Bitmaps, and if need be their pixels in one array, with nearest-neighbor and bilinear sampling.
struct TextureSet: Sendable {
    private struct Texture: Sendable {
        var start: Int
        var width: Int
        var height: Int
    }

    let bitmaps: [Bitmap]
    private var textures: [Texture] = []
    /// Of all bitmaps, once they are joined.
    private(set) var pixels: [UInt32] = []

    init(_ bitmaps: [Bitmap]) {
        self.bitmaps = bitmaps
        var start = 0
        for bitmap in bitmaps {
            textures.append(Texture(start: start, width: bitmap.width, height: bitmap.height))
            start += bitmap.pixels.count
        }
    }

    /// Copies the pixels into one array, for those who look for each of them.
    mutating func join() {
        pixels = []
        pixels.reserveCapacity(bitmaps.reduce(0) { $0 + $1.pixels.count })
        for bitmap in bitmaps { pixels.append(contentsOf: bitmap.pixels) }
    }

    /// The size of all bitmaps; nil where they differ, or there are none.
    var commonSize: (width: Int, height: Int)? {
        guard let first = textures.first, textures.allSatisfy({ $0.width == first.width && $0.height == first.height })
        else { return nil }
        return (first.width, first.height)
    }

    /// The pixel at a position; `u` and `v` are fractions of the bitmap's sides.
    @inline(__always)
    func nearest(_ texture: Int, _ u: Double, _ v: Double, _ pixels: UnsafeBufferPointer<UInt32>) -> UInt32 {
        let t = textures[texture]
        let x = max(0, min(t.width - 1, Int(u * Double(t.width))))
        let y = max(0, min(t.height - 1, Int(v * Double(t.height))))
        return pixels[t.start + y * t.width + x]
    }

    /// The bilinear interpolation at a position, clamped at the edges.
    @inline(__always)
    func linear(_ texture: Int, _ u: Double, _ v: Double, _ pixels: UnsafeBufferPointer<UInt32>) -> UInt32 {
        let t = textures[texture]
        let x = LinearNeighbors(u, t.width)
        let y = LinearNeighbors(v, t.height)
        let (top, bottom) = (t.start + y.first * t.width, t.start + y.second * t.width)
        return Self.mixed(
            pixels[top + x.first], pixels[top + x.second], pixels[bottom + x.first], pixels[bottom + x.second],
            x.fraction,
            y.fraction)
    }

    /// The two pixels around a position along one axis, and the weight of the second in 1/256.
    struct LinearNeighbors {
        var first: Int
        var second: Int
        var fraction: UInt64

        @inline(__always)
        init(_ position: Double, _ count: Int) {
            // Adding one pixel makes truncation round down.
            let steps = Int((max(-1, min(2, position)) * Double(count) + 0.5) * 256 + 0.5) + (count << 8)
            let low = (steps >> 8) - 1 - count
            first = max(0, min(count - 1, low))
            second = max(0, min(count - 1, low + 1))
            fraction = UInt64(truncatingIfNeeded: steps & 255)
        }
    }

    /// Interpolates all four components, several per word, rounding each once.
    @inline(__always)
    static func mixed(
        _ topLeft: UInt32, _ topRight: UInt32, _ bottomLeft: UInt32, _ bottomRight: UInt32, _ x: UInt64, _ y: UInt64
    ) -> UInt32 {
        if topLeft == topRight && topLeft == bottomLeft && topLeft == bottomRight { return topLeft }
        // In lanes of 16 bits: a component and a weight of 8 bits fit. What one lane borrows from the next is given back.
        func spread(_ p: UInt32) -> UInt64 { UInt64(p & 0x00FF_00FF) | UInt64(p & 0xFF00_FF00) << 24 }
        func mix(_ a: UInt64, _ b: UInt64, _ weight: UInt64) -> UInt64 { a << 8 &+ (b &- a) &* weight }
        let (top, bottom) = (mix(spread(topLeft), spread(topRight), x), mix(spread(bottomLeft), spread(bottomRight), x))
        // In lanes of 32 bits, of which the weights of both directions leave the third byte.
        let lanes: UInt64 = 0x0000_FFFF_0000_FFFF
        let (first, second) = (mix(top & lanes, bottom & lanes, y), mix(top >> 16 & lanes, bottom >> 16 & lanes, y))
        let (half, byte): (UInt64, UInt64) = (0x0000_8000_0000_8000, 0x0000_00FF_0000_00FF)
        let bytes = (first &+ half) >> 16 & byte | ((second &+ half) >> 16 & byte) << 16
        return UInt32(truncatingIfNeeded: bytes | bytes >> 24)
    }
}

extension Bitmap {
    /// The bitmap halved to the mipmap level that best matches the output's resolution.
    ///
    /// - Parameter density: bitmap pixels per output pixel.
    /// - Returns: the bitmap itself for densities up to √2.
    func halved(forDensity density: Double) -> Bitmap {
        guard density > 1, density.isFinite else { return self }
        // The rounding of `GL_LINEAR_MIPMAP_NEAREST`: the next level from √2 on (OpenGL ES 3.0, §3.8.11).
        var (factor, remaining) = (1, density)
        while remaining > 2.0.squareRoot(), factor < 1 << 12 { (factor, remaining) = (factor * 2, remaining / 2) }
        return factor > 1 ? reduced(by: factor, factor) : self
    }
}

/// The components of a pixel, two per word of 64 bits, so that a word is weighted at once.
enum PixelWords {
    /// Alpha above green.
    @inline(__always)
    static func greenAlpha(_ p: UInt32) -> UInt64 { UInt64(p >> 24) << 32 | UInt64(p >> 8 & 0xFF) }

    /// Red above blue.
    @inline(__always)
    static func blueRed(_ p: UInt32) -> UInt64 { UInt64(p >> 16 & 0xFF) << 32 | UInt64(p & 0xFF) }

    /// Half of what a component counts in words with weights that add up to 2¹⁶: added once, it rounds.
    static let half: UInt64 = 0x0000_8000_0000_8000

    /// The pixel of words with weights that add up to 2¹⁶.
    @inline(__always)
    static func pixel(greenAlpha: UInt64, blueRed: UInt64) -> UInt32 {
        let upper = (greenAlpha >> 48 & 0xFF) << 24 | (blueRed >> 48 & 0xFF) << 16
        let lower = (greenAlpha >> 16 & 0xFF) << 8 | blueRed >> 16 & 0xFF
        return UInt32(truncatingIfNeeded: upper | lower)
    }
}
