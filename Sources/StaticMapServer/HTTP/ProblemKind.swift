// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore

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
        return document(
            .members([
                "code": .text(code), "status": kind.map { .count($0.status) },
                "meaning": kind.map { .text($0.meaning) },
                "documentation": .text("docs/troubleshooting.md" + (kind == nil ? "" : "#requests")),
            ]), request)
    }
}
