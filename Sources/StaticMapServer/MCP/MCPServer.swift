// SPDX-License-Identifier: MIT
import HTTPTypes
package import MapCore
import NIOCore
import StaticMap

/// Answers messages of the Model Context Protocol, whatever transport brings them. It keeps nothing between two messages.
///
/// Tools, resources and prompts work on the catalog of a service, in its drawing threads and within its limits: a scene may
/// reach what a scene of an HTTP request may.
package struct MCPServer: Sendable {
    let service: MapService
    /// Of the key that pays for drawings.
    let usage: KeyUsage?

    package init(_ service: MapService, usage: KeyUsage? = nil) {
        (self.service, self.usage) = (service, usage)
    }

    /// Answers a message.
    ///
    /// - Parameters:
    ///   - message: a request or a notification.
    ///   - cancellation: ends the drawing of a tool when its client does not wait for it any longer.
    /// - Returns: the answer; nil for a notification.
    /// - Throws: why there is no result.
    package func answer(
        _ message: MCPMessage, cancellation: CancellationFlag = CancellationFlag()
    ) async throws(MCPError) -> JSONNode? {
        guard let id = message.id else { return nil }
        do throws(MCPError) {
            var result = try await result(of: message, cancellation)
            if message.version.isStateless {
                result = result.setting("resultType", "complete")
                    .setting("_meta", ["io.modelcontextprotocol/serverInfo": info])
            }
            return ["jsonrpc": "2.0", "id": id, "result": result]
        } catch {
            throw error.with(id)
        }
    }

    private func result(
        of message: MCPMessage, _ cancellation: CancellationFlag
    ) async throws(MCPError) -> JSONNode {
        switch (message.method, message.version.isStateless) {
        case ("initialize", _): return try initialize(message.params)
        case ("ping", false): return [:]
        case ("server/discover", true): return try discovery
        case ("tools/list", _): return try list("tools", message) { document in document["tools"]?.array ?? [] }
        case ("tools/call", _): return try await call(message, cancellation)
        case ("resources/list", _): return try list("resources", message) { _ in resources }
        case ("resources/templates/list", _):
            return try list("resourceTemplates", message) { _ in resourceTemplates }
        case ("resources/read", _): return try fresh(read(message), message)
        case ("prompts/list", _):
            return try list("prompts", message) { document in
                (document["prompts"]?.array ?? []).map { $0.removing("text") }
            }
        case ("prompts/get", _): return try prompt(message.params)
        default:
            throw MCPError(
                .unknownMethod, "there is no method \"\(message.method.prefix(60))\"",
                status: message.version.isStateless ? .notFound : nil)
        }
    }

    /// Clients that need another revision than the one that is answered close the connection.
    private func initialize(_ params: JSONNode) throws(MCPError) -> JSONNode {
        guard let wanted = params["protocolVersion"]?.string else {
            throw MCPError(.invalidParams, "expected \"protocolVersion\", a text")
        }
        let known = MCPVersion(rawValue: wanted).flatMap { $0.isStateless ? nil : $0 } ?? .handshake
        return [
            "protocolVersion": .text(known.rawValue), "capabilities": capabilities, "serverInfo": info,
            "instructions": try document()["instructions"],
        ]
    }

    private var discovery: JSONNode {
        get throws(MCPError) {
            [
                "supportedVersions": .list(MCPVersion.allCases.map { .text($0.rawValue) }),
                "capabilities": capabilities, "instructions": try document()["instructions"],
                "ttlMs": .count(Self.freshness), "cacheScope": "private",
            ]
        }
    }

    private var capabilities: JSONNode {
        ["tools": [:], "resources": [:], "prompts": [:]]
    }

    private var info: JSONNode {
        ["name": "staticmap", "title": "staticmap: offline maps", "version": .text(MapRenderer.version)]
    }

    /// How long a client may keep a list, in milliseconds: a reload may change styles.
    private static let freshness = 300_000

    private func fresh(_ result: JSONNode, _ message: MCPMessage) -> JSONNode {
        guard message.version.isStateless else { return result }
        return result.setting("ttlMs", .count(Self.freshness)).setting("cacheScope", "private")
    }

    /// All of a list: it is short.
    private func list(
        _ name: String, _ message: MCPMessage, _ items: (JSONNode) -> [JSONNode]
    ) throws(MCPError) -> JSONNode {
        guard message.params["cursor"] == nil else {
            throw MCPError(.invalidParams, "the list has one page: there is no such cursor")
        }
        return fresh([name: .list(items(try document()))], message)
    }

    /// Descriptions of tools, and texts of prompts.
    func document() throws(MCPError) -> JSONNode {
        do throws(RequestError) {
            return try service.resource("mcp.json", from: "StaticMapServer")
        } catch {
            throw MCPError(.failed, error.message)
        }
    }

    private func prompt(_ params: JSONNode) throws(MCPError) -> JSONNode {
        let prompts = try document()["prompts"]?.array ?? []
        let name = params["name"]?.string ?? ""
        guard let prompt = prompts.first(where: { $0["name"]?.string == name }) else {
            throw MCPError(
                .invalidParams,
                "there is no prompt \"\(name.prefix(60))\"; there are "
                    + prompts.compactMap { $0["name"]?.string }.joined(separator: ", "))
        }
        var given: [String: String] = [:]
        for argument in prompt["arguments"]?.array ?? [] {
            let key = argument["name"]?.string ?? ""
            given[key] = params["arguments"]?[key]?.string
            guard given[key] != nil || argument["required"]?.bool != true else {
                throw MCPError(.invalidParams, "the prompt \"\(name)\" needs the argument \"\(key)\", a text")
            }
        }
        let text = filled(prompt["text"]?.string ?? "", with: given)
        let content: JSONNode = ["type": "text", "text": .text(text)]
        return ["description": prompt["description"], "messages": [["role": "user", "content": content]]]
    }
}

extension JSONNode {
    /// The object without a member.
    func removing(_ key: String) -> JSONNode {
        guard var object else { return self }
        object.members.removeAll { $0.key == key }
        return JSONNode(.object(object))
    }
}

/// A text with values in place of `{{name}}` and `{{name|default}}`.
private func filled(_ text: String, with values: [String: String]) -> String {
    var (result, rest) = ("", text[...])
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
        let parts = rest[open.upperBound..<close.lowerBound].split(separator: "|", maxSplits: 1).map(String.init)
        result += rest[..<open.lowerBound]
        result += parts.first.flatMap { values[$0] } ?? (parts.count > 1 ? parts[1] : "")
        rest = rest[close.upperBound...]
    }
    return result + rest
}

extension HTTPField.Name {
    static let mcpVersion = own("MCP-Protocol-Version")
    static let mcpMethod = own("Mcp-Method")
    static let mcpName = own("Mcp-Name")
}

/// The Model Context Protocol over HTTP: each message is a POST, each answer one JSON document. There are no sessions.
///
/// - SeeAlso: Model Context Protocol, revision 2026-07-28, "Streamable HTTP".
extension MapService {
    func mcp(_ request: ServerRequest) async throws(RequestError) -> Response {
        try checkOrigin(of: request)
        try checkTypes(of: request)
        do throws(MCPError) {
            guard let message = try MCPMessage(request.body) else { return Response(.accepted) }
            do throws(MCPError) {
                try checkFields(of: request, message)
            } catch {
                throw error.with(message.id)
            }
            let answer = try await MCPServer(self, usage: request.key?.usage).answer(
                message, cancellation: request.cancellation)
            return answer.map { reply(.ok, $0) } ?? Response(.accepted)
        } catch {
            return reply(error.status, error.node)
        }
    }

    private func reply(_ status: HTTPResponse.Status, _ node: JSONNode) -> Response {
        Response(status, type: "application/json", text: node.line).uncached
    }

    /// Pages of other hosts may not use an agent's server through the browser of somebody who can reach it. A page's own host
    /// says nothing: a name can be bound to this machine.
    private func checkOrigin(of request: ServerRequest) throws(RequestError) {
        guard let origin = request.headers[.origin] else { return }
        let host = origin.split(separator: "/", maxSplits: 2).last.map(String.init) ?? ""
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
        let own = configuration.publicURL.flatMap { $0.split(separator: "/").dropFirst().first.map(String.init) }
        let hosts = configuration.allowedHosts + ["localhost", "127.0.0.1", "[::1]"]
        guard origin == configuration.corsOrigin || host == own || hosts.contains(name) || hosts.contains(host) else {
            throw RequestError(
                .forbidden, "pages of \(origin.prefix(100)) may not use this server's tools", parameter: "Origin",
                hint: "the operator allows it with --allowed-host or --cors-origin")
        }
    }

    private func checkTypes(of request: ServerRequest) throws(RequestError) {
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased().trimmed ?? ""
        guard type == "application/json" else {
            throw RequestError(
                .unsupportedMediaType, "expected application/json, found \"\(type.prefix(60))\"",
                parameter: "Content-Type")
        }
        let wishes = weighted(request.headers[.accept] ?? "*/*").filter { $0.weight > 0 }.map(\.name)
        guard wishes.contains(where: { ["application/json", "application/*", "*/*"].contains($0) }) else {
            throw RequestError(.notAcceptable, "answers are application/json", parameter: "Accept")
        }
    }

    /// The fields repeat what the message says, for proxies; requests with a handshake have the version alone.
    private func checkFields(of request: ServerRequest, _ message: MCPMessage) throws(MCPError) {
        let field = request.headers[.mcpVersion]
        if let field, MCPVersion(rawValue: field) == nil { throw MCPVersion.unsupported(field) }
        guard message.version.isStateless || field.flatMap(MCPVersion.init)?.isStateless == true else { return }
        let pairs: [(HTTPField.Name, String?)] = [
            (.mcpVersion, message.version.rawValue), (.mcpMethod, message.method), (.mcpName, message.subject),
        ]
        for (name, expected) in pairs where message.id != nil || name == .mcpVersion {
            guard let expected else { continue }
            guard let value = request.headers[name].map(Self.decoded) else {
                throw MCPError(.headerMismatch, "the field \(name) is missing")
            }
            guard value == expected else {
                throw MCPError(
                    .headerMismatch,
                    "the field \(name) is \"\(headerText(value).prefix(60))\" and not as in the message")
            }
        }
    }

    /// What a field stands for that may be in base64: `=?base64?…?=`.
    private static func decoded(_ value: String) -> String {
        guard value.hasPrefix("=?base64?"), value.hasSuffix("?="), value.utf8.count >= 11,
            let bytes = base64Decoded(value.dropFirst(9).dropLast(2))
        else { return value }
        return String(decoding: bytes, as: UTF8.self)
    }
}
