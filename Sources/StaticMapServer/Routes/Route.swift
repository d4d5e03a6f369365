// SPDX-License-Identifier: MIT
package import HTTPTypes

/// One form of the server's addresses: what answers it, and what logs, metrics and OpenAPI call it.
package struct Route: Sendable {
    /// Answers a request.
    typealias Answer = @Sendable (MapService) -> @Sendable (ServerRequest) async throws(RequestError) -> Response
    /// Reads a static map in the grammar of another service.
    typealias Dialect = @Sendable (MapService) -> @Sendable (ServerRequest) throws(RequestError) -> RenderRequest

    enum Action: Sendable {
        case answer(Answer)
        case draw(Dialect)
    }

    /// What OpenAPI says of a route.
    package enum Description: Hashable, Sendable {
        case summary(String)
        /// What describes it instead.
        case elsewhere(String)
    }

    /// The form of the path: `{id}` stands for a part of it, or for what a part has between its beginning and its end,
    /// and `{path...}` for all that follows, at least one part.
    package let pattern: String
    package let methods: [HTTPRequest.Method]
    /// In logs and metrics; several routes may share it.
    package let name: String
    package let description: Description
    let action: Action
    private let segments: [Segment]

    private init(
        _ methods: [HTTPRequest.Method], _ pattern: String, _ name: String, _ description: Description, _ action: Action
    ) {
        self.pattern = pattern
        self.methods = methods
        self.name = name
        self.description = description
        self.action = action
        segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Segment.init)
    }

    /// A route that OpenAPI describes.
    static func described(
        _ method: HTTPRequest.Method, _ pattern: String, name: String, summary: String,
        _ answer: @escaping Answer
    ) -> Route { Route([method], pattern, name, .summary(summary), .answer(answer)) }

    /// A route that other documents describe; it takes GET.
    static func other(_ pattern: String, name: String, see place: String, _ answer: @escaping Answer) -> Route {
        Route([.get], pattern, name, .elsewhere(place), .answer(answer))
    }

    /// A route of a dialect.
    static func dialect(
        _ methods: [HTTPRequest.Method], _ pattern: String, name: String, _ read: @escaping Dialect
    ) -> Route { Route(methods, pattern, name, .elsewhere("docs/dialects.md"), .draw(read)) }

    /// HEAD goes wherever GET goes.
    func takes(_ method: HTTPRequest.Method) -> Bool {
        methods.contains(method) || method == .head && methods.contains(.get)
    }

    /// What the placeholders stand for in a path; nil when it has another form.
    func match(_ path: [Substring]) -> [Substring]? {
        var found: [Substring] = []
        for (index, segment) in segments.enumerated() {
            guard index < path.count else { return nil }
            if segment.isRest { return found + path[index...] }
            guard let part = segment.match(path[index]) else { return nil }
            if segment.isPlaceholder { found.append(part) }
        }
        return segments.count == path.count ? found : nil
    }
}

extension Route {
    /// The first route whose pattern fits the path; of several with this pattern the one that takes the method. The
    /// request gets its name, and what the placeholders stand for.
    static func find(_ request: inout ServerRequest) -> Route? {
        let path = request.segments
        for route in all {
            guard let parts = route.match(path) else { continue }
            (request.route, request.parts) = (route.name, parts)
            return route.alternatives.first { $0.takes(request.method) } ?? route
        }
        return nil
    }

    /// All routes with this pattern.
    var alternatives: [Route] { Self.all.filter { $0.pattern == pattern } }
}

/// What stands between two slashes of a pattern.
private struct Segment: Sendable {
    private let prefix: Substring
    private let suffix: Substring
    let isPlaceholder: Bool
    let isRest: Bool

    init(_ text: Substring) {
        let (open, close) = (text.firstIndex(of: "{"), text.lastIndex(of: "}"))
        guard let open, let close else {
            (prefix, suffix, isPlaceholder, isRest) = (text, "", false, false)
            return
        }
        prefix = text[..<open]
        suffix = text[text.index(after: close)...]
        isPlaceholder = true
        isRest = text.hasSuffix("...}")
    }

    /// What stands between beginning and end; nil for a part that has others.
    func match(_ part: Substring) -> Substring? {
        guard isPlaceholder else { return part == prefix ? part : nil }
        guard part.utf8.count >= prefix.utf8.count + suffix.utf8.count, part.hasPrefix(prefix), part.hasSuffix(suffix)
        else { return nil }
        return part.dropFirst(prefix.count).dropLast(suffix.count)
    }
}
