// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapRaster
import MapTiles
import TestSupport
import Testing

@Suite("Heights of the ground") struct HeightFieldTests {
    private static let side = 361

    /// A file of heights in a square of one degree, from 47° N.
    private static func file(
        in folder: ScratchFolder, east: Int = 10, _ height: (_ longitude: Double, _ latitude: Double) -> Double
    ) throws -> String {
        var bytes: [UInt8] = []
        for row in 0..<side {
            for column in 0..<side {
                let (x, y) = (Double(east) + Double(column) / Double(side - 1), 48 - Double(row) / Double(side - 1))
                let metres = Int16(height(x, y).rounded())
                bytes += [UInt8(truncatingIfNeeded: metres >> 8), UInt8(truncatingIfNeeded: metres)]
            }
        }
        return try folder.write("N47E0\(east).hgt", bytes)
    }

    private static func field(_ path: String) throws -> HeightField {
        let archive = try GeoTIFFArchive([path], name: path)
        return HeightField(
            archive, zooms: 0...archive.nativeZoom,
            code: ElevationCode(red: 256, green: 1, blue: 1 / 256, base: 32768))
    }

    @Test(".hgt files have the heights of their points") func heightFile() throws {
        let folder = try ScratchFolder()
        let path = try Self.file(in: folder) { x, y in 1000 * (x - 10) + 2000 * (y - 47) }
        let archive = try GeoTIFFArchive([path], name: path)
        for (x, y) in [(10.25, 47.5), (10.5, 47.75), (10.9, 47.1), (10.1, 47.9)] {
            let height = try #require(try archive.height(at: Coordinate(latitude: y, longitude: x)))
            #expect(abs(height - (1000 * (x - 10) + 2000 * (y - 47))) < 0.6)
        }
        #expect(try archive.height(at: Coordinate(latitude: 48.5, longitude: 10.5)) == nil)
        let box = try #require(archive.info.bounds)
        #expect(abs(box.west - 10) < 0.002 && abs(box.north - 48) < 0.002)
        #expect(rasterFiles(at: folder.path)?.count == 1)
        #expect(throws: Diagnostic.self) {
            try GeoTIFFArchive([folder.write("S01W001.hgt", [1, 2, 3])], name: "cut")
        }
    }

    @Test("where files of a mosaic meet, the ground goes on from one to the other") func seam() throws {
        let folder = try ScratchFolder()
        let slope = { (x: Double, _: Double) in 7200 * (x - 10) }
        let paths = try [10, 11].map { try Self.file(in: folder, east: $0, slope) }
        let archive = try GeoTIFFArchive(paths, name: "both")
        let place = WebMercator.project(Coordinate(latitude: 47.5, longitude: 11))
        let id = TileID(z: 10, x: Int(place.x * 1024), y: Int(place.y * 1024))
        let heights = try #require(try archive.heightTile(id, side: 256))
        for column in 0..<256 {
            let longitude = id.box.west + (id.box.east - id.box.west) * (Double(column) + 0.5) / 256
            #expect(abs(Double(heights[128 * 256 + column]) - slope(longitude, 0)) < 0.1)
        }
    }

    /// The lines of a tile, as coordinates of the unit square, by their height.
    private func lines(_ source: ContourSource, _ id: TileID) throws -> [Double: [[Point]]] {
        let tile = try #require(try source.vectorTile(id))
        let layer = try #require(tile.layers.first { $0.name == "contour" })
        var found: [Double: [[Point]]] = [:]
        let rect = id.mercatorRect
        for feature in layer.features {
            guard case .number(let ele) = feature.property("ele") else { continue }
            #expect(feature.property("index") == .bool(ele.remainder(dividingBy: 500) == 0))
            let geometry = feature.geometry()
            for part in geometry.parts {
                found[ele, default: []].append(
                    geometry.points[part].map {
                        Point(rect.minX + $0.x / 4096 * rect.width, rect.minY + $0.y / 4096 * rect.height)
                    })
            }
        }
        return found
    }

    @Test("contours follow the heights, and meet at the edges of tiles", arguments: [9, 12])
    func contours(zoom: Int) throws {
        let folder = try ScratchFolder()
        func height(_ x: Double, _ y: Double) -> Double { 1500 + 900 * sin(9 * x) * cos(11 * y) }
        let field = try Self.field(try Self.file(in: folder, height))
        let source = ContourSource(field, interval: 100, index: 500, unit: .metres)
        let middle = WebMercator.project(Coordinate(latitude: 47.5, longitude: 10.5))
        let count = Double(1 << zoom)
        let left = TileID(z: zoom, x: Int(middle.x * count), y: Int(middle.y * count))
        let right = TileID(z: zoom, x: left.x + 1, y: left.y)
        let (a, b) = (try lines(source, left), try lines(source, right))
        #expect(a.count > 1)
        for (ele, lines) in a {
            for point in lines.joined() {
                let place = WebMercator.unproject(point)
                #expect(abs(height(place.longitude, place.latitude) - ele) < (zoom > 9 ? 12 : 45))
            }
        }
        // Where a line crosses the edge in one tile it does so in the other.
        let edge = right.mercatorRect.minX
        func crossings(_ lines: [Double: [[Point]]]) -> [(Double, Double)] {
            lines.flatMap { ele, lines in
                lines.flatMap { line in
                    zip(line, line.dropFirst()).compactMap { p, q -> (Double, Double)? in
                        guard (p.x - edge) * (q.x - edge) < 0 else { return nil }
                        return (ele, p.y + (q.y - p.y) * (edge - p.x) / (q.x - p.x))
                    }
                }
            }
        }
        let (one, other) = (crossings(a), crossings(b))
        #expect(!one.isEmpty && one.count == other.count, "\(one.count) \(other.count)")
        for (ele, y) in one {
            #expect(other.contains { $0.0 == ele && abs($0.1 - y) * count * 4096 < 3 })
        }
    }

    @Test("the top of a hill has its height") func spots() throws {
        let folder = try ScratchFolder()
        let field = try Self.field(
            try Self.file(in: folder) { x, y in
                let (u, v) = (x - 10.5, y - 47.5)
                return 2345 * exp(-40 * (u * u + v * v))
            })
        let source = ContourSource(field, interval: 100, index: 500, unit: .metres)
        let middle = WebMercator.project(Coordinate(latitude: 47.5, longitude: 10.5))
        let count = Double(1 << field.maxZoom)
        let tile = try #require(
            try source.vectorTile(TileID(z: field.maxZoom, x: Int(middle.x * count), y: Int(middle.y * count))))
        let spots = try #require(tile.layers.first { $0.name == "spot" })
        #expect(spots.features.count == 1)
        guard case .number(let ele) = spots.features.first?.property("ele") else { return }
        #expect(abs(ele - 2345) < 4)
    }

    @Test(
        "steep ground is colored by its class",
        arguments: [(20.0, nil), (32, 0xFADB29), (37, 0xF5851A), (50, 0x87339E)])
    func slopes(degrees: Double, color: Int?) throws {
        let folder = try ScratchFolder()
        let rise = tan(degrees * .pi / 180) * 111_195 * cos(47.5 * .pi / 180)
        // A ramp that fits into whole metres of two bytes.
        let path = try Self.file(in: folder) { x, _ in max(-30000, min(30000, rise * (x - 10.5))) }
        let field = try Self.field(path)
        let shading = try ReliefShading(field, .slope, light: ReliefShading.Light())
        let middle = WebMercator.project(Coordinate(latitude: 47.5, longitude: 10.5))
        let count = Double(1 << field.maxZoom)
        let id = TileID(z: field.maxZoom, x: Int(middle.x * count), y: Int(middle.y * count))
        let bitmap = try decodeImage(try #require(try shading.tile(id)), maxPixels: 1 << 16)
        let x = Int((middle.x * count - Double(id.x)) * 256)
        let pixel = bitmap.pixels[128 * 256 + min(250, max(5, x))]
        guard let color else { return #expect(pixel == 0) }
        let alpha = Double(pixel >> 24) / 255
        #expect(alpha > 0.4)
        for shift in [16, 8, 0] {
            let found = Double(pixel >> UInt32(shift) & 255) / alpha
            #expect(abs(found - Double(color >> shift & 255)) < 5)
        }
    }

    @Test("a hill casts its shadow away from the sun") func shadows() throws {
        let folder = try ScratchFolder()
        // A wall from north to south.
        let path = try Self.file(in: folder) { x, _ in abs(x - 10.5) < 0.01 ? 2000 : 0 }
        let field = try Self.field(path)
        let shading = try ReliefShading(field, .shadows, light: ReliefShading.Light(direction: 90, altitude: 20))
        let middle = WebMercator.project(Coordinate(latitude: 47.5, longitude: 10.5))
        let count = Double(1 << field.maxZoom)
        func opacity(_ metresWest: Double) throws -> UInt32 {
            let x = middle.x - metresWest / 40_075_017 / cos(47.5 * .pi / 180)
            let id = TileID(z: field.maxZoom, x: Int(x * count), y: Int(middle.y * count))
            let bitmap = try decodeImage(try #require(try shading.tile(id)), maxPixels: 1 << 16)
            return bitmap.pixels[128 * 256 + Int((x * count - Double(id.x)) * 256)] >> 24
        }
        #expect(try opacity(2500) > 80)
        #expect(try opacity(-2500) == 0)
        #expect(try opacity(9000) == 0)
    }

    /// Tiles of heights around a place, at one zoom, as PNG in a folder.
    private static func tiles(
        in folder: ScratchFolder, zoom: Int, around place: Coordinate, side: Int = 256, _ code: ElevationCode,
        _ height: (Coordinate) -> Double
    ) throws {
        let middle = WebMercator.project(place)
        let count = Double(1 << zoom)
        let (column, row) = (Int(middle.x * count), Int(middle.y * count))
        for (x, y) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)].map({
            (column + $0.0, row + $0.1)
        }) {
            var pixels: [UInt32] = []
            for line in 0..<side {
                for cell in 0..<side {
                    let point = Point(
                        (Double(x) + (Double(cell) + 0.5) / Double(side)) / count,
                        (Double(y) + (Double(line) + 0.5) / Double(side)) / count)
                    let steps = Int(((height(WebMercator.unproject(point)) + code.base) / code.blue).rounded())
                    pixels.append(0xFF00_0000 | UInt32(steps))
                }
            }
            let bitmap = Bitmap(width: side, height: side, pixels: pixels)
            try folder.write("tiles/\(zoom)/\(x)/\(y).png", try encodePNG(bitmap))
        }
    }

    private static let place = Coordinate(latitude: 47.49, longitude: 10.71)

    private static func hill(_ place: Coordinate) -> Double {
        1500 + 600 * sin(60 * place.longitude) * cos(70 * place.latitude)
    }

    @Test(
        "tiles of heights mean the same in either code, as a folder and as a template",
        arguments: [ElevationCode.mapbox, .terrarium], ["tiles", "tiles/{z}/{x}/{y}.png"])
    func codes(code: ElevationCode, name: String) throws {
        let folder = try ScratchFolder()
        try Self.tiles(in: folder, zoom: 11, around: Self.place, code, Self.hill)
        let archive =
            name.contains("{")
            ? try FolderArchive(template: folder.file(name)) : try FolderArchive(folder: folder.file(name))
        // A style says nothing of zooms: the folder does.
        let field = HeightField(archive, zooms: 0...22, code: code)
        #expect(field.maxZoom == 11)
        for (x, y) in [(0.0, 0.0), (0.05, 0.02), (-0.08, -0.03), (0.13, 0.04)] {
            let other = Coordinate(latitude: Self.place.latitude + y, longitude: Self.place.longitude + x)
            let height = try #require(try field.height(at: other))
            #expect(abs(height - Self.hill(other)) < 0.6)
        }
        #expect(try field.height(at: Coordinate(latitude: 20, longitude: 20)) == nil)
        // Enlarged beyond its own zoom, the ground is as smooth and as high.
        let source = ContourSource(field, interval: 100, index: 500, unit: .metres)
        let middle = WebMercator.project(Self.place)
        let id = TileID(z: 13, x: Int(middle.x * 8192), y: Int(middle.y * 8192))
        let found = try lines(source, id)
        #expect(!found.isEmpty)
        for (ele, lines) in found {
            for point in lines.joined() { #expect(abs(Self.hill(WebMercator.unproject(point)) - ele) < 8) }
        }
    }

    @Test("a larger tile stands in for one that is missing") func missing() throws {
        let folder = try ScratchFolder()
        try Self.tiles(in: folder, zoom: 9, around: Self.place, .terrarium, Self.hill)
        let other = Coordinate(latitude: 47.6, longitude: 11.6)
        try Self.tiles(in: folder, zoom: 12, around: other, .terrarium, Self.hill)
        let field = HeightField(try FolderArchive(folder: folder.file("tiles")), zooms: 0...22, code: .terrarium)
        #expect(field.maxZoom == 12)
        #expect(abs(try #require(try field.height(at: other)) - Self.hill(other)) < 0.5)
        #expect(abs(try #require(try field.height(at: Self.place)) - Self.hill(Self.place)) < 6)
    }

    @Test("haze lies in the valleys of tiles as it does in those of a raster") func haze() throws {
        let folder = try ScratchFolder()
        func height(_ place: Coordinate) -> Double { 1000 + 500 * (place.longitude - 10.71) / 0.1 }
        try Self.tiles(in: folder, zoom: 11, around: Self.place, .mapbox, height)
        let field = HeightField(try FolderArchive(folder: folder.file("tiles")), zooms: 0...22, code: .mapbox)
        let middle = WebMercator.project(Self.place)
        let id = TileID(z: 11, x: Int(middle.x * 2048), y: Int(middle.y * 2048))
        func image(_ haze: ClosedRange<Double>?) throws -> [UInt32] {
            let shading = try ReliefShading(field, .swiss, light: ReliefShading.Light(), haze: haze)
            return try decodeImage(try #require(try shading.tile(id)), maxPixels: 1 << 16).pixels
        }
        // All three columns of tiles: 3 * 0.1758 degrees.
        let west = WebMercator.unproject(Point(Double(id.x - 1) / 2048, 0.5)).longitude
        let east = WebMercator.unproject(Point(Double(id.x + 2) / 2048, 0.5)).longitude
        let (low, high) = (
            height(Coordinate(latitude: 47, longitude: west)), height(Coordinate(latitude: 47, longitude: east))
        )
        let cut = (high - low) * 0.02
        let (own, expected) = (try image(nil), try image(low + cut...high - cut))
        #expect(own != (try image(300...3000)))
        for (a, b) in zip(own, expected) { #expect(a.differences(from: b).max() < 4) }
    }

    @Test("enlarged ground is smooth, and its images are as fine as others") func enlarged() throws {
        let folder = try ScratchFolder()
        func height(_ x: Double, _ y: Double) -> Double { 1500 + 900 * sin(90 * x) * cos(80 * y) }
        let path = try Self.file(in: folder, height)
        let archive = try GeoTIFFArchive([path], name: path)
        let middle = WebMercator.project(Coordinate(latitude: 47.5, longitude: 10.5))
        func id(_ zoom: Int) -> TileID {
            let count = Double(1 << zoom)
            return TileID(z: zoom, x: Int(middle.x * count), y: Int(middle.y * count))
        }
        /// The mean error of the heights of a tile that is finer than the raster.
        func error(isSmooth: Bool) throws -> Double {
            let tile = id(archive.nativeZoom + 2)
            let heights = try #require(try archive.heightTile(tile, side: 64, isSmooth: isSmooth))
            var sum = 0.0
            for row in 0..<64 {
                for column in 0..<64 {
                    let rect = tile.mercatorRect
                    let place = WebMercator.unproject(
                        Point(
                            rect.minX + rect.width * (Double(column) + 0.5) / 64,
                            rect.minY + rect.height * (Double(row) + 0.5) / 64))
                    sum += abs(Double(heights[row * 64 + column]) - height(place.longitude, place.latitude))
                }
            }
            return sum / 4096
        }
        let (smooth, straight) = (try error(isSmooth: true), try error(isSmooth: false))
        #expect(smooth < straight / 3, "\(smooth) \(straight)")
        // A tile of half as many pixels would be enlarged twice, with a seam along its edges.
        let shading = try ReliefShading(try Self.field(path), .swiss, light: ReliefShading.Light())
        for zoom in [archive.nativeZoom, archive.nativeZoom + 1] {
            let image = try decodeImage(try #require(try shading.tile(id(zoom))), maxPixels: 1 << 16)
            #expect(image.width == 256)
        }
    }
}
