// SPDX-License-Identifier: MIT

/// Finds earlier occurrences of pairs of pixels and of single ones by hash, for all pixels that differ from their left
/// and upper neighbors, and of pairs where only the second differs from the one above, too.
///
/// Positions are counted from the first row's marker.
struct PixelHashMatches: ~Copyable {
    /// Few pixels are looked up, and two tables of 128 KiB still fit in the L2 cache.
    private static let hashBits = 15

    /// A bit per position with a match of a pair; one more word is readable.
    let found: UnsafeMutablePointer<UInt64>
    /// A bit per pixel that starts no longer match; one more word is readable.
    let singles: UnsafeMutablePointer<UInt64>
    /// By how many pixels the distance falls short of the longest: that of a pair where `found` is set, and of a single pixel, or at
    /// least 2¹⁵ for none, where `singles` is set.
    let remainders: UnsafeMutablePointer<UInt16>
    /// The last position of each hash of a pair, and then of each hash of a pixel.
    private let table: UnsafeMutablePointer<Int32>
    private let capacity: Int

    /// Allocates memory for at most so many positions.
    init(positions: Int) {
        capacity = (positions + 63) / 64
        found = .allocate(capacity: capacity + 1)
        found.initialize(repeating: 0, count: capacity + 1)
        singles = .allocate(capacity: capacity + 1)
        singles.initialize(repeating: 0, count: capacity + 1)
        remainders = .allocate(capacity: capacity * 64 + 4)
        remainders.initialize(repeating: 0, count: capacity * 64 + 4)
        table = .allocate(capacity: 2 << Self.hashBits)
    }

    deinit {
        found.deallocate()
        singles.deallocate()
        remainders.deallocate()
        table.deallocate()
    }

    /// Finds matches at distances of at most `maxDistance` positions, which must be below 32,768.
    mutating func find(in rows: borrowing PixelRows, _ changes: borrowing PixelDifferences, maxDistance: Int) {
        precondition(changes.wordCount <= capacity, "the rows must fit in")
        let first = UnsafeRawPointer(rows.first)
        // Position −1 is readable and either differs or is a valid match.
        table.initialize(repeating: -1, count: 2 << Self.hashBits)
        let (pairTable, pixelTable) = (table, table + (1 << Self.hashBits))
        // Of the rows before, only those pixels that the others may repeat are of interest.
        let firstWord = rows.contextCount / 64
        let aboveRemainder = Int16(truncatingIfNeeded: max(-1, maxDistance &- rows.stride))
        for word in 0..<firstWord {
            var pending = changes.edges(word)
            while pending != 0 {
                let position = word &* 64 &+ pending.trailingZeroBitCount
                pending &= pending &- 1
                let hash = Self.hashes((first + position &* 4).loadUnaligned(as: UInt64.self))
                pairTable[hash.pair] = Int32(truncatingIfNeeded: position)
                pixelTable[hash.pixel] = Int32(truncatingIfNeeded: position)
            }
        }
        for word in firstWord..<changes.wordCount {
            let edges = changes.edges(word)
            var pending = edges
            var missed: UInt64 = 0
            while pending != 0 {
                let bit = pending.trailingZeroBitCount
                pending &= pending &- 1
                let position = word &* 64 &+ bit
                let pair = (first + position &* 4).loadUnaligned(as: UInt64.self)
                let pixel = (first + position &* 4).loadUnaligned(as: UInt32.self)
                let hash = Self.hashes(pair)
                let lastPair = Int(pairTable[hash.pair])
                let lastPixel = Int(pixelTable[hash.pixel])
                pairTable[hash.pair] = Int32(truncatingIfNeeded: position)
                pixelTable[hash.pixel] = Int32(truncatingIfNeeded: position)
                // Negative where the distance is too long.
                let reach = maxDistance &- position
                let (pairRemainder, remainder) = (reach &+ lastPair, reach &+ lastPixel)
                let pairDifference = Int(
                    truncatingIfNeeded: pair ^ (first + lastPair &* 4).loadUnaligned(as: UInt64.self))
                let difference = Int(pixel ^ (first + lastPixel &* 4).loadUnaligned(as: UInt32.self))
                // Negative where the pixels differ or are too far apart: branchless, as the outcome is unpredictable.
                let pairMiss = (pairDifference == 0 ? 0 : -1) | pairRemainder
                let miss = (0 &- difference) | remainder
                missed |= (UInt64(truncatingIfNeeded: pairMiss) >> 63) &<< UInt64(truncatingIfNeeded: bit)
                let single = miss >> 63 | remainder
                remainders[position] = UInt16(truncatingIfNeeded: pairMiss < 0 ? single : pairRemainder)
            }
            found[word] = edges & ~missed
            singles[word] = missed
            // The pixel above may be nearer than what was found.
            pending = missed & ~changes.fromAbove[word]
            while pending != 0 {
                let position = word &* 64 &+ pending.trailingZeroBitCount
                pending &= pending &- 1
                remainders[position] = UInt16(
                    truncatingIfNeeded: max(Int16(truncatingIfNeeded: remainders[position]), aboveRemainder))
            }
        }
        singles[changes.wordCount] = 0
        // Markers and the padding after the rows are not pixels.
        for mark in stride(from: 0, through: rows.count, by: rows.stride) {
            singles[mark >> 6] &= ~(1 << UInt64(mark & 63))
        }
    }

    /// Lets filtered pixels be literals where they differ little from what was predicted: many do, and take fewer bits
    /// than a distance.
    mutating func leaveSlightPixels(of rows: borrowing PixelRows) {
        let pixels = rows.first
        for word in rows.contextCount / 64..<(rows.count + 63) / 64 {
            var pending = singles[word]
            while pending != 0 {
                let position = word &* 64 &+ pending.trailingZeroBitCount
                pending &= pending &- 1
                remainders[position] |= PaethFilter.isSlight(pixels[position]) ? 0x8000 : 0
            }
        }
    }

    /// The hashes of a pair of pixels and of the first of them.
    @inline(__always)
    private static func hashes(_ pair: UInt64) -> (pair: Int, pixel: Int) {
        let (factor, shift): (UInt64, UInt64) = (0x9E37_79B1_85EB_CA87, UInt64(64 - hashBits))
        let pixel = UInt64(littleEndian: pair) & 0xFFFF_FFFF
        return (
            Int(truncatingIfNeeded: (pair &* factor) &>> shift), Int(truncatingIfNeeded: (pixel &* factor) &>> shift)
        )
    }
}
