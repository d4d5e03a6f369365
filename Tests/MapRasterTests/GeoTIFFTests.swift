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

@Suite("GeoTIFF") struct GeoTIFFTests {
    static let folder = packageRoot.path + "/Tests/MapRasterTests/Files"

    private func archive(_ name: String) throws -> GeoTIFFArchive {
        try GeoTIFFArchive(["\(Self.folder)/\(name)"], name: name)
    }

    /// A file, a tile, and for some of its pixels the values that GDAL finds.
    struct Expectation: CustomTestStringConvertible, Sendable {
        var file: String
        var id: TileID
        var pixels: [(x: Int, y: Int, values: [Double])] = []
        var testDescription: String { "\(file) \(id)" }
    }

    static let expectations: [Expectation] = {
        guard let text = try? readFile(folder + "/expected.txt", limit: 1 << 20) else { return [] }
        var found: [Expectation] = []
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            let numbers = words.dropFirst().compactMap { Double($0) }
            let id = TileID(z: Int(numbers[0]), x: Int(numbers[1]), y: Int(numbers[2]))
            let file = String(words[0])
            if found.last?.file != file || found.last?.id != id { found.append(Expectation(file: file, id: id)) }
            found[found.count - 1].pixels.append((Int(numbers[3]), Int(numbers[4]), Array(numbers[5...])))
        }
        return found
    }()

    @Test("what a map that was cancelled found of a raster stretches no other map") func cancelled() throws {
        let expectation = try #require(Self.expectations.first { $0.file == "planar16.tif" })
        let expected = try archive("planar16.tif").tile(expectation.id)
        let raster = try archive("planar16.tif")
        let cancellation = WorkCancellation()
        cancellation.cancel()
        let none = try WorkContext.run(changing: { $0.cancellation = cancellation }) { try raster.tile(expectation.id) }
        #expect(none != expected)
        #expect(try raster.tile(expectation.id) == expected)
    }

    @Test("colors as gdalwarp finds them", arguments: expectations.filter { $0.pixels[0].values.count == 4 })
    func colors(_ expectation: Expectation) throws {
        var options = RasterOptions()
        options.stretch = RasterOptions.Stretch.none
        let bytes = try #require(try archive(expectation.file).painted(options).tile(expectation.id))
        let bitmap = try decodeImage(bytes, maxPixels: 1 << 16)
        let is16 = expectation.file.contains("16")
        var worst = 0.0
        for (x, y, values) in expectation.pixels {
            let pixel = bitmap.pixels[y * 256 + x]
            let alpha = Double(pixel >> 24)
            let expectedAlpha = is16 ? values[3] / 257 : values[3]
            worst = max(worst, abs(alpha - expectedAlpha))
            guard alpha == 255, expectedAlpha == 255 else { continue }
            for (band, shift) in [16, 8, 0].enumerated() {
                let found = Double(pixel >> UInt32(shift) & 255)
                worst = max(worst, abs(found - (is16 ? values[band] / 257 : values[band])))
            }
        }
        // Where a tile is covered in part, GDAL takes another width of the weights.
        #expect(worst <= (expectation.id.z < 12 ? 10 : 2))
    }

    @Test("heights as gdalwarp finds them", arguments: expectations.filter { $0.pixels[0].values.count == 1 })
    func heights(_ expectation: Expectation) throws {
        let tile = try #require(try archive(expectation.file).heightTile(expectation.id, side: 256))
        var known = 0
        for (x, y, values) in expectation.pixels {
            let height = Double(tile[y * 256 + x])
            #expect(height.isNaN == (values[0] == -9999), "\(x) \(y) \(height) \(values)")
            guard !height.isNaN, values[0] != -9999 else { continue }
            known += 1
            #expect(abs(height - values[0]) < (expectation.id.z < 12 ? 6 : 0.01), "\(x) \(y) \(height) \(values)")
        }
        #expect(known > 10)
    }

    @Test("terrarium tiles have the heights") func terrarium() throws {
        let source = try archive("dem-nodata.tif")
        let id = TileID(z: 13, x: 4324, y: 2865)
        let heights = try #require(try source.heightTile(id, side: 256))
        let bitmap = try decodeImage(try #require(try source.heights.tile(id)), maxPixels: 1 << 16)
        #expect(heights.indices.allSatisfy { heights[$0].isFinite == (bitmap.pixels[$0] >> 24 == 255) })
        for index in stride(from: 0, to: 65536, by: 97) where heights[index].isFinite {
            let p = bitmap.pixels[index]
            let metres = Double(p >> 16 & 255) * 256 + Double(p >> 8 & 255) + Double(p & 255) / 256 - 32768
            #expect(abs(metres - Double(heights[index])) < 0.003)
        }
    }

    @Test("what an archive says of itself") func info() throws {
        let archive = try archive("utm-rgb.tif")
        let info = archive.info
        #expect(info.container == .geotiff)
        #expect((12...13).contains(archive.nativeZoom) && info.maxZoom == archive.nativeZoom + 2)
        #expect(archive.heights.info.maxZoom == archive.nativeZoom)
        let box = try #require(info.bounds)
        #expect(abs(box.west - 10.33) < 0.05 && abs(box.north - 47.84) < 0.05, "\(box)")
        #expect(try archive.tile(TileID(z: 5, x: 3, y: 3)) == nil)
    }

    @Test("a map that has ended looks at no further raster of a mosaic") func ended() throws {
        let files = ["palette.tif", "utm-rgb.tif"].map { "\(Self.folder)/\($0)" }
        let id = TileID(z: 13, x: 4331, y: 2853)
        let mosaic = try GeoTIFFArchive(files, name: "both")
        let middle = try #require(mosaic.info.bounds).center
        // The lower one has no third band.
        var options = RasterOptions()
        options.bands = [3]
        let painted = mosaic.painted(options)
        #expect(throws: Diagnostic.self) { try painted.tile(id) }
        let cancellation = WorkCancellation()
        cancellation.cancel()
        let found = try WorkContext.run(changing: { $0.cancellation = cancellation }) { () throws(Diagnostic) in
            _ = try GeoTIFFArchive(files + ["\(Self.folder)/none.tif"], name: "three")
            return (try painted.tile(id), try mosaic.heightTile(id, side: 16), try mosaic.height(at: middle))
        }
        #expect(found.0 == nil)
        #expect(found.1 == nil)
        #expect(found.2 == nil)
    }

    @Test("of a mosaic the last is on top") func mosaic() throws {
        let files = ["utm-rgb.tif", "palette.tif"].map { "\(Self.folder)/\($0)" }
        let id = TileID(z: 13, x: 4331, y: 2853)
        let both = try GeoTIFFArchive(files, name: "both").tile(id)
        #expect(both == (try archive("palette.tif").tile(id)))
        #expect(rasterFiles(at: Self.folder)?.count == 5)
    }

    @Test("contours as gdal_contour finds them") func contours() throws {
        let found = try Contours("\(Self.folder)/dem-nodata.tif", interval: 200).lines
        let text = String(decoding: try readFile("\(Self.folder)/contours.txt", limit: 1 << 22), as: UTF8.self)
        var expected: [Double: [[(Double, Double)]]] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            expected[numbers[0], default: []].append(
                stride(from: 1, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) })
        }
        #expect(Set(found.map(\.height)) == Set(expected.keys))
        /// In cells of the raster.
        func distance(_ x: Double, _ y: Double, _ a: (Double, Double), _ b: (Double, Double)) -> Double {
            let (dx, dy) = (b.0 - a.0, b.1 - a.1)
            let length = dx * dx + dy * dy
            let share = length > 0 ? max(0, min(1, ((x - a.0) * dx + (y - a.1) * dy) / length)) : 0
            let (ex, ey) = (x - a.0 - share * dx, y - a.1 - share * dy)
            return (ex * ex + ey * ey).squareRoot() / 0.0005
        }
        var far = 0
        var count = 0
        for line in found {
            let others = expected[line.height] ?? []
            for c in line.coordinates {
                count += 1
                let nearest = others.flatMap { other in
                    zip(other, other.dropFirst()).map { distance(c.longitude, c.latitude, $0, $1) }
                }.min()
                if (nearest ?? 9) > 0.1 { far += 1 }
            }
        }
        #expect(count > 1000)
        #expect(far == 0)
    }

    @Test("higher ground lies to the left of contours") func direction() throws {
        let path = "\(Self.folder)/dem-nodata.tif"
        let id = TileID(z: 13, x: 4324, y: 2865)
        let heights = try #require(try GeoTIFFArchive([path], name: path).heightTile(id, side: 256))
        func height(_ latitude: Double, _ longitude: Double) -> Float? {
            let p = WebMercator.project(Coordinate(latitude: latitude, longitude: longitude))
            let rect = id.mercatorRect
            let x = Int((p.x - rect.minX) / rect.width * 256)
            let y = Int((p.y - rect.minY) / rect.height * 256)
            return (0..<256).contains(x) && (0..<256).contains(y) ? heights[y * 256 + x] : nil
        }
        var (right, wrong) = (0, 0)
        for line in try Contours(path, interval: 200).lines {
            for (a, b) in zip(line.coordinates, line.coordinates.dropFirst()) {
                let (east, north) = (b.longitude - a.longitude, b.latitude - a.latitude)
                let length = (east * east + north * north).squareRoot()
                guard length > 0.0002 else { continue }
                let (x, y) = ((a.longitude + b.longitude) / 2, (a.latitude + b.latitude) / 2)
                let step = 0.0004 / length
                guard let left = height(y + east * step, x - north * step),
                    let other = height(y - east * step, x + north * step), left.isFinite, other.isFinite
                else { continue }
                if left > other { right += 1 } else { wrong += 1 }
            }
        }
        #expect(right > 100 && wrong * 20 < right, "\(right) \(wrong)")
    }

    // Rasters of one band in longitudes and latitudes.

    private struct Picture {
        var side: Int
        var bits = 8
        /// 1 for a smaller form, 4 for a mask.
        var kind = 0
        var bytes: [UInt8]

        /// Of one value.
        static func flat(_ side: Int, _ value: UInt8, kind: Int = 0) -> Picture {
            Picture(side: side, kind: kind, bytes: [UInt8](repeating: value, count: side * side))
        }

        /// A mask that keeps some bytes of each row, at the left.
        static func mask(_ side: Int, kept: Int) -> Picture {
            let row = (0..<side / 8).map { $0 < kept ? UInt8(255) : 0 }
            return Picture(side: side, bits: 1, kind: 4, bytes: Array(repeatElement(row, count: side).joined()))
        }
    }

    private func placed(
        _ pictures: [Picture], west: Double = 10, north: Double = 50, pixel: Double, rows: Int? = nil,
        keys: [UInt16] = [], metadata: String = ""
    ) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 255) } }
        func doubles(_ numbers: [Double]) -> [UInt8] {
            numbers.flatMap { number in (0..<8).map { UInt8(number.bitPattern >> (8 * UInt64($0)) & 255) } }
        }
        let system: [UInt16] = [1, 1, 0, UInt16(2 + keys.count / 4), 1024, 0, 1, 2, 2048, 0, 1, 4326] + keys
        var file: [UInt8] = [0x49, 0x49, 42, 0] + little(8, 4)
        for (index, picture) in pictures.enumerated() {
            let height = rows ?? picture.side
            let start = file.count + 2 + 12 * 15 + 4
            let entries: [(tag: Int, type: Int, size: Int, value: [UInt8])] = [
                (254, 4, 4, little(picture.kind, 4)), (256, 4, 4, little(picture.side, 4)),
                (257, 4, 4, little(height, 4)), (258, 3, 2, little(picture.bits, 2)), (259, 3, 2, little(1, 2)),
                (262, 3, 2, little(picture.kind == 4 ? 4 : 1, 2)), (273, 4, 4, little(start, 4)),
                (277, 3, 2, little(1, 2)), (278, 4, 4, little(height, 4)), (279, 4, 4, little(picture.bytes.count, 4)),
                (339, 3, 2, little(1, 2)), (33550, 12, 8, doubles([pixel, pixel, 0])),
                (33922, 12, 8, doubles([0, 0, 0, west, north, 0])),
                (34735, 3, 2, system.flatMap { little(Int($0), 2) }),
                (42112, 2, 1, Array(metadata.utf8) + [0]),
            ]
            var directory = little(entries.count, 2)
            var rest = picture.bytes
            for entry in entries {
                directory += little(entry.tag, 2) + little(entry.type, 2) + little(entry.value.count / entry.size, 4)
                let isInline = entry.value.count <= 4
                directory += isInline ? entry.value + little(0, 4 - entry.value.count) : little(start + rest.count, 4)
                if !isInline { rest += entry.value + little(0, entry.value.count % 2) }
            }
            rest += little(0, rest.count % 2)
            file += directory + little(index + 1 < pictures.count ? start + rest.count : 0, 4) + rest
        }
        return file
    }

    @Test("what tiles leave out beyond 85.05° is told from what ends there, or has a pole beside it") func beyond()
        throws
    {
        let folder = try ScratchFolder()
        func ends(_ file: [UInt8]) throws -> [Bool] {
            let archive = try GeoTIFFArchive([try folder.write("a.tif", file)], name: "a")
            return try [true, false].map(archive.hasPixelsBeyondTiles)
        }
        let world = 20_037_508.342_789_244
        let (mercator, polar): ([UInt16], [UInt16]) = ([3072, 0, 1, 3857], [3072, 0, 1, 3413])
        let picture = Picture.flat(64, 100)
        #expect(
            try ends(placed([picture], west: -world, north: world, pixel: world / 32, keys: mercator)) == [
                false, false,
            ])
        #expect(
            try ends(placed([picture], west: -world, north: world * 1.5, pixel: world / 32, keys: mercator))
                == [true, false])
        #expect(try ends(placed([picture], west: -140, north: 80, pixel: 4.375, rows: 5)) == [false, false])
        #expect(try ends(placed([picture], west: -140, north: 90, pixel: 4.375, rows: 5)) == [true, false])
        let whole = placed([picture], west: -180, north: 90, pixel: 5.625, rows: 32)
        #expect(try ends(whole) == [true, true])
        let cancellation = WorkCancellation()
        cancellation.cancel()
        let archive = try GeoTIFFArchive([try folder.write("b.tif", whole)], name: "b")
        let ended = try WorkContext.run(changing: { $0.cancellation = cancellation }) {
            try [true, false].map(archive.hasPixelsBeyondTiles)
        }
        #expect(ended == [false, false])
        #expect(try ends(placed([picture], west: -3e6, north: 3e6, pixel: 6e6 / 64, keys: polar)) == [true, false])
        #expect(try ends(placed([picture], west: 1e6, north: -1e6, pixel: 1e6 / 64, keys: polar)) == [false, false])
    }

    private func metadata(_ items: [String: String]) -> String {
        let lines = items.map { #"<Item name="A" sample="0" role="\#($0.key)">\#($0.value)</Item>"# }
        return "<GDALMetadata>\n\(lines.sorted().joined(separator: "\n"))\n</GDALMetadata>\n"
    }

    @Test(
        "GDAL's scale and offset make values, and heights in feet become metres",
        arguments: [
            ([:], [], 100), (["scale": "0.5", "offset": "1000"], [], 1050), (["unittype": "ft"], [], 30.48),
            (["scale": "10", "unittype": "US survey foot"], [], 1_200_000.0 / 3937), ([:], [4099, 0, 1, 9002], 30.48),
            ([:], [4096, 0, 1, 6360], 120_000.0 / 3937), (["unittype": "metre"], [4099, 0, 1, 9002], 100),
            (["scale": "two"], [4096, 0, 1, 5703], 100),
        ] as [([String: String], [UInt16], Double)])
    func units(_ items: [String: String], _ keys: [UInt16], _ expected: Double) throws {
        let folder = try ScratchFolder()
        let file = placed([.flat(8, 100)], pixel: 1, keys: keys, metadata: metadata(items))
        let archive = try GeoTIFFArchive([try folder.write("a.tif", file)], name: "a")
        let height = try #require(try archive.height(at: Coordinate(latitude: 46, longitude: 14)))
        #expect(abs(height - expected) < 1e-3)
        let tile = try #require(try archive.heightTile(TileID(z: 2, x: 2, y: 1), side: 256)).filter(\.isFinite)
        #expect(!tile.isEmpty && tile.allSatisfy { abs(Double($0) - expected) < 1e-3 })
    }

    @Test("a stretch is of values with their scale, and without one colors are as they are") func scaledColors() throws
    {
        let folder = try ScratchFolder()
        let file = placed([.flat(8, 100)], pixel: 1, metadata: metadata(["scale": "2"]))
        let archive = try GeoTIFFArchive([try folder.write("a.tif", file)], name: "a")
        func gray(_ stretch: RasterOptions.Stretch) throws -> Set<UInt32> {
            var options = RasterOptions()
            options.stretch = stretch
            let bytes = try #require(try archive.painted(options).tile(TileID(z: 2, x: 2, y: 1)))
            let pixels = try decodeImage(bytes, maxPixels: 1 << 16).pixels
            return Set(pixels.filter { $0 >> 24 == 255 }.map { $0 & 255 })
        }
        #expect(try gray(.none) == [100])
        #expect(try gray(.range(0, 1000)) == [51])
    }

    @Test("smaller forms have their own masks, or else that of the raster") func masks() throws {
        let folder = try ScratchFolder()
        let whole: [Picture] = [.flat(64, 100), .mask(64, kept: 4)]
        /// The columns of a tile in which heights are known; one is 90/256° wide.
        func columns(_ name: String, _ pictures: [Picture], beside: [Picture] = []) throws -> [Int] {
            let path = try folder.write(name, placed(pictures, pixel: 0.125))
            if !beside.isEmpty { try folder.write(name + ".ovr", placed(beside, pixel: 0.25)) }
            let archive = try GeoTIFFArchive([path], name: name)
            let tile = try #require(try archive.heightTile(TileID(z: 2, x: 2, y: 1), side: 256))
            return Set(tile.indices.filter { tile[$0].isFinite }.map { $0 % 256 }).sorted()
        }
        // From 10° to 14°, and to 12°.
        #expect(try columns("a.tif", whole) == Array(28...39))
        #expect(try columns("b.tif", whole + [.flat(32, 100, kind: 1)]) == Array(28...39))
        #expect(try columns("c.tif", whole, beside: [.flat(32, 100)]) == Array(28...39))
        #expect(try columns("d.tif", whole, beside: [.flat(32, 100), .mask(32, kept: 1)]) == Array(28...33))
    }

    @Test(
        "a raster from 0° to 360° is that from -180° to 180°, at its seam and beside it",
        arguments: [(TileID(z: 0, x: 0, y: 0), 10, 720), (TileID(z: 1, x: 0, y: 0), 720, 1)])
    func seam(_ id: TileID, _ width: Int, _ height: Int) throws {
        let folder = try ScratchFolder()
        // Fields of a chessboard, of which a half turn has an even number.
        var bytes: [UInt8] = []
        for row in 0..<360 {
            for column in 0..<720 { bytes.append((column / width + row / height) % 2 == 0 ? 0 : 200) }
        }
        let tiles = try [0.0, -180].map { west in
            let picture = Picture(side: 720, bytes: bytes)
            let file = placed([picture], west: west, north: 90, pixel: 0.5, rows: 360)
            let archive = try GeoTIFFArchive([try folder.write("\(west).tif", file)], name: "a")
            return try #require(try archive.heightTile(id, side: 256))
        }
        // At the edges of a raster pixels have no neighbors.
        for index in tiles[0].indices where (4..<124).contains(index % 128) {
            #expect(abs(tiles[0][index] - tiles[1][index]) < 0.05)
        }
    }

    // Files of strangers.

    /// A TIFF of one directory with entries (tag, type, count, value) and what follows them.
    private func tiff(_ entries: [(UInt16, UInt16, UInt32, UInt32)], next: UInt32 = 0, _ rest: [UInt8] = []) -> [UInt8]
    {
        func little(_ number: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 255) } }
        var bytes: [UInt8] = [0x49, 0x49, 42, 0] + little(8, 4) + little(UInt32(entries.count), 2)
        for (tag, type, count, value) in entries {
            bytes += little(UInt32(tag), 2) + little(UInt32(type), 2) + little(count, 4) + little(value, 4)
        }
        return bytes + little(next, 4) + rest
    }

    @Test("files of strangers end in a diagnostic")
    func hostile() throws {
        let folder = try ScratchFolder()
        func base(_ width: UInt32, _ height: UInt32, rows: UInt32) -> [(UInt16, UInt16, UInt32, UInt32)] {
            [
                (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8),
                (277, 3, 1, 1), (278, 4, 1, rows), (279, 4, 1, 100),
            ]
        }
        let whole = try readFile("\(Self.folder)/utm-rgb.tif", limit: 1 << 20)
        let cases: [String: [UInt8]] = [
            "empty": [], "magic": [0x49, 0x49, 42, 0], "huge": tiff(base(1 << 31, 1 << 31, rows: 1 << 31)),
            "strips": tiff(base(1 << 20, 1 << 31, rows: 1)), "circle": tiff(base(10, 10, rows: 10), next: 8),
            "nowhere": tiff(base(10, 10, rows: 10)), "cut": Array(whole.prefix(whole.count / 3)),
            "text": Array("II*\0 and more text that is no directory at all".utf8),
        ]
        for (name, bytes) in cases {
            let path = try folder.write("\(name).tif", bytes)
            #expect(throws: Diagnostic.self, "\(name)") {
                let archive = try GeoTIFFArchive([path], name: name)
                for zoom in 0...13 {
                    _ = try archive.tile(TileID(z: zoom, x: 4331 >> (13 - zoom), y: 2853 >> (13 - zoom)))
                }
            }
        }
    }

    /// For a long run: STATICMAP_FUZZ_COUNT=100000 swift test --filter GeoTIFFTests
    @Test("whatever bytes become, there is an image or a diagnostic")
    func mutants() throws {
        let folder = try ScratchFolder()
        let environment = ProcessInfo.processInfo.environment
        let count = environment["STATICMAP_FUZZ_COUNT"].flatMap { Int($0) } ?? 200
        var random = SplitMix(seed: environment["STATICMAP_FUZZ_SEED"].flatMap { UInt64($0) } ?? 5)
        let corpus = packageRoot.appending(path: "Fuzz/corpus/geotiff").path
        let bases = try FileManager.default.contentsOfDirectory(atPath: corpus).sorted().map {
            try readFile("\(corpus)/\($0)", limit: 1 << 20)
        }
        var opened = 0
        for _ in 0..<count {
            var bytes = try #require(bases.randomElement(using: &random))
            // Directories stand at the beginning or at the end.
            let reach = min(bytes.count, 1200)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place =
                    switch random.next() % 4 {
                    case 0: Int.random(in: 0..<bytes.count, using: &random)
                    case 1: bytes.count - 1 - Int.random(in: 0..<reach, using: &random)
                    default: Int.random(in: 0..<reach, using: &random)
                    }
                bytes[place] = random.next() % 3 == 0 ? 255 : UInt8(truncatingIfNeeded: random.next())
            }
            if random.next() % 8 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            let path = try folder.write("mutant.tif", bytes)
            guard let archive = try? GeoTIFFArchive([path], name: path), let box = archive.info.bounds else { continue }
            opened += 1
            let point = WebMercator.project(box.center)
            for zoom in Set([0, archive.nativeZoom]) {
                let side = Double(1 << zoom)
                let id = TileID(
                    z: zoom, x: Int(max(0, min(side - 1, point.x * side))),
                    y: Int(max(0, min(side - 1, point.y * side))))
                _ = try? archive.tile(id)
                _ = try? archive.heightTile(id, side: 32)
            }
            _ = try? archive.height(at: box.center)
        }
        #expect(opened * 10 > count)
    }

    @Test("bombs with a place on the Earth end in a diagnostic")
    func bombs() throws {
        let folder = try ScratchFolder()
        // Behind the directory: the scale, the tie point and the keys of EPSG:4326.
        func bomb(_ width: UInt32, _ height: UInt32, rows: UInt32, strips: UInt32 = 1, next: UInt32 = 0) -> [UInt8] {
            func bytes(_ values: [Double]) -> [UInt8] {
                values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } }
            }
            let entries: UInt32 = 12
            let start = 8 + 2 + 12 * entries + 4
            let keys: [UInt16] = [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]
            let rest =
                bytes([0.0001, 0.0001, 0]) + bytes([0, 0, 0, 10, 47, 0])
                + keys.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            return tiff(
                [
                    (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
                    (273, 4, strips, 8), (277, 3, 1, 1), (278, 4, 1, rows), (279, 4, strips, 100),
                    (33550, 12, 3, start), (33922, 12, 6, start + 24), (34735, 3, 12, start + 72),
                ], next: next, rest)
        }
        let cases: [String: [UInt8]] = [
            "2³¹ pixels in a strip": bomb(65536, 32768, rows: 32768),
            "a million strips": bomb(1 << 20, 1 << 20, rows: 1, strips: 1 << 20),
            "overviews in a circle": bomb(16, 16, rows: 16, next: 8),
        ]
        for (name, bytes) in cases {
            let path = try folder.write("\(name).tif", bytes)
            #expect(throws: Diagnostic.self, "\(name)") {
                let archive = try GeoTIFFArchive([path], name: name)
                let place = try #require(archive.info.bounds?.center)
                let point = WebMercator.project(place)
                for zoom in [0, archive.nativeZoom] {
                    let side = Double(1 << zoom)
                    _ = try archive.tile(TileID(z: zoom, x: Int(point.x * side), y: Int(point.y * side)))
                }
            }
        }
    }
}
