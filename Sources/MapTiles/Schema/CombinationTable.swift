// SPDX-License-Identifier: MIT

/// Rows of as many numbers each, numbered from 0 in the order in which they first come. A dictionary of arrays takes several times
/// as long.
struct CombinationTable {
    private let width: Int
    /// Row after row.
    private var numbers: [UInt32] = []
    private(set) var count = 0
    /// A hash table of rows plus one, with linear probing; a power of two.
    private var slots = [UInt32](repeating: 0, count: 32)

    init(width: Int) { self.width = width }

    /// The number of a row, which is added when it is new: then it is what `count` was.
    mutating func index(of row: [UInt32]) -> Int {
        let mask = slots.count - 1
        var slot = Self.hash(row[...]) & mask
        while slots[slot] > 0 {
            let index = Int(slots[slot]) - 1
            if numbers[index * width..<(index + 1) * width].elementsEqual(row) { return index }
            slot = (slot + 1) & mask
        }
        numbers += row
        count += 1
        slots[slot] = UInt32(truncatingIfNeeded: count)
        if 2 * count > slots.count { grow() }
        return count - 1
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: 2 * slots.count)
        let mask = slots.count - 1
        for index in 0..<count {
            var slot = Self.hash(numbers[index * width..<(index + 1) * width]) & mask
            while slots[slot] > 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(truncatingIfNeeded: index + 1)
        }
    }

    private static func hash(_ row: ArraySlice<UInt32>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for number in row { hash = (hash ^ UInt64(number)) &* 0x9FB2_1C65_1E98_DF25 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
