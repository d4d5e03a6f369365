// SPDX-License-Identifier: MIT

/// Packs bits in deflate's order, least significant first, into memory owned by the caller.
struct BitWriter {
    private var next: UnsafeMutableRawPointer
    private var bits: UInt64 = 0
    private var count: UInt64 = 0

    /// The memory must have room for everything that is written, and 8 more bytes.
    init(_ start: UnsafeMutableRawPointer) {
        next = start
    }

    /// Appends up to 57 bits; bits above `width` must be zero.
    @inline(__always)
    mutating func add(_ value: UInt64, width: Int) {
        bits |= value &<< count
        count &+= UInt64(truncatingIfNeeded: width)
        next.storeBytes(of: bits.littleEndian, as: UInt64.self)
        next += Int(truncatingIfNeeded: count &>> 3)
        bits &>>= count & ~7
        count &= 7
    }

    /// Pads the last byte with zeros and returns the address of the next byte.
    mutating func aligned() -> UnsafeMutableRawPointer {
        if count > 0 { add(0, width: Int(8 - count)) }
        return next
    }
}
