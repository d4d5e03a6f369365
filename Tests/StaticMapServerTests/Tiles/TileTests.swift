// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCanvas
import MapCore
import MapGeometry
import MapImages
import MapLayout
import StaticMap
import StaticMapServer
import TestSupport
import Testing

@Suite("Tiles") struct TileTests {
    /// The tiles of a block side by side.
    private func joined(_ service: MapService, z: Int, x: Range<Int>, y: Range<Int>) async throws -> [UInt32] {
        let width = x.count * 256
        var pixels = [UInt32](repeating: 0, count: width * y.count * 256)
        for (row, tileY) in y.enumerated() {
            for (column, tileX) in x.enumerated() {
                let answer = await service.get("/styles/streets/\(z)/\(tileX)/\(tileY).png")
                try #require(answer.status == .ok, "\(answer.text)")
                let tile = try decodeImage(answer.bytes, maxPixels: 1 << 20)
                try #require(tile.width == 256 && tile.height == 256)
                for line in 0..<256 {
                    let start = (row * 256 + line) * width + column * 256
                    pixels.replaceSubrange(start..<start + 256, with: tile.pixels[line * 256..<(line + 1) * 256])
                }
            }
        }
        return pixels
    }

    /// A configuration with the style "streets", of which some layers are left.
    private func configuration(
        _ folder: ScratchFolder, keeping isKept: (JSONNode) -> Bool
    ) throws -> String {
        let home = ServerFixture.home.path
        let text = try String(contentsOfFile: home + "/styles/streets/style.json", encoding: .utf8)
        let style = try JSONDocument(file: "style", text: Array(text.utf8)).root
        let layers = (style["layers"]?.array ?? []).filter(isKept)
        let sprite = "\(home)/styles/streets/\(try #require(style["sprite"]?.string))"
        var reduced = try #require(style.object)
        reduced.members.removeAll { ["layers", "sprite"].contains($0.key) }
        reduced.members += [.init("layers", .list(layers)), .init("sprite", .text(sprite))]
        try folder.write("styles/reduced.json", JSONNode(.object(reduced)).lines)
        return try folder.write(
            "config.json",
            #"{"options": {"paths": {"styles": "styles"}}, "styles": {"streets": {"style": "reduced.json"}}}"#)
    }

    /// A map of tiles, drawn at once with symbols placed as on blocks of two by two tiles.
    private func whole(_ service: MapService, z: Int, x: Range<Int>, y: Range<Int>) throws -> [UInt32] {
        let world = Double(1 << z)
        let middle = (x: Double(x.lowerBound + x.upperBound) / 2, y: Double(y.lowerBound + y.upperBound) / 2)
        let latitude = atan(sinh(.pi * (1 - 2 * middle.y / world))) * 180 / .pi
        let style = try #require(service.catalog.style("streets")?.file)
        let scene = """
            {"version": 1, "size": [\(x.count * 256), \(y.count * 256)], "basemap": {"style": "\(style)"}, \
            "camera": {"center": [\(middle.x / world * 360 - 180), \(latitude)], "zoom": \(z - 1)}, "attribution": "none"}
            """
        var renderer = MapRenderer(home: ServerFixture.home, fontFolders: testFontFolders, useSystemFonts: false)
        renderer.namedStyles[style] = service.catalog.style("streets")?.named
        let rendering = Rendering(renderer: renderer, folder: ".")
        let document = try SceneDocument(text: Array(scene.utf8), file: "scene")
        return try rendering.bitmap(of: document.scene, cutAlong: BlockGrid(side: 512, scale: 1)).pixels
    }

    /// Blocks of Helsinki, of Europe and of the world with the antimeridian.
    static let blocks = [(15, 18652, 9482), (16, 37306, 18966), (6, 32, 16), (4, 12, 4), (3, 0, 0)]

    @Test("labels on the edges of blocks are whole: joined tiles are the map that is drawn at once", arguments: blocks)
    func joinsLabels(_ z: Int, _ column: Int, _ row: Int) async throws {
        let folder = try ScratchFolder()
        let config = try configuration(folder) { $0["type"]?.string == "symbol" }
        let service = try ServerFixture.service {
            $0.configFile = config
            $0.metatile = 2
        }
        let (x, y) = (column..<column + 4, row..<row + 4)
        let tiles = try await joined(service, z: z, x: x, y: y)
        let whole = try whole(service, z: z, x: x, y: y)
        // Blocks have other coordinates: a corner may gain or lose one of cairo's 15 rows of samples in a pixel.
        let different = zip(tiles, whole).count { $0.differences(from: $1).max() > 255 / 15 }
        #expect(different == 0)
        // The columns on both sides of the edge between blocks, and the rows.
        var onEdges: Set<UInt32> = []
        for pixel in 0..<1024 { onEdges.formUnion([tiles[pixel * 1024 + 511], tiles[511 * 1024 + pixel]]) }
        // The sample of the city is small: whether a name of it lies on an edge is chance.
        if z <= 6 { #expect(onEdges.count > 1, "no label lies on an edge") }
        service.end()
    }

    @Test("joined tiles are the map that is drawn at once")
    func joinsBlocks() async throws {
        let service = try ServerFixture.service { $0.metatile = 2 }
        let (x, y) = (4660..<4664, 2368..<2372)
        let tiles = try await joined(service, z: 13, x: x, y: y)
        let different = zip(tiles, try whole(service, z: 13, x: x, y: y)).filter { $0 != $1 }.count
        // A line that ends at the edge of what is read may be cut by a pixel's breadth in another place.
        #expect(different <= tiles.count / 2000, "\(different) of \(tiles.count) pixels differ")
        service.end()
    }

    @Test("shapes of neighbouring blocks meet: with labels hidden, blocks of any size are the same map")
    func joinsAcrossBlocks() async throws {
        let folder = try ScratchFolder()
        let config = try configuration(folder) { $0["type"]?.string != "symbol" }
        let single = try ServerFixture.service {
            $0.configFile = config
            $0.metatile = 1
        }
        let block = try ServerFixture.service {
            $0.configFile = config
            $0.metatile = 4
        }
        let apart = try await joined(single, z: 14, x: 9324..<9328, y: 4740..<4744)
        let together = try await joined(block, z: 14, x: 9324..<9328, y: 4740..<4744)
        let different = zip(apart, together).filter { $0 != $1 }.count
        // A line that ends at the edge of what is read may be cut by a pixel's breadth in another place.
        #expect(different <= apart.count / 2000, "\(different) of \(apart.count) pixels differ")
        single.end()
        block.end()
    }

    @Test(
        "tiles have sizes, scales and formats",
        arguments: [
            ("3/4/2.png", 256, "image/png"), ("512/3/4/2.png", 512, "image/png"),
            ("256/3/4/2@2x.jpg", 512, "image/jpeg"),
            ("0/0/0.webp", 256, "image/webp"),
        ])
    func hasSizes(_ path: String, _ side: Int, _ type: String) async throws {
        let answer = await (try ServerFixture.shared.get()).get("/styles/streets/" + path)
        #expect(answer.headers[.contentType] == type)
        let bitmap = try decodeImage(answer.bytes, maxPixels: 1 << 20)
        #expect(bitmap.width == side && bitmap.height == side)
    }

    @Test(
        "what is no tile is 404 or 400",
        arguments: [
            ("/styles/streets/3/8/2.png", 400), ("/styles/streets/99/0/0.png", 400), ("/styles/streets/1/1/1.gif", 400),
            ("/styles/streets/3/-1/2.png", 404), ("/styles/none/0/0/0.png", 404), ("/data/none.json", 404),
            ("/data/world/30/0/0.pbf", 404), ("/fonts/../0-255.pbf", 404), ("/styles/streets/1/1/1@9x.png", 404),
            ("/styles/streets/1/1/1@1x.png", 404), ("/fonts/Nobody%20Regular/0-255.pbf", 400),
            ("/styles/streets/wmts?layer=none&tilematrix=1&tilecol=0&tilerow=0", 400),
            ("/styles/streets/wmts?layer=streets-256&tilematrix=1&tilecol=2&tilerow=0", 400),
        ])
    func refuses(_ address: String, _ status: Int) async throws {
        #expect(await (try ServerFixture.shared.get()).get(address).status.code == status)
    }

    @Test("WMTS with parameters gives the tiles of the addresses", arguments: [("256", 256), ("512", 512)])
    func asksWMTS(_ grid: String, _ side: Int) async throws {
        let service = try ServerFixture.shared.get()
        let capabilities = await service.get("/styles/streets/wmts.xml").text
        #expect(capabilities.contains(#"name="GetTile""#) && capabilities.contains("/styles/streets/wmts?"))
        let answer = await service.get(
            "/styles/streets/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=streets-\(grid)&STYLE=default"
                + "&TILEMATRIXSET=GoogleMapsCompatible_\(grid)&TILEMATRIX=3&TILEROW=2&TILECOL=4&FORMAT=image/png")
        let tile = await service.get("/styles/streets/\(grid)/3/4/2.png")
        #expect(answer.status == .ok && answer.bytes == tile.bytes)
        let ofAll = await service.get(
            "/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=streets-\(grid)&STYLE=default"
                + "&TILEMATRIXSET=GoogleMapsCompatible_\(grid)&TILEMATRIX=3&TILEROW=2&TILECOL=4&FORMAT=image/png")
        #expect(ofAll.status == .ok && ofAll.bytes == tile.bytes)
        let unnamed = await service.get(
            "/wmts?request=GetTile&layer=streets-\(grid)&style=&tilematrixset=&tilematrix=3&tilecol=4&tilerow=2")
        #expect(unnamed.status == .ok && unnamed.bytes == tile.bytes)
    }

    @Test("the WMTS of all styles has each of them, and its addresses are those of the server")
    func listsWMTS() async throws {
        let service = try ServerFixture.shared.get()
        for address in ["/wmts", "/wmts?SERVICE=WMTS&REQUEST=GetCapabilities", "/wmts/1.0.0/WMTSCapabilities.xml"] {
            let text = await service.get(address).text
            for style in service.catalog.styles where style.isRendered {
                #expect(text.contains("<ows:Identifier>\(style.id)-256</ows:Identifier>"), "\(address): \(style.id)")
                #expect(text.contains("http://maps.test/styles/\(style.id)/512/{TileMatrix}"), "\(address)")
            }
            #expect(text.contains("xlink:href=\"http://maps.test/wmts?\""), "\(address)")
        }
        #expect(
            await service.get("/wmts?request=GetTile&layer=none&tilematrix=1&tilecol=0&tilerow=0").status == .badRequest
        )
    }

    @Test(
        "what is wrong with parameters of WMTS is told as OWS has it",
        arguments: [
            ("layer=none", "InvalidParameterValue", "Layer"), ("", "MissingParameterValue", "Layer"),
            ("layer=streets-256&tilecol=0&tilerow=0", "MissingParameterValue", "TileMatrix"),
            ("layer=streets-256&tilematrix=1&tilecol=a%3Cb&tilerow=0", "InvalidParameterValue", "TileCol"),
            ("layer=streets-512&tilematrix=23&tilecol=0&tilerow=0", "InvalidParameterValue", "TileMatrix"),
            ("layer=streets-256&tilematrix=1&tilecol=2&tilerow=0", "TileOutOfRange", "TileCol"),
            ("layer=streets-256&tilematrix=1&tilecol=1&tilerow=2", "TileOutOfRange", "TileRow"),
            ("layer=streets-WorldCRS84Quad&tilematrix=0&tilecol=1&tilerow=1", "TileOutOfRange", "TileRow"),
            (
                "layer=streets-256&tilematrix=1&tilecol=1&tilerow=1&format=image/svg", "InvalidParameterValue", "Format"
            ),
            (
                "layer=streets-256&style=none&tilematrix=1&tilecol=1&tilerow=1", "InvalidParameterValue", "Style"
            ),
            (
                "layer=streets-256&tilematrixset=GoogleMapsCompatible_512&tilematrix=1&tilecol=1&tilerow=1",
                "InvalidParameterValue", "TileMatrixSet"
            ),
            (
                "layer=streets-WorldCRS84Quad&tilematrixset=EPSG:4326&tilematrix=0&tilecol=0&tilerow=0",
                "InvalidParameterValue", "TileMatrixSet"
            ),
            ("service=WMS", "InvalidParameterValue", "Service"),
            ("request=GetFeatureInfo", "OperationNotSupported", "GetFeatureInfo"),
        ])
    func refusesWMTS(_ query: String, _ code: String, _ locator: String) async throws {
        let service = try ServerFixture.shared.get()
        for address in ["/wmts?request=GetTile&", "/styles/streets/wmts?"] {
            // Of two parameters of a name, the first counts.
            let target = query.hasPrefix("request") ? address.prefix { $0 != "?" } + "?" : address[...]
            let answer = await service.get(String(target) + query)
            #expect(answer.status == .badRequest, "\(target)")
            #expect(answer.headers[.contentType] == "text/xml; charset=utf-8", "\(target)")
            #expect(
                answer.text.contains(
                    "<Exception exceptionCode=\"\(code)\" locator=\"\(locator)\"><ExceptionText>"), "\(answer.text)")
            #expect(!answer.text.contains("a<b"))
        }
    }

    @Test("the served style names this server alone")
    func rewritesStyles() async throws {
        let service = try ServerFixture.shared.get()
        let style = try await service.get("/styles/streets/style.json").json()
        #expect(style["sources"]?["openmaptiles"]?["url"]?.string == "http://maps.test/data/helsinki,world.json")
        #expect(style["sprite"]?.string == "http://maps.test/styles/streets/sprite")
        #expect(await service.get("/styles/streets/sprite@2x.json").status == .ok)
        #expect(await service.get("/styles/streets/sprite.png").headers[.contentType] == "image/png")
        let data = try await service.get("/data/helsinki.json").json()
        #expect(data["tiles"]?.array?.first?.string == "http://maps.test/data/helsinki/{z}/{x}/{y}.pbf")
        #expect(data["vector_layers"]?.array?.contains { $0["id"]?.string == "transportation" } == true)
    }

    @Test("vector tiles come as they are in the archive")
    func servesVectorTiles() async throws {
        let answer = await (try ServerFixture.shared.get()).get("/data/world/0/0/0.pbf")
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentType] == "application/x-protobuf")
        // The first field of a vector tile is a layer.
        #expect(answer.bytes.first == 0x1A)
    }

    @Test("WMTS and WMS say what they have")
    func hasCapabilities() async throws {
        let service = try ServerFixture.shared.get()
        let wmts = await service.get("/styles/streets/wmts.xml").text
        #expect(wmts.contains("template=\"http://maps.test/styles/streets/256/{TileMatrix}/{TileCol}/{TileRow}.png\""))
        let wms = await service.get("/wms?service=WMS&request=GetCapabilities").text
        #expect(wms.contains("<Name>streets</Name>") && wms.contains("version=\"1.3.0\""))
        let old = await service.get("/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.1.1").text
        #expect(old.contains("WMT_MS_Capabilities version=\"1.1.1\""))
    }
}

@Suite("WMS") struct WMSTests {
    private func map(_ query: String) async throws -> Bitmap {
        let answer = await (try ServerFixture.shared.get()).get(
            "/wms?SERVICE=WMS&REQUEST=GetMap&LAYERS=streets&STYLES=&FORMAT=image/png&" + query)
        try #require(answer.status == .ok, "\(answer.text)")
        return try decodeImage(answer.bytes, maxPixels: 1 << 22)
    }

    @Test("the axis order is that of the version and the system")
    func ordersAxes() async throws {
        let size = "WIDTH=160&HEIGHT=120"
        let new = try await map("VERSION=1.3.0&CRS=EPSG:4326&BBOX=59,24,60.5,26&" + size)
        let old = try await map("VERSION=1.1.1&SRS=EPSG:4326&BBOX=24,59,26,60.5&" + size)
        let crs84 = try await map("VERSION=1.3.0&CRS=CRS:84&BBOX=24,59,26,60.5&" + size)
        #expect(new.pixels == old.pixels)
        #expect(new.pixels == crs84.pixels)
        let other = try await map("VERSION=1.3.0&CRS=CRS:84&BBOX=23,59,25,60.5&" + size)
        #expect(other.pixels != new.pixels)
    }

    /// A map in degrees of a style with a round symbol, a name and an area of two degrees by one.
    private func degrees(
        _ box: String, _ latitude: Double, layer: String, width: Int = 400, system: String = "CRS:84"
    ) async throws -> Bitmap {
        let folder = try ScratchFolder()
        let (south, north) = (latitude - 0.5, latitude + 0.5)
        try folder.write(
            "styles/own.json",
            """
            {"version": 8, "sources": {
               "p": {"type": "geojson", "data": {"type": "Point", "coordinates": [25, \(latitude)]}},
               "a": {"type": "geojson", "data": {"type": "Polygon", "coordinates":
                 [[[24, \(south)], [26, \(south)], [26, \(north)], [24, \(north)], [24, \(south)]]]}}},
             "layers": [{"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}}, \(layer)]}
            """)
        let config = try folder.write(
            "config.json", #"{"options": {"paths": {"styles": "styles"}}, "styles": {"own": {"style": "own.json"}}}"#)
        let service = try ServerFixture.service { $0.configFile = config }
        let answer = await service.get(
            "/wms?REQUEST=GetMap&VERSION=1.3.0&LAYERS=own&CRS=\(system)&FORMAT=image/png&WIDTH=\(width)&HEIGHT=200&BBOX=\(box)"
        )
        try #require(answer.status == .ok, "\(answer.text)")
        return try decodeImage(answer.bytes, maxPixels: 1 << 22)
    }

    /// The box around all pixels that are dark.
    private func extent(_ bitmap: Bitmap) -> Rect {
        var box = Rect.null
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap.pixels[y * bitmap.width + x] & 255 < 128 {
                box = box.union(Rect(x: Double(x), y: Double(y), width: 1, height: 1))
            }
        }
        return box
    }

    @Test(
        "a map in degrees stretches no symbols, and has all places where they belong",
        arguments: [(0.0, 400.0), (-35, 400), (60, 400), (72, 400), (60, 250), (60, 200), (72, 150)])
    func keepsShapes(latitude: Double, width: Double) async throws {
        let box = "23,\(latitude - 1),27,\(latitude + 1)"
        func degrees(_ box: String, _ latitude: Double, layer: String) async throws -> Bitmap {
            try await self.degrees(box, latitude, layer: layer, width: Int(width))
        }
        let circle = #"{"id": "c", "type": "circle", "source": "p", "paint": {"circle-radius": 30}}"#
        let round = extent(try await degrees(box, latitude, layer: circle))
        #expect(abs(round.width - 60) <= 2 && abs(round.height - 60) <= 2, "\(round)")
        #expect(abs(round.center.x - width / 2) <= 1 && abs(round.center.y - 100) <= 1, "\(round)")
        let fill = #"{"id": "a", "type": "fill", "source": "a", "paint": {"fill-color": "black"}}"#
        let area = extent(try await degrees(box, latitude, layer: fill))
        #expect(abs(area.minX - width / 4) <= 1 && abs(area.maxX - width * 3 / 4) <= 1, "\(area)")
        #expect(abs(area.minY - 50) <= 1 && abs(area.maxY - 150) <= 1, "\(area)")
        let name = """
            {"id": "n", "type": "symbol", "source": "p", "layout": {"text-field": "OOO", "text-size": 40}}
            """
        let text = extent(try await degrees(box, latitude, layer: name))
        #expect(text.height > 24 && text.height < 34 && text.width > 80 && text.width < 110, "\(text)")
    }

    @Test("a Mercator map that is lower than its box stretches no symbols either")
    func keepsShapesOfLowMaps() async throws {
        let circle = #"{"id": "c", "type": "circle", "source": "p", "paint": {"circle-radius": 30}}"#
        // The point is at 2782987 metres east on the equator.
        let box = "2582987,-200000,2982987,200000"
        let round = extent(try await degrees(box, 0, layer: circle, system: "EPSG:3857"))
        #expect(abs(round.width - 60) <= 2 && abs(round.height - 60) <= 2, "\(round)")
        #expect(abs(round.center.x - 200) <= 1 && abs(round.center.y - 100) <= 1, "\(round)")
    }

    @Test("what a request asks for in vain is a warning, each time")
    func warns() async throws {
        let service = try ServerFixture.shared.get()
        let query = "/wms?REQUEST=GetMap&VERSION=1.3.0&LAYERS=streets&CRS=CRS:84&BBOX=24,60,25,61&WIDTH=16&HEIGHT=16"
        for _ in 0..<2 {
            let answer = await service.get(query + "&TIME=2026-01-01&TILED=true&key=k")
            let warnings = answer.headers[values: .staticMapWarning]
            #expect(warnings.count == 2 && warnings[0].contains("TIME") && warnings[1].contains("tiled"), "\(warnings)")
        }
        #expect(await service.get(query).headers[.staticMapWarning] == nil)
    }

    @Test("errors are XML with a code, or an empty image or one of the message on request")
    func reports() async throws {
        let service = try ServerFixture.shared.get()
        let query = "/wms?REQUEST=GetMap&VERSION=1.3.0&LAYERS=none&CRS=CRS:84&BBOX=0,0,1,1&WIDTH=10&HEIGHT=10"
        let answer = await service.get(query)
        #expect(answer.text.contains("code=\"LayerNotDefined\""))
        #expect(answer.headers[.contentType] == "text/xml; charset=utf-8")
        let blank = try decodeImage(await service.get(query + "&EXCEPTIONS=BLANK").bytes, maxPixels: 1 << 20)
        #expect(Set(blank.pixels) == [0xFFFF_FFFF])
        let large = query.replacingOccurrences(of: "=10", with: "=200")
        let message = try decodeImage(await service.get(large + "&EXCEPTIONS=INIMAGE").bytes, maxPixels: 1 << 20)
        #expect(message.width == 200 && Set(message.pixels).count > 10)
        let transparent = try decodeImage(
            await service.get(large + "&EXCEPTIONS=BLANK&TRANSPARENT=TRUE").bytes, maxPixels: 1 << 20)
        #expect(Set(transparent.pixels) == [0])
        let swapped = query.replacingOccurrences(of: "none", with: "streets")
            .replacingOccurrences(of: "0,0,1,1", with: "1,1,0,0")
        #expect(await service.get(swapped).text.contains("smaller numbers first"))
    }

    @Test("a legend shows what the style draws, of the size that the capabilities say")
    func drawsLegends() async throws {
        let service = try ServerFixture.shared.get()
        let capabilities = await service.get("/wms?service=WMS&request=GetCapabilities").text
        let match = try #require(
            capabilities.firstMatch(of: #/<LegendURL width="(\d+)" height="(\d+)">.*?xlink:href="([^"]*)"/#))
        let address = String(match.3).replacing("http://maps.test", with: "").replacing("&amp;", with: "&")
        let answer = await service.get(address)
        try #require(answer.status == .ok, "\(answer.text)")
        let image = try decodeImage(answer.bytes, maxPixels: 1 << 20)
        #expect("\(image.width)" == match.1 && "\(image.height)" == match.2)
        // Samples differ: a motorway, water, a wood.
        let column = (0..<image.height).map { image.pixels[$0 * image.width + 20] }
        #expect(Set(column).count > 8)
        #expect(await service.get("/wms?request=GetLegendGraphic&layer=none").text.contains("LayerNotDefined"))
        #expect(await service.get("/wms?request=GetLegendGraphic&layer=streets&format=image/x").status == .badRequest)
    }

    @Test("a POST has its parameters in a form, and answers as a GET")
    func takesForms() async throws {
        let service = try ServerFixture.shared.get()
        let query =
            "service=WMS&version=1.3.0&request=GetMap&layers=streets&styles=&crs=CRS:84&bbox=24,60,25,61&width=20&height=20"
        let form = "application/x-www-form-urlencoded"
        let (get, post) = (await service.get("/wms?" + query), await service.post("/wms", query, type: form))
        #expect(post.status == .ok && post.bytes == get.bytes)
        let other = await service.post("/wms", query.replacing("24,60,25,61", with: "2,48,3,49"), type: form)
        #expect(other.status == .ok && other.bytes != get.bytes)
    }

    @Test("capabilities credit the data, and WMTS has a template for each format")
    func credits() async throws {
        let service = try ServerFixture.shared.get()
        for version in ["1.1.1", "1.3.0"] {
            let text = await service.get("/wms?service=WMS&request=GetCapabilities&version=" + version).text
            #expect(text.contains("<Attribution><Title>"), "\(version)")
        }
        let wmts = await service.get("/styles/streets/wmts.xml").text
        for (type, ending) in [("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp")] {
            #expect(wmts.contains("<Format>\(type)</Format>") && wmts.contains("{TileRow}.\(ending)\""), "\(type)")
            let target =
                "/styles/streets/wmts?service=WMTS&request=GetTile&layer=streets-256&style=default&format=\(type)"
                + "&tilematrixset=GoogleMapsCompatible_256&tilematrix=3&tilecol=4&tilerow=2"
            #expect(await service.get(target).headers[.contentType] == type)
        }
        #expect(wmts.contains("<ows:Operation name=\"GetTile\">"))
    }

    @Test("GetFeatureInfo gives the coordinate of a pixel")
    func tellsFeatures() async throws {
        let answer = await (try ServerFixture.shared.get()).get(
            "/wms?REQUEST=GetFeatureInfo&VERSION=1.3.0&LAYERS=streets&QUERY_LAYERS=streets&CRS=CRS:84&BBOX=24,59,26,61&WIDTH=100&HEIGHT=100&I=50&J=50&INFO_FORMAT=application/json"
        )
        let coordinate = try answer.json()["hit"]?["coordinate"]?.array?.compactMap(\.number) ?? []
        try #require(coordinate.count == 2)
        #expect(abs(coordinate[0] - 25.01) < 0.03 && abs(coordinate[1] - 59.99) < 0.03)
    }
}

@Suite("Configuration") struct ConfigurationTests {
    @Test("tileserver-gl's config.json and the same as YAML serve the same", arguments: ["config.json", "config.yaml"])
    func readsFiles(_ name: String) async throws {
        let folder = try ScratchFolder()
        let basemap = ServerFixture.home.path + "/basemap"
        try folder.write(
            "styles/basic.json",
            ##"{"version": 8, "name": "Basic", "sources": {"a": {"type": "vector", "url": "pmtiles://{world}"}}, "##
                + ##""layers": [{"id": "sea", "type": "background", "paint": {"background-color": "#123456"}}]}"##)
        try folder.write(
            "config.json",
            """
            {"options": {"paths": {"root": "", "styles": "styles", "pmtiles": "\(basemap)"}, "maxSize": 300, "tileMargin": 3, \
            "nonsense": 1},
            "styles": {"basic": {"style": "basic.json", "tilejson": {"attribution": "me"}}},
            "data": {"world": {"pmtiles": "world.pmtiles"}}}
            """)
        try folder.write(
            "config.yaml",
            """
            options:
              paths: {root: "", styles: styles, pmtiles: "\(basemap)"}
              maxSize: 300
              tileMargin: 3
              nonsense: 1
            styles:
              basic: {style: basic.json, tilejson: {attribution: me}}
            data:
              world: {pmtiles: world.pmtiles}
            """)
        let service = try ServerFixture.service { $0.configFile = folder.path + "/" + name }
        #expect(service.configurationWarnings.contains { $0.contains("options.tileMargin") })
        #expect(service.configurationWarnings.contains { $0.contains("options.nonsense is not known") })
        #expect(service.catalog.warnings == [])
        let tile = try decodeImage(await service.get("/styles/basic/0/0/0.png").bytes, maxPixels: 1 << 20)
        #expect(tile.pixels[0] == 0xFF12_3456)
        #expect(try await service.get("/styles/basic.json").json()["attribution"]?.string == "me")
        let style = try await service.get("/styles/basic/style.json").json()
        #expect(style["sources"]?["a"]?["url"]?.string == "http://maps.test/data/world.json")
        #expect(await service.get("/styles/basic/static/0,0,1/400x400.png").status == .contentTooLarge)
        service.end()
    }

    @Test("qualities, domains, endings and the attribution of a configuration are used")
    func usesOptions() async throws {
        let folder = try ScratchFolder()
        let basemap = ServerFixture.home.path + "/basemap"
        let config = try folder.write(
            "config.json",
            """
            {"options": {"paths": {"pmtiles": "\(basemap)"}, "formatQuality": {"jpeg": 10}, "domains": ["a.test", "b.test"], \
            "formatOptions": {"webp": {"quality": 20, "effort": 3}}, "pbfAlias": "mvtx", "staticAttributionText": "Us"},
            "data": {"world": {"pmtiles": "world.pmtiles"}}}
            """)
        let service = try ServerFixture.service { $0.configFile = config }
        #expect(service.configurationWarnings.count == 1, "\(service.configurationWarnings)")
        let json = try await service.get("/data/world.json").json()
        #expect(
            json["tiles"]?.array?.compactMap(\.string) == [
                "http://a.test/data/world/{z}/{x}/{y}.mvtx", "http://b.test/data/world/{z}/{x}/{y}.mvtx",
            ])
        #expect(await service.get("/data/world/0/0/0.mvtx").status == .ok)
        let coarse = await service.get("/styles/streets/static/24.94,60.17,10/90x60.jpg")
        let plain = await (try ServerFixture.shared.get()).get("/styles/streets/static/24.94,60.17,10/90x60.jpg")
        #expect(coarse.bytes.count < plain.bytes.count)
        service.end()
    }

    @Test("a reload serves the new style, and a broken file leaves the old one")
    func reloads() async throws {
        let folder = try ScratchFolder()
        func write(_ color: String) throws {
            try folder.write(
                "basic.json",
                ##"{"version": 8, "sources": {}, "layers": [{"id": "sea", "type": "background", "paint": {"background-color": "\##(color)"}}]}"##
            )
        }
        try write("#123456")
        let config = try folder.write("config.json", #"{"styles": {"basic": {"style": "basic.json"}}}"#)
        let service = try ServerFixture.service { $0.configFile = config }
        func pixel() async throws -> UInt32 {
            try decodeImage(await service.get("/styles/basic/0/0/0.png").bytes, maxPixels: 1 << 20).pixels[0]
        }
        #expect(try await pixel() == 0xFF12_3456)
        try write("#654321")
        try service.reload()
        #expect(try await pixel() == 0xFF65_4321)
        try folder.write("config.json", "{")
        #expect(throws: RequestError.self) { try service.reload() }
        #expect(try await pixel() == 0xFF65_4321)
        service.end()
    }
}
