// SPDX-License-Identifier: MIT
package import MapCore
import MapGeo

/// Writes a PMTiles archive: tiles by number, each different one once, equal neighbors as a run, and leaf directories where the
/// root does not fit into the first 16 KiB.
///
/// Tiles are written behind the room of the header and the root directory while they come, and what is known of them behind
/// them, so that nothing is written twice. The archive is there as a whole or not at all.
///
/// - SeeAlso: PMTiles specification, version 3.
package final class PMTilesWriter {
    /// Where the bytes of a tile lie.
    package struct Location: Hashable, Sendable {
        fileprivate var offset: UInt64
        fileprivate var length: UInt64
    }

    private struct Entry {
        var first: UInt64
        var run: UInt64
        var offset: UInt64
        var length: UInt64
    }

    /// The header and the root directory lie in the first bytes of the file.
    private static let start = 16_384
    private static let rootLimit = start - headerSize
    private static let headerSize = 127

    private let file: FileReplacement
    private let packer: GzipPacker
    private var entries: [Entry] = []
    private var addressed: UInt64 = 0
    private var stored: UInt64 = 0

    /// - Parameter path: of the archive; what stands there is replaced by `finish`.
    /// - Throws: when nothing can be written there.
    package init(_ path: String) throws(Diagnostic) {
        file = try FileReplacement(path)
        packer = try GzipPacker()
        try file.write([UInt8](repeating: 0, count: Self.start))
    }

    /// Writes the bytes of a tile.
    ///
    /// - Throws: when they cannot be written.
    package func store(_ bytes: [UInt8]) throws(Diagnostic) -> Location {
        let location = Location(offset: UInt64(file.position - Self.start), length: UInt64(bytes.count))
        try file.write(bytes)
        stored += 1
        return location
    }

    /// Adds tiles with the same bytes; by ascending number, which is the order of their bytes where they are new.
    package func add(_ numbers: Range<UInt64>, at location: Location) {
        addressed += UInt64(numbers.count)
        if let last = entries.last, last.first + last.run == numbers.lowerBound, last.offset == location.offset,
            last.length == location.length
        {
            entries[entries.count - 1].run += UInt64(numbers.count)
            return
        }
        entries.append(
            Entry(
                first: numbers.lowerBound, run: UInt64(numbers.count), offset: location.offset,
                length: location.length))
    }

    /// Completes the archive, and puts it in its place.
    ///
    /// - Throws: when it cannot be written.
    package func finish(_ metadata: ContainerMetadata) throws(Diagnostic) {
        let end = file.position
        let (root, leaves) = directories(entries)
        let text = packer.packed(Array(metadata.json.line.utf8))
        try file.write(text + leaves)
        let sections = [
            (Self.headerSize, root.count), (end, text.count), (end + text.count, leaves.count),
            (Self.start, end - Self.start),
        ]
        let counts = [addressed, UInt64(entries.count), stored]
        try file.write(Self.header(metadata, sections, counts) + root, at: 0)
        try file.finish()
    }

    /// The root and the leaves, compressed.
    private func directories(_ entries: [Entry]) -> (root: [UInt8], leaves: [UInt8]) {
        let whole = packer.packed(Self.directory(entries))
        if whole.count <= Self.rootLimit { return (whole, []) }
        var size = 4096
        while true {
            var leaves: [UInt8] = []
            var roots: [Entry] = []
            for start in stride(from: 0, to: entries.count, by: size) {
                let part = Array(entries[start..<min(start + size, entries.count)])
                let leaf = packer.packed(Self.directory(part))
                roots.append(
                    Entry(first: part[0].first, run: 0, offset: UInt64(leaves.count), length: UInt64(leaf.count)))
                leaves += leaf
            }
            let root = packer.packed(Self.directory(roots))
            if root.count <= Self.rootLimit { return (root, leaves) }
            size *= 2
        }
    }

    private static func directory(_ entries: [Entry]) -> [UInt8] {
        var bytes: [UInt8] = []
        func put(_ value: UInt64) { appendVarint(value, to: &bytes) }
        put(UInt64(entries.count))
        var last: UInt64 = 0
        for entry in entries {
            put(entry.first - last)
            last = entry.first
        }
        for entry in entries { put(entry.run) }
        for entry in entries { put(entry.length) }
        for (index, entry) in entries.enumerated() {
            let follows = index > 0 && entry.offset == entries[index - 1].offset + entries[index - 1].length
            put(follows ? 0 : entry.offset + 1)
        }
        return bytes
    }

    private static func header(
        _ metadata: ContainerMetadata, _ sections: [(offset: Int, length: Int)], _ counts: [UInt64]
    ) -> [UInt8] {
        var bytes = Array("PMTiles".utf8) + [3]
        func put(_ value: UInt64) { bytes += (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func put(degrees: Double) {
            let value = Int32(max(-1.8e9, min(1.8e9, (degrees * 1e7).rounded())))
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        for section in sections {
            put(UInt64(section.offset))
            put(UInt64(section.length))
        }
        counts.forEach(put)
        let compressions: [String: UInt8] = ["none": 1, "gzip": 2, "brotli": 3, "zstd": 4]
        let formats: [String: UInt8] = ["mvt": 1, "png": 2, "jpeg": 3, "webp": 4, "avif": 5, "mlt": 6]
        // Clustered; directories are packed with gzip.
        bytes += [1, 2, compressions[metadata.compression] ?? 0, formats[metadata.format.rawValue] ?? 0]
        bytes += [UInt8(metadata.zooms.lowerBound), UInt8(metadata.zooms.upperBound)]
        let box = metadata.statedBounds
        for value in [box.west, box.south, box.east, box.north] { put(degrees: value) }
        bytes.append(UInt8(metadata.centerZoom))
        put(degrees: metadata.center.longitude)
        put(degrees: metadata.center.latitude)
        return bytes
    }
}
