// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import MapImages
import StaticMapServer
import Testing

/// Services whose examples are those of their documentation, moved to where the base map has something to show.
@Suite("Dialects of further services") struct VendorDialectTests {
    private func explained(_ target: String) async throws -> JSONNode {
        let service = try ServerFixture.shared.get()
        let answer = await service.get("/explain?url=" + percentEncoded(target))
        try #require(answer.status == .ok, "\(target): \(answer.text)")
        return try answer.json()
    }

    private func numbers(_ node: JSONNode?) -> [Double] { node?.array?.compactMap(\.number) ?? [] }

    @Test(
        "each is drawn, in the size that was asked for",
        arguments: [
            ("/maps/streets-v2/static/24.94,60.17,12/300x200@2x.png?key=k", 600, 400),
            ("/maps/streets/static/auto/300x200.webp?markers=24.94,60.17,red|24.96,60.18,%230000ff", 300, 200),
            (
                "/maps/streets/static/24.9,60.1,25,60.2/300x200.jpg?path=fill:none|stroke:green|width:3|24.9,60.1|25,60.2",
                300, 200
            ),
            (
                "/v1/staticmap?style=osm-bright&width=300&height=200&center=lonlat:24.94,60.17&zoom=14.3497&marker=lonlat:24.94,60.17;type:awesome;color:%23bb3f73;size:x-large;icon:shop&scaleFactor=2&apiKey=k",
                600, 400
            ),
            (
                "/v1/staticmap?width=300&height=200&area=rect:24.9,60.1,25,60.2&geometry=polygon:24.9,60.1,25,60.1,25,60.2;linewidth:5;linecolor:%23f57a42;fillcolor:%23f57a42|circle:24.94,60.17,500;fillopacity:0.2&format=jpeg",
                300, 200
            ),
            (
                "/static/alidade_smooth_dark.png?center=60.17,24.94&zoom=12&size=300x200@2x&markers=60.17,24.94,,d33d3d&api_key=k",
                600, 400
            ),
            ("/static/outdoors?markers=60.17,24.94&markers=60.18,24.96&size=300x200", 300, 200),
            (
                "/ws/staticmap/v2/?center=39.8802147,116.415794&zoom=10&size=600*300&maptype=roadmap&markers=size:large|color:0xFFCCFF|label:k|39.8802147,116.415794&key=k",
                600, 300
            ),
            (
                "/ws/staticmap/v2/?size=500x400&labels=border:1|size:32|color:0x990099|bgcolor:0xff00|bold:1|北京市|39.114,116.58|天津市|39.25,116.87&path=fillcolor:0xAA000033|color:0xFFFFFF00|39.114,116.58|39.25,116.87|38.11,116.54",
                500, 400
            ),
            ("/staticimage/v2?ak=k&center=116.403874,39.914888&width=280&height=140&zoom=11&scale=2", 560, 280),
            (
                "/staticimage/v2?ak=k&width=300&height=200&zoom=11&markers=116.40,39.91|116.45,39.95&markerStyles=l,A,0xff0000&labels=116.42,39.93&labelStyles=天安门,1,18,0x006600,0xFFFFFF,1&paths=116.40,39.91;116.45,39.95&pathStyles=0x0000ff,4,0.5",
                300, 200
            ),
        ])
    func draws(_ target: String, _ width: Int, _ height: Int) async throws {
        let service = try ServerFixture.shared.get()
        let answer = await service.get(encoded(target))
        try #require(answer.status == .ok, "\(target): \(answer.text)")
        let image = try decodeImage(answer.bytes, maxPixels: 1 << 22)
        #expect(image.width == width && image.height == height, "\(target)")
        #expect(Set(image.pixels).count > 3)
    }

    /// As clients send it.
    private func encoded(_ target: String) -> String {
        percentEncoded(target) { $0 > 0x20 && $0 != UInt8(ascii: "|") && $0 < 0x7F }
    }

    @Test(
        "places on both sides of the antimeridian are near each other",
        arguments: [
            "/maps/api/staticmap?size=300x200&markers=10,178|12,-179",
            "/styles/streets/static/auto/300x200.png?path=178,10|-179,12",
            "/ws/staticmap/v2?size=300*200&markers=10,178|12,-179",
            "/maps/streets/static/auto/300x200.png?markers=178,10|-179,12",
            "/styles/v1/mapbox/streets-v12/static/pin-s(178,10),pin-s(-179,12)/auto/300x200",
            "/v1/staticmap?width=300&height=200&marker=lonlat:178,10|lonlat:-179,12",
            "/static/outdoors.png?size=300x200&markers=10,178&markers=12,-179",
            "/v3/staticmap?size=300*200&markers=mid,,A:178,10;-179,12",
            "/staticimage/v2?width=300&height=200&markers=178,10|-179,12",
            #"/api/v1/snapshot?size=300x200&center=auto&annotations=[{"point":"10,178"},{"point":"12,-179"}]"#,
        ])
    func crossesAntimeridian(_ target: String) async throws {
        let camera = try #require(try await explained(target)["scene"]?["camera"])
        if camera["bounds"] != nil {
            #expect(numbers(camera["bounds"]) == [178, 10, 181, 12])
        } else {
            #expect(numbers(camera["center"]).first == 179.5 && (camera["zoom"]?.number ?? 0) > 5, "\(camera.line)")
        }
        let answer = await (try ServerFixture.shared.get()).get(encoded(target))
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test("the world stays whole, and places far from each other are seen across Greenwich")
    func keepsWholeWorld() async throws {
        for (path, box) in [
            ("-180,-60|180,60", [-180.0, -60, 180, 60]), ("-118,34|0,51|140,36", [-118, 34, 140, 51]),
        ] {
            let explained = try await explained(
                "/v1/staticmap?width=300&height=200&geometry=polyline:" + path.replacing("|", with: ","))
            #expect(numbers(explained["scene"]?["camera"]?["bounds"]) == box, "\(path)")
        }
    }

    @Test("one place, and places on one parallel or meridian, have views too")
    func fitsLines() async throws {
        let service = try ServerFixture.shared.get()
        let one = "/maps/streets/static/auto/300x200.png?markers=24.94,60.17"
        let camera = try await explained(one)["scene"]?["camera"]
        #expect(numbers(camera?["center"]) == [24.94, 60.17] && camera?["zoom"]?.number == 18)
        for markers in ["24.94,60.17", "24.94,60.17|24.98,60.17", "24.94,60.17|24.94,60.2"] {
            let answer = await service.get(encoded("/maps/streets/static/auto/300x200.png?markers=" + markers))
            #expect(answer.status == .ok, "\(markers): \(answer.text)")
        }
    }

    @Test("coordinates, zooms and systems are those of the service")
    func readsPlaces() async throws {
        let maptiler = try await explained("/maps/streets/static/24.94,60.17,12/300x200.png")
        #expect(numbers(maptiler["scene"]?["camera"]?["center"]) == [24.94, 60.17])
        #expect(maptiler["scene"]?["camera"]?["zoom"]?.number == 12)
        #expect(maptiler["scene"]?["camera"]?["zoomTileSize"] == nil)
        let geoapify = try await explained("/v1/staticmap?center=lonlat:24.94,60.17&zoom=14.3497&width=9&height=9")
        #expect(numbers(geoapify["scene"]?["camera"]?["center"]) == [24.94, 60.17])
        #expect(geoapify["scene"]?["camera"]?["zoom"]?.number == 14.3497)
        let stadia = try await explained("/static/outdoors.png?center=60.17,24.94&zoom=12&size=300x200@2x")
        #expect(numbers(stadia["scene"]?["camera"]?["center"]) == [24.94, 60.17])
        #expect(stadia["scene"]?["camera"]?["zoomTileSize"]?.number == 256 && stadia["scene"]?["scale"]?.number == 2)
        let tencent = try await explained("/ws/staticmap/v2/?center=39.88,116.41&zoom=10&size=600*300")
        #expect(numbers(tencent["scene"]?["camera"]?["center"]) == [116.41, 39.88])
        #expect(tencent["scene"]?["coordinateSystem"]?.string == "gcj02")
        let baidu = try await explained("/staticimage/v2?center=116.4,39.9&zoom=18&width=300&height=200")
        #expect(baidu["scene"]?["coordinateSystem"]?.string == "bd09")
        // At zoom 18 a pixel is a metre of the Mercator map: the world is as wide as the Earth in metres.
        let zoom = try #require(baidu["scene"]?["camera"]?["zoom"]?.number)
        #expect(abs(512 * exp2(zoom) - 40_075_016.7) < 1)
        let wgs = try await explained("/staticimage/v2?center=116.4,39.9&coordtype=wgs84ll")
        #expect(wgs["scene"]?["coordinateSystem"] == nil)
    }

    @Test("Tencent's offsets move markers and texts")
    func movesTencent() async throws {
        let map = "/ws/staticmap/v2/?center=39.9,116.4&zoom=10&size=300*200"
        let answer = try await explained(
            map + "&markers=size:large|label:A|offset:10_-20|39.9,116.4"
                + "&labels=border:0|anchor:0|offset:0_-5|Peking|39.9,116.4")
        let annotations = answer["scene"]?["annotations"]?.array ?? []
        // A large pin is 42 points high, and the middle of its label 28 points above its tip.
        #expect(annotations.map { numbers($0["centerOffset"]) } == [[10, -20], [10, -48], [0, -5]])
        #expect(answer["warnings"]?.array?.contains { $0.string?.hasPrefix("labels: anchor") == true } == true)
        let service = try ServerFixture.shared.get()
        for offset in ["1", "1_", "a_b", "1_2_3", "2000_0"] {
            let refused = await service.get(encoded(map + "&markers=offset:\(offset)|39.9,116.4"))
            #expect(refused.status == .badRequest && refused.text.contains("offset"), "\(offset)")
        }
    }

    @Test("bodies say what addresses do")
    func readsBodies() async throws {
        let service = try ServerFixture.shared.get()
        // Two legs in Helsinki, with six and with five decimals.
        let bodies = [
            (
                "/static_cacheable/outdoors.png",
                "/static/outdoors.png?size=120x80&l=__{vqB_ywnn@_af@_t`B_pR_t`B,0000ff,5&m=60.17,24.94,,ff0000,A",
                """
                {"size": "120x80", "lines": [{"shape": "__{vqB_ywnn@_af@_t`B_pR_t`B", "stroke_color": "0000ff", "stroke_width": 5}],
                 "markers": [{"lat": 60.17, "lon": 24.94, "color": "ff0000", "label": "A"}]}
                """
            ),
            (
                "/v1/staticmap",
                "/v1/staticmap?width=120&height=80&format=png&marker=lonlat:24.94,60.17;color:%23bb3f73&geometry=circle:24.95,60.18,500;linewidth:3&geometry=polyline:24.9,60.1,25,60.2",
                """
                {"width": 120, "height": 80, "format": "png",
                 "markers": [{"lat": 60.17, "lon": 24.94, "color": "#bb3f73"}],
                 "geometries": [{"type": "circle", "value": {"lon": 24.95, "lat": 60.18, "radius": 500}, "linewidth": 3},
                   {"type": "polyline5", "value": "_hymJ_h~vC_pR_pR"}]}
                """
            ),
            (
                "/v1/staticmap", "/v1/staticmap?width=120&height=80&area=rect:24.9,60.1,25,60.2&format=png",
                """
                {"width": 120, "height": 80, "format": "png",
                 "area": {"type": "rect", "value": {"lon1": 24.9, "lat1": 60.1, "lon2": 25, "lat2": 60.2}}}
                """
            ),
        ]
        for (path, address, body) in bodies {
            let (posted, asked) = (await service.post(path, body), await service.get(encoded(address)))
            #expect(posted.status == .ok && asked.status == .ok, "\(posted.text) \(asked.text)")
            #expect(posted.bytes == asked.bytes, "\(path)")
        }
        for (path, body) in [
            ("/static/outdoors.png", "[]"), ("/static/outdoors.png", #"{"size": "9x9", "lines": [{"shape": "_"}]}"#),
            ("/static/outdoors.png", #"{"size": "9x9", "lines": 1}"#),
            ("/v1/staticmap", #"{"geometries": [{"type": "cube"}]}"#),
            ("/v1/staticmap", #"{"markers": [{"lat": 1}]}"#), ("/v1/staticmap", "{"),
        ] {
            #expect(await service.post(path, body).status == .badRequest, "\(path) \(body)")
        }
        let data = try await explained(
            "/v1/staticmap?geojson=" + percentEncoded(#"{"type":"Point","coordinates":[24.94,60.17]}"#))
        #expect(data["scene"]?["overlays"]?.array?.first?["data"]?["type"]?.string == "Point")
        #expect(data["format"]?.string == "jpeg")
        let marked = try await explained("/static/outdoors.png?size=9x9&m=60.17,24.94,custom:http://a.b/c.png")
        #expect(marked["warnings"]?.array?.count == 1)
    }

    @Test("styles have the names of the service, or are told of")
    func namesStyles() async throws {
        #expect(
            try await explained("/maps/streets-v2/static/0,0,1/9x9.png")["scene"]?["basemap"]?["style"]?.string
                == "streets")
        let dark = try await explained("/static/alidade_smooth_dark.png?center=0,0&zoom=1&size=9x9")
        #expect(dark["scene"]?["basemap"]?["style"]?.string == "dark")
        #expect(dark["warnings"]?.array?.count == 1)
        let service = try ServerFixture.shared.get()
        #expect(await service.get("/maps/nothing/static/0,0,1/9x9.png").status == .notFound)
    }

    @Test(
        "what a service refuses is refused in its own form",
        arguments: [
            ("/maps/streets/static/24.94,60.17/300x200.png", "text/plain; charset=utf-8", "view"),
            ("/maps/streets/static/auto/300x200.png", "text/plain; charset=utf-8", "auto"),
            ("/maps/streets/static/0,0,1/3000x200.png", "text/plain; charset=utf-8", "size"),
            ("/v1/staticmap?width=100&height=100", "application/json", #""statusCode": 400"#),
            ("/v1/staticmap?center=24.94,60.17&zoom=4", "application/json", #""error": "Bad Request""#),
            ("/static/outdoors.png?center=60.17,24.94&zoom=4", "application/json", #""error": "size"#),
            ("/ws/staticmap/v2/?center=39.9,116.4&zoom=3&size=600*300", "application/json", #""status": 310"#),
            ("/ws/staticmap/v2/?center=39.9,116.4&zoom=9&size=10*10", "application/json", #""status": 310"#),
            ("/staticimage/v2?center=Beijing", "application/json", #""status": 2"#),
            ("/staticimage/v2?center=116.4,39.9&coordtype=bd09mc", "application/json", #""status": 2"#),
        ])
    func refuses(_ target: String, _ type: String, _ text: String) async throws {
        let answer = await (try ServerFixture.shared.get()).get(target)
        #expect(answer.status == .badRequest && answer.headers[.contentType] == type, "\(target): \(answer.status)")
        #expect(answer.text.contains(text), "\(answer.text)")
    }

    @Test("keys have the names of each service, and are in no log")
    func takesKeys() async throws {
        let service = try ServerFixture.service { $0.apiKeys = ["k"] }
        defer { service.end() }
        for name in ["key", "access_token", "api_key", "apiKey", "ak"] {
            let target = "/styles/streets/3/4/2.png?\(name)=k"
            #expect(await service.get(target).status == .ok, "\(name)")
            #expect(withoutSecrets(target).hasSuffix("\(name)=***"))
        }
        let field = await service.get("/styles/streets/3/4/2.png", [(.authorization, "Stadia-Auth k")])
        #expect(field.status == .ok)
        let baidu = await service.get("/staticimage/v2?center=116.4,39.9")
        #expect(baidu.status == .unauthorized && baidu.text.contains(#""status": 5"#))
        let tencent = await service.get("/ws/staticmap/v2/?center=39.9,116.4&zoom=9&size=60*50&key=x")
        #expect(tencent.status == .forbidden && tencent.text.contains(#""status": 311"#))
    }

    @Test("Mapbox's styles, tiles, sprites and glyphs are ours at its addresses")
    func servesMapbox() async throws {
        let service = try ServerFixture.shared.get()
        for (theirs, ours) in [
            ("/styles/v1/mapbox/streets-v12", "/styles/streets/style.json"),
            ("/styles/v1/mapbox/streets-v12/tiles/3/4/2", "/styles/streets/512/3/4/2.png"),
            ("/styles/v1/mapbox/streets-v12/tiles/512/3/4/2@2x", "/styles/streets/512/3/4/2@2x.png"),
            ("/styles/v1/mapbox/streets-v12/tiles/256/3/4/2", "/styles/streets/256/3/4/2.png"),
            ("/styles/v1/mapbox/streets-v12/sprite", "/styles/streets/sprite.json"),
            ("/styles/v1/mapbox/streets-v12/sprite@2x.png", "/styles/streets/sprite@2x.png"),
            ("/fonts/v1/mapbox/Noto%20Sans%20Regular/0-255.pbf", "/fonts/Noto%20Sans%20Regular/0-255.pbf"),
        ] {
            let (their, our) = (await service.get(theirs), await service.get(ours))
            #expect(their.status == .ok && their.bytes == our.bytes, "\(theirs): \(their.status)")
            #expect(their.headers[.contentType] == our.headers[.contentType], "\(theirs)")
        }
        #expect(await service.get("/styles/v1/mapbox/streets-v12/tiles/300/3/4/2").status == .unprocessableContent)
        let missing = try await service.get("/styles/v1/mapbox/nothing").json()
        #expect(missing["message"]?.string != nil)
    }

    @Test("names of Mapbox's layers, sources and tiles are ours, or are told of")
    func knowsMapboxNames() async throws {
        func address(_ query: String) -> String { "/styles/v1/mapbox/streets-v12/static/24.94,60.17,12/60x40?" + query }
        let pin = "geojson(" + percentEncoded(#"{"type":"Point","coordinates":[24.94,60.17]}"#) + ")"
        let over = "/styles/v1/mapbox/streets-v12/static/\(pin)/24.94,60.17,12/60x40?before_layer="
        let before = try await explained(over + "road-label")
        #expect(before["scene"]?["overlays"]?.array?.first?["before"]?.string == "road-name-path")
        #expect(before["warnings"]?.array?.isEmpty == true)
        let unknown = try await explained(over + "nothing")
        #expect(unknown["scene"]?["overlays"]?.array?.first?["before"] == nil)
        #expect(unknown["warnings"]?.line.contains("nothing") == true)
        let legacy = percentEncoded(#"["==","class","cafe"]"#)
        let filtered = try await explained(address("layer_id=poi-label&setfilter=" + legacy))
        let filters = filtered["scene"]?["basemap"]?["setFilter"]?.object?.members ?? []
        #expect(filters.count > 5 && filters.allSatisfy { $0.key.hasPrefix("poi-") })
        #expect(
            filters.first?.node.line.contains(#"["==", ["get", "class"], "cafe"]"#) == true,
            "\(filters.first?.node.line ?? "")")
        #expect(filtered["warnings"]?.line.contains("poi-label") == true)
        let layer = percentEncoded(
            #"{"id":"r","type":"line","source":"composite","source-layer":"road","paint":{"line-color":"red"}}"#)
        let added = try await explained(address("before_layer=poi-label&addlayer=" + layer))
        let own = added["scene"]?["basemap"]?["addLayers"]?.array?.first
        #expect(own?["source"]?.string == "openmaptiles" && own?["source-layer"]?.string == "transportation")
        #expect(own?["before"]?.string == "poi-shop")
        #expect(added["warnings"]?.line.contains("transportation") == true)
        let service = try ServerFixture.shared.get()
        for query in ["layer_id=poi-label&setfilter=" + legacy, "before_layer=poi-label&addlayer=" + layer] {
            let answer = await service.get(address(query))
            #expect(answer.status == .ok, "\(query): \(answer.text)")
        }
    }

    @Test("Google's colors are those of our layers, and what has no counterpart is told of")
    func colorsGoogle() async throws {
        let start = "/maps/api/staticmap?center=60.17,24.94&zoom=12&size=60x40&style="
        let water = try await explained(start + percentEncoded("feature:water|element:geometry|color:0x123456"))
        let paint = water["scene"]?["basemap"]?["setPaint"]
        #expect(paint?["water"]?["fill-color"]?.string == "#123456" && water["warnings"]?.array?.isEmpty == true)
        let names = try await explained(start + percentEncoded("feature:road|element:labels.text.fill|color:0x00ff00"))
        #expect(names["scene"]?["basemap"]?["setPaint"]?["road-name-minor"]?["text-color"]?.string == "#00ff00")
        let ground = try await explained(start + percentEncoded("feature:landscape|color:0xeeeeee"))
        #expect(ground["scene"]?["basemap"]?["setPaint"]?["background"]?["background-color"]?.string == "#eeeeee")
        for vain in ["feature:water|lightness:20", "feature:poi.medical|color:0x123456", "feature:water|color:red"] {
            #expect(try await explained(start + percentEncoded(vain))["warnings"]?.array?.count == 1, "\(vain)")
        }
        let service = try ServerFixture.shared.get()
        let sea = start.replacing("60.17", with: "60.13")
        let plain = await service.get("/maps/api/staticmap?center=60.13,24.94&zoom=12&size=60x40&format=png32")
        let blue = await service.get(sea + percentEncoded("feature:water|color:0x0000ff") + "&format=png32")
        let pixels = try decodeImage(blue.bytes, maxPixels: 4096).pixels
        #expect(blue.bytes != plain.bytes && pixels.contains(0xFF00_00FF))
    }

    @Test("Martin's catalogue, sources, tiles, styles, sprites and fonts")
    func servesMartin() async throws {
        let service = try ServerFixture.shared.get()
        let catalog = try await service.get("/catalog").json()
        #expect(catalog["tiles"]?["world"]?["content_type"]?.string == "application/x-protobuf")
        for kind in ["sprites", "fonts", "styles"] {
            #expect(catalog[kind]?.object?.members.isEmpty == false, "\(kind)")
        }
        let source = try await service.get("/world").json()
        #expect(source["tiles"]?.array?.first?.string == "http://maps.test/world/{z}/{x}/{y}")
        for (theirs, ours) in [
            ("/world/3/4/2", "/data/world/3/4/2.pbf"), ("/style/streets", "/styles/streets/style.json"),
            ("/sprite/streets.json", "/styles/streets/sprite.json"),
            ("/sprite/streets@2x.png", "/styles/streets/sprite@2x.png"),
            ("/font/Noto%20Sans%20Regular/0-255", "/fonts/Noto%20Sans%20Regular/0-255.pbf"),
        ] {
            let (their, our) = (await service.get(theirs), await service.get(ours))
            #expect(their.status == .ok && their.bytes == our.bytes, "\(theirs): \(their.status)")
        }
        #expect(await service.get("/nothing/3/4/2").status == .notFound)
    }
}
