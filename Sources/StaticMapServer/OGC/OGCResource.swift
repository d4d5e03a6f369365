// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapTiles
import StaticMap

/// What a path below `/ogc` begins with: all that is served, or one archive, in the default style or in another.
struct OGCResource {
    /// The path below `/ogc`, without a slash at its end.
    let path: String
    let title: String
    /// Nil for all data.
    let data: ServedData?
    /// What maps of it are drawn in.
    let style: ServedStyle
    /// What is behind it in the path.
    let rest: [Substring]
    let extent: CoordinateBox
}

/// An archive in a style.
struct CollectionStyle: Sendable {
    /// In addresses.
    let id: String
    let style: ServedStyle
}

extension Catalog {
    /// The styles that draw an archive, each with that archive alone; where there is none, one that was made for it.
    mutating func addCollectionStyles(_ loader: CatalogLoader) {
        for data in data {
            var found = styles.filter { $0.isRendered && $0.files.contains(data.path) }.map { style in
                var own = style
                own.id = "\(style.id)@\(data.id)"
                if data.isVector { own.tiles = [data.path] }
                own.files = Array(
                    Set(style.files.filter { file in !self.data.contains { $0.path == file } } + data.files)
                )
                .sorted()
                return CollectionStyle(id: style.id, style: own)
            }
            if found.isEmpty {
                let id = "default@\(data.id)"
                let style =
                    data.isVector
                    ? loader.style(
                        id,
                        AutomaticStyle([data.archive]).json(
                            name: data.info.name ?? data.id, source: CatalogLoader.source(data.info)), path: data.path)
                    : ServedStyle(
                        id: id, name: data.info.name ?? data.id, file: nil, tiles: [data.path], json: nil, folder: ".",
                        files: data.files)
                found = [CollectionStyle(id: "default", style: style)]
            }
            collectionStyles[data.id] = found
        }
    }
}

extension ServedData {
    var extent: CoordinateBox { info.bounds ?? .world }
}

extension MapService {
    /// What a request below `/ogc` is about.
    ///
    /// - Throws: 404.
    func ogcResource(_ request: ServerRequest) throws(RequestError) -> OGCResource {
        let catalog = catalog(for: request)
        var rest = Array(request.segments.dropFirst())
        var path = ""
        var data: ServedData?
        if rest.count > 1, rest[0] == "collections" {
            let id = percentDecoded(rest[1])
            guard let found = catalog.data(id) else {
                throw .notFound(
                    "there is no collection \"\(id.prefix(60))\"", hint: didYouMean(id, catalog.data.map(\.id)))
            }
            data = found
            path = "/collections/\(percentEncoded(id))"
            rest.removeFirst(2)
        }
        var styles = catalog.styles.filter(\.isRendered).map { CollectionStyle(id: $0.id, style: $0) }
        if let data { styles = catalog.collectionStyles[data.id] ?? [] }
        var chosen = styles.first
        if rest.count > 1, rest[0] == "styles" {
            let id = percentDecoded(rest[1])
            chosen = styles.first { $0.id == id }
            guard chosen != nil else {
                throw .notFound("there is no style \"\(id.prefix(60))\"", hint: didYouMean(id, styles.map(\.id)))
            }
            path += "/styles/\(percentEncoded(id))"
            rest.removeFirst(2)
        }
        guard let chosen else { throw .notFound("no style is drawn here") }
        return OGCResource(
            path: path, title: data.map { $0.info.name ?? $0.id } ?? chosen.style.name, data: data,
            style: chosen.style, rest: rest, extent: data?.extent ?? catalog.extent)
    }

    /// The forms of a document: JSON, or a page for people.
    ///
    /// - Throws: 400 for another form, 406 when the client takes neither.
    func wantsPage(_ request: ServerRequest) throws(RequestError) -> Bool {
        if let form = request.query["f"] {
            guard ["json", "html"].contains(form) else {
                throw .bad("f", "expected json or html, found \"\(form.prefix(20))\"")
            }
            return form == "html"
        }
        let wishes = weighted(request.headers[.accept] ?? "*/*")
        func weight(_ names: [String]) -> Double {
            let exact = wishes.filter {
                names.contains($0.name) || $0.name.hasSuffix("+json") && names[0] != "text/html"
            }
            return exact.map(\.weight).max() ?? wishes.first { $0.name == "*/*" }?.weight ?? 0
        }
        let (page, json) = (weight(["text/html"]), weight(["application/json", "application/*"]))
        guard max(page, json) > 0 else {
            throw RequestError(
                HTTPResponse.Status(code: 406), "there is JSON and HTML", parameter: "Accept", hint: "f=json")
        }
        return page > json
    }

    /// A document in the form that the client wants.
    func ogcDocument(
        _ node: JSONNode, _ title: String, _ request: ServerRequest, image: String? = nil
    ) throws(RequestError) -> Response {
        var answer: Response
        if try wantsPage(request) {
            let home = "\(base(request))/ogc?f=html" + keyQuery(request).replacing("?", with: "&")
            let page = OGCPage(title: title, node: node, home: home, image: image)
            answer = document(page.text, request, type: "text/html; charset=utf-8")
        } else {
            answer = document(node, request)
        }
        answer.headers[.vary] = "Accept"
        return answer
    }

    /// A link to a path below `/ogc`.
    func ogcLink(
        _ relation: String, _ path: String, _ title: String, _ request: ServerRequest,
        type: String = "application/json", form: String = "json", isTemplated: Bool = false
    ) -> JSONNode {
        let key = request.query["key"].map { "key=" + percentEncoded($0) }
        let query = ["f=" + form, key].compactMap(\.self).joined(separator: "&")
        return [
            "href": .text("\(base(request))/ogc\(path)?\(query)"), "rel": .text(relation),
            "type": .text(type), "title": .text(title), "templated": isTemplated ? true : nil,
        ]
    }

    /// The document itself, and its other form.
    func ogcSelf(_ path: String, _ request: ServerRequest) throws(RequestError) -> [JSONNode] {
        let isPage = try wantsPage(request)
        return [
            ogcLink(isPage ? "alternate" : "self", path, "This document as JSON", request),
            ogcLink(
                isPage ? "self" : "alternate", path, "This document as a page", request, type: "text/html",
                form: "html"),
        ]
    }
}

extension Catalog {
    /// The box around all archives.
    var extent: CoordinateBox {
        guard var box = data.first?.extent else { return .world }
        for other in data.dropFirst().map(\.extent) {
            box = CoordinateBox(
                west: min(box.west, other.west), south: min(box.south, other.south),
                east: min(min(box.west, other.west) + 360, max(box.east, other.east)),
                north: max(box.north, other.north))
        }
        return box
    }
}

/// Relations that the OGC has defined.
enum OGCRelation {
    private static let base = "http://www.opengis.net/def/rel/ogc/1.0/"
    static let map = base + "map"
    static let mapTiles = base + "tilesets-map"
    static let vectorTiles = base + "tilesets-vector"
    static let tileSet = base + "tileset"
    static let scheme = base + "tiling-scheme"
    static let schemes = base + "tiling-schemes"
    static let styles = base + "styles"
    static let conformance = base + "conformance"
    static let data = base + "data"
}

/// A document of an OGC API as a page for people: what it says, with its links to follow.
struct OGCPage {
    let title: String
    let node: JSONNode
    /// The address of the landing page.
    let home: String
    /// The address of a picture.
    var image: String?

    var text: String {
        let picture = image.map { "<p><img src=\"\(markupEscaped($0))\" alt=\"A map of it\"></p>" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(markupEscaped(title))</title>
            <style>body{font:15px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em}dl{margin:0 0 0 1em}
            dt{font-weight:bold}dd{margin:0 0 .4em 1em;overflow-wrap:anywhere}img{max-width:100%}</style></head>
            <body><p><a href="\(markupEscaped(home))">staticmap</a></p><h1>\(markupEscaped(title))</h1>
            \(picture)\(Self.shown(node))</body></html>

            """
    }

    private static func shown(_ node: JSONNode) -> String {
        if let object = node.object {
            if let address = node["href"]?.string { return link(node, address) }
            let rows = object.members.map { member in
                "<dt>\(markupEscaped(member.key))</dt><dd>\(shown(member.node))</dd>"
            }
            return "<dl>\(rows.joined(separator: "\n"))</dl>"
        }
        if let items = node.array {
            guard items.contains(where: { $0.object != nil }) else {
                return items.map(shown).joined(separator: items.allSatisfy { $0.number != nil } ? ", " : "<br>")
            }
            return "<ul>\(items.map { "<li>\(shown($0))</li>" }.joined(separator: "\n"))</ul>"
        }
        return markupEscaped(node.string ?? node.line)
    }

    private static func link(_ node: JSONNode, _ address: String) -> String {
        let relation = node["rel"]?.string?.split(separator: "/").last.map(String.init) ?? ""
        let words =
            "\(markupEscaped(node["title"]?.string ?? address)) (\(markupEscaped(relation)), "
            + "\(markupEscaped(node["type"]?.string ?? "")))"
        guard node["templated"]?.bool != true else { return "\(words): \(markupEscaped(address))" }
        return "<a href=\"\(markupEscaped(address))\">\(words)</a>"
    }
}
