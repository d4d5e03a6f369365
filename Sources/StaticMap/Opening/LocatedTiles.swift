// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapRaster
import MapStyle
import MapTiles

/// Tiles that a source of a style names, opened, and the zooms at which it has them.
struct LocatedTiles {
    var archive: any TileArchive
    var zooms: ClosedRange<Int>
    /// What the style or a TileJSON says; nil where they say nothing.
    var bounds: CoordinateBox?

    /// Opens what a source names.
    ///
    /// - Parameters:
    ///   - source: of vector or raster tiles.
    ///   - baseFolder: where relative addresses begin.
    ///   - cache: of open archives.
    ///   - scale: output pixels per point, for folders with "@2x" tiles.
    /// - Throws: when the source names no tiles, or they cannot be opened.
    init(_ source: StyleSource, baseFolder: String, cache: RendererCache, scale: Double) throws(Diagnostic) {
        if let address = source.url,
            let archive = ProvidedArchive(address, format: source.kind == .vector ? .mvt : .unknown)
        {
            let lower = Self.whole(source.minZoom)
            (self.archive, zooms) = (archive, lower...max(lower, Self.whole(source.maxZoom)))
            bounds = source.box
            return
        }
        let (source, addresses) = try source.located(baseFolder: baseFolder)
        let opener = AddressOpener(
            cache: cache, scale: scale, isTMS: source.scheme == "tms", isElevation: source.kind == .rasterDEM)
        archive = try opener.archive(at: addresses)
        // What the style says of a folder's zooms is all that there is to know.
        let isFolder = archive.info.container == .folder
        let lower = isFolder ? Self.whole(source.minZoom) : max(archive.info.minZoom, Self.whole(source.minZoom))
        let upper = isFolder ? Self.whole(source.maxZoom) : min(archive.info.maxZoom, Self.whole(source.maxZoom))
        zooms = lower...max(lower, upper)
        bounds = source.box
    }

    static func whole(_ zoom: Double) -> Int { Int(max(0, min(Double(TileID.maxZoom), zoom))) }
}

/// Opens the archives at the addresses of a source.
private struct AddressOpener {
    let cache: RendererCache
    let scale: Double
    let isTMS: Bool
    let isElevation: Bool

    private static let noTiles = Diagnostic(code: .styleMissingTiles, "the source names no tiles")

    /// Of several addresses, those at which there is nothing are left out.
    func archive(at addresses: [StyleAddress]) throws(Diagnostic) -> any TileArchive {
        guard addresses.count > 1 else {
            guard let address = addresses.first else { throw Self.noTiles }
            return try archive(at: address)
        }
        var problem: Diagnostic?
        var archives: [any TileArchive] = []
        for address in addresses {
            do throws(Diagnostic) {
                archives.append(try archive(at: address))
            } catch {
                problem = problem ?? error
            }
        }
        let rasters = archives.compactMap { $0 as? GeoTIFFArchive }
        if rasters.count == archives.count, !rasters.isEmpty {
            return try GeoTIFFArchive(joining: rasters, name: rasters.map(\.info.file).joined(separator: ", "))
        }
        if let shared = SharedTiles(archives) { return shared }
        throw problem ?? Self.noTiles
    }

    private func archive(at address: StyleAddress) throws(Diagnostic) -> any TileArchive {
        guard isElevation else { return try open(address) }
        let archive: any TileArchive
        do throws(Diagnostic) {
            archive = try open(address)
        } catch {
            let isJSON = error.code.rawValue.hasPrefix("geojson.")
            guard let file = error.file, isJSON || error.code == .tilesUnknownFormat else { throw error }
            throw noHeights(file, found: isJSON ? "JSON" : "other data")
        }
        guard [.mvt, .mlt].contains(archive.info.format) else { return archive }
        throw noHeights(archive.info.file, found: archive.info.container == .geojson ? "GeoJSON" : "vector tiles")
    }

    private func noHeights(_ file: String, found: String) -> Diagnostic {
        Diagnostic(
            code: .tilesUnsupportedFormat, file: file,
            expected: "heights: a GeoTIFF, .hgt files, or tiles that are images", found: found)
    }

    private func open(_ address: StyleAddress) throws(Diagnostic) -> any TileArchive {
        switch address {
        case .template(let path):
            if !path.contains("{x}"), let archive = try RepeatedTileArchive(path: path) { return archive }
            // A row counted from the south has a placeholder of its own.
            return try cache.open(isTMS ? path.replacing("{y}", with: "{-y}") : path, scale: scale)
        case .file(let path):
            if let archive = try RepeatedTileArchive(path: path) { return archive }
            return try cache.open(path, scale: scale)
        case .mbtiles(let path), .pmtiles(let path):
            return try cache.open(path, scale: scale)
        }
    }
}

extension StyleSource {
    /// `bounds`, unless they are those of the whole world, which limit nothing.
    fileprivate var box: CoordinateBox? {
        guard let bounds, bounds.count == 4, bounds[1] < bounds[3], bounds[2] - bounds[0] < 360 else { return nil }
        return CoordinateBox(west: bounds[0], south: bounds[1], east: bounds[2], north: bounds[3])
    }
}

/// The tiles of a source with several addresses, each of which has all of them or its share.
struct SharedTiles: TileArchive {
    private let archives: [any TileArchive]
    let info: ArchiveInfo

    /// Nil for no archives at all; what the first says of itself counts.
    init?(_ archives: [any TileArchive]) {
        guard let info = archives.first?.info else { return nil }
        self.archives = archives
        self.info = info
    }

    /// From the address that MapLibre would ask (column plus row, in turn), else from the first that has it.
    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        let first = (id.x + id.y) % archives.count
        for step in archives.indices {
            if let bytes = try archives[(first + step) % archives.count].tile(id) { return bytes }
        }
        return nil
    }

    func extent() -> CoordinateBox? { archives.first?.extent() }

    func hasTile(_ id: TileID) throws(Diagnostic) -> Bool {
        for archive in archives where try archive.hasTile(id) { return true }
        return false
    }
}

/// One image that stands for every tile, or for every tile of a zoom, as a tile address without placeholders for columns and
/// rows says.
struct RepeatedTileArchive: TileArchive {
    let info: ArchiveInfo
    /// Of the file that stands for all tiles; nil where each zoom has a file of its own.
    private let bytes: [UInt8]?

    private static let limit = 64 << 20
    private static let zoom = "{z}"

    /// Nil when the file is no image, or the address has other placeholders, or there is no file at any zoom.
    init?(path: String) throws(Diagnostic) {
        let endings: [String: ArchiveInfo.Format] = [".png": .png, ".jpg": .jpeg, ".jpeg": .jpeg, ".webp": .webp]
        let lowered = path.lowercased()
        guard let format = endings.first(where: { lowered.hasSuffix($0.key) })?.value,
            !path.replacing(Self.zoom, with: "").contains("{")
        else { return nil }
        if path.contains(Self.zoom) {
            guard (0...TileID.maxZoom).contains(where: { fileExists(Self.path(path, zoom: $0)) }) else { return nil }
            bytes = nil
        } else {
            bytes = try readFile(path, limit: Self.limit)
        }
        info = ArchiveInfo(file: path, container: .folder, format: format, minZoom: 0, maxZoom: TileID.maxZoom)
    }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        if let bytes { return bytes }
        let path = Self.path(info.file, zoom: id.z)
        return fileExists(path) ? try readFile(path, limit: Self.limit) : nil
    }

    private static func path(_ path: String, zoom: Int) -> String { path.replacing(Self.zoom, with: String(zoom)) }
}
