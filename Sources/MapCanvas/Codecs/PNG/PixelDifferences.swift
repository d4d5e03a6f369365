// SPDX-License-Identifier: MIT

/// Which pixels differ from the one on the left and from the one above, a bit for each, so that how long pixels repeat
/// one of these is told by counting zeros.
///
/// Places are counted from the first row's mark on.
struct PixelDifferences: ~Copyable {
    /// Places that `bits` tells of, at least.
    static let sight = 57

    /// Words that have bits of the rows in them; one more may be read.
    private(set) var wordCount = 0
    private let capacity: Int
    let fromLeft: UnsafeMutablePointer<UInt64>
    let fromAbove: UnsafeMutablePointer<UInt64>

    /// For at most so many places.
    init(places: Int) {
        capacity = (places + 63) / 64
        fromLeft = .allocate(capacity: capacity + 1)
        fromAbove = .allocate(capacity: capacity + 1)
        fromLeft.initialize(repeating: .max, count: capacity + 1)
        fromAbove.initialize(repeating: .max, count: capacity + 1)
    }

    deinit {
        fromLeft.deallocate()
        fromAbove.deallocate()
    }

    /// Compares all pixels with those one place and `up` places before. The place after the rows differs from both.
    mutating func find(in rows: borrowing PixelRows, up: Int) {
        wordCount = (rows.count + 63) / 64
        precondition(wordCount <= capacity && up <= rows.stride, "the rows must fit in")
        let first = UnsafeRawPointer(rows.first)
        for word in 0..<wordCount {
            // Eight pixels at a time: a lane's bits are every eighth pixel's.
            var (left, above) = (SIMD8<UInt32>(repeating: 0), SIMD8<UInt32>(repeating: 0))
            var bit = SIMD8<UInt32>(repeating: 1)
            for step in 0..<8 {
                let place = first + (word &* 64 &+ step &* 8) &* 4
                let here = place.loadUnaligned(as: SIMD8<UInt32>.self)
                left |= bit.replacing(with: 0, where: here .== (place - 4).loadUnaligned(as: SIMD8<UInt32>.self))
                above |= bit.replacing(with: 0, where: here .== (place - up &* 4).loadUnaligned(as: SIMD8<UInt32>.self))
                bit &+= bit
            }
            fromLeft[word] = inOrder(left)
            fromAbove[word] = inOrder(above)
        }
        fromLeft[wordCount] = .max
        fromAbove[wordCount] = .max
    }

    /// Turns a square of 8 × 8 bits over its diagonal, so that bits come in the order of pixels.
    ///
    /// - SeeAlso: Warren, *Hacker's Delight*, 2nd edition, 7-3.
    @inline(__always)
    private func inOrder(_ lanes: SIMD8<UInt32>) -> UInt64 {
        let bytes = SIMD8<UInt8>(truncatingIfNeeded: lanes)
        var x = UInt64(littleEndian: unsafeBitCast(bytes, to: UInt64.self))
        var moved = (x ^ x >> 7) & 0x00AA_00AA_00AA_00AA
        x ^= moved ^ moved << 7
        moved = (x ^ x >> 14) & 0x0000_CCCC_0000_CCCC
        x ^= moved ^ moved << 14
        moved = (x ^ x >> 28) & 0x0000_0000_F0F0_F0F0
        return x ^ moved ^ moved << 28
    }

    /// The bits from a place on, the lowest first: at least `sight` of them, and zeros.
    @inline(__always)
    static func bits(_ words: UnsafePointer<UInt64>, from place: Int) -> UInt64 {
        let bits = (UnsafeRawPointer(words) + place &>> 3).loadUnaligned(as: UInt64.self)
        return UInt64(littleEndian: bits) &>> UInt64(truncatingIfNeeded: place & 7)
    }

    /// How many zeros there are from a place on, however many.
    @inline(never)
    static func run(_ words: UnsafePointer<UInt64>, from place: Int) -> Int {
        var word = place >> 6
        var bits = words[word] & .max << UInt64(place & 63)
        // The bit after the rows is set.
        while bits == 0 {
            word += 1
            bits = words[word]
        }
        return word * 64 + bits.trailingZeroBitCount - place
    }
}
