// SPDX-License-Identifier: MIT
import Foundation
import MapData
import MapImages
import MapLayout
import StaticMap
import TestSupport
import Testing

@Suite("Formats of data overlays") struct DataFormatTests {
    /// A scene of 100 × 100 points, one degree wide around 24.5, 60.5, that shows one overlay.
    private func scene(_ overlay: String) -> String {
        """
        {"version": 1, "size": [100, 100], "attribution": "none", "basemap": {"style": {"version": 8, "sources": {},
         "layers": [{"id": "g", "type": "background", "paint": {"background-color": "white"}}]}},
         "camera": {"bounds": [24, 60, 25, 61]}, "overlays": [\(overlay)]}
        """
    }

    private let square = "[[[24.2, 60.2], [24.8, 60.2], [24.8, 60.8], [24.2, 60.8], [24.2, 60.2]]]"

    private func geojson() throws -> Bitmap {
        let feature = #"{"type": "Polygon", "coordinates": \#(square)}"#
        return try Maps.render(scene(#"{"type": "geojson", "data": \#(feature), "fillColor": "red"}"#)).bitmap()
    }

    private let kml = """
        <kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>
        24.2,60.2 24.8,60.2 24.8,60.8 24.2,60.8 24.2,60.2</coordinates></LinearRing></outerBoundaryIs></Polygon>
        </Placemark></kml>
        """
    private let topology = """
        {"type": "Topology", "transform": {"scale": [0.1, 0.1], "translate": [24, 60]},
         "objects": {"a": {"type": "Polygon", "arcs": [[0]]}}, "arcs": [[[2, 2], [6, 0], [0, 6], [-6, 0], [0, -6]]]}
        """
    private let text = "SRID=4326;POLYGON((24.2 60.2, 24.8 60.2, 24.8 60.8, 24.2 60.8, 24.2 60.2))"

    @Test("the same area looks the same in each", arguments: ["kml", "topojson", "geojson", "wkt"])
    func files(format: String) throws {
        let folder = try ScratchFolder()
        try folder.write("a.kml", kml)
        try folder.write("a.topojson", topology)
        try folder.write("a.geojson", topology)
        try folder.write("a.wkt", text)
        let overlay = #"{"type": "\#(format)", "data": "a.\#(format)", "fillColor": "red"}"#
        let map = try Maps.render(scene(overlay), folder: folder.path)
        #expect(map.warningTexts == [])
        #expect(try map.bitmap().pixels == (try geojson()).pixels)
    }

    @Test("a GeoPackage is drawn, and what it has beside is a warning") func geopackage() throws {
        let folder = packageRoot.appending(path: "Tests/Fixtures").path
        let map = try Maps.render(scene(#"{"type": "geopackage", "data": "shapes.gpkg"}"#), folder: folder)
        #expect(map.warningTexts.count { $0.contains("shapes.gpkg") } == 3)
        #expect(Set(try map.bitmap().pixels).count > 10)
        let missing = #"{"type": "geopackage", "data": "absent.gpkg"}"#
        #expect(throws: RenderError.self) { try Maps.render(scene(missing), folder: folder) }
    }

    @Test("FlatGeobuf, Shapefile and CSV are drawn as GeoJSON with the same shapes")
    func features() throws {
        let folder = packageRoot.appending(path: "Tests/Fixtures/features").path
        let ring = "[[24, 60], [25, 60], [25, 61], [24, 61], [24, 60]]"
        let hole = "[[24.2, 60.2], [24.2, 60.8], [24.8, 60.8], [24.8, 60.2], [24.2, 60.2]]"
        let island = "[[24.4, 60.4], [24.6, 60.4], [24.6, 60.6], [24.4, 60.6], [24.4, 60.4]]"
        let cape = "[[26, 60], [27, 60], [26.5, 61], [26, 60]]"
        let areas = """
            {"type": "GeometryCollection", "geometries": [
              {"type": "Polygon", "coordinates": [\(ring), \(hole)]},
              {"type": "MultiPolygon", "coordinates": [[\(ring), \(hole)], [\(island)], [\(cape)]]}]}
            """
        func image(_ overlay: String) throws -> Bitmap {
            let camera = #""camera": {"bounds": [23.8, 59.8, 27.2, 61.2]}"#
            let text = #"{"version": 1, "size": [200, 160], \#(camera), "overlays": [\#(overlay)]}"#
            let map = try Maps.render(text, folder: folder)
            #expect(map.warningTexts == [])
            return try map.bitmap()
        }
        let expected = try image(#"{"type": "geojson", "data": \#(areas), "fillColor": "red"}"#)
        for overlay in [
            #"{"type": "shapefile", "data": "areas.shp", "fillColor": "red"}"#,
            #"{"type": "shapefile", "data": "finland.shp", "fillColor": "red"}"#,
            #"{"type": "flatgeobuf", "data": "finland.fgb", "fillColor": "red"}"#,
            #"{"type": "shapefile", "data": "two.zip", "layers": "areas", "fillColor": "red"}"#,
        ] {
            // Rings run the other way round, which rounds their edges otherwise.
            let comparison = ImageComparison(
                expected: expected, actual: try image(overlay), tolerance: ImageTolerance(.channels(2)))
            #expect(comparison.differingPixels <= 4, "\(overlay)")
        }
    }

    @Test("a source of a style may be a file of features, with layers and columns behind its name")
    func sources() throws {
        let folder = try ScratchFolder()
        try folder.write("a.csv", "e:n\n385700:6672126\n")
        let layer = #"{"id": "a", "type": "circle", "source": "a", "paint": {"circle-radius": 20}}"#
        func map(_ data: String) throws -> MapSnapshot {
            try folder.write(
                "style.json",
                #"{"version": 8, "sources": {"a": {"type": "geojson", "data": "\#(data)"}}, "layers": [\#(layer)]}"#)
            return try Maps.render(
                #"{"version": 1, "size": [64, 64], "basemap": "style.json", "camera": {"center": [24.94, 60.17], "zoom": 12}}"#,
                folder: folder.path)
        }
        let found = try map("a.csv|crs:EPSG:3067|delimiter::|longitude:e|latitude:n")
        #expect(found.warningTexts == [])
        #expect(Set(try found.bitmap().pixels).count > 1)
    }

    @Test(
        "what is drawn of the data can be chosen by name",
        arguments: [
            (#""type": "geopackage", "data": "shapes.gpkg", "layers": "areas""#, 1),
            (#""type": "geopackage", "data": "shapes.gpkg", "layers": ["areas", "odd \"name\""]"#, 2),
        ])
    func tables(overlay: String, count: Int) throws {
        let folder = packageRoot.appending(path: "Tests/Fixtures").path
        let map = try Maps.render(scene("{\(overlay)}"), folder: folder)
        #expect(map.warningTexts == [])
        let report = try Maps.render(scene(#"{"type": "geopackage", "data": "shapes.gpkg"}"#), folder: folder)
        #expect(try map.bitmap().pixels != (try report.bitmap().pixels))
    }

    @Test("a topology is read by objects, a KML document by folders") func layers() throws {
        let folder = try ScratchFolder()
        let other = #""objects": {"b": {"type": "Point", "coordinates": [1, 1]}, "a": "#
        try folder.write("a.topojson", topology.replacingOccurrences(of: #""objects": {"a": "#, with: other))
        let point = "<Placemark><Point><coordinates>24.1,60.1</coordinates></Point></Placemark>"
        let document = kml.replacingOccurrences(
            of: "<Placemark>",
            with: "<Document><name>All</name>\(point)<Folder><name>Areas</name><Placemark>")
        try folder.write(
            "a.kml",
            document.replacingOccurrences(of: "</Polygon>\n</Placemark>", with: "</Polygon></Placemark></Folder>")
                .replacingOccurrences(of: "</kml>", with: "\(point)</Document></kml>"))
        for (format, layer) in [("topojson", "a"), ("geojson", "a"), ("kml", "Areas")] {
            let file = format == "kml" ? "a.kml" : "a.topojson"
            let whole = #"{"type": "\#(format)", "data": "\#(file)", "fillColor": "red""#
            let chosen = try Maps.render(scene(whole + #", "layers": "\#(layer)"}"#), folder: folder.path)
            #expect(try chosen.bitmap().pixels == (try geojson()).pixels, "\(format)")
            #expect(
                try Maps.render(scene(whole + "}"), folder: folder.path).bitmap().pixels != (try geojson()).pixels,
                "\(format)")
        }
    }

    @Test(
        "a layer that is not there is an error that names the nearest",
        arguments: [
            (#""type": "geopackage", "data": "shapes.gpkg", "layers": "area""#, "did you mean \"areas\"?"),
            (#""type": "geopackage", "data": "shapes.gpkg", "layers": "x""#, "its tables: \"areas\""),
            (
                #""type": "geojson", "data": {"type": "Point", "coordinates": [1, 2]}, "layers": "x""#,
                "expected TopoJSON"
            ),
            (#""type": "wkt", "data": "POINT(1 2)", "layers": "x""#, "goes with the types geopackage, shapefile"),
            (#""type": "geopackage", "data": "shapes.gpkg", "layers": []"#, "expected a name or an array of names"),
        ])
    func unknownLayer(overlay: String, message: String) throws {
        let folder = packageRoot.appending(path: "Tests/Fixtures").path
        let failure = try #require(Maps.failure(scene("{\(overlay)}"), folder: folder))
        #expect("\(failure)".contains(message), "\(failure)")
    }

    @Test("topologies and texts may be inline") func inline() throws {
        let overlays = [
            #"{"type": "wkt", "data": "\#(text)", "fillColor": "red"}"#,
            #"{"type": "topojson", "data": \#(topology), "fillColor": "red"}"#,
            #"{"type": "geojson", "data": \#(topology), "fillColor": "red"}"#,
        ]
        for overlay in overlays { #expect(try Maps.render(scene(overlay)).bitmap().pixels == (try geojson()).pixels) }
    }

    @Test("KMZ is KML in a ZIP archive; a damaged one is an error that says so") func kmz() throws {
        let folder = try ScratchFolder()
        let zip = storedZip("doc.kml", Array(kml.utf8))
        try folder.write("a.kmz", zip)
        try folder.write("b.kmz", Array(zip.dropLast(30)))
        let good = scene(#"{"type": "kml", "data": "a.kmz", "fillColor": "red"}"#)
        #expect(try Maps.render(good, folder: folder.path).bitmap().pixels == (try geojson()).pixels)
        let bad = Maps.failure(scene(#"{"type": "kml", "data": "b.kmz"}"#), folder: folder.path)
        #expect("\(try #require(bad))".contains("expected a KMZ archive"))
    }

    @Test("a broken inline text names the scene's line and the character") func broken() throws {
        let failure = Maps.failure(scene(#"{"type": "wkt", "data": "POINT(24.5)"}"#))
        let message = "\(try #require(failure))"
        #expect(message.contains("overlays[0].data"))
        #expect(message.contains("character"))
    }

    /// A ZIP archive of one file that is stored as it is.
    private func storedZip(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        func number(_ value: Int, _ length: Int) -> [UInt8] { (0..<length).map { UInt8(value >> (8 * $0) & 255) } }
        let crc = Int(crc32(bytes))
        let sizes = number(crc, 4) + number(bytes.count, 4) + number(bytes.count, 4) + number(name.utf8.count, 2)
        let local = number(0x0403_4B50, 4) + number(20, 2) + number(0, 8) + sizes + number(0, 2) + Array(name.utf8)
        let directory =
            number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + number(0, 8) + sizes + number(0, 2) + number(0, 2)
            + number(0, 2) + number(0, 2) + number(0, 4) + number(0, 4) + Array(name.utf8)
        let end =
            number(0x0605_4B50, 4) + number(0, 4) + number(1, 2) + number(1, 2) + number(directory.count, 4)
            + number(local.count + bytes.count, 4) + number(0, 2)
        return local + bytes + directory + end
    }

    /// CRC-32 of ISO 3309.
    private func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
                let half = value >> 1
                return value & 1 == 1 ? half ^ 0xEDB8_8320 : half
            }
        }
    }
}

@Suite("Overlays of points alone") struct PointOverlayTests {
    private func scene(_ members: String, data: String = "POINT(0 0)") -> String {
        """
        {"version": 1, "size": [99, 99], "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
         "camera": {"center": [0, 0], "zoom": 3}, "overlays": [{"type": "wkt", "data": "\(data)", \(members)}]}
        """
    }

    @Test("markers have the overlay's opacity, its text and its link") func template() throws {
        let opaque = try Maps.render(scene(#""alt": "A place", "href": "https://a.example""#))
        let faint = try Maps.render(scene(#""alpha": 0.5"#))
        #expect(opaque.regions(as: .html).contains(#"href="https://a.example" alt="A place""#))
        #expect(try opaque.bitmap().pixel(49, 35) >> 24 == 0xFF)
        #expect(abs(Int(try faint.bitmap().pixel(49, 35) >> 24) - 0x80) < 3)
    }

    @Test("the style of lines and areas gives a note", arguments: ["POINT(0 0)", "LINESTRING(0 0, 1 1)"])
    func style(data: String) throws {
        let map = try Maps.render(scene(#""strokeColor": "red""#, data: data))
        #expect(map.warnings.map(\.code) == (data.hasPrefix("POINT") ? [.sceneNoEffect] : []))
        #expect(try Maps.render(scene(#""alpha": 0.5"#, data: data)).warnings.isEmpty)
    }

    @Test("values out of view bound the classes of a file with an index, too") func classes() throws {
        func looks(_ center: String) throws -> [Coordinate: String] {
            let text =
                #"{"version": 1, "size": [200, 200], "camera": {"center": \#(center), "zoom": 8}, "#
                + #""overlays": [{"type": "flatgeobuf", "data": "indexed.fgb", "colorBy": "number"}]}"#
            let scene = try SceneDocument(
                text: Array(text.utf8), folder: packageRoot.appending(path: "Tests/Fixtures/features"))
            let input = try Maps.shared.open(scene, DiagnosticSink()).input
            return Dictionary(input.annotations.map { ($0.coordinate, "\($0.view)") }) { $1 }
        }
        let (left, right) = try (looks("[24.3, 60.4]"), looks("[24.7, 60.4]"))
        let common = Set(left.keys).intersection(right.keys)
        #expect(common.count > 50)
        #expect(common.allSatisfy { left[$0] == right[$0] })
    }
}
