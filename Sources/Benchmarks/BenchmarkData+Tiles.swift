// SPDX-License-Identifier: MIT
import Foundation
import MapGeo
import StaticMap

extension BenchmarkData {
    /// Of tiles of 256 pixels.
    static let tileZoom = 16

    private var middleTile: (x: Int, y: Int) {
        let position = WebMercator.project(city)
        let count = Double(1 << Self.tileZoom)
        return (Int(position.x * count), Int(position.y * count))
    }

    /// Where four tiles meet, near the city's middle: a map around it needs no scaling.
    var tileCorner: Coordinate {
        let count = Double(1 << Self.tileZoom)
        return WebMercator.unproject(Point(Double(middleTile.x) / count, Double(middleTile.y) / count))
    }

    /// Draws raster tiles of the city, once.
    func makeRasterTiles() throws {
        let (middleX, middleY) = middleTile
        let tiles = (-3..<3).flatMap { y in (-3..<3).map { x in (x: middleX + x, y: middleY + y) } }
        let marker = folder + "/marker.png"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if !FileManager.default.fileExists(atPath: marker) { try draw(markerScene, to: marker) }
        for tile in tiles {
            let path = "\(folder)/tiles/\(Self.tileZoom)/\(tile.x)/\(tile.y).png"
            guard !FileManager.default.fileExists(atPath: path) else { continue }
            let count = Double(1 << Self.tileZoom)
            let center = WebMercator.unproject(Point((Double(tile.x) + 0.5) / count, (Double(tile.y) + 0.5) / count))
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            let scene = """
                {"version": 1, "size": [256, 256], "basemap": {"style": "\(cityStyle)"}, "attribution": "none", \
                "camera": {"center": [\(center.longitude), \(center.latitude)], "zoom": \(Self.tileZoom - 1)}}
                """
            try draw(scene, to: path)
        }
    }

    private var markerScene: String {
        """
        {"version": 1, "size": [24, 24], "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}, \
        "attribution": "none", "camera": {"center": [0, 0], "zoom": 10}, "overlays": [{"type": "circle", \
        "center": [0, 0], "radius": 700, "fillColor": "#d03030", "strokeColor": "white", "lineWidth": 2}]}
        """
    }

    private func draw(_ scene: String, to path: String) throws {
        let bytes = try renderer().render(try self.scene(scene)).bytes
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
}
