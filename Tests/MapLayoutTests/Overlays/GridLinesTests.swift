// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import Testing

@Suite("Grids of meters") struct GridLinesTests {
    private static func view(_ latitude: Double, _ longitude: Double, _ mapScale: Double) -> Viewport {
        ViewportFrame(size: Size(width: 700, height: 500), scale: 2, bearing: 12)
            .viewportTrueToScale(center: Coordinate(latitude: latitude, longitude: longitude), mapScale)
    }

    @Test("are WGS 84's on a map in another datum, up to its edges") func datum() throws {
        let view = Self.view(39.9088, 116.3975, 25_000)
        var graticule = Graticule(grid: .utm, interval: Graticule.Interval(longitude: 100, latitude: 100))
        graticule.shift = DatumShift(own: .wgs84, map: .gcj02)
        func plane(_ point: Point) -> Point {
            let place = CoordinateSystem.gcj02.convert(view.coordinate(at: point * 0.5), to: .wgs84)
            return GridZone(at: place).projection.project(place)
        }
        var found: [Set<Int>] = [[], []]
        for line in try GridLines(graticule, viewport: view).lines where !line.label.isEmpty {
            for (a, b) in line.edges {
                for step in 0..<4 where view.pixelRect.contains(a.mix(b, Double(step) / 4)) {
                    let place = plane(a.mix(b, Double(step) / 4))
                    let hundreds = (line.isVertical ? place.x : place.y) / 100
                    #expect(abs(hundreds - hundreds.rounded()) < 0.025, "\(line.label)")
                    found[line.isVertical ? 0 : 1].insert(Int(hundreds.rounded()))
                }
            }
        }
        let (width, height) = (view.pixelRect.width, view.pixelRect.height)
        let corners = [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)].map(plane)
        for (values, numbers) in zip([corners.map(\.x), corners.map(\.y)], found) {
            // Less than a step from a corner, there may be no point of a line within the view.
            let (low, high) = ((values.min() ?? 0) / 100 + 1, (values.max() ?? 0) / 100 - 1)
            #expect(Set(Int(low.rounded(.up))...Int(high.rounded(.down))).isSubset(of: numbers))
        }
    }

    @Test(
        "lie within a tenth of a millimeter of the projection's",
        arguments: [
            (60.17, 24.94, 25_000.0), (60.0, 6.0, 250_000), (-33.9, 18.4, 10_000), (78.2, 15.6, 100_000),
            (0.0, 30.0, 50_000),
            (63.9, 3.0, 50_000),
        ])
    func places(latitude: Double, longitude: Double, mapScale: Double) throws {
        let view = Self.view(latitude, longitude, mapScale)
        let grid = try GridLines(Graticule(grid: .utm), viewport: view)
        let lines = grid.lines.filter { !$0.label.isEmpty }
        #expect(lines.count > 6)
        for line in lines {
            for (a, b) in line.edges {
                // Also between the points that were projected.
                let point = a.mix(b, 0.5)
                guard view.pixelRect.contains(point) else { continue }
                let place = view.coordinate(at: point * 0.5)
                let plane = GridZone(at: place).projection.project(place)
                let value = line.isVertical ? plane.x : plane.y
                let distance = abs(value - (value / grid.interval).rounded() * grid.interval)
                #expect(distance / mapScale < 0.0001, "\(line.label) at \(place)")
            }
        }
    }

    @Test("of national systems lie where PROJ has them") func national() throws {
        let grid = try GridLines(
            Graticule(grid: .system("EPSG:2056"), interval: .init(longitude: 1000, latitude: 1000)),
            viewport: Self.view(46.95, 7.44, 25_000))
        #expect(grid.lines.contains { $0.isVertical } && grid.lines.contains { !$0.isVertical })
        #expect(throws: (any Error).self) {
            try GridLines(Graticule(grid: .system("EPSG:4326")), viewport: Self.view(46.95, 7.44, 25_000))
        }
    }

    @Test("change at the edges of zones, with the exceptions of Norway") func zones() throws {
        let norway = try GridLines(Graticule(grid: .mgrs), viewport: Self.view(60, 3, 250_000))
        let zonesOfNorway = norway.names.map { String($0.text.prefix(3)) }
        #expect(Set(zonesOfNorway) == ["31V", "32V"])
        #expect(norway.lines.contains { $0.weight > 2 && $0.isVertical })
        let world = Viewport(
            size: Size(width: 600, height: 400), scale: 1, center: Coordinate(latitude: 10, longitude: 0), zoom: 2)
        let zones = try GridLines(Graticule(grid: .mgrs), viewport: world)
        #expect(zones.names.contains { $0.text == "31N" } && zones.names.contains { $0.text == "30P" })
    }

    private static func wide(
        _ latitude: Double, zoom: Double, bearing: Double = 0, pitch: Double = 0,
        _ projection: MapProjection = .mercator
    ) -> Viewport {
        Viewport(
            size: Size(width: 700, height: 500), scale: 1, center: Coordinate(latitude: latitude, longitude: 25),
            zoom: zoom, bearing: bearing, tilt: Tilt(pitch: pitch), projection: projection)
    }

    @Test(
        "have the names of squares where these are seen",
        arguments: [
            wide(60, zoom: 6, bearing: 30), wide(60, zoom: 6, pitch: 55), wide(60, zoom: 4.8, pitch: 20, .globe),
            wide(88.5, zoom: 0.5, .globe),
        ])
    func names(view: Viewport) throws {
        let names = try GridLines(Graticule(grid: .mgrs), viewport: view).names.filter { $0.side > 40 }
        #expect(names.count > 5 && Set(names.map(\.text)).count == names.count)
        for name in names {
            #expect(view.pixelRect.contains(name.center), "\(name.text)")
            let square = MilitaryGrid.reference(of: view.coordinate(at: name.center), digits: 0)
            // Of squares that are too small to be named, the zone is.
            #expect(square.hasPrefix(name.text.replacing(" ", with: "")))
        }
    }

    @Test("are not made for a map that has been cancelled") func cancelled() throws {
        let cancellation = WorkCancellation()
        cancellation.cancel()
        let grid = try WorkContext.run(changing: { $0.cancellation = cancellation }) {
            try GridLines(Graticule(grid: .mgrs), viewport: Self.view(60, 3, 250_000))
        }
        #expect(grid.lines.isEmpty && grid.names.isEmpty)
    }

    @Test("are labeled as on topographic maps") func labels() {
        #expect(GridLines.label(385_000, 1000, true, isWhole: false, hasZones: true) == "³85")
        #expect(GridLines.label(6_673_000, 1000, false, isWhole: false, hasZones: true) == "⁶⁶73")
        #expect(GridLines.label(385_000, 1000, true, isWhole: true, hasZones: true) == "³85⁰⁰⁰ᵐE")
        #expect(GridLines.label(385_500, 500, true, isWhole: false, hasZones: true) == "³85⁵⁰⁰")
        #expect(GridLines.label(400_000, 100_000, true, isWhole: false, hasZones: true) == "400 km")
    }

    @Test("have an interval that suits the scale, and none is too dense") func intervals() throws {
        #expect(try GridLines(Graticule(grid: .mgrs), viewport: Self.view(60, 25, 25_000)).interval == 1000)
        #expect(try GridLines(Graticule(grid: .mgrs), viewport: Self.view(60, 25, 250_000)).interval == 10_000)
        let dense = try GridLines(
            Graticule(grid: .utm, interval: .init(longitude: 1, latitude: 1)), viewport: Self.view(60, 25, 1_000_000))
        #expect(dense.isThinned && dense.lines.count < 4000)
    }
}

extension GridLine {
    /// Between two of its points each.
    fileprivate var edges: [(Point, Point)] { parts.flatMap { Array(zip($0, $0.dropFirst())) } }
}
