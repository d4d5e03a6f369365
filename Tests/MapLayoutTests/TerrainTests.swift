// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import MapStyle
import MapTiles
import TestSupport
import Testing

@Suite("Maps with a terrain") struct TerrainTests {
    /// One tile, which is that of the world unless said otherwise.
    private func terrain(
        _ id: TileID = TileID(z: 0, x: 0, y: 0), _ height: (_ x: Double, _ y: Double) -> Double
    ) -> Terrain {
        let side = 64
        let heights = (0..<(side + 2) * (side + 2)).map { (index: Int) -> Float in
            let (row, column) = index.quotientAndRemainder(dividingBy: side + 2)
            return Float(height(Double(column - 1) / Double(side), Double(row - 1) / Double(side)))
        }
        return Terrain([id: Terrain.Tile(side: side, heights: heights)], exaggeration: 1)
    }

    private func view(pitch: Double = 60) -> Viewport {
        Viewport(
            size: Size(width: 256, height: 256), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 2,
            tilt: Tilt(pitch: pitch))
    }

    private let fill =
        #"{"id": "f", "type": "fill", "source": "s", "source-layer": "l", "paint": {"fill-color": "red"}}"#
    private let circle =
        #"{"id": "c", "type": "circle", "source": "s", "source-layer": "l", "paint": {"circle-radius": 4}}"#

    @Test("a level terrain shows the map that there is without it") func level() throws {
        let square = Rect(minX: 1024, minY: 1024, maxX: 3072, maxY: 3072)
        var map = MapFixture(StubArchive([.box(square)]), layers: fill, view: view())
        let without = try map.image()
        map.view = view().standing(on: terrain { _, _ in 300 })
        let with = try map.image()
        let differing = zip(without.pixels, with.pixels).count { ($0 >> 24 > 127) != ($1 >> 24 > 127) }
        #expect(without.pixels.count { $0 >> 24 > 127 } > 10_000)
        // The edges are those of a texture.
        #expect(differing < 300, "\(differing) pixels")
    }

    private func globe(_ latitude: Double, zoom: Double = 2, pitch: Double = 0) -> Viewport {
        Viewport(
            size: Size(width: 256, height: 256), scale: 1, center: Coordinate(latitude: latitude, longitude: 0),
            zoom: zoom,
            tilt: Tilt(pitch: pitch), projection: .globe)
    }

    @Test("a level terrain shows the globe that there is without it, the poles too", arguments: [0.0, 75, -85])
    func levelGlobe(latitude: Double) throws {
        let ground = #"{"id": "g", "type": "background", "paint": {"background-color": "white"}}"#
        let square = Rect(minX: 1024, minY: 0, maxX: 3072, maxY: 2500)
        var map = MapFixture(StubArchive([.box(square)]), layers: ground + "," + fill, view: globe(latitude, zoom: 0))
        let without = try map.image()
        map.view = map.view.standing(on: terrain { _, _ in 0 })
        let with = try map.image()
        func look(_ pixel: UInt32) -> [Bool] { [pixel >> 24 > 127, pixel >> 8 & 255 > 127] }
        let differing = zip(without.pixels, with.pixels).count { look($0) != look($1) }
        #expect(without.pixels.count { $0 >> 24 > 127 } > 10_000)
        #expect(differing < 700, "\(differing) pixels")
    }

    @Test("hills of a globe rise above its edge, and circles and pins stand on them") func hillsOfGlobe() throws {
        let top = Coordinate(latitude: 17.6, longitude: 0)
        var map = MapFixture(
            StubArchive([.wholeTile, .point(2048, 1843)]), layers: fill + "," + circle, view: globe(0, pitch: 60))
        map.annotations = [Annotation(at: top)]
        func height(of role: DrawingItem.Role, id: String = "") throws -> Double {
            try #require(try map.drawing().items(role).filter { $0.id.hasSuffix(id) }.map(\.bounds.minY).min())
        }
        func rows() throws -> Int { try map.image().pixels.firstIndex { $0 >> 24 > 127 }.map { $0 / 256 } ?? 256 }
        let level = (circle: try height(of: .layer, id: "c"), pin: try height(of: .annotation), rows: try rows())
        map.view = map.view.standing(on: terrain { _, y in abs(y - 0.45) < 0.03 ? 700_000 : 0 })
        #expect(try height(of: .layer, id: "c") < level.circle - 10)
        #expect(try height(of: .annotation) < level.pin - 10)
        #expect(try rows() < level.rows - 5)
    }

    @Test("a globe seen from near, with a line on its hills") func nearGlobe() throws {
        var map = MapFixture(StubArchive([.wholeTile]), layers: fill, view: globe(10, zoom: 11, pitch: 60))
        let ends = [Coordinate(latitude: 9.95, longitude: -0.05), Coordinate(latitude: 10.05, longitude: 0.05)]
        map.overlays = [Overlay(.polyline(Polyline(ends)), level: .aboveRoads)]
        map.view = map.view.standing(on: terrain { _, _ in 2000 })
        #expect(try map.image().pixels.count { $0 >> 24 == 255 } > 20_000)
    }

    @Test("the same pixels for any number of threads, on tiles of several zooms") func threads() throws {
        var map = MapFixture(StubArchive(maxZoom: 4, [.wholeTile]), layers: fill, view: view(pitch: 70))
        map.view = map.view.standing(on: terrain { x, y in 400_000 * x * y })
        map.threads = 1
        let one = try map.image()
        map.threads = 4
        #expect(try map.image().pixels == one.pixels)
        #expect(one.pixels.contains { $0 >> 24 == 255 })
    }

    @Test("circles and pins stand on the ground, and hills hide circles") func standing() throws {
        let mountain = terrain { x, y in abs(x - 0.5) < 0.03 && abs(y - 0.45) < 0.03 ? 700_000 : 0 }
        let top = Coordinate(latitude: 17.6, longitude: 0)
        var map = MapFixture(StubArchive([.point(2048, 1843)]), layers: circle, view: view())
        map.annotations = [Annotation(at: top)]
        func height(of role: DrawingItem.Role) throws -> Double {
            try #require(try map.drawing().items(role).map(\.bounds.minY).min())
        }
        let level = (circle: try height(of: .layer), pin: try height(of: .annotation))
        map.view = view().standing(on: mountain)
        #expect(try height(of: .layer) < level.circle - 10)
        #expect(try height(of: .annotation) < level.pin - 10)

        map.view = view().standing(on: terrain { _, y in abs(y - 0.47) < 0.01 ? 1_500_000 : 0 })
        #expect(try map.drawing().items(.layer).isEmpty)
    }

    @Test("a ridge hides the building behind it, and not the one before it") func buildings() throws {
        let layer = """
            {"id": "b", "type": "fill-extrusion", "source": "s", "source-layer": "l",
             "paint": {"fill-extrusion-color": "blue", "fill-extrusion-height": 20000}},
            """
        let ground = #"{"id": "g", "type": "background", "paint": {"background-color": "white"}}"#
        func blue(_ square: Rect) throws -> Int {
            var map = MapFixture(StubArchive([.box(square)]), layers: ground + "," + layer.dropLast(1), view: view())
            map.view = view().standing(on: terrain { _, y in abs(y - 0.47) < 0.01 ? 1_500_000 : 0 })
            return try map.image().pixels.count { $0 & 0xFF > ($0 >> 16 & 0xFF) + 40 }
        }
        #expect(try blue(Rect(minX: 2000, minY: 1780, maxX: 2096, maxY: 1860)) == 0)
        #expect(try blue(Rect(minX: 2000, minY: 2048, maxX: 2096, maxY: 2128)) > 20)
    }

    @Test("an overlay lies on the hills and can be hit there") func overlays() throws {
        let line = Overlay(
            .polyline(
                Polyline(
                    [Coordinate(latitude: 0, longitude: -20), Coordinate(latitude: 0, longitude: 20)],
                    strokeColor: .systemRed, lineWidth: .points(6))), id: "way")
        var map = MapFixture(StubArchive([.wholeTile]), layers: fill, view: view())
        map.overlays = [line]
        map.view = view().standing(on: terrain { _, _ in 0 })
        let drawing = try map.drawing()
        #expect(drawing.items(.overlay).flatMap(\.targets).map(\.path) == ["overlay/way"])
        let image = try RasterPainter().paint(drawing, threads: 1)
        let overlay = try RasterPainter().paint(
            try MapFixture(StubArchive([.wholeTile]), layers: fill, view: map.view).drawing(), threads: 1)
        #expect(image.pixel(128, 128) != overlay.pixel(128, 128))
        #expect(image.pixel(128, 60) == overlay.pixel(128, 60))
    }

    /// A mountain of 700 km, and the place on it that is seen 28 pixels above where level ground would be.
    private var mountain: Terrain { terrain { x, y in abs(x - 0.5) < 0.03 && abs(y - 0.45) < 0.03 ? 700_000 : 0 } }
    private let top = Coordinate(latitude: 17.6, longitude: 1)

    @Test("overlays are hit where the hills are that they lie on, and not behind hills") func hits() throws {
        let circle = Overlay(.circle(Circle(center: top, radius: 100_000)))
        let ends = [-20.0, 20].map { Coordinate(latitude: top.latitude, longitude: $0) }
        var map = MapFixture(StubArchive([.wholeTile]), layers: fill, view: view().standing(on: mountain))
        for overlay in [circle, Overlay(.polyline(Polyline(ends)))] {
            map.overlays = [overlay]
            let item = try #require(try map.drawing().items(.overlay).first)
            let shape = try #require(item.targets.first).shape
            #expect(shape.contains(map.view.point(for: top)))
            #expect(!shape.contains(view().point(for: top)))
            #expect(item.bounds == shape.bounds.intersection(map.view.pixelRect))
        }
        map.view = view().standing(on: terrain { _, y in abs(y - 0.47) < 0.01 ? 1_500_000 : 0 })
        #expect(try map.drawing().items(.overlay).isEmpty)
    }

    @Test("fog over a terrain is hit if it has a title") func fog() throws {
        var map = MapFixture(StubArchive([.wholeTile]), layers: fill, view: view().standing(on: mountain))
        map.overlays = [Overlay(.fog(Fog(reveal: [])))]
        #expect(try map.drawing().items(.overlay).isEmpty)
        map.overlays[0].title = "Fog"
        let target = try #require(try map.drawing().items(.overlay).first?.targets.first)
        #expect(target.title == "Fog")
        #expect(target.shape.contains(map.view.point(for: top)))
    }

    @Test(
        "what covers all of the ground is hit on hills above the horizon, and not in the sky beside them",
        arguments: [
            Overlay.Content.fog(Fog(reveal: [])), .night(Night(time: "2026-03-20T00:00:00Z")),
            .circle(Circle(center: Coordinate(latitude: 0, longitude: 0), radius: 1_000_000)),
        ])
    func aboveHorizon(_ content: Overlay.Content) throws {
        // A mountain of 3.5 km, 6 km away from a camera at a height of 2 km.
        let id = TileID(z: 8, x: 128, y: 127)
        let mountain = terrain(id) { x, y in abs(x - 0.5) < 0.02 && abs(y - 0.46) < 0.012 ? 3_500 : 0 }
        let view = Viewport(
            size: Size(width: 400, height: 400), scale: 1, center: WebMercator.unproject(id.mercatorRect.center),
            zoom: 11, tilt: Tilt(pitch: 85)
        ).standing(on: mountain)
        var map = MapFixture(StubArchive([.wholeTile]), layers: fill, view: view)
        map.overlays = [Overlay(content, title: "All")]
        let shape = try #require(try map.drawing().items(.overlay).first?.targets.first).shape
        let slope = view.point(for: WebMercator.unproject(Point(128.5 / 256, 127.473 / 256)))
        #expect(shape.contains(slope))
        #expect(!shape.contains(Point(30, slope.y)) && !shape.contains(Point(200, 60)))
        #expect(shape.contains(Point(30, 300)))
    }

    @Test("tiles over a terrain are hit within their bounds if they have a link") func tiles() throws {
        var map = MapFixture(StubArchive([.wholeTile]), layers: fill, view: view().standing(on: mountain))
        let (point, aside) = (map.view.point(for: top), map.view.point(for: Coordinate(latitude: 15, longitude: 25)))
        func target(_ overlay: TileOverlay, href: String? = "tiles.html") throws -> Target? {
            let tiles = RasterTiles(archive: StubArchive(maxZoom: 4), minZoom: 0, maxZoom: 4, tileSize: 256)
            map.overlayTiles = [overlay: tiles]
            map.overlays = [Overlay(.tiles(overlay), href: href)]
            return try map.drawing().items(.overlay).first?.targets.first
        }
        #expect(try target(TileOverlay("tiles"), href: nil) == nil)
        #expect(try target(TileOverlay("tiles", minZoom: 10)) == nil)
        let whole = try #require(try target(TileOverlay("tiles")))
        #expect(whole.href == "tiles.html" && whole.shape.contains(point) && whole.shape.contains(aside))
        let box = CoordinateBox(west: -10, south: 15, east: 10, north: 20)
        let shape = try #require(try target(TileOverlay("tiles", bounds: box))).shape
        #expect(shape.contains(point) && !shape.contains(aside) && !shape.contains(view().point(for: top)))
    }

    @Test("the night lies on the hills, and is hit there if it has a title") func night() throws {
        var map = MapFixture(StubArchive([.wholeTile]), layers: fill, view: view().standing(on: mountain))
        let point = map.view.point(for: top)
        func red(_ drawing: Drawing) throws -> UInt32 {
            try RasterPainter().paint(drawing, threads: 1).pixel(Int(point.x), Int(point.y)) >> 16 & 255
        }
        let day = try red(map.drawing())
        map.overlays = [Overlay(.night(Night(time: "2026-03-20T00:00:00Z")))]
        let drawing = try map.drawing()
        #expect(try red(drawing) < day - 50)
        // It is a part of the ground's picture.
        #expect(drawing.items(.overlay).isEmpty)
        map.overlays[0].title = "Night"
        let target = try #require(try map.drawing().items(.overlay).first?.targets.first)
        #expect(target.title == "Night" && target.shape.contains(point))
        map.overlays = [Overlay(.night(Night(time: "2026-03-20T12:00:00Z")), title: "Night")]
        #expect(try red(map.drawing()) == day)
    }

    @Test("the disc of the user location's accuracy lies on the hills") func accuracy() throws {
        let user = UserLocation(at: top, accuracy: 300_000)
        let standing = view().standing(on: mountain)
        let items = AnnotationLayout(viewport: standing, fonts: MapFixture.fonts).place([], user).items
        let disc = try #require(items.first { $0.id == "userLocation" && $0.targets.isEmpty })
        #expect(disc.bounds.contains(standing.point(for: top)))
        #expect(disc.bounds.maxY < view().point(for: top).y)
    }

    @Test("lines of latitude follow the hills, and end behind them") func graticule() throws {
        func strokes(_ mark: Mark) -> [Path] {
            switch mark {
            case .stroke(let path, _, _): [path]
            case .group(let group): group.marks.flatMap(strokes)
            default: []
            }
        }
        let interval = Graticule.Interval(longitude: 90, latitude: top.latitude)
        var map = MapFixture(StubArchive([.wholeTile]), layers: fill, view: view().standing(on: mountain))
        map.overlays = [Overlay(.graticule(Graticule(interval: interval, labels: false)))]
        func passes(_ point: Point) throws -> Bool {
            try map.drawing().items(.overlay).flatMap { strokes($0.mark) }
                .contains { HitShape.line($0, tolerance: 1).contains(point) }
        }
        #expect(try passes(map.view.point(for: top)))
        #expect(try !passes(view().point(for: top)))
        map.view = view().standing(on: terrain { _, y in abs(y - 0.47) < 0.01 ? 1_500_000 : 0 })
        #expect(try !passes(map.view.point(for: top)))
    }

    @Test("names of zones are not seen behind hills") func zoneNames() throws {
        func names(_ terrain: Terrain) throws -> [String] {
            try GridLines(Graticule(grid: .mgrs), viewport: view().standing(on: terrain)).names.map(\.text)
        }
        let (level, ridge) = (terrain { _, _ in 0 }, terrain { _, y in abs(y - 0.47) < 0.01 ? 1_500_000 : 0 })
        #expect(try names(level).contains("31Q") && names(level).contains("31N"))
        #expect(try !names(ridge).contains("31Q") && names(ridge).contains("31N"))
    }

    /// The names of the tiles that a map reads.
    private func tilesRead(_ view: Viewport) throws -> Set<TileID> {
        let archive = StubArchive(maxZoom: 6, [.wholeTile])
        _ = try MapFixture(archive, layers: fill, view: view).image()
        return Set(archive.counts.keys)
    }

    @Test("tiles of a terrain are larger in the distance and smaller near the camera, whatever its pitch")
    func grading() throws {
        let view = Viewport(
            size: Size(width: 256, height: 256), scale: 1, center: Coordinate(latitude: 0.3, longitude: 0.3), zoom: 4.9,
            tilt: Tilt(pitch: 58))
        #expect(try Set(tilesRead(view).map(\.z)) == [4])
        let standing = view.standing(on: terrain { _, _ in 0 })
        let read = try tilesRead(standing)
        #expect(Set(read.map(\.z)) == [4, 5])
        // As many as the camera's plan has, although they are read for one part of the ground after the other.
        let plan = try #require(TilePlan.covering(standing, zoom: 4, finest: 6))
        #expect(read == Set(plan.map(\.id)))
    }

    @Test("tiles of heights that are not there are parts of larger ones, each of which is read once")
    func missingHeights() throws {
        // 400 metres everywhere, in the tiles of two zooms.
        let color = 0xFF00_0000 | UInt32((400 + 10_000) * 10)
        let bytes = try encodePNG(Bitmap(width: 4, height: 4, pixels: Array(repeating: color, count: 16)))
        let archive = StubArchive(maxZoom: 3, image: { id in id.z == 0 || id.z == 2 && id.y > 0 ? bytes : nil })
        let tiles = RasterTiles(archive: archive, minZoom: 0, maxZoom: 3, tileSize: 512)
        let loader = TerrainLoader(
            tiles, .mapbox, exaggeration: 1, policy: .skip, threads: 2, diagnostics: DiagnosticSink())
        let view = Viewport(
            size: Size(width: 256, height: 256), scale: 1, center: Coordinate(latitude: 60, longitude: 0), zoom: 4,
            tilt: Tilt(pitch: 60))
        let standing = try #require(loader.standing(view))
        #expect(abs(standing.centerHeight - 400) < 0.1)
    }
}
