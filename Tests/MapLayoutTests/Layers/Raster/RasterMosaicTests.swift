// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapProj
import MapTiles
import TestSupport
import Testing

@Suite("Raster mosaic") struct RasterMosaicTests {
    private func fixture(_ color: UInt32, maxZoom: Int, view: Viewport, side: Int = 64) throws -> MapFixture {
        let bytes = try encodePNG(
            Bitmap(width: side, height: side, pixels: Array(repeating: color, count: side * side)))
        let source = StubArchive(maxZoom: maxZoom, image: { _ in bytes })
        return MapFixture(
            layers: #"{"id": "r", "type": "raster", "source": "s"}"#,
            sources: [
                "s": .raster(
                    RasterTiles(archive: source, minZoom: 0, maxZoom: maxZoom, tileSize: 256))
            ], view: view)
    }

    @Test(
        "tiles meet without a seam at any zoom and bearing, opaque or not",
        arguments: [(1.0, 0.0, 1.0), (1.43, 0, 1), (1.43, 27, 1), (1.9, 200.5, 2), (1.2, 90, 1.5), (5.3, 45, 1)])
    func seams(zoom: Double, bearing: Double, scale: Double) throws {
        let view = Viewport.square(200, longitude: 2, latitude: 2, zoom: zoom, bearing: bearing, scale: scale)
        for color: UInt32 in [0xFF30_6090, 0x8010_2030] {
            let image = try fixture(color, maxZoom: 3, view: view).image()
            #expect(Set(image.pixels) == [color])
        }
    }

    @Test("across the antimeridian the same tiles go on")
    func antimeridian() throws {
        let view = Viewport.square(300, longitude: 180, zoom: 0.7)
        #expect(Set(try fixture(0xFF30_6090, maxZoom: 3, view: view).image().pixels) == [0xFF30_6090])
    }

    @Test(
        "tiles go on to the pole of a map in another projection, and rasters end where tiles do",
        arguments: [true, false])
    func pole(isRaster: Bool) throws {
        guard let system = try? CartographicProjection.system("EPSG:3995") else {
            return print("skipped: PROJ is not installed")
        }
        let color: UInt32 = 0xFF30_6090
        let bytes = try encodePNG(Bitmap(width: 64, height: 64, pixels: Array(repeating: color, count: 64 * 64)))
        let source = StubArchive(container: isRaster ? .geotiff : .mbtiles, image: { _ in bytes })
        let places: [(Double, Bool)] = [(89, !isRaster), (86, !isRaster), (84, true)]
        for (projection, isCut) in [(MapProjection.cartographic(system), isRaster), (.globe, false)] {
            let view = ViewportFrame(size: Size(width: 300, height: 300), scale: 1, projection: projection).viewport(
                center: Coordinate(latitude: 80, longitude: 10), zoom: 0)
            let image = try MapFixture(
                layers: #"{"id": "r", "type": "raster", "source": "s"}"#,
                sources: ["s": .raster(RasterTiles(archive: source, minZoom: 0, maxZoom: 0, tileSize: 256))], view: view
            ).image()
            for (latitude, isSeen) in places {
                let point = view.pixel(for: Coordinate(latitude: latitude, longitude: 10))
                let expected = isSeen || !isCut ? color : 0
                #expect(image.pixel(Int(point.x), Int(point.y)) == expected, "\(latitude)")
            }
        }
    }

    @Test("tiles of unequal sizes are put together at the size of the largest")
    func unequal() throws {
        let small = try encodePNG(Bitmap(width: 32, height: 32, pixels: Array(repeating: 0xFFFF_0000, count: 1024)))
        let large = try encodePNG(Bitmap(width: 64, height: 64, pixels: Array(repeating: 0xFF00_FF00, count: 4096)))
        let source = StubArchive(maxZoom: 1, image: { $0.x == 0 ? small : large })
        let image = try MapFixture(
            layers: #"{"id": "r", "type": "raster", "source": "s", "paint": {"raster-resampling": "nearest"}}"#,
            sources: ["s": .raster(RasterTiles(archive: source, minZoom: 0, maxZoom: 1, tileSize: 256))],
            view: .square(512)
        ).image()
        #expect(image.pixel(255, 100) == 0xFFFF_0000)
        #expect(image.pixel(256, 400) == 0xFF00_FF00)
        #expect(Set(image.pixels).count == 2)
    }
}
