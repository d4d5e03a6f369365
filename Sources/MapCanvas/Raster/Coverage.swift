// SPDX-License-Identifier: MIT

/// A coverage mask of 0...255 per pixel. Rows start at multiples of 16 bytes, and 8 bytes follow the last row.
struct Coverage {
    let area: PixelRect
    let stride: Int
    private(set) var values: [UInt8]

    init(_ area: PixelRect) {
        self.area = area
        stride = (max(0, area.width) + 15) & ~15
        values = [UInt8](repeating: 0, count: stride * max(0, area.height) + 8)
    }

    /// Gives access to the values; the pointer is to the area's first pixel.
    mutating func paint(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        values.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base) }
        }
    }

    /// Adds a coverage to the existing one: a + b − ab.
    @inline(__always)
    static func add(_ coverage: UInt32, to value: inout UInt8) {
        let existing = UInt32(value)
        value = UInt8(truncatingIfNeeded: existing &+ ((255 &- existing) &* coverage &+ 127) / 255)
    }

    /// The same for eight values, with even and odd bytes in separate 16-bit lanes.
    @inline(__always)
    static func sum(_ values: UInt64, _ coverages: UInt64) -> UInt64 {
        let (existing, new) = (
            unsafeBitCast(values, to: SIMD4<UInt16>.self), unsafeBitCast(coverages, to: SIMD4<UInt16>.self)
        )
        let evenBytes = sum(existing & 255, new & 255)
        let oddBytes = sum(existing &>> 8, new &>> 8)
        return unsafeBitCast(evenBytes | oddBytes &<< 8, to: UInt64.self)
    }

    @inline(__always)
    private static func sum(_ existing: SIMD4<UInt16>, _ coverage: SIMD4<UInt16>) -> SIMD4<UInt16> {
        let product = (255 &- existing) &* coverage &+ 127
        // Division by 255, exact below 2¹⁶ − 256.
        return existing &+ ((product &+ 1 &+ (product &>> 8)) &>> 8)
    }

    /// Packs eight lanes of one byte each, the first into the lowest byte.
    @inline(__always)
    static func bytes(_ lanes: SIMD8<UInt32>) -> UInt64 {
        let pairs = unsafeBitCast(lanes, to: SIMD4<UInt64>.self)
        let folded = (pairs | pairs &>> 24) & 0xFFFF
        return folded[0] | folded[1] << 16 | folded[2] << 32 | folded[3] << 48
    }
}
