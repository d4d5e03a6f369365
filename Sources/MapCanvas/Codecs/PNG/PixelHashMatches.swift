// SPDX-License-Identifier: MIT

/// Where a pixel and the next one stood together before: looked up, by a hash, for all pixels that are not as their
/// neighbors on the left and above.
///
/// Places are counted from the first row's mark on.
struct PixelHashMatches: ~Copyable {
    /// A bit for each place where something was found; one word more may be read.
    let found: UnsafeMutablePointer<UInt64>
    /// A bit for each pixel that repeats nothing; one word more may be read.
    let fresh: UnsafeMutablePointer<UInt64>
    /// How many places before; only for those.
    let distances: UnsafeMutablePointer<UInt16>
    private let table: UnsafeMutablePointer<Int32>
    private let hashBits: Int
    private let capacity: Int

    /// For at most so many places.
    init(places: Int) {
        capacity = (places + 63) / 64
        // Few pixels are new, and a table of 128 KiB is as large as the caches near to a processor can bear.
        hashBits = max(8, min(15, Int.bitWidth - (places / 2).leadingZeroBitCount))
        found = .allocate(capacity: capacity + 1)
        found.initialize(repeating: 0, count: capacity + 1)
        fresh = .allocate(capacity: capacity + 1)
        fresh.initialize(repeating: 0, count: capacity + 1)
        distances = .allocate(capacity: capacity * 64)
        table = .allocate(capacity: 1 << hashBits)
    }

    deinit {
        found.deallocate()
        fresh.deallocate()
        distances.deallocate()
        table.deallocate()
    }

    /// Looks no farther back than so many places, which are at most 32,768.
    mutating func find(in rows: borrowing PixelRows, _ changes: borrowing PixelDifferences, farthest: Int) {
        precondition(changes.wordCount <= capacity, "the rows must fit in")
        let first = UnsafeRawPointer(rows.first)
        // The place before the first row may be read, and differs or really was before.
        table.initialize(repeating: -1, count: 1 << hashBits)
        for word in 0..<changes.wordCount {
            let changed = changes.fromLeft[word] & changes.fromAbove[word]
            var new = changed
            var found: UInt64 = 0
            while new != 0 {
                let bit = new.trailingZeroBitCount
                new &= new &- 1
                let place = word &* 64 &+ bit
                let here = (first + place &* 4).loadUnaligned(as: UInt64.self)
                let slot = Int(truncatingIfNeeded: (here &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 - hashBits))
                let candidate = Int(table[slot])
                table[slot] = Int32(truncatingIfNeeded: place)
                let distance = place &- candidate
                let difference = here ^ (first + candidate &* 4).loadUnaligned(as: UInt64.self)
                // The highest bit is set where they differ or are too far apart: no branch, which nobody could foresee.
                let miss = difference | (0 &- difference) | UInt64(bitPattern: Int64(farthest &- distance))
                found |= (~miss >> 63) &<< UInt64(truncatingIfNeeded: bit)
                distances[place] = UInt16(truncatingIfNeeded: distance)
            }
            self.found[word] = found
            fresh[word] = changed & ~found
        }
        fresh[changes.wordCount] = 0
        // Marks are no pixels, nor is what stands after the rows.
        for mark in stride(from: 0, through: rows.count, by: rows.stride) {
            fresh[mark >> 6] &= ~(1 << UInt64(mark & 63))
        }
    }
}
