// SPDX-License-Identifier: MIT
import MapGeo
import MapTiles

/// Writes small PMTiles archives, sound or broken, without compression.
struct PMTilesBuilder {
    struct Entry {
        var tile: UInt64
        var offset: UInt64
        var length: UInt64
        var runLength: UInt64
    }

    var tiles: [(id: TileID, data: [UInt8])] = []
    var metadata =
        "{\"attribution\": \"&copy; Me\", \"vector_layers\": [{\"id\": \"a\", \"fields\": {\"b\": \"String\"}}]}"
    /// Puts all entries into one leaf directory.
    var usesLeaf = false
    /// A leaf that leads to itself.
    var loops = false
    var version: UInt8 = 3
    var tileCompression: UInt8 = 1
    var tileType: UInt8 = 1
    /// West, south, east, north in degrees.
    var bounds = [-10, -20, 10, 20]

    static func directory(_ entries: [Entry]) -> [UInt8] {
        var bytes = Message.varint(UInt64(entries.count))
        var last: UInt64 = 0
        for entry in entries {
            bytes += Message.varint(entry.tile - last)
            last = entry.tile
        }
        bytes += entries.flatMap { Message.varint($0.runLength) } + entries.flatMap { Message.varint($0.length) }
        return bytes + entries.flatMap { Message.varint($0.offset + 1) }
    }

    func archive() -> [UInt8] {
        var data: [UInt8] = []
        var entries: [Entry] = []
        for tile in tiles.sorted(by: { $0.id.hilbertNumber < $1.id.hilbertNumber }) {
            entries.append(
                Entry(
                    tile: tile.id.hilbertNumber, offset: UInt64(data.count), length: UInt64(tile.data.count),
                    runLength: 1))
            data += tile.data
        }
        var root = Self.directory(entries)
        var leaves: [UInt8] = []
        if usesLeaf || loops {
            leaves = loops ? Self.directory([Entry(tile: 0, offset: 0, length: 5, runLength: 0)]) : root
            root = Self.directory([Entry(tile: 0, offset: 0, length: UInt64(leaves.count), runLength: 0)])
        }
        func little(_ n: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: n >> UInt64(8 * $0)) }
        }
        var header = Array("PMTiles".utf8) + [version]
        var offset: UInt64 = 127
        for section in [root, Array(metadata.utf8), leaves, data] {
            header += little(offset, 8) + little(UInt64(section.count), 8)
            offset += UInt64(section.count)
        }
        for _ in 0..<3 { header += little(UInt64(tiles.count), 8) }
        header += [1, 1, tileCompression, tileType]
        header += [UInt8(tiles.map(\.id.z).min() ?? 0), UInt8(tiles.map(\.id.z).max() ?? 0)]
        for degrees in bounds { header += little(UInt64(bitPattern: Int64(degrees * 10_000_000)), 4) }
        header += [0] + little(0, 4) + little(0, 4)
        return header + root + Array(metadata.utf8) + leaves + data
    }
}
