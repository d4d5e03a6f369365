// SPDX-License-Identifier: MIT

/// A plain color as it is blended over pixels. Products are rounded to the nearest, as pixman does.
struct SolidBlender {
    /// Premultiplied.
    private let pixel: UInt32
    private let alpha: UInt8

    init(_ color: Color) {
        func byte(_ value: Double) -> UInt32 { min(255, UInt32(clampedToUnit(value) * 256)) }
        let opacity = clampedToUnit(color.alpha)
        alpha = UInt8(byte(opacity))
        pixel =
            byte(opacity) << 24 | byte(clampedToUnit(color.red) * opacity) << 16 | byte(
                clampedToUnit(color.green) * opacity) << 8
            | byte(clampedToUnit(color.blue) * opacity)
    }

    /// Blends over some pixels.
    @inline(__always)
    func fill(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
        guard alpha < 255 else { return pixels.update(repeating: pixel, count: count) }
        let (ink, rest) = (FourPixels(pixel), SIMD4<UInt32>(repeating: UInt32(255 &- alpha)))
        var place = 0
        while place + 4 <= count {
            (ink &+ FourPixels(pixels + place) * rest).store(to: pixels + place)
            place += 4
        }
        while place < count {
            pixels[place] = (ink &+ FourPixels(pixels[place]) * rest).first
            place += 1
        }
    }

    /// Blends over some pixels through how much of each is covered.
    @inline(__always)
    func fill(_ pixels: UnsafeMutablePointer<UInt32>, through covers: UnsafePointer<UInt8>, _ count: Int) {
        let bytes = UnsafeRawPointer(covers)
        let ink = FourPixels(pixel)
        var place = 0
        while place + 8 <= count {
            // Most of a line's box is not touched by it.
            while place + 32 <= count, bytes.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt64>.self) == .zero {
                place += 32
            }
            guard place + 8 <= count else { break }
            let eight = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if eight == .max, alpha == 255 {
                (pixels + place).update(repeating: pixel, count: 8)
            } else if eight != 0 {
                blend(ink, over: pixels + place, through: UInt32(truncatingIfNeeded: eight))
                blend(ink, over: pixels + place + 4, through: UInt32(truncatingIfNeeded: eight >> 32))
            }
            place += 8
        }
        while place < count {
            if covers[place] > 0 {
                let source = ink * SIMD4(repeating: UInt32(covers[place]))
                pixels[place] = (source &+ FourPixels(pixels[place]) * source.rest).first
            }
            place += 1
        }
    }

    /// Four pixels with a cover in each byte of a number, the first in the lowest.
    @inline(__always)
    private func blend(_ ink: FourPixels, over pixels: UnsafeMutablePointer<UInt32>, through covers: UInt32) {
        guard covers != 0 else { return }
        let wide = SIMD4<UInt32>(covers & 255, covers >> 8 & 255, covers >> 16 & 255, covers >> 24)
        let source = ink * wide
        (source &+ FourPixels(pixels) * source.rest).store(to: pixels)
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
    init(_ place: UnsafeMutablePointer<UInt32>) {
        pixels = UnsafeRawPointer(place).loadUnaligned(as: SIMD4<UInt32>.self)
    }

    @inline(__always)
    func store(to place: UnsafeMutablePointer<UInt32>) {
        UnsafeMutableRawPointer(place).storeBytes(of: pixels, as: SIMD4<UInt32>.self)
    }

    var first: UInt32 {
        @inline(__always) get { pixels.x }
    }

    /// What each pixel leaves of those below.
    var rest: SIMD4<UInt32> {
        @inline(__always) get { 255 &- (pixels &>> 24) }
    }

    @inline(__always)
    static func &+ (a: FourPixels, b: FourPixels) -> FourPixels { FourPixels(a.pixels &+ b.pixels) }

    /// The bytes of each pixel times its share of 255: those of even places and those of odd ones each in a lane of two.
    @inline(__always)
    static func * (a: FourPixels, shares: SIMD4<UInt32>) -> FourPixels {
        let bytes = unsafeBitCast(a.pixels, to: SIMD8<UInt16>.self)
        let share = unsafeBitCast(shares | shares &<< 16, to: SIMD8<UInt16>.self)
        let (even, odd) = (product(bytes & 255, share), product(bytes &>> 8, share))
        return FourPixels(unsafeBitCast(even | odd &<< 8, to: SIMD4<UInt32>.self))
    }

    @inline(__always)
    private static func product(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
        let product = a &* b &+ 128
        return (product &+ (product &>> 8)) &>> 8
    }
}
