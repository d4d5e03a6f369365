// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapImages
import StaticMapServer
import Testing

@Suite("OGC API – Tiles") struct OGCTileTests {
    private static let sets = [
        "/map/tiles", "/styles/dark/map/tiles", "/collections/world/map/tiles",
        "/collections/world/styles/light/map/tiles", "/collections/world/tiles",
    ]

    @Test("each list of tile sets leads to sets, and these to tiles", arguments: sets)
    func leadsToTiles(_ path: String) async throws {
        let list = try await OGC.json(path)
        let sets = list["tilesets"]?.array ?? []
        #expect(sets.count == 1 && !OGC.links(list, "self").isEmpty)
        for summary in sets {
            #expect(summary["tileMatrixSetURI"]?.string == OGC.grid && summary["crs"]?.string == OGC.mercator)
            let isVector = path == "/collections/world/tiles"
            #expect(summary["dataType"]?.string == (isVector ? "vector" : "map"))
            let set = try await OGC.json(OGC.path(OGC.links(summary, "self").first))
            #expect(!OGC.links(set, OGC.relation + "tiling-scheme").isEmpty)
            let items = OGC.links(set, "item")
            #expect(items.count == (isVector ? 1 : 3))
            for item in items {
                #expect(item["templated"]?.bool == true)
                let address = try OGC.path(item).replacing("{tileMatrix}", with: "2")
                    .replacing("{tileRow}", with: "1").replacing("{tileCol}", with: "2")
                let tile = try await OGC.get(address)
                #expect(tile.status == .ok && tile.headers[.contentType] == item["type"]?.string, "\(address)")
            }
        }
    }

    @Test("landing page and collections lead to their tile sets")
    func links() async throws {
        for path in ["", "/collections/world"] {
            let node = try await OGC.json(path)
            let link = OGC.links(node, OGC.relation + "tilesets-map").first
            #expect(try OGC.path(link).contains("/tiles"))
            #expect(try await OGC.json(OGC.path(link))["tilesets"]?.array?.count == 1)
        }
        let link = OGC.links(try await OGC.json("/collections/world"), OGC.relation + "tilesets-vector").first
        #expect(try await OGC.json(OGC.path(link))["tilesets"]?.array?.count == 1)
    }

    @Test("a set has bounds, limits and layers")
    func describesSets() async throws {
        let set = try await OGC.json("/collections/world/tiles/WebMercatorQuad")
        #expect(set["boundingBox"]?["lowerLeft"]?.array?.count == 2)
        let limits = set["tileMatrixSetLimits"]?.array ?? []
        #expect(limits.first?["tileMatrix"]?.string == "0" && limits.first?["maxTileRow"]?.number == 0)
        let layers = (set["layers"]?.array ?? []).compactMap { $0["id"]?.string }
        #expect(layers.contains("water"))
    }

    @Test("tiles are those of the other addresses: row before column")
    func tiles() async throws {
        let service = try ServerFixture.shared.get()
        let own = try await OGC.get("/styles/streets/map/tiles/WebMercatorQuad/3/2/4")
        let other = await service.get("/styles/streets/3/4/2.png")
        #expect(own.status == .ok && own.bytes == other.bytes)
        let vector = try await OGC.get("/collections/world/tiles/WebMercatorQuad/3/2/4")
        #expect(vector.bytes == (await service.get("/data/world/3/4/2.pbf")).bytes)
        #expect(vector.headers[.contentType] == "application/vnd.mapbox-vector-tile")
        let jpeg = try await OGC.get("/map/tiles/WebMercatorQuad/3/2/4", "image/jpeg")
        #expect(jpeg.headers[.contentType] == "image/jpeg" && jpeg.headers[.vary] == "Accept")
        let png = try await OGC.get("/map/tiles/WebMercatorQuad/3/2/4", "image/png")
        #expect(png.headers[.contentType] == "image/png")
    }

    @Test("a tile that cannot be there is 404, another format 400 or 406")
    func refuses() async throws {
        for tile in ["3/8/0", "3/0/8", "23/0/0", "a/0/0", "3/-1/0", "3/2147483647/2147483647"] {
            for set in Self.sets {
                #expect(try await OGC.status("\(set)/WebMercatorQuad/\(tile)") == 404, "\(set)/\(tile)")
            }
        }
        #expect(try await OGC.status("/map/tiles/WorldCRS84Quad/0/0/0") == 404)
        #expect(try await OGC.status("/map/tiles/WorldCRS84Quad") == 404)
        #expect(try await OGC.status("/map/tiles/WebMercatorQuad/0/0/0?f=tiff") == 400)
        #expect(try await OGC.status("/collections/world/tiles/WebMercatorQuad/0/0/0?f=png") == 400)
        #expect(try await OGC.status("/map/tiles/WebMercatorQuad/0/0/0", "text/html") == 406)
    }

    @Test("the tile matrix set is that of the standard")
    func tileMatrixSet() async throws {
        let list = try await OGC.json("/tileMatrixSets")["tileMatrixSets"]?.array ?? []
        #expect(list.first?["id"]?.string == "WebMercatorQuad" && list.first?["uri"]?.string == OGC.grid)
        let set = try await OGC.json(OGC.path(OGC.links(try #require(list.first), "self").first))
        let matrices = set["tileMatrices"]?.array ?? []
        #expect(matrices.count == 23 && set["crs"]?.string == OGC.mercator)
        #expect(set["orderedAxes"]?.array?.compactMap(\.string) == ["E", "N"])
        let first = try #require(matrices.first)
        #expect(abs((first["scaleDenominator"]?.number ?? 0) - 559_082_264.0287178) < 0.001)
        #expect(abs((first["cellSize"]?.number ?? 0) - 156_543.03392804097) < 1e-6)
        let origin = first["pointOfOrigin"]?.array?.compactMap(\.number) ?? []
        #expect(origin.count == 2 && abs(origin[0] + 20_037_508.342789244) < 1e-6 && origin[1] == -origin[0])
        #expect(matrices[5]["matrixWidth"]?.number == 32 && matrices[5]["id"]?.string == "5")
    }
}

@Suite("OGC API – Styles") struct OGCStyleTests {
    @Test("the list has each style with its sheet and what is said of it")
    func list() async throws {
        let list = try await OGC.json("/styles")
        let service = try ServerFixture.shared.get()
        let styles = list["styles"]?.array ?? []
        #expect(styles.compactMap { $0["id"]?.string } == service.catalog.styles.map(\.id))
        #expect(list["default"]?.string == "streets")
        for style in styles {
            #expect(style["title"]?.string != nil)
            for relation in ["stylesheet", "describedby"] {
                #expect(try await OGC.status(OGC.path(OGC.links(style, relation).first)) == 200)
            }
        }
    }

    @Test("a style is a sheet that clients of MapLibre read")
    func sheet() async throws {
        let service = try ServerFixture.shared.get()
        let plain = await service.get("/styles/streets/style.json")
        for (query, accept) in [("", nil), ("?f=mapbox", nil), ("", "application/vnd.mapbox.style+json")]
            as [(String, String?)]
        {
            let answer = try await OGC.get("/styles/streets" + query, accept)
            #expect(answer.headers[.contentType] == "application/vnd.mapbox.style+json" && answer.bytes == plain.bytes)
        }
        #expect(try await OGC.status("/styles/nothing") == 404)
    }

    @Test("what is said of a style leads to its sheet")
    func metadata() async throws {
        let node = try await OGC.json("/styles/streets/metadata")
        #expect(node["id"]?.string == "streets" && node["title"]?.string != nil)
        let sheet = node["stylesheets"]?.array?.first
        #expect(sheet?["native"]?.bool == true)
        #expect(try await OGC.status(OGC.path(sheet?["link"])) == 200)
        #expect((node["layers"]?.array?.count ?? 0) > 20)
    }
}
