// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore

/// OGC API – Styles: the list, the style itself, and what is said of it.
///
/// - SeeAlso: OGC 20-009 (draft).
extension MapService {
    private static let sheetType = "application/vnd.mapbox.style+json"

    /// `…/styles`
    func ogcStyles(_ request: ServerRequest) throws(RequestError) -> Response {
        let catalog = catalog(for: request)
        var path = ""
        var styles = catalog.styles.map { CollectionStyle(id: $0.id, style: $0) }
        if request.segments.count > 2 {
            let resource = try ogcResource(request)
            path = resource.path
            styles = resource.data.flatMap { catalog.collectionStyles[$0.id] } ?? []
        }
        let nodes = styles.map { style in
            JSONNode.members([
                "id": .text(style.id), "title": .text(style.style.name),
                "links": .list(styleLinks(style.id, path, catalog.style(style.id), request)),
            ])
        }
        let node = JSONNode.members([
            "default": styles.first.map { .text($0.id) }, "styles": .list(nodes),
            "links": .list(try ogcSelf(path + "/styles", request)),
        ])
        return try ogcDocument(node, "Styles", request)
    }

    private func styleLinks(
        _ id: String, _ path: String, _ style: ServedStyle?, _ request: ServerRequest
    ) -> [JSONNode] {
        let own = "/styles/\(percentEncoded(id))"
        var links: [JSONNode] = []
        if let style, style.isServed, style.json != nil {
            links += [
                ogcLink("stylesheet", own, Self.sheetType, "The style", request, form: "mapbox"),
                ogcLink(
                    "describedby", own + "/metadata", "application/json", "What is said of it", request, form: "json"),
            ]
        }
        guard let resource = try? ogcResource(request.to("/ogc\(path)\(own)")) else { return links }
        return links + mapLinks(resource, request)
    }

    /// `/ogc/styles/{style}`
    func ogcStyle(_ request: ServerRequest) throws(RequestError) -> Response {
        let style = try servedStyle(request.parts[0], request)
        var inner = request
        if let form = request.query["f"], ["mapbox", "json", "mbs"].contains(form) {
            inner.query.items.removeAll { $0.name == "f" }
            inner.headers[.accept] = nil
        }
        guard try wantsPage(inner) else {
            var answer = try styleJSON(request)
            if answer.status == .ok { answer.headers[.contentType] = Self.sheetType }
            answer.headers[.vary] = "Accept"
            return answer
        }
        let resource = try ogcResource(request)
        return try ogcDocument(
            try metadata(style, request), style.name, request, image: preview(resource, request))
    }

    /// `/ogc/styles/{style}/metadata`
    func ogcStyleMetadata(_ request: ServerRequest) throws(RequestError) -> Response {
        let style = try servedStyle(request.parts[0], request)
        return try ogcDocument(try metadata(style, request), style.name, request)
    }

    private func metadata(_ style: ServedStyle, _ request: ServerRequest) throws(RequestError) -> JSONNode {
        let own = "/styles/\(percentEncoded(style.id))"
        let layers = (style.json?["layers"]?.array ?? []).compactMap { layer -> JSONNode? in
            guard let source = layer["source-layer"]?.string else { return nil }
            return .members(["id": layer["id"], "type": layer["type"], "sourceLayer": .text(source)])
        }
        let description = style.json?["metadata"]?["description"]?.string
        return .members([
            "id": .text(style.id), "title": .text(style.name), "description": description.map(JSONNode.text),
            "scope": .text("style"),
            "stylesheets": style.json == nil
                ? nil
                : .list([
                    .members([
                        "title": .text("MapLibre style"), "version": .text("8"),
                        "specification": .text("https://maplibre.org/maplibre-style-spec/"),
                        "native": JSONNode(.bool(true)),
                        "link": ogcLink("stylesheet", own, Self.sheetType, "The style", request, form: "mapbox"),
                    ])
                ]),
            "layers": layers.isEmpty ? nil : .list(layers),
            "links": .list(try ogcSelf(own + "/metadata", request) + styleLinks(style.id, "", style, request)),
        ])
    }
}
