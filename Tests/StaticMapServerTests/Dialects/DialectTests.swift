// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMapServer
import Testing

/// An address, and what its scene must hold: members by their names, each as JSON on one line.
struct DialectExample: CustomTestStringConvertible, Sendable {
    var address: String
    var scene: [String: String]
    var format = "png"
    var warning: String?

    init(_ address: String, _ scene: [String: String], format: String = "png", warning: String? = nil) {
        self.address = address
        self.scene = scene
        self.format = format
        self.warning = warning
    }

    var testDescription: String { address }

    func check() async throws {
        let answer = await (try ServerFixture.shared.get()).get("/explain?url=" + percentEncoded(address))
        let root = try answer.json()
        try #require(answer.status == .ok, "\(answer.text)")
        for (member, expected) in scene { #expect((root["scene"]?[member]?.line ?? "none") == expected, "\(member)") }
        #expect(root["format"]?.string == format)
        let warnings = (root["warnings"]?.array ?? []).compactMap(\.string)
        if let warning {
            #expect(warnings.contains { $0.contains(warning) }, "\(warnings)")
        } else {
            #expect(warnings.isEmpty, "\(warnings)")
        }
    }
}

@Suite("Dialects") struct DialectTests {
    @Test("tileserver-gl's addresses become scenes", arguments: tileserver)
    func readsTileServer(_ example: DialectExample) async throws { try await example.check() }

    @Test("Mapbox's addresses become scenes", arguments: mapbox)
    func readsMapbox(_ example: DialectExample) async throws { try await example.check() }

    @Test("Google's addresses become scenes", arguments: google)
    func readsGoogle(_ example: DialectExample) async throws { try await example.check() }

    @Test("Apple's, AMap's and Martin's addresses become scenes", arguments: others)
    func readsOthers(_ example: DialectExample) async throws { try await example.check() }

    @Test("what a dialect forbids has its own status", arguments: refused)
    func refuses(_ address: String, _ status: Int, _ text: String) async throws {
        let answer = await (try ServerFixture.shared.get()).get(address)
        #expect(answer.status.code == status, "\(answer.text)")
        #expect(answer.text.contains(text), "\(answer.text)")
    }

    @Test(
        "metres of EPSG:3857 are the places that degrees are", arguments: ["8.5,47.4,9", "8.4,47.3,8.7,47.5", "auto"])
    func readsMetres(_ view: String) async throws {
        func metres(_ pair: [Double]) -> String {
            let y = atanh(sin(pair[1] * .pi / 180)) * 6_378_137
            return "\(pair[0] * .pi / 180 * 6_378_137),\(y)"
        }
        let numbers = view.split(separator: ",").compactMap { Double($0) }
        let raw =
            numbers.isEmpty
            ? view
            : numbers.count == 3
                ? metres(numbers) + ",9" : metres(Array(numbers[..<2])) + "," + metres(Array(numbers[2...]))
        let addresses = [
            "/styles/streets/static/\(view)/400x300.png?path=8.5,47.4|8.6,47.5",
            "/styles/streets/static/raw/\(raw)/400x300.png?path=\(metres([8.5, 47.4]))|\(metres([8.6, 47.5]))",
        ]
        var scenes: [JSONNode] = []
        for address in addresses {
            let answer = await (try ServerFixture.shared.get()).get("/explain?url=" + percentEncoded(address))
            scenes.append(try #require(try answer.json()["scene"], "\(answer.text)"))
        }
        func values(of node: JSONNode?) -> [Double] {
            if let number = node?.number { return [number] }
            return (node?.array ?? node?.object?.members.map(\.node) ?? []).flatMap { values(of: $0) }
        }
        for member in ["camera", "overlays"] {
            let (degrees, others) = (values(of: scenes[0][member]), values(of: scenes[1][member]))
            try #require(degrees.count == others.count && !degrees.isEmpty)
            // The middle of a box is that of its metres, as there.
            for (a, b) in zip(degrees, others) {
                let difference: Double = a - b
                #expect(abs(difference) < 1e-3, "\(member): \(a), \(b)")
            }
        }
    }

    @Test(
        "what tileserver-gl draws is drawn",
        arguments: [
            ("-280,-80,0,80/200x100.png", "[-140, 0]", 1.0), ("0,-89,10,90/100x100.png", "[5, 0.5]", 1),
            ("1,2,3/10x10.png", "[1, 2]", 3), ("8.4,47.3,8.4,47.3/10x10.png", "[8.4, 47.3]", 25),
            ("0,0,0/256x256.png", "[0, 0]", 0), ("0,0,0/300x200.png", "[0, 0]", 1),
            ("0,0,0.5/256x256.png", "[0, 0]", 1),
        ])
    func draws(_ path: String, _ center: String, _ zoom: Double) async throws {
        let service = try ServerFixture.shared.get()
        let address = "/styles/streets/static/" + path
        let camera = try await service.get("/explain?url=" + address).json()["scene"]?["camera"]
        #expect(camera?["center"]?.line == center)
        #expect(camera?["zoom"]?.number == zoom)
        let answer = await service.get(address)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test("Mapbox's clients read errors as messages") func mapboxMessages() async throws {
        let answer = await (try ServerFixture.shared.get()).get(
            "/styles/v1/mapbox/streets-v12/static/1,2,33/100x100")
        #expect(try answer.json()["message"]?.string?.contains("expected {lon}") == true)
        #expect(try await (try ServerFixture.shared.get()).get("/styles/none.json").json()["message"] == nil)
    }

    @Test("each kind of roads that Google knows is other layers, and labels of AMap are Chinese")
    func hidesKinds() async throws {
        let service = try ServerFixture.shared.get()
        func basemap(_ address: String) async throws -> JSONNode? {
            try await service.get("/explain?url=" + percentEncoded(address)).json()["scene"]?["basemap"]
        }
        let google = "/maps/api/staticmap?center=60.17,24.94&zoom=15&size=80x80&style=visibility:off|feature:road."
        var seen: Set<String> = []
        let style = try #require(service.catalog.style("streets")?.json?["layers"]?.array)
        let ids = style.compactMap { $0["id"]?.string }
        for kind in ["local", "arterial", "highway"] {
            let patterns = try await basemap(google + kind)?["hide"]?.array?.compactMap(\.string) ?? []
            let hidden = Set(
                ids.filter { id in
                    patterns.contains { $0.hasSuffix("*") ? id.hasPrefix($0.dropLast()) : id == $0 }
                })
            #expect(hidden.count > 5 && hidden.isDisjoint(with: seen), "\(kind): \(hidden.intersection(seen))")
            seen.formUnion(hidden)
            let answer = await service.get(google + kind)
            #expect(answer.status == .ok && answer.headers[.staticMapWarning] == nil, "\(answer.headers)")
        }
        for feature in [
            "poi.business", "transit.station.airport", "landscape.natural.terrain", "administrative.locality",
        ] {
            let answer = await service.get(google.replacing("road.", with: "") + feature)
            #expect(answer.status == .ok && answer.headers[.staticMapWarning] == nil, "\(feature): \(answer.headers)")
        }
        let unknown = await service.get(google.replacing("road.", with: "poi.school"))
        #expect(unknown.headers[.staticMapWarning]?.contains("poi.school") == true)
        #expect(try await basemap("/v3/staticmap?location=24.9,60.1&zoom=9")?["language"]?.string == "zh")
    }

    static let tileserver = [
        DialectExample(
            "/styles/streets/static/8.54,47.37,12@45,30/400x300@2x.png",
            [
                "size": "[400, 300]", "scale": "2", "basemap": #"{"style": "streets"}"#,
                "camera": #"{"center": [8.54, 47.37], "zoom": 12, "zoomTileSize": 256, "bearing": 45, "pitch": 30}"#,
            ]),
        // The room is a ratio of what is framed: 400 / (1 + 2 · 0.1) points for 0.3°, as tileserver-gl counts.
        DialectExample(
            "/styles/streets/static/8.4,47.3,8.7,47.5/400x300.webp",
            ["camera": #"{"center": [8.55, 47.4], "zoom": 10.216526415594863, "zoomTileSize": 256}"#], format: "webp"),
        DialectExample(
            "/styles/streets/static/auto/400x300.jpg?path=stroke:%23ff0000|width:3|8.5,47.3|8.6,47.4&maxzoom=9",
            [
                "camera": #"{"center": [8.55, 47.350023684], "zoom": 9, "zoomTileSize": 256}"#,
                "overlays":
                    #"[{"type": "polyline", "level": "aboveLabels", "coordinates": [[8.5, 47.3], [8.6, 47.4]], "#
                    + ##""strokeColor": "#ff0000", "lineWidth": 3, "lineCap": "butt", "lineJoin": "miter"}]"##,
            ], format: "jpeg"),
        DialectExample(
            "/styles/streets/static/auto/400x300.png?path=47.3,8.5|47.4,8.6&latlng=1&border=black&width=10&maxzoom=9",
            [
                "overlays":
                    #"[{"type": "polyline", "level": "aboveLabels", "coordinates": [[8.5, 47.3], [8.6, 47.4]], "#
                    + #""strokeColor": "rgba(0,64,255,0.7)", "lineWidth": 10, "lineCap": "butt", "lineJoin": "miter", "#
                    + #""casing": {"color": "black", "width": 1}}]"#
            ]),
        DialectExample(
            "/styles/streets/static/8.5,47.3,9/400x300.png?path=enc:_p~iF~ps%7CU_ulLnnqC_mqNvxq%60@&fill=blue",
            [
                "overlays":
                    #"[{"type": "polygon", "level": "aboveLabels", "coordinates": [[-120.2, 38.5], [-120.95, 40.7], [-126.453, 43.252]], "fillColor": "blue", "strokeColor": "transparent", "lineWidth": 0}, {"type": "polyline", "level": "aboveLabels", "coordinates": [[-120.2, 38.5], [-120.95, 40.7], [-126.453, 43.252]], "strokeColor": "rgba(0,64,255,0.7)", "lineWidth": 1, "lineCap": "butt", "lineJoin": "miter"}]"#
            ]),
        DialectExample(
            "/styles/streets/static/8.5,47.3,9/400x300.png?marker=8.5,47.3|pin.png", ["annotations": "none"],
            warning: "not among the served icons"),
        DialectExample(
            "/styles/streets/static/8.5,47.3,9/400x300.png?zoom=3&key=x", ["size": "[400, 300]"],
            warning: "zoom is not a parameter"),
    ]

    static let mapbox = [
        DialectExample(
            "/styles/v1/mapbox/streets-v12/static/-122.4241,37.78,14.25,0,60/600x600?access_token=x",
            ["camera": #"{"center": [-122.4241, 37.78], "zoom": 14.25, "pitch": 60}"#, "size": "[600, 600]"]),
        DialectExample(
            "/styles/v1/mapbox/light-v11/static/[-77.043686,38.892035,-77.028923,38.904192]/400x400?padding=50,10,20"
                + "&attribution=false",
            [
                "camera":
                    #"{"bounds": [-77.043686, 38.892035, -77.028923, 38.904192], "padding": [50, 10, 20, 10]}"#,
                "basemap": #"{"style": "light"}"#, "attribution": #""none""#,
            ]),
        DialectExample(
            "/styles/v1/mapbox/streets-v12/static/path-5+f44-0.5(%7DrpeFxbnjVsFwdAvr@cHgFor@)/auto/500x300@2x",
            [
                "scale": "2",
                "overlays": #"[{"type": "polyline", "level": "aboveLabels", "coordinates": [[-122.46589, 37.77343], "#
                    + #"[-122.45473, 37.77465], [-122.45327, 37.76637], [-122.44503, 37.76753]], "#
                    + ##""strokeColor": "#ff444480", "lineWidth": 5}]"##,
                "camera": #"{"bounds": [-122.46589, 37.76637, -122.44503, 37.77465], "padding": [15, 25, 15, 25], "#
                    + #""maxZoom": 22}"#,
            ]),
        DialectExample(
            "/styles/v1/mapbox/streets-v12/static/geojson(%7B%22type%22%3A%22Point%22%2C%22coordinates%22%3A%5B-73.99%2C40.7%5D%7D)/-73.99,40.70,12/500x300.jpg",
            [
                "overlays":
                    #"[{"type": "geojson", "level": "aboveLabels", "data": {"type": "Point", "coordinates": [-73.99, 40.7]}}]"#
            ], format: "jpeg"),
        DialectExample(
            "/styles/v1/mapbox/streets-v12/static/url-https%3A%2F%2Fwww.mapbox.com%2Fimg%2Frocket.png(-76.9,38.9)/-76.9,38.9,15/100x100",
            ["size": "[100, 100]"], warning: "nothing is fetched"),
        DialectExample(
            "/styles/v1/mapbox/streets-v12/static/-77,38.9,12.3456/100x100",
            ["camera": #"{"center": [-77, 38.9], "zoom": 12.35}"#]),
        DialectExample(
            "/styles/v1/mapbox/streets-v12/static/-77,38.9,12/100x100?worldview=CN", ["size": "[100, 100]"],
            warning: "worldview is not a parameter"),
        DialectExample(
            "/styles/v1/mapbox/streets-v12/static/pin-l-hospital+f00(-77,38.9)/-77,38.9,12/100x100",
            [
                "annotations":
                    ##"[{"coordinate": [-77, 38.9], "tint": "#ff0000", "glyphImage": "hospital", "markerSize": "large", "##
                    + #""displayPriority": "required", "collisionMode": "none"}]"#
            ]),
        DialectExample(
            "/styles/v1/mapbox/streets-v12/static/-77,38.9,12/100x100?setfilter=%5B%22%3D%3D%22%2C%22class%22%2C%22a%22%5D&layer_id=water",
            ["basemap": #"{"style": "streets", "setFilter": {"water": ["==", "class", "a"]}}"#]),
    ]

    static let google = [
        DialectExample(
            "/maps/api/staticmap?center=40.714728,-73.998672&zoom=12&size=400x400&key=YOUR_API_KEY",
            ["camera": #"{"center": [-73.998672, 40.714728], "zoom": 12, "zoomTileSize": 256}"#, "size": "[400, 400]"],
            format: "png8"),
        DialectExample(
            "/maps/api/staticmap?path=color:0x0000ff|weight:5|40.737102,-73.990318|40.749825,-73.987963&size=512x512&format=jpg&scale=2",
            [
                "camera": #"{"center": [-73.9891405, 40.743463804], "zoom": 15, "zoomTileSize": 256}"#,
                "overlays": #"[{"type": "polyline", "level": "aboveLabels", "coordinates": [[-73.990318, 40.737102], "#
                    + ##"[-73.987963, 40.749825]], "strokeColor": "#0000ff", "lineWidth": 5}]"##,
            ], format: "jpeg"),
        DialectExample(
            "/maps/api/staticmap?center=40.7,-74&zoom=10&size=300x300&style=feature:poi|visibility:off&style=feature:road|element:labels|visibility:off",
            ["basemap": #"{"style": "streets", "hide": ["poi-*", "road-name-*", "road-shield-*", "road-oneway"]}"#],
            format: "png8"),
        DialectExample(
            "/maps/api/staticmap?center=40.7,-74&zoom=10&size=300x300&maptype=satellite&format=png32&language=ja&region=uk",
            ["basemap": #"{"style": "streets", "language": "ja", "worldview": "GB"}"#], warning: "no aerial images"),
        DialectExample(
            "/maps/api/staticmap?center=40.7,-74&zoom=10&size=300x300&markers=icon:https://goo.gl/5y3S82|40.7,-74",
            ["size": "[300, 300]"], format: "png8", warning: "nothing is fetched"),
    ]

    static let others = [
        DialectExample(
            "/api/v1/snapshot?center=37.33,-122.03&z=12&zoom=3", ["size": "[600, 400]"],
            warning: "zoom is not a parameter"),
        DialectExample(
            "/v3/staticmap?location=116.48482,39.94858&zoom=10&center=1,2", ["size": "[400, 400]"],
            warning: "center is not a parameter"),
        DialectExample(
            "/api/v1/snapshot?center=37.78,-122.42&spn=0.1,0.2&size=640x480&scale=2&t=mutedStandard&teamId=X&signature=Z",
            [
                "camera":
                    #"{"region": {"center": [-122.42, 37.78], "span": {"latitudeDelta": 0.1, "longitudeDelta": 0.2}}}"#,
                "basemap": #"{"style": "light"}"#, "scale": "2",
            ]),
        DialectExample(
            "/api/v1/snapshot?center=37.78,-122.42&colorScheme=dark&overlays=%5B%7B%22points%22%3A%5B%22center%22%2C%2237.79%2C-122.43%22%5D%2C%22strokeColor%22%3A%22ff0000%22%2C%22lineDash%22%3A%5B10%2C5%5D%7D%5D",
            [
                "camera": #"{"center": [-122.42, 37.78], "zoom": 12, "zoomTileSize": 256}"#, "appearance": #""dark""#,
                "overlays": #"[{"type": "polyline", "level": "aboveRoads", "coordinates": [[-122.42, 37.78], "#
                    + ##"[-122.43, 37.79]], "strokeColor": "#ff0000", "lineWidth": 2, "lineDashPattern": [10, 5]}]"##,
            ]),
        DialectExample(
            "/v3/staticmap?location=116.481485,39.990464&zoom=10&size=750*300&paths=10,0x0000ff,0.5,,:116.31604,39.96491;116.320816,39.966606&key=K",
            [
                "camera": #"{"center": [116.481485, 39.990464], "zoom": 10, "zoomTileSize": 256}"#,
                "coordinateSystem": #""gcj02""#,
                "overlays": #"[{"type": "polyline", "level": "aboveLabels", "coordinates": [[116.31604, 39.96491], "#
                    + ##"[116.320816, 39.966606]], "strokeColor": "#0000ff80", "lineWidth": 10}]"##,
            ]),
        DialectExample(
            "/style/streets/static/13.4,52.5,10@30,20/600x400@2x.png",
            ["camera": #"{"center": [13.4, 52.5], "zoom": 10, "bearing": 30, "pitch": 20}"#, "scale": "2"]),
        DialectExample(
            "/style/streets/static/13.4,52.5,10/600x400.png?padding=3", ["size": "[600, 400]"],
            warning: "padding is not a parameter"),
        DialectExample(
            "/style/streets/static/13.0,52.0,14.0,53.0/600x400.jpg", ["camera": #"{"bounds": [13, 52, 14, 53]}"#],
            format: "jpeg"),
    ]

    static let refused: [(String, Int, String)] = [
        ("/maps/api/staticmap?center=Brooklyn&zoom=13&size=600x300", 400, "addresses are not looked up"),
        ("/maps/api/staticmap?center=1,2&zoom=13", 400, "size"),
        ("/maps/api/staticmap?size=600x300", 400, "center and zoom are required"),
        ("/maps/api/staticmap?center=1,2&zoom=3&size=9x9&markers=color:ultra|1,2", 400, "expected a color"),
        ("/styles/nothing/static/1,2,3/100x100.png", 404, "not served"),
        ("/styles/streets/static/auto/100x100.png", 400, "no coordinates provided"),
        ("/styles/streets/static/1,2,3/100x100.bmp", 400, "expected png"),
        ("/styles/streets/static/1,2/100x100.png", 404, "expected lon,lat,zoom"),
        ("/styles/streets/static/1,2,3/100.png", 404, "{width}x{height}"),
        ("/styles/streets/static/1,2,3/100x100@1x.png", 404, "from 2 to"),
        ("/styles/streets/static/1,2,-1/100x100.png", 404, "expected lon,lat,zoom"),
        ("/styles/streets/static/1,86,3/100x100.png", 400, "expected a center"),
        ("/styles/streets/static/181,0,3/100x100.png", 400, "expected a center"),
        ("/styles/v1/mapbox/streets-v12/static/pin-x(1,2)/1,2,3/100x100", 400, "expected pin-s or pin-l"),
        ("/styles/v1/mapbox/streets-v12/static/dot(1,2)/1,2,3/100x100", 400, "expected pin-"),
        ("/styles/v1/mapbox/streets-v12/static/1,2,33/100x100", 422, "expected {lon},{lat},{zoom}"),
        ("/styles/v1/mapbox/streets-v12/static/auto/100x100", 400, "Auto extent"),
        ("/api/v1/snapshot?center=1,2&size=900x100", 400, "from 50 to 640"),
        ("/v3/staticmap?location=1,2&zoom=30&size=100*100", 400, "from 1 to 17"),
        ("/style/streets/static/1,2/100x100.png", 400, "expected lon,lat,zoom"),
    ]
}
