// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import MapData
import TestSupport

/// Archives that promise more than they hold, or lead in circles: small files, each wrong in a way of its own.
struct HostileArchive: CustomStringConvertible, Sendable {
    let name: String
    /// Writes the archive into a folder.
    let write: @Sendable (ScratchFolder) throws -> Void

    var description: String { name }

    static let all: [HostileArchive] = pmtiles + mbtiles

    private static let pmtiles: [HostileArchive] = {
        let tile: [UInt8] = [0x1A, 0x02, 0x78, 0x02]
        let whole = PMTilesBytes.Entry(first: 0, run: 1 << 32, length: 4, offset: 0)
        let far = UInt64.max
        let cases: [(String, PMTilesBytes)] = [
            ("run-of-4-billion", PMTilesBytes([whole], tile)),
            ("run-of-all", PMTilesBytes([.init(first: 0, run: far, length: 4, offset: 0)], tile)),
            ("run-behind-all", PMTilesBytes([.init(first: far - 3, run: 100, length: 4, offset: 0)], tile)),
            (
                "runs-that-overlap",
                PMTilesBytes((0..<200).map { .init(first: $0, run: 1 << 60, length: 4, offset: 0) }, tile)
            ),
            ("tile-behind-the-end", PMTilesBytes([.init(first: 0, run: 1, length: 1 << 40, offset: 9)], tile)),
            ("offset-that-overflows", PMTilesBytes([.init(first: 0, run: 1, length: 4, offset: far - 1)], tile)),
            ("length-of-all", PMTilesBytes([.init(first: 0, run: 1, length: far, offset: 0)], tile)),
            (
                "leaf-in-a-circle",
                PMTilesBytes(
                    [.init(first: 0, run: 0, length: 5, offset: 0)], tile, leaves: [1, 0, 0, 5, 1])
            ),
            ("leaves-in-circles", circles(1000, tile)),
            ("leaf-behind-the-end", PMTilesBytes([.init(first: 0, run: 0, length: 1 << 33, offset: far - 1)], tile)),
            ("zooms-of-255", PMTilesBytes([whole], tile, zooms: (255, 0))),
            ("metadata-of-lists", PMTilesBytes([whole], tile, metadata: Array(repeating: 0x5B, count: 3 << 20))),
            (
                "metadata-of-numbers",
                PMTilesBytes(
                    [whole], tile,
                    metadata: Array("[0".utf8) + Array(repeatElement(Array(",0".utf8), count: 8 << 20).joined()))
            ),
            ("directory-of-nothing", PMTilesBytes(root: [], tile)),
            ("directory-of-many", PMTilesBytes(root: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], tile)),
            ("packed-in-no-way", PMTilesBytes([whole], tile, compression: (9, 9))),
            ("packed-otherwise", PMTilesBytes([whole], tile, compression: (2, 3))),
            ("tile-of-zeros", PMTilesBytes([whole], Array(repeating: 0, count: 1000), compression: (1, 4))),
            ("images-of-no-kind", PMTilesBytes([whole], tile, kind: 2)),
        ]
        return cases.map { name, bytes in
            HostileArchive(name: name + ".pmtiles") { try $0.write(name + ".pmtiles", bytes.archive) }
        }
    }()

    /// A root whose entries lead to a leaf whose entries lead to the leaf.
    private static func circles(_ count: UInt64, _ tile: [UInt8]) -> PMTilesBytes {
        var leaf: [UInt8] = []
        for _ in 0..<3 {
            // Its own length is among what it says.
            leaf = PMTilesBytes.directory(
                (0..<count).map { .init(first: $0, run: 0, length: UInt64(leaf.count), offset: 0) })
        }
        let length = UInt64(leaf.count)
        return PMTilesBytes(
            (0..<count).map { .init(first: $0, run: 0, length: length, offset: 0) }, tile, leaves: leaf)
    }

    private static let mbtiles: [HostileArchive] = {
        let tables = """
            CREATE TABLE metadata (name TEXT, value TEXT); INSERT INTO metadata VALUES ('format', 'pbf');
            """
        let plain = "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);"
        let endless = """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
            SELECT 3 AS zoom_level, i % 8 AS tile_column, i / 8 % 8 AS tile_row, x'1A027802' AS tile_data FROM n
            """
        let cases: [(String, String)] = [
            ("view-without-end", "CREATE VIEW tiles AS \(endless);"),
            (
                "view-of-large-blobs",
                """
                CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row,
                zeroblob(900000000) AS tile_data;
                """
            ),
            (
                "zooms-of-everywhere",
                plain + "INSERT INTO tiles VALUES (9223372036854775807, -1, -9, x'1A027802'),"
                    + "(-5, 0, 0, x'00'), (30, 1073741823, 1073741823, x'1A027802'), (31, 0, 0, x'00');"
            ),
            (
                "columns-of-other-types",
                plain + "INSERT INTO tiles VALUES ('a', NULL, 1.5, 'text'), (0, 0, 0, NULL),"
                    + "(0.0, '0', x'00', 7);"
            ),
            ("no-tables", "CREATE TABLE other (a);"),
            ("tiles-twice", plain + "INSERT INTO tiles VALUES (0, 0, 0, x'1A027802'), (0, 0, 0, x'1F8B');"),
            (
                "metadata-of-lists",
                plain + "INSERT INTO tiles VALUES (0, 0, 0, x'1A027802'); INSERT INTO metadata "
                    + "VALUES ('json', replace(hex(zeroblob(1500000)), '0', '[')), ('minzoom', '-9'), ('maxzoom', '1e99'),"
                    + "('bounds', 'nan,inf,-1e400,x'), ('attribution', replace(hex(zeroblob(900000)), '00', '<a\"'));"
            ),
        ]
        return cases.map { name, sql in
            HostileArchive(name: name + ".mbtiles") { folder in
                let database = try DatabaseQueue(path: folder.file(name + ".mbtiles"))
                try database.write { try $0.execute(sql: tables + sql) }
                try database.close()
            }
        }
    }()
}

/// A PMTiles archive, whatever it says.
private struct PMTilesBytes: Sendable {
    struct Entry: Sendable {
        var first: UInt64
        var run: UInt64
        var length: UInt64
        var offset: UInt64
    }

    let archive: [UInt8]

    init(
        _ entries: [Entry], _ data: [UInt8], leaves: [UInt8] = [], metadata: [UInt8] = Array("{}".utf8),
        zooms: (UInt8, UInt8) = (0, 15), compression: (UInt8, UInt8) = (1, 1), kind: UInt8 = 1
    ) {
        self.init(
            root: Self.directory(entries), data, leaves: leaves, metadata: metadata, zooms: zooms,
            compression: compression, kind: kind)
    }

    init(
        root: [UInt8], _ data: [UInt8], leaves: [UInt8] = [], metadata: [UInt8] = Array("{}".utf8),
        zooms: (UInt8, UInt8) = (0, 15), compression: (UInt8, UInt8) = (1, 1), kind: UInt8 = 1
    ) {
        var header = Array("PMTiles".utf8) + [3]
        var offset = 127
        for section in [root, metadata, leaves, data] {
            for value in [offset, section.count] {
                header += (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            offset += section.count
        }
        for _ in 0..<3 { header += Array(repeating: 0xFF, count: 8) }
        header += [1, compression.0, compression.1, kind, zooms.0, zooms.1]
        header += Array(repeating: 0, count: 127 - header.count)
        archive = header + root + metadata + leaves + data
    }

    static func directory(_ entries: [Entry]) -> [UInt8] {
        var last: UInt64 = 0
        let steps = entries.map { entry -> UInt64 in
            defer { last = entry.first }
            return entry.first - last
        }
        let columns = [steps, entries.map(\.run), entries.map(\.length), entries.map { $0.offset &+ 1 }]
        return ([UInt64(entries.count)] + columns.joined()).flatMap(varint)
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
