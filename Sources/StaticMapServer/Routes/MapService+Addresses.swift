// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import MapGeo
import MapTiles
import StaticMap

extension MapService {
    /// What addresses in documents begin with: what the operator says, or what the client asked.
    func base(_ request: ServerRequest) -> String {
        if let url = configuration.publicURL { return url.hasSuffix("/") ? String(url.dropLast()) : url }
        var (scheme, host, prefix) = ("http", request.authority ?? "localhost", "")
        if configuration.trustsForwarded {
            scheme = request.headers[.forwardedProto].map { String($0.prefix { $0 != "," }) } ?? scheme
            host = request.headers[.forwardedHost].map { String($0.prefix { $0 != "," }) } ?? host
            prefix = request.headers[.forwardedPrefix] ?? ""
        }
        let isPlain = isHost(host)
        if scheme != "https" { scheme = "http" }
        if prefix.hasSuffix("/") { prefix = String(prefix.dropLast()) }
        return "\(scheme)://\(isPlain ? host : "localhost")\(prefix)"
    }

    /// A tile address on each of the configured hosts.
    func tileAddresses(_ path: String, _ request: ServerRequest) -> JSONNode {
        let base = base(request)
        guard !configuration.domains.isEmpty, let range = base.range(of: "://") else {
            return .list([.text(base + path)])
        }
        let rest = base[range.upperBound...]
        let prefix = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
        return .list(configuration.domains.map { .text("\(base[..<range.upperBound])\($0)\(prefix)\(path)") })
    }

    /// The key that a client sent in its address goes into the addresses that it is given.
    func keyQuery(_ request: ServerRequest) -> String {
        request.query["key"].map { "?key=" + percentEncoded($0) } ?? ""
    }

    /// A document with a tag of its own.
    func document(
        _ node: JSONNode, _ request: ServerRequest, type: String = "application/json"
    ) -> Answer { document(node.lines + "\n", request, type: type) }

    func document(_ text: String, _ request: ServerRequest, type: String) -> Answer {
        let tag = "\"\(hexDigest(text))\""
        var answer = Answer(type: type, text: text)
        answer.headers[.eTag] = tag
        answer.headers[.cacheControl] = "public, max-age=\(min(300, configuration.maxAge))"
        if let field = request.headers[.ifNoneMatch], matches(field, tag: tag) {
            answer = Answer(.notModified, headers: answer.headers)
            answer.headers[.contentType] = nil
        }
        return answer
    }

    // MARK: TileJSON

    /// - SeeAlso: TileJSON 3.0.0.
    func tileJSON(
        style: ServedStyle, tileSize: Int?, _ request: ServerRequest
    ) throws(RequestError) -> Answer {
        guard style.isRendered else { throw notFound(request) }
        return document(tileJSON(style, tileSize: tileSize, request), request)
    }

    func tileJSON(_ style: ServedStyle, tileSize: Int?, _ request: ServerRequest) -> JSONNode {
        let size = tileSize.map { "\($0)/" } ?? ""
        let path = "/styles/\(percentEncoded(style.id))/\(size){z}/{x}/{y}.png\(keyQuery(request))"
        let infos = (style.tiles.isEmpty ? style.files : style.tiles).compactMap { path in
            catalog.data.first { $0.path == path }?.info
        }
        let boxes = infos.compactMap(\.bounds)
        let isWorld = infos.isEmpty || boxes.count < infos.count
        let bounds: [Double] =
            isWorld
            ? [-180, -85.0511, 180, 85.0511]
            : [
                boxes.map(\.west).min() ?? -180, boxes.map(\.south).min() ?? -85.0511, boxes.map(\.east).max() ?? 180,
                boxes.map(\.north).max() ?? 85.0511,
            ]
        let center =
            style.json?["center"]?.array?.compactMap(\.number) ?? [
                (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2,
            ]
        let members: KeyValuePairs<String, JSONNode?> = [
            "tilejson": .text("3.0.0"), "name": .text(style.name), "tiles": tileAddresses(path, request),
            "format": .text("png"), "type": .text("baselayer"), "tileSize": tileSize.map(JSONNode.count),
            "minzoom": .count(0), "maxzoom": .count(22), "bounds": .list(bounds.map(JSONNode.number)),
            "center": .list((center.prefix(2) + [style.json?["zoom"]?.number ?? 2]).map(JSONNode.number)),
            "attribution": .text(infos.compactMap(\.attribution).joined(separator: " | ")),
        ]
        return JSONNode.members(members).merging(style.tileJSON)
    }

    // MARK: lists

    /// `/styles.json`, `/rendered.json`, `/data.json`, `/index.json`, `/fonts.json`, `/schema`, `/openapi.json`.
    func document(_ request: ServerRequest, named name: String) throws(RequestError) -> Answer {
        try allow(request, [.get])
        let base = base(request)
        let rendered = catalog.styles.filter(\.isRendered).map { tileJSON($0, tileSize: nil, request) }
        switch name {
        case "styles.json":
            return document(
                .list(
                    catalog.styles.map { style in
                        .members([
                            "version": .count(8), "name": .text(style.name), "id": .text(style.id),
                            "url": .text("\(base)/styles/\(percentEncoded(style.id))/style.json\(keyQuery(request))"),
                        ])
                    }), request)
        case "rendered.json": return document(.list(rendered), request)
        case "data.json": return document(.list(catalog.data.map { dataJSON($0, request) }), request)
        case "index.json": return document(.list(rendered + catalog.data.map { dataJSON($0, request) }), request)
        case "fonts.json": return document(.list(glyphStacks.map(JSONNode.text)), request)
        case "openapi.json":
            return document(OpenAPI(base: base, schema: try schema()).document, request)
        default: return document(try schema(), request, type: "application/schema+json")
        }
    }

    /// The scene format's schema, as installed or as in a checkout.
    func schema() throws(RequestError) -> JSONNode {
        let home = configuration.home.path
        for path in [home + "/scene.schema.json", home + "/Sources/MapScene/scene.schema.json"] {
            guard let bytes = try? readFile(path, limit: 1 << 22) else { continue }
            if let root = try? JSONDocument(file: "schema", text: bytes).root { return root }
        }
        throw .notFound("the schema is not installed")
    }

    /// A page for people.
    func index(_ request: ServerRequest) throws(RequestError) -> Answer {
        try allow(request, [.get])
        let styles = catalog.styles.filter(\.isRendered).map { style in
            let id = percentEncoded(style.id)
            let center = style.json?["center"]?.array?.compactMap(\.number) ?? [0, 0]
            let view = "\(formatted(center[0])),\(formatted(center.count > 1 ? center[1] : 0)),2"
            return "<li>\(markupEscaped(style.name)): <a href=\"styles/\(id)/style.json\">style.json</a>, "
                + "<a href=\"styles/\(id).json\">TileJSON</a>, <a href=\"styles/\(id)/wmts.xml\">WMTS</a><br>"
                + "<img src=\"styles/\(id)/static/\(view)/400x250.png\" width=\"400\" height=\"250\" alt=\"\"></li>"
        }
        let data = catalog.data.map {
            "<li><a href=\"data/\(percentEncoded($0.id)).json\">\(markupEscaped($0.id))</a></li>"
        }
        let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>staticmap</title>
            <style>body{font:15px/1.5 sans-serif;margin:2em auto;max-width:50em}li{margin:.5em 0}</style></head>
            <body><h1>staticmap</h1><p><a href="openapi.json">OpenAPI</a>, <a href="schema">scene schema</a>,
            <a href="wms?service=WMS&amp;request=GetCapabilities">WMS</a>, <a href="health">health</a>,
            <a href="metrics">metrics</a></p>
            <h2>Styles</h2><ul>\(styles.joined(separator: "\n"))</ul>
            <h2>Data</h2><ul>\(data.joined(separator: "\n"))</ul></body></html>

            """
        return Answer(type: "text/html; charset=utf-8", text: page)
    }
}

extension JSONNode {
    /// The object with another's members in place of its own.
    func merging(_ other: JSONNode?) -> JSONNode {
        (other?.object?.members ?? []).reduce(self) { $0.setting($1.key, $1.node) }
    }
}

/// True for the characters of host names and ports.
func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]_".contains($0)) }
}
