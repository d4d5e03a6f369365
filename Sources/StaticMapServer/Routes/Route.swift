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

    /// What OpenAPI says of a route, besides what `openapi.json` adds.
    package struct Operation: Hashable, Sendable {
        /// Unique, and kept once released. Of several methods, all but the first add theirs.
        package let id: String
        package let tag: Tag
        package let summary: String
        /// Media types of an answer; empty where `openapi.json` has them.
        package let types: [String]
    }

    /// Groups of routes.
    package enum Tag: String, CaseIterable, Sendable {
        case maps, documents, styles, data, dialects, ogc, agents, operation, pages

        /// Whether they are ours: `/v1` goes before those, and stays when they change.
        var isVersioned: Bool { ![.dialects, .ogc, .pages].contains(self) }

        package var description: String {
            switch self {
            case .maps: "Maps of scenes, and what is asked of them."
            case .documents: "What the server says of itself."
            case .styles: "Styles, and tiles that are drawn in them."
            case .data: "Archives, glyphs and files."
            case .dialects: "Static maps in the grammars of other services: docs/dialects.md."
            case .ogc: "Services of the Open Geospatial Consortium."
            case .agents: "Tools for agents: docs/mcp.md."
            case .operation: "For probes and scrapers."
            case .pages: "For people."
            }
        }
    }

    /// The form of the path: `{id}` stands for a part of it, or for what a part has between its beginning and its end,
    /// and `{path...}` for all that follows, at least one part.
    package let pattern: String
    package let methods: [HTTPRequest.Method]
    /// In logs and metrics; several routes may share it.
    package let name: String
    package let operation: Operation
    let action: Action
    private let segments: [Segment]

    private init(
        _ methods: [HTTPRequest.Method], _ pattern: String, _ name: String?, _ operation: Operation, _ action: Action
    ) {
        self.pattern = pattern
        self.methods = methods
        self.name = name ?? String(pattern.dropFirst().prefix { $0 != "/" && $0 != "." })
        self.operation = operation
        self.action = action
        segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Segment.init)
    }

    /// The path that clients should use.
    package var path: String { (operation.tag.isVersioned ? "/v1" : "") + pattern }

    /// Its name is the first part of its path, unless another one is given.
    static func get(
        _ pattern: String, _ id: String, _ tag: Tag, name: String? = nil, _ summary: String, types: [String] = [],
        _ answer: @escaping Answer
    ) -> Route {
        Route([.get], pattern, name, Operation(id: id, tag: tag, summary: summary, types: types), .answer(answer))
    }

    static func post(
        _ pattern: String, _ id: String, _ tag: Tag, _ summary: String, types: [String] = [], _ answer: @escaping Answer
    ) -> Route {
        Route([.post], pattern, nil, Operation(id: id, tag: tag, summary: summary, types: types), .answer(answer))
    }

    /// A route of a dialect.
    static func dialect(
        _ methods: [HTTPRequest.Method], _ pattern: String, _ id: String, name: String, _ summary: String,
        _ read: @escaping Dialect
    ) -> Route {
        Route(
            methods, pattern, name, Operation(id: id, tag: .dialects, summary: summary, types: images), .draw(read))
    }

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
        var path = request.segments
        let whole = path
        let isVersioned = path.first == "v1"
        if isVersioned { path.removeFirst() }
        for route in all {
            // Another service may have a "v1" of its own.
            guard let parts = route.match(route.operation.tag.isVersioned ? path : whole) else { continue }
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
