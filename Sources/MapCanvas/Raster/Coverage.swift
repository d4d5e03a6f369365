// SPDX-License-Identifier: MIT

/// How much of each pixel is covered, 0...255; rows begin at multiples of 16 bytes, and there are 8 bytes after the last.
struct Coverage {
    let area: PixelRect
    let stride: Int
    private(set) var values: [UInt8]

    init(_ area: PixelRect) {
        self.area = area
        stride = (max(0, area.width) + 15) & ~15
        values = [UInt8](repeating: 0, count: stride * max(0, area.height) + 8)
    }

    /// Lends the values for painting on; the first one belongs to the area's first pixel.
    mutating func paint(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        values.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base) }
        }
    }

    /// Blends one more cover over what is there: a + b − ab.
    @inline(__always)
    static func add(_ cover: UInt32, to value: inout UInt8) {
        let old = UInt32(value)
        value = UInt8(truncatingIfNeeded: old &+ ((255 &- old) &* cover &+ 127) / 255)
    }

    /// The same for eight at a time: those of even places and those of odd ones each in a lane of two bytes.
    @inline(__always)
    static func sum(_ values: UInt64, _ covers: UInt64) -> UInt64 {
        let (old, new) = (unsafeBitCast(values, to: SIMD4<UInt16>.self), unsafeBitCast(covers, to: SIMD4<UInt16>.self))
        let even = sum(old & 255, new & 255)
        let odd = sum(old &>> 8, new &>> 8)
        return unsafeBitCast(even | odd &<< 8, to: UInt64.self)
    }

    @inline(__always)
    private static func sum(_ old: SIMD4<UInt16>, _ cover: SIMD4<UInt16>) -> SIMD4<UInt16> {
        let product = (255 &- old) &* cover &+ 127
        // A 255th, for numbers below 2¹⁶ − 256.
        return old &+ ((product &+ 1 &+ (product &>> 8)) &>> 8)
    }

    /// Eight numbers of one byte as bytes, the first in the lowest.
    @inline(__always)
    static func bytes(_ wide: SIMD8<UInt32>) -> UInt64 {
        let pairs = unsafeBitCast(wide, to: SIMD4<UInt64>.self)
        let folded = (pairs | pairs &>> 24) & 0xFFFF
        return folded[0] | folded[1] << 16 | folded[2] << 32 | folded[3] << 48
    }
}
