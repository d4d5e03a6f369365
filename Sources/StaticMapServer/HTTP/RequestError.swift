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
        let node = JSONNode.members([
            "message": hasMessage ? .text(message) : nil, "type": .text(ProblemKind.address(of: code)),
            "code": .text(code),
            "title": .text(status.reasonPhrase), "status": .count(status.code),
            "detail": .text(message), "instance": .text(instance),
            "requestId": id.isEmpty ? nil : .text(id), "parameter": parameter.map(JSONNode.text),
            "hint": hint.map(JSONNode.text),
            "diagnostics": diagnostics.isEmpty ? nil : .list(diagnostics.prefix(100).map(\.node)),
        ])
        var answer = Response(status, type: "application/problem+json", text: node.lines + "\n")
        answer.headers.append(contentsOf: headers)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// The error as one line of text, as Google's and AMap's images have it.
    package var plain: Response {
        var answer = Response(status, text: description + "\n")
        answer.headers.append(contentsOf: headers)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }
}

extension Diagnostic {
    /// The diagnostic as JSON. Files are named as the client named them.
    package var node: JSONNode {
        .members([
            "severity": .text(severity.rawValue), "code": .text(code.rawValue),
            "line": position.map { .count($0.line) },
            "column": position.map { .count($0.column) }, "path": path.isEmpty ? nil : .text(path),
            "message": .text(message), "expected": expected.map(JSONNode.text), "found": found.map(JSONNode.text),
            "hint": hint.map(JSONNode.text),
        ])
    }
}

/// Errors of requests and of the server's files.
extension Diagnostic.Code {
    /// A served style is not a MapLibre style.
    package static let serverNotAStyle: Self = "server.not-a-style"
    /// A drawing has ended a process, and is refused for a while.
    package static let serverRefused: Self = "server.refused"
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
