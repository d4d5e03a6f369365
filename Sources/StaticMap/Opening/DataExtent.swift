// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapScene
import MapStyle
import MapTiles

/// Where a map has data of its own, and how near the camera must be to see them.
struct DataExtent {
    var box: CoordinateBox?
    var center: Coordinate?
    /// The lowest zoom with tiles.
    var minZoom = 0

    init(box: CoordinateBox?) { self.box = box }

    init(_ archive: any TileArchive) {
        (box, center, minZoom) = (archive.extent(), archive.info.center, archive.info.minZoom)
    }
}

extension [DataExtent] {
    /// Where a scene looks that has nothing to fit: at all of the data. Where there is no tile for so low a zoom, at their
    /// center.
    ///
    /// - Parameter scene: its size decides about the zoom.
    /// - Returns: nil when it is not known where the data are, or they cover the world.
    func startingCamera(of scene: Scene) -> Camera? {
        let boxes = compactMap(\.box)
        let center = firstNonNil(\.center)
        let minZoom = Double(map(\.minZoom).min() ?? 0)
        guard var box = CoordinateBox(around: boxes) else {
            // Metadata without bounds may name a center.
            return center.map { Camera(.center($0, zoom: Swift.max(minZoom, Self.plainZoom))) }
        }
        guard box.east - box.west < 359 else { return nil }
        // A point alone, or a line along a parallel or meridian.
        if box.west == box.east || box.south == box.north {
            let margin = Self.pointMargin
            box = CoordinateBox(
                west: box.west - margin, south: Swift.max(-90, box.south - margin), east: box.east + margin,
                north: Swift.min(90, box.north + margin))
        }
        var probe = scene
        probe.camera = scene.camera.looking(as: Camera(.bounds(box)))
        let silent = SceneReporter(diagnostics: DiagnosticSink())
        guard let view = probe.viewport(extent: { _ in .null }, silent), view.zoom < minZoom else {
            return Camera(.bounds(box))
        }
        let inside = center.flatMap { c in
            (box.south...box.north).contains(c.latitude) && (box.west...box.east).contains(c.longitude) ? c : nil
        }
        return Camera(.center(inside ?? view.center, zoom: minZoom))
    }

    /// What is shown around a point, in degrees.
    private static let pointMargin = 0.005
    /// The zoom at a center of unknown surroundings.
    private static let plainZoom = 10.0
}

/// Finds where the sources of a style have data: what a map shows whose style names no center, and whose scene no camera.
struct StyleExtents {
    let cache: RendererCache
    /// Pixels per point of the map.
    let scale: Double

    /// The extents of sources that layers draw, but for those of the installed base map. Sources that cannot be opened are
    /// left out, since they are reported when they are drawn.
    func extents(of style: StyleSheet) -> [DataExtent] {
        var used = Set(style.layers.compactMap(\.source))
        // Some are made of the heights of another.
        used.formUnion(used.compactMap { style.sources[$0]?.members["source"]?.string })
        return style.sources.sorted { $0.key < $1.key }.compactMap { name, source in
            guard used.contains(name), source.url != SourceOpener.basemapAddress else { return nil }
            return extent(of: source, baseFolder: source.sceneFolder ?? style.baseFolder)
        }
    }

    private func extent(of source: StyleSource, baseFolder: String) -> DataExtent? {
        switch source.kind {
        case .vector, .raster, .rasterDEM: try? tiles(of: source, baseFolder: baseFolder)
        case .geojson: features(of: source, baseFolder: baseFolder)
        case .image:
            source.corners.map { corners in
                DataExtent(
                    box: CoordinateBox(
                        around: corners.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }))
            }
        case .video: nil
        }
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
            guard let file = try? FeatureSource(address, baseFolder: baseFolder) else { return nil }
            if let format = file.format {
                tiler = (try? file.tiler(format, GeoJSONOptions(), GeoJSONRules(), box: nil, silent)) ?? nil
            } else {
                tiler = try? GeoJSONTiler.load(file: file.path, options: GeoJSONOptions(), diagnostics: silent)
            }
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
