// SPDX-License-Identifier: MIT
import HTTPTypes
package import MapCore

/// A request or a notification of the Model Context Protocol, in JSON-RPC 2.0.
///
/// - SeeAlso: Model Context Protocol, revision 2026-07-28, "Base Protocol".
package struct MCPMessage: Sendable {
    /// A text or a whole number; nil for notifications.
    package let id: JSONNode?
    package let method: String
    let params: JSONNode
    let version: MCPVersion

    /// Reads one message.
    ///
    /// - Returns: nil for an answer to a request, which nobody here makes.
    /// - Throws: what is wrong with it.
    package init?(_ text: [UInt8]) throws(MCPError) {
        let root: JSONNode
        do throws(Diagnostic) {
            root = try JSONDocument(file: "message", text: text).root
        } catch {
            throw MCPError(.parse, "the message is not JSON: \(error.message)")
        }
        guard root.object != nil else {
            throw MCPError(.invalidRequest, "expected one message, a JSON object; batches are not taken")
        }
        let id = root["id"].flatMap(Self.identifier)
        guard root["jsonrpc"]?.string == "2.0" else {
            throw MCPError(.invalidRequest, "expected \"jsonrpc\": \"2.0\"", id: id)
        }
        guard let method = root["method"]?.string else {
            guard root["result"] == nil, root["error"] == nil else { return nil }
            throw MCPError(.invalidRequest, "expected \"method\", a text", id: id)
        }
        guard root["id"] == nil || id != nil else {
            throw MCPError(.invalidRequest, "expected \"id\", a whole number or a text of at most 256 bytes")
        }
        guard root["params"] == nil || root["params"]?.object != nil else {
            throw MCPError(.invalidParams, "expected \"params\", an object", id: id)
        }
        self.id = id
        self.method = method
        params = root["params"] ?? [:]
        do throws(MCPError) {
            version = try MCPVersion(of: params, method)
        } catch {
            throw error.with(id)
        }
    }

    /// A name of a request that may be sent back.
    private static func identifier(_ node: JSONNode) -> JSONNode? {
        if let text = node.string { return text.utf8.count <= 256 ? node : nil }
        guard let number = node.number, abs(number) <= 0x1p53, number == number.rounded() else { return nil }
        return node
    }

    /// The id of the request that its client does not wait for any longer; nil for other messages.
    package var cancelled: JSONNode? {
        method == "notifications/cancelled" ? params["requestId"] : nil
    }

    /// What a request of HTTP repeats in a field: the tool or prompt, or the address of a resource.
    var subject: String? {
        switch method {
        case "tools/call", "prompts/get": params["name"]?.string
        case "resources/read": params["uri"]?.string
        default: nil
        }
    }
}

/// A revision of the protocol, by its date.
enum MCPVersion: String, CaseIterable, Sendable {
    /// The newest first.
    case stateless = "2026-07-28"
    case november2025 = "2025-11-25"
    case june2025 = "2025-06-18"
    case march2025 = "2025-03-26"
    case november2024 = "2024-11-05"

    /// True where each request says all that there is to know of its client; the others begin with `initialize`.
    var isStateless: Bool { self == .stateless }

    static let key = "io.modelcontextprotocol/protocolVersion"
    private static let capabilities = "io.modelcontextprotocol/clientCapabilities"

    /// The newest revision that begins with a handshake: what clients get that ask for one that is not known.
    static let handshake = MCPVersion.november2025

    /// That of a request. One that says nothing is of a client that has begun, or begins, with `initialize`.
    fileprivate init(of params: JSONNode, _ method: String) throws(MCPError) {
        let meta = params["_meta"]
        guard let node = meta?[Self.key] else {
            guard method != "server/discover" else {
                throw MCPError(.invalidParams, "expected \"_meta\" with \"\(Self.key)\"", status: .badRequest)
            }
            self = .handshake
            return
        }
        guard let text = node.string, let version = MCPVersion(rawValue: text) else {
            throw Self.unsupported(node.string ?? node.summary)
        }
        guard !version.isStateless || meta?[Self.capabilities]?.object != nil else {
            throw MCPError(.invalidParams, "expected \"_meta\" with \"\(Self.capabilities)\"", status: .badRequest)
        }
        self = version
    }

    static func unsupported(_ found: String) -> MCPError {
        var error = MCPError(
            .unsupportedVersion, "this revision of the protocol is not spoken here", status: .badRequest)
        error.data = [
            "supported": .list(allCases.map { .text($0.rawValue) }), "requested": .text(String(found.prefix(40))),
        ]
        return error
    }
}

/// Why a message gets no result.
package struct MCPError: Error, Sendable {
    enum Code: Int {
        case parse = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParams = -32602
        case failed = -32603
        /// A field of HTTP says another thing than the message.
        case headerMismatch = -32020
        case unsupportedVersion = -32022
        /// Of the revisions with a handshake.
        case unknownResource = -32002
    }

    let code: Code
    let message: String
    /// Over HTTP.
    let status: HTTPResponse.Status
    var data: JSONNode?
    /// Of the request; nil where it could not be read.
    private(set) var id: JSONNode?

    init(_ code: Code, _ message: String, status: HTTPResponse.Status? = nil, id: JSONNode? = nil) {
        self.code = code
        self.message = message
        self.id = id
        let isBroken = [.parse, .invalidRequest, .headerMismatch].contains(code)
        self.status = status ?? (isBroken ? .badRequest : .ok)
    }

    func with(_ id: JSONNode?) -> MCPError {
        var error = self
        error.id = id
        return error
    }

    /// Of a line of standard input.
    package static func tooLong(_ limit: Int) -> MCPError {
        MCPError(.invalidRequest, "the message is longer than \(limit) bytes")
    }

    /// The error as a message.
    package var node: JSONNode {
        [
            "jsonrpc": "2.0", "id": id,
            "error": ["code": .count(code.rawValue), "message": .text(message), "data": data],
        ]
    }
}
