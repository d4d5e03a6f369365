// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapTiles
import StaticMap
import StaticMapBatch
import Synchronization
import TestSupport
import Testing

@Suite("Pyramids of tiles") struct PyramidTests {
    private static let world = CoordinateBox(west: -180, south: -85, east: 180, north: 85)

    /// Europe's corner of the world in green on white; tiles elsewhere are of one color.
    private static let basemap = """
        {"style": {"version": 8, "sources": {"area": {"type": "geojson", "data": {"type": "Polygon", "coordinates":
          [[[3, 3], [80, 3], [40, 60], [3, 3]]]}}}, "layers": [
          {"id": "ground", "type": "background", "paint": {"background-color": "white"}},
          {"id": "area", "type": "fill", "source": "area", "paint": {"fill-color": "green"}}]}}
        """

    private func run(_ plan: PyramidPlan, threads: Int = 2) throws -> PyramidRun {
        var batch = try Batch()
        batch.threads = threads
        let basemap = try JSONDocument(file: "basemap", text: Array(Self.basemap.utf8)).root
        return PyramidRun(batch.renderer, plan, basemap: basemap, format: .png, quality: nil)
    }

    private func plan(zooms: ClosedRange<Int> = 0...3, shard: (index: Int, count: Int) = (0, 1)) -> PyramidPlan {
        var plan = PyramidPlan(region: TileRegion(boxes: [Self.world]), zooms: zooms)
        (plan.metatile, plan.shard) = (2, shard)
        return plan
    }

    /// The bytes of all tiles, by number.
    private func tiles(of store: TileStore) throws -> [UInt64: [UInt8]] {
        var tiles: [UInt64: [UInt8]] = [:]
        try store.forEachTile { number, image throws(Diagnostic) in tiles[number] = try store.bytes(of: image) }
        return tiles
    }

    @Test("have every tile of their zooms once, and equal ones share their bytes") func whole() throws {
        let (folder, run) = (try ScratchFolder(), try run(plan()))
        let store = try TileStore(folder.file("store"), settings: run.settings, isResumed: false)
        let summary = try run.run(into: store) { _, _ in }
        #expect(summary.tiles == 1 + 4 + 16 + 64)
        #expect(summary.blocks == 1 + 1 + 4 + 16)
        let counts = try store.counts()
        #expect(counts.tiles == 85)
        #expect(counts.images < 40 && counts.images > 4)
        #expect(summary.uniform > 40)
    }

    @Test("are the same for any number of threads, and put together from shards") func shards() throws {
        func drawn(_ plan: PyramidPlan, threads: Int) throws -> [UInt64: [UInt8]] {
            let (folder, run) = (try ScratchFolder(), try run(plan, threads: threads))
            let store = try TileStore(folder.file("store"), settings: run.settings, isResumed: false)
            _ = try run.run(into: store) { _, _ in }
            return try tiles(of: store)
        }
        let expected = try drawn(plan(), threads: 1)
        #expect(expected.count == 85)
        #expect(try drawn(plan(), threads: 4) == expected)
        var together: [UInt64: [UInt8]] = [:]
        for index in 0..<3 {
            let part = try drawn(plan(shard: (index, 3)), threads: 2)
            #expect(!part.isEmpty && part.count < 60)
            together.merge(part) { _, new in
                Issue.record("two shards have one tile")
                return new
            }
        }
        #expect(together == expected)
    }

    @Test("go on with the blocks that are missing") func resume() throws {
        let (folder, run) = (try ScratchFolder(), try run(plan()))
        let store = try TileStore(folder.file("store"), settings: run.settings, isResumed: false)
        _ = try run.run(into: store) { _, _ in }
        let (all, parts) = (try tiles(of: store), try store.parts())
        // The store of a run that ended after half of the blocks.
        let half = try TileStore(folder.file("half"), settings: run.settings, isResumed: false)
        let done = parts.sorted().prefix(parts.count / 2)
        for part in done { try half.add(part: part, []) }
        let drawn = Mutex(0)
        let summary = try run.run(into: half) { _, _ in drawn.withLock { $0 += 1 } }
        #expect(drawn.withLock(\.self) == parts.count - done.count)
        #expect(summary.blocks == parts.count)
        let rest = try tiles(of: half)
        #expect(rest.count < all.count)
        for (number, bytes) in rest { #expect(all[number] == bytes) }
        #expect(try half.parts() == parts)
    }

    @Test("do not go on with other options, nor from changed files") func changes() throws {
        let folder = try ScratchFolder()
        let file = TileStore.File(path: "data", contents: "1")
        func open(_ settings: String, _ files: [TileStore.File]) throws {
            _ = try TileStore(folder.file("store"), settings: settings, files: files, isResumed: true)
        }
        try open("a", [file])
        try open("a", [file])
        for (settings, files) in [
            ("b", [file]), ("a", [TileStore.File(path: "data", contents: "2")]), ("a", []),
        ] {
            let error = #expect(throws: Diagnostic.self) { try open(settings, files) }
            #expect(error?.code.rawValue == Diagnostic.Code.batchChangedInput.rawValue)
        }
        #expect(try run(plan()).settings != run(plan(zooms: 0...2)).settings)
        #expect(try run(plan(shard: (0, 2))).settings != run(plan(shard: (1, 2))).settings)
    }

    @Test("cover a region across the antimeridian, each block once") func antimeridian() throws {
        let box = CoordinateBox(west: 170, south: -10, east: 190, north: 10)
        var plan = PyramidPlan(region: TileRegion(boxes: [box]), zooms: 0...5)
        plan.metatile = 4
        let (folder, run) = (try ScratchFolder(), try run(plan))
        let store = try TileStore(folder.file("store"), settings: run.settings, isResumed: false)
        _ = try run.run(into: store) { _, _ in }
        let ids = try tiles(of: store).keys.compactMap(TileID.init(hilbertNumber:)).filter { $0.z == 5 }
        #expect(Set(ids.map(\.x)) == [0, 31])
        #expect(Set(ids.map(\.y)) == [15, 16])
        #expect(ids.count == 4)
    }

    @Test("cover several boxes, each block once") func boxes() throws {
        let boxes = [(-10.0, -10.0, 10.0, 10.0), (-80, -40, 80, 40), (100, 10, 110, 20)].map {
            CoordinateBox(west: $0.0, south: $0.1, east: $0.2, north: $0.3)
        }
        var plan = PyramidPlan(region: TileRegion(boxes: boxes), zooms: 4...4)
        plan.metatile = 1
        let (folder, run) = (try ScratchFolder(), try run(plan))
        let store = try TileStore(folder.file("store"), settings: run.settings, isResumed: false)
        _ = try run.run(into: store) { _, _ in }
        let ids = try tiles(of: store).keys.compactMap(TileID.init(hilbertNumber:))
        #expect(Set(ids.map(\.x)) == Set(4...12))
        #expect(ids.count == 8 * 4 + 1)
    }

    @Test("want the tiles that an area touches, and no others") func region() throws {
        let folder = try ScratchFolder()
        let path = try folder.write(
            "area.geojson",
            #"{"type": "Polygon", "coordinates": [[[1, 1], [80, 1], [1, 60], [1, 1]]]}"#)
        let region = try TileRegion(polygonsOf: path)
        #expect(region.contains(TileID(z: 0, x: 0, y: 0)))
        #expect(region.contains(TileID(z: 2, x: 2, y: 1)))
        #expect(!region.contains(TileID(z: 2, x: 1, y: 1)))
        // Within the box of the area, and beyond its long side.
        #expect(!region.contains(TileID(z: 4, x: 11, y: 5)))
        let error = #expect(throws: Diagnostic.self) {
            try TileRegion(polygonsOf: try folder.write("point.geojson", #"{"type": "Point", "coordinates": [1, 2]}"#))
        }
        #expect(error?.code.rawValue == Diagnostic.Code.batchInvalidTable.rawValue)
    }

    /// A container with the tiles of zooms 0 to 2.
    private func container(_ name: String, in folder: ScratchFolder) throws -> String {
        let run = try run(plan(zooms: 0...2))
        let store = try TileStore(folder.file(name + ".store"), settings: run.settings, isResumed: false)
        _ = try run.run(into: store) { _, _ in }
        let path = folder.file(name)
        let metadata = ContainerMetadata(
            name: "test", tiles: .png, zooms: 0...2, bounds: Self.world, attribution: "© nobody")
        try TileContainer(path: path).write(store, to: path, metadata)
        return path
    }

    @Test("are the same in every container", arguments: ["a.pmtiles", "a.mbtiles", "a"])
    func containers(name: String) throws {
        let folder = try ScratchFolder()
        let path = try container(name, in: folder)
        let verification = try ArchiveVerification(path) { _ in }
        #expect(verification.tiles == 21)
        #expect(verification.zooms == 0...2)
        #expect(verification.problems.isEmpty)
        let archive = try openArchive(at: path)
        #expect(archive.info.attribution == "© nobody")
        let plain = try openArchive(at: try container("b.mbtiles", in: folder))
        for id in [TileID(z: 0, x: 0, y: 0), TileID(z: 2, x: 2, y: 1), TileID(z: 2, x: 0, y: 0)] {
            let (tile, expected) = (try archive.tile(id), try plain.tile(id))
            #expect(tile != nil && tile == expected)
        }
    }

    @Test("copying keeps what is wanted, of the last archive that has it") func copy() throws {
        let folder = try ScratchFolder()
        let first = try container("a.pmtiles", in: folder)
        // The north west in one tile of its own.
        let other = try TileStore(folder.file("other"), settings: "", isResumed: false)
        let tile = try encodePNG(.init(width: 1, height: 1, pixels: [0xFF12_3456]))
        let id = TileID(z: 2, x: 0, y: 0)
        try other.add(part: nil, [StoredImage(numbers: [id.hilbertNumber], bytes: tile)])
        let second = folder.file("b.mbtiles")
        try TileContainer(path: second).write(
            other, to: second,
            ContainerMetadata(name: "other", tiles: .png, zooms: 2...2, bounds: Self.world, attribution: nil))

        let west = TileRegion(boxes: [CoordinateBox(west: -180, south: -85, east: -1, north: 85)])
        let copy = try ArchiveCopy([first, second], region: west, zooms: 1...2)
        let store = try TileStore(folder.file("copy"), settings: "", isResumed: false)
        let metadata = try copy.run(into: store, name: "copy") { _ in }
        #expect(metadata.name == "copy" && metadata.zooms == 1...2 && metadata.attribution == "© nobody")
        let tiles = try tiles(of: store)
        #expect(tiles.count == 2 + 8)
        #expect(tiles.keys.compactMap(TileID.init(hilbertNumber:)).allSatisfy { $0.x < 1 << ($0.z - 1) })
        #expect(tiles[id.hilbertNumber] == tile)
    }

    @Test("copying a box across the antimeridian says what lies on both sides")
    func copiedAntimeridian() throws {
        let folder = try ScratchFolder()
        let region = TileRegion(boxes: [CoordinateBox(west: 175, south: -25, east: -175, north: -10)])
        let boxes = [
            (Self.world, CoordinateBox(west: 175, south: -25, east: 185, north: -10)),
            (
                CoordinateBox(west: -180, south: -40, east: -150, north: -15),
                CoordinateBox(west: -180, south: -25, east: -175, north: -15)
            ),
            (
                CoordinateBox(west: 150, south: -40, east: 178, north: 0),
                CoordinateBox(west: 175, south: -25, east: 178, north: -10)
            ),
        ]
        let tile = try encodePNG(.init(width: 1, height: 1, pixels: [0xFF12_3456]))
        for (index, (bounds, expected)) in boxes.enumerated() {
            let store = try TileStore(folder.file("store\(index)"), settings: "", isResumed: false)
            let numbers = [0, 7].map { TileID(z: 3, x: $0, y: 4).hilbertNumber }.sorted()
            try store.add(part: nil, [StoredImage(numbers: numbers, bytes: tile)])
            let path = folder.file("\(index).pmtiles")
            try TileContainer(path: path).write(
                store, to: path,
                ContainerMetadata(name: "a", tiles: .png, zooms: 3...3, bounds: bounds, attribution: nil))
            let copies = try TileStore(folder.file("copies\(index)"), settings: "", isResumed: false)
            let metadata = try ArchiveCopy([path], region: region, zooms: 0...9).run(into: copies, name: nil) { _ in }
            #expect(metadata.bounds == expected)
        }
    }

    @Test("images with the same checksums are kept apart") func sameChecksums() throws {
        let folder = try ScratchFolder()
        let store = try TileStore(folder.file("store"), settings: "", isResumed: false)
        // The bits of CRC-32's polynomial, added where they change neither it nor Adler-32.
        let (zeros, bits): ([UInt8], [UInt8]) = ([0, 0, 0, 0, 0], [65, 6, 113, 219, 1])
        let images = [zeros + bits + bits + zeros, bits + zeros + zeros + bits]
        for turn in 0..<2 {
            for (index, bytes) in images.enumerated() {
                try store.add(part: nil, [StoredImage(numbers: [UInt64(2 * turn + index)], bytes: bytes)])
            }
        }
        let counts = try store.counts()
        #expect(counts.tiles == 4 && counts.images == 2)
        var found: [[UInt8]] = []
        try store.forEachTile { (_, image) throws(Diagnostic) in found.append(try store.bytes(of: image)) }
        #expect(found == images + images)
    }

    @Test("copying keeps what archives say of themselves", arguments: ["a.pmtiles", "a.mbtiles", "a"])
    func copiedMetadata(name: String) throws {
        let folder = try ScratchFolder()
        let store = try TileStore(folder.file("store"), settings: "", isResumed: false)
        let tile = try encodePNG(.init(width: 1, height: 1, pixels: [0xFF12_3456]))
        let number = TileID(z: 8, x: 1, y: 2).hilbertNumber
        try store.add(part: nil, [StoredImage(numbers: [number], bytes: tile)])
        var metadata = ContainerMetadata(
            name: "glyphs", tiles: .png, zooms: 8...8, bounds: Self.world, attribution: nil)
        metadata.others = ["description": "All <b>", "version": "2.1", "encoding": "terrarium", "type": "overlay"]
        metadata.fontstacks = ["Sans Regular", "Sans Bold"]
        metadata.center = Coordinate(latitude: 20, longitude: 10)
        let first = folder.file(name)
        try TileContainer(path: first).write(store, to: first, metadata)

        let copies = try TileStore(folder.file("copies"), settings: "", isResumed: false)
        let copied = try ArchiveCopy([first], region: nil, zooms: 0...9).run(into: copies, name: nil) { _ in }
        for target in ["b.pmtiles", "b.mbtiles", "b"].map(folder.file) {
            try TileContainer(path: target).write(copies, to: target, copied)
            let info = try openArchive(at: target).info
            #expect(info.others == metadata.others)
            #expect(info.fontstacks == metadata.fontstacks)
            #expect(info.center == metadata.center && info.centerZoom == 8)
        }
        // Of several archives, what all say.
        metadata.others["description"] = "Some"
        metadata.fontstacks = ["Serif"]
        let second = folder.file("c.pmtiles")
        try TileContainer(path: second).write(store, to: second, metadata)
        let merged = try ArchiveCopy([first, second], region: nil, zooms: 0...9).run(into: copies, name: nil) { _ in }
        #expect(merged.others == ["version": "2.1", "encoding": "terrarium", "type": "overlay"])
        #expect(merged.fontstacks.isEmpty && merged.center == Coordinate(latitude: 0, longitude: 0))
    }

    @Test("go into a new or empty folder, and not between those of an earlier run") func fullFolder() throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.file("a"), withIntermediateDirectories: false)
        let path = try container("a", in: folder)
        #expect(try ArchiveVerification(path) { _ in }.tiles == 21)
        let error = #expect(throws: Diagnostic.self) { try container("a", in: folder) }
        #expect(error?.code.rawValue == Diagnostic.Code.batchNotWritable.rawValue)
        _ = try container("b", in: folder)
        #expect(try folder.names().filter { !$0.contains(".store") } == ["a", "b"])
    }

    @Test("a database does not inherit the journals of the one that it replaces") func journals() throws {
        let folder = try ScratchFolder()
        for ending in ["", "-wal", "-shm", "-journal"] { try folder.write("a.mbtiles" + ending, "old") }
        let path = try container("a.mbtiles", in: folder)
        #expect(try folder.names().filter { $0.hasPrefix("a.mbtiles") && !$0.contains(".store") } == ["a.mbtiles"])
        #expect(try ArchiveVerification(path) { _ in }.tiles == 21)
    }

    @Test("copying refuses archives that do not go together, and those without what is wanted") func wrongCopies()
        throws
    {
        let folder = try ScratchFolder()
        let tiles = try container("a.pmtiles", in: folder)
        let vectors = Batch.basemapArchive
        let mixed = #expect(throws: Diagnostic.self) { try ArchiveCopy([tiles, vectors], region: nil, zooms: 0...9) }
        #expect(mixed?.code.rawValue == Diagnostic.Code.batchWrongArchive.rawValue)
        let none = #expect(throws: Diagnostic.self) {
            let store = try TileStore(folder.file("none"), settings: "", isResumed: false)
            _ = try ArchiveCopy([tiles], region: nil, zooms: 7...9).run(into: store, name: nil) { _ in }
        }
        #expect(none?.code.rawValue == Diagnostic.Code.batchWrongArchive.rawValue)
        let missing = #expect(throws: Diagnostic.self) {
            try ArchiveVerification(folder.file("missing.pmtiles")) { _ in }
        }
        #expect(missing?.code.rawValue == Diagnostic.Code.fileMissing.rawValue)
    }

    @Test("verification finds a tile that cannot be decoded, and a count that is wrong") func damage() throws {
        let folder = try ScratchFolder()
        let store = try TileStore(folder.file("store"), settings: "", isResumed: false)
        let id = TileID(z: 1, x: 1, y: 0)
        try store.add(part: nil, [StoredImage(numbers: [id.hilbertNumber], bytes: Array("no image".utf8))])
        let path = folder.file("a.mbtiles")
        try TileContainer(path: path).write(
            store, to: path,
            ContainerMetadata(name: "a", tiles: .png, zooms: 1...1, bounds: Self.world, attribution: nil))
        let verification = try ArchiveVerification(path) { _ in }
        #expect(verification.problems.map(\.code.rawValue) == [Diagnostic.Code.batchDamagedTile.rawValue])
        #expect(verification.problems.first?.path == "\(id)")
    }

    @Test("areas that overlap are wanted where they do, and one beyond 180° on both sides of it") func areas() throws {
        func region(_ boxes: [(west: Int, south: Int, east: Int, north: Int)]) throws -> TileRegion {
            let polygons = boxes.map { w, s, e, n in
                #"{"type": "Polygon", "coordinates": [[[\#(w),\#(s)],[\#(e),\#(s)],[\#(e),\#(n)],[\#(w),\#(n)],[\#(w),\#(s)]]]}"#
            }
            let text = #"{"type": "GeometryCollection", "geometries": [\#(polygons.joined(separator: ","))]}"#
            return try TileRegion(
                polygonsIn: JSONDocument(.geojson, file: "a", text: Array(text.utf8)).root, file: "a")
        }
        let (one, both) = try (region([(-41, -41, 41, 41)]), region([(-40, -40, 40, 40), (-41, -41, 41, 41)]))
        let wide = try region([(170, -10, 190, 10)])
        for (x, y) in (0..<32).flatMap({ x in (0..<32).map { (x, $0) } }) {
            let id = TileID(z: 5, x: x, y: y)
            #expect(one.contains(id) == both.contains(id), "\(id)")
            #expect(wide.contains(id) == ([0, 31].contains(x) && [15, 16].contains(y)), "\(id)")
        }
    }

    /// Heights in squares of one degree from 5° north, which rise by 10 m a column: a GeoTIFF of 16-bit numbers.
    private func heights(west: Double, columns: Int, rows: Int) -> [UInt8] {
        var bytes = Array("II*\0".utf8) + [0, 0, 0, 0]
        func number(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        func put(_ part: [[UInt8]]) -> UInt32 {
            defer { bytes += part.joined() }
            return UInt32(bytes.count)
        }
        let data = put((0..<rows).flatMap { _ in (0..<columns).map { number(Int16($0 * 10)) } })
        let scale = put([1.0, 1, 0].map { number($0.bitPattern) })
        let corner = put([0, 0, 0, west, 5, 0].map { number($0.bitPattern) })
        let keys = put([1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326].map { number(UInt16($0)) })
        let (width, height) = (UInt32(columns), UInt32(rows))
        let entries: [(UInt16, UInt16, UInt32, UInt32)] = [
            (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 16), (259, 3, 1, 1), (262, 3, 1, 1),
            (273, 4, 1, data), (277, 3, 1, 1), (278, 4, 1, height), (279, 4, 1, 2 * width * height), (339, 3, 1, 2),
            (33550, 12, 3, scale), (33922, 12, 6, corner), (34735, 3, 16, keys),
        ]
        bytes.replaceSubrange(4..<8, with: number(UInt32(bytes.count)))
        bytes += number(UInt16(entries.count))
        for entry in entries { bytes += number(entry.0) + number(entry.1) + number(entry.2) + number(entry.3) }
        return bytes + number(UInt32(0))
    }

    @Test("contours beyond 180° are in the tiles on both sides of it") func contours() throws {
        let folder = try ScratchFolder()
        let raster = try folder.write("heights.tif", heights(west: 170, columns: 20, rows: 10))
        var contours = ContourTiles()
        (contours.interval, contours.zooms) = (10, 3...3)
        #expect(try contours.write(raster, to: folder.file("a.pmtiles")).tiles == 4)
        let archive = try openArchive(at: folder.file("a.pmtiles"))
        for (x, y) in [(7, 3), (7, 4), (0, 3), (0, 4)] {
            #expect(try archive.tile(TileID(z: 3, x: x, y: y)) != nil)
        }
    }

    @Test("bounds across the antimeridian are stated as those of the whole world") func stated() {
        func metadata(_ west: Double, _ east: Double) -> ContainerMetadata {
            let box = CoordinateBox(west: west, south: -5, east: east, north: 5)
            return ContainerMetadata(name: "a", format: .mvt, compression: "none", zooms: 0...1, bounds: box)
        }
        #expect(metadata(170, 180).statedBounds == CoordinateBox(west: 170, south: -5, east: 180, north: 5))
        #expect(metadata(170, 190).statedBounds == CoordinateBox(west: -180, south: -5, east: 180, north: 5))
        #expect(metadata(170, 196).center == Coordinate(latitude: 0, longitude: -177))
    }
}
