// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore

extension MapService {
    /// What a dialect's address comes to; nil when the address is of no dialect.
    func dialectRequest(_ request: ServerRequest) throws(RequestError) -> RenderRequest? {
        let parts = request.segments
        let context = catalog.dialectContext(maxScale: limits.scale)
        switch (parts.first ?? "", parts.count) {
        case ("maps", 3) where parts[1] == "api" && parts[2] == "staticmap":
            try allow(request, [.get])
            return try GoogleDialect.request(query: request.query, context: context)
        case ("api", 3) where parts[1] == "v1" && parts[2] == "snapshot":
            try allow(request, [.get])
            return try AppleDialect.request(query: request.query, context: context)
        case ("v3", 2) where parts[1] == "staticmap":
            try allow(request, [.get])
            return try AMapDialect.request(query: request.query, context: context)
        case ("style", 5) where parts[2] == "static":
            try allow(request, [.get, .post])
            return try MartinDialect.request(
                style: try styleID(parts[1]), view: percentDecoded(parts[3]), size: percentDecoded(parts[4]),
                query: request.query, body: try geoJSONBody(request), context: context)
        case ("styles", 7...) where parts[1] == "v1" && parts[4] == "static":
            try allow(request, [.get, .post])
            // Encoded lines may have slashes of their own: what stands before the last two parts is one.
            let tail = Array(parts[5...])
            let overlay =
                tail.count > 3
                ? [parts[5].joinedPath(to: tail[tail.count - 3], in: request.path)] : tail.dropLast(2).map { $0 }
            return try MapboxDialect.request(
                style: try mapboxStyle(parts[3]), parts: overlay + tail.suffix(2), query: request.query,
                body: try geoJSONBody(request), context: context)
        case ("styles", 5), ("styles", 6):
            guard parts[2] == "static" else { return nil }
            guard parts.count == 5 || parts[3] == "raw" else { return nil }
            try allow(request, [.get, .post])
            return try TileServerDialect.request(
                style: try styleID(parts[1]), view: percentDecoded(parts[parts.count - 2]),
                size: percentDecoded(parts[parts.count - 1]), query: try mergedQuery(request), context: context)
        default: return nil
        }
    }

    func styleID(_ part: Substring) throws(RequestError) -> String {
        let id = percentDecoded(part)
        guard let style = catalog.style(id), style.isRendered else {
            throw .notFound(
                "the style \"\(id.prefix(60))\" is not served",
                hint: didYouMean(id, catalog.styles.map(\.id)) ?? "GET /styles.json lists those that are")
        }
        return id
    }

    /// `streets-v12` of Mapbox is our `streets`.
    private func mapboxStyle(_ part: Substring) throws(RequestError) -> String {
        let id = percentDecoded(part)
        if catalog.style(id) != nil { return id }
        let plain = id.range(of: "-v").map { String(id[..<$0.lowerBound]) } ?? id
        if let mapped = catalog.mapTypes[id] ?? catalog.mapTypes[plain] { return mapped }
        return catalog.style(plain) != nil ? plain : try styleID(part)
    }

    private func geoJSONBody(_ request: ServerRequest) throws(RequestError) -> JSONNode? {
        guard request.method == .post, !request.body.isEmpty else { return nil }
        do throws(Diagnostic) {
            return try JSONDocument(file: "body", text: request.body).root
        } catch {
            throw RequestError(.badRequest, "the body is not JSON: \(error.message)", diagnostics: [error])
        }
    }

    /// The query with the members of a JSON body, lists for names that come several times.
    private func mergedQuery(_ request: ServerRequest) throws(RequestError) -> Query {
        guard let body = try geoJSONBody(request) else { return request.query }
        var query = request.query
        func text(_ node: JSONNode) -> String? {
            node.string ?? node.number.map { formatted($0) } ?? node.bool.map { $0 ? "true" : "false" }
        }
        for member in body.object?.members ?? [] {
            for value in member.node.array ?? [member.node] {
                guard let value = text(value) else { continue }
                query.items.append(Query.Item(member.key, value))
            }
        }
        return query
    }

    /// `GET /explain?url=`: the scene that a dialect's address means.
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
        let inner = ServerRequest(.get, String(target))
        let rendering: RenderRequest
        if inner.path == "/render" {
            let text = try sceneText(of: inner)
            do throws(Diagnostic) {
                rendering = RenderRequest(
                    scene: try JSONDocument(file: "scene", text: text).root, output: .init("png"), dialect: "native")
            } catch {
                throw RequestError(.badRequest, error.message, parameter: "scene", diagnostics: [error])
            }
        } else {
            guard let found = try dialectRequest(inner) else {
                throw .notFound("\(inner.path.prefix(100)) is an address of no dialect")
            }
            rendering = found
        }
        let node = JSONNode.members([
            "dialect": .text(rendering.dialect), "format": .text(rendering.output.format),
            "quality": rendering.output.quality.map(JSONNode.count),
            "warnings": .list(rendering.warnings.map(JSONNode.text)),
            "scene": rendering.scene,
        ])
        return .json(node.lines + "\n")
    }
}

extension Substring {
    /// What stands between two parts of a path, and both of them.
    fileprivate func joinedPath(to last: Substring, in path: Substring) -> Substring {
        path[startIndex..<last.endIndex]
    }
}
