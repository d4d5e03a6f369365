// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapTiles
import TestSupport
import Testing

@Suite("Fills and lines of tiles") struct ShapeLayoutTests {
    private let fill =
        #"{"id": "f", "type": "fill", "source": "s", "source-layer": "l", "paint": {"fill-color": "red"}}"#
    private let maskedFill =
        #"{"id": "f", "type": "fill", "source": "s", "source-layer": "l", "paint": {"fill-color": "rgba(255,0,0,0.5)"}}"#
    private let dashes = """
        {"id": "d", "type": "line", "source": "s", "source-layer": "l",
         "paint": {"line-color": "#000000", "line-width": 4, "line-dasharray": [3, 2]}}
        """

    @Test("a ring may run either way; its hole stays a hole")
    func winding() throws {
        let outer = [(1000.0, 1000.0), (3000, 1000), (3000, 3000), (1000, 3000)]
        let hole = [(1500.0, 1500.0), (1500, 2500), (2500, 2500), (2500, 1500)]
        let one = MapFixture(StubArchive([.made(.polygon, [outer, hole])]), layers: fill, view: .square(512))
        let other = MapFixture(
            StubArchive([.made(.polygon, [outer.reversed(), hole.reversed()])]), layers: fill, view: .square(512))
        let image = try one.image()
        #expect(image.pixel(256, 256) == 0)
        #expect(image.pixel(150, 256) == 0xFFFF_0000)
        #expect(image.pixel(100, 256) == 0)
        #expect(try other.image().pixels == image.pixels)
    }

    @Test("the color of translucent polygons is seen twice where they overlap; others share a path")
    func overlappingPolygons() throws {
        // Eight units are a pixel.
        let corners = [Point(800, 800), Point(1000, 1000), Point(2400, 800), Point(2400, 2400)]
        let boxes = corners.map { VectorFeature.box(Rect(x: $0.x, y: $0.y, width: 400, height: 400)) }
        // One that has no area.
        let line = VectorFeature.made(.polygon, [[(600.0, 600.0), (700, 700)]])
        let map = MapFixture(StubArchive([boxes[0], line] + boxes[1...]), layers: maskedFill, view: .square(512))
        let image = try map.image()
        let alphas = [(110, 110), (137, 137), (160, 160), (320, 120), (320, 320)].map { image.pixel($0, $1) >> 24 }
        #expect(Set(alphas) == [alphas[0], alphas[1]])
        #expect((127...128).contains(alphas[0]) && (190...192).contains(alphas[1]))
        guard case .group(let group)? = try map.drawing().items(.layer).first?.mark else {
            Issue.record("the layer has no group")
            return
        }
        let fills = group.marks.compactMap { if case .aliasedFill(let path, _) = $0 { path.ringCount } else { nil } }
        #expect(fills == [3, 1])
    }

    @Test(
        "on a map of the world, polygons and details below a quarter of a pixel are omitted"
    )
    func specks() throws {
        // Eight units are a pixel; pixel 256 has its middle at 2052.
        func speck(_ side: Double) -> VectorFeature {
            let (near, far) = (2052.0, 2052 + side)
            return .made(.polygon, [[(near, near), (far, near), (far, far), (near, far)]])
        }
        func image(_ feature: VectorFeature) throws -> Bitmap {
            try MapFixture(StubArchive(maxZoom: 0, [feature]), layers: fill, view: .square(512)).image()
        }
        #expect(try image(speck(1)).pixels.allSatisfy { $0 == 0 })
        #expect(try image(speck(3)).pixels.contains { $0 != 0 })
        let corners: [(Double, Double)] = [(3203, 801), (3203, 3203), (801, 3203)]
        let plain: [(Double, Double)] = [(801, 801)] + corners
        var bumpy: [(Double, Double)] = [(801, 801)]
        for step in 1..<1200 { bumpy.append((801 + 2 * Double(step), step % 2 == 0 ? 801 : 802)) }
        bumpy += corners
        let whole = try image(.made(.polygon, [plain]))
        let detailed = try image(.made(.polygon, [bumpy]))
        let differences = zip(whole.pixels, detailed.pixels).map { abs(Int($0 >> 24) - Int($1 >> 24)) }
        #expect((differences.max() ?? 255) <= 40)
    }

    @Test("geometry far beyond the view is clipped without artifacts", arguments: [0.0, 30])
    func cutting(bearing: Double) throws {
        let huge = VectorFeature.box(Rect(minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6))
        let image = try MapFixture(
            StubArchive([huge]), layers: fill, view: .square(64, longitude: 3, latitude: 3, zoom: 8, bearing: bearing)
        ).image()
        #expect(image.pixels.allSatisfy { $0 == 0xFFFF_0000 })
    }

    @Test(
        "between tiles there is no seam, opaque or not",
        arguments: [(2.0, 0.0, 1.0), (2.37, 0, 1), (2.5, 33, 1), (2.81, 210.4, 2), (2.99, 45, 1.5)])
    func seams(zoom: Double, bearing: Double, scale: Double) throws {
        let source = StubArchive(maxZoom: 2, [.wholeTile])
        let view = Viewport.square(300, longitude: 1, latitude: 1, zoom: zoom, bearing: bearing, scale: scale)
        for layer in [fill, maskedFill] {
            let image = try MapFixture(source, layers: layer, view: view).image()
            #expect(Set(image.pixels).count == 1)
        }
    }

    @Test("a view moved by whole pixels shows the same, moved", arguments: [0, 1])
    func moved(kind: Int) throws {
        var random = SplitMix(seed: 7)
        let walk = (0..<60).map { _ in
            (Double.random(in: 0...4096, using: &random), Double.random(in: 1500...2600, using: &random))
        }
        let source = StubArchive([.made(.lineString, [walk]), .made(.lineString, [[(-500, 2048), (5000, 2048)]])])
        let layer = kind == 0 ? dashes : dashes.replacing(", \"line-dasharray\": [3, 2]", with: "")
        // At zoom 1 the world has 1024 pixels: 64 pixels are 22.5 degrees.
        let here = try MapFixture(source, layers: layer, view: .square(256, zoom: 1)).image()
        let there = try MapFixture(source, layers: layer, view: .square(256, longitude: 22.5, zoom: 1)).image()
        // Cairo counts coverage in 15 rows a pixel; where a line is cut decides about the outermost ones. A dash may
        // begin a fraction of a pixel aside: distances along a line are rounded as MapLibre rounds them.
        let sample = 255 / 15
        var differing = 0
        for y in 0..<256 {
            for x in 0..<192 where abs(Int(here.pixel(x + 64, y) >> 24) - Int(there.pixel(x, y) >> 24)) > 2 * sample {
                differing += 1
            }
        }
        #expect(differing <= (kind == 0 ? 256 * 192 / 200 : 0))
    }

    @Test("a tile is read once for all copies of the world")
    func copies() throws {
        let source = StubArchive([.box(Rect(minX: 1948, minY: 1948, maxX: 2148, maxY: 2148))])
        let view = Viewport(
            size: Size(width: 1200, height: 64), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
        let image = try MapFixture(source, layers: fill, view: view).image()
        for x in [88, 600, 1112] { #expect(image.pixel(x, 32) == 0xFFFF_0000) }
        #expect(source.counts == [TileID(z: 0, x: 0, y: 0): 1])
    }

    @Test("a circle on the map's edge is also that of the next copy of the world")
    func circleAtEdge() throws {
        let map = MapFixture(
            StubArchive([.point(0, 2048)]),
            layers: """
                {"id": "c", "type": "circle", "source": "s", "source-layer": "l", "paint": {"circle-radius": 9}}
                """,
            view: .square(512))
        let image = try map.image()
        #expect(image.pixel(3, 256) >> 24 == 255)
        #expect(image.pixel(508, 256) >> 24 == 255)
        #expect(image.pixel(256, 256) == 0)
    }

    @Test("coordinates that are not finite do not trap")
    func wild() throws {
        let values = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 0, 4096]
        var random = SplitMix(seed: 3)
        for type in [GeometryType.point, .lineString, .polygon] {
            for _ in 0..<30 {
                let part = (0..<5).map { _ in
                    (values.randomElement(using: &random) ?? 0, values.randomElement(using: &random) ?? 0)
                }
                let source = StubArchive([.made(type, [part], ["name": .string("x")])])
                let layers = [fill, dashes, Self.circle, Self.label(placement: "point"), Self.label(placement: "line")]
                _ = try MapFixture(source, layers: layers.joined(separator: ","), view: .square(64)).image()
            }
        }
    }

    private static let circle = #"{"id": "c", "type": "circle", "source": "s", "source-layer": "l"}"#

    private static func label(placement: String) -> String {
        """
        {"id": "t-\(placement)", "type": "symbol", "source": "s", "source-layer": "l",
         "layout": {"text-field": "{name}", "symbol-placement": "\(placement)"}}
        """
    }
}
