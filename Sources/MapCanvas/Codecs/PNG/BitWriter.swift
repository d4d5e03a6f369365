// SPDX-License-Identifier: MIT

/// Packs bits as deflate wants them, the lowest first, into memory of somebody else.
struct BitWriter {
    private var next: UnsafeMutableRawPointer
    private var bits: UInt64 = 0
    private var count: UInt64 = 0

    /// The memory must have room for all that is written, and 8 bytes more.
    init(_ start: UnsafeMutableRawPointer) {
        next = start
    }

    /// Adds up to 57 bits at once; those above `width` must be zero.
    @inline(__always)
    mutating func add(_ value: UInt64, width: Int) {
        bits |= value &<< count
        count &+= UInt64(truncatingIfNeeded: width)
        next.storeBytes(of: bits.littleEndian, as: UInt64.self)
        next += Int(truncatingIfNeeded: count &>> 3)
        bits &>>= count & ~7
        count &= 7
    }

    /// Fills the last byte with zeros; returns where the next one goes.
    mutating func aligned() -> UnsafeMutableRawPointer {
        if count > 0 { add(0, width: Int(8 - count)) }
        return next
    }
}
