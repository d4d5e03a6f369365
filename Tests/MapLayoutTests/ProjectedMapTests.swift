// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapProj
import MapScene
import TestSupport
import Testing

@Suite("Maps in other projections") struct ProjectedMapTests {
    /// A system and the box in which it is used.
    static let systems: [(String, CoordinateBox)] = [
        ("EPSG:3035", CoordinateBox(west: -10, south: 35, east: 32, north: 70)),
        ("+proj=natearth +datum=WGS84", CoordinateBox(west: -180, south: -85, east: 180, north: 85)),
        ("+proj=eqearth +datum=WGS84", CoordinateBox(west: -180, south: -85, east: 180, north: 85)),
        ("+proj=robin +datum=WGS84", CoordinateBox(west: -180, south: -85, east: 180, north: 85)),
        ("+proj=wintri +datum=WGS84", CoordinateBox(west: -180, south: -80, east: 180, north: 80)),
        ("EPSG:3995", CoordinateBox(west: -180, south: 60, east: 180, north: 90)),
        ("EPSG:3031", CoordinateBox(west: -180, south: -90, east: 180, north: -60)),
        ("EPSG:5070", CoordinateBox(west: -125, south: 24, east: -66, north: 50)),
        ("EPSG:25832", CoordinateBox(west: 6, south: 47, east: 12, north: 55)),
        ("EPSG:2154", CoordinateBox(west: -5, south: 41, east: 9, north: 51)),
        ("EPSG:27700", CoordinateBox(west: -6, south: 50, east: 2, north: 58)),
        ("EPSG:2056", CoordinateBox(west: 6, south: 45.8, east: 10.4, north: 47.8)),
        ("EPSG:3413", CoordinateBox(west: -75, south: 59, east: -10, north: 84)),
        ("+proj=moll +lon_0=150 +datum=WGS84", CoordinateBox(west: -30, south: -80, east: 330, north: 80)),
        ("EPSG:2056", CoordinateBox(west: 7.43, south: 46.94, east: 7.46, north: 46.96)),
    ]

    private func projection(_ definition: String) throws -> CartographicProjection? {
        do {
            return try CartographicProjection.system(definition)
        } catch  where error.code == .coordinatesNoLibrary {
            print("skipped: PROJ is not installed")
            return nil
        }
    }

    private func frame(_ projection: CartographicProjection, bearing: Double = 0) -> ViewportFrame {
        ViewportFrame(
            size: Size(width: 1200, height: 900), scale: 1, bearing: bearing, projection: .cartographic(projection))
    }

    @Test(
        "a pole that is no point is seen at the scale of its surroundings, in few tiles",
        arguments: ["EPSG:5070", "EPSG:3395", "EPSG:2154", "+proj=eqearth +datum=WGS84", "EPSG:3995"],
        [-90.0, 90])
    func poles(_ definition: String, _ latitude: Double) throws {
        guard let projection = try projection(definition) else { return }
        for zoom in [1.0, 4, 8, 12, 16] {
            let view = frame(projection).viewport(
                center: Coordinate(latitude: latitude, longitude: -8.75), zoom: zoom)
            let tiles = try #require(TilePlan.covering(view, zoom: Int(zoom)))
            #expect(tiles.count < 700, "\(tiles.count) tiles at zoom \(zoom)")
        }
    }

    @Test(
        "a grid of meters has no more lines at a pole, which all zones reach, than there is room for",
        arguments: [14.0, 18])
    func gridAtPole(_ zoom: Double) throws {
        guard let projection = try projection("EPSG:5070") else { return }
        let view = frame(projection).viewport(center: Coordinate(latitude: -90, longitude: -96), zoom: zoom)
        let grid = try GridLines(Graticule(grid: .utm), viewport: view)
        #expect(grid.interval > 60 * view.metersPerPoint && grid.lines.count < 5000)
        let asked = Graticule(grid: .utm, interval: .init(longitude: 60 * view.metersPerPoint, latitude: 0))
        #expect(try GridLines(asked, viewport: view).isThinned)
    }

    @Test("names of squares stand where these are seen") func names() throws {
        guard let projection = try projection("EPSG:3035") else { return }
        let view = frame(projection, bearing: 20).viewport(
            center: Coordinate(latitude: 60, longitude: 25), zoom: 6)
        let names = try GridLines(Graticule(grid: .mgrs), viewport: view).names
        #expect(names.count > 20)
        for name in names {
            let square = MilitaryGrid.reference(of: view.coordinate(at: name.center), digits: 0)
            #expect(view.pixelRect.contains(name.center) && name.text.replacing(" ", with: "") == square)
        }
    }

    @Test("another datum does not make a point of a pole that is a line") func poleOfAnotherDatum() throws {
        guard let projection = try projection("EPSG:5070") else { return }
        let ends = projection.exact([Point(-90, -90), Point(90, -90), Point(-90, -89.9), Point(90, -89.9)])
        #expect(ends[0].distance(to: ends[1]) > 0.99 * ends[2].distance(to: ends[3]))
    }

    @Test("places are where PROJ has them, within a twentieth of a pixel, and are found there", arguments: systems)
    func places(_ definition: String, _ box: CoordinateBox) throws {
        guard let projection = try projection(definition) else { return }
        let view = frame(projection).viewport(showing: box, zooms: -5...22).viewport
        let middle = try #require(view.perspective?.projected).view
        var generator = SplitMix(seed: 7)
        for _ in 0..<1000 {
            let place = Coordinate(
                latitude: .random(in: box.south...box.north, using: &generator),
                longitude: .random(in: box.west...box.east, using: &generator))
            let points = projection.exact([
                Point((place.longitude - projection.centralMeridian).remainder(dividingBy: 360), place.latitude),
                Point((middle.longitude - projection.centralMeridian).remainder(dividingBy: 360), middle.latitude),
            ])
            let offset = (points[0] - points[1]) * middle.pixelsPerUnit
            let wanted = Point(600 + offset.x, 450 - offset.y)
            let found = view.pixel(for: place)
            #expect(found.distance(to: wanted) < 0.05, "\(place): \(found) instead of \(wanted)")
            #expect(view.pixelRect.inset(by: -1).contains(found), "\(place) is outside: \(found)")
            guard abs(place.latitude) < 89.9 else { continue }
            let back = view.pixel(for: view.coordinate(at: found))
            #expect(back.distance(to: found) < 0.3, "\(place): \(back) instead of \(found)")
        }
    }

    @Test("tiles are looked for as long as the map has time, at the pole of a cone too") func time() throws {
        guard let projection = try projection("EPSG:5070") else { return }
        let view = frame(projection).viewport(center: Coordinate(latitude: 45, longitude: -100), zoom: 5)
        #expect(TilePlan.covering(view, zoom: 5)?.isEmpty == false)
        var limits = RenderLimits.generous
        limits.milliseconds = -1
        #expect(RenderBudget(limits).run { TilePlan.covering(view, zoom: 5) } == nil)
    }

    @Test(
        "the scale at the center is true on the ellipsoid",
        arguments: [("EPSG:3035", 30.0, 62.0), ("EPSG:2056", 8, 47)])
    func scale(_ definition: String, _ longitude: Double, _ latitude: Double) throws {
        guard let projection = try projection(definition) else { return }
        let center = Coordinate(latitude: latitude, longitude: longitude)
        let view = frame(projection).viewportTrueToScale(center: center, 25_000)
        #expect(abs(view.mapScale - 25_000) < 1e-6)
        // The mean of two directions at a right angle: areas are true.
        let meters = [0.0, 90].map { bearing in
            let other = view.point(for: center.destination(azimuth: bearing * .pi / 180, distance: 1000))
            return other.distance(to: Point(600, 450)) * view.metersPerPoint
        }
        #expect(abs((meters[0] * meters[1]).squareRoot() - 1000) < 1, "\(meters)")
    }

    /// Land everywhere, in tiles with a margin.
    private func land(
        _ definition: String, color: String = "#0a0", _ view: (CartographicProjection) -> Viewport
    ) throws -> Bitmap? {
        guard let projection = try projection(definition) else { return nil }
        let layers = """
            {"id": "land", "type": "fill", "source": "s", "source-layer": "l", "paint": {"fill-color": "\(color)"}}
            """
        return try MapFixture(
            StubArchive(maxZoom: 3, [.box(Rect(minX: -64, minY: -64, maxX: 4160, maxY: 4160))]), layers: layers,
            view: view(projection)
        ).image()
    }

    @Test(
        "the pole is covered, and nothing shows where the map is cut",
        arguments: ["EPSG:3995", "EPSG:3413"], ["#0a0", "#0a08"])
    func pole(_ definition: String, _ color: String) throws {
        let image = try land(definition, color: color) { projection in
            frame(projection).viewport(center: Coordinate(latitude: 90, longitude: 0), zoom: 2)
        }
        guard let image else { return }
        let gaps = image.pixels.indices.filter { image.pixels[$0] != image.pixels[7] }
        #expect(image.pixels[7] >> 24 == (color == "#0a0" ? 0xFF : 0x88))
        #expect(
            gaps.isEmpty, "\(gaps.count) pixels, such as \(gaps.prefix(3).map { ($0 % image.width, $0 / image.width) })"
        )
    }

    @Test("a street at the pole sees all meridians, of which few are drawn", arguments: [nil, 0.1])
    func meridians(interval: Double?) throws {
        guard let projection = try projection("EPSG:3995") else { return }
        let view = frame(projection).viewport(center: Coordinate(latitude: 90, longitude: 0), zoom: 3)
        let near = frame(projection).viewport(center: Coordinate(latitude: 89.99, longitude: 0), zoom: 10)
        for view in [view, near] {
            var fixture = MapFixture(layers: #"{"id": "ground", "type": "background"}"#, sources: [:], view: view)
            let asked = interval.map { Graticule.Interval(longitude: $0, latitude: $0) }
            fixture.overlays = [Overlay(.graticule(Graticule(interval: asked, labels: false)), id: "grid")]
            let mark = try #require(try fixture.drawing().items(.overlay).first).mark
            guard case .stroke(let path, _, _) = mark else {
                Issue.record("no lines: \(mark)")
                continue
            }
            let lines = path.verbs.count { $0 == .move }
            #expect((8..<(interval == nil ? 100 : 800)).contains(lines), "\(lines) lines")
        }
    }

    @Test("the world ends where the projection does", arguments: [-180.0, -30, 20])
    func outline(west: Double) throws {
        let image = try land("+proj=robin +datum=WGS84 +lon_0=\(west + 180)") { projection in
            frame(projection).viewport(
                showing: CoordinateBox(west: west, south: -90, east: west + 360, north: 90), zooms: -5...22
            ).viewport
        }
        guard let image else { return }
        let filled = image.pixels.count { $0 == 0xFF00_AA00 }
        // The area of Robinson's world in the rectangle around it, which is as wide as the image.
        let height = 1200 * 0.5072
        #expect(abs(Double(filled) / (1200 * height) - 0.873) < 0.01, "\(Double(filled) / (1200 * height))")
        #expect(image.pixels[450 * image.width + 600] == 0xFF00_AA00)
        #expect(image.pixels[160 * image.width + 2] >> 24 == 0)
    }

    @Test(
        "what goes to infinity ends beyond the equator",
        arguments: [
            ("+proj=lcc +lat_1=30 +lat_2=60", -1.0), ("+proj=lcc +lat_1=-20 +lat_2=-40", 1), ("EPSG:3995", -1),
            ("EPSG:3031", 1),
        ])
    func ends(_ definition: String, _ side: Double) throws {
        let image = try land(definition) { projection in
            frame(projection).viewport(center: Coordinate(latitude: -30 * side, longitude: 0), zoom: -2)
        }
        guard let image, let projection = try projection(definition) else { return }
        let view = frame(projection).viewport(center: Coordinate(latitude: -30 * side, longitude: 0), zoom: -2)
        func pixel(_ latitude: Double) -> UInt32? {
            let p = view.pixel(for: Coordinate(latitude: latitude * side, longitude: 3))
            guard view.pixelRect.contains(p) else { return nil }
            return image.pixels[Int(p.y) * image.width + Int(p.x)]
        }
        for latitude in [-60.0, -20, 0, 20, 40] { #expect(pixel(latitude) == 0xFF00_AA00, "\(latitude)") }
        for latitude in [50.0, 60] { #expect((pixel(latitude) ?? 0) >> 24 == 0, "\(latitude)") }
    }

    @Test("what is in several pieces is refused", arguments: ["+proj=igh", "+proj=healpix", "+proj=imoll"])
    func interrupted(_ definition: String) throws {
        do {
            _ = try CartographicProjection.system(definition)
            Issue.record("\(definition) is drawn")
        } catch  where error.code == .coordinatesNoLibrary {
            print("skipped: PROJ is not installed")
        } catch  where error.code == .coordinatesUnknownSystem {
            print("skipped: PROJ is older than \(definition)")
        } catch {
            #expect(error.code == .basemapInterruptedProjection)
            #expect(error.hint?.contains("equalEarth") == true)
        }
    }

    @Test("a plane that is stretched ends where it did") func stretched() throws {
        guard let conic = try projection("EPSG:2154") else { return }
        #expect(conic.latitudes == -45...90)
        let stretched = conic.adjusted(stretch: 2)
        #expect(stretched.latitudes == conic.latitudes && stretched.reach == conic.reach)
        // Beyond the equator, the cone is of no use.
        let south = try #require(conic.exact([Point(0, -60)]).first)
        #expect(stretched.places(at: [Point(south.x, 2 * south.y)], tolerance: 1)[0].x.isNaN)
    }

    @Test("a grid of the system is made of straight lines at equal distances") func grid() throws {
        guard let projection = try projection("EPSG:2056") else { return }
        let view = frame(projection).viewportTrueToScale(center: Coordinate(latitude: 47, longitude: 8.2), 50_000)
        let system = try ReferenceSystem("EPSG:2056")
        var places = (0...10).map { Point(2_655_000 + 1000 * Double($0), 1_205_000) }
        try system.toLongitudeLatitude(&places)
        let points = places.map { view.point(for: Coordinate(latitude: $0.y, longitude: $0.x)) }
        let step = points[1] - points[0]
        for (a, b) in zip(points, points.dropFirst()) {
            #expect((b - a - step).length < 0.01 && abs(step.y) < 0.001, "\(b - a)")
        }
    }

    @Test(
        "definitions of strangers do not trap",
        arguments: [
            "EPSG:4326", "EPSG:3395", "+proj=gnom +lat_0=90", "+proj=ortho +lat_0=40 +lon_0=10",
            "+proj=stere +lat_0=10",
            "+proj=tmerc +lon_0=170", "+proj=aeqd +lat_0=50 +lon_0=-100", "+proj=geos +h=35785831",
            "+proj=laea +lat_0=52 +lon_0=10",
            "+proj=igh", "+proj=lcc +lat_1=30 +lat_2=60", "+proj=merc +x_0=1e300", "+proj=moll +a=1e-3",
        ])
    func odd(_ definition: String) throws {
        guard let projection = try? projection(definition) else { return }
        let world = CoordinateBox(west: -180, south: -90, east: 180, north: 90)
        for bearing in [0.0, 37] {
            let frame = frame(projection, bearing: bearing)
            let views = [
                frame.viewport(showing: world, zooms: -5...22).viewport,
                frame.viewport(center: Coordinate(latitude: -90, longitude: 180), zoom: 3),
                frame.viewport(center: Coordinate(latitude: 0, longitude: 179), zoom: 20),
            ]
            for view in views {
                let tiles = TilePlan.covering(view, zoom: 3)
                #expect(tiles?.count ?? 0 <= 20_000)
                _ = view.coordinate(at: Point(3, 5))
                _ = view.point(for: Coordinate(latitude: 12, longitude: -3))
                _ = view.footprint
            }
        }
    }
}
