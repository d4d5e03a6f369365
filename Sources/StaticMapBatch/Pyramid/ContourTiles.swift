// SPDX-License-Identifier: MIT
package import MapCore
import MapGeo
import MapGeometry
import MapRaster
import MapTiles

/// Writes the contours of a raster of heights: as GeoJSON, or as vector tiles with the layer `contour`.
package struct ContourTiles {
    /// Between two lines, in the unit of the raster.
    package var interval = 20.0
    /// Every so many lines one is an index line.
    package var index = 5
    /// Of tiles; nil for the zoom of the raster and the four below it.
    package var zooms: ClosedRange<Int>?

    /// What was written.
    package struct Summary: Sendable {
        package var lines: Int
        /// Nil for GeoJSON.
        package var tiles: Int?
    }

    package init() {}

    /// Lines that are not index lines are left out so many zooms below the highest.
    private static let fineZooms = 2

    /// - Parameters:
    ///   - path: of a GeoTIFF.
    ///   - output: ends with `.pmtiles`, or with `.geojson` or `.json`.
    /// - Returns: what was written.
    /// - Throws: when the raster cannot be read, or the output not be written.
    package func write(_ path: String, to output: String) throws(Diagnostic) -> Summary {
        let lines = try Contours(path, interval: interval).lines
        guard output.hasSuffix(".pmtiles") else {
            try writeFile(Array(collection(lines).line.utf8), to: output)
            return Summary(lines: lines.count, tiles: nil)
        }
        let info = try GeoTIFFArchive([path], name: path).info
        let zooms = zooms ?? max(0, info.maxZoom - 4)...info.maxZoom
        let fine = try tiler(lines, zooms, path)
        let coarse = try tiler(lines.filter(isIndex), zooms, path)
        let writer = try PMTilesWriter(output)
        let packer = try GzipPacker()
        var count = 0
        for zoom in zooms {
            let source = zoom > zooms.upperBound - Self.fineZooms ? fine : coarse
            guard let box = source.bounds else { continue }
            for id in Self.tiles(of: box, zoom).sorted(by: { $0.hilbertNumber < $1.hilbertNumber }) {
                guard !WorkContext.isCancelled else { break }
                guard let tile = source.vectorTile(id), !tile.layers.isEmpty else { continue }
                let location = try writer.store(packer.packed(tile.encoded))
                writer.add(id.hilbertNumber..<id.hilbertNumber + 1, at: location)
                count += 1
            }
        }
        let layers: JSONNode = [["id": "contour", "fields": ["ele": "Number", "index": "Boolean"]]]
        try writer.finish(
            ContainerMetadata(
                name: "contours", format: .mvt, compression: "gzip", zooms: zooms,
                bounds: info.bounds ?? CoordinateBox.world, vectorLayers: layers))
        return Summary(lines: lines.count, tiles: count)
    }

    private static func tiles(of box: CoordinateBox, _ zoom: Int) -> [TileID] {
        let count = Double(1 << zoom)
        let from = WebMercator.project(Coordinate(latitude: box.north, longitude: box.west))
        let to = WebMercator.project(Coordinate(latitude: box.south, longitude: box.east))
        func whole(_ share: Double) -> Int { Int(max(0, min(count - 1, share * count))) }
        // What lies beyond 180° is in the tiles on the other side of it.
        let turns = [-1.0, 0, 1].filter { $0 == 0 || from.x + $0 < 1 && to.x + $0 > 0 }
        let columns = Set(
            turns.flatMap { whole(from.x + $0)...max(whole(from.x + $0), whole(to.x + $0)) })
        return (whole(from.y)...max(whole(from.y), whole(to.y))).flatMap { y in
            columns.sorted().map { TileID(z: zoom, x: $0, y: y) }
        }
    }

    private func isIndex(_ line: Contours.Line) -> Bool {
        Int((line.height / interval).rounded()).isMultiple(of: max(1, index))
    }

    private func tiler(
        _ lines: [Contours.Line], _ zooms: ClosedRange<Int>, _ path: String
    ) throws(Diagnostic) -> GeoJSONTiler {
        var options = GeoJSONOptions()
        options.layerName = "contour"
        options.maxZoom = zooms.upperBound
        options.extent = 4096
        options.buffer = 8
        let sink = DiagnosticSink()
        let document = JSONDocument(.geojson, file: path, root: collection(lines))
        guard let tiler = GeoJSONTiler(Field(document, diagnostics: sink), options: options) else {
            throw sink.all.first ?? Diagnostic(code: .rasterInvalid, file: path, "the raster has no contours")
        }
        return tiler
    }

    private func collection(_ lines: [Contours.Line]) -> JSONNode {
        [
            "type": "FeatureCollection",
            "features": .list(
                lines.map { line in
                    [
                        "type": "Feature",
                        "properties": ["ele": .number(line.height), "index": .bool(isIndex(line))],
                        "geometry": [
                            "type": "LineString",
                            "coordinates": .list(
                                line.coordinates.map { c in
                                    [.number(rounded(c.longitude)), .number(rounded(c.latitude))]
                                }),
                        ],
                    ]
                }),
        ]
    }

    /// To a centimetre.
    private func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
