// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapTiles

/// OGC API – Common: the landing page, what is conformed to, and the collections, which are the archives.
///
/// - SeeAlso: OGC 19-072, *OGC API – Common – Part 1: Core*; OGC 20-024, *Part 2: Geospatial Data*.
extension MapService {
    /// `/ogc`
    func ogcLanding(_ request: ServerRequest) throws(RequestError) -> Response {
        let resource = try? ogcResource(request.to("/ogc"))
        var links = try ogcSelf("", request)
        links += [
            ogcLink("service-desc", "/api", "The definition of the API", request, type: Self.definition),
            ogcLink(
                "service-doc", "/api", "The definition of the API as a page", request, type: "text/html", form: "html"),
            ogcLink("conformance", "/conformance", "What is conformed to", request),
            ogcLink(OGCRelation.conformance, "/conformance", "What is conformed to", request),
            ogcLink("data", "/collections", "The collections", request),
            ogcLink(OGCRelation.data, "/collections", "The collections", request),
            ogcLink(OGCRelation.schemes, "/tileMatrixSets", "The tile matrix sets", request),
        ]
        if let resource {
            links += mapLinks(resource, request)
            links.append(ogcLink(OGCRelation.styles, "/styles", "The styles", request))
        }
        let attributions = Set(catalog.data.compactMap(\.info.attribution)).sorted()
        let node: JSONNode = [
            "title": "staticmap", "description": "Maps and tiles that are drawn from local data.",
            "attribution": attributions.isEmpty ? nil : .text(attributions.joined(separator: " | ")),
            "links": .list(links), "extent": catalog.extent.described, "crs": systemAddresses,
            "storageCrs": .text(ServedSystem.mercator.address),
        ]
        return try ogcDocument(node, "staticmap", request, image: resource.map { preview($0, request) })
    }

    /// `/ogc/conformance`
    func ogcConformance(_ request: ServerRequest) throws(RequestError) -> Response {
        let node: JSONNode = [
            "links": .list(try ogcSelf("/conformance", request)),
            "conformsTo": .list(OGCConformance.classes.map(JSONNode.text)),
        ]
        return try ogcDocument(node, "Conformance", request)
    }

    /// The standards know OpenAPI 3.0 alone.
    private static let definition = "application/vnd.oai.openapi+json;version=3.0"

    /// `/ogc/api`
    func ogcAPI(_ request: ServerRequest) throws(RequestError) -> Response {
        guard try wantsPage(request) else {
            var answer = try openAPI30(request)
            if answer.status == .ok { answer.headers[.contentType] = Self.definition }
            answer.headers[.vary] = "Accept"
            return answer
        }
        let operations = Route.all.map { route in
            JSONNode.members([
                "methods": .text(route.methods.map(\.rawValue).joined(separator: ", ")), "path": .text(route.path),
                "summary": .text(route.operation.summary),
            ])
        }
        let node: JSONNode = ["links": .list(try ogcSelf("/api", request)), "operations": .list(operations)]
        return try ogcDocument(node, "API", request)
    }

    /// `/ogc/collections`
    func ogcCollections(_ request: ServerRequest) throws(RequestError) -> Response {
        let node: JSONNode = [
            "links": .list(try ogcSelf("/collections", request)),
            "collections": .list(catalog.data.map { collection($0, request) }), "crs": systemAddresses,
            "numberMatched": .count(catalog.data.count), "numberReturned": .count(catalog.data.count),
        ]
        return try ogcDocument(node, "Collections", request)
    }

    /// `/ogc/collections/{collection}`
    func ogcCollection(_ request: ServerRequest) throws(RequestError) -> Response {
        let resource = try ogcResource(request)
        guard let data = resource.data else { throw notFound(request) }
        let own = try ogcSelf(resource.path, request)
        var node = collection(data, request)
        node = node.setting("links", .list(own + (node["links"]?.array ?? []).filter { $0["rel"]?.string != "self" }))
        return try ogcDocument(node, resource.title, request, image: preview(resource, request))
    }

    private func collection(_ data: ServedData, _ request: ServerRequest) -> JSONNode {
        let path = "/collections/\(percentEncoded(data.id))"
        let title = data.info.name ?? data.id
        var links = [ogcLink("self", path, title, request)]
        if let resource = try? ogcResource(request.to("/ogc" + path)) { links += mapLinks(resource, request) }
        links.append(ogcLink(OGCRelation.styles, path + "/styles", "The styles", request))
        if data.isVector {
            links.append(
                ogcLink(OGCRelation.vectorTiles, path + "/tiles", "Vector tiles", request))
        }
        return [
            "id": .text(data.id), "title": .text(title), "attribution": data.info.attribution.map(JSONNode.text),
            "dataType": .text(data.isVector ? "vector" : "map"), "extent": data.extent.described,
            "crs": systemAddresses, "storageCrs": .text(ServedSystem.mercator.address),
            "minCellSize": .number(WebMercator.circumference / 256 / Double(1 << max(0, min(30, data.info.maxZoom)))),
            "links": .list(links),
        ]
    }

    /// A map, and tiles of it.
    func mapLinks(_ resource: OGCResource, _ request: ServerRequest) -> [JSONNode] {
        let map = resource.path + "/map"
        return [
            ogcLink(OGCRelation.map, map, "A map", request, type: "image/png", form: "png"),
            ogcLink(OGCRelation.map, map, "A map as JPEG", request, type: "image/jpeg", form: "jpeg"),
            ogcLink(OGCRelation.mapTiles, map + "/tiles", "Tiles of the map", request),
        ]
    }

    /// The address of a small map for pages.
    func preview(_ resource: OGCResource, _ request: ServerRequest) -> String {
        let key = request.query["key"].map { "&key=" + percentEncoded($0) } ?? ""
        return "\(base(request))/ogc\(resource.path)/map?f=png&width=600&transparent=false\(key)"
    }

    private var systemAddresses: JSONNode { .list(systems.all.map { .text($0.address) }) }
}

extension CoordinateBox {
    /// As collections and landing pages have it.
    fileprivate var described: JSONNode {
        func numbers(_ box: PlaneBox) -> JSONNode {
            [JSONNode.list([box.minX, box.minY, box.maxX, box.maxY].map(JSONNode.number))]
        }
        // To the east of 180 degrees the numbers begin again.
        let whole = PlaneBox(self)
        let stored = (try? ServedSystem.mercator.box(whole, from: .crs84)) ?? ServedSystem.mercator.bounds
        var degrees = whole
        if degrees.maxX > 180, degrees.width < 360 { degrees.maxX -= 360 }
        let system = JSONNode.text(ServedSystem.crs84.address)
        return ["spatial": ["bbox": numbers(degrees), "crs": system, "storageCrsBbox": numbers(stored)]]
    }
}

/// The classes that are conformed to. docs/ogc.md has their requirements, each with the test of it.
package enum OGCConformance {
    private static func classes(_ standard: String, _ names: String) -> [String] {
        names.split(separator: " ").map { "http://www.opengis.net/spec/\(standard)/conf/\($0)" }
    }

    package static let classes =
        classes("ogcapi-common-1/1.0", "core landing-page json html oas30")
        + classes("ogcapi-common-2/1.0", "collections json html")
        + classes(
            "ogcapi-maps-1/1.0",
            """
            core collection-map dataset-map styled-map background scaling display-resolution spatial-subsetting crs png \
            jpeg api-operations cors
            """)
        + classes("ogcapi-tiles-1/1.0", "core tileset tilesets-list dataset-tilesets geodata-tilesets png jpeg mvt")
        + classes("tms/2.0", "tilematrixset json-tilematrixset")
        + classes("ogcapi-styles-1/1.0", "core mapbox-style html")
}

/// The OGC APIs, all below `/ogc`.
extension Route {
    static let ogcAPIs: [Route] =
        [
            document("", "getOGCLanding", "The landing page of the OGC APIs", MapService.ogcLanding),
            document("/", "getOGCLandingFolder", "The same", MapService.ogcLanding),
            document("/conformance", "getOGCConformance", "What is conformed to", MapService.ogcConformance),
            document(
                "/api", "getOGCAPI", "The definition of the API", types: ["application/vnd.oai.openapi+json"],
                MapService.ogcAPI),
            document("/tileMatrixSets", "tileMatrixSets", "The tile matrix sets", MapService.ogcTileMatrixSets),
            document("/tileMatrixSets/{tms}", "tileMatrixSet", "A tile matrix set", MapService.ogcTileMatrixSet),
            document("/collections", "getCollections", "The collections: the archives", MapService.ogcCollections),
            document("/collections/{collection}", "getCollection", "A collection", MapService.ogcCollection),
            document("/styles", "getStyles", "The styles", MapService.ogcStyles),
            document(
                "/styles/{style}", "getStyleSheet", "A style", types: ["application/vnd.mapbox.style+json"],
                MapService.ogcStyle),
            document(
                "/styles/{style}/metadata", "getStyleMetadata", "What is said of a style", MapService.ogcStyleMetadata),
            document(
                "/collections/{collection}/styles", "collection.getStyles", "The styles of a collection",
                MapService.ogcStyles),
        ]
        + maps("", "dataset.", "all data") + maps("/styles/{style}", "dataset.style.", "all data in a style")
        + maps("/collections/{collection}", "collection.", "a collection")
        + maps("/collections/{collection}/styles/{style}", "collection.style.", "a collection in a style")
        + tiles(
            "/collections/{collection}/tiles", "collection.vector.", "vector tiles of a collection",
            types: ["application/vnd.mapbox-vector-tile"])

    private static func document(
        _ path: String, _ id: String, _ summary: String, types: [String] = ["application/json"],
        _ answer: @escaping Answer
    ) -> Route {
        .get("/ogc" + path, id, .ogc, summary, types: types + ["text/html"], answer)
    }

    /// The operations' ids end as the standards have them.
    private static func maps(_ path: String, _ id: String, _ what: String) -> [Route] {
        [.get("/ogc\(path)/map", id + "getMap", .ogc, "A map of \(what)", types: rasters, MapService.ogcMap)]
            + tiles(path + "/map/tiles", id + "map.", "tiles of a map of \(what)", types: rasters)
    }

    private static func tiles(_ path: String, _ id: String, _ what: String, types: [String]) -> [Route] {
        [
            document(path, id + "getTileSetsList", "The sets of \(what)", MapService.ogcTileSets),
            document(path + "/{tms}", id + "getTileSet", "A set of \(what)", MapService.ogcTileSet),
            .get(
                "/ogc\(path)/{tms}/{z}/{row}/{column}", id + "getTile", .ogc, "A tile of \(what)", types: types,
                MapService.ogcTile),
        ]
    }
}

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
        let node: JSONNode = [
            "default": styles.first.map { .text($0.id) }, "styles": .list(nodes),
            "links": .list(try ogcSelf(path + "/styles", request)),
        ]
        return try ogcDocument(node, "Styles", request)
    }

    private func styleLinks(
        _ id: String, _ path: String, _ style: ServedStyle?, _ request: ServerRequest
    ) -> [JSONNode] {
        let own = "/styles/\(percentEncoded(id))"
        var links: [JSONNode] = []
        if let style, style.isServed, style.json != nil {
            links += [
                ogcLink("stylesheet", own, "The style", request, type: Self.sheetType, form: "mapbox"),
                ogcLink("describedby", own + "/metadata", "What is said of it", request),
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
            return ["id": layer["id"], "type": layer["type"], "sourceLayer": .text(source)]
        }
        let description = style.json?["metadata"]?["description"]?.string
        return [
            "id": .text(style.id), "title": .text(style.name), "description": description.map(JSONNode.text),
            "scope": "style",
            "stylesheets": style.json == nil
                ? nil
                : [
                    [
                        "title": "MapLibre style", "version": "8",
                        "specification": "https://maplibre.org/maplibre-style-spec/",
                        "native": true,
                        "link": ogcLink("stylesheet", own, "The style", request, type: Self.sheetType, form: "mapbox"),
                    ]
                ],
            "layers": layers.isEmpty ? nil : .list(layers),
            "links": .list(try ogcSelf(own + "/metadata", request) + styleLinks(style.id, "", style, request)),
        ]
    }
}
