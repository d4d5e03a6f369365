// SPDX-License-Identifier: MIT
import StaticMap
import Testing

@Suite("Hit tests") struct HitTests {
    @Test(
        "the topmost thing is hit, of every kind",
        arguments: [
            ([0.0, 0.0], [0.0, -20.0], "annotation/hotel"), ([10, 0], [0, -20], "annotation/2"),
            ([-10, 0], [9, 0], "userLocation"), ([-10, 0], [11, 0], nil), ([-10, -6], [0, 0], "overlay/area"),
            ([-10, -7.5], [0, 0], nil), ([10, -8], [0, 3.9], "overlay/walk"), ([10, -8], [0, 4.3], nil),
            ([10, 8], [0, 0], "overlay/reach"), ([10, 8], [24, 0], "overlay/reach"), ([10, 8], [27, 0], nil),
            ([0, -12], [0, 0], nil),
        ] as [([Double], [Double], MapTarget?)])
    func kinds(coordinate: [Double], shift: [Double], target: MapTarget?) throws {
        let map = try Maps.hitMap(Maps.everything)
        let point = map.point(for: Coordinate(latitude: coordinate[1], longitude: coordinate[0]))
        #expect(map.hit(at: Point(point.x + shift[0], point.y + shift[1])).target == target)
    }

    @Test("above the horizon of a tilted map there is no coordinate, and that is said") func horizon() throws {
        let map = try Maps.hitMap(
            #"{"version": 1, "size": [200, 200], "camera": {"center": [0, 0], "zoom": 12, "pitch": 80}}"#)
        let (sky, ground) = (map.hit(at: Point(100, 5)), map.hit(at: Point(100, 150)))
        #expect(!sky.showsGround)
        #expect(sky.json.contains(#""coordinate": null, "ground": false"#), "\(sky.json)")
        #expect(ground.showsGround)
        #expect(ground.json.contains(#""coordinate": [0"#) && !ground.json.contains("ground"), "\(ground.json)")
    }

    @Test("what lies below is told too, the topmost first") func stack() throws {
        let map = try Maps.hitMap(Maps.everything)
        let pins = map.point(for: Coordinate(latitude: 0, longitude: 10))
        #expect(map.hit(at: Point(pins.x, pins.y - 20)).all == ["annotation/2", "annotation/1"])
    }

    @Test("a callout is hit above its pin, and its accessories above that, with words of their own") func callout()
        throws
    {
        let map = try Maps.hitMap(Maps.everything)
        let callout = try #require(map.middle(of: "annotation/hotel/callout"))
        let right = map.hit(at: try #require(map.middle(of: "annotation/hotel/callout/right")))
        #expect(right.target == "annotation/hotel/callout/right")
        #expect((right.id, right.title, right.href) == ("more", "More", "more.html"))
        #expect(right.all == ["annotation/hotel/callout/right", "annotation/hotel/callout"])
        let left = map.hit(at: try #require(map.middle(of: "annotation/hotel/callout/left")))
        #expect(left.href == "hotel.html")
        let title = map.hit(at: callout)
        #expect(title.target?.rawValue.hasPrefix("annotation/hotel/callout") == true)
        #expect(title.alt == "Hotel, north gate")
    }

    @Test(
        "what stays with the image is hit",
        arguments: [MapTarget.decoration("bar"), .decoration("rose"), .attribution])
    func decoration(target: MapTarget) throws {
        let map = try Maps.hitMap(Maps.everything)
        #expect(map.hit(at: try #require(map.middle(of: target))).target == target)
    }

    @Test("every hit has its coordinate, and off the image there is nothing to hit") func coordinate() throws {
        let map = try Maps.hitMap(Maps.everything)
        let hit = map.hit(at: Point(300, 380))
        #expect(hit.target == nil)
        #expect(abs(hit.coordinate.longitude) < 1e-9)
        for point in [Point(-1, 10), Point(601, 10), Point(10, 401), Point(.nan, 0), Point(.infinity, 1e300)] {
            #expect(map.hit(at: point).target == nil)
        }
    }

    @Test("the image and the map that is laid out without it are hit alike") func rendered() throws {
        let rendered = try Maps.render(Maps.everything)
        let map = try Maps.hitMap(Maps.everything)
        for x in stride(from: 5.0, to: 600, by: 35) {
            for y in stride(from: 5.0, to: 400, by: 35) {
                #expect(rendered.hit(at: Point(x, y)) == map.hit(at: Point(x, y)))
            }
        }
    }

    @Test("a hit prints as JSON") func json() throws {
        let map = try Maps.hitMap(Maps.everything)
        #expect(
            map.hit(at: Point(300, 380)).json.hasPrefix(
                #"{"target": "map", "all": [], "point": [300, 380], "coordinate": ["#))
    }
}

@Suite("Projection") struct ProjectionTests {
    @Test(
        "a coordinate comes back from its point within a hundredth of a pixel",
        arguments: [(1.0, 0.0), (14, 37), (21, 181), (3, 359)] as [(Double, Double)], [1.0, 2, 3])
    func roundTrip(view: (zoom: Double, bearing: Double), scale: Double) throws {
        let map = try Maps.shared.projection(
            of: Maps.document(
                """
                {"version": 1, "size": [600, 400], "scale": \(scale),
                 "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
                 "camera": {"center": [24.94, 60.17], "zoom": \(view.zoom), "bearing": \(view.bearing)}}
                """))
        for x in stride(from: 0.5, to: 600, by: 33.3) {
            for y in stride(from: 0.5, to: 400, by: 33.3) {
                let coordinate = map.coordinate(at: Point(x, y))
                guard abs(coordinate.latitude) < 85 else { continue }
                let back = map.point(for: coordinate)
                #expect(abs(back.x - x) * scale < 0.01)
                #expect(abs(back.y - y) * scale < 0.01)
            }
        }
    }

    @Test("coordinates are in the scene's datum") func datum() throws {
        let scene = """
            {"version": 1, "size": [600, 400], "coordinateSystem": "gcj02", "camera": {"center": [116.42703, 39.90245], "zoom": 14},
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "annotations": [{"id": "a", "coordinate": [116.42703, 39.90245], "view": "pin"}]}
            """
        let map = try Maps.hitMap(scene)
        let middle = map.point(for: Coordinate(latitude: 39.90245, longitude: 116.42703))
        #expect(abs(middle.x - 300) < 0.01 && abs(middle.y - 200) < 0.01)
        let back = map.coordinate(at: Point(300, 200))
        #expect(abs(back.latitude - 39.90245) < 1e-7 && abs(back.longitude - 116.42703) < 1e-7)
        // The map itself is in WGS 84: the known test vector.
        #expect(abs(map.mapViewport.center.latitude - 39.90105) < 2e-5)
        #expect(abs(map.mapViewport.center.longitude - 116.42079) < 2e-5)
    }
}
