// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import Testing

@Suite("Hit regions") struct RegionTests {
    /// Every text that the scene's writer chooses tries to break out.
    static let hostile = #"x\" onmouseover=\"alert(1)'><script>alert(1)</script>&amp;\u0000\u0007"#

    private func hostileScene() -> String {
        Maps.everything.replacing("\"hotel\"", with: "\"\(Self.hostile)\"").replacing("More", with: Self.hostile)
            .replacing("hotel.html", with: "?\(Self.hostile)").replacing("Hotel, north gate", with: Self.hostile)
    }

    @Test("an image map has a rectangle or polygon for each target, the topmost first") func html() throws {
        let html = try Maps.hitMap(Maps.everything).regions(as: .html, image: "my map.png")
        let areas = html.split(separator: "\n").filter { $0.hasPrefix("<area ") }
        #expect(areas.count > 12)
        #expect(html.contains(##"<img src="my map.png" width="600" height="400" alt="Map "##))
        #expect(html.contains(##"" usemap="#map">"##))
        let right = try #require(areas.first { $0.contains("callout/right") })
        #expect(right.contains(#"href="more.html" alt="More" title="More""#))
        let order = ["callout/right", "hotel/callout\"", "data-target=\"annotation/hotel\"", "overlay/area"].map {
            name in
            areas.firstIndex { $0.contains(name) }
        }
        #expect(order.compactMap(\.self) == order.compactMap(\.self).sorted())
        #expect(order.allSatisfy { $0 != nil })
    }

    @Test("every area can be reached by keyboard, and has an alt in words") func alt() throws {
        let areas = try Maps.hitMap(Maps.everything).regions(as: .html).split(separator: "\n").filter {
            $0.hasPrefix("<area ")
        }
        for area in areas {
            let alt = try #require(area.firstMatch(of: try Regex(#" href="[^"]+" alt="([^"]+)""#))?[1].substring)
            #expect(!alt.contains("/"))
        }
        #expect(areas.contains { $0.contains(##"href="#userLocation""##) })
        #expect(MapTarget.vertex(overlay: "area", index: 1).words == "corner 2 of overlay area")
        #expect(MapTarget(rawValue: "annotation/a/callout/left").words == "left of the callout of annotation a")
    }

    @Test("no text of a scene breaks out of its attribute") func escapes() throws {
        let html = try Maps.hitMap(hostileScene()).regions(as: .html, image: "\"><script>")
        #expect(!html.contains("<script"))
        #expect(!html.contains("\u{0}"))
        let areas = html.split(separator: "\n").filter { $0.hasPrefix("<area ") }
        #expect(areas.count > 12)
        let attribute = try Regex(#"<area( [a-z-]+="[^"<>]*")+>"#)
        for area in areas { #expect(try attribute.wholeMatch(in: String(area)) != nil) }
        // Within the quotes there is nothing but text: the attribute stands, the handler does not.
        for area in areas { #expect(area.firstRange(of: try Regex(#"" onmouseover="#)) == nil) }
    }

    @Test("JSON and GeoJSON with hostile texts are sound", arguments: [RegionFormat.json, .geojson])
    func sound(format: RegionFormat) throws {
        let text = try Maps.hitMap(hostileScene()).regions(as: format)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let list = try #require(object[format == .json ? "regions" : "features"] as? [[String: Any]])
        #expect(list.count > 12)
    }

    @Test("links that run something are refused") func links() throws {
        var scene = Scene(size: Size(width: 200, height: 100))
        scene.camera = Camera(.center(Coordinate(latitude: 0, longitude: 0), zoom: 3))
        scene.annotations = [
            Annotation(id: "a", at: Coordinate(latitude: 0, longitude: 0), href: " java\nscript:alert(1)")
        ]
        let error = #expect(throws: (any Error).self) { try Maps.shared.hitMap(of: SceneDocument(scene: scene)) }
        #expect(error.map { "\($0)".contains("annotations[0].href") && "\($0)".contains("javascript") } == true)
    }

    @Test("regions on the ground lie where they are hit, closed and turned as RFC 7946 asks") func geojson() throws {
        let map = try Maps.hitMap(Maps.everything)
        let text = map.regions(as: .geojson)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let features = try #require(object["features"] as? [[String: Any]])
        let area = try #require(
            features.first { ($0["properties"] as? [String: Any])?["target"] as? String == "overlay/area" })
        let geometry = try #require(area["geometry"] as? [String: Any])
        let polygons = try #require(geometry["coordinates"] as? [[[[Double]]]])
        #expect(polygons.count == 1)
        #expect(polygons[0].count == 2)
        let (outer, hole) = (polygons[0][0], polygons[0][1])
        #expect(outer.first == outer.last && hole.first == hole.last)
        #expect(area2(outer) > 0)
        #expect(area2(hole) < 0)
        let (west, north) = try (#require(outer.map { $0[0] }.min()), #require(hole.map { $0[1] }.max()))
        #expect(abs(west + 15) < 1e-6)
        #expect(abs(north + 7) < 1e-6)
    }

    /// Twice the area, positive when counterclockwise.
    private func area2(_ ring: [[Double]]) -> Double {
        zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
            let (a, b) = edge
            return sum + a[0] * b[1] - b[0] * a[1]
        }
    }

    @Test("the outlines of a line hold its points and no others") func line() throws {
        let bent = (0...200).map { i -> [Double] in
            let t = Double(i) / 20
            return [10 * cos(t) * (1 - t / 12), 6 * sin(t)]
        }
        let scene = Maps.everything.replacing("[[5, -8], [15, -8]]", with: "\(bent)")
        let map = try Maps.hitMap(scene)
        let text = map.regions(as: .json)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let regions = try #require(object["regions"] as? [[String: Any]])
        let walk = try #require(regions.first { $0["target"] as? String == "overlay/walk" })
        let outlines = try #require(walk["outlines"] as? [[[[Double]]]])
        func isInside(_ p: Point) -> Bool {
            outlines.contains { outline in
                var path = Path()
                for ring in outline {
                    path.addLines(ring.map { Point($0[0], $0[1]) }, closed: true)
                }
                return HitShape.area(path, .evenOdd).contains(p)
            }
        }
        for coordinate in bent {
            let p = map.point(for: Coordinate(latitude: coordinate[1], longitude: coordinate[0]))
            #expect(isInside(p))
        }
        for x in stride(from: 100.0, to: 500, by: 7) {
            for y in stride(from: 100.0, to: 300, by: 7) {
                let p = Point(x, y)
                let near = bent.map { map.point(for: Coordinate(latitude: $0[1], longitude: $0[0])).distance(to: p) }
                if near.min() ?? 0 > 8.5 { #expect(!isInside(p)) }
            }
        }
    }
}
