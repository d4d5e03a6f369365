// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapImport
import TestSupport
import Testing

@Suite("Reading OpenStreetMap files") struct OSMReadingTests {
    private func square(_ x: Int, _ y: Int, _ size: Int) -> [OSMFile.Cell] {
        [(x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y)]
    }

    @Test("nodes with tags, lines, and closed ways as lines and areas")
    func features() throws {
        var file = OSMFile()
        file.node((1, 2), ["place": "town", "name": "Ø"])
        file.way(7, [(0, 0), (3, 0), (3, 1)], ["highway": "primary"])
        file.way(8, square(5, 5, 2), ["building": "yes"])
        file.way(9, square(8, 8, 2), ["highway": "service", "area": "no"])
        let imported = try Imported(file)
        #expect(imported.features.map(\.id) == [202, 7, 8, 9])
        #expect(imported.features.first?.tags == ["place": "town", "name": "Ø"])
        #expect(imported.features.first?.lines == [[Point(1, 2)]])
        #expect(imported.way(7)?.lines == [[Point(0, 0), Point(3, 0), Point(3, 1)]])
        #expect(imported.way(7)?.areas.isEmpty == true)
        #expect(imported.way(8)?.cells == 4)
        #expect(imported.way(8)?.lines.first?.count == 5)
        #expect(imported.way(9)?.areas.isEmpty == true)
        #expect(imported.way(9)?.isClosed == true)
        #expect(imported.diagnostics.isEmpty)
    }

    @Test(
        "nodes of all latitudes are where the formula of Mercator puts them; those nearer to the poles are at the edge")
    func projection() throws {
        var builder = OSMBuilder()
        let latitudes = stride(from: -90.0, through: 90, by: 0.0137).map { ($0 * 1e7).rounded() / 1e7 }
        for latitude in latitudes { builder.node(0, latitude, ["natural": "tree"]) }
        let folder = try ScratchFolder()
        let extract = try OSMExtract(
            path: builder.write(to: folder), vocabulary: OSMVocabulary(), diagnostics: DiagnosticSink())
        var points: [Point] = []
        try extract.forEachBlock(threads: 1) {
            $0.points
        } consume: {
            points += $0
        }
        try #require(points.count == latitudes.count)
        for (latitude, point) in zip(latitudes, points) {
            let y = WebMercator.project(Coordinate(latitude: latitude, longitude: 0)).y
            #expect(abs(point.y - max(0, min(1, y))) < 2e-13, "at \(latitude)")
            #expect((0...1).contains(point.y))
        }
    }

    @Test("ways know the routes and boundaries that they are members of")
    func parents() throws {
        var file = OSMFile()
        file.way(1, [(0, 0), (3, 0)], ["highway": "primary"])
        file.way(2, [(0, 5), (3, 5)])
        file.relation(5, [(1, "forward")], ["type": "route", "route": "road", "ref": "E 4"])
        file.relation(6, [(1, "outer"), (2, "outer")], ["type": "boundary", "admin_level": "4"])
        let imported = try Imported(file)
        let road = try #require(imported.way(1))
        #expect(road.parents.map(\.role) == ["forward", "outer"])
        #expect(road.parents.map { $0.tags["ref"] ?? $0.tags["admin_level"] } == ["E 4", "4"])
        // A border without tags of its own is a line all the same.
        #expect(imported.way(2)?.parents.map { $0.tags["admin_level"] } == ["4"])
    }

    @Test("nodes that are missing part a line, and are counted")
    func missingNodes() throws {
        var file = OSMFile()
        for x in [0, 1, 4, 5] { file.node((x, 0)) }
        let refs = (0...6).map { "<nd ref='\(OSMFile.id(($0, 0)))'/>" }.joined()
        file.add(way: "<way id='3' version='1'>\(refs)<tag k='highway' v='path'/></way>")
        file.add(way: "<way id='4' version='1'><nd ref='900'/><nd ref='901'/><tag k='highway' v='path'/></way>")
        let imported = try Imported(file)
        #expect(imported.way(3)?.lines == [[Point(0, 0), Point(1, 0)], [Point(4, 0), Point(5, 0)]])
        #expect(imported.way(4) == nil)
        #expect(imported.problems(of: "way 3") == [.importIncomplete])
        #expect(imported.diagnostics.first?.message == "3 of its nodes are not in the file")
    }

    @Test("negative and huge ids, objects out of order, and objects that are there twice")
    func ids() throws {
        let folder = try ScratchFolder()
        let path = try folder.write(
            "ids.osm",
            """
            <osm version="0.6">
            <way id="-5" version="1"><nd ref="9223372036854775806"/><nd ref="-3"/><tag k="highway" v="path"/></way>
            <way id="-5" version="1"><nd ref="-3"/><nd ref="-3"/><tag k="highway" v="path"/></way>
            <node id="9223372036854775806" version="1" lon="10.001" lat="50"/>
            <node id="-3" version="1" lon="10" lat="50.002"/>
            <node id="-3" version="1" lon="11" lat="51"/>
            </osm>
            """)
        let imported = try Imported(path: path)
        #expect(imported.features.map(\.id) == [-5])
        #expect(imported.way(-5)?.lines == [[Point(1, 0), Point(0, 2)]])
        #expect(imported.problems(of: "way -5") == [.importDamagedFile])
        #expect(imported.problems(of: "node -3") == [.importDamagedFile])
    }

    @Test("the box is that of the header, else of the nodes")
    func bounds() throws {
        var file = OSMFile()
        file.way(1, [(0, 0), (4, 2)], ["highway": "path"])
        #expect(try Imported(file).bounds == CoordinateBox(west: 10, south: 50, east: 10.004, north: 50.002))
        file.header = "<bounds minlon='9' minlat='49' maxlon='11' maxlat='51'/>"
        #expect(try Imported(file).bounds == CoordinateBox(west: 9, south: 49, east: 11, north: 51))
    }

    @Test("what is no extract is refused, with what was found")
    func foreign() throws {
        let folder = try ScratchFolder()
        func code(_ text: String) throws -> Diagnostic.Code? {
            let path = try folder.write("file.osm.pbf", text)
            do {
                _ = try Imported(path: path)
                return nil
            } catch let error as Diagnostic { return error.code }
        }
        #expect(try code("") == .importUnknownFormat)
        #expect(try code("{\"type\": \"FeatureCollection\"}") == .importUnknownFormat)
        #expect(try code("<gpx version='1.1'></gpx>") == .importUnknownFormat)
        #expect(try code("<osm><node") == .importUnsupported)
        #expect(try code("\0\0\0\u{d}\n\u{9}OSMHeader") == .importUnknownFormat)
        #expect(
            try code("<osmChange version='0.6'><create><node id='1' version='1' lon='1' lat='1'/></create></osmChange>")
                == .importUnsupported)
        #expect(throws: Diagnostic.self) { try Imported(path: folder.path) }
        #expect(throws: Diagnostic.self) { try Imported(path: folder.file("none.osm")) }
    }

    @Test("an empty extract has no features and no box")
    func empty() throws {
        let imported = try Imported(OSMFile())
        #expect(imported.features.isEmpty)
        #expect(imported.bounds == nil)
    }

    @Test(
        "of a file that is cut short the beginning is imported, with a warning",
        .requiresShared("data/osm/monaco.osm.pbf"))
    func truncated() throws {
        let bytes = try readFile(SharedData.path("data/osm/monaco.osm.pbf"), limit: 1 << 24)
        let folder = try ScratchFolder()
        let cut = try Imported(path: folder.write("cut.osm.pbf", Array(bytes.prefix(bytes.count * 2 / 3))))
        #expect(cut.features.contains { $0.origin == .node })
        #expect(cut.diagnostics.contains { $0.code == .importDamagedFile && $0.message.contains("cut short") })
        // A block in the middle that cannot be unpacked is left out.
        var damaged = bytes
        for index in 0..<64 { damaged[bytes.count / 2 + index] = 0x55 }
        let rest = try Imported(path: folder.write("damaged.osm.pbf", damaged))
        #expect(rest.diagnostics.contains { $0.code == .importDamagedFile && $0.path.hasPrefix("block ") })
        #expect(!rest.features.isEmpty)
    }

    @Test(
        "the same features for any number of threads, and with nodes on disk",
        .requiresShared("data/osm/monaco.osm.pbf"))
    func threads() throws {
        let path = SharedData.path("data/osm/monaco.osm.pbf")
        func summary(_ imported: Imported) -> [String] {
            imported.features.map { "\($0.origin) \($0.id) \($0.tags.sorted { $0 < $1 }) \($0.lines) \($0.areas)" }
                + imported.diagnostics.map(\.description)
        }
        let one = summary(try Imported(path: path))
        #expect(summary(try Imported(path: path, threads: 4)) == one)
        #expect(summary(try Imported(path: path, memoryLimit: 0)) == one)
    }

    @Test("work that is cancelled ends with a diagnostic", .requiresShared("data/osm/monaco.osm.pbf"))
    func cancellation() throws {
        let path = SharedData.path("data/osm/monaco.osm.pbf")
        let cancellation = WorkCancellation()
        let extract = try OSMExtract(path: path, vocabulary: OSMVocabulary(), diagnostics: DiagnosticSink())
        #expect(throws: CancellationError.self) {
            try cancellation.run {
                try extract.forEachBlock(threads: 2) { block in
                    cancellation.cancel()
                    return block.features.count
                } consume: { _ in
                }
            }
        }
    }
}
