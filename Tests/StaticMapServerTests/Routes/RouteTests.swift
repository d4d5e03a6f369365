// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMap
import StaticMapServer
import TestSupport
import Testing

@Suite("The table of routes") struct RouteTests {
    private static let scene = #"{"version": 1, "size": [60, 40], "camera": {"center": [24.94, 60.17], "zoom": 9}}"#
    private static let styled = "/styles/streets"
    private static let view = "24.94,60.17,9"

    /// An address and a body for each pattern that has placeholders or needs parameters.
    private static let examples: [String: (target: String, body: String)] = [
        "/playground/{file...}": ("/playground/app.js", ""),
        "/render": ("/render?scene=" + percentEncoded(scene), scene),
        "/report": ("/report", scene), "/regions": ("/regions", scene), "/hit": ("/hit?at=1,1", scene),
        "/project": ("/project?point=1,1", scene), "/check": ("/check", scene),
        "/explain": ("/explain?url=" + percentEncoded("/styles/streets/static/\(view)/60x40.png"), ""),
        "/maps/api/staticmap": ("/maps/api/staticmap?center=60.17,24.94&zoom=9&size=60x40", ""),
        "/api/v1/snapshot": ("/api/v1/snapshot?center=60.17,24.94&z=9&size=60x50", ""),
        "/v3/staticmap": ("/v3/staticmap?location=24.94,60.17&zoom=9&size=60*40", ""),
        "/style/{id}/static/{camera}/{size}": ("/style/streets/static/\(view)/60x40.png", ""),
        "/styles/v1/{user}/{style}/static/{overlay}/{view...}": ("/styles/v1/a/streets/static/\(view)/60x40", ""),
        "/styles/{id}/static/{view}/{size}": (styled + "/static/\(view)/60x40.png", ""),
        "/styles/{id}/static/raw/{view}/{size}": (styled + "/static/raw/\(view)/60x40.png", ""),
        "/wms": ("/wms?service=WMS&request=GetCapabilities", ""),
        "/styles/{id}.json": (styled + ".json", ""), "/styles/{id}/style.json": (styled + "/style.json", ""),
        "/styles/{id}/wmts": (styled + "/wmts?layer=streets-256&tilematrix=3&tilecol=4&tilerow=2", ""),
        "/styles/{id}/wmts.xml": (styled + "/wmts.xml", ""), "/styles/{id}/sprite{file}": (styled + "/sprite.json", ""),
        "/styles/{id}/{size}.json": (styled + "/512.json", ""),
        "/styles/{id}/{z}/{x}/{y}.{format}": (styled + "/3/4/2.png", ""),
        "/styles/{id}/{size}/{z}/{x}/{y}.{format}": (styled + "/512/3/4/2@2x.png", ""),
        "/data/{id}.json": ("/data/world.json", ""),
        "/data/{id}/{z}/{x}/{y}.{format}": ("/data/world/0/0/0.pbf", ""),
        "/maps/{id}/static/{view}/{size}": ("/maps/streets-v2/static/\(view)/60x40.png", ""),
        "/v1/staticmap": ("/v1/staticmap?center=lonlat:24.94,60.17&zoom=9&width=60&height=40", ""),
        "/static/{style}": ("/static/outdoors.png?center=60.17,24.94&zoom=9&size=60x40", ""),
        "/static_cacheable/{style}": ("/static_cacheable/outdoors.png?center=60.17,24.94&zoom=9&size=60x40", ""),
        "/wmts": ("/wmts?request=GetTile&layer=streets-256&tilematrix=3&tilecol=4&tilerow=2", ""),
        "/ws/staticmap/v2": ("/ws/staticmap/v2?center=39.9,116.4&zoom=9&size=60*50", ""),
        "/ws/staticmap/v2/": ("/ws/staticmap/v2/?center=39.9,116.4&zoom=9&size=60*50", ""),
        "/staticimage/v2": ("/staticimage/v2?center=116.4,39.9&zoom=9&width=60&height=50", ""),
        "/styles/v1/{user}/{style}": ("/styles/v1/mapbox/streets-v12", ""),
        "/styles/v1/{user}/{style}/sprite{file}": ("/styles/v1/mapbox/streets-v12/sprite@2x.png", ""),
        "/styles/v1/{user}/{style}/tiles/{z}/{x}/{y}": ("/styles/v1/mapbox/streets-v12/tiles/1/0/1", ""),
        "/styles/v1/{user}/{style}/tiles/{size}/{z}/{x}/{y}": ("/styles/v1/mapbox/streets-v12/tiles/256/1/0/1@2x", ""),
        "/fonts/v1/{user}/{fontstack}/{range}.pbf": ("/fonts/v1/mapbox/Noto%20Sans%20Regular/0-255.pbf", ""),
        "/style/{id}": ("/style/streets", ""), "/sprite/{file}": ("/sprite/streets@2x.json", ""),
        "/font/{fontstack}/{range}": ("/font/Noto%20Sans%20Regular/0-255", ""),
        "/{source}/{z}/{x}/{y}": ("/world/1/0/1", ""), "/{source}": ("/world", ""),
        "/ogc/tileMatrixSets/{tms}": ("/ogc/tileMatrixSets/WebMercatorQuad", ""),
        "/problems/{code}": ("/problems/request.not-found", ""),
        "/fonts/{fontstack}/{range}.pbf": ("/fonts/Noto%20Sans%20Regular/0-255.pbf", ""),
    ]
    /// What needs a configuration of its own has tests of its own.
    private static let configured: Set<String> = [
        "/styles/{id}/sprite/{file}", "/data/{id}/elevation/{z}/{x}/{y}", "/data/{id}/elevation", "/files/{path...}",
        "/templates/{name}",
    ]

    /// The paths of the OGC APIs all have the same placeholders.
    private static func plain(_ pattern: String) -> String {
        guard pattern.hasPrefix("/ogc/") else { return pattern }
        let path = pattern.replacing("{collection}", with: "world").replacing("{style}", with: "streets")
            .replacing("{tms}/{z}/{row}/{column}", with: "WebMercatorQuad/1/0/1")
            .replacing("{tms}", with: "WebMercatorQuad")
        return path.hasSuffix("/map") ? path + "?width=40" : path
    }

    /// Of OpenAPI: the request's body that it shows for an operation.
    private static func example(_ route: Route, in openAPI: JSONNode) -> String? {
        let operation = openAPI["paths"]?[route.path]?[route.methods[0].rawValue.lowercased()]
        return operation?["requestBody"]?["content"]?["application/json"]?["example"]?.line
    }

    @Test("each route answers, has the name that metrics count it by, and is described")
    func answers() async throws {
        let service = try ServerFixture.service()
        defer { service.end() }
        let openAPI = try await service.get("/openapi.json").json()
        var ids: Set<String> = []
        for route in Route.all {
            #expect(!route.name.isEmpty && route.name != "other")
            for method in route.methods {
                let path = route.path.replacing("...}", with: "}")
                let operation = openAPI["paths"]?[path]?[method.rawValue.lowercased()]
                #expect(operation?["summary"]?.string == route.operation.summary)
                #expect(operation?["responses"]?["200"] != nil, "\(route.pattern)")
                let id = operation?["operationId"]?.string ?? ""
                #expect(ids.insert(id).inserted && !id.isEmpty, "\(id)")
            }
            guard !Self.configured.contains(route.pattern) else { continue }
            let example =
                Self.examples[route.pattern] ?? (Self.plain(route.pattern), Self.example(route, in: openAPI) ?? "")
            #expect(!example.target.contains("{"), "no example of \(route.pattern)")
            for method in route.methods {
                let answer =
                    method == .post && example.body.isEmpty
                    ? await service.send(.post, example.target)
                    : await service.send(
                        method, example.target, [(.contentType, "application/json")], body: example.body)
                #expect(
                    answer.status.code < 300, "\(method) \(example.target): \(answer.status) \(answer.text.prefix(300))"
                )
                #expect(answer.metadata.route == route.name, "\(example.target)")
            }
        }
        let names = Set(Route.all.map(\.name))
        let counted = service.metrics.text(gauges: []).split(separator: "\n").compactMap { line in
            line.hasPrefix("staticmap_request_seconds_count") ? line.split(separator: "\"")[1] : nil
        }
        #expect(names.isSuperset(of: counted.map(String.init)))
    }

    @Test("the fixed part describes nothing that is not in the table")
    func describesNoMore() throws {
        let file = ServerFixture.home.path + "/Sources/StaticMapServer/openapi.json"
        let fixed = try JSONDocument(file: file, text: try readFile(file, limit: 1 << 20)).root
        for path in fixed["paths"]?.object?.members ?? [] {
            for operation in path.node.object?.members ?? [] {
                #expect(
                    Route.all.contains { route in
                        route.pattern == path.key
                            && route.methods.contains { $0.rawValue.lowercased() == operation.key }
                    }, "\(operation.key) \(path.key)")
            }
        }
    }

    @Test(
        "the requests that OpenAPI shows are answered", arguments: ["/edit", "/locate", "/check", "/report", "/render"])
    func showsRequests(_ path: String) async throws {
        let service = try ServerFixture.shared.get()
        let openAPI = try await service.get("/openapi.json").json()
        let operation = try #require(openAPI["paths"]?["/v1" + path]?["post"])
        let body = try #require(operation["requestBody"]?["content"]?["application/json"]?["example"]?.line)
        let answer = await service.post(path, body)
        #expect(answer.status == .ok, "\(answer.text)")
        guard let type = answer.headers[.contentType], type == "application/json" else { return }
        let shown = operation["responses"]?["200"]?["content"]?[type]?["example"]?.object?.members ?? []
        for member in shown { #expect(try answer.json()[member.key] != nil, "\(path): \(member.key)") }
    }

    @Test("OpenAPI 3.0 has the same operations, in words that it knows")
    func speaksOlderOpenAPI() async throws {
        let service = try ServerFixture.shared.get()
        let (new, old) = try await (service.get("/openapi.json").json(), service.get("/openapi-3.0.json").json())
        #expect(old["openapi"]?.string == "3.0.3" && old["info"]?["license"]?["identifier"] == nil)
        #expect(
            old["paths"]?.object?.members.map(\.key) == new["paths"]?.object?.members.map(\.key)
                && (old["paths"]?.object?.members.count ?? 0) > 80)
        var unknown: Set<String> = []
        var schemas = 0
        func visit(_ node: JSONNode) {
            schemas += 1
            if node["$ref"] != nil, node.object?.members.count != 1 { unknown.insert("$ref beside others") }
            if let type = node["type"], type.string == nil || type.string == "null" {
                unknown.insert("type \(type.line)")
            }
            if let limit = node["exclusiveMinimum"], limit.bool == nil { unknown.insert("exclusiveMinimum") }
            if node["type"]?.string == "array", node["items"] == nil { unknown.insert("array without items") }
            for member in node.object?.members ?? [] {
                switch member.key {
                case "properties": member.node.object?.members.forEach { visit($0.node) }
                case "items", "not": visit(member.node)
                case "additionalProperties": if member.node.bool == nil { visit(member.node) }
                case "oneOf", "anyOf", "allOf": member.node.array?.forEach(visit)
                case "const", "prefixItems", "patternProperties", "if", "then", "else", "examples", "$defs", "contains":
                    unknown.insert(member.key)
                default: break
                }
            }
        }
        func find(_ node: JSONNode) {
            for member in node.object?.members ?? [] {
                if member.key == "schema" { visit(member.node) } else { find(member.node) }
            }
            node.array?.forEach(find)
        }
        find(old["paths"] ?? .null)
        old["components"]?["schemas"]?.object?.members.forEach { visit($0.node) }
        #expect(unknown.isEmpty && schemas > 500, "\(unknown)")
        let place = old["components"]?["schemas"]?["SceneCoordinate"]?.line ?? ""
        #expect(place.contains(#""items": {"type": "number"}"#) && place.contains(#""maxItems": 2"#), "\(place)")
        #expect(old["components"]?["schemas"]?["SceneCamera"]?["oneOf"] == nil)
    }

    @Test("OpenAPI says which tiles may be empty") func saysWhatIsEmpty() async throws {
        let openAPI = try await (try ServerFixture.shared.get()).get("/openapi.json").json()
        let paths = (openAPI["paths"]?.object?.members ?? []).filter { path in
            path.node["get"]?["responses"]?["204"]?["description"]?.string != nil
        }
        #expect(
            Set(paths.map(\.key)) == [
                "/v1/data/{id}/{z}/{x}/{y}.{format}", "/{source}/{z}/{x}/{y}",
                "/ogc/collections/{collection}/tiles/{tms}/{z}/{row}/{column}",
            ])
    }

    @Test("scripts of other origins may ask for parts of files, and read which they got") func sharesRanges()
        async throws
    {
        let answer = await (try ServerFixture.shared.get()).send(.options, "/files/a.bin")
        let asked = (answer.headers[.accessControlAllowHeaders] ?? "").components(separatedBy: ", ")
        #expect(Set(asked).isSuperset(of: ["Content-Type", "Range", "If-Range", "Mcp-Name"]), "\(asked)")
        let read = (answer.headers[.accessControlExposeHeaders] ?? "").components(separatedBy: ", ")
        #expect(Set(read).isSuperset(of: ["ETag", "Content-Range", "Accept-Ranges"]), "\(read)")
    }

    @Test("the address of a scene is explained with its size and format", arguments: ["/render", "/v1/render"])
    func explainsScenes(_ path: String) async throws {
        let scene = #"{"version": 1, "camera": {"center": [24.94, 60.17], "zoom": 9}}"#
        let address = path + "?format=jpeg&quality=70&size=60x40&scene=" + percentEncoded(scene)
        let service = try ServerFixture.shared.get()
        let answer = try await service.get("/explain?url=" + percentEncoded(address)).json()
        #expect(answer["format"]?.string == "jpeg" && answer["quality"]?.number == 70)
        #expect(answer["scene"]?["size"]?.line == "[60, 40]" && answer["scene"]?["camera"]?["zoom"]?.number == 9)
    }

    @Test("each reference of OpenAPI leads somewhere", arguments: ["/openapi.json", "/openapi-3.0.json"])
    func refers(_ path: String) async throws {
        let openAPI = try await (try ServerFixture.shared.get()).get(path).json()
        var references: Set<String> = []
        func visit(_ node: JSONNode) {
            if let text = node["$ref"]?.string { references.insert(text) }
            node.object?.members.forEach { visit($0.node) }
            node.array?.forEach(visit)
        }
        visit(openAPI)
        #expect(references.count > 20)
        for reference in references {
            let found = reference.split(separator: "/").dropFirst().reduce(openAPI as JSONNode?) { $0?[String($1)] }
            #expect(found != nil, "\(reference)")
        }
        #expect(openAPI["info"]?["version"]?.string != nil)
    }

    @Test("a path of no route is 404, another method 405 with those that are allowed")
    func refuses() async throws {
        let service = try ServerFixture.shared.get()
        for path in ["/nothing/at", "/health/", "/styles/streets", "/data/world", "/fonts/a", "/render/a"] {
            let answer = await service.get(path)
            #expect(answer.status == .notFound && answer.metadata.route == "other", "\(path)")
        }
        // Of one part, it might have been a source of Martin.
        for path in ["/nothing", "/styles", "/favicon.ico"] {
            let answer = await service.get(path)
            #expect(answer.status == .notFound && answer.metadata.route == "martin", "\(path)")
        }
        let post = await service.send(.post, "/styles/streets/3/4/2.png")
        #expect(post.status == .methodNotAllowed && post.headers[.allow] == "GET, HEAD, OPTIONS")
        #expect(post.metadata.route == "tiles")
        let get = await service.get("/edit")
        #expect(get.status == .methodNotAllowed && get.headers[.allow] == "POST, OPTIONS")
        #expect(await service.send(.options, "/nothing").status == .noContent)
    }

    @Test("what is ours is the same below /v1, what is of others is not there")
    func versions() async throws {
        let service = try ServerFixture.shared.get()
        let scene = "/render?scene=" + percentEncoded(Self.scene)
        for target in ["/health", "/styles.json", "/styles/streets/3/4/2.png", scene] {
            let (old, new) = (await service.get(target), await service.get("/v1" + target))
            #expect(new.status == .ok && new.bytes == old.bytes, "\(target)")
            #expect(new.headers[.eTag] == old.headers[.eTag], "\(target)")
            #expect(new.metadata.route == old.metadata.route)
        }
        let jpeg = await service.get("/v1" + scene, [(.accept, "image/jpeg")])
        #expect(jpeg.headers[.contentType] == "image/jpeg")
        for target in ["/v1/maps/api/staticmap", "/v1", "/v1/", "/v1/v1/health", "/v1/wms"] {
            #expect(await service.get(target).status == .notFound, "\(target)")
        }
        let version = try await service.get("/v1/version").json()
        #expect(version["version"]?.string == MapRenderer.version && version["api"]?.string == "v1")
    }

    @Test("a problem has a code and a type that leads to its meaning")
    func explainsProblems() async throws {
        let service = try ServerFixture.shared.get()
        for (target, code) in [("/nothing", "request.not-found"), ("/v1/render?scene=x", "request.invalid")] {
            let problem = try await service.get(target).json()
            #expect(problem["code"]?.string == code && problem["type"]?.string == "/v1/problems/\(code)")
            let meaning = try await service.get(problem["type"]?.string ?? "").json()
            #expect(meaning["status"]?.number == problem["status"]?.number && meaning["meaning"]?.string != nil)
        }
        let scene = #"{"version": 1, "sizes": [1, 2]}"#
        #expect(try await service.post("/render", scene).json()["code"]?.string == "scene.unknown-key")
        #expect(await service.get("/v1/problems/a.b%3Cc").status == .notFound)
    }

    /// That the page has every code of the sources is checked with the documentation.
    @Test("every code means what the page of codes says") func explainsCodes() async throws {
        let service = try ServerFixture.shared.get()
        let file = ServerFixture.home.path + "/docs/troubleshooting.md"
        let page = try String(decoding: readFile(file, limit: 1 << 20), as: UTF8.self)
        var known: Set<String> = []
        for line in page.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.dropFirst(2).components(separatedBy: " | ")
            let written = cells[0].replacing("`", with: "")
            guard written.contains(".") || written.hasPrefix("…"), cells.count > 2 else { continue }
            let meaning = Int(cells[1]) == nil ? cells[1] : cells[2]
            let problem = written.hasPrefix("…") ? String(written.dropFirst(2)) : nil
            let codes = problem.map { problem in JSONDocument.Kind.allCases.map { "\($0.rawValue).\(problem)" } }
            for code in codes ?? [written] {
                known.insert(code)
                let answer = try await service.get("/v1/problems/" + code).json()
                #expect(problem != nil || answer["meaning"]?.string == meaning, "\(code)")
                #expect(answer["meaning"]?.string?.hasSuffix(".") == true, "\(code)")
            }
        }
        #expect(
            known.isSuperset(of: ProblemKind.all.map(\.code))
                && known.isSuperset(of: LimitCode.allCases.map(\.rawValue)))
        #expect(try await service.get("/v1/problems/scene.nothing-such").json()["meaning"] == nil)
        let generic = try await service.get("/v1/problems/scene.invalid-value").json()
        #expect(
            generic["meaning"]?.string
                == "A value has the right type but makes no sense here, such as a color that is none.")
    }

    @Test("a request has the name that its client gave, if it is plain, or one of its own")
    func names() async throws {
        let service = try ServerFixture.shared.get()
        let name = HTTPField.Name.requestID
        #expect(await service.get("/health", [(name, "job-7.a_B")]).headers[name] == "job-7.a_B")
        for odd in ["a b", "a\tb", String(repeating: "a", count: 129), "a=1", "é"] {
            let given = await service.get("/health", [(name, odd)]).headers[name] ?? ""
            #expect(!given.isEmpty && given != odd && given.count < 40, "\(odd)")
        }
        #expect(await service.get("/health").headers[name] != service.get("/health").headers[name])
        let problem = try await service.get("/nothing", [(name, "x1")]).json()
        #expect(problem["requestId"]?.string == "x1")
        let target = "/render?scene=" + percentEncoded(Self.scene)
        _ = await service.get(target)
        #expect(await service.get(target, [(name, "again")]).headers[name] == "again")
    }
}
