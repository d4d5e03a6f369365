// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMap

extension MapService {
    /// Reads what is in the query alone.
    static func query(
        _ read: @escaping @Sendable (Query, DialectContext) throws(RequestError) -> RenderRequest
    ) -> Route.Dialect {
        { service in { request throws(RequestError) in try read(request.query, service.dialectContext(request)) } }
    }

    /// What dialects know of this server.
    func dialectContext(_ request: ServerRequest) -> DialectContext {
        var context = catalog(for: request).dialectContext(maxScale: limits.scale)
        context.worldviews = current.rendering.renderer.worldviews
        return context
    }

    func maptilerRequest(_ request: ServerRequest) throws(RequestError) -> RenderRequest {
        let parts = request.parts
        return try MapTilerDialect.request(
            style: try mapboxStyle(parts[0], request), view: percentDecoded(parts[1]), size: percentDecoded(parts[2]),
            query: request.query, context: dialectContext(request))
    }

    func stadiaRequest(_ request: ServerRequest) throws(RequestError) -> RenderRequest {
        try StadiaDialect.request(
            style: percentDecoded(request.parts[0]), query: request.query, body: try geoJSONBody(request),
            context: dialectContext(request))
    }

    func geoapifyRequest(_ request: ServerRequest) throws(RequestError) -> RenderRequest {
        try GeoapifyDialect.request(
            query: request.query, body: try geoJSONBody(request), context: dialectContext(request))
    }

    /// The request of `{id}`, `{camera}`, `{size}`.
    func martinRequest(_ request: ServerRequest) throws(RequestError) -> RenderRequest {
        let parts = request.parts
        return try MartinDialect.request(
            style: try styleID(parts[0], request), view: percentDecoded(parts[1]), size: percentDecoded(parts[2]),
            query: request.query, body: try geoJSONBody(request), context: dialectContext(request))
    }

    func mapboxRequest(_ request: ServerRequest) throws(RequestError) -> RenderRequest {
        let parts = request.segments
        // Encoded lines may have slashes of their own: what stands before the last two parts is one.
        let tail = Array(parts[5...])
        let overlay =
            tail.count > 3
            ? [parts[5].joinedPath(to: tail[tail.count - 3], in: request.path)] : tail.dropLast(2).map { $0 }
        return try MapboxDialect.request(
            style: try mapboxStyle(parts[3], request), parts: overlay + tail.suffix(2), query: request.query,
            body: try geoJSONBody(request), context: dialectContext(request))
    }

    /// The request of `{id}`, `{view}`, `{size}`.
    func tileServerRequest(_ request: ServerRequest) throws(RequestError) -> RenderRequest {
        try tileServerRequest(request, isRaw: false)
    }

    /// The same with coordinates in metres.
    func rawTileServerRequest(_ request: ServerRequest) throws(RequestError) -> RenderRequest {
        try tileServerRequest(request, isRaw: true)
    }

    private func tileServerRequest(_ request: ServerRequest, isRaw: Bool) throws(RequestError) -> RenderRequest {
        let parts = request.parts
        return try TileServerDialect.request(
            style: try styleID(parts[0], request), view: percentDecoded(parts[1]), size: percentDecoded(parts[2]),
            isRaw: isRaw,
            query: try mergedQuery(request), context: dialectContext(request))
    }

    private func styleID(_ part: Substring, _ request: ServerRequest) throws(RequestError) -> String {
        let (id, catalog) = (percentDecoded(part), catalog(for: request))
        guard catalog.style(id)?.isRendered ?? false else {
            throw .notFound(
                "the style \"\(id.prefix(60))\" is not served",
                hint: didYouMean(id, catalog.styles.map(\.id)) ?? "GET /styles.json lists those that are")
        }
        return id
    }

    /// `streets-v12` of Mapbox is our `streets`.
    func mapboxStyle(_ part: Substring, _ request: ServerRequest) throws(RequestError) -> String {
        let id = percentDecoded(part)
        let catalog = catalog(for: request)
        if catalog.style(id) != nil { return id }
        let plain = id.range(of: "-v").map { String(id[..<$0.lowerBound]) } ?? id
        if let mapped = catalog.mapTypes[id] ?? catalog.mapTypes[plain] { return mapped }
        return catalog.style(plain) != nil ? plain : try styleID(part, request)
    }

    private func geoJSONBody(_ request: ServerRequest) throws(RequestError) -> JSONNode? {
        guard request.method == .post, !request.body.isEmpty else { return nil }
        return try json(request.body)
    }

    /// The query with the members of a JSON body, lists for names that come several times.
    private func mergedQuery(_ request: ServerRequest) throws(RequestError) -> Query {
        guard let body = try geoJSONBody(request) else { return request.query }
        var query = request.query
        func text(_ node: JSONNode) -> String? {
            node.wordOrNumber ?? node.bool.map { $0 ? "true" : "false" }
        }
        for member in body.object?.members ?? [] {
            for value in member.node.array ?? [member.node] {
                guard let value = text(value) else { continue }
                query.items.append(Query.Item(member.key, value))
            }
        }
        return query
    }

    /// `GET /explain?url=`: the scene that an address of a dialect, or of `GET /render`, means.
    func explain(_ request: ServerRequest) throws(RequestError) -> Response {
        guard let address = request.query["url"] else {
            throw .bad("url", "expected an address of any dialect, percent-encoded")
        }
        var target = address[...]
        if !address.hasPrefix("/"), let range = address.range(of: "://") {
            target = address[range.upperBound...]
            target = target.firstIndex(of: "/").map { target[$0...] } ?? "/"
        }
        guard target.hasPrefix("/") else { throw .bad("url", "expected an address with a path") }
        var inner = request.to(String(target))
        let rendering: RenderRequest
        switch Route.find(&inner)?.action {
        case .draw(let read): rendering = try read(self)(inner)
        case .answer where inner.route == "render":
            var scene = try JSONNode(sceneText(of: inner), of: "scene")
            if inner.query["size"] != nil, scene["size"] == nil, scene["page"]?["size"] == nil {
                let size = try size(of: inner)
                scene = scene.setting("size", [.number(size.width), .number(size.height)])
            }
            rendering = RenderRequest(scene: scene, output: try outputs(of: inner)[0], dialect: "native")
        case .answer, nil: throw .notFound("\(inner.path.prefix(100)) is an address of no dialect")
        }
        return .json([
            "dialect": .text(rendering.dialect), "format": .text(rendering.output.format),
            "quality": rendering.output.quality.map(JSONNode.count),
            "warnings": .list(rendering.warnings.map(JSONNode.text)), "scene": rendering.scene,
        ])
    }
}

extension Substring {
    /// What stands between two parts of a path, and both of them.
    fileprivate func joinedPath(to last: Substring, in path: Substring) -> Substring {
        path[startIndex..<last.endIndex]
    }
}
