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
        var (scheme, prefix) = ("http", "")
        if configuration.trustsForwarded {
            if request.headers[.forwardedProto]?.hasPrefix("https") == true { scheme = "https" }
            prefix = request.headers[.forwardedPrefix].flatMap(pathPrefix) ?? ""
        }
        let host = access.host(of: request) ?? "localhost"
        return "\(scheme)://\(isHost(host) ? host : "localhost")\(prefix)"
    }

    /// Documents have addresses of this server. Where these begin with what a request says, nobody else may get them.
    private var documentCaching: String {
        "\(configuration.publicURL == nil ? "private" : "public"), max-age=\(min(300, configuration.maxAge))"
    }

    /// A tile address on each of the configured hosts.
    func tileAddresses(_ path: String, _ request: ServerRequest) -> JSONNode {
        let base = base(request)
        guard !configuration.domains.isEmpty, let range = base.range(of: "://") else {
            return [.text(base + path)]
        }
        let rest = base[range.upperBound...]
        let prefix = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
        return .list(configuration.domains.map { "\(base[..<range.upperBound])\($0)\(prefix)\(path)" })
    }

    /// The key that a client sent in its address goes into the addresses that it is given.
    func keyQuery(_ request: ServerRequest) -> String {
        for name in AccessControl.parameters {
            if let key = request.query[name] { return "?\(name)=\(percentEncoded(key))" }
        }
        return ""
    }

    /// A document with a tag of its own.
    func document(
        _ node: JSONNode, _ request: ServerRequest, type: String = "application/json"
    ) -> Response { document(node.lines + "\n", request, type: type) }

    func document(_ text: String, _ request: ServerRequest, type: String) -> Response {
        let tag = "\"\(hexDigest(text))\""
        var answer = Response(type: type, text: text)
        answer.headers[.eTag] = tag
        answer.headers[.cacheControl] = documentCaching
        if request.headers.hold(tag) {
            answer = Response(.notModified, headers: answer.headers)
            answer.headers[.contentType] = nil
        }
        return answer
    }

    // MARK: TileJSON

    /// Of `{id}`, or of `{id}` and `{size}`.
    func styleTileJSON(_ request: ServerRequest) throws(RequestError) -> Response {
        var parts = request.parts
        // `{id}/{size}`, or `{size}/{id}` as tileserver-gl has it.
        if parts.count == 2, TileAddress.size(parts[1]) == nil { parts.swapAt(0, 1) }
        let style = try servedStyle(parts[0], request)
        let size = parts.count == 2 ? TileAddress.size(parts[1]) : nil
        guard style.isRendered, size != nil || parts.count == 1 else { throw notFound(request) }
        return document(tileJSON(style, tileSize: size, request), request)
    }

    /// - SeeAlso: TileJSON 3.0.0.
    private func tileJSON(_ style: ServedStyle, tileSize: Int?, _ request: ServerRequest) -> JSONNode {
        let size = tileSize.map { "\($0)/" } ?? ""
        let path = "/styles/\(percentEncoded(style.id))/\(size){z}/{x}/{y}.png\(keyQuery(request))"
        let infos = (style.tiles.isEmpty ? style.files : style.tiles).compactMap { path in
            catalog.data.first { $0.path == path }?.info
        }
        let boxes = infos.compactMap(\.bounds)
        let box = boxes.count < infos.count ? nil : CoordinateBox(around: boxes)
        let bounds: [Double] = box.map { [$0.west, $0.south, $0.east, $0.north] } ?? [-180, -85.0511, 180, 85.0511]
        let center =
            style.json?["center"]?.array?.compactMap(\.number) ?? [
                (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2,
            ]
        let members: KeyValuePairs<String, JSONNode?> = [
            "tilejson": "3.0.0", "name": .text(style.name), "tiles": tileAddresses(path, request),
            "format": "png", "type": "baselayer", "tileSize": .count(tileSize ?? 256),
            "minzoom": 0, "maxzoom": 22, "bounds": .list(bounds.map(JSONNode.number)),
            "center": .list((center.prefix(2) + [style.json?["zoom"]?.number ?? 2]).map(JSONNode.number)),
            "attribution": .text(infos.compactMap(\.attribution).joined(separator: " | ")),
        ]
        return JSONNode.members(members).merging(style.tileJSON)
    }

    // MARK: lists

    /// As tileserver-gl lists styles.
    func styleList(_ request: ServerRequest) -> Response {
        let base = base(request)
        let styles = catalog(for: request).styles.map { style in
            JSONNode.members([
                "version": 8, "name": .text(style.name), "id": .text(style.id),
                "url": "\(base)/styles/\(percentEncoded(style.id))/style.json\(keyQuery(request))",
            ])
        }
        return document(.list(styles), request)
    }

    func renderedList(_ request: ServerRequest) -> Response { document(.list(renderedTileJSON(request)), request) }

    func dataList(_ request: ServerRequest) -> Response { document(.list(dataTileJSON(request)), request) }

    func wholeList(_ request: ServerRequest) -> Response {
        document(.list(renderedTileJSON(request) + dataTileJSON(request)), request)
    }

    func fontList(_ request: ServerRequest) -> Response { document(.list(glyphStacks.map(JSONNode.text)), request) }

    private func renderedTileJSON(_ request: ServerRequest) -> [JSONNode] {
        catalog(for: request).styles.filter(\.isRendered).map { tileJSON($0, tileSize: nil, request) }
    }

    private func dataTileJSON(_ request: ServerRequest) -> [JSONNode] { catalog.data.map { dataJSON($0, request) } }

    func schema(_ request: ServerRequest) throws(RequestError) -> Response {
        document(try schema(), request, type: "application/schema+json")
    }

    func openAPI(_ request: ServerRequest) throws(RequestError) -> Response {
        document(try openAPIDocument(request), request)
    }

    /// The same in OpenAPI 3.0.
    func openAPI30(_ request: ServerRequest) throws(RequestError) -> Response {
        document(OpenAPI30(try openAPIDocument(request)).document, request)
    }

    private func openAPIDocument(_ request: ServerRequest) throws(RequestError) -> JSONNode {
        let fixed = try resource("openapi.json", from: "StaticMapServer")
        return OpenAPI(
            base: base(request), fixed: fixed, schema: try schema(), templates: catalog.templates,
            pixels: mapLimits.pixels
        ).document
    }

    /// The scene format's schema.
    func schema() throws(RequestError) -> JSONNode { try resource("scene.schema.json", from: "MapScene") }

    /// A document of the program, as installed or as in a checkout.
    func resource(_ name: String, from module: String) throws(RequestError) -> JSONNode {
        let home = configuration.home.path
        for path in ["\(home)/\(name)", "\(home)/Sources/\(module)/\(name)"] {
            guard let bytes = try? readFile(path, limit: 1 << 22) else { continue }
            if let root = try? JSONDocument(file: name, text: bytes).root { return root }
        }
        throw .notFound("\(name) is not installed")
    }

    /// A page for people.
    func index(_ request: ServerRequest) -> Response {
        let styles = catalog(for: request).styles.filter(\.isRendered).map { style in
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
        return Response(type: "text/html; charset=utf-8", text: page)
    }
}

extension JSONNode {
    /// The object with another's members in place of its own.
    func merging(_ other: JSONNode?) -> JSONNode {
        (other?.object?.members ?? []).reduce(self) { $0.setting($1.key, $1.node) }
    }
}

/// A path of plain names, without a slash at its end; nil for anything else.
private func pathPrefix(_ text: String) -> String? {
    let path = text.hasSuffix("/") ? text.dropLast() : text[...]
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    let arePlain = names.dropFirst().allSatisfy { name in
        !name.isEmpty && name != "." && name != ".."
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~".contains($0)) }
    }
    return arePlain && names.first?.isEmpty == true ? String(path) : nil
}

/// True for the characters of host names and ports.
func isHost(_ text: String) -> Bool {
    let bytes = text.utf8
    return (1...255).contains(bytes.count)
        && bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "["),
                UInt8(ascii: "]"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
}
