// SPDX-License-Identifier: MIT

/// A deflate token: up to three literals, or a match. Both have four fields, so that they are counted and written without branching
/// on the kind, each a load of its own. In 64 bits, the third field is the lowest.
///
/// | field | literals | match |
/// | --- | --- | --- |
/// | third | the third byte, or 511 for none | 256 + the distance's symbol |
/// | second | the second byte, or 511 for none | 256 + the distance's symbol |
/// | first | the first byte | 256 + length - 3 |
/// | extra | 0 | the distance's extra bits |
///
/// - SeeAlso: RFC 1951, 3.2.5.
struct DeflateToken {
    /// Marks an absent second or third literal.
    private static let none: UInt16 = 511

    let third: UInt16
    let second: UInt16
    let first: UInt16
    let extra: UInt16

    @inline(__always)
    init(literals first: UInt8, _ second: UInt8, _ third: UInt8) {
        (self.first, self.second, self.third, extra) = (UInt16(first), UInt16(second), UInt16(third), 0)
    }

    @inline(__always)
    init(literal: UInt8) { (first, second, third, extra) = (UInt16(literal), Self.none, Self.none, 0) }
}

/// A match distance, encoded as the fields of a token.
struct DeflateDistance {
    let bits: UInt64

    /// 1...32768 bytes.
    @inline(__always)
    init(_ bytes: Int) {
        let n = UInt32(truncatingIfNeeded: bytes &- 1)
        // The symbol encodes the position of the highest bit and the bit below it; the others are extra bits.
        let extra = UInt32(truncatingIfNeeded: 30 &- (n | 2).leadingZeroBitCount)
        let high = n &>> extra
        let symbol = extra &<< 1 &+ high
        bits = UInt64(n ^ high &<< extra) << 48 | UInt64((256 &+ symbol) &* 0x1_0001)
    }

    /// Selects one of two distances without a branch.
    @inline(__always)
    init(_ one: DeflateDistance, ifNegative number: Int, else other: DeflateDistance) {
        bits = other.bits ^ (one.bits ^ other.bits) & UInt64(truncatingIfNeeded: number >> 63)
    }
}

/// Appends tokens to memory owned by the caller, which must have room for all of them.
struct TokenWriter {
    private(set) var next: UnsafeMutablePointer<DeflateToken>

    init(_ start: UnsafeMutablePointer<DeflateToken>) { next = start }

    @inline(__always)
    package mutating func add(_ token: DeflateToken) {
        next.pointee = token
        next += 1
    }

    /// Appends a token whose third field is in the lowest bits.
    @inline(__always)
    package mutating func add(bits: UInt64) {
        UnsafeMutableRawPointer(next).storeBytes(of: bits, as: UInt64.self)
        next += 1
    }

    /// Appends at most four tokens; always writes four.
    @inline(__always)
    package mutating func add(_ tokens: SIMD8<UInt32>, _ count: Int) {
        UnsafeMutableRawPointer(next).storeBytes(of: tokens, as: SIMD8<UInt32>.self)
        next += count
    }

    /// Appends a match of at least 3 bytes: at most one token per 258 bytes, plus one.
    @inline(__always)
    package mutating func add(length: Int, _ distance: DeflateDistance) {
        var length = length
        while length > 258 {
            // The minimum match is 3 bytes: the previous token leaves enough.
            let tokenLength = length < 261 ? 255 : 258
            addMatch(tokenLength, distance)
            length &-= tokenLength
        }
        addMatch(length, distance)
    }

    @inline(__always)
    private mutating func addMatch(_ length: Int, _ distance: DeflateDistance) {
        add(bits: UInt64(truncatingIfNeeded: 256 &+ length &- 3) << 32 | distance.bits)
    }
}

/// The symbols for match lengths and distances.
///
/// - SeeAlso: RFC 1951, 3.2.5.
enum DeflateSymbols {
    /// The number of extra bits of the symbols 257...285.
    static let lengthExtra: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    /// The smallest length of the symbols 257...285.
    static let lengthBase: [UInt16] = {
        var next: UInt16 = 3
        var bases = lengthExtra.map { bits in
            defer { next &+= 1 << UInt16(bits) }
            return next
        }
        bases[28] = 258
        return bases
    }()
    /// The number of extra bits of the distance symbols.
    static let distanceExtra: [UInt8] = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]

    /// The symbol for a match length of 3...258.
    @inline(__always)
    static func length(_ length: Int) -> Int {
        if length == 258 { return 285 }
        let n = length - 3
        if n < 8 { return 257 + n }
        let bits = Int.bitWidth - 1 - n.leadingZeroBitCount
        return 257 + (bits - 1) << 2 + n >> (bits - 2) & 3
    }
}
