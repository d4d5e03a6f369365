// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import TestSupport
import Testing

@Suite("Fitting views") struct FitTests {
    let anyZoom = -5.0...24.0

    func frame(bearing: Double = 0, content: Rect? = nil) -> ViewportFrame {
        ViewportFrame(size: Size(width: 600, height: 400), scale: 2, bearing: bearing, content: content)
    }

    /// The box in points around all that the items draw.
    func drawn(_ items: [FitItem], in viewport: Viewport) -> Rect {
        items.reduce(.null) { $0.union($1.extent.offset(by: viewport.point(for: $1.coordinate))) }
    }

    /// True when the box lies in the rectangle and reaches across it in one direction.
    func isTight(_ box: Rect, in room: Rect) -> Bool {
        room.inset(by: -1e-4).contains(box)
            && (abs(box.width - room.width) < 1e-3 || abs(box.height - room.height) < 1e-3)
    }

    @Test("random items with random extents are contained, centered and tight") func property() throws {
        var random = SplitMix(seed: 11)
        for round in 0..<400 {
            let content = Rect(
                minX: .random(in: 0...100, using: &random), minY: .random(in: 0...80, using: &random),
                maxX: .random(in: 450...600, using: &random), maxY: .random(in: 300...400, using: &random))
            let frame = frame(bearing: round % 3 == 0 ? 0 : .random(in: -360...360, using: &random), content: content)
            let spread: Double = [0.001, 0.1, 5, 40][Int.random(in: 0..<4, using: &random)]
            let middle = Coordinate(
                latitude: .random(in: -40...40, using: &random), longitude: .random(in: -180...180, using: &random))
            let items = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                let corner = Point(.random(in: -60...20, using: &random), .random(in: -60...20, using: &random))
                return FitItem(
                    coordinate: Coordinate(
                        latitude: middle.latitude + .random(in: -spread...spread, using: &random),
                        longitude: wrapLongitude(middle.longitude + .random(in: -spread...spread, using: &random))),
                    extent: Rect(
                        x: corner.x, y: corner.y, width: .random(in: 0...80, using: &random),
                        height: .random(in: 0...60, using: &random)))
            }
            let fitted = try #require(frame.viewport(showing: items, zooms: -5...20))
            let box = drawn(items, in: fitted.viewport)
            #expect(fitted.showsAll)
            #expect(content.inset(by: -1e-4).contains(box))
            #expect(box.center.distance(to: content.center) < 1e-3)
            #expect(fitted.viewport.zoom == 20 || isTight(box, in: content))
        }
    }

    @Test("turns beyond the first change nothing, however many", arguments: [1e308, -1e308, 360e9 + 30])
    func turns(bearing: Double) throws {
        let items = [(60.0, 24.0), (61, 25), (59, 29)].map {
            FitItem(
                coordinate: Coordinate(latitude: $0.0, longitude: $0.1),
                extent: Rect(x: -9, y: -9, width: 18, height: 18))
        }
        let far = try #require(frame(bearing: bearing).viewport(showing: items, zooms: anyZoom)?.viewport)
        let near = try #require(
            frame(bearing: bearing.truncatingRemainder(dividingBy: 360)).viewport(showing: items, zooms: anyZoom)?
                .viewport)
        #expect(far.center == near.center && far.zoom == near.zoom && far.zoom.isFinite)
    }

    @Test("a single place gets the largest zoom") func single() throws {
        let coordinate = Coordinate(latitude: 60.17, longitude: 24.94)
        let fitted = try #require(frame().viewport(showing: [FitItem(coordinate: coordinate)], zooms: 0...15))
        #expect(fitted.viewport.zoom == 15)
        #expect(fitted.viewport.point(for: coordinate).distance(to: Point(300, 200)) < 1e-4)
    }

    @Test("places around the antimeridian are fitted across it") func antimeridian() throws {
        let items = [178.0, -179, -175, 180].map { FitItem(coordinate: Coordinate(latitude: 10, longitude: $0)) }
        let fitted = try #require(frame().viewport(showing: items, zooms: anyZoom))
        #expect(abs(fitted.viewport.center.longitude + 178.5) < 1e-9)
        #expect(isTight(drawn(items, in: fitted.viewport), in: Rect(x: 0, y: 0, width: 600, height: 400)))
    }

    @Test("both names of the antimeridian are one place") func sameMeridian() throws {
        let items = [180.0, -180].map { FitItem(coordinate: Coordinate(latitude: 0, longitude: $0)) }
        #expect(frame().viewport(showing: items, zooms: 0...15)?.viewport.zoom == 15)
    }

    @Test("nothing has no view") func nothing() {
        #expect(frame().viewport(showing: [], zooms: anyZoom) == nil)
    }

    @Test("extents that are no boxes count as points") func oddExtents() throws {
        for extent in [Rect.null, .everything, Rect(x: 0, y: 0, width: .nan, height: 1)] {
            let item = FitItem(coordinate: Coordinate(latitude: 0, longitude: 0), extent: extent)
            #expect(try #require(frame().viewport(showing: [item], zooms: anyZoom)).showsAll)
        }
    }

    @Test("what is too large leaves the places in view, and says so") func tooLarge() throws {
        let items = [0.0, 10].map {
            FitItem(
                coordinate: Coordinate(latitude: 0, longitude: $0), extent: Rect(x: 0, y: 0, width: 900, height: 10))
        }
        let fitted = try #require(frame().viewport(showing: items, zooms: anyZoom))
        #expect(!fitted.showsAll)
        #expect(fitted.viewport.point(for: items[0].coordinate).x > -1e-6)
        #expect(fitted.viewport.point(for: items[1].coordinate).x < 600 + 1e-6)
    }

    @Test("a smallest zoom that is too near says so") func tooNear() throws {
        let items = [-90.0, 60].map { FitItem(coordinate: Coordinate(latitude: 0, longitude: $0)) }
        let fitted = try #require(frame().viewport(showing: items, zooms: 5...9))
        #expect(!fitted.showsAll)
        #expect(fitted.viewport.zoom == 5)
        #expect(abs(fitted.viewport.center.longitude + 15) < 1e-9)
    }

    @Test("a box is seen as a whole and no more", arguments: [0.0, 30, 90, 200]) func box(bearing: Double) {
        let box = CoordinateBox(west: 170, south: -30, east: -150, north: 60)
        let fitted = frame(bearing: bearing).viewport(showing: box, zooms: anyZoom)
        let corners = [(box.west, box.north), (box.east, box.north), (box.east, box.south), (box.west, box.south)]
            .map { FitItem(coordinate: Coordinate(latitude: $0.1, longitude: $0.0)) }
        #expect(isTight(drawn(corners, in: fitted.viewport), in: Rect(x: 0, y: 0, width: 600, height: 400)))
        let middle = WebMercator.project(fitted.viewport.center).y
        let (top, bottom) = (WebMercator.project(corners[0].coordinate).y, WebMercator.project(corners[2].coordinate).y)
        #expect(abs(middle - (top + bottom) / 2) < 1e-9)
    }

    @Test("the world fits a square image at zoom 0") func world() {
        let frame = ViewportFrame(size: Size(width: 512, height: 512), scale: 1)
        #expect(abs(frame.viewport(showing: .world, zooms: anyZoom).viewport.zoom) < 1e-9)
    }

    @Test("a region is seen at least and keeps its center", arguments: [0.0, 45, 90], [0.0, 60, -75])
    func region(bearing: Double, latitude: Double) {
        let center = Coordinate(latitude: latitude, longitude: 20)
        let span = CoordinateSpan(latitudeDelta: 6, longitudeDelta: 8)
        let content = Rect(x: 50, y: 0, width: 400, height: 300)
        let fitted = frame(bearing: bearing, content: content).viewport(showing: span, around: center, zooms: anyZoom)
        let corners = [(-3.0, -4.0), (-3, 4), (3, -4), (3, 4)].map {
            FitItem(coordinate: Coordinate(latitude: latitude + $0.0, longitude: 20 + $0.1))
        }
        let box = drawn(corners, in: fitted.viewport)
        #expect(fitted.showsAll)
        #expect(content.inset(by: -1e-6).contains(box))
        #expect(fitted.viewport.point(for: center).distance(to: content.center) < 1e-6)
        // One side touches: the nearer pole is farther away on the map.
        let slack = [
            box.minX - content.minX, content.maxX - box.maxX, box.minY - content.minY, content.maxY - box.maxY,
        ]
        #expect(abs(slack.min() ?? 1) < 1e-6)
    }

    @Test("a region at a pole ends where the map ends") func pole() {
        let span = CoordinateSpan(latitudeDelta: 40, longitudeDelta: 1)
        let fitted = frame().viewport(
            showing: span, around: Coordinate(latitude: 80, longitude: 0), zooms: anyZoom)
        #expect(fitted.viewport.zoom.isFinite && fitted.showsAll)
    }

    @Test("the view moves towards the equator where it would leave the world", arguments: [0.0, 90, 180, 270])
    func constrained(bearing: Double) {
        let frame = ViewportFrame(
            size: Size(width: 600, height: 400), scale: 1, bearing: bearing,
            content: Rect(x: 40, y: 0, width: 500, height: 300))
        for latitude in [85.0, -85] {
            let viewport = frame.viewportWithinWorld(center: Coordinate(latitude: latitude, longitude: 0), zoom: 1)
            let bounds = viewport.mercatorBounds
            #expect(abs(latitude > 0 ? bounds.minY : bounds.maxY - 1) < 1e-9)
        }
        let inside = Coordinate(latitude: 10, longitude: 0)
        #expect(abs(frame.viewportWithinWorld(center: inside, zoom: 4).center.latitude - 10) < 1e-9)
    }
}
