// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMapServer
import TestSupport
import Testing

@Suite("Keys of a file") struct KeyTests {
    private static let secret = "0123456789abcdef"

    /// A service with one key, whose description has these members besides its secret.
    private func service(
        _ members: String = "", _ change: @escaping (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> (service: MapService, folder: ScratchFolder) {
        let folder = try ScratchFolder()
        let file = try folder.write("keys.json", Self.file(members))
        let service = try ServerFixture.service {
            $0.keysFile = file
            change(&$0)
        }
        return (service, folder)
    }

    private static func file(_ members: String) -> String {
        #"{"keys": {"shop": {"key": "\#(secret)""# + (members.isEmpty ? "" : ", ") + members + "}}}"
    }

    private static let tile = "/styles/streets/3/4/2.png"
    private static let scene =
        "/v1/render?format=png&scene="
        + percentEncoded(#"{"version": 1, "size": [60, 40], "camera": {"center": [24.94, 60.17], "zoom": 9}}"#)

    /// A side that is found when the map is drawn: about a hundred points.
    private static let automatic =
        "/v1/render?format=png&scene="
        + percentEncoded(#"{"version": 1, "size": [100, "auto"], "camera": {"bounds": [0, 0, 10, 10]}}"#)

    private static func inset(_ basemap: String) -> String {
        let inset = #"{"type": "inset", "size": [20, 20], "basemap": \#(basemap)}"#
        let camera = #""camera": {"center": [24.94, 60.17], "zoom": 9}"#
        return "/v1/render?format=png&scene="
            + percentEncoded(#"{"version": 1, "size": [60, 40], \#(camera), "decorations": [\#(inset)]}"#)
    }

    @Test("a key opens in a field, as a bearer and in the address; without it 401, with another one 403")
    func opens() async throws {
        let (service, _) = try service()
        defer { service.end() }
        #expect(await service.get(Self.tile).status == .unauthorized)
        #expect(await service.get(Self.tile).headers[.wwwAuthenticate] == "Bearer realm=\"staticmap\"")
        #expect(await service.get(Self.tile, [(.apiKey, "0123456789abcdeF")]).status == .forbidden)
        #expect(await service.get(Self.tile, [(.apiKey, Self.secret)]).status == .ok)
        for scheme in ["Bearer ", "bearer "] {
            #expect(await service.get(Self.tile, [(.authorization, scheme + Self.secret)]).status == .ok)
        }
        #expect(await service.get(Self.tile + "?key=" + Self.secret).status == .ok)
        #expect(await service.get("/health").status == .ok)
    }

    /// What a key with these members opens, by address and field.
    private struct Case {
        var members: String
        var target: String
        var fields: [(HTTPField.Name, String)] = []
        var status: Int
    }

    private static let matrix: [Case] = [
        Case(members: #""routes": ["tiles"]"#, target: tile, status: 200),
        Case(members: #""routes": ["tiles"]"#, target: scene, status: 403),
        Case(members: #""routes": ["tiles"]"#, target: "/nothing", status: 403),
        Case(members: #""routes": ["tiles", "ogc"]"#, target: "/ogc", status: 200),
        Case(members: #""routes": ["styles"]"#, target: tile, status: 403),
        Case(members: #""styles": ["streets"]"#, target: tile, status: 200),
        Case(members: #""styles": ["dark"]"#, target: tile, status: 404),
        Case(members: #""styles": ["dark"]"#, target: "/styles/dark/3/4/2.png", status: 200),
        Case(members: #""styles": ["dark"]"#, target: scene, status: 200),
        Case(members: #""styles": ["dark"]"#, target: "/styles/streets/static/24.94,60.17,9/60x40.png", status: 404),
        Case(
            members: #""styles": ["dark"]"#, target: "/styles/v1/a/streets-v12/static/24.94,60.17,9/60x40", status: 404),
        Case(members: #""styles": ["dark"]"#, target: "/ogc/styles/streets/map?width=20", status: 404),
        Case(members: #""styles": ["dark"]"#, target: "/ogc/styles/dark/map?width=20", status: 200),
        Case(
            members: #""styles": ["dark"]"#, target: "/ogc/collections/world/styles/streets/map?width=20", status: 404),
        Case(members: #""styles": ["dark"]"#, target: "/styles/streets/style.json", status: 404),
        Case(
            members: #""styles": ["dark"]"#,
            target: "/wms?request=GetMap&layers=streets&crs=CRS:84&bbox=0,0,1,1&width=9&height=9", status: 400),
        Case(
            members: #""styles": ["dark"]"#,
            target: "/v1/render?scene="
                + percentEncoded(
                    #"{"version": 1, "size": [6, 4], "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}}"#
                ),
            status: 403),
        Case(
            members: #""styles": ["dark"]"#,
            target: inset(#"{"style": {"version": 8, "sources": {}, "layers": []}}"#), status: 403),
        Case(members: #""styles": ["dark"]"#, target: inset(#""streets""#), status: 404),
        Case(members: #""styles": ["dark"]"#, target: inset(#""dark""#), status: 200),
        Case(members: #""maxPixels": 2400"#, target: scene, status: 200),
        Case(members: #""maxPixels": 2400"#, target: automatic, status: 413),
        Case(members: #""maxPixels": 1000000"#, target: automatic, status: 200),
        Case(members: #""maxPixels": 2399"#, target: scene, status: 413),
        Case(members: #""maxPixels": 2399"#, target: tile, status: 413),
        Case(members: #""maxPixels": 2399"#, target: "/ogc/map?width=60&bbox=0,0,1,1", status: 413),
        Case(
            members: #""maxPixels": 99"#,
            target: "/wms?request=GetMap&layers=streets&crs=CRS:84&bbox=0,0,1,1&width=10&height=10", status: 400),
        Case(members: #""referrers": ["a.example", "*.b.example"]"#, target: tile, status: 403),
        Case(
            members: #""referrers": ["a.example", "*.b.example"]"#, target: tile,
            fields: [(.referer, "https://a.example/x?y")], status: 200),
        Case(
            members: #""referrers": ["a.example", "*.b.example"]"#, target: tile,
            fields: [(.referer, "https://maps.b.example:8443/")], status: 200),
        Case(
            members: #""referrers": ["a.example", "*.b.example"]"#, target: tile,
            fields: [(.referer, "https://evilb.example/")], status: 403),
        Case(
            members: #""referrers": ["a.example", "*.b.example"]"#, target: tile,
            fields: [(.referer, "https://evil.example/https://a.example/")], status: 403),
        Case(
            members: #""referrers": ["a.example", "*.b.example"]"#, target: tile,
            fields: [(.referer, "https://a.example:x@evil.example/")], status: 403),
        Case(members: #""origins": ["https://a.example"]"#, target: tile, status: 200),
        Case(
            members: #""origins": ["https://a.example"]"#, target: tile, fields: [(.origin, "https://a.example")],
            status: 200),
        Case(
            members: #""origins": ["https://a.example"]"#, target: tile, fields: [(.origin, "https://b.example")],
            status: 403),
        Case(members: #""expires": "2001-01-01""#, target: tile, status: 403),
        Case(members: #""expires": "9000-01-01T00:00:00Z""#, target: tile, status: 200),
    ]

    @Test("a key opens what its scopes say, and nothing else")
    func matrix() async throws {
        for item in Self.matrix {
            let (service, _) = try service(item.members)
            let answer = await service.get(item.target, item.fields + [(.apiKey, Self.secret)])
            service.end()
            #expect(
                answer.status.code == item.status,
                "\(item.members) \(item.target) \(item.fields): \(answer.status) \(answer.text.prefix(200))")
        }
    }

    @Test("lists have the styles of a key alone, and tools are not for keys with scopes of styles")
    func filtersLists() async throws {
        let (service, _) = try service(#""styles": ["dark"]"#)
        defer { service.end() }
        let key: [(HTTPField.Name, String)] = [(.apiKey, Self.secret)]
        for target in ["/styles.json", "/rendered.json"] {
            let list = try await service.get(target, key).json().array ?? []
            #expect(list.count == 1, "\(target)")
        }
        let wms = await service.get("/wms?service=WMS&request=GetCapabilities", key).text
        #expect(wms.contains("<Name>dark</Name>") && !wms.contains("<Name>streets</Name>"))
        let styles = try await service.get("/ogc/styles", key).json()["styles"]?.array ?? []
        #expect(styles.compactMap { $0["id"]?.string } == ["dark"])
        let tools = await service.send(
            .post, "/mcp", key + [(.contentType, "application/json")],
            body: #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#)
        #expect(tools.status == .forbidden)
    }

    @Test("processor time is counted by the key's name, and ends when it is used up")
    func budgets() async throws {
        let (service, _) = try service(#""cpuSeconds": 0.001"#)
        defer { service.end() }
        func scene(_ zoom: Int) -> String {
            "/v1/render?scene="
                + percentEncoded(#"{"version": 1, "size": [99, 99], "camera": {"center": [25, 60], "zoom": \#(zoom)}}"#)
        }
        let key: [(HTTPField.Name, String)] = [(.apiKey, Self.secret)]
        #expect(await service.get(scene(3), key).status == .ok)
        let second = await service.get(scene(4), key)
        #expect(second.status == .tooManyRequests && second.headers[.retryAfter] != nil)
        // What is drawn already costs nothing.
        #expect(await service.get(scene(3), key).status == .ok)
        let metrics = service.ownMetrics
        #expect(metrics.contains(#"staticmap_key_requests_total{key="shop",status="200"} 2"#), "\(metrics)")
        #expect(metrics.contains(#"staticmap_key_cpu_seconds_total{key="shop"} 0."#))
        #expect(!metrics.contains(Self.secret))
    }

    @Test("what one key has used up is refused to no other that asks for the same")
    func budgetsApart() async throws {
        let folder = try ScratchFolder()
        let other = "fedcba9876543210"
        let file = try folder.write(
            "keys.json",
            #"{"keys": {"poor": {"key": "\#(Self.secret)", "cpuSeconds": 0.001}, "rich": {"key": "\#(other)"}}}"#)
        let service = try ServerFixture.service { $0.keysFile = file }
        defer { service.end() }
        // All of a tile is drawn, its block and what is cut out of it.
        #expect(await service.get(Self.tile, [(.apiKey, Self.secret)]).status == .ok)
        async let poor = service.get("/styles/dark/3/4/2.png", [(.apiKey, Self.secret)])
        async let rich = service.get("/styles/dark/3/4/2.png", [(.apiKey, other)])
        let answers = await [poor, rich]
        #expect(answers.map(\.status) == [.tooManyRequests, .ok])
    }

    @Test("requests a minute are counted by the key's name") func rateLimit() async throws {
        let (service, _) = try service(#""rateLimit": 1"#)
        defer { service.end() }
        let key: [(HTTPField.Name, String)] = [(.apiKey, Self.secret)]
        // At once, since one more may come after a minute.
        async let first = service.get(Self.tile, key)
        async let second = service.get(Self.tile, key)
        async let third = service.get(Self.tile, key)
        let answers = await [first, second, third]
        #expect(answers.contains { $0.status == .ok })
        #expect(answers.contains { $0.status == .tooManyRequests && $0.text.contains("requests a minute") })
    }

    @Test("answers are private unless the file says otherwise, and are not kept beyond the key's date")
    func caches() async throws {
        let key: [(HTTPField.Name, String)] = [(.apiKey, Self.secret)]
        let soon = Date.now.addingTimeInterval(1800).ISO8601Format()
        for (members, start) in [
            ("", "private, max-age=3600"), (#""cache": "public""#, "public, max-age=3600"),
            (#""expires": "\#(soon)""#, "private, max-age="),
        ] {
            let (service, _) = try service(members)
            let field = await service.get(Self.tile, key).headers[.cacheControl] ?? ""
            service.end()
            #expect(field.hasPrefix(start), "\(members): \(field)")
            if members.contains("expires") {
                let age = field.split(separator: "=").last.flatMap { Int($0) } ?? 3600
                #expect(age <= 1800, "\(field)")
            }
        }
    }

    @Test("scripts of a key's origins alone may read answers, which vary with the origin")
    func origins() async throws {
        let (service, _) = try service(#""origins": ["https://a.example"]"#)
        defer { service.end() }
        let key: [(HTTPField.Name, String)] = [(.apiKey, Self.secret)]
        let known = await service.get(Self.tile, key + [(.origin, "https://a.example")])
        #expect(known.headers[.accessControlAllowOrigin] == "https://a.example")
        #expect(known.headers[.vary]?.contains("Origin") == true)
        let other = await service.get(Self.tile, key + [(.origin, "https://b.example")])
        #expect(other.headers[.accessControlAllowOrigin] == nil && other.status == .forbidden)
    }

    @Test("addresses may be signed with a key of the file, whose scopes hold")
    func signs() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "keys.json", #"{"keys": {"shop": {"signing": "\#(Self.secret)", "routes": ["tiles"]}}}"#)
        let service = try ServerFixture.service { $0.keysFile = file }
        defer { service.end() }
        func signed(_ target: String, _ secret: String) -> String {
            let text = target + (target.contains("?") ? "&" : "?") + "key_id=shop"
            let code = Digest.sha256.authenticationCode(for: Array(text.utf8), key: Array(secret.utf8))
            let name = Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            return text + "&signature=" + name
        }
        #expect(await service.get(signed(Self.tile, Self.secret)).status == .ok)
        #expect(await service.get(signed(Self.scene, Self.secret)).status == .forbidden)
        #expect(await service.get(signed(Self.tile, "another secret..")).status == .forbidden)
        #expect(await service.get(Self.tile).status == .unauthorized)
    }

    @Test("the file is read again; what is wrong with it changes nothing, and says nothing of keys")
    func reloads() async throws {
        let (service, folder) = try service()
        defer { service.end() }
        let key: [(HTTPField.Name, String)] = [(.apiKey, Self.secret)]
        #expect(await service.get(Self.tile, key).status == .ok)
        #expect(service.watchedState.keys.contains { $0.hasSuffix("keys.json") })
        try folder.write("keys.json", "{ broken \(Self.secret)")
        #expect { try service.reload() } throws: { !"\($0)".contains(Self.secret) }
        #expect(await service.get(Self.tile, key).status == .ok)
        try folder.write("keys.json", Self.file(#""routes": ["ogc"]"#))
        try service.reload()
        #expect(await service.get(Self.tile, key).status == .forbidden)
        // Counts go on.
        #expect(service.ownMetrics.contains(#"staticmap_key_requests_total{key="shop",status="200"} 2"#))
        try folder.write("keys.json", #"{"keys": {}}"#)
        try service.reload()
        #expect(await service.get(Self.tile, key).status == .forbidden)
    }

    @Test(
        "a file that would let in more or less than it seems to is refused",
        arguments: [
            #"{"keys": {"a": {"key": "short"}}}"#, #"{"keys": {"a": {}}}"#, #"{"keys": []}"#, "[]",
            #"{"keys": {"a": {"key": "0123456789abcdef", "route": ["tiles"]}}}"#,
            #"{"keys": {"a": {"key": "0123456789abcdef", "routes": ["tile"]}}}"#,
            #"{"keys": {"a": {"key": "0123456789abcdef", "routes": []}}}"#,
            #"{"keys": {"a": {"key": "0123456789abcdef", "expires": "soon"}}}"#,
            #"{"keys": {"a": {"key": "0123456789abcdef", "maxPixels": 0}}}"#,
            #"{"keys": {"a": {"key": "0123456789abcdef", "cache": "yes"}}}"#,
            #"{"keys": {"a": {"key": "0123456789abcdef", "sha256": "00"}}}"#,
            #"{"keys": {"a b": {"key": "0123456789abcdef"}}}"#,
            #"{"keys": {"a": {"key": "0123456789abcdef"}, "b": {"key": "0123456789abcdef"}}}"#,
            #"{"keys": {"a": {"key": "0123456789abcdef"}}, "key": 1}"#,
        ])
    func refuses(_ text: String) throws {
        let folder = try ScratchFolder()
        let file = try folder.write("keys.json", text)
        #expect {
            _ = try ServerFixture.service { $0.keysFile = file }
        } throws: { error in
            !"\(error)".contains("0123456789abcdef") && "\(error)".contains("keys.json")
        }
    }

    @Test("a digest stands for a key that is written nowhere")
    func takesDigests() async throws {
        let folder = try ScratchFolder()
        let digest = hexadecimalText(Digest.sha256.hash(Array(Self.secret.utf8)))
        let file = try folder.write("keys.json", #"{"keys": {"shop": {"sha256": "\#(digest)"}}}"#)
        let service = try ServerFixture.service { $0.keysFile = file }
        defer { service.end() }
        #expect(await service.get(Self.tile, [(.apiKey, Self.secret)]).status == .ok)
    }
}
