// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

@Suite("Reports") struct ReportTests {
    private func report(_ json: String, folder: String = ".", threads: Int? = nil) throws -> [String: Any] {
        let text = try Maps.render(json, folder: folder, with: Maps.renderer(threads: threads)).report
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("the camera is what it came to, in both conventions of zoom") func camera() throws {
        let report = try report(
            """
            {"version": 1, "size": [600, 400], "scale": 2, "camera": {"region": {"center": [24.94, 60.17],
             "latitudinalMeters": 400, "longitudinalMeters": 400}}}
            """)
        let camera = try #require(report["camera"] as? [String: Any])
        let (zoom, zoom256) = (camera["zoom"] as? Double ?? 0, camera["zoom256"] as? Double ?? 0)
        #expect(abs(zoom256 - zoom - 1) < 1e-6)
        let metersPerPoint = try #require(camera["metersPerPoint"] as? Double)
        // 400 m fit into 400 points.
        #expect(abs(metersPerPoint - 1) < 0.01)
        #expect(abs((camera["metersPerPixel"] as? Double ?? 0) - metersPerPoint / 2) < 1e-6)
        let bounds = try #require(camera["bounds"] as? [Double])
        let span = try #require((camera["region"] as? [String: Any])?["span"] as? [String: Double])
        #expect(abs((span["latitudeDelta"] ?? 0) - (bounds[3] - bounds[1])) < 1e-6)
        #expect((camera["corners"] as? [[Double]])?.count == 4)
    }

    @Test("the image's hash is that of its bytes") func hash() throws {
        let rendered = try Maps.render(Maps.everything)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(rendered.report.utf8)) as? [String: Any])
        let image = try #require(report["image"] as? [String: Any])
        #expect(image["sha256"] as? String == Digest.sha256.hexadecimal(rendered.bytes))
        #expect(image["width"] as? Int == 1200)
        #expect(image["bytes"] as? Int == rendered.bytes.count)
    }

    @Test("but for the times, the report is the same for any number of threads") func same() throws {
        let scene = """
            {"version": 1, "size": [500, 400], "camera": {"center": [24.944, 60.171], "zoom": 14.2},
             "annotations": [{"coordinate": [24.944, 60.171], "title": "a"}, {"coordinate": [24.944, 60.171]}]}
            """
        func text(_ threads: Int) throws -> String {
            var report = try report(scene, threads: threads)
            #expect((report["times"] as? [String: Double])?.keys.sorted() == ["encode", "layout", "open", "paint"])
            report["times"] = nil
            let data = try JSONSerialization.data(withJSONObject: report, options: [.sortedKeys])
            return String(decoding: data, as: UTF8.self)
        }
        let one = try text(1)
        #expect(try text(2) == one)
        #expect(try text(8) == one)
        #expect(one.contains("Inter"))
        #expect(one.contains("OpenStreetMap"))
    }

    @Test("annotations and labels that are left out are told with the reason") func omitted() throws {
        let rendered = try Maps.render(
            """
            {"version": 1, "size": [500, 400], "camera": {"center": [24.944, 60.171], "zoom": 14.2},
             "annotations": [{"id": "low", "coordinate": [24.944, 60.171], "title": "a"},
                             {"id": "top", "coordinate": [24.944, 60.171]}]}
            """)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(rendered.report.utf8)) as? [String: Any])
        let items = try #require((report["omitted"] as? [String: Any])?["items"] as? [[String: String]])
        #expect(items.first == ["target": "annotation/low", "text": "a", "reason": "covered"])
        #expect(items.contains { $0["target"]?.hasPrefix("layer/") == true && $0["reason"] == "no room" })
    }

    @Test("clusters are told with their members") func clusters() throws {
        let rendered = try Maps.render(
            """
            {"version": 1, "size": [300, 200], "camera": {"center": [0, 0], "zoom": 3},
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "annotations": [{"id": "a", "coordinate": [0, 0], "clusteringIdentifier": "inns"},
                             {"coordinate": [0.1, 0], "clusteringIdentifier": "inns"}]}
            """)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(rendered.report.utf8)) as? [String: Any])
        let cluster = try #require((report["clusters"] as? [[String: Any]])?.first)
        #expect(cluster["target"] as? String == "cluster/inns/1")
        #expect((cluster["members"] as? [String])?.sorted() == ["annotation/1", "annotation/a"])
        #expect(rendered.hit(at: Point(150, 80)).target == "cluster/inns/1")
    }

    @Test(
        "what lies outside of the view is told: annotations, lines, areas and files of data",
        arguments: [
            (#""annotations": [{"id": "a", "coordinate": [100, 50], "title": "A"}]"#, "annotation/a"),
            (#""overlays": [{"type": "polyline", "title": "A", "coordinates": [[100, 50], [101, 50]]}]"#, "overlay/0"),
            (
                #""overlays": [{"id": "c", "type": "circle", "title": "A", "center": [100, 50], "radius": 9}]"#,
                "overlay/c"
            ),
            (
                #""overlays": [{"type": "polygon", "title": "A", "coordinates": [[100, 50], [101, 50], [101, 51]]}]"#,
                "overlay/0"
            ),
            (#""overlays": [{"type": "wkt", "title": "A", "data": "LINESTRING(100 50, 101 50)"}]"#, "overlay/0"),
        ])
    func outside(content: String, target: String) throws {
        let style = #"{"version": 8, "sources": {}, "layers": []}"#
        func omitted(camera: String) throws -> [[String: String]] {
            let rendered = try Maps.render(
                #"{"version": 1, "size": [99, 99], "basemap": {"style": \#(style)}, "camera": \#(camera), \#(content)}"#
            )
            let report = try JSONSerialization.jsonObject(with: Data(rendered.report.utf8)) as? [String: Any]
            return try #require((report?["omitted"] as? [String: Any])?["items"] as? [[String: String]])
        }
        let told = [["target": target, "text": "A", "reason": "outside the map"]]
        #expect(try omitted(camera: #"{"center": [0, 0], "zoom": 3}"#) == told)
        #expect(try omitted(camera: #"{"center": [100.5, 50], "zoom": 3}"#) == [])
    }

    @Test("an area around the whole view is not outside of it") func around() throws {
        let rendered = try Maps.render(
            """
            {"version": 1, "size": [99, 99], "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "camera": {"center": [0, 0], "zoom": 9},
             "overlays": [{"type": "polygon", "coordinates": [[-50, -50], [50, -50], [50, 50], [-50, 50]]}]}
            """)
        #expect(rendered.report.contains(#""omitted": {"count": 0"#))
    }

    @Test("missing tiles are told once each, sorted") func missing() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["1/0/0": 0xFF00_FF00, "1/1/0": 0xFF00_FF00])
        let rendered = try Maps.render(
            """
            {"version": 1, "size": [600, 600], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
             "basemap": {"tiles": "tiles/{z}/{x}/{y}.png", "missingTiles": "skip", "style": {"version": 8,
               "sources": {"p": {"type": "raster", "tileSize": 256, "tiles": ["x"]}},
               "layers": [{"id": "p", "type": "raster", "source": "p"}]}}}
            """, folder: folder.path)
        #expect(rendered.missingTiles.map(\.tile) == ["1/0/1", "1/1/1"])
        #expect(rendered.missingTiles.allSatisfy { $0.archive.contains("{z}") })
        #expect(rendered.report.contains(#""missingTiles": {"#))
    }

    @Test("fog tells what it has cleared") func fog() throws {
        let rendered = try Maps.render(Maps.everything)
        let fog = try #require(rendered.explored.first)
        #expect(fog.target == "overlay/3")
        // A lane of 10 degrees, 50 km to each side, with round ends; on a sphere, and 8 degrees off the equator.
        let length = 10 * 111.195 * cos(8 * Double.pi / 180)
        #expect(abs(fog.squareKilometers / (length * 100 + .pi * 2500) - 1) < 0.01)
    }
}

@Suite("World files") struct WorldFileTests {
    private func numbers(bearing: Double) throws -> (file: [Double], viewport: Viewport) {
        let rendered = try Maps.render(
            Maps.everything.replacing("\"zoom\": 3.32192809489", with: "\"zoom\": 5, \"bearing\": \(bearing)"))
        return (rendered.worldFile.split(separator: "\n").compactMap { Double($0) }, rendered.viewport)
    }

    @Test("pixels lie where the file says, turned or not", arguments: [0.0, 37, 180]) func places(bearing: Double)
        throws
    {
        let (file, viewport) = try numbers(bearing: bearing)
        #expect(file.count == 6)
        for (column, row) in [(0.0, 0.0), (1199, 0), (0, 799), (600, 123)] {
            let x = file[0] * column + file[2] * row + file[4]
            let y = file[1] * column + file[3] * row + file[5]
            let coordinate = viewport.coordinate(at: Point((column + 0.5) / 2, (row + 0.5) / 2))
            let radius = WebMercator.earthRadius
            #expect(abs(x - coordinate.longitude * .pi / 180 * radius) < 0.01)
            #expect(abs(y - log(tan(.pi / 4 + coordinate.latitude * .pi / 360)) * radius) < 0.01)
        }
    }

    @Test("a map in another projection has a grid of its own") func projected() throws {
        let json = """
            {"version": 1, "size": [300, 200], "attribution": "none", "camera": {"center": [10, 52], "zoom": 4},
             "basemap": {"projection": "EPSG:3035", "style": {"version": 8, "sources": {}, "layers": []}}}
            """
        let file = try Maps.render(json).worldFile.split(separator: "\n").compactMap { Double($0) }
        // The middle of LAEA Europe.
        #expect(abs(file[0] * 149.5 + file[4] - 4_321_000) < 0.01 && abs(file[3] * 99.5 + file[5] - 3_210_000) < 0.01)
        #expect(abs(file[0] / (78_271.517 * cos(52 * Double.pi / 180) / 16) - 1) < 0.01 && file[3] == -file[0])
    }

    @Test("a grid that is not turned has no rest of a turn") func straight() throws {
        let file = try numbers(bearing: 0).file
        #expect(file[1] == 0 && file[2] == 0)
        #expect(file[0] > 0 && file[3] == -file[0])
    }
}

@Suite("SHA-256") struct SHA256Tests {
    @Test(
        "has the digits of FIPS 180-4's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func known(message: String, digest: String) { #expect(Digest.sha256.hexadecimal(Array(message.utf8)) == digest) }
}
