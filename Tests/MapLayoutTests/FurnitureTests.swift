// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapLayout
import MapPlane
import MapScene
import Testing

@Suite("Furniture") struct FurnitureTests {
    struct Distance: Sendable {
        var limit: Double
        var units: ScaleBar.Units
        var meters: Double
        var text: String
    }

    static let distances: [Distance] = [
        Distance(limit: 1234, units: .metric, meters: 1000, text: "1 km"),
        Distance(limit: 999, units: .metric, meters: 500, text: "500 m"),
        Distance(limit: 2000, units: .metric, meters: 2000, text: "2 km"),
        Distance(limit: 0.37, units: .metric, meters: 0.2, text: "0.2 m"),
        Distance(limit: 7_000_000, units: .metric, meters: 5_000_000, text: "5000 km"),
        Distance(limit: 5000, units: .imperial, meters: 3218.688, text: "2 mi"),
        Distance(limit: 1000, units: .imperial, meters: 609.6, text: "2000 ft"),
        Distance(limit: 10, units: .imperial, meters: 6.096, text: "20 ft"),
        Distance(limit: 1852, units: .nautical, meters: 1852, text: "1 nm"),
        Distance(limit: 300, units: .nautical, meters: 185.2, text: "0.1 nm"),
        Distance(limit: 100, units: .nautical, meters: 92.6, text: "0.05 nm"),
    ]

    @Test("distances are round", arguments: distances)
    func round(_ expected: Distance) throws {
        let distance = try #require(RoundDistance(atMost: expected.limit, units: expected.units))
        #expect(abs(distance.meters - expected.meters) < 1e-6)
        #expect(distance.text == expected.text)
    }

    private let fonts = FontLibrary(folders: [], useSystemFonts: false)

    private func layout(
        _ decorations: [Decoration], bearing: Double = 0, scale: Double = 1, latitude: Double = 60, zoom: Double = 10,
        attribution: Rect? = nil, problems: Problems = Problems()
    ) -> FurnitureLayout {
        let view = Viewport(
            size: Size(width: 400, height: 300), scale: scale, center: Coordinate(latitude: latitude, longitude: 10),
            zoom: zoom, bearing: bearing)
        return FurnitureLayout(
            decorations, viewport: view, fonts: fonts, pictures: [:], appearance: .light, attribution: attribution,
            problems: problems)
    }

    @Test("a scale bar is true at its own latitude", arguments: [1.0, 2], [Decoration.Position.topLeft, .bottomRight])
    func scaleBar(scale: Double, position: Decoration.Position) throws {
        let margin = Size(width: 10, height: 10)
        let bar = Decoration(.scaleBar(ScaleBar()), place: .at(position, margin: margin))
        // At this zoom the picture's top is many degrees farther north than its bottom.
        let box = try #require(layout([bar], scale: scale, zoom: 3).boxes.first)
        let view = Viewport(
            size: Size(width: 400, height: 300), scale: scale, center: Coordinate(latitude: 60, longitude: 10), zoom: 3)
        let points = Transform.scale(1 / scale, 1 / scale).apply(box)
        let latitude = view.coordinate(at: Point(points.center.x, points.maxY)).latitude
        let meters = points.width * WebMercator.metersPerPoint(at: latitude, zoom: 3)
        let round = try #require(RoundDistance(atMost: meters * 1.0001, units: .metric))
        #expect(abs(round.meters / meters - 1) < 0.001)
        #expect(position == .topLeft ? points.minX == 10 : abs(points.maxX - 390) < 1e-9)
    }

    @Test("a compass hides at north unless asked") func compass() {
        #expect(layout([Decoration(.compass(Compass()))]).items.isEmpty)
        #expect(layout([Decoration(.compass(Compass()))], bearing: 10).items.count == 1)
        #expect(layout([Decoration(.compass(Compass(visibility: .visible)))]).items.count == 1)
        #expect(layout([Decoration(.compass(Compass(visibility: .hidden)))], bearing: 10).items.isEmpty)
    }

    @Test("what stands at one corner moves inwards, and keeps off the attribution") func stacking() {
        let margin = Size(width: 5, height: 5)
        let credit = Rect(x: 200, y: 286, width: 200, height: 14)
        let bars = (0..<2).map { _ in Decoration(.scaleBar(ScaleBar()), place: .at(.bottomRight, margin: margin)) }
        let boxes = layout(bars, attribution: credit).boxes
        #expect(boxes.count == 2)
        #expect(boxes.allSatisfy { !$0.intersects(credit) })
        #expect(!boxes[0].intersects(boxes[1]))
        #expect(boxes[1].maxY < boxes[0].minY)
    }

    @Test("an origin is the top-left corner; a center outside of the picture is a warning") func places() {
        let problems = Problems()
        let visible = Decoration.Content.compass(Compass(visibility: .visible))
        let boxes = layout(
            [
                Decoration(visible, place: .origin(Point(30, 40))),
                Decoration(visible, place: .center(Point(100, 100))),
                Decoration(visible, place: .center(Point(401, 100))),
            ], problems: problems
        ).boxes
        #expect(boxes.map(\.minX) == [30, 82])
        #expect(boxes.map(\.minY) == [40, 82])
        #expect(problems.all.map(\.path) == ["decorations[2].center"])
    }
}
