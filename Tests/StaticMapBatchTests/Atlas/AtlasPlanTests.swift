// SPDX-License-Identifier: MIT
import Foundation
import MapGeo
import MapGeometry
import StaticMapBatch
import TestSupport
import Testing

@Suite("The sheets of an atlas") struct AtlasPlanTests {
    private static let format = AtlasPlan.Format(
        map: Size(width: 700, height: 1000), overlap: 40, mapScale: 25_000)

    private func region(_ ring: [(Double, Double)]) throws -> TileRegion {
        let folder = try ScratchFolder()
        let file = folder.file("area.geojson")
        let positions = (ring + [ring[0]]).map { "[\($0.0), \($0.1)]" }.joined(separator: ",")
        try Data(#"{"type": "Polygon", "coordinates": [[\#(positions)]]}"#.utf8).write(to: URL(filePath: file))
        return try TileRegion(polygonsOf: file)
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

    @Test("are limited") func limited() throws {
        #expect(throws: (any Error).self) {
            try AtlasPlan(
                covering: TileRegion(box: CoordinateBox(west: -20, south: 30, east: 40, north: 70)), Self.format)
        }
    }
}
