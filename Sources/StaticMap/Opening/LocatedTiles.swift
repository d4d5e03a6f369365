// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
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
        let opener = AddressOpener(cache: cache, scale: scale, isTMS: source.scheme == "tms")
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

    private static let noTiles = Diagnostic(code: StyleCode.missingTiles, "the source names no tiles")

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
        if let shared = SharedTiles(archives) { return shared }
        throw problem ?? Self.noTiles
    }

    private func archive(at address: StyleAddress) throws(Diagnostic) -> any TileArchive {
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
