// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import MapTiles
import TestSupport
import Testing

@Suite("Maps on globes") struct GlobeMapTests {
    private func view(
        _ longitude: Double = 0, _ latitude: Double = 0, zoom: Double = 1, pitch: Double = 0
    ) -> Viewport {
        Viewport(
            size: Size(width: 256, height: 256), scale: 1, center: Coordinate(latitude: latitude, longitude: longitude),
            zoom: zoom, tilt: Tilt(pitch: pitch), projection: .globe)
    }

    private func painted(_ image: Bitmap) -> Rect {
        var box = Rect.null
        for index in image.pixels.indices where image.pixels[index] >> 24 > 127 {
            box.extend(to: Point(Double(index % image.width) + 0.5, Double(index / image.width) + 0.5))
        }
        return box
    }

    @Test(
        "a stroke on the ground is as wide on the ball, and as seen narrower towards its edge",
        arguments: [(0.0, 11.5...12.5), (60, 3.0...8)])
    func groundStroke(longitude: Double, width: ClosedRange<Double>) throws {
        let view = view(longitude, zoom: 0)
        let ground = GroundProjection(try #require(view.perspective), margin: 8)
        let ends = [Coordinate(latitude: -3, longitude: 0), Coordinate(latitude: 3, longitude: 0)]
        let line = Path(ends.map { view.mercatorToGround.apply(WebMercator.project($0)) }, closed: false)
        let area = ground.groundStroke(line, StrokeStyle(width: 12)).bounds
        #expect(width.contains(area.width), "\(area)")
    }

    @Test("a stroke on the ground is as wide at 60 degrees as at the equator") func groundStrokeFarNorth() throws {
        let view = view(0, 60, zoom: 0)
        let ground = GroundProjection(try #require(view.perspective), margin: 8)
        let ends = [Coordinate(latitude: 58, longitude: 0), Coordinate(latitude: 62, longitude: 0)]
        let line = Path(ends.map { view.mercatorToGround.apply(WebMercator.project($0)) }, closed: false)
        let area = ground.groundStroke(line, StrokeStyle(width: 12)).bounds
        #expect((11.5...12.5).contains(area.width), "\(area)")
    }

    @Test("a stroke that is wider than what a tilted map shows is one area") func wideStroke() throws {
        let view = Viewport(
            size: Size(width: 200, height: 150), scale: 1, center: Coordinate(latitude: 10, longitude: 20), zoom: 9,
            tilt: Tilt(pitch: 50))
        let projection = GroundProjection(try #require(view.perspective), margin: 8)
        let line = Path((0..<50).map { Point($0 % 2 == 0 ? -3000 : 3000, 40 + Double($0)) }, closed: false)
        for (width, isOne) in [(4000.0, true), (8, false)] {
            let mark = projection.mark(.stroke(line, StrokeStyle(width: width), .black))
            guard case .fill(let area, _, _)? = mark else { return #expect(Bool(false), "no stroke") }
            #expect((area.flattened.count == 1) == isOne)
        }
    }

    @Test("the heat of a point lies on the ball: narrower towards its edge, hidden on its far side")
    func heatmap() throws {
        let layer = """
            {"id": "h", "type": "heatmap", "source": "s", "source-layer": "l", "paint": {"heatmap-radius": 50,
             "heatmap-color": ["step", ["heatmap-density"], "transparent", 0.1, "red"]}}
            """
        func box(_ longitude: Double) throws -> Rect {
            painted(
                try MapFixture(StubArchive([.point(2048, 2048)]), layers: layer, view: view(longitude)).image())
        }
        let (middle, edge) = (try box(0), try box(50))
        #expect(abs(middle.center.x - 128) < 2 && abs(middle.center.y - 128) < 2)
        #expect(abs(middle.width - middle.height) < 6)
        #expect(edge.center.x < 60 && edge.width < 0.75 * edge.height)
        #expect(try box(180).isNull)
    }

    @Test("buildings stand on the ball, beside it too, and not behind it") func buildings() throws {
        let layer = """
            {"id": "b", "type": "fill-extrusion", "source": "s", "source-layer": "l",
             "paint": {"fill-extrusion-color": "red", "fill-extrusion-height": 1000000}}
            """
        let around = VectorFeature.box(Rect(minX: 1920, minY: 1920, maxX: 2176, maxY: 2176))
        func map(_ longitude: Double) -> MapFixture {
            MapFixture(StubArchive([around]), layers: layer, view: view(longitude))
        }
        let front = map(0)
        let above = painted(try front.image())
        // As large as its ground, and larger by what is nearer to the camera.
        let west = front.view.point(for: Coordinate(latitude: 0, longitude: -11.25)).x
        #expect(above.minX < west - 2 && above.minX > west - 12)
        #expect(front.diagnostics.all.isEmpty)
        // On the horizon, the top is seen beside the ball; from the far side nothing is.
        let camera = view(78)
        let outline = try #require(camera.perspective?.sphere).outline().reduce(into: Rect.null) { $0.extend(to: $1) }
        let beside = painted(try map(78).image())
        #expect(beside.minX < outline.minX - 3)
        #expect(painted(try map(180).image()).isNull)
    }

    @Test("labels that would stand out of the ball are left out where the style has no glyph files") func labels()
        throws
    {
        let layer = """
            {"id": "t", "type": "symbol", "source": "s", "source-layer": "l",
             "layout": {"text-field": "MMMMMMMM", "text-size": 16, "text-font": ["Noto Sans Regular"]}}
            """
        func labels(_ longitude: Double) throws -> Int {
            try MapFixture(StubArchive([.point(2048, 2048)]), layers: layer, view: view(longitude)).drawing()
                .items(.label).count
        }
        #expect(try labels(0) == 1)
        #expect(try labels(60) == 0)
    }

    @Test("an area around a pole covers it, and its outline does not go there") func polarCircle() throws {
        var map = MapFixture(
            StubArchive([]), layers: #"{"id": "b", "type": "background", "paint": {}}"#, view: view(15, 70))
        map.overlays = [
            Overlay(
                .circle(
                    Circle(
                        center: Coordinate(latitude: 85, longitude: 0), radius: 2_500_000, fillColor: .black,
                        style: LineStyle(strokeColor: .black, lineWidth: .points(1)))))
        ]
        let drawing = try map.drawing()
        let shape = try #require(drawing.items(.overlay).first?.targets.first?.shape)
        for (latitude, longitude) in [(90.0, 0.0), (88, 180), (86, 20), (74, 180), (64, 0)] {
            #expect(shape.contains(map.view.point(for: Coordinate(latitude: latitude, longitude: longitude))))
        }
        #expect(!shape.contains(map.view.point(for: Coordinate(latitude: 60, longitude: 0))))
    }

    @Test("what the horizon hides is listed as omitted") func omissions() throws {
        var map = MapFixture(StubArchive([]), layers: #"{"id": "b", "type": "background", "paint": {}}"#, view: view())
        map.annotations = [
            Annotation(id: "near", at: Coordinate(latitude: 10, longitude: 10), view: .pin()),
            Annotation(id: "far", at: Coordinate(latitude: 10, longitude: 190), view: .pin()),
        ]
        let drawing = try map.drawing()
        #expect(drawing.omissions.map(\.id) == ["annotation/far"])
        #expect(drawing.omissions.first?.reason == .hidden)
        #expect(Set(drawing.items(.annotation).map(\.id)) == ["annotation/near"])
    }
}
