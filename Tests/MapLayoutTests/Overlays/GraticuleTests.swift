// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapText
import Testing

@Suite("Lines of latitude and longitude") struct GraticuleTests {
    private func view(
        _ longitude: Double, _ latitude: Double, zoom: Double, bearing: Double = 0, scale: Double = 1
    ) -> Viewport {
        Viewport(
            size: Size(width: 400, height: 300), scale: scale,
            center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom, bearing: bearing)
    }

    private func mark(_ graticule: Graticule, _ view: Viewport) throws -> Mark {
        var fixture = MapFixture(layers: #"{"id": "ground", "type": "background"}"#, sources: [:], view: view)
        fixture.overlays = [Overlay(.graticule(graticule), id: "grid")]
        return try #require(try fixture.drawing().items(.overlay).first).mark
    }

    private func strokes(_ mark: Mark) -> [Path] {
        switch mark {
        case .stroke(let path, _, _): [path]
        case .group(let group): group.marks.flatMap(strokes)
        default: []
        }
    }

    private func labels(_ mark: Mark) -> [(text: String, bounds: Rect)] {
        switch mark {
        case .glyphs(let run):
            [(run.text, run.glyphs.reduce(into: Rect.null) { $0.extend(to: $1.origin) }.inset(by: -run.size / 4))]
        case .group(let group): group.marks.flatMap(labels)
        default: []
        }
    }

    @Test("are a round number of degrees apart, and have labels") func automatic() throws {
        let mark = try mark(Graticule(), view(24.94, 60.17, zoom: 3))
        #expect(labels(mark).map(\.text) == ["10°E", "20°E", "30°E", "40°E", "60°N"])
        let near = try self.mark(Graticule(), view(24.94, 60.17, zoom: 13))
        #expect(labels(near).map(\.text).contains("24.95°E"))
        #expect(labels(near).map(\.text).contains("60.17°N"))
        #expect(try labels(self.mark(Graticule(labels: false), view(24.94, 60.17, zoom: 3))).isEmpty)
    }

    @Test("are drawn around the pole of a globe, one of them half a turn away") func pole() throws {
        let view = Viewport(
            size: Size(width: 400, height: 300), scale: 1, center: Coordinate(latitude: 85, longitude: 0), zoom: 0,
            tilt: Tilt(pitch: 0), projection: .globe)
        let mark = try mark(Graticule(), view)
        #expect(labels(mark).count { $0.text == "180°" } == 1)
        let rings = try self.mark(Graticule(interval: Graticule.Interval(longitude: 90, latitude: 2)), view)
        // Four degrees from the pole, where no meridian is.
        let place = view.point(for: Coordinate(latitude: 86, longitude: 45))
        #expect(strokes(rings).flatMap(\.points).contains { $0.distance(to: place) < 20 })
    }

    @Test("go through their coordinates", arguments: [0.0, 37, 90], [1.0, 2])
    func position(bearing: Double, scale: Double) throws {
        let view = view(24.94, 60.17, zoom: 5, bearing: bearing, scale: scale)
        let lines = strokes(
            try mark(Graticule(interval: Graticule.Interval(longitude: 2, latitude: 1), labels: false), view))
        #expect(lines.count == 1)
        let points = lines.flatMap(\.points)
        let segments = stride(from: 0, to: points.count, by: 2).map { (points[$0], points[$0 + 1]) }
        for (longitude, latitude) in [(24.0, 60.0), (26, 60), (24, 61)] {
            let crossing = view.point(for: Coordinate(latitude: latitude, longitude: longitude)) * scale
            let near = segments.count { distance(crossing, $0.0, $0.1) < 1e-6 }
            #expect(near == 2, "a meridian and a parallel cross there")
        }
    }

    private func distance(_ point: Point, _ a: Point, _ b: Point) -> Double {
        let way = b - a
        let length = way.x * way.x + way.y * way.y
        let along = max(0, min(1, ((point.x - a.x) * way.x + (point.y - a.y) * way.y) / length))
        return point.distance(to: a + way * along)
    }

    @Test("labels are whole and apart", arguments: [0.0, 20, 45, 90, 133, 180, 270])
    func room(bearing: Double) throws {
        let view = view(24.94, 60.17, zoom: 4, bearing: bearing, scale: 2)
        let boxes = labels(
            try mark(Graticule(interval: Graticule.Interval(longitude: 2, latitude: 1)), view)
        ).map(\.bounds)
        #expect(boxes.count > 8)
        for (index, box) in boxes.enumerated() {
            #expect(view.pixelRect.contains(box))
            for other in boxes[..<index] { #expect(box.intersection(other).isNull) }
        }
    }

    @Test("continue across the antimeridian and on every copy of the world") func world() throws {
        let texts = labels(try mark(Graticule(), view(180, 0, zoom: 2.5))).map(\.text)
        #expect(texts.contains("180°"))
        #expect(texts.contains("170°E") && texts.contains("170°W"))
        #expect(texts.contains("0°"))
        let wide = Viewport(
            size: Size(width: 1200, height: 300), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
        let copies = labels(try mark(Graticule(), wide)).map(\.text)
        #expect(copies.count { $0 == "0°" } >= 3)
    }

    @Test("lie in the datum of the overlay") func datum() throws {
        let view = view(116.4, 39.9, zoom: 14)
        var graticule = Graticule(
            interval: Graticule.Interval(longitude: 0.01, latitude: 0.01), labels: false)
        graticule.shift = DatumShift(own: .gcj02, map: .wgs84)
        let points = strokes(try mark(graticule, view)).flatMap(\.points)
        let crossing = view.point(
            for: CoordinateSystem.gcj02.convert(Coordinate(latitude: 39.9, longitude: 116.4), to: .wgs84))
        #expect(view.point(for: Coordinate(latitude: 39.9, longitude: 116.4)).distance(to: crossing) > 20)
        let nearest = zip(points, points.dropFirst()).map { distance(crossing, $0, $1) }.min() ?? .infinity
        #expect(nearest < 0.01)
    }

    @Test("that would be too close together are thinned, with a warning") func thinned() throws {
        var fixture = MapFixture(
            layers: #"{"id": "ground", "type": "background"}"#, sources: [:], view: view(0, 0, zoom: 1))
        fixture.overlays = [
            Overlay(.graticule(Graticule(interval: Graticule.Interval(longitude: 0.001, latitude: 45))), id: "grid")
        ]
        let item = try #require(try fixture.drawing().items(.overlay).first)
        #expect(strokes(item.mark).flatMap(\.points).count < 200)
        #expect(fixture.diagnostics.all.map(\.code) == ["overlays.graticule-thinned"])
    }
}
