// SPDX-License-Identifier: MIT

/// A step of a deflate stream in 32 bits: up to three literals, or a match. Both have three fields, so that they are
/// counted and written alike, without a branch that asks which it is.
///
/// | bits | literals | match |
/// | --- | --- | --- |
/// | 0...8 | a byte | 256 + length - 3 |
/// | 9...17 | a byte, or 511 for none | 256 + the distance's symbol |
/// | 18...30 | a byte, or 511 for none | the distance's extra bits |
///
/// - SeeAlso: RFC 1951, 3.2.5.
struct DeflateToken {
    /// Stands for a second or third literal that is not there.
    static let none: UInt32 = 511

    var bits: UInt32

    @inline(__always)
    init(literals first: UInt32, _ second: UInt32 = none, _ third: UInt32 = none) {
        bits = first | second << 9 | third << 18
    }

    /// Repeats 3...258 bytes.
    @inline(__always)
    init(length: Int, _ distance: DeflateDistance) {
        bits = UInt32(truncatingIfNeeded: 256 &+ length &- 3) | distance.bits
    }

    @inline(__always)
    var first: Int { Int(truncatingIfNeeded: bits & 511) }

    @inline(__always)
    var second: Int { Int(truncatingIfNeeded: bits >> 9 & 511) }

    @inline(__always)
    var third: UInt32 { bits >> 18 }

    @inline(__always)
    var isMatch: Bool { bits & 256 != 0 }
}

/// How many bytes before a match stand those that it repeats, as the fields of a token.
struct DeflateDistance {
    fileprivate(set) var bits: UInt32

    /// 1...32768 bytes.
    @inline(__always)
    init(_ bytes: Int) {
        let n = UInt32(truncatingIfNeeded: bytes &- 1)
        if n < 4 {
            bits = (256 | n) << 9
        } else {
            // The symbol says where the highest bit is and what the next one is; all others are extra.
            let extra = UInt32(truncatingIfNeeded: 30 &- n.leadingZeroBitCount)
            let symbol = (extra &+ 1) &<< 1 | n &>> extra & 1
            bits = (256 | symbol) << 9 | (n & (1 &<< extra &- 1)) << 18
        }
    }
}

/// Where tokens are written one after the other, into memory of somebody else that has room for all of them.
struct TokenWriter {
    private(set) var next: UnsafeMutablePointer<DeflateToken>

    init(_ start: UnsafeMutablePointer<DeflateToken>) { next = start }

    @inline(__always)
    mutating func add(_ token: DeflateToken) {
        next.pointee = token
        next += 1
    }

    /// Adds the token if the bit is 1, else what comes next takes its place.
    @inline(__always)
    mutating func add(_ token: DeflateToken, if bit: UInt64) {
        next.pointee = token
        next += Int(truncatingIfNeeded: bit)
    }

    /// Repeats any number of bytes from 3 on: at most one token for each 258, and one more.
    @inline(__always)
    mutating func add(length: Int, _ distance: DeflateDistance) {
        var length = length
        while length > 258 {
            // Two bytes are no match: the one before leaves some.
            let part = length < 261 ? 255 : 258
            add(DeflateToken(length: part, distance))
            length &-= part
        }
        add(DeflateToken(length: length, distance))
    }
}
