// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapScene
import StaticMap
import StaticMapServer

private let context = DialectContext(
    styles: ["streets", "dark"], icons: ["pin.png"], mapTypes: ["satellite": "dark"], maxScale: 4)

extension FuzzTarget {
    /// The address of a map in each of the dialects; after a line feed, the body.
    static let dialect = FuzzTarget("dialect", maxLength: 2048) { bytes throws(BrokenPromise) in
        let parts = bytes.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
        let target = "/" + String(decoding: parts.first ?? [], as: UTF8.self)
        let request = ServerRequest(.get, target)
        let body = parts.dropFirst().first.flatMap { text in
            accepted { () throws(Diagnostic) in try JSONDocument(file: "body", text: Array(text)) }
        }?.root
        let ends = request.segments.suffix(2).map { percentDecoded($0) }
        let requests: [RenderRequest?] = [
            accepted { () throws(RequestError) in try GoogleDialect.request(query: request.query, context: context) },
            accepted { () throws(RequestError) in try AppleDialect.request(query: request.query, context: context) },
            accepted { () throws(RequestError) in try AMapDialect.request(query: request.query, context: context) },
            accepted { () throws(RequestError) in
                try MapboxDialect.request(
                    style: "streets", parts: Array(request.segments.suffix(3)), query: request.query, body: body,
                    context: context)
            },
            accepted { () throws(RequestError) in
                try MapboxDialect.request(
                    style: "streets", parts: Array(request.segments.suffix(2)), query: request.query, body: body,
                    context: context)
            },
            ends.count < 2
                ? nil
                : accepted { () throws(RequestError) in
                    try TileServerDialect.request(
                        style: "streets", view: ends[0], size: ends[1], query: request.query, context: context)
                },
            ends.count < 2
                ? nil
                : accepted { () throws(RequestError) in
                    try MartinDialect.request(
                        style: "streets", view: ends[0], size: ends[1], body: body, context: context)
                },
        ]
        for request in requests {
            guard let request else { continue }
            try promiseRoundTrip(request.scene)
            let text = Array(request.scene.lines.utf8)
            _ = accepted { () throws(SceneError) in try SceneDocument(text: text, file: "scene") }
        }
        _ = accepted { () throws(WMSError) in try WMSRequest(request.query.lowercased, styles: ["streets"]) }
    }

    /// Who watches a server has no key.
    private static let open: Set<Substring> = ["/health", "/ready", "/v1/health", "/v1/ready"]

    /// An address and the fields of a request, a line each: who may ask, what is preferred, which copy is at hand.
    static let headers = FuzzTarget("headers", maxLength: 2048) { bytes throws(BrokenPromise) in
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
                continue
            }
            fields[name] = String(line[line.index(after: colon)...])
        }
        var request = ServerRequest(.get, lines.first ?? "", headers: fields, authority: fields[.location])
        if let access {
            let isAdmitted = accepted { () throws(RequestError) in try access.admit(&request, now: 0) } != nil
            if isAdmitted, !open.contains(request.path) {
                try promise("\(lines)".contains("a-secret-key"), "a request without a key is admitted")
            }
        }
        for field in fields {
            _ = (contentEncoding(accepted: field.value), weighted(field.value), matches(field.value, tag: "\"tag\""))
            _ = accessTime(field.value)
        }
    }

    private static let access: AccessControl? = {
        var configuration = ServerConfiguration(home: Home(folder: "/nonexistent"), processors: 1)
        configuration.apiKeys = ["a-secret-key"]
        configuration.signingKeys = ["k": "another-secret-key"]
        configuration.googleSecret = "c2VjcmV0"
        configuration.amapSecret = "secret"
        configuration.trustsForwarded = true
        return accepted { () throws(RequestError) in try AccessControl(configuration) }
    }()

    /// A date for each number that a field may be.
    private static func accessTime(_ text: String) -> String? {
        Int(text.trimmed).flatMap { abs($0) < 1 << 50 ? httpDate(secondsSince1970: $0) : nil }
    }

    /// A configuration of the server: YAML when it begins with a line feed, else JSON.
    static let configuration = FuzzTarget("configuration", maxLength: 2048) { bytes throws(BrokenPromise) in
        let name = bytes.first == 10 ? "input.yaml" : "input.json"
        let file = accepted { () throws(RequestError) in try ConfigurationFile(path: name, text: bytes) }
        guard let file else { return }
        var configuration = ServerConfiguration(home: Home(folder: "/nonexistent"), processors: 1)
        _ = accepted { () throws(RequestError) in try file.apply(to: &configuration) }
        try promiseRoundTrip(file.root)
    }
}
