// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo

/// A set of tiles that can be read from several tasks at once.
package protocol TileArchive: VectorTileSource {
    var info: ArchiveInfo { get }
    /// The decompressed bytes of a tile; nil when the archive has no such tile. GeoJSON has no encoded tiles: use
    /// `vectorTile`.
    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]?
    /// True for an archive whose images are made when they are asked for: it has their pixels.
    var makesPixels: Bool { get }
    /// The pixels of a tile, of an archive that makes them; nil where it has none.
    func pixels(_ id: TileID) throws(Diagnostic) -> TilePixels?
    /// Whether the archive has a tile, found without decompressing it where the container allows that.
    func hasTile(_ id: TileID) throws(Diagnostic) -> Bool
    /// The file that a tile is read from, which tells whether the tile may have changed; nil when that is not known.
    func file(of id: TileID) -> FileStamp?
    /// Where the archive has tiles: the bounds of its metadata or, without any, those of its tiles of the highest zoom at
    /// which these can be listed quickly. Nil when that is not known.
    func extent() -> CoordinateBox?
}

extension TileArchive {
    package func hasTile(_ id: TileID) throws(Diagnostic) -> Bool { try tile(id) != nil }

    package func file(of id: TileID) -> FileStamp? { nil }

    package var makesPixels: Bool { false }

    package func pixels(_ id: TileID) throws(Diagnostic) -> TilePixels? { nil }

    package func extent() -> CoordinateBox? { info.bounds }
}

/// An archive that gives the tiles of another one in its own way: what it does not say itself, that one says.
package protocol WrappedArchive: TileArchive {
    var original: any TileArchive { get }
}

extension WrappedArchive {
    package var info: ArchiveInfo { original.info }

    package func hasTile(_ id: TileID) throws(Diagnostic) -> Bool { try original.hasTile(id) }

    package func file(of id: TileID) -> FileStamp? { original.file(of: id) }

    package func extent() -> CoordinateBox? { original.extent() }
}

/// The pixels of a square tile: premultiplied ARGB32, top row first.
package struct TilePixels: Sendable {
    package var side: Int
    package var pixels: [UInt32]

    package init(side: Int, pixels: [UInt32]) { (self.side, self.pixels) = (side, pixels) }
}

/// An archive's metadata.
package struct ArchiveInfo: Sendable {
    package enum Container: String, Sendable { case mbtiles, pmtiles, folder, geojson, geotiff }
    package enum Format: String, Sendable { case mvt, mlt, png, jpeg, webp, avif, unknown }

    package var file: String
    package var container: Container
    package var format: Format
    package var name: String?
    package var minZoom: Int
    package var maxZoom: Int
    /// Nil when unknown.
    package var bounds: CoordinateBox?
    package var center: Coordinate?
    /// The zoom at which viewers show the center.
    package var centerZoom: Int?
    /// Plain text, without HTML.
    package var attribution: String?
    package var vectorLayers: [VectorLayerInfo]
    /// The schema that the tiles are stored in, where it is another than that in which they are given.
    package var storedSchema: TileSchema?
    /// The fonts of an archive of glyphs, in the order of their columns; empty for other archives.
    package var fontstacks: [String] = []
    /// What else the metadata say that is kept when tiles are copied: `description`, `type`, `version`, `encoding`, `sparse`.
    package var others: [String: String] = [:]
    /// The points that a tile's side covers at its own zoom; nil where its pixels tell.
    package var tileSide: Int?
    /// Nil when the archive does not say it.
    package var tileCount: Int?

    package init(file: String, container: Container, format: Format, minZoom: Int, maxZoom: Int) {
        self.file = file
        self.container = container
        self.format = format
        self.minZoom = minZoom
        self.maxZoom = maxZoom
        vectorLayers = []
    }
}

package struct VectorLayerInfo: Sendable {
    package var id: String
    /// The type of each field, as written in the archive.
    package var fields: [String: String]
    /// The zooms of tiles that have features of the layer; nil when unknown.
    package var zooms: ClosedRange<Int>?

    package init(id: String, fields: [String: String]) {
        self.id = id
        self.fields = fields
    }
}

/// A source of vector tiles, read from an archive or cut on request, that can be used from several tasks at once.
package protocol VectorTileSource: Sendable {
    /// The decoded tile; nil when the source has no such tile.
    ///
    /// `layers` names those to decode, nil all of them; the tile may have others.
    func vectorTile(_ id: TileID, layers: Set<String>?) throws(Diagnostic) -> VectorTile?
    /// The archive that the tiles are in; nil for tiles that are made on request. A cast takes longer.
    var archive: (any TileArchive)? { get }
}

extension VectorTileSource {
    package var archive: (any TileArchive)? { nil }

    /// The decoded tile with all of its layers; nil when the source has no such tile.
    package func vectorTile(_ id: TileID) throws(Diagnostic) -> VectorTile? { try vectorTile(id, layers: nil) }
}

extension TileArchive {
    package var archive: (any TileArchive)? { self }

    /// Reads a tile, and decodes what is asked for.
    package func vectorTile(_ id: TileID, layers: Set<String>?) throws(Diagnostic) -> VectorTile? {
        guard let bytes = try tile(id) else { return nil }
        return try located(id) { () throws(Diagnostic) in try VectorTile(bytes, in: info, layers: layers) }
    }

    /// A tile of this archive with those layers, too, that are asked for and that it lacks.
    package func completed(
        _ tile: VectorTile, _ id: TileID, layers: Set<String>?
    ) throws(Diagnostic) -> VectorTile {
        try located(id) { () throws(Diagnostic) in
            var tile = tile
            try tile.decode(layers)
            return tile
        }
    }

    /// Says in what is found wrong where the tile is.
    private func located(
        _ id: TileID, _ decode: () throws(Diagnostic) -> VectorTile
    ) throws(Diagnostic) -> VectorTile {
        do {
            var tile = try decode()
            tile.locateWarnings { $0.located(in: info.file, tile: id) }
            return tile
        } catch {
            throw error.located(in: info.file, tile: id)
        }
    }
}

extension VectorTile {
    /// Decodes an uncompressed tile of an archive, in either encoding.
    fileprivate init(_ bytes: [UInt8], in info: ArchiveInfo, layers: Set<String>? = nil) throws(Diagnostic) {
        let isMLT = info.format == .mlt || info.format == .unknown && MLTTile.matches(bytes)
        try self.init(decoding: isMLT ? try MLTTile.vectorTileBytes(bytes) : bytes, layers: layers)
    }

    /// Decodes a tile as an archive stores it.
    package init(stored bytes: [UInt8], in info: ArchiveInfo) throws(Diagnostic) {
        try self.init(try decompressed(bytes), in: info)
    }
}

extension Diagnostic {
    /// The same with the archive as file, and the tile before the path: `paris.mbtiles: tile 14/8299/5636: layer "water": …`.
    func located(in file: String, tile: TileID) -> Diagnostic {
        var copy = self
        copy.file = file
        copy.path = path.isEmpty ? "tile \(tile)" : "tile \(tile): \(path)"
        return copy
    }
}

/// The columns and rows of some tiles of one zoom.
struct TileRange {
    let zoom: Int
    private var columns: ClosedRange<Int>
    private var rows: ClosedRange<Int>

    init(_ id: TileID) {
        zoom = id.z
        columns = id.x...id.x
        rows = id.y...id.y
    }

    /// Nil for no tiles. All must have one zoom.
    init?(_ ids: some Sequence<TileID>) {
        var range: TileRange?
        for id in ids {
            if range == nil { range = TileRange(id) }
            range?.add(id, side: 1)
        }
        guard let range else { return nil }
        self = range
    }

    /// Adds a square of tiles.
    ///
    /// - Parameters:
    ///   - first: the north-western one.
    ///   - side: how many tiles wide and high it is.
    mutating func add(_ first: TileID, side: Int) {
        columns = min(columns.lowerBound, first.x)...max(columns.upperBound, first.x + side - 1)
        rows = min(rows.lowerBound, first.y)...max(rows.upperBound, first.y + side - 1)
    }

    var box: CoordinateBox {
        let northWest = TileID(z: zoom, x: columns.lowerBound, y: rows.lowerBound).box
        let southEast = TileID(z: zoom, x: columns.upperBound, y: rows.upperBound).box
        return CoordinateBox(
            west: northWest.west, south: southEast.south, east: southEast.east, north: northWest.north)
    }
}

extension ArchiveInfo {
    /// The schema that vector tiles are stored in, by the names of their layers.
    package var schema: TileSchema { storedSchema ?? TileSchema(vectorLayers) }
}
