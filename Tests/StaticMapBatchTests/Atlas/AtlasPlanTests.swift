// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeo
import MapGeometry
import StaticMapBatch
import TestSupport
import Testing

@Suite("The sheets of an atlas") struct AtlasPlanTests {
    private static let format = AtlasPlan.Format(
        map: Size(width: 700, height: 1000), overlap: 40, mapScale: 25_000)

    private func region(_ rings: [(Double, Double)]...) throws -> TileRegion { try region(rings) }

    private func region(_ rings: [[(Double, Double)]]) throws -> TileRegion {
        let folder = try ScratchFolder()
        let areas = rings.map { ring in
            "[[" + (ring + [ring[0]]).map { "[\($0.0), \($0.1)]" }.joined(separator: ",") + "]]"
        }
        let text = #"{"type": "MultiPolygon", "coordinates": [\#(areas.joined(separator: ","))]}"#
        return try TileRegion(polygonsOf: folder.write("area.geojson", text))
    }

    @Test("follow all lines of GeoJSON, in its order") func lines() throws {
        let text = """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 0], [2, 0], [3, 91]]}},
              {"type": "Feature", "geometry": null},
              {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": [
                {"type": "Point", "coordinates": [9, 0]},
                {"type": "MultiLineString", "coordinates": [[[3, 0], [4, 0]], [[5, 0]]]}]}}]}
            """
        let line = try AtlasPlan.line(in: JSONDocument(.geojson, file: "a", text: Array(text.utf8)).root, file: "a")
        #expect(line.map(\.longitude) == [1, 2, 3, 4, 5])
    }

    @Test(
        "cover an area, and nothing beside it",
        arguments: [
            [(24.5, 60.0), (25.3, 60.05), (25.2, 60.4), (24.8, 60.2)],
            [(7.0, 46.5), (7.05, 46.5), (7.9, 47.2), (7.8, 47.2)],
            [(-70.9, -54.0), (-70.0, -53.9), (-70.5, -53.0)],
        ])
    func cover(ring: [(Double, Double)]) throws {
        let plan = try AtlasPlan(covering: try region(ring), Self.format)
        let corners = ring.map { WebMercator.project(Coordinate(latitude: $0.1, longitude: $0.0)) }
        for a in corners.indices {
            for step in 0..<50 {
                let point = corners[a].mix(corners[(a + 1) % corners.count], Double(step) / 50)
                let place = WebMercator.unproject(point)
                #expect(
                    plan.sheets.contains {
                        let box = $0.box
                        return (box.west...box.east).contains(place.longitude)
                            && (box.south...box.north).contains(place.latitude)
                    })
            }
        }
        let area = plan.sheets.count
        #expect(area > 1 && area < 400)
    }

    @Test("show every corner and every inner point of islands of all sizes", arguments: [0.0, 20, 80])
    func everyPart(overlap: Double) throws {
        let format = AtlasPlan.Format(map: Size(width: 700, height: 1000), overlap: overlap, mapScale: 25_000)
        var random = SplitMix(seed: 3)
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        for _ in 0..<12 {
            let middle = WebMercator.project(Coordinate(latitude: number(-70...70), longitude: 10))
            // At the equator, the width of a sheet.
            let sheet = 1.2e-4
            var places: [Coordinate] = []
            let rings = (0..<Int.random(in: 1...3, using: &random)).map { _ -> [(Double, Double)] in
                let center = middle + Point(number(-2...2) * sheet, number(-2...2) * sheet)
                let radius = sheet * pow(10, number(-2...0.3))
                let corners = (0..<Int.random(in: 3...9, using: &random)).map { index -> Point in
                    let (angle, reach) = (Double(index) / 1.5, radius * number(0.2...1))
                    return center + Point(reach * cos(angle), reach * sin(angle))
                }
                let points = corners.indices.flatMap { index -> [Point] in
                    let edge = corners[index].mix(corners[(index + 1) % corners.count], number(0...1))
                    let inner = corners[0].mix(edge, number(0...1))
                    return [corners[index], edge] + (corners.count == 3 ? [inner] : [])
                }
                places += points.map(Self.place)
                return corners.map(Self.place).map { ($0.longitude, $0.latitude) }
            }
            let boxes = try AtlasPlan(covering: try region(rings), format).sheets.map { sheet in
                CoordinateBox(
                    west: sheet.box.west - 1e-9, south: sheet.box.south - 1e-9, east: sheet.box.east + 1e-9,
                    north: sheet.box.north + 1e-9)
            }
            for place in places { #expect(boxes.contains { $0.contains(place) }, "\(rings)") }
        }
    }

    private static func place(_ point: Point) -> Coordinate {
        let place = WebMercator.unproject(point)
        return Coordinate(latitude: place.latitude, longitude: place.longitude)
    }

    @Test("have no room where they are all overlap") func noRoom() throws {
        let format = AtlasPlan.Format(map: Size(width: 700, height: 70), overlap: 40, mapScale: 25_000)
        let area = try region([(24.9, 60.16), (24.92, 60.16), (24.92, 60.17), (24.9, 60.17)])
        let problem = #expect(throws: Diagnostic.self) { try AtlasPlan(covering: area, format) }
        #expect(
            problem?.message == "overlaps of 10.6 mm leave nothing of maps of 185.2 x 18.5 mm on the sheets")
        #expect(problem?.hint == "larger sheets, or a smaller overlap, down to 0")
    }

    @Test("reach a small island far from another", arguments: [0.0, 19, 38]) func island(overlap: Double) throws {
        let land = [(24.9, 60.16), (24.92, 60.16), (24.92, 60.17), (24.9, 60.17)]
        let island = [(25.05, 60.19), (25.0503, 60.19), (25.0503, 60.19015), (25.05, 60.19015)]
        let format = AtlasPlan.Format(map: Size(width: 500, height: 650), overlap: overlap, mapScale: 10_000)
        let plan = try AtlasPlan(covering: try region(land, island), format)
        for (longitude, latitude) in land + island {
            let place = Coordinate(latitude: latitude, longitude: longitude)
            #expect(plan.sheets.contains { $0.box.contains(place) })
        }
    }

    @Test("have what one of them shows in its middle", arguments: [25_000.0, 50_000, 500_000])
    func middle(mapScale: Double) throws {
        let format = AtlasPlan.Format(map: Size(width: 700, height: 1000), overlap: 40, mapScale: mapScale)
        let area = [(24.93, 60.165), (24.96, 60.165), (24.955, 60.178), (24.93, 60.178)]
        let sheets = try AtlasPlan(covering: try region(area), format).sheets
        #expect(sheets.count == 1)
        let center = try #require(sheets.first).center
        // To half a slice, a 48th of the sheet.
        #expect(abs(center.longitude - 24.945) < 0.004 * mapScale / 50_000)
        #expect(abs(center.latitude - 60.1715) < 0.002 * mapScale / 50_000)
    }

    /// Whether a place is inside of a ring.
    private static func contains(_ ring: [Coordinate], _ place: Coordinate) -> Bool {
        zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(false) { isInside, edge in
            let (a, b) = edge
            guard (a.latitude > place.latitude) != (b.latitude > place.latitude) else { return isInside }
            let t = (place.latitude - a.latitude) / (b.latitude - a.latitude)
            return place.longitude < a.longitude + (b.longitude - a.longitude) * t ? !isInside : isInside
        }
    }

    @Test("lie on the plane of another projection, along its grid") func otherPlane() throws {
        // The north of the plane is 30 degrees east of that of the Earth.
        let turn = 30 * Double.pi / 180
        let metres = 111_195.0
        let projection = CartographicProjection(
            definition: "turned", name: "Turned", centralMeridian: 7,
            forward: { places in
                places.map { place in
                    let (x, y) = ((place.x - 7) * metres * cos(0.8), (place.y - 45.8) * metres)
                    return Point(x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn))
                }
            },
            inverse: { points in
                points.map { point in
                    let (x, y) = (
                        point.x * cos(turn) - point.y * sin(turn), point.y * cos(turn) + point.x * sin(turn)
                    )
                    return Point(7 + x / metres / cos(0.8), 45.8 + y / metres)
                }
            })
        let plane = AtlasPlane(projection)
        let format = AtlasPlan.Format(
            map: Size(width: 700, height: 1000), overlap: 40, mapScale: 25_000, plane: plane)
        let ring = [(7.0, 45.7), (7.3, 45.75), (7.25, 46.0), (6.9, 45.9)]
        let plan = try AtlasPlan(covering: try region(ring), format)
        #expect(plan.sheets.count > 4 && plan.sheets.count < 80)
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            for step in 0..<50 {
                let t = Double(step) / 50
                let place = Coordinate(latitude: a.1 + (b.1 - a.1) * t, longitude: a.0 + (b.0 - a.0) * t)
                #expect(plan.sheets.contains { Self.contains($0.outline, place) })
            }
        }
        // 25 000 times 700 points of 1/96 inch, within a few thousandths of what a degree is on the ellipsoid.
        let outline = try #require(plan.sheets.first).outline
        #expect(outline.count == 32)
        let corners = [outline[0], outline[8]].map { place in
            Point((place.longitude - 7) * metres * cos(0.8), (place.latitude - 45.8) * metres)
        }
        #expect(abs(corners[0].distance(to: corners[1]) / (700 * 0.0254 / 96 * 25_000) - 1) < 0.01)
        #expect(abs(atan2(corners[1].y - corners[0].y, corners[1].x - corners[0].x) - turn) < 0.01)
    }

    @Test("are few for a square that a few hold") func few() throws {
        // 15 km by 22 km, of sheets of 4.6 km by 6.6 km that share 0.26 km.
        let plan = try AtlasPlan(
            covering: try region([(24.9, 60.1), (25.17, 60.1), (25.17, 60.297), (24.9, 60.297)]), Self.format)
        #expect(plan.sheets.count <= 4 * 4)
    }

    @Test("know those around them") func neighbors() throws {
        let plan = try AtlasPlan(
            covering: try region([(24.9, 60.1), (25.17, 60.1), (25.17, 60.297), (24.9, 60.297)]), Self.format)
        let opposite = ["north": "south", "south": "north", "east": "west", "west": "east"]
        var count = 0
        for sheet in plan.sheets {
            for (side, number) in sheet.neighbors {
                count += 1
                #expect(number != sheet.number)
                let other = plan.sheets[number - 1]
                if let back = opposite[side] { #expect(other.neighbors[back] != nil) }
            }
        }
        #expect(count > plan.sheets.count)
    }

    @Test("follow a line") func along() throws {
        let line = (0...200).map { step -> Coordinate in
            let t = Double(step) / 200
            return Coordinate(latitude: 46 + 0.3 * sin(6 * t), longitude: 7 + t)
        }
        let plan = try AtlasPlan(along: line, Self.format)
        for place in line {
            #expect(
                plan.sheets.contains {
                    let box = $0.box
                    return (box.west...box.east).contains(place.longitude)
                        && (box.south...box.north).contains(place.latitude)
                })
        }
        #expect(plan.sheets.count < 80)
    }

    @Test(
        "follow a line across the antimeridian, also where it is cut there",
        arguments: [[179.875, -179.875], [179.875, 180, -180, -179.875], [-180.125, -179.875]])
    func alongAntimeridian(longitudes: [Double]) throws {
        func centers(_ longitudes: [Double]) throws -> [Coordinate] {
            let line = longitudes.map { Coordinate(latitude: -17, longitude: $0) }
            return try AtlasPlan(along: line, Self.format).sheets.map(\.center)
        }
        let (found, expected) = (try centers(longitudes), try centers([179.875, 180.125]))
        #expect(found.count == expected.count && (5...10).contains(found.count))
        for (a, b) in zip(found, expected) { #expect(abs(wrapLongitude(a.longitude - b.longitude)) < 0.001) }
    }

    @Test(
        "cover areas on both sides of the antimeridian side by side",
        arguments: [
            [[179.875, 180], [-180, -179.875]],
            [[179.875, -179.875]],
        ])
    func coverAntimeridian(spans: [[Double]]) throws {
        func centers(_ spans: [[Double]]) throws -> [Coordinate] {
            let areas = spans.map { span in
                "[[[\(span[0]),-17],[\(span[1]),-17],[\(span[1]),-16.9],[\(span[0]),-16.9],[\(span[0]),-17]]]"
            }
            let file = try ScratchFolder()
            let path = try file.write(
                "area.geojson", #"{"type": "MultiPolygon", "coordinates": [\#(areas.joined(separator: ","))]}"#)
            return try AtlasPlan(covering: TileRegion(polygonsOf: path), Self.format).sheets.map(\.center)
        }
        let expected = try centers([[179.875, 180.125]])
        #expect((10...20).contains(expected.count))
        #expect(try centers(spans) == expected)
    }

    @Test("do not follow a line where the plane is cut") func cut() throws {
        let metres = 111_195.0
        let projection = CartographicProjection(
            definition: "plain", name: "Plain", centralMeridian: 0,
            forward: { $0.map { Point($0.x * metres, $0.y * metres) } },
            inverse: { $0.map { Point($0.x / metres, $0.y / metres) } })
        let format = AtlasPlan.Format(
            map: Size(width: 700, height: 1000), overlap: 40, mapScale: 25_000, plane: AtlasPlane(projection))
        let line = [179.875, -179.875].map { Coordinate(latitude: 0, longitude: $0) }
        #expect(try AtlasPlan(along: line, format).sheets.count == 2)
    }

    @Test(
        "do not stand beyond the latitudes and longitudes of maps",
        arguments: [
            ("lon,lat\n25,60\n25,95\n", "expected a latitude from -85 to 85, found 95"),
            ("lon,lat\n25,60\n400,60\n", "expected a longitude from -360 to 360, found 400"),
            ("lon,lat\n25,60\n25,\n", "expected lon and lat of a sheet, found none"),
        ])
    func wrongPlaces(rows: String, message: String) throws {
        let folder = try ScratchFolder()
        let path = try folder.write("rows.csv", rows)
        let error = #expect(throws: Diagnostic.self) { try AtlasPlan.places(of: path) }
        #expect(error?.message == message)
        #expect(error?.position?.line == 3)
    }

    @Test("are limited") func limited() throws {
        #expect(throws: (any Error).self) {
            try AtlasPlan(
                covering: TileRegion(boxes: [CoordinateBox(west: -20, south: 30, east: 40, north: 70)]), Self.format)
        }
    }
}
