// SPDX-License-Identifier: MIT
package import HTTPTypes
package import MapCore

/// Why a request gets no answer of the kind that it asked for.
package struct RequestError: Error, Sendable {
    package var status: HTTPResponse.Status
    /// A sentence without a full stop.
    package var message: String
    /// The parameter, header or part of the path that is wrong.
    package var parameter: String?
    package var hint: String?
    /// What is wrong with the scene.
    package var diagnostics: [Diagnostic] = []
    package var headers = HTTPFields()

    package init(
        _ status: HTTPResponse.Status, _ message: String, parameter: String? = nil, hint: String? = nil,
        diagnostics: [Diagnostic] = []
    ) {
        self.status = status
        self.message = message
        self.parameter = parameter
        self.hint = hint
        self.diagnostics = diagnostics
    }

    /// A parameter that is not as the dialect has it.
    package static func bad(_ parameter: String, _ message: String, hint: String? = nil) -> RequestError {
        RequestError(.badRequest, message, parameter: parameter, hint: hint)
    }

    package static func notFound(_ message: String, hint: String? = nil) -> RequestError {
        RequestError(.notFound, message, hint: hint)
    }

    /// Too much work at once.
    package static func busy(retryAfter seconds: Int, _ message: String) -> RequestError {
        var error = RequestError(.serviceUnavailable, message)
        error.headers[.retryAfter] = String(seconds)
        return error
    }
}

extension RequestError: CustomStringConvertible {
    /// One line: `parameter: message (hint)`.
    package var description: String {
        (parameter.map { $0 + ": " } ?? "") + message + (hint.map { " (\($0))" } ?? "")
    }
}

extension RequestError {
    /// The error as `application/problem+json`.
    ///
    /// - SeeAlso: RFC 9457, "Problem Details for HTTP APIs".
    ///
    /// - Parameters:
    ///   - instance: the path of the request.
    ///   - id: of the request.
    ///   - hasMessage: whether it also has the member that clients of Mapbox read.
    /// - Returns: an answer that is not kept.
    package func problem(instance: String, id: String = "", hasMessage: Bool = false) -> Response {
        let node: JSONNode = [
            "message": hasMessage ? .text(message) : nil, "type": .text(ProblemKind.address(of: code)),
            "code": .text(code), "title": .text(status.reasonPhrase), "status": .count(status.code),
            "detail": .text(message), "instance": .text(instance), "requestId": id.isEmpty ? nil : .text(id),
            "parameter": parameter.map(JSONNode.text), "hint": hint.map(JSONNode.text),
            "diagnostics": diagnostics.isEmpty ? nil : .list(diagnostics.prefix(100).map(\.node)),
        ]
        return answer(type: "application/problem+json", node.lines)
    }

    /// The error as one line of text, as Google's and AMap's images have it.
    package var plain: Response { answer(type: "text/plain; charset=utf-8", description) }

    func answer(type: String, _ text: String) -> Response {
        var answer = Response(status, type: type, text: text + "\n")
        answer.headers.append(contentsOf: headers)
        return answer.uncached
    }
}

extension Diagnostic {
    /// The diagnostic as JSON. Files are named as the client named them.
    package var node: JSONNode {
        [
            "severity": .text(severity.rawValue), "code": .text(code.rawValue),
            "line": position.map { .count($0.line) },
            "column": position.map { .count($0.column) }, "path": path.isEmpty ? nil : .text(path),
            "message": .text(message), "expected": expected.map(JSONNode.text), "found": found.map(JSONNode.text),
            "hint": hint.map(JSONNode.text),
        ]
    }
}

/// Errors of requests and of the server's files.
extension Diagnostic.Code {
    /// A served style is not a MapLibre style.
    static let serverNotAStyle: Self = "server.not-a-style"
    /// A drawing has ended a process, and is refused for a while.
    static let serverRefused: Self = "server.refused"
}

extension LimitCode {
    /// The status of the answer to a request whose map is past this limit: too much, too complex, or too slow.
    var status: HTTPResponse.Status {
        switch self {
        case .pixels, .paintedPixels, .bytes, .tiles, .features, .vertices, .frames: .contentTooLarge
        case .labelBytes, .dashes, .expressionSteps, .textBytes, .nesting, .cpuMilliseconds: .unprocessableContent
        case .milliseconds: .gatewayTimeout
        }
    }
}

/// A kind of refusal: what programs compare, and what OpenAPI and `/v1/problems` say of it. Once released, a code keeps its
/// meaning.
package struct ProblemKind: Sendable {
    package let status: Int
    package let code: String
    /// A sentence.
    package let meaning: String

    private init(_ status: Int, _ code: String, _ meaning: String) {
        (self.status, self.code, self.meaning) = (status, code, meaning)
    }

    package static let all = [
        ProblemKind(400, "request.invalid", "A parameter, a field or the body is malformed."),
        ProblemKind(401, "request.no-key", "An API key is required."),
        ProblemKind(403, "request.forbidden", "The API key or the signature is not valid, or has expired."),
        ProblemKind(404, "request.not-found", "There is no such route, style, tile or file."),
        ProblemKind(405, "request.method-not-allowed", "The route takes other methods; Allow lists them."),
        ProblemKind(406, "request.not-acceptable", "The client takes none of the types of the answer."),
        ProblemKind(408, "request.timeout", "The body took too long to arrive."),
        ProblemKind(413, "request.too-large", "The image, the body or the scene is larger than this server allows."),
        ProblemKind(414, "request.address-too-long", "The address is longer than this server allows."),
        ProblemKind(415, "request.unsupported-type", "The body has another type, or is packed."),
        ProblemKind(416, "request.wrong-range", "The file has no such bytes."),
        ProblemKind(421, "request.wrong-host", "This host is not served here."),
        ProblemKind(422, "request.cannot-draw", "The scene is not valid, or asks for what it may not have."),
        ProblemKind(429, "request.too-many", "The client asks too often; Retry-After says when to come again."),
        ProblemKind(431, "request.fields-too-long", "The header fields are longer than this server allows."),
        ProblemKind(499, "request.abandoned", "The client is gone."),
        ProblemKind(500, "server.error", "A style or an archive of the server cannot be read."),
        ProblemKind(503, "server.busy", "There is too much to do; Retry-After says when to come again."),
        ProblemKind(504, "server.timeout", "The drawing took too long."),
    ]

    /// That of a status.
    static func of(_ status: Int) -> ProblemKind {
        let other = status < 500 ? 400 : 500
        return all.first { $0.status == status } ?? all.first { $0.status == other }
            ?? ProblemKind(500, "server.error", "The server cannot answer.")
    }

    /// Where a code is explained, the same on every server: a reference that this server answers.
    static func address(of code: String) -> String { "/v1/problems/\(code)" }
}

extension RequestError {
    /// What programs compare: the code of the first thing that is wrong with the scene, or else that of the kind of refusal.
    var code: String {
        let errors = diagnostics.filter { $0.severity == .error }
        return (errors.first ?? diagnostics.first)?.code.rawValue ?? ProblemKind.of(status.code).code
    }
}

extension MapService {
    /// What a code of a problem means: where its `type` leads.
    func problem(_ request: ServerRequest) throws(RequestError) -> Response {
        let code = percentDecoded(request.parts[0])
        let isCode = code.utf8.allSatisfy { byte in
            byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || (0x61...0x7A).contains(byte)
        }
        guard isCode, code.utf8.count <= 60, code.contains(".") else { throw notFound(request) }
        let kind = ProblemKind.all.first { $0.code == code }
        let meanings = kind == nil ? try? resource("problems.json", from: "StaticMapServer") : nil
        let (area, problem) = (Diagnostic.Code(rawValue: code).area, Diagnostic.Code(rawValue: code).problem)
        let meaning = meanings?[code] ?? (JSONDocument.Kind(rawValue: area) == nil ? nil : meanings?["*." + problem])
        return document(
            [
                "code": .text(code), "status": kind.map { .count($0.status) },
                "meaning": kind.map { .text($0.meaning) } ?? meaning,
                "documentation": .text("docs/troubleshooting.md" + (kind == nil ? "" : "#requests")),
            ], request)
    }
}
