// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapLayout
import MapStyle
import MapTiles

/// Finds where the sources of a style have data: what a map shows whose style names no center, and whose scene no camera.
struct StyleExtents {
    let cache: RendererCache
    /// Pixels per point of the map.
    let scale: Double

    /// The extents of sources that layers draw, but for those of the installed base map. Sources that cannot be opened are
    /// left out, since they are reported when they are drawn.
    func extents(of style: StyleSheet) -> [DataExtent] {
        let used = Set(style.layers.compactMap(\.source))
        return style.sources.sorted { $0.key < $1.key }.compactMap { name, source in
            guard used.contains(name), source.url != SourceOpener.basemapAddress else { return nil }
            return extent(of: source, baseFolder: source.sceneFolder ?? style.baseFolder)
        }
    }

    private func extent(of source: StyleSource, baseFolder: String) -> DataExtent? {
        switch source.kind {
        case .vector, .raster, .rasterDEM: try? tiles(of: source, baseFolder: baseFolder)
        case .geojson: features(of: source, baseFolder: baseFolder)
        case .image: source.corners.flatMap(Self.box).map { DataExtent(box: $0) }
        case .video: nil
        }
    }

    private static func box(around corners: [(longitude: Double, latitude: Double)]) -> CoordinateBox? {
        let (longitudes, latitudes) = (corners.map(\.longitude), corners.map(\.latitude))
        guard let west = longitudes.min(), let east = longitudes.max(), let south = latitudes.min(),
            let north = latitudes.max()
        else { return nil }
        return CoordinateBox(west: west, south: south, east: east, north: north)
    }

    private func tiles(of source: StyleSource, baseFolder: String) throws(Diagnostic) -> DataExtent? {
        let tiles = try LocatedTiles(source, baseFolder: baseFolder, cache: cache, scale: scale)
        guard !(tiles.archive is ProvidedArchive) else { return nil }
        var extent = DataExtent(tiles.archive)
        extent.box = tiles.bounds ?? extent.box
        extent.minZoom = tiles.zooms.lowerBound
        return extent
    }

    private func features(of source: StyleSource, baseFolder: String) -> DataExtent? {
        let silent = DiagnosticSink()
        let tiler: GeoJSONTiler?
        if let address = source.data?.string {
            guard case .file(let path)? = try? StyleAddress.resolve(address, baseFolder: baseFolder) else { return nil }
            tiler = try? GeoJSONTiler.load(file: path, options: GeoJSONOptions(), diagnostics: silent)
        } else {
            tiler =
                source.data.map { data in
                    let document = JSONDocument(.style, file: "style", root: data)
                    return GeoJSONTiler(Field(document, diagnostics: silent), options: GeoJSONOptions())
                } ?? nil
        }
        return tiler?.bounds.map { DataExtent(box: $0) }
    }
}
