// SPDX-License-Identifier: MIT
private import GRDB
import Libc
package import MapCore
package import MapGeo
package import MapTiles
package import StaticMap

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What tiles are written into.
package enum TileContainer: String, CaseIterable, Sendable {
    /// PMTiles 3.
    case pmtiles
    /// An SQLite file (MBTiles 1.3), in which equal tiles are kept once.
    case mbtiles
    /// Files named `{z}/{x}/{y}`.
    case folder

    /// By the ending of a path.
    package init(path: String) {
        self = path.hasSuffix(".pmtiles") ? .pmtiles : path.hasSuffix(".mbtiles") ? .mbtiles : .folder
    }

    /// Writes the tiles of a store; a file is there as a whole or not at all, and so is a new folder.
    ///
    /// - Parameters:
    ///   - store: the tiles.
    ///   - path: the container.
    ///   - metadata: what the container says of them.
    /// - Throws: when the container cannot be written, or is a folder with files in it.
    package func write(_ store: TileStore, to path: String, _ metadata: ContainerMetadata) throws(Diagnostic) {
        switch self {
        case .pmtiles: try Self.writePMTiles(store, to: path, metadata)
        case .mbtiles: try Self.writeDatabase(store, to: path, metadata)
        case .folder: try Self.writeFolder(store, to: path, metadata)
        }
    }

    private static func writePMTiles(
        _ store: TileStore, to path: String, _ metadata: ContainerMetadata
    ) throws(Diagnostic) {
        let writer = try PMTilesWriter(path)
        // Tiles come by number, so that an image that is new lies behind all others.
        var locations: [Int64: PMTilesWriter.Location] = [:]
        try store.forEachRun { numbers, image throws(Diagnostic) in
            let known = locations[image]
            let location: PMTilesWriter.Location
            if let known { location = known } else { location = try writer.store(try store.bytes(of: image)) }
            locations[image] = location
            writer.add(numbers, at: location)
        }
        try writer.finish(metadata)
    }

    /// To be asked before the work begins.
    ///
    /// - Parameter path: of the container.
    /// - Throws: for a folder with files in it: tiles of an earlier run would be taken for some of the new ones.
    package func check(_ path: String) throws(Diagnostic) {
        guard self == .folder, let name = fileNames(in: path).first else { return }
        throw Diagnostic(
            code: .batchNotWritable, file: path, expected: "a new or an empty folder", found: quoted(name) + " in it",
            hint: "empty the folder, or name another")
    }

    private static func writeFolder(
        _ store: TileStore, to path: String, _ metadata: ContainerMetadata
    ) throws(Diagnostic) {
        try Self.folder.check(path)
        // An empty folder stays, since it may be that of a volume.
        let isNew = FileState(path) == nil
        var place = path
        if isNew {
            while place.hasSuffix("/") { place.removeLast() }
            place += ".part"
            try? FileManager.default.removeItem(atPath: place)
        }
        do throws(Diagnostic) {
            let folder = try FolderOutput(place)
            try store.forEachTile { number, image throws(Diagnostic) in
                guard let id = TileID(hilbertNumber: number) else { return }
                let bytes = try store.bytes(of: image)
                try folder.prepare([DrawnOutput(name: "\(id).\(metadata.formatName)", content: .file(bytes))])
            }
            let text = JSONNode(.object(JSONObject(metadata.rows.map { JSONObject.Member($0.0, .text($0.1)) })))
            try folder.prepare([DrawnOutput(name: "metadata.json", content: .file(Array((text.lines + "\n").utf8)))])
            guard !isNew || rename(place, path) == 0 else { throw unwritable(path) }
        } catch {
            for name in fileNames(in: place) { try? FileManager.default.removeItem(atPath: place + "/" + name) }
            if isNew { rmdir(place) }
            throw error
        }
    }

    private static let tables = """
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_data BLOB);
        CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id INTEGER);
        CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column, map.tile_row AS tile_row,
            images.tile_data AS tile_data FROM map JOIN images ON images.tile_id = map.tile_id;
        PRAGMA application_id = 0x4d504258;
        """

    private static func writeDatabase(
        _ store: TileStore, to path: String, _ metadata: ContainerMetadata
    ) throws(Diagnostic) {
        let temporary = path + ".part"
        var failure: Diagnostic?
        do {
            try? FileManager.default.removeItem(atPath: temporary)
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            }
            let database = try DatabaseQueue(path: temporary, configuration: configuration)
            try database.write { db in
                try db.execute(sql: tables)
                for (name, value) in metadata.rows {
                    try db.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
                }
                let image = try db.cachedStatement(sql: "INSERT OR IGNORE INTO images VALUES (?, ?)")
                let tile = try db.cachedStatement(sql: "INSERT INTO map VALUES (?, ?, ?, ?)")
                var known: Set<Int64> = []
                do throws(Diagnostic) {
                    try store.forEachTile { number, id throws(Diagnostic) in
                        guard let tileID = TileID(hilbertNumber: number) else { return }
                        let bytes = known.insert(id).inserted ? try store.bytes(of: id) : nil
                        do {
                            if let bytes { try image.execute(arguments: [id, Data(bytes)]) }
                            try tile.execute(arguments: [tileID.z, tileID.x, tileID.tmsRow, id])
                        } catch {
                            throw problem(error, path)
                        }
                    }
                } catch {
                    failure = error
                }
                try db.execute(sql: "CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row)")
            }
            try database.close()
        } catch {
            failure = failure ?? problem(error, path)
        }
        if let failure {
            try? FileManager.default.removeItem(atPath: temporary)
            throw failure
        }
        do {
            removeDatabase(path)
            try FileManager.default.moveItem(atPath: temporary, toPath: path)
        } catch {
            throw problem(error, path)
        }
    }

    private static func problem(_ error: any Error, _ path: String) -> Diagnostic {
        Diagnostic(
            code: .batchNotWritable, file: path,
            "the tiles cannot be written: \((error as? DatabaseError)?.message ?? "\(error)")")
    }
}

extension ContainerMetadata {
    /// As MBTiles has them.
    fileprivate var rows: [(String, String)] {
        let stated = statedBounds
        let box = [stated.west, stated.south, stated.east, stated.north].map(formatted).joined(separator: ",")
        let center = [center.longitude, center.latitude].map(formatted)
        let others = Self.usual.merging(others) { $1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        var rows = [("name", name), ("format", formatName)] + others
        rows += [
            ("bounds", box), ("center", (center + [String(centerZoom)]).joined(separator: ",")),
            ("minzoom", String(zooms.lowerBound)), ("maxzoom", String(zooms.upperBound)),
        ]
        if let attribution { rows.append(("attribution", attribution)) }
        if !fontstacks.isEmpty { rows.append(("fontstacks", JSONNode.list(fontstacks.map(JSONNode.text)).line)) }
        if let vectorLayers { rows.append(("json", JSONNode.members(["vector_layers": vectorLayers]).line)) }
        return rows
    }
}

extension ContainerMetadata {
    /// That of rendered tiles.
    package init(
        name: String, tiles: OutputFormat, zooms: ClosedRange<Int>, bounds: CoordinateBox, attribution: String?
    ) {
        self.init(
            name: name, format: ArchiveInfo.Format(rawValue: tiles == .png8 ? "png" : tiles.rawValue) ?? .unknown,
            compression: "none", zooms: zooms, bounds: bounds, attribution: attribution)
    }
}
