// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeo
import MapScene
import MapText
import StaticMap
import TestSupport
import Testing

@Suite("Datums of what is read and written") struct DatumTests {
    private let shanghai = Coordinate(latitude: 31.2304, longitude: 121.4737)

    /// A map of nothing with tiles over it, whose tile 10/857/418 is half red, half blue: the border is the meridian 121.464844.
    private func scene(_ members: String, _ overlay: String) -> String {
        #"""
        {"version": 1, "size": [256, 256], "attribution": "none", \#(members)
         "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
         "camera": {"center": [121.4648437500, 31.3], "zoom": 9},
         "overlays": [{"type": "tiles", "tiles": "tiles", \#(overlay)"overzoom": true}]}
        """#
    }

    private func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        var tiles: [String: UInt32] = [:]
        // The border between columns 857 and 858 of zoom 10 is at longitude 121.640625.
        for row in 415...421 {
            for column in 855...857 { tiles["10/\(column)/\(row)"] = 0xFFFF_0000 }
            for column in 858...860 { tiles["10/\(column)/\(row)"] = 0xFF00_00FF }
        }
        try folder.writeTiles(tiles)
        return folder
    }

    /// The longitude, in the map's datum, at which red turns to blue.
    private func border(_ members: String, _ overlay: String, zoom: Int = 13) throws -> Double {
        let json = scene(members, overlay).replacing(
            #""center": [121.4648437500, 31.3], "zoom": 9"#, with: #""center": [121.640625, 31.3], "zoom": \#(zoom)"#)
        let files = try folder()
        let snapshot = try Maps.render(json, folder: files.path)
        let bitmap = try snapshot.bitmap()
        let x = try #require((1..<256).first { bitmap.pixel($0, 128) == 0xFF00_00FF && bitmap.pixel($0 - 1, 128) != 0 })
        return snapshot.hitMap.mapViewport.coordinate(at: Point(Double(x), 128.5)).longitude
    }

    @Test("tiles of a tile overlay are in its own datum, else in the scene's") func tileOverlay() throws {
        let edge = Coordinate(latitude: 31.3, longitude: 121.640625)
        let wgs = CoordinateSystem.gcj02.convert(edge, to: .wgs84).longitude
        // A pixel at zoom 13 is 0.00009 degrees; the datums differ by 0.0045.
        #expect(abs(try border("", "") - edge.longitude) < 0.0002)
        #expect(abs(try border("", #""coordinateSystem": "gcj02", "#) - wgs) < 0.0002)
        #expect(abs(try border(#""coordinateSystem": "gcj02", "#, "") - wgs) < 0.0002)
        #expect(
            abs(try border(#""coordinateSystem": "gcj02", "#, #""coordinateSystem": "wgs84", "#) - edge.longitude)
                < 0.0002)
    }

    @Test("the bounds of a tile overlay are in its datum") func overlayBounds() throws {
        let bounds = #""bounds": [121.5, 31, 121.63, 31.5], "#
        let json = scene("", #""coordinateSystem": "gcj02", "# + bounds).replacing(
            #""center": [121.4648437500, 31.3], "zoom": 9"#, with: #""center": [121.63, 31.3], "zoom": 13"#)
        let files = try folder()
        let snapshot = try Maps.render(json, folder: files.path)
        let bitmap = try snapshot.bitmap()
        let last = try #require((0..<256).last { bitmap.pixel($0, 128) == 0xFFFF_0000 })
        let east = snapshot.hitMap.mapViewport.coordinate(at: Point(Double(last) + 1, 128)).longitude
        let corner = CoordinateSystem.gcj02.convert(Coordinate(latitude: 31.5, longitude: 121.63), to: .wgs84)
        #expect(abs(east - corner.longitude) < 0.0002)
    }

    @Test(
        "the bounds of a tile overlay are where they belong on tilted maps and globes", arguments: ["pitch", "globe"])
    func overlayBoundsOnGround(view: String) throws {
        let bounds = #""bounds": [121.55, 31.28, 121.63, 31.33], "#
        var json = scene("", bounds).replacing(
            #""center": [121.4648437500, 31.3], "zoom": 9"#,
            with: #""center": [121.6, 31.3], "zoom": 10\#(view == "pitch" ? #", "pitch": 50"# : "")"#)
        if view == "globe" {
            json = json.replacing(#""basemap": {"#, with: #""basemap": {"projection": "globe", "#)
        }
        let files = try folder()
        let snapshot = try Maps.render(json, folder: files.path)
        let bitmap = try snapshot.bitmap()
        func isRed(_ longitude: Double, _ latitude: Double) -> Bool {
            let point = snapshot.hitMap.mapViewport.point(for: Coordinate(latitude: latitude, longitude: longitude))
            return bitmap.pixel(Int(point.x), Int(point.y)) == 0xFFFF_0000
        }
        for (longitude, sideways) in [(121.55, 0.003), (121.63, -0.003)] {
            #expect(isRed(longitude + sideways, 31.3) && !isRed(longitude - sideways, 31.3), "\(longitude)")
        }
        for (latitude, up) in [(31.28, 0.003), (31.33, -0.003)] {
            #expect(isRed(121.59, latitude + up) && !isRed(121.59, latitude - up), "\(latitude)")
        }
    }

    @Test("report, inspection, hits and edits have the scene's datum, and say so", arguments: CoordinateSystem.allCases)
    func outputs(system: CoordinateSystem) throws {
        let json = """
            {"version": 1, "size": [200, 100], "attribution": "none", "coordinateSystem": "\(system.rawValue)",
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "camera": {"center": [121.4737, 31.2304], "zoom": 14},
             "annotations": [{"id": "a", "coordinate": [121.4737, 31.2304]}]}
            """
        let label = #""coordinateSystem": "\#(system.rawValue)""#
        let report = try JSONSerialization.jsonObject(with: Data(Maps.render(json).report.utf8)) as? [String: Any]
        let camera = try #require(report?["camera"] as? [String: Any])
        #expect(camera["coordinateSystem"] as? String == system.rawValue)
        let center = try #require(camera["center"] as? [Double])
        #expect(abs(center[0] - 121.4737) < 1e-7 && abs(center[1] - 31.2304) < 1e-7)
        let corners = try #require(camera["corners"] as? [[Double]])
        #expect(corners[0][0] < 121.4737 && corners[1][0] > 121.4737)

        let document = try Maps.document(json)
        let map = try Maps.shared.hitMap(of: document)
        let hit = map.hit(at: Point(100, 50))
        #expect(hit.json.contains(label))
        #expect(abs(hit.coordinate.longitude - 121.4737) < 1e-7)
        #expect(map.json(hit.coordinate, hit.point).contains(label))
        #expect(map.regions(as: .geojson).contains(label))
        var editor = try SceneEditor(document, map: map)
        let events = try editor.drag("annotation/a", to: Point(100, 50))
        #expect(events[1].json(target: "annotation/a", coordinateSystem: map.coordinateSystem).contains(label))
        #expect(abs((editor.document.scene.annotations[0].coordinate.longitude) - 121.4737) < 1e-5)
    }

    @Test("a location is resolved and returned in the datum of the request") func locate() throws {
        let wgs = CoordinateSystem.gcj02.convert(shanghai, to: .wgs84)
        let gazetteer = Gazetteer(places: [Gazetteer.Place(name: "Museum", coordinate: wgs)])
        var request = LocationRequest(coordinate: shanghai)
        request.coordinateSystem = .gcj02
        let located = LocationResolver(gazetteer: gazetteer).resolve(request)
        #expect(located.nearby.first?.distance == 0)
        #expect(abs((located.place?.coordinate.longitude ?? 0) - shanghai.longitude) < 1e-8)
        #expect(located.json.contains(#""coordinateSystem": "gcj02""#))
        request.coordinateSystem = .wgs84
        #expect(LocationResolver(gazetteer: gazetteer).resolve(request).nearby.first.map { $0.distance > 300 } == true)
    }

    @Test("the default place is the same one in every datum", arguments: CoordinateSystem.allCases)
    func defaultPlace(system: CoordinateSystem) {
        var request = LocationRequest()
        request.coordinateSystem = system
        let place = LocationResolver(gazetteer: Gazetteer(places: [])).resolve(request).coordinate
        let back = system.convert(place, to: .gcj02)
        #expect(abs(back.longitude - 116.397535) < 1e-8 && abs(back.latitude - 39.909115) < 1e-8)
    }

    /// The middle of the Forbidden City's southern gate, 50S 447966 4417654, and a scene around it.
    private let gate = Coordinate(latitude: 39.907375, longitude: 116.391244)

    private func gateScene(
        _ scene: CoordinateSystem, basemap: CoordinateSystem = .wgs84, _ members: String, around center: String
    ) throws -> SceneDocument {
        try Maps.document(
            """
            {"version": 1, "attribution": "none", "coordinateSystem": "\(scene.rawValue)",
             "basemap": {"coordinateSystem": "\(basemap.rawValue)",
               "style": {"version": 8, "sources": {}, "layers": []}},
             "camera": {"center": \(center), \(members)}
            """)
    }

    @Test("grid references and plus codes are places in WGS 84, whatever datum is around them") func notations() throws
    {
        let text = #""50SMK4796617654""#
        let members = """
            "zoom": 13}, "size": [200, 100],
             "annotations": [{"coordinate": \(text)}, {"coordinate": "50S 447966 4417654"},
               {"coordinate": \(text), "coordinateSystem": "bd09"},
               {"coordinate": \(text), "coordinateSystem": "wgs84"},
               {"coordinate": "8PFRW94R+XFX"}],
             "userLocation": {"coordinate": \(text), "coordinateSystem": "wgs84"},
             "overlays": [{"type": "polyline", "coordinates": [\(text), [116.4, 39.9]]},
               {"type": "fog", "reveal": [{"coordinates": [\(text)], "coordinateSystem": "bd09"}]}]
            """
        let plain = try gateScene(.wgs84, members, around: text).scene.annotations.map(\.coordinate)
        #expect(abs(plain[0].latitude - gate.latitude) < 1e-4 && abs(plain[0].longitude - gate.longitude) < 1e-4)
        let shifted = plain.map { CoordinateSystem.wgs84.convert($0, to: .gcj02) }
        let baidu = CoordinateSystem.wgs84.convert(plain[0], to: .bd09)
        let scene = try gateScene(.gcj02, members, around: text).scene
        #expect(scene.camera.framing == .center(shifted[0], zoom: 13))
        #expect(scene.annotations.map(\.coordinate) == [shifted[0], shifted[1], baidu, plain[0], shifted[4]])
        #expect(scene.userLocation?.coordinate == plain[0])
        guard case .polyline(let line) = scene.overlays[0].content, case .fog(let fog) = scene.overlays[1].content
        else { return #expect(Bool(false), "no line, no fog") }
        #expect(line.coordinates == [shifted[0], Coordinate(latitude: 39.9, longitude: 116.4)])
        #expect(fog.reveal.map(\.track) == [.line([baidu])])
        let request = try LocationRequest(
            text: Array(#"{"coordinateSystem": "gcj02", "center": \#(text)}"#.utf8), file: URL(filePath: "place.json"))
        #expect(request.center == shifted[0])
    }

    @Test(
        "GPX, KML and data that names its system are in WGS 84, unless the overlay has a datum; other data is in the scene's datum"
    )
    func declaredData() throws {
        let folder = try ScratchFolder()
        func square(_ x: Double, _ y: Double, _ half: Double) -> [(Double, Double)] {
            [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)].map { (x + $0.0 * half, y + $0.1 * half) }
        }
        let meters = square(447_966, 4_417_654, 150).map { "\($0.0) \($0.1)" }.joined(separator: ",")
        try folder.write("meters.csv", "name,geometry\nA,\"POLYGON((\(meters)))\"\n")
        let corners = square(gate.longitude, gate.latitude, 0.0015).map { "[\($0.0), \($0.1)]" }.joined(separator: ", ")
        let shape = #""type": "Polygon", "coordinates": [[\#(corners)]]"#
        try folder.write("plain.geojson", "{\(shape)}")
        try folder.write(
            "named.geojson", #"{"crs": {"type": "name", "properties": {"name": "EPSG:4326"}}, \#(shape)}"#)
        let ends = [gate.longitude - 0.002, gate.longitude + 0.002]
        let points = ends.map { #"<trkpt lat="\#(gate.latitude)" lon="\#($0)"/>"# }.joined()
        try folder.write("walk.gpx", "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>")
        let way = ends.map { "\($0),\(gate.latitude)" }.joined(separator: " ")
        let line = "<LineString><coordinates>\(way)</coordinates></LineString>"
        try folder.write("walk.kml", "<kml><Placemark>\(line)</Placemark></kml>")
        let shifted = CoordinateSystem.wgs84.convert(gate, to: .gcj02)
        for (overlay, middle) in [
            (#""gpx", "data": "walk.gpx""#, shifted), (#""kml", "data": "walk.kml""#, shifted),
            (#""gpx", "data": "walk.gpx", "coordinateSystem": "gcj02""#, gate),
            (#""csv", "data": "meters.csv", "crs": "EPSG:32650""#, shifted),
            (#""csv", "data": "meters.csv", "crs": "EPSG:32650", "coordinateSystem": "gcj02""#, gate),
            (#""geojson", "data": "named.geojson""#, shifted), (#""geojson", "data": "plain.geojson""#, gate),
        ] {
            let json = """
                {"version": 1, "size": [400, 400], "attribution": "none", "coordinateSystem": "gcj02",
                 "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
                 "camera": {"center": [116.394, 39.908], "zoom": 13}, "overlays": [{"id": "a", "type": \(overlay)}]}
                """
            let map = try Maps.render(json, folder: folder.path).hitMap
            for place in [gate, shifted] {
                let target = map.hit(at: map.point(for: place)).target?.rawValue ?? ""
                #expect(target.hasPrefix("overlay/a") == (place == middle), "\(overlay): \(target)")
            }
        }
    }

    @Test(
        "meters of grids and rasters are in WGS 84, and degrees in the scene's datum",
        arguments: CoordinateSystem.allCases)
    func shifts(map: CoordinateSystem) throws {
        let members = """
            "zoom": 13}, "page": {"size": "A5"},
             "overlays": [{"type": "graticule"}, {"type": "graticule", "grid": "utm"},
               {"type": "graticule", "grid": "mgrs", "coordinateSystem": "bd09"}, {"type": "geotiff", "data": "a.tif"}]
            """
        for system in CoordinateSystem.allCases {
            let scene = try gateScene(system, basemap: map, members, around: "[116.4, 39.9]").scene.inBaseMapSystem
            let shifts = scene.overlays.map { overlay -> DatumShift? in
                switch overlay.content {
                case .graticule(let graticule): graticule.shift
                case .tiles(let tiles): tiles.shift
                default: nil
                }
            }
            let owners: [CoordinateSystem] = [system, .wgs84, .bd09, .wgs84]
            #expect(shifts == owners.map { $0 == map ? nil : DatumShift(own: $0, map: map) })
            let isPlain = system == .wgs84 && map == .wgs84
            #expect(scene.page?.shift == (isPlain ? nil : DatumShift(own: system, map: map)))
        }
    }

    @Test("a page has the degrees of the scene's datum around it, and names it") func page() throws {
        func sheet(
            _ scene: CoordinateSystem, on map: CoordinateSystem, _ center: Coordinate
        ) throws -> (ticks: [Point], imprint: String) {
            let members = """
                "mapScale": 20000}, "page": {"size": "A4", "title": "T"},
                 "overlays": [{"type": "graticule", "grid": "utm"}]
                """
            let document = try gateScene(
                scene, basemap: map, members, around: "[\(center.longitude), \(center.latitude)]")
            let items = try Maps.shared.layout(document).drawing.items
            func marks(_ id: String) throws -> [Mark] {
                let item = try #require(items.first { $0.id == id })
                guard case .group(let group) = item.mark else { return [] }
                return group.marks
            }
            let paths = try marks("page/frame").compactMap {
                if case .stroke(let path, _, _) = $0 { path } else { nil }
            }
            let runs = try marks("page/imprint").compactMap { if case .glyphs(let run) = $0 { run.text } else { nil } }
            return (try #require(paths.last).points, runs.joined())
        }
        let shifted = CoordinateSystem.wgs84.convert(gate, to: .gcj02)
        let plain = try sheet(.wgs84, on: .wgs84, gate)
        #expect(plain.imprint.contains("Web Mercator, WGS 84") && plain.imprint.contains("UTM 50S, "))
        // The same degrees are around the map, whatever it is drawn on; between the datums are 8 mm to the north and 27 to the east.
        for (own, center) in [(CoordinateSystem.wgs84, gate), (.gcj02, shifted)] {
            let here = try sheet(own, on: own, center)
            let there = try sheet(own, on: own == .wgs84 ? .gcj02 : .wgs84, center)
            #expect(here.ticks.count > 8 && here.ticks.count == there.ticks.count)
            #expect(zip(here.ticks, there.ticks).allSatisfy { $0.distance(to: $1) < 4 })
            for sheet in [here, there] {
                #expect(sheet.imprint.contains("Web Mercator, \(own == .wgs84 ? "WGS 84" : "GCJ-02")"))
            }
            #expect(here.imprint.contains("UTM 50S (WGS 84), ") == (own == .gcj02))
            #expect(there.imprint.contains("UTM 50S (WGS 84), ") == (own == .gcj02))
        }
    }
}
