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

@Suite("Tilted maps") struct TiltedMapTests {
    private func view(
        pitch: Double, zoom: Double = 2, bearing: Double = 0, size: Size = Size(width: 256, height: 256)
    ) -> Viewport {
        Viewport(
            size: size, scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: zoom, bearing: bearing,
            tilt: Tilt(pitch: pitch))
    }

    private let fill =
        #"{"id": "f", "type": "fill", "source": "s", "source-layer": "l", "paint": {"fill-color": "red"}}"#

    @Test("a pitch of 60 degrees needs few tiles, and steep ones lower zooms in the distance")
    func tiles() throws {
        let large = Size(width: 1024, height: 768)
        let center = Coordinate(latitude: 60, longitude: 25)
        func plan(_ pitch: Double) throws -> [PlacedTile] {
            let view = Viewport(
                size: large, scale: 1, center: center, zoom: 14.5, bearing: 20, tilt: Tilt(pitch: pitch))
            return try #require(TilePlan.covering(view, zoom: 14))
        }
        #expect(try plan(60).allSatisfy { $0.id.z == 14 })
        #expect(try plan(60).count < 40)
        let steep = try plan(80)
        #expect(steep.count < 100)
        #expect(Set(steep.map(\.id.z)).count > 2)
        #expect(steep.allSatisfy { $0.id.z <= 14 })
        // No tile lies in another one.
        for tile in steep {
            #expect(!steep.contains { $0.id.z < tile.id.z && tile.id.ancestor(atZoom: $0.id.z) == $0.id })
        }
    }

    @Test("edges of areas are where their corners are seen", arguments: [0.0, 40]) func areas(bearing: Double) throws {
        // The tile's middle half, in degrees of longitude: -90...90.
        let square = Rect(minX: 1024, minY: 1024, maxX: 3072, maxY: 3072)
        let view = view(pitch: 50, zoom: 0, bearing: bearing)
        let image = try MapFixture(StubArchive([.box(square)]), layers: fill, view: view).image()
        let mercator = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        let corners = mercator.corners.map { view.point(for: WebMercator.unproject($0)) }
        let region = ConvexRegion(corners)
        for y in stride(from: 0, to: 256, by: 3) {
            for x in stride(from: 0, to: 256, by: 3) {
                let point = Point(Double(x) + 0.5, Double(y) + 0.5)
                let depth = region.halfPlanes.map { $0.distance(point) }.min() ?? 0
                guard abs(depth) > 1.5 else { continue }
                #expect((image.pixel(x, y) != 0) == (depth > 0))
            }
        }
    }

    @Test("polygons look the same joined to one path and one by one", arguments: [0.0, 60])
    func joinedPolygons(pitch: Double) throws {
        // Some are cut by the tile, some by what the camera sees, some lie over each other.
        let polygons = (0..<64).map { index in
            let (x, y) = (Double(index % 8) * 560 - 200, Double(index / 8) * 560 - 200)
            return VectorFeature.made(.polygon, [[(x, y), (x + 600, y), (x + 400, y + 400), (x, y + 400)]])
        }
        func image(_ color: String) throws -> Bitmap {
            let layer = """
                {"id": "f", "type": "fill", "source": "s", "source-layer": "l",
                 "paint": {"fill-color": \(color), "fill-opacity": 0.5, "fill-outline-color": "blue"}}
                """
            return try MapFixture(StubArchive(polygons), layers: layer, view: view(pitch: pitch, zoom: 1)).image()
        }
        let joined = try image(#""red""#)
        #expect(joined.pixels.contains { $0 != 0 })
        #expect(try image(#"["case", ["has", "name"], "green", "red"]"#).pixels == joined.pixels)
    }

    @Test("a box is kept as a whole that a tilted camera sees") func keptBoxes() throws {
        let tilted = view(pitch: 60)
        let ground = GroundProjection(try #require(tilted.perspective), margin: 8)
        let middle = Rect(center: Point(128, 128), size: Size(width: 20, height: 20))
        let plane = try #require(ground.plane(keeping: middle))
        var path = Path.rectangle(middle)
        path.project(by: plane)
        #expect(path == ground.area(.rectangle(middle)))
        #expect(path == ground.lines(.rectangle(middle)))
        let wide = Rect(center: Point(128, 128), size: Size(width: 2000, height: 20))
        #expect(ground.plane(keeping: wide) == nil)
        #expect(ground.plane(keeping: wide, margin: 2000) != nil)
        #expect(ground.mayShow(wide))
        #expect(!ground.mayShow(wide.offset(by: Point(4000, 0))))
    }

    @Test("nothing is drawn above the horizon") func horizon() throws {
        let background = #"{"id": "b", "type": "background", "paint": {"background-color": "blue"}}"#
        let image = try MapFixture(
            StubArchive([.wholeTile]), layers: background + "," + fill, view: view(pitch: 85, zoom: 3)
        ).image()
        #expect((0..<256).allSatisfy { image.pixel($0, 0) == 0 })
        #expect((0..<256).allSatisfy { image.pixel($0, 255) == 0xFFFF_0000 })
    }

    @Test("a line is narrower in the distance") func lines() throws {
        let line = """
            {"id": "l", "type": "line", "source": "s", "source-layer": "l",
             "paint": {"line-color": "#000000", "line-width": 20}}
            """
        let feature = VectorFeature.made(.lineString, [[(2048, -64), (2048, 4160)]])
        let image = try MapFixture(StubArchive([feature]), layers: line, view: view(pitch: 60, zoom: 1)).image()
        func width(_ y: Int) -> Int { (0..<256).count { image.pixel($0, y) >> 24 > 127 } }
        #expect(width(128) == 20)
        #expect(width(20) < 15)
        #expect(width(240) > 26)
    }

    @Test("labels are smaller in the distance, but less so than the ground; both kinds are drawn") func labels() throws
    {
        let near = VectorFeature.point(2048, 2300)
        let far = VectorFeature.point(2048, 1200)
        for alignment in ["viewport", "map"] {
            let layer = """
                {"id": "t", "type": "symbol", "source": "s", "source-layer": "l", "layout": {"text-field": "MMMM",
                 "text-pitch-alignment": "\(alignment)", "text-size": 20, "text-font": ["Noto Sans Regular"]}}
                """
            let drawing = try MapFixture(
                StubArchive([near, far]), layers: layer, view: view(pitch: 55, zoom: 1)
            ).drawing()
            let labels = drawing.items(.label)
            #expect(labels.count == 2)
            let heights = try labels.map { item -> Int in
                let rows = try drawing.paintedPixels(of: item).map { $0 / 256 }
                return (rows.max() ?? 0) - (rows.min() ?? 0)
            }
            #expect(heights[0] > heights[1])
            #expect(heights[1] > 4)
        }
    }

    @Test("overlays lie on the ground, pins stand upright on their points") func overlays() throws {
        var map = MapFixture(StubArchive([]), layers: fill, view: view(pitch: 60, zoom: 8))
        let far = Coordinate(latitude: 0.8, longitude: 0.2)
        map.annotations = [
            Annotation(id: "far", at: far, view: .pin()),
            Annotation(id: "behind", at: Coordinate(latitude: -60, longitude: 0), view: .pin()),
        ]
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map {
            Coordinate(latitude: $0.1, longitude: $0.0)
        }
        map.overlays = [Overlay(.polygon(Polygon(corners, fillColor: .black)))]
        let drawing = try map.drawing()
        let area = try #require(drawing.items(.overlay).first?.targets.first?.shape)
        let point = { (c: Coordinate) in map.view.point(for: c) }
        #expect(area.contains(point(Coordinate(latitude: 0.48, longitude: 0.48))))
        #expect(!area.contains(point(Coordinate(latitude: 0.52, longitude: 0.48))))
        // What is behind the camera is not drawn.
        let pins = drawing.items(.annotation)
        #expect(Set(pins.map(\.id)).count == 1)
        let bounds = pins.reduce(Rect.null) { $0.union($1.bounds) }
        #expect(bounds.inset(by: -1).contains(point(far)))
    }

    @Test("the same pixels for any number of threads") func threads() throws {
        var map = MapFixture(
            StubArchive(maxZoom: 4, [.wholeTile, .point(100, 100)]), layers: fill, view: view(pitch: 70, zoom: 4))
        map.threads = 1
        let one = try map.image()
        map.threads = 4
        #expect(try map.image().pixels == one.pixels)
    }

    @Test("the heat of a point lies on the ground: as wide as from above, and as high as the tilt leaves it")
    func heatmap() throws {
        let layer = """
            {"id": "h", "type": "heatmap", "source": "s", "source-layer": "l", "paint": {"heatmap-radius": 60,
             "heatmap-color": ["step", ["heatmap-density"], "transparent", 0.1, "red"]}}
            """
        func size(_ pitch: Double) throws -> Size {
            let image = try MapFixture(StubArchive([.point(2048, 2048)]), layers: layer, view: view(pitch: pitch))
                .image()
            let hot = image.pixels.indices.filter { image.pixels[$0] >> 24 > 127 }
            let (rows, columns) = (hot.map { $0 / image.width }, hot.map { $0 % image.width })
            return Size(
                width: Double((columns.max() ?? 0) - (columns.min() ?? 0)),
                height: Double((rows.max() ?? 0) - (rows.min() ?? 0)))
        }
        let (above, tilted) = (try size(0), try size(60))
        #expect(above.width > 40)
        #expect(abs(tilted.width - above.width) <= 4)
        #expect(abs(tilted.height - above.height / 2) <= 6)
    }

    @Test("a label that is moved has the size of one that stands there") func moved() throws {
        func label(_ y: Double, _ paint: String) throws -> Rect {
            let layer = """
                {"id": "t", "type": "symbol", "source": "s", "source-layer": "l", "layout": {"text-field": "Test"},
                 "paint": {\(paint)}}
                """
            let map = MapFixture(StubArchive([.point(2048, y)]), layers: layer, view: view(pitch: 60))
            return try #require(try map.drawing().items(.label).first).bounds
        }
        // 80 pixels of the ground are 160 units of the tile.
        let there = try label(2048 - 160, "")
        let moved = try label(2048, #""text-translate": [0, -80]"#)
        #expect(moved.center.distance(to: there.center) < 0.1)
        #expect(abs(moved.width - there.width) < 0.1)
        #expect(there.width < (try label(2048, "")).width - 1)
    }

    @Test("labels that are moved keep others away from where they are") func movedCollisions() throws {
        func count(_ translation: String) throws -> Int {
            let layers = (0..<2).map { index in
                """
                {"id": "t\(index)", "type": "symbol", "source": "s", "source-layer": "l", "layout": {"text-field": "Test"},
                 "paint": {"text-translate": [0, \(index == 0 ? "0" : translation)]}}
                """
            }
            let map = MapFixture(
                StubArchive([.point(2048, 2048)]), layers: layers.joined(separator: ","), view: view(pitch: 60))
            return try map.drawing().items(.label).count
        }
        #expect(try count("0") == 1)
        #expect(try count("60") == 2)
    }

    @Test("images are interpolated") func icons() throws {
        let checkers = Bitmap(
            width: 16, height: 16, pixels: (0..<256).map { ($0 / 16 + $0) % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF })
        let layer = """
            {"id": "i", "type": "symbol", "source": "s", "source-layer": "l", "layout": {"icon-image": "box"}}
            """
        func grays(pitch: Double) throws -> Int {
            var map = MapFixture(StubArchive([.point(2048, 1950)]), layers: layer, view: view(pitch: pitch))
            map.images = ImageSet(SpriteSheet(images: ["box": SpriteImage(checkers)]))
            return try map.image().pixels.count { $0 >> 24 == 255 && (50...200).contains($0 & 255) }
        }
        #expect(try grays(pitch: 0) == 0)
        #expect(try grays(pitch: 60) > 50)
    }

    @Test("raster tiles of many zooms cover the ground of a low camera") func lowCamera() throws {
        let archive = MemoryTiles { _ in plain(0xFF00_00FF) }
        let view = view(pitch: 85, zoom: 22)
        let plan = try #require(TilePlan.covering(view, zoom: 21, finest: 22))
        let zooms = plan.map(\.id.z).sorted()
        #expect(try #require(zooms.last) - #require(zooms.first) > 8)
        let map = MapFixture(
            layers: #"{"id": "r", "type": "raster", "source": "s"}"#,
            sources: ["s": .raster(RasterTiles(archive: archive, minZoom: 0, maxZoom: 22, tileSize: 512))], view: view)
        let image = try map.image()
        for y in stride(from: 128, to: 256, by: 4) where view.showsGround(at: Point(128.5, Double(y) + 0.5)) {
            #expect(image.pixel(128, y) == 0xFF00_00FF, "row \(y)")
        }
        #expect(image.pixel(128, 254) == 0xFF00_00FF)
    }
}
