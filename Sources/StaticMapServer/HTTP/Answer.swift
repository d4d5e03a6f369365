// SPDX-License-Identifier: MIT
package import HTTPTypes
package import NIOCore

/// What goes back to the client.
package struct Answer: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    package var body: ByteBuffer
    /// What is written to the log about it.
    package var metadata = AnswerMetadata()

    package init(
        _ status: HTTPResponse.Status = .ok, type: String? = nil, headers: HTTPFields = HTTPFields(),
        body: ByteBuffer = ByteBuffer()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        if let type { self.headers[.contentType] = type }
    }

    package init(_ status: HTTPResponse.Status = .ok, type: String, bytes: some Sequence<UInt8>) {
        self.init(status, type: type, body: ByteBuffer(bytes: bytes))
    }

    package init(_ status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8", text: String) {
        self.init(status, type: type, body: ByteBuffer(string: text))
    }

    package static func json(_ text: String, status: HTTPResponse.Status = .ok) -> Answer {
        Answer(status, type: "application/json", text: text)
    }

    /// Leaves the length, as `HEAD` asks for it.
    mutating func removeBody() {
        headers[.contentLength] = String(body.readableBytes)
        body = ByteBuffer()
    }

    /// The body, for tests.
    package var bytes: [UInt8] { Array(body.readableBytesView) }
    package var text: String { String(buffer: body) }
}

/// What is known of an answer besides what is sent.
package struct AnswerMetadata: Sendable {
    package enum CacheOutcome: String, Sendable {
        case hit, disk, miss, shared, notModified
    }

    /// Which grammar the request was written in, such as "google".
    package var dialect = ""
    package var route = "other"
    package var style = ""
    package var pixels = 0
    package var cache: CacheOutcome?
    /// Seconds by phase, in order.
    package var phases: [(name: String, seconds: Double)] = []
    /// That drew the map.
    package var threads = 1
    package var warnings = 0

    package init() {}
}

extension HTTPField.Name {
    /// A field's name that is written here; an impossible one would be lost in `Server`.
    private static func own(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .server }

    package static let serverTiming = own("Server-Timing")
    package static let referrerPolicy = own("Referrer-Policy")
    package static let frameOptions = own("X-Frame-Options")
    /// What was odd about the request or the scene, one field for each.
    package static let staticMapWarning = own("X-Staticmap-Warning")
    package static let forwardedFor = own("X-Forwarded-For")
    package static let forwardedProto = own("X-Forwarded-Proto")
    package static let forwardedHost = own("X-Forwarded-Host")
    package static let forwardedPrefix = own("X-Forwarded-Prefix")
    package static let apiKey = own("X-Api-Key")
}
