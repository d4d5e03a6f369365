// SPDX-License-Identifier: MIT

/// Bit masks of the pixels that differ from their left and upper neighbors; the length of a run is found by counting
/// zeros.
///
/// Positions are counted from the first row's marker.
struct PixelDifferences: ~Copyable {
    /// The minimum number of valid bits that `bits` returns.
    static let minValidBits = 57

    /// The number of words that hold bits of the rows; one more is readable.
    private(set) var wordCount = 0
    private let capacity: Int
    let fromLeft: UnsafeMutablePointer<UInt64>
    let fromAbove: UnsafeMutablePointer<UInt64>

    /// Allocates memory for at most so many positions.
    init(positions: Int) {
        capacity = (positions + 63) / 64
        fromLeft = .allocate(capacity: capacity + 1)
        fromAbove = .allocate(capacity: capacity + 1)
        fromLeft.initialize(repeating: .max, count: capacity + 1)
        fromAbove.initialize(repeating: .max, count: capacity + 1)
    }

    deinit {
        fromLeft.deallocate()
        fromAbove.deallocate()
    }

    /// Compares all pixels with those one and `up` positions before. The position after the rows differs from both.
    mutating func find(in rows: borrowing PixelRows, up: Int) {
        wordCount = (rows.count + 63) / 64
        precondition(wordCount <= capacity && up <= rows.stride, "the rows must fit in")
        let first = UnsafeRawPointer(rows.first)
        for word in 0..<wordCount {
            // Eight pixels at a time: each lane holds the bits of every eighth pixel.
            var (left, above) = (SIMD8<UInt32>(repeating: 0), SIMD8<UInt32>(repeating: 0))
            var bit = SIMD8<UInt32>(repeating: 1)
            for step in 0..<8 {
                let position = first + (word &* 64 &+ step &* 8) &* 4
                let current = position.loadUnaligned(as: SIMD8<UInt32>.self)
                left |= bit.replacing(with: 0, where: current .== (position - 4).loadUnaligned(as: SIMD8<UInt32>.self))
                above |= bit.replacing(
                    with: 0, where: current .== (position - up &* 4).loadUnaligned(as: SIMD8<UInt32>.self))
                bit &+= bit
            }
            fromLeft[word] = transposed(left)
            fromAbove[word] = transposed(above)
        }
        fromLeft[wordCount] = .max
        fromAbove[wordCount] = .max
    }

    /// Transposes a matrix of 8 × 8 bits, which puts the bits into pixel order.
    ///
    /// - SeeAlso: Warren, *Hacker's Delight*, 2nd edition, 7-3.
    @inline(__always)
    private func transposed(_ lanes: SIMD8<UInt32>) -> UInt64 {
        let bytes = SIMD8<UInt8>(truncatingIfNeeded: lanes)
        var x = UInt64(littleEndian: unsafeBitCast(bytes, to: UInt64.self))
        var swapped = (x ^ x >> 7) & 0x00AA_00AA_00AA_00AA
        x ^= swapped ^ swapped << 7
        swapped = (x ^ x >> 14) & 0x0000_CCCC_0000_CCCC
        x ^= swapped ^ swapped << 14
        swapped = (x ^ x >> 28) & 0x0000_0000_F0F0_F0F0
        return x ^ swapped ^ swapped << 28
    }

    /// The bits from a position on, least significant first: at least `minValidBits` of them, followed by zeros.
    @inline(__always)
    static func bits(_ words: UnsafePointer<UInt64>, from position: Int) -> UInt64 {
        let bits = (UnsafeRawPointer(words) + position &>> 3).loadUnaligned(as: UInt64.self)
        return UInt64(littleEndian: bits) &>> UInt64(truncatingIfNeeded: position & 7)
    }

    /// The number of zeros from a position on.
    @inline(never)
    static func run(_ words: UnsafePointer<UInt64>, from position: Int) -> Int {
        var word = position >> 6
        var bits = words[word] & .max << UInt64(position & 63)
        // The bit after the rows is set, which ends the loop.
        while bits == 0 {
            word += 1
            bits = words[word]
        }
        return word * 64 + bits.trailingZeroBitCount - position
    }
}
