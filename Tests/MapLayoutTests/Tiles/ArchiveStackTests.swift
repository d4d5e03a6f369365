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

@Suite("Archive stacks") struct ArchiveStackTests {
    private let fill =
        #"{"id": "f", "type": "fill", "source": "s", "source-layer": "l", "paint": {"fill-color": ["get", "c"]}}"#

    private func world(
        _ color: String, bounds: CoordinateBox? = nil, part: Rect? = nil, maxZoom: Int = 0
    ) -> StubArchive {
        let rect = part ?? Rect(minX: -64, minY: -64, maxX: 4160, maxY: 4160)
        return StubArchive(
            maxZoom: maxZoom, bounds: bounds,
            [.made(.polygon, [rect.corners.map { ($0.x, $0.y) }], ["c": .string(color)])])
    }

    @Test("inside its bounds an archive hides what is below, even where it draws nothing itself")
    func hiding() throws {
        // The middle quarter of the map, of which only the western half is drawn.
        let box = CoordinateBox(west: -90, south: -66.5, east: 90, north: 66.5)
        let upper = world("#00ff00", bounds: box, part: Rect(minX: 1024, minY: 1024, maxX: 2048, maxY: 3072))
        let fixture = MapFixture(
            layers: fill, sources: ["s": .vector([world("#ff0000").entry, upper.entry])], view: .square(512))
        let image = try fixture.image()
        #expect(image.pixel(200, 256) == 0xFF00_FF00)
        #expect(image.pixel(300, 256) == 0)
        #expect(image.pixel(60, 256) == 0xFFFF_0000)
        #expect(image.pixel(256, 30) == 0xFFFF_0000)
    }

    @Test("an archive hides what is below in each copy of the world") func copies() throws {
        let box = CoordinateBox(west: -90, south: -66.5, east: 90, north: 66.5)
        let image = try MapFixture(
            layers: fill, sources: ["s": .vector([world("#ff0000").entry, StubArchive(bounds: box, []).entry])],
            view: Viewport(
                size: Size(width: 1200, height: 512), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
        ).image()
        // The middle of the world, and those of the copies beside it.
        for x in [600, 88, 1112] { #expect(image.pixel(x, 256) == 0, "\(x)") }
        #expect(image.pixel(600 + 256, 256) == 0xFFFF_0000)
    }

    @Test("inside its bounds an archive hides the names below, and beside them they stay")
    func hidingNames() throws {
        let names =
            #"{"id": "n", "type": "symbol", "source": "s", "source-layer": "l", "layout": {"text-field": "MM"}}"#
        let box = CoordinateBox(west: -90, south: -66.5, east: 90, north: 66.5)
        let lower = StubArchive([.point(2048, 2048, [:]), .point(300, 2048, [:])])
        func shown(bearing: Double = 0) throws -> [Bool] {
            let labels = try MapFixture(
                layers: names, sources: ["s": .vector([lower.entry, StubArchive(bounds: box, []).entry])],
                view: .square(512, bearing: bearing)
            ).drawing().items(.label)
            return labels.map { $0.bounds.intersects(Rect(minX: 150, minY: 150, maxX: 362, maxY: 362)) }
        }
        #expect(try shown() == [false])
        let turned = try shown(bearing: 30)
        #expect(!turned.isEmpty && !turned.contains(true))
    }

    @Test("an archive alone shows tiles far beyond its bounds, one over another only those beside them")
    func beyondBounds() throws {
        let box = CoordinateBox(west: 1, south: 1, east: 2, north: 2)
        func colors(_ below: [VectorStackEntry]) throws -> Set<UInt32> {
            let city = world("#00ff00", bounds: box, maxZoom: 6)
            let view = Viewport.square(512, longitude: 40, zoom: 6)
            return try Set(
                MapFixture(layers: fill, sources: ["s": .vector(below + [city.entry])], view: view).image().pixels)
        }
        #expect(try colors([]) == [0xFF00_FF00])
        #expect(try colors([world("#ff0000").entry]) == [0xFFFF_0000])
    }

    @Test("an archive that is entirely covered is not read")
    func covered() throws {
        let lower = world("#ff0000")
        let upper = world("#00ff00", bounds: CoordinateBox(west: -180, south: -85.06, east: 180, north: 85.06))
        let image = try MapFixture(
            layers: fill, sources: ["s": .vector([lower.entry, upper.entry])], view: .square(200)
        ).image()
        #expect(Set(image.pixels) == [0xFF00_FF00])
        #expect(lower.counts.isEmpty)
    }

    @Test("a failed tile is read and reported once")
    func failing() throws {
        let source = StubArchive(
            maxZoom: 1,
            tiles: { id throws(Diagnostic) in
                if id.x == 0 { throw Diagnostic(code: "test.tile", "cannot be read") }
                return nil
            })
        let layers = (0..<5).map { fill.replacing("\"f\"", with: "\"f\($0)\"") }.joined(separator: ",")
        let view = Viewport(
            size: Size(width: 3000, height: 900), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 1)
        let fixture = MapFixture(source, layers: layers, view: view)
        _ = try fixture.drawing()
        #expect(source.counts.count == 4)
        #expect(source.counts.values.allSatisfy { $0 == 1 })
        #expect(fixture.diagnostics.all.count == 2)
        #expect(fixture.diagnostics.all.allSatisfy { $0.severity == .warning && $0.file == "stub" })
    }

    @Test("a failed raster tile is read once, even if its children are overzoomed from it")
    func failingRasterTile() throws {
        let source = StubArchive(
            maxZoom: 2,
            image: { id throws(Diagnostic) in
                if id.z < 2 { throw Diagnostic(code: "test.tile", "cannot be read") }
                return nil
            })
        var fixture = MapFixture(
            layers: #"{"id": "r", "type": "raster", "source": "s"}"#,
            sources: ["s": .raster(RasterTiles(archive: source, minZoom: 0, maxZoom: 2, tileSize: 256))],
            view: .square(512, zoom: 1))
        fixture.missingTiles = .overzoom
        _ = try fixture.drawing()
        #expect(source.counts.keys.contains { $0.z == 0 })
        #expect(source.counts.values.allSatisfy { $0 == 1 })
    }

    @Test("a view deeper than the archive stretches its tiles")
    func overzoom() throws {
        let source = world("#0000ff")
        let image = try MapFixture(source, layers: fill, view: .square(64, longitude: 10, latitude: 10, zoom: 14.5))
            .image()
        #expect(Set(image.pixels) == [0xFF00_00FF])
        #expect(source.counts.keys.map(\.z) == [0])
    }

    @Test("tiles are read and drawn in the same order for any number of threads")
    func threads() throws {
        let source = StubArchive(
            maxZoom: 3,
            tiles: { id in
                let color = "rgba(\(id.x * 30), \(id.y * 30), 99, 0.4)"
                return VectorTile([
                    .made(
                        .polygon, [[(-500, -500), (3000, -500), (3000, 3000), (-500, 3000)]], ["c": .string(color)])
                ])
            })
        var fixture = MapFixture(source, layers: fill, view: .square(700, zoom: 3.2, bearing: 20))
        let images = try [1, 2, 3, 8].map { threads in
            fixture.threads = threads
            return try fixture.image().pixels
        }
        #expect(images.allSatisfy { $0 == images[0] })
    }

    @Test("results keep the order of the input, whichever thread is faster", arguments: [1, 2, 8, 100])
    func parallel(threads: Int) {
        let results = parallelMap(Array(0..<500), threads: threads) { index in
            var sum = index
            for i in 0..<((index * 7919) % 1000) { sum = sum &* 31 &+ i }
            return [index, sum]
        }
        #expect(results.map { $0[0] } == Array(0..<500))
        #expect(parallelMap([Int](), threads: threads) { $0 }.isEmpty)
    }
}
