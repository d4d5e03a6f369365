// SPDX-License-Identifier: MIT

/// A plain color as it is blended over pixels. Products are rounded to the nearest, as pixman does.
struct FlatInk {
    /// Premultiplied.
    private let pixel: UInt32
    private let alpha: UInt8

    init(_ color: Color) {
        func byte(_ value: Double) -> UInt32 { min(255, UInt32(unit(value) * 256)) }
        let opacity = unit(color.alpha)
        alpha = UInt8(byte(opacity))
        pixel =
            byte(opacity) << 24 | byte(unit(color.red) * opacity) << 16 | byte(unit(color.green) * opacity) << 8
            | byte(unit(color.blue) * opacity)
    }

    /// Blends over some pixels.
    @inline(__always)
    func fill(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
        guard alpha < 255 else { return pixels.update(repeating: pixel, count: count) }
        let (ink, rest) = (FourPixels(pixel), SIMD16<UInt8>(repeating: 255 &- alpha))
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
                let source = ink * SIMD16(repeating: covers[place])
                let rest = SIMD16<UInt8>(repeating: 255 &- UInt8(truncatingIfNeeded: source.first >> 24))
                pixels[place] = (source &+ FourPixels(pixels[place]) * rest).first
            }
            place += 1
        }
    }

    /// Four pixels with a cover in each byte of a number, the first in the lowest.
    @inline(__always)
    private func blend(_ ink: FourPixels, over pixels: UnsafeMutablePointer<UInt32>, through covers: UInt32) {
        guard covers != 0 else { return }
        let wide = SIMD4<UInt32>(covers & 255, covers >> 8 & 255, covers >> 16 & 255, covers >> 24)
        let source = ink * inAllBytes(wide)
        (source &+ FourPixels(pixels) * source.rest).store(to: pixels)
    }
}

/// Four premultiplied pixels.
private struct FourPixels {
    private let bytes: SIMD16<UInt8>

    @inline(__always)
    private init(bytes: SIMD16<UInt8>) { self.bytes = bytes }

    @inline(__always)
    init(_ pixel: UInt32) { bytes = unsafeBitCast(SIMD4(repeating: pixel), to: SIMD16<UInt8>.self) }

    @inline(__always)
    init(_ pixels: UnsafeMutablePointer<UInt32>) {
        bytes = UnsafeRawPointer(pixels).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    @inline(__always)
    func store(to pixels: UnsafeMutablePointer<UInt32>) {
        UnsafeMutableRawPointer(pixels).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
    }

    var first: UInt32 {
        @inline(__always) get { unsafeBitCast(bytes, to: SIMD4<UInt32>.self).x }
    }

    /// What each pixel leaves of those below.
    var rest: SIMD16<UInt8> {
        @inline(__always) get {
            255 &- inAllBytes(unsafeBitCast(bytes, to: SIMD4<UInt32>.self) &>> 24)
        }
    }

    @inline(__always)
    static func &+ (a: FourPixels, b: FourPixels) -> FourPixels { FourPixels(bytes: a.bytes &+ b.bytes) }

    /// Each byte times a share of 255.
    @inline(__always)
    static func * (a: FourPixels, shares: SIMD16<UInt8>) -> FourPixels {
        FourPixels(
            bytes: SIMD16(
                lowHalf: product(a.bytes.lowHalf, shares.lowHalf), highHalf: product(a.bytes.highHalf, shares.highHalf))
        )
    }

    @inline(__always)
    private static func product(_ a: SIMD8<UInt8>, _ b: SIMD8<UInt8>) -> SIMD8<UInt8> {
        let product = SIMD8<UInt16>(truncatingIfNeeded: a) &* SIMD8<UInt16>(truncatingIfNeeded: b) &+ 128
        return SIMD8<UInt8>(truncatingIfNeeded: (product &+ (product &>> 8)) &>> 8)
    }
}

/// The lowest byte of four numbers, in each of their bytes.
@inline(__always)
private func inAllBytes(_ values: SIMD4<UInt32>) -> SIMD16<UInt8> {
    let twice = values | values &<< 8
    return unsafeBitCast(twice | twice &<< 16, to: SIMD16<UInt8>.self)
}
