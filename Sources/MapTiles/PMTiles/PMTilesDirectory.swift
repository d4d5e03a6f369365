// SPDX-License-Identifier: MIT

/// A directory of a PMTiles archive, sorted by tile number.
///
/// - SeeAlso: PMTiles specification, version 3, section 4.
package struct PMTilesDirectory: Sendable {
    package struct Entry: Sendable {
        package var firstTile: UInt64
        /// Into the tile data, or the leaf directories when `runLength` is 0.
        package var offset: UInt64
        package var length: UInt64
        /// The number of consecutive tiles that share the data; 0 for a leaf directory.
        package var runLength: UInt64
    }

    package private(set) var entries: [Entry] = []

    /// Reads a decompressed directory; nil when it is damaged.
    package init?(_ bytes: [UInt8]) {
        do {
            try bytes.withUnsafeBufferPointer { buffer throws(ProtobufError) in
                try read(ProtobufReader(buffer, 0..<buffer.count), size: buffer.count)
            }
        } catch {
            return nil
        }
    }

    private mutating func read(_ start: ProtobufReader, size: Int) throws(ProtobufError) {
        var reader = start
        let stated = try reader.varint()
        // Each entry takes at least four bytes, so a wrong count cannot allocate much.
        guard stated <= UInt64(size / 4) else { throw .truncated }
        let count = Int(stated)
        entries.reserveCapacity(count)
        var tile: UInt64 = 0
        for _ in 0..<count {
            let (sum, overflow) = tile.addingReportingOverflow(try reader.varint())
            guard !overflow else { throw .truncated }
            tile = sum
            entries.append(Entry(firstTile: tile, offset: 0, length: 0, runLength: 0))
        }
        for i in 0..<count { entries[i].runLength = try reader.varint() }
        for i in 0..<count { entries[i].length = try reader.varint() }
        for i in 0..<count {
            let coded = try reader.varint()
            if coded == 0 {
                guard i > 0 else { throw .truncated }
                entries[i].offset = entries[i - 1].offset &+ entries[i - 1].length
            } else {
                entries[i].offset = coded - 1
            }
        }
    }

    /// The entry that contains a tile or leads to it.
    package func entry(for tile: UInt64) -> Entry? {
        let next = firstIndex { $0 > tile }
        guard next > 0 else { return nil }
        let entry = entries[next - 1]
        return entry.runLength == 0 || tile - entry.firstTile < entry.runLength ? entry : nil
    }

    /// The entries that may contain tiles of a range, or lead to them.
    func entries(in range: Range<UInt64>) -> ArraySlice<Entry> {
        let start = firstIndex { $0 > range.lowerBound }
        let end = firstIndex { $0 >= range.upperBound }
        let first = max(0, start - 1)
        return entries[first..<max(first, end)]
    }

    /// The index of the first entry whose first tile matches; all later ones must match, too.
    private func firstIndex(where matches: (UInt64) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if matches(entries[middle].firstTile) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
