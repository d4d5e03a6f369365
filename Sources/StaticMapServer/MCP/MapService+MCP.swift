// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import NIOCore

extension HTTPField.Name {
    private static func own(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }

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
        var answer = Response(status, type: "application/json", text: node.line)
        answer.headers[.cacheControl] = "no-store"
        return answer
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
