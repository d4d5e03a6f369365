// SPDX-License-Identifier: MIT
import CDeflate
import Libc
import MapCore
import MapGeo
import MapTiles

/// Writes PMTiles archives: tiles by number, each different one once, equal neighbors as a run, and leaf directories where the
/// root does not fit into the first 16 KiB.
///
/// - SeeAlso: PMTiles specification, version 3.
struct PMTilesWriter {
    private struct Entry {
        var first: UInt64
        var run: UInt64
        var offset: UInt64
        var length: UInt64
    }

    /// The header and the root directory lie in the first bytes of the file.
    private static let rootLimit = 16_384 - headerSize
    private static let headerSize = 127

    let metadata: ContainerMetadata

    /// Writes the tiles of a store.
    ///
    /// - Throws: when the archive cannot be written.
    func write(_ store: TileStore, to path: String) throws(Diagnostic) {
        var entries: [Entry] = []
        // Where each image lies; tiles come by number, so that an image that is new lies behind all others.
        var locations: [Int64: (offset: UInt64, length: UInt64)] = [:]
        var lastImage: Int64?
        let data = path + ".tiles"
        let stream = try OutputStream(beside: data)
        defer { unlink(data) }
        var addressed: UInt64 = 0
        try store.forEachRun { numbers, image throws(Diagnostic) in
            addressed += UInt64(numbers.count)
            if lastImage == image, let last = entries.last, last.first + last.run == numbers.lowerBound {
                entries[entries.count - 1].run += UInt64(numbers.count)
                return
            }
            lastImage = image
            if locations[image] == nil {
                let bytes = try store.bytes(of: image)
                locations[image] = (UInt64(stream.position), UInt64(bytes.count))
                try stream.write(bytes)
            }
            let location = locations[image] ?? (0, 0)
            entries.append(
                Entry(
                    first: numbers.lowerBound, run: UInt64(numbers.count), offset: location.offset,
                    length: location.length))
        }
        let (root, leaves) = try directories(entries)
        let text = try gzipped(Array(metadata.json.line.utf8))
        let output = try OutputStream(beside: path + ".part")
        let start = Self.headerSize + root.count + text.count + leaves.count
        try output.write(
            header(
                root: root.count, text: text.count, leaves: leaves.count, start: start, data: stream.position,
                counts: [addressed, UInt64(entries.count), UInt64(locations.count)]))
        try output.write(root + text + leaves)
        try copy(data, to: output)
        guard rename(path + ".part", path) == 0 else { throw unwritable(path) }
    }

    /// The root and the leaves, compressed.
    private func directories(_ entries: [Entry]) throws(Diagnostic) -> (root: [UInt8], leaves: [UInt8]) {
        let whole = try gzipped(Self.directory(entries))
        if whole.count <= Self.rootLimit { return (whole, []) }
        var size = 4096
        while true {
            var leaves: [UInt8] = []
            var roots: [Entry] = []
            for start in stride(from: 0, to: entries.count, by: size) {
                let part = Array(entries[start..<min(start + size, entries.count)])
                let leaf = try gzipped(Self.directory(part))
                roots.append(
                    Entry(first: part[0].first, run: 0, offset: UInt64(leaves.count), length: UInt64(leaf.count)))
                leaves += leaf
            }
            let root = try gzipped(Self.directory(roots))
            if root.count <= Self.rootLimit { return (root, leaves) }
            size *= 2
        }
    }

    private static func directory(_ entries: [Entry]) -> [UInt8] {
        var bytes: [UInt8] = []
        func put(_ value: UInt64) {
            var rest = value
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
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

    private func header(
        root: Int, text: Int, leaves: Int, start: Int, data: Int, counts: [UInt64]
    ) -> [UInt8] {
        var bytes = Array("PMTiles".utf8) + [3]
        func put(_ value: UInt64) { bytes += (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func put(degrees: Double) {
            let value = Int32(max(-1.8e9, min(1.8e9, (degrees * 1e7).rounded())))
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        for (offset, length) in [
            (Self.headerSize, root), (Self.headerSize + root, text), (Self.headerSize + root + text, leaves),
            (start, data),
        ] {
            put(UInt64(offset))
            put(UInt64(length))
        }
        counts.forEach(put)
        let compressions: [String: UInt8] = ["none": 1, "gzip": 2, "brotli": 3, "zstd": 4]
        let formats: [String: UInt8] = ["mvt": 1, "png": 2, "jpeg": 3, "webp": 4, "avif": 5, "mlt": 6]
        // Clustered; directories are packed with gzip.
        bytes += [1, 2, compressions[metadata.compression] ?? 0, formats[metadata.format.rawValue] ?? 0]
        bytes += [UInt8(metadata.zooms.lowerBound), UInt8(metadata.zooms.upperBound)]
        let box = metadata.bounds
        for value in [box.west, box.south, min(box.east, 180), box.north] { put(degrees: value) }
        bytes.append(UInt8(metadata.zooms.lowerBound))
        put(degrees: (box.west + min(box.east, 180)) / 2)
        put(degrees: box.center.latitude)
        return bytes
    }

    private func copy(_ path: String, to output: OutputStream) throws(Diagnostic) {
        let file = try openFile(path)
        defer { close(file.descriptor) }
        while true {
            let chunk = 1 << 20
            let bytes = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
                count = max(0, read(file.descriptor, buffer.baseAddress, chunk))
            }
            if bytes.isEmpty { return }
            try output.write(bytes)
        }
    }
}

/// - Throws: when there is not enough memory.
func gzipped(_ bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(6) else {
        throw Diagnostic(code: .batchNotWritable, "there is not enough memory to compress")
    }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
        count = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
    }
}
