// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMapServer
import TestSupport
import Testing

@Suite("Model Context Protocol") struct MCPTests {
    private static let scene = #"{"version": 1, "size": [60, 40], "camera": {"center": [24.94, 60.17], "zoom": 9}}"#
    private static let meta = #"""
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
        """#

    /// A result, or an error, of a message without a transport.
    private func answer(_ message: String, in service: MapService? = nil) async throws -> JSONNode {
        let server = MCPServer(try service ?? ServerFixture.shared.get())
        do {
            let read = try #require(try MCPMessage(Array(message.utf8)))
            return try #require(try await server.answer(read))
        } catch let error as MCPError {
            return error.node
        }
    }

    private func call(_ tool: String, _ arguments: String, in service: MapService? = nil) async throws -> JSONNode {
        let message = #"{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": "#
        let params = #"{"name": "\#(tool)", "arguments": \#(arguments)}}"#
        return try #require(try await answer(message + params, in: service)["result"])
    }

    private func request(_ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc": "2.0", "id": 1, "method": "\#(method)", "params": \#(params)}"#
    }

    private func code(_ answer: JSONNode) -> Double? { answer["error"]?["code"]?.number }

    // MARK: Protocol

    @Test(
        "a handshake is in the revision that the client asks for, or in the newest one that has handshakes",
        arguments: [
            ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"),
            ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
        ])
    func negotiates(_ wanted: String, _ given: String) async throws {
        let client = #""capabilities": {}, "clientInfo": {"name": "a", "version": "1"}"#
        let params = #"{"protocolVersion": "\#(wanted)", \#(client)}"#
        let result = try await answer(request("initialize", params))["result"]
        #expect(result?["protocolVersion"]?.string == given)
        #expect(result?["serverInfo"]?["name"]?.string == "staticmap" && result?["capabilities"]?["tools"] != nil)
        #expect(result?["resultType"] == nil)
        #expect(try await answer(request("ping"))["result"]?.object?.members.isEmpty == true)
    }

    @Test("a request that says its revision needs no handshake")
    func isStateless() async throws {
        let found = try await answer(request("server/discover", "{\(Self.meta)}"))["result"]
        #expect(found?["supportedVersions"]?.array?.first?.string == "2026-07-28")
        #expect(found?["resultType"]?.string == "complete" && found?["ttlMs"]?.number != nil)
        #expect(found?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"]?.string != nil)
        #expect(code(try await answer(request("server/discover"))) == -32602)
        #expect(code(try await answer(request("ping", "{\(Self.meta)}"))) == -32601)
        let old = Self.meta.replacingOccurrences(of: "2026-07-28", with: "1900-01-01")
        let refused = try await answer(request("tools/list", "{\(old)}"))
        #expect(code(refused) == -32022 && refused["error"]?["data"]?["supported"]?.array?.count == 5)
    }

    @Test(
        "what is no message is said to be none",
        arguments: [
            ("", -32700.0), ("{", -32700), ("[]", -32600), ("1", -32600), (#"{"id": 1, "method": "ping"}"#, -32600),
            (#"{"jsonrpc": "2.0", "id": 1}"#, -32600), (#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, -32600),
            (#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, -32600),
            (#"{"jsonrpc": "2.0", "id": 1e300, "method": "ping"}"#, -32600),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}"#, -32602),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "none"}"#, -32601),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}"#, -32602),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "x"}}"#, -32602),
            (
                #"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///etc/passwd"}}"#,
                -32002
            ),
            (#"{"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "map_of_place"}}"#, -32602),
        ])
    func refuses(_ message: String, _ expected: Double) async throws {
        #expect(code(try await answer(message)) == expected)
    }

    @Test("deep and long messages end in an error") func isBounded() async throws {
        let deep = String(repeating: "[", count: 200_000)
        let message = #"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": "# + deep
        #expect(code(try await answer(message)) == -32700)
        let id = String(repeating: "a", count: 1000)
        let long = try await answer(#"{"jsonrpc": "2.0", "id": "\#(id)", "method": "ping"}"#)
        #expect(code(long) == -32600 && long["id"] == nil)
        let many = "[" + Array(repeating: "[1, 2]", count: 10_001).joined(separator: ", ") + "]"
        let measured = try await call("measure", #"{"coordinates": \#(many)}"#)
        #expect(measured["isError"]?.bool == true)
        let annotations = Array(repeating: #"{"coordinate": [1, 2]}"#, count: 2001).joined(separator: ",")
        let drawn = try await call("render_map", #"{"scene": {"version": 1, "annotations": [\#(annotations)]}}"#)
        #expect(drawn["structuredContent"]?["problems"]?.array?.first?["path"]?.string == "annotations")
    }

    @Test("an answer to nobody's question and a notification have no answer") func isSilent() async throws {
        #expect(try MCPMessage(Array(#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#.utf8)) == nil)
        let text = #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#
        let message = try #require(try MCPMessage(Array(text.utf8)))
        #expect(try await MCPServer(try ServerFixture.shared.get()).answer(message) == nil)
    }

    // MARK: Tools

    @Test("each tool that is listed can be called, and each that can be called is listed") func listsTools()
        async throws
    {
        let tools = try await answer(request("tools/list"))["result"]?["tools"]?.array ?? []
        #expect(tools.count == 6)
        for tool in tools {
            let name = try #require(tool["name"]?.string)
            #expect(tool["description"]?.string?.isEmpty == false && tool["inputSchema"]?["type"]?.string == "object")
            // Unknown arguments are said by name: the tool is there.
            let result = try await call(name, #"{"nothing": 1}"#)
            let problems = result["structuredContent"]?["problems"]?.array ?? []
            #expect(problems.contains { $0["code"]?.string == "json.unknown-key" }, "\(name): \(result.line)")
        }
        let unknown = try await answer(request("tools/call", #"{"name": "render_maps"}"#))
        #expect(unknown["error"]?["message"]?.string?.contains("did you mean \"render_map\"?") == true)
    }

    @Test("a map is an image, with what it shows in words") func draws() async throws {
        let service = try ServerFixture.shared.get()
        let result = try await call("render_map", #"{"scene": \#(Self.scene)}"#)
        let image = result["content"]?.array?.first
        #expect(image?["type"]?.string == "image" && image?["mimeType"]?.string == "image/png")
        let png = await service.post("/render", Self.scene)
        #expect(image?["data"]?.string.flatMap { Data(base64Encoded: $0) } == Data(png.bytes))
        #expect(result["structuredContent"]?["zoom"]?.number == 9)
        #expect(result["content"]?.array?.last?["text"]?.string?.contains("60 x 40 pixels") == true)
        // Models send JSON in a text now and then.
        let text = try await call("render_map", #"{"scene": \#(quoted(Self.scene)), "format": "svg"}"#)
        let file = text["content"]?.array?.first?["resource"]
        #expect(file?["mimeType"]?.string == "image/svg+xml" && file?["text"]?.string?.contains("<svg") == true)
    }

    @Test("what is wrong has code, path, expected, found and hint") func teaches() async throws {
        let wrong = #"{"version": 1, "size": [60, 40], "annotations": [{"coordinate": [0, 95], "colour": "red"}]}"#
        for tool in ["render_map", "check_scene", "describe_map"] {
            let result = try await call(tool, #"{"scene": \#(wrong)}"#)
            #expect(result["isError"]?.bool == (tool == "check_scene" ? false : true))
            let problems = result["structuredContent"]?["problems"]?.array ?? []
            let latitude = problems.first { $0["path"]?.string == "annotations[0].coordinate[1]" }
            #expect(latitude?["code"]?.string != nil && latitude?["expected"] != nil && latitude?["found"] != nil)
            #expect(
                problems.contains { $0["path"]?.string == "annotations[0].colour" && $0["hint"] != nil },
                "\(tool): \(result.line)")
        }
        let valid = try await call("check_scene", #"{"scene": \#(Self.scene)}"#)
        #expect(valid["structuredContent"]?["valid"]?.bool == true)
        let style = try await call("render_map", #"{"scene": {"version": 1, "basemap": "stretes"}}"#)
        let problem = style["structuredContent"]?["problems"]?.array?.first
        #expect(problem?["path"]?.string == "basemap.style" && problem?["hint"]?.string?.contains("streets") == true)
    }

    @Test("a scene reads the folders of the operator and nothing else") func isConfined() async throws {
        let folder = try ScratchFolder()
        _ = try folder.write("track.geojson", #"{"type": "Point", "coordinates": [24.94, 60.17]}"#)
        let service = try ServerFixture.service { $0.assets = [folder.path] }
        defer { service.end() }
        func drawn(_ data: String) async throws -> Bool? {
            let scene = #"{"version": 1, "size": [60, 40], "overlays": [{"type": "geojson", "data": "\#(data)"}]}"#
            return try await call("render_map", #"{"scene": \#(scene)}"#, in: service)["isError"]?.bool
        }
        #expect(try await drawn("track.geojson") == false)
        for name in ["/etc/passwd", "../x.geojson", "https://example.com/x.geojson", folder.path + "/track.geojson"] {
            #expect(try await drawn(name) == true, "\(name)")
        }
    }

    @Test("a map is described: what lies where, and what does not lie on it") func describes() async throws {
        let scene = #"""
            {"version": 1, "size": [300, 200], "camera": {"center": [24.94, 60.17], "zoom": 9}, "annotations": [
              {"id": "home", "coordinate": [24.94, 60.17], "title": "Home"}, {"coordinate": [0, 0]}]}
            """#
        let result = try await call("describe_map", #"{"scene": \#(scene)}"#)
        let text = result["content"]?.array?.first?["text"]?.string ?? ""
        #expect(text.contains("annotation/home \"Home\""), "\(text)")
        #expect(text.contains("annotation/1 is not drawn: it lies outside of the map"), "\(text)")
        #expect(text.contains("Helsinki"), "\(text)")
    }

    @Test("places are found by name, the largest first, or at a coordinate") func locates() async throws {
        let paris = try await call("locate", #"{"query": "Paris", "limit": 3}"#)
        let first = paris["structuredContent"]?["places"]?.array?.first?["coordinate"]?.array?.compactMap(\.number)
        #expect(first.map { abs($0[0] - 2.35) < 0.1 && abs($0[1] - 48.85) < 0.1 } == true, "\(paris.line)")
        let near = try await call("locate", #"{"query": "Paris", "near": [-95, 33], "limit": 1}"#)
        #expect(near["structuredContent"]?["places"]?.array?.first?["coordinate"]?.array?.first?.number ?? 0 < -90)
        let nothing = try await call("locate", #"{"query": "Xyzzyx"}"#)
        #expect(nothing["structuredContent"]?["problems"]?.array?.first?["code"]?.string == "locate.not-found")
        #expect(try await call("locate", "{}")["isError"]?.bool == true)
        let there = try await call("locate", #"{"coordinate": [24.94, 60.17], "limit": 2}"#)
        #expect(there["structuredContent"]?["places"]?.array?.count == 2)
    }

    @Test("coordinates and points, lengths and areas") func measures() async throws {
        let both = #""coordinates": [[24.94, 60.17]], "points": [[0, 0]]"#
        let projected = try await call("project", #"{"scene": \#(Self.scene), \#(both)}"#)
        #expect(projected["structuredContent"]?["points"]?.array?.first?["point"]?.line == "[30, 20]")
        #expect(projected["structuredContent"]?["points"]?.array?.count == 2)
        let measured = try await call("measure", #"{"coordinates": [[0, 0], [1, 0], [1, 1], [0, 1]], "closed": true}"#)
        #expect(abs((measured["structuredContent"]?["meters"]?.number ?? 0) - 443770.92) < 0.01)
        let end = try await call("measure", #"{"from": [0, 0], "bearing": 90, "distance": 111319.49079}"#)
        #expect(end["structuredContent"]?["coordinate"]?.array?.first?.number.map { abs($0 - 1) < 1e-6 } == true)
        #expect(try await call("measure", #"{"from": [0, 0]}"#)["isError"]?.bool == true)
    }

    // MARK: Resources and prompts

    @Test("each resource can be read") func reads() async throws {
        let list = try await answer(request("resources/list"))["result"]?["resources"]?.array ?? []
        #expect(list.count > 10)
        for resource in list {
            let uri = try #require(resource["uri"]?.string)
            let result = try await answer(request("resources/read", #"{"uri": "\#(uri)"}"#))["result"]
            let content = result?["contents"]?.array?.first
            #expect(content?["uri"]?.string == uri && content?["mimeType"]?.string == resource["mimeType"]?.string)
            let text = try #require(content?["text"]?.string)
            _ = try JSONDocument(file: uri, text: Array(text.utf8))
        }
    }

    @Test("values of prompts stay values") func prompts() async throws {
        let value = "Oslo {{style|no}}"
        let params = #"{"name": "map_of_place", "arguments": {"place": "\#(value)"}}"#
        let messages = try await answer(request("prompts/get", params))["result"]?["messages"]?.array
        let text = messages?.first?["content"]?["text"]?.string ?? ""
        #expect(text.contains(value) && text.contains("Style: streets."), "\(text)")
    }

    // MARK: HTTP

    private static let fields: [(HTTPField.Name, String)] = [
        (.contentType, "application/json"), (.accept, "application/json, text/event-stream"),
    ]

    private static func modern(_ method: String, name: String? = nil) -> [(HTTPField.Name, String)] {
        let all: [(String, String?)] = [
            ("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", method), ("Mcp-Name", name),
        ]
        return fields
            + all.compactMap { key, value in HTTPField.Name(key).flatMap { name in value.map { (name, $0) } } }
    }

    @Test("over HTTP, fields repeat what a message says") func checksFields() async throws {
        let service = try ServerFixture.shared.get()
        let list = request("tools/list", "{\(Self.meta)}")
        #expect(await service.send(.post, "/mcp", Self.modern("tools/list"), body: list).status == .ok)
        for fields in [Self.modern("tools/call"), Self.fields, Array(Self.modern("tools/list").dropLast())] {
            let answer = await service.send(.post, "/mcp", fields, body: list)
            #expect(answer.status == .badRequest, "\(answer.text)")
            #expect(code(try answer.json()) == -32020, "\(answer.text)")
        }
        let read = request("resources/read", #"{"uri": "staticmap://styles", \#(Self.meta)}"#)
        for name in ["staticmap://styles", "=?base64?" + Data("staticmap://styles".utf8).base64EncodedString() + "?="] {
            #expect(
                await service.send(.post, "/mcp", Self.modern("resources/read", name: name), body: read).status == .ok)
        }
        let other = await service.send(.post, "/mcp", Self.modern("resources/read", name: "staticmap://x"), body: read)
        #expect(other.status == .badRequest)
        let none = await service.send(.post, "/mcp", Self.modern("none"), body: request("none", "{\(Self.meta)}"))
        #expect(none.status == .notFound)
        #expect(code(try none.json()) == -32601)
    }

    @Test("over HTTP, notifications are taken, and only POST is") func takesNotifications() async throws {
        let service = try ServerFixture.shared.get()
        let note = await service.post("/mcp", #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#)
        #expect(note.status == .accepted && note.bytes.isEmpty)
        #expect(await service.get("/mcp").status == .methodNotAllowed)
        #expect(await service.send(.delete, "/mcp").status == .methodNotAllowed)
        #expect(await service.post("/mcp", request("ping"), type: "text/plain").status == .unsupportedMediaType)
        let html = await service.send(
            .post, "/mcp", [(.contentType, "application/json"), (.accept, "text/html")], body: request("ping"))
        #expect(html.status == .notAcceptable)
    }

    @Test(
        "pages of other hosts are refused",
        arguments: [
            ("http://localhost:3000", true), ("http://127.0.0.1", true), ("http://[::1]:80", true), ("null", false),
            ("https://evil.example", false), ("https://maps.test", false), ("https://app.example", true),
            ("https://localhost.evil.example", false), ("https://maps.example", true),
        ])
    func checksOrigin(_ origin: String, _ isAllowed: Bool) async throws {
        let service = try ServerFixture.service {
            ($0.allowedHosts, $0.publicURL) = (["app.example"], "https://maps.example/a")
        }
        defer { service.end() }
        var request = ServerRequest(
            .post, "/mcp", headers: [.contentType: "application/json", .origin: origin],
            body: Array(self.request("ping").utf8), authority: "app.example")
        let answer = await service.answer(request)
        #expect(answer.status == (isAllowed ? .ok : .forbidden), "\(answer.text)")
        request.headers[.origin] = nil
        #expect(await service.answer(request).status == .ok)
    }

    @Test("over HTTP, keys hold as for all else") func needsKeys() async throws {
        let service = try ServerFixture.service { $0.apiKeys = ["k"] }
        defer { service.end() }
        let refused = await service.post("/mcp", request("ping"))
        #expect(refused.status == .unauthorized)
        #expect(refused.headers[.wwwAuthenticate] == "Bearer realm=\"staticmap\"")
        let answer = await service.send(
            .post, "/mcp", [(.contentType, "application/json"), (.authorization, "Bearer k")], body: request("ping"))
        #expect(answer.status == .ok)
    }
}
