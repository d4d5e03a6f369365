// SPDX-License-Identifier: MIT
import CAllocations
import Foundation
import MapGeo
import StaticMap

/// The maps to draw: a city, the world, and raster tiles of the city. Generated files are in `.build/benchmarks`,
/// for programs that shall draw the same.
struct BenchmarkData {
    /// The package's folder.
    let root: String
    let folder: String
    let threads: Int
    /// An installed style's name or a file; `worldStyle` likewise.
    let cityStyle: String
    let city: Coordinate
    let worldStyle: String
    /// A style that has buildings, and where they are high.
    private let buildings: (style: String, center: Coordinate)

    init(threads: Int?) throws {
        root =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        folder = root + "/.build/benchmarks"
        self.threads = threads ?? ProcessInfo.processInfo.activeProcessorCount
        if let data = ProcessInfo.processInfo.environment["STATICMAP_BENCH_DATA"], !data.isEmpty {
            cityStyle = URL(fileURLWithPath: data).path + "/styles/osm-bright/local.json"
            buildings = (
                URL(fileURLWithPath: data).path + "/styles/osm-liberty/local-sf.json",
                Coordinate(latitude: 37.791, longitude: -122.398)
            )
            city = Coordinate(latitude: 37.784, longitude: -122.4)
            worldStyle = try Self.makeWorldStyle(in: folder, of: URL(fileURLWithPath: data).path + "/ne") ?? "streets"
        } else {
            (cityStyle, buildings) = ("streets", ("streets", Self.helsinki))
            city = Self.helsinki
            worldStyle = "streets"
        }
        try makeRasterTiles()
        for (name, scene) in scenes { try write(scene, to: name + ".json") }
    }

    /// Where the bundled tiles are those of a city.
    private static let helsinki = Coordinate(latitude: 60.1715, longitude: 24.944)

    /// A renderer with empty caches.
    func renderer(threads: Int? = nil) -> MapRenderer {
        MapRenderer(home: Home(folder: root), threads: threads ?? self.threads)
    }

    func scene(_ text: String) throws -> SceneDocument {
        try SceneDocument(text: Array(text.utf8), file: folder + "/scene.json")
    }

    /// The scenes of the whole maps, by name.
    var scenes: [(name: String, text: String)] {
        let corner = tileCorner
        return [
            ("w1", rasterMap(corner, more: "")),
            ("w2", map(city, zoom: 14, "1024, 768", style: cityStyle)),
            ("w2@2x", map(city, zoom: 14, "1024, 768", style: cityStyle, more: #", "scale": 2"#)),
            ("w3", map(Coordinate(latitude: 20, longitude: 0), zoom: 2, "1024, 1024", style: worldStyle)),
            ("w4", rasterMap(corner, more: overlays(around: corner))),
            ("w5", map(city, zoom: 14, "1024, 768", style: cityStyle, more: #", "scale": 2"#)),
            ("w6", map(city, zoom: 14, "512, 512", style: cityStyle)),
            ("w8", map(city, zoom: 14.5, "1024, 768", style: cityStyle, camera: #", "pitch": 60"#)),
            (
                "w9",
                map(
                    buildings.center, zoom: 15.7, "1024, 768", style: buildings.style,
                    camera: #", "bearing": -20, "pitch": 60"#)
            ),
            ("tilted", map(Self.helsinki, zoom: 15.7, "1024, 768", style: "streets", camera: #", "pitch": 60"#)),
            (
                "globe",
                #"{"version": 1, "size": [1024, 768], "basemap": {"style": "streets", "projection": "globe"}, "#
                    + #""camera": {"center": [15, 40], "zoom": 1.8}}"#
            ),
        ]
    }

    /// Different views of the city.
    func city(_ index: Int, count: Int, size: String = "512, 512") -> String {
        // Steps of the golden angle, outwards.
        let turn = Double(index) * 2.399_963
        let reach = 0.012 * (Double(index) / Double(count)).squareRoot()
        let center = Coordinate(
            latitude: city.latitude + reach * sin(turn), longitude: city.longitude + reach * cos(turn))
        return map(center, zoom: 14 + Double(index % 5) * 0.5, size, style: cityStyle)
    }

    private func map(
        _ center: Coordinate, zoom: Double, _ size: String, style: String, camera: String = "", more: String = ""
    ) -> String {
        """
        {"version": 1, "size": [\(size)], "basemap": {"style": "\(style)"}, \
        "camera": {"center": [\(center.longitude), \(center.latitude)], "zoom": \(zoom)\(camera)}\(more)}
        """
    }

    private func rasterMap(_ center: Coordinate, more: String) -> String {
        """
        {"version": 1, "size": [1024, 768], "basemap": {"tiles": ["\(folder)/tiles"]}, \
        "camera": {"center": [\(center.longitude), \(center.latitude)], "zoom": \(Self.tileZoom - 1)}\(more)}
        """
    }

    /// A winding line of 10,000 points, and 1,000 markers.
    private func overlays(around center: Coordinate) -> String {
        let line = (0..<10_000).map { index -> String in
            let t = Double(index) / 10_000
            let reach = 0.009 * (0.3 + 0.7 * t)
            let (x, y) = (cos(t * 90) * reach * (1 + 0.05 * sin(t * 4000)), sin(t * 63) * reach * 0.6)
            return "[\(center.longitude + x), \(center.latitude + y)]"
        }
        let markers = (0..<1000).map { index -> String in
            let turn = Double(index) * 2.399_963
            let reach = 0.009 * (Double(index) / 1000).squareRoot()
            let position = "[\(center.longitude + reach * cos(turn)), \(center.latitude + reach * 0.7 * sin(turn))]"
            return
                #"{"coordinate": \#(position), "view": "image", "image": "marker.png", "displayPriority": "required"}"#
        }
        return """
            , "overlays": [{"type": "polyline", "coordinates": [\(line.joined(separator: ", "))], \
            "lineWidth": 3, "strokeColor": "#d02020"}], "annotations": [\(markers.joined(separator: ", "))]
            """
    }

    private func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
}

struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

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

extension BenchmarkData {
    /// Countries, rivers and lakes out of GeoJSON files, with the countries' names; nil where there are no such files.
    static func makeWorldStyle(in folder: String, of data: String) throws -> String? {
        guard FileManager.default.fileExists(atPath: data + "/countries50.geojson") else { return nil }
        let names = ["countries", "rivers", "lakes"]
        let sources = names.map { ($0, ["type": "geojson", "data": "\(data)/\($0)50.geojson"]) }
        let glyphs = URL(fileURLWithPath: data).deletingLastPathComponent().path + "/glyphs/{fontstack}/{range}.pbf"
        let style: [String: Any] = [
            "version": 8, "glyphs": glyphs, "sources": Dictionary(uniqueKeysWithValues: sources),
            "layers": [
                ["id": "sea", "type": "background", "paint": ["background-color": "#a8c8e0"]],
                layer("land", "fill", of: "countries", ["fill-color": "#f0ece0"]),
                layer("lakes", "fill", of: "lakes", ["fill-color": "#a8c8e0"]),
                layer("rivers", "line", of: "rivers", ["line-color": "#88b0d0", "line-width": 0.7]),
                layer("borders", "line", of: "countries", ["line-color": "#b098a8", "line-width": 1]),
                layer(
                    "names", "symbol", of: "countries", ["text-halo-color": "white", "text-halo-width": 1],
                    layout: ["text-field": ["get", "name"], "text-size": 11, "text-font": ["Noto Sans Regular"]]),
            ],
        ]
        let path = folder + "/world-style.json"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try JSONSerialization.data(withJSONObject: style, options: .prettyPrinted).write(to: URL(fileURLWithPath: path))
        return path
    }

    private static func layer(
        _ id: String, _ type: String, of source: String, _ paint: [String: Any], layout: [String: Any] = [:]
    ) -> [String: Any] {
        ["id": id, "type": type, "source": source, "paint": paint, "layout": layout]
    }
}

/// Something to be measured.
struct Work {
    var name: String
    /// What is counted, such as "features" or "MB", and how many a run handles; nil for one map.
    var amount: (count: Double, unit: String)?
    /// Done before each run; its time does not count.
    var prepare: () throws -> Void = {}
    var body: () throws -> Void

    /// The middle one of so many runs, after one that does not count.
    func measured(runs: Int) throws -> Measurement {
        var all: [Usage] = []
        for run in 0...runs {
            try prepare()
            Usage.resetPeak()
            let before = Usage.now()
            try body()
            let used = Usage.now().since(before)
            if run > 0 { all.append(used) }
        }
        let (cpu, wall) = (all.map(\.cpu).sorted(), all.map(\.wall).sorted())
        let last = all[all.count - 1]
        return Measurement(
            name: name, cpu: cpu[runs / 2], wall: wall[runs / 2], fastest: wall[0],
            rate: amount.map { $0.count / wall[runs / 2] }, unit: amount?.unit, allocations: last.allocations,
            allocatedBytes: last.bytes, peakMemory: last.peak)
    }
}
