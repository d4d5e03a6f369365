// SPDX-License-Identifier: MIT
import Foundation
import MapGeo
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
}
