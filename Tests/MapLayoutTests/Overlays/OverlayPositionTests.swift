// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import Testing

/// Measured on the finished drawing: what a painter will paint.
@Suite("Overlay positions") struct OverlayPositionTests {
    private let coordinates = [(24.93, 60.168), (24.941, 60.1735), (24.9507, 60.1661)].map {
        Coordinate(latitude: $0.1, longitude: $0.0)
    }

    private func view(_ scale: Double, _ bearing: Double) -> Viewport {
        Viewport(
            size: Size(width: 260, height: 200), scale: scale, center: Coordinate(latitude: 60.17, longitude: 24.94),
            zoom: 12.4, bearing: bearing)
    }

    private func drawing(_ content: Overlay.Content, _ view: Viewport) throws -> Drawing {
        var fixture = MapFixture(layers: #"{"id": "ground", "type": "background"}"#, sources: [:], view: view)
        fixture.overlays = [Overlay(content, id: "it")]
        return try fixture.drawing()
    }

    private func paths(_ mark: Mark) -> [Path] {
        switch mark {
        case .fill(let path, _, _), .stroke(let path, _, _): [path]
        case .group(let group): group.marks.flatMap(paths)
        default: []
        }
    }

    /// The largest distance from a coordinate to the nearest of the points.
    private func error(_ points: [Point], _ view: Viewport) -> Double {
        coordinates.map { coordinate in
            let wanted = view.point(for: coordinate) * view.scale
            return points.map { $0.distance(to: wanted) }.min() ?? .infinity
        }.max() ?? .infinity
    }

    @Test("the corners of a line", arguments: [1.0, 2, 3], [0.0, 37])
    func polyline(scale: Double, bearing: Double) throws {
        let view = view(scale, bearing)
        let item = try #require(try drawing(.polyline(Polyline(coordinates)), view).items(.overlay).first)
        let points = paths(item.mark).flatMap(\.points)
        #expect(points.count == 3)
        #expect(error(points, view) < 0.5)
    }

    @Test("the corners of an area, its fill and its edge", arguments: [1.0, 2, 3], [0.0, 37])
    func polygon(scale: Double, bearing: Double) throws {
        let view = view(scale, bearing)
        let item = try #require(try drawing(.polygon(Polygon(coordinates)), view).items(.overlay).first)
        let drawn = paths(item.mark)
        #expect(drawn.count == 2)
        for path in drawn { #expect(error(path.points, view) < 0.5) }
    }

    @Test("the middle of a circle", arguments: [1.0, 2, 3], [0.0, 37])
    func circle(scale: Double, bearing: Double) throws {
        let view = view(scale, bearing)
        for coordinate in coordinates {
            let circle = Circle(center: coordinate, radius: 150)
            let item = try #require(try drawing(.circle(circle), view).items(.overlay).first)
            let wanted = view.point(for: coordinate) * scale
            for path in paths(item.mark) { #expect(path.bounds.center.distance(to: wanted) < 0.5) }
        }
    }

    @Test("the middles of handles, as dots and as what takes touches", arguments: [1.0, 2, 3], [0.0, 37])
    func handles(scale: Double, bearing: Double) throws {
        let view = view(scale, bearing)
        let items = try drawing(.polygon(Polygon(coordinates, handles: Handles())), view).items(.handle)
        #expect(items.map(\.id) == (0..<3).map { "overlay/it/handle/\($0)" })
        for (item, coordinate) in zip(items, coordinates) {
            let wanted = view.point(for: coordinate) * scale
            let dot = try #require(paths(item.mark).last)
            #expect(dot.bounds.center.distance(to: wanted) < 0.5)
            #expect(try #require(item.targets.first).shape.bounds.center.distance(to: wanted) < 0.5)
        }
    }
}
