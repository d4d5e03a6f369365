// SPDX-License-Identifier: MIT

/// Finds earlier occurrences of pairs of pixels by hash, for all pixels that differ from their left and upper
/// neighbors.
///
/// Positions are counted from the first row's marker.
struct PixelHashMatches: ~Copyable {
    /// A bit per position with a match; one more word is readable.
    let found: UnsafeMutablePointer<UInt64>
    /// A bit per pixel without any match; one more word is readable.
    let literals: UnsafeMutablePointer<UInt64>
    /// The match distances in pixels; valid where `found` is set.
    let distances: UnsafeMutablePointer<UInt16>
    private let table: UnsafeMutablePointer<Int32>
    private let hashBits: Int
    private let capacity: Int

    /// Allocates memory for at most so many positions.
    init(positions: Int) {
        capacity = (positions + 63) / 64
        // Few pixels are looked up, and a table of 128 KiB still fits in the L2 cache.
        hashBits = max(8, min(15, Int.bitWidth - (positions / 2).leadingZeroBitCount))
        found = .allocate(capacity: capacity + 1)
        found.initialize(repeating: 0, count: capacity + 1)
        literals = .allocate(capacity: capacity + 1)
        literals.initialize(repeating: 0, count: capacity + 1)
        distances = .allocate(capacity: capacity * 64)
        table = .allocate(capacity: 1 << hashBits)
    }

    deinit {
        found.deallocate()
        literals.deallocate()
        distances.deallocate()
        table.deallocate()
    }

    /// Finds matches at distances of at most `maxDistance` positions, which must not exceed 32,768.
    mutating func find(in rows: borrowing PixelRows, _ changes: borrowing PixelDifferences, maxDistance: Int) {
        precondition(changes.wordCount <= capacity, "the rows must fit in")
        let first = UnsafeRawPointer(rows.first)
        // Position −1 is readable and either differs or is a valid match.
        table.initialize(repeating: -1, count: 1 << hashBits)
        for word in 0..<changes.wordCount {
            let changed = changes.fromLeft[word] & changes.fromAbove[word]
            var pending = changed
            var found: UInt64 = 0
            while pending != 0 {
                let bit = pending.trailingZeroBitCount
                pending &= pending &- 1
                let position = word &* 64 &+ bit
                let pair = (first + position &* 4).loadUnaligned(as: UInt64.self)
                let hash = Int(truncatingIfNeeded: (pair &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 - hashBits))
                let candidate = Int(table[hash])
                table[hash] = Int32(truncatingIfNeeded: position)
                let distance = position &- candidate
                let difference = pair ^ (first + candidate &* 4).loadUnaligned(as: UInt64.self)
                // The highest bit is set where the pairs differ or are too far apart: branchless, as the outcome is
                // unpredictable.
                let miss = difference | (0 &- difference) | UInt64(bitPattern: Int64(maxDistance &- distance))
                found |= (~miss >> 63) &<< UInt64(truncatingIfNeeded: bit)
                distances[position] = UInt16(truncatingIfNeeded: distance)
            }
            self.found[word] = found
            literals[word] = changed & ~found
        }
        literals[changes.wordCount] = 0
        // Markers and the padding after the rows are not pixels.
        for mark in stride(from: 0, through: rows.count, by: rows.stride) {
            literals[mark >> 6] &= ~(1 << UInt64(mark & 63))
        }
    }
}
