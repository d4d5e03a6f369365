// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapTiles
import StaticMap
import StaticMapServer
import TestSupport
import Testing

@Suite("Data") struct DataTests {
    @Test("values of features stay what they are: flags, numbers, texts")
    func keepsValues() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "places.geojson",
            """
            {"type": "Feature", "properties": {"open": true, "closed": false, "count": 3, "name": "Café"},
             "geometry": {"type": "Point", "coordinates": [10, 20]}}
            """)
        let service = try ServerFixture.service { $0.files = [file] }
        defer { service.end() }
        let answer = await service.get("/data/places/0/0/0.geojson")
        try #require(answer.status == .ok, "\(answer.text)")
        let properties = try answer.json()["features"]?.array?.first?["properties"]
        #expect(properties?["open"]?.bool == true && properties?["closed"]?.bool == false)
        #expect(properties?["count"]?.number == 3 && properties?["name"]?.string == "Café")
    }

    @Test("the address of a style's source has all of its archives, the world around the city too")
    func overlaysArchives() async throws {
        let service = try ServerFixture.shared.get()
        let style = try await service.get("/styles/streets/style.json").json()
        let address = try #require(style["sources"]?["openmaptiles"]?["url"]?.string)
        #expect(address == "http://maps.test/data/helsinki,world.json")
        let json = try await service.get("/data/helsinki,world.json").json()
        #expect(json["tiles"]?.array?.first?.string == "http://maps.test/data/helsinki,world/{z}/{x}/{y}.pbf")
        #expect(json["minzoom"]?.number == 0)
        #expect(json["maxzoom"]?.number == 14)
        let city = Coordinate(latitude: 60.17, longitude: 24.94)
        // Far from the city, deeper than the world's own tiles: enlarged ones.
        let sea = Coordinate(latitude: 59.3, longitude: 21.5)
        for (coordinate, zoom) in [(city, 0), (city, 7), (city, 14), (sea, 12)] {
            let id = tile(at: coordinate, zoom)
            let answer = await service.get("/data/helsinki,world/\(id).pbf")
            try #require(answer.status == .ok, "\(id): \(answer.text)")
            let tile = try VectorTile(decoding: answer.bytes)
            #expect(tile.layers.contains { !$0.features.isEmpty }, "\(id)")
        }
        let whole = tile(at: city, 14)
        let both = await service.get("/data/helsinki,world/\(whole).pbf").bytes
        #expect(both == (await service.get("/data/helsinki/\(whole).pbf").bytes))
    }

    @Test("in the schemas of others are given as they are stored, and to styles in their own")
    func otherSchemas() async throws {
        let path = packageRoot.appending(path: "Tests/Fixtures/schemas/protomaps").path(percentEncoded: false)
        let service = try ServerFixture.service { $0.files = [path] }
        let style = try await service.get("/styles/streets/style.json").json()
        #expect(
            style["sources"]?["openmaptiles"]?["url"]?.string == "http://maps.test/data/protomaps%40openmaptiles.json")
        let json = try await service.get("/data/protomaps%40openmaptiles.json").json()
        #expect(
            json["tiles"]?.array?.first?.string == "http://maps.test/data/protomaps%40openmaptiles/{z}/{x}/{y}.pbf")
        let own = await service.get("/data/protomaps/14/9327/4740.pbf")
        #expect(try VectorTile(decoding: own.bytes)["roads"] != nil)
        let adapted = await service.get("/data/protomaps%40openmaptiles/14/9327/4740.pbf")
        #expect(try VectorTile(decoding: adapted.bytes)["transportation"] != nil)
        #expect(await service.get("/data/none%40openmaptiles.json").status == .notFound)
        let image = await service.get("/styles/streets/14/9327/4740.png")
        #expect(image.status == .ok && image.bytes.count > 10_000)
    }

    @Test("at the corners of the city, the world's features lie outside of its bounds")
    func cutsArchives() async throws {
        let service = try ServerFixture.shared.get()
        let city = try #require(service.catalog.data("helsinki"))
        let bounds = try #require(city.info.bounds)
        var count = 0
        for latitude in [bounds.south, bounds.north] {
            for longitude in [bounds.west, bounds.east] {
                let id = tile(at: Coordinate(latitude: latitude, longitude: longitude), 11)
                let answer = await service.get("/data/world,helsinki/\(id).geojson")
                // Where the city has a tile, its features lie inside.
                guard answer.status == .ok, try city.archive.tile(id) == nil else { continue }
                for feature in try answer.json()["features"]?.array ?? [] {
                    for point in positions(of: feature["geometry"]?["coordinates"]) {
                        count += 1
                        let isInside =
                            point[0] > bounds.west + 1e-3 && point[0] < bounds.east - 1e-3
                            && point[1] > bounds.south + 1e-3 && point[1] < bounds.north - 1e-3
                        #expect(!isInside, "\(id): \(point)")
                    }
                }
            }
        }
        #expect(count > 0)
    }

    private func positions(of node: JSONNode?) -> [[Double]] {
        let items = node?.array ?? []
        let numbers = items.compactMap(\.number)
        return numbers.count >= 2 ? [numbers] : items.flatMap { positions(of: $0) }
    }

    @Test("a tile as GeoJSON has the features of all layers, in degrees")
    func writesGeoJSON() async throws {
        let service = try ServerFixture.shared.get()
        let id = tile(at: Coordinate(latitude: 60.17, longitude: 24.94), 13)
        let answer = await service.get("/data/helsinki/\(id).geojson")
        #expect(answer.headers[.contentType] == "application/geo+json")
        let features = try answer.json()["features"]?.array ?? []
        let tile = try VectorTile(decoding: await service.get("/data/helsinki/\(id).pbf").bytes)
        #expect(features.count == tile.layers.reduce(0) { $0 + $1.features.count })
        #expect(features.allSatisfy { $0["properties"]?["layer"]?.string != nil })
        let box = id.box
        let points = features.filter { $0["geometry"]?["type"]?.string == "Point" }
            .compactMap { $0["geometry"]?["coordinates"]?.array?.compactMap(\.number) }
        #expect(!points.isEmpty)
        for point in points {
            #expect(abs(point[0] - (box.west + box.east) / 2) < (box.east - box.west))
            #expect(abs(point[1] - (box.south + box.north) / 2) < (box.north - box.south))
        }
    }

    @Test("the height at a coordinate comes from the colors of its tile")
    func readsHeights() async throws {
        let folder = try ScratchFolder()
        // 0x018A24 in tenths of a metre from -10,000 m.
        let bitmap = Bitmap(width: 4, height: 4, pixels: [UInt32](repeating: 0xFF01_8A24, count: 16))
        let png = try encodePNG(bitmap)
        try folder.write("heights/metadata.json", #"{"format": "png", "minzoom": 0, "maxzoom": 0}"#)
        try folder.write("heights/0/0/0.png", png)
        let config = try folder.write(
            "config.json",
            #"{"data": {"heights": {"mbtiles": "heights", "encoding": "mapbox"}, "world": {"pmtiles": "\#(ServerFixture.home.path)/basemap/world.pmtiles"}}}"#
        )
        let service = try ServerFixture.service { $0.configFile = config }
        for address in ["0/24.94/60.17", "0/0/0"] {
            let answer = await service.get("/data/heights/elevation/\(address)")
            try #require(answer.status == .ok, "\(answer.text)")
            let height = try #require(try answer.json()["elevation"]?.number)
            #expect(abs(height - (Double(0x018A24) / 10 - 10_000)) < 1e-6)
        }
        #expect(await service.get("/data/heights/elevation/5/1/1").status == .badRequest)
        #expect(await service.get("/data/heights/elevation/0/far/60").status == .badRequest)
        #expect(await service.get("/data/world/elevation/0/0/0").status == .badRequest)
        service.end()
    }

    /// A square tile of one height, by Terrarium's formula.
    private func tile(metres: Int) throws -> [UInt8] {
        let color = 0xFF00_0000 | UInt32((metres + 32_768) << 8)
        return try encodePNG(Bitmap(width: 8, height: 8, pixels: [UInt32](repeating: color, count: 64)))
    }

    @Test("heights at many points are a list, between the pixels of neighboring tiles")
    func readsManyHeights() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            "heights/metadata.json", #"{"format": "png", "minzoom": 0, "maxzoom": 1, "encoding": "terrarium"}"#)
        try folder.write("heights/0/0/0.png", try tile(metres: 100))
        for (name, metres) in [("1/0/0", 200), ("1/1/0", 500), ("1/0/1", 1000)] {
            try folder.write("heights/\(name).png", try tile(metres: metres))
        }
        let config = try folder.write(
            "config.json",
            #"{"data": {"heights": {"mbtiles": "heights"}, "world": {"pmtiles": "\#(ServerFixture.home.path)/basemap/world.pmtiles"}}}"#
        )
        let service = try ServerFixture.service { $0.configFile = config }
        defer { service.end() }
        func heights(_ points: String, at id: String = "heights") async -> Response {
            await service.post("/data/\(id)/elevation", #"{"points": [\#(points)]}"#)
        }
        func point(_ longitude: Double, _ latitude: Double, _ zoom: Int) -> String {
            #"{"lon": \#(longitude), "lat": \#(latitude), "z": \#(zoom)}"#
        }
        let answer = await heights(
            [
                point(45, 45, 1), point(-45, 45, 1), point(45, 45, 0), point(45, 45, 20), point(45, 45, -5),
                point(45, -45, 1), point(-11.25, 45, 1),
            ].joined(separator: ","))
        try #require(answer.status == .ok, "\(answer.text)")
        // The last lies in the middle of the last pixel before the next tile.
        #expect(try answer.json().array?.map(\.number) == [500, 200, 100, 500, 100, nil, 350])
        for body in [point(181, 0, 1), #"{"lon": "x", "lat": 0}"#, ""] {
            #expect(await heights(body).status == .badRequest)
        }
        #expect(await heights(point(0, 0, 0), at: "world").status == .badRequest)
        #expect(await heights(point(0, 0, 0), at: "none").status == .notFound)
        let many = Array(repeating: point(0, 0, 0), count: 1001).joined(separator: ",")
        #expect(await heights(many).status == .badRequest)
    }

    @Test("a tile that is not there is empty or 404, as data, options, archive or the kind of the tiles say")
    func missingTiles() async throws {
        let folder = try ScratchFolder()
        for (name, sparse) in [("plain", ""), ("dense", #", "sparse": "false""#)] {
            try folder.write("\(name)/metadata.json", #"{"format": "png", "minzoom": 0, "maxzoom": 1\#(sparse)}"#)
            try folder.write("\(name)/0/0/0.png", try tile(metres: 0))
        }
        func status(_ data: String, _ options: String = "{}") async throws -> Int {
            let config = try folder.write("config.json", #"{"options": \#(options), "data": {"a": \#(data)}}"#)
            let service = try ServerFixture.service { $0.configFile = config }
            defer { service.end() }
            return await service.get("/data/a/1/0/0.png").status.code
        }
        #expect(try await status(#"{"mbtiles": "plain"}"#) == 404)
        #expect(try await status(#"{"mbtiles": "plain", "sparse": false}"#) == 204)
        #expect(try await status(#"{"mbtiles": "plain"}"#, #"{"sparse": false}"#) == 204)
        #expect(try await status(#"{"mbtiles": "plain", "sparse": true}"#, #"{"sparse": false}"#) == 404)
        #expect(try await status(#"{"mbtiles": "dense"}"#) == 204)
        #expect(try await status(#"{"mbtiles": "dense"}"#, #"{"sparse": true}"#) == 404)
    }

    private func tile(at coordinate: Coordinate, _ zoom: Int) -> TileID {
        let unit = WebMercator.project(coordinate)
        let count = Double(1 << zoom)
        return TileID(z: zoom, x: Int(unit.x * count), y: Int(unit.y * count))
    }
}

@Suite("Glyphs") struct GlyphTests {
    @Test("glyphs are made from installed fonts, as clients expect them")
    func makesGlyphs() async throws {
        let service = try ServerFixture.shared.get()
        let style = try await service.get("/styles/streets/style.json").json()
        #expect(style["glyphs"]?.string == "http://maps.test/fonts/{fontstack}/{range}.pbf")
        let answer = await service.get("/fonts/Noto%20Sans%20Regular/0-255.pbf")
        try #require(answer.status == .ok, "\(answer.text)")
        let glyphs = try GlyphRange.decode(answer.bytes)
        let letter = try #require(glyphs.first { $0.scalar == 0x48 })
        // A capital H of Noto Sans: 0.741 em wide, 0.714 em high, on a baseline 26 pixels below the line's top.
        #expect(letter.advance == 18)
        #expect(letter.height - 2 * GlyphRange.border == 18)
        #expect(letter.top == -8)
        let middle = letter.distances[letter.height / 2 * letter.width + letter.width / 2]
        #expect(middle > 191, "the bar of the H is inside")
        #expect(letter.distances[0] < 191, "the border is outside")
        let space = try #require(glyphs.first { $0.scalar == 0x20 })
        #expect(space.distances.isEmpty && space.advance > 0)
        #expect(await service.get("/fonts/Noto%20Sans%20Regular/0-255.pbf").bytes == answer.bytes)
        let tag = answer.headers[.eTag] ?? ""
        let again = await service.get("/fonts/Noto%20Sans%20Regular/0-255.pbf", [(.ifNoneMatch, tag)])
        #expect(again.status == .notModified)
    }

    @Test("files of the operator come first, installed fonts fill what they lack")
    func mergesGlyphs() async throws {
        let folder = try ScratchFolder()
        let own = GlyphRange.encode(
            [GlyphRecord(scalar: 0x41, width: 0, height: 0, left: 0, top: 0, advance: 77, distances: [])],
            stack: "Mine", start: 0)
        try folder.write("fonts/Mine/0-255.pbf", own)
        let config = try folder.write(
            "config.json",
            #"{"options": {"paths": {"fonts": "fonts"}}, "styles": {"a": {"style": "a.json"}}}"#)
        try folder.write("a.json", #"{"version": 8, "sources": {}, "layers": [{"id": "a", "type": "background"}]}"#)
        let service = try ServerFixture.service { $0.configFile = config }
        let glyphs = try GlyphRange.decode(await service.get("/fonts/Mine,Noto%20Sans%20Regular/0-255.pbf").bytes)
        #expect(glyphs.first { $0.scalar == 0x41 }?.advance == 77)
        #expect(glyphs.contains { $0.scalar == 0x42 })
        #expect(glyphs.filter { $0.scalar == 0x41 }.count == 1)
        #expect(try await service.get("/fonts.json").json().array?.compactMap(\.string) == ["Mine"])
        service.end()
    }
}
