// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeo
import MapGeometry
import MapTiles
import TestSupport
import Testing

@Suite("A worldview") struct WorldviewTests {
    /// In the middle of the Earth: a claim, a border that is disputed in the archive, and one that the archive draws firm.
    private static let table = """
        {"type": "FeatureCollection", "views": ["IN", "PK", "US"],
         "places": [{"iso_a2": "XK", "hidden": "IN"}, {"iso_a2": "TW", "state": "PK"}],
         "states": [{"name:en": "Disputed", "hidden": "PK"}],
         "names": [{"views": "IN US", "layer": "water_name", "from": "Their Sea", "to": "Our Sea"}],
         "features": [
          {"type": "Feature", "properties": {"name": "claim", "otherwise": "dashed", "firm": "IN", "hidden": "PK"},
           "geometry": {"type": "LineString", "coordinates": [[1, 1], [2, 1]]}},
          {"type": "Feature",
           "properties": {"name": "line", "otherwise": "dashed", "state": "IN", "fromStart": true},
           "geometry": {"type": "LineString", "coordinates": [[1, 2], [2, 2]]}},
          {"type": "Feature",
           "properties": {"name": "firm", "otherwise": "firm", "hidden": "IN", "fromStart": true, "replaces": true},
           "geometry": {"type": "LineString", "coordinates": [[1, 3], [2, 3]]}}]}
        """

    private func view(_ code: String) throws -> Worldview {
        let folder = try ScratchFolder()
        let table = try WorldviewTable(file: folder.write("worldviews.geojson", Self.table))
        return try #require(Worldview(code, in: table))
    }

    private let id = TileID(z: 5, x: 16, y: 15)

    /// A point in units of the tile.
    private func place(_ longitude: Double, _ latitude: Double) -> Point {
        let point = WebMercator.project(Coordinate(latitude: latitude, longitude: longitude)) * 32
        return Point((point.x - 16) * 4096, (point.y - 15) * 4096)
    }

    private func line(_ properties: [String: PropertyValue], _ points: [(Double, Double)]) -> VectorFeature {
        var geometry = TileGeometry()
        geometry.append(points.map { place($0.0, $0.1) })
        return VectorFeature(id: nil, type: .lineString, properties: properties, geometry: geometry)
    }

    private func named(_ properties: [String: PropertyValue]) -> VectorFeature {
        var geometry = TileGeometry()
        geometry.append([Point(100, 100)])
        return VectorFeature(id: nil, type: .point, properties: properties, geometry: geometry)
    }

    private var tile: VectorTile {
        let level: [String: PropertyValue] = ["admin_level": .number(2), "disputed": .number(0)]
        let disputed: [String: PropertyValue] = ["admin_level": .number(2), "disputed": .number(1)]
        return VectorTile(layers: [
            VectorLayer(
                name: "boundary", version: 2, extent: 4096,
                features: [
                    line(level, [(0.5, 4), (1, 3), (1.4, 3.01), (2, 3), (2.5, 4)]), line(disputed, [(1, 2), (2, 2)]),
                    line(["admin_level": .number(4)], [(1, 3), (2, 3)]),
                ]),
            VectorLayer(
                name: "place", version: 2, extent: 4096,
                features: [
                    named(["class": .string("country"), "iso_a2": .string("XK")]),
                    named(["class": .string("country"), "iso_a2": .string("TW")]),
                    named(["class": .string("state"), "name:en": .string("Disputed")]),
                ]),
            VectorLayer(
                name: "water_name", version: 2, extent: 4096,
                features: [named(["name": .string("Ihres"), "name:en": .string("Their Sea")])]),
        ])
    }

    /// The latitude of each border, with its level and whether it is disputed.
    private func borders(_ code: String, zoom: Int? = nil) throws -> [String] {
        let tile = try view(code).presented(tile, id, .table)
        let features = try #require(tile["boundary"]).features
        return try features.map { feature in
            let first = try #require(feature.geometry().points.first)
            let latitude = WebMercator.unproject(Point(0, (first.y / 4096 + 15) / 32)).latitude
            let disputed = feature.property("disputed") == .number(1) ? "dashed" : "firm"
            guard case .number(let level)? = feature.property("admin_level") else { return "none" }
            return "\(Int(latitude.rounded())): \(Int(level)) \(disputed), \(feature.geometry().points.count) points"
        }.sorted()
    }

    @Test("draws claims, lines and borders as its country wants them") func lines() throws {
        #expect(
            try borders("IN") == [
                "1: 2 firm, 2 points", "2: 4 firm, 2 points", "3: 4 firm, 2 points", "4: 2 firm, 4 points",
            ])
        #expect(
            try borders("PK") == [
                "2: 2 dashed, 2 points", "3: 2 firm, 2 points", "3: 4 firm, 2 points", "4: 2 firm, 4 points",
            ])
        #expect(
            try borders("US") == [
                "1: 2 dashed, 2 points", "2: 2 dashed, 2 points", "3: 2 firm, 2 points", "3: 4 firm, 2 points",
                "4: 2 firm, 4 points",
            ])
    }

    @Test("leaves out names, makes them those of states, and takes others") func names() throws {
        let (india, pakistan) = (try view("IN").presented(tile, id, .table), try view("PK").presented(tile, id, .table))
        let kinds = try [india, pakistan].map { tile in
            try #require(tile["place"]).features.map { $0.property("class") }
        }
        #expect(kinds == [[.string("country"), .string("state")], [.string("country"), .string("state")]])
        let seas = [india, pakistan].map { $0["water_name"]?.features.first?.property("name:en") }
        #expect(seas == [.string("Our Sea"), .string("Their Sea")])
        #expect(india["water_name"]?.features.first?.property("name") == .string("Ihres"))
    }

    @Test("draws claims from zoom 4 on, but those of its own country at all zooms") func zooms() throws {
        let world = TileID(z: 0, x: 0, y: 0)
        let empty = VectorTile(layers: [])
        let counts = try ["IN", "US"].map { try view($0).presented(empty, world, .table)["boundary"]?.features.count }
        #expect(counts == [1, 2])
    }

    @Test("of features that name views draws those of its own") func attributes() throws {
        let features = ["all", "IN,US", "PK", "US, IN"].map { named(["worldview": .string($0)]) } + [named([:])]
        let tile = VectorTile(layers: [VectorLayer(name: "admin", version: 2, extent: 4096, features: features)])
        let kept = try view("IN").presented(tile, id, .attribute)["admin"]?.features.count
        #expect(kept == 4)
        #expect(try view("PK").presented(tile, id, .none)["admin"]?.features.count == 5)
    }

    @Test("is known for the countries of the bundled table") func bundled() throws {
        let table = try WorldviewTable(file: packageRoot.appending(path: "basemap/worldviews.geojson").path)
        #expect(table.views.count == 32 && Set(table.views).count == 32)
        #expect(
            ["AR", "CN", "GB", "IN", "JP", "KR", "MA", "PK", "RU", "UA", "US", "ISO"].allSatisfy(table.views.contains))
        #expect(Worldview("XX", in: table) == nil && Worldview("in", in: table) == nil)
    }
}
