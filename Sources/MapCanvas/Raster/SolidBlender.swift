// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages

/// Composites a solid color over pixels. Products are rounded to the nearest, as in pixman.
struct SolidBlender {
    /// Premultiplied.
    let pixel: UInt32
    private let alpha: UInt8
    /// What is added to products by coverages before they are divided by 255.
    private let half: UInt16

    /// - Parameters:
    ///   - color: what is composited.
    ///   - isCairo: has the bytes of cairo, which rounds one color in hundreds otherwise, and a half downwards where a color is opaque;
    ///     others it leaves to pixman.
    init(_ color: Color, asCairo isCairo: Bool = false) {
        @inline(__always) func byte(_ value: Double) -> UInt32 {
            isCairo ? UInt32(value * 65535 + 0.5) >> 8 : min(255, UInt32(value * 256))
        }
        let opacity = clampedToUnit(color.alpha)
        alpha = UInt8(byte(opacity))
        half = isCairo && alpha == 255 ? 127 : 128
        let (red, green, blue) = (clampedToUnit(color.red), clampedToUnit(color.green), clampedToUnit(color.blue))
        pixel = byte(opacity) << 24 | byte(red * opacity) << 16 | byte(green * opacity) << 8 | byte(blue * opacity)
    }

    var isOpaque: Bool { alpha == 255 }

    /// Sets `count` pixels, at least one, as an opaque color does.
    @inline(__always)
    func set(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
        guard count >= 4 else {
            (pixels[0], pixels[count >> 1], pixels[count &- 1]) = (pixel, pixel, pixel)
            return
        }
        let four = FourPixels(pixel)
        var index = 0
        while index < count &- 4 {
            four.store(to: pixels + index)
            index &+= 4
        }
        four.store(to: pixels + (count &- 4))
    }

    /// Composites over `count` pixels.
    @inline(__always)
    func fill(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
        guard alpha < 255 else { return pixels.update(repeating: pixel, count: count) }
        let (source, remainder) = (FourPixels(pixel), SIMD4<UInt32>(repeating: UInt32(255 &- alpha)))
        var index = 0
        while index &+ 4 <= count {
            (source &+ FourPixels(pixels + index) * remainder).store(to: pixels + index)
            index &+= 4
        }
        while index < count {
            pixels[index] = (source &+ FourPixels(pixels[index]) * remainder).first
            index &+= 1
        }
    }

    /// Composites over `count` pixels through a coverage mask, and clears it.
    @inline(__always)
    func fill(_ pixels: UnsafeMutablePointer<UInt32>, clearing covers: UnsafeMutablePointer<UInt8>, _ count: Int) {
        fill(pixels, through: covers, count, cleared: covers)
    }

    /// Composites over `count` pixels through a coverage mask, which stays as it is but for what is cleared.
    @inline(__always)
    func fill(
        _ pixels: UnsafeMutablePointer<UInt32>, through covers: UnsafePointer<UInt8>, _ count: Int,
        cleared: UnsafeMutablePointer<UInt8>? = nil
    ) {
        let (bytes, clearedBytes) = (UnsafeRawPointer(covers), cleared.map { UnsafeMutableRawPointer($0) })
        let source = FourPixels(pixel)
        @inline(__always) func load(_ index: Int) -> UInt64 {
            bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        }
        @inline(__always) func blend(_ index: Int, _ eight: UInt64) {
            guard eight != 0 else { return }
            clearedBytes?.storeBytes(of: 0, toByteOffset: index, as: UInt64.self)
            self.blend(source, over: pixels + index, through: UInt32(truncatingIfNeeded: eight))
            self.blend(source, over: pixels + index + 4, through: UInt32(truncatingIfNeeded: eight >> 32))
        }
        var index = 0
        while index &+ 16 <= count {
            // Most of the mask of a line is empty.
            if index &+ 64 <= count, Self.isEmpty(bytes + index) {
                index &+= 64
                continue
            }
            let end = min(index &+ 64, count & ~15)
            repeat {
                let (first, second) = (load(index), load(index &+ 8))
                if first | second != 0 {
                    blend(index, first)
                    blend(index &+ 8, second)
                }
                index &+= 16
            } while index < end
        }
        if index &+ 8 <= count {
            blend(index, load(index))
            index &+= 8
        }
        while index < count {
            if covers[index] > 0 {
                let weighted = source.multiplied(by: SIMD4(repeating: UInt32(covers[index])), half)
                pixels[index] =
                    (weighted &+ FourPixels(pixels[index]).multiplied(by: weighted.remainder, half)).first
                cleared?[index] = 0
            }
            index += 1
        }
    }

    /// Composites premultiplied pixels over `count` others through a coverage mask, and clears it. `source` takes the
    /// index of a pixel that is covered.
    @inline(__always)
    static func composite(
        over pixels: UnsafeMutablePointer<UInt32>, clearing covers: UnsafeMutablePointer<UInt8>, _ count: Int,
        _ source: (Int) -> UInt32
    ) {
        var index = 0
        while index < count {
            if index &+ 8 <= count, UnsafeRawPointer(covers + index).loadUnaligned(as: UInt64.self) == 0 {
                index &+= 8
                continue
            }
            if covers[index] > 0 {
                let weights = SIMD4(repeating: UInt32(covers[index]))
                let weighted = FourPixels(source(index)).multiplied(by: weights, 128)
                pixels[index] = (weighted &+ FourPixels(pixels[index]) * weighted.remainder).first
                covers[index] = 0
            }
            index &+= 1
        }
    }

    /// Composites premultiplied pixels over as many others.
    static func composite(
        _ source: UnsafePointer<UInt32>, over pixels: UnsafeMutablePointer<UInt32>, _ count: Int
    ) {
        var index = 0
        while index &+ 4 <= count {
            // Most of an image is empty or opaque.
            if index &+ 16 <= count, isEmpty(source + index) {
                index &+= 16
                continue
            }
            let end = min(index &+ 16, count & ~3)
            repeat {
                var four = FourPixels(source + index)
                if any(four.remainder .!= 0) { four = four.composited(over: FourPixels(pixels + index)) }
                four.store(to: pixels + index)
                index &+= 4
            } while index < end
        }
        while index < count {
            pixels[index] = FourPixels(source[index]).composited(over: FourPixels(pixels[index])).first
            index &+= 1
        }
    }

    /// True for 64 bytes of zero.
    @inline(__always)
    private static func isEmpty(_ bytes: UnsafeRawPointer) -> Bool {
        func pair(_ offset: Int) -> SIMD2<UInt64> {
            bytes.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
        }
        let all = pair(0) | pair(16) | pair(32) | pair(48)
        return all.x | all.y == 0
    }

    /// Composites over four pixels with the coverages in the bytes of `covers`, the first in the lowest.
    @inline(__always)
    private func blend(_ source: FourPixels, over pixels: UnsafeMutablePointer<UInt32>, through covers: UInt32) {
        guard covers != 0 else { return }
        if covers == .max, alpha == 255 { return source.store(to: pixels) }
        let weights = SIMD4<UInt32>(truncatingIfNeeded: unsafeBitCast(covers.littleEndian, to: SIMD4<UInt8>.self))
        let weighted = source.multiplied(by: weights, half)
        (weighted &+ FourPixels(pixels).multiplied(by: weighted.remainder, half)).store(to: pixels)
    }
}

/// Four premultiplied pixels.
private struct FourPixels {
    private let pixels: SIMD4<UInt32>

    @inline(__always)
    init(_ pixel: UInt32) { pixels = SIMD4(repeating: pixel) }

    @inline(__always)
    private init(_ pixels: SIMD4<UInt32>) { self.pixels = pixels }

    @inline(__always)
    init(_ index: UnsafePointer<UInt32>) {
        pixels = UnsafeRawPointer(index).loadUnaligned(as: SIMD4<UInt32>.self)
    }

    @inline(__always)
    func store(to index: UnsafeMutablePointer<UInt32>) {
        UnsafeMutableRawPointer(index).storeBytes(of: pixels, as: SIMD4<UInt32>.self)
    }

    var first: UInt32 {
        @inline(__always) get { pixels.x }
    }

    @inline(__always)
    func composited(over below: FourPixels) -> FourPixels {
        let weights = unsafeBitCast(remainder | remainder &<< 16, to: SIMD8<UInt16>.self)
        @inline(__always) func product(_ a: SIMD8<UInt16>) -> SIMD8<UInt16> {
            let product = a &* weights &+ 128
            return product &+ (product &>> 8)
        }
        let lanes = unsafeBitCast(below.pixels, to: SIMD8<UInt16>.self)
        let shares = (product(lanes & 255) &>> 8) | (product(lanes &>> 8) & 0xFF00)
        let bytes = unsafeBitCast(pixels, to: SIMD16<UInt8>.self)
        let sum = bytes &+ unsafeBitCast(shares, to: SIMD16<UInt8>.self)
        // Colors above their opacity add light, up to white.
        return FourPixels(
            unsafeBitCast(sum.replacing(with: 255, where: sum .< bytes), to: SIMD4<UInt32>.self))
    }

    /// The weight that each pixel leaves to the pixels below: 255 − alpha.
    var remainder: SIMD4<UInt32> {
        @inline(__always) get { 255 &- (pixels &>> 24) }
    }

    @inline(__always)
    static func &+ (a: FourPixels, b: FourPixels) -> FourPixels { FourPixels(a.pixels &+ b.pixels) }

    @inline(__always)
    static func * (a: FourPixels, weights: SIMD4<UInt32>) -> FourPixels { a.multiplied(by: weights, 128) }

    /// Multiplies the bytes of each pixel by a weight of 0...255, with even and odd bytes in separate 16-bit lanes. A half is 128, and
    /// is rounded down with 127.
    @inline(__always)
    func multiplied(by weights: SIMD4<UInt32>, _ half: UInt16) -> FourPixels {
        let bytes = unsafeBitCast(pixels, to: SIMD8<UInt16>.self)
        let weightLanes = unsafeBitCast(weights | weights &<< 16, to: SIMD8<UInt16>.self)
        let (even, odd) = (
            Self.product(bytes & 255, weightLanes, half), Self.product(bytes &>> 8, weightLanes, half)
        )
        return FourPixels(unsafeBitCast(even | odd &<< 8, to: SIMD4<UInt32>.self))
    }

    @inline(__always)
    private static func product(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ half: UInt16) -> SIMD8<UInt16> {
        // Division by 255: the upper half of a product of 16 bits by 2⁸ + 1.
        let product = SIMD8<UInt32>(truncatingIfNeeded: a &* b &+ SIMD8(repeating: half)) &* 257
        return SIMD8<UInt16>(truncatingIfNeeded: product &>> 16)
    }
}

/// A transparent layer of premultiplied pixels, composited over the output at once. Rows start at multiples of 16
/// bytes.
struct PixelLayer {
    let area: PixelRect
    let stride: Int
    private(set) var pixels: [UInt32]

    init(_ area: PixelRect) {
        self.area = area
        stride = (max(0, area.width) + 3) & ~3
        pixels = [UInt32](repeating: 0, count: stride * max(0, area.height))
    }

    mutating func paint(_ body: (UnsafeMutablePointer<UInt32>) -> Void) {
        pixels.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base) }
        }
    }

    /// Composites premultiplied components, 0...1, over a pixel.
    @inline(__always)
    static func blend(_ color: SIMD4<Float>, over pixel: inout UInt32) {
        guard color.w > 0 else { return }
        let remainder = 1 - min(1, color.w)
        let existing = SIMD4<Float>(
            Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), Float(pixel >> 24))
        let sum = color * 255 + existing * remainder + 0.5
        func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(255, value))) }
        pixel = byte(sum.w) << 24 | byte(sum.x) << 16 | byte(sum.y) << 8 | byte(sum.z)
    }
}
