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
        let json = "application/json"
        var links = try ogcSelf("", request)
        links += [
            ogcLink("service-desc", "/api", Self.definition, "The definition of the API", request, form: "json"),
            ogcLink("service-doc", "/api", "text/html", "The definition of the API as a page", request, form: "html"),
            ogcLink("conformance", "/conformance", json, "What is conformed to", request, form: "json"),
            ogcLink(OGCRelation.conformance, "/conformance", json, "What is conformed to", request, form: "json"),
            ogcLink("data", "/collections", json, "The collections", request, form: "json"),
            ogcLink(OGCRelation.data, "/collections", json, "The collections", request, form: "json"),
            ogcLink(OGCRelation.schemes, "/tileMatrixSets", json, "The tile matrix sets", request, form: "json"),
        ]
        if let resource {
            links += mapLinks(resource, request)
            links.append(ogcLink(OGCRelation.styles, "/styles", json, "The styles", request, form: "json"))
        }
        let attributions = Set(catalog.data.compactMap(\.info.attribution)).sorted()
        let node = JSONNode.members([
            "title": .text("staticmap"),
            "description": .text("Maps and tiles that are drawn from local data."),
            "attribution": attributions.isEmpty ? nil : .text(attributions.joined(separator: " | ")),
            "links": .list(links), "extent": catalog.extent.described, "crs": systemAddresses,
            "storageCrs": .text(ServedSystem.mercator.address),
        ])
        return try ogcDocument(node, "staticmap", request, image: resource.map { preview($0, request) })
    }

    /// `/ogc/conformance`
    func ogcConformance(_ request: ServerRequest) throws(RequestError) -> Response {
        let node = JSONNode.members([
            "links": .list(try ogcSelf("/conformance", request)),
            "conformsTo": .list(OGCConformance.classes.map(JSONNode.text)),
        ])
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
        let node = JSONNode.members(["links": .list(try ogcSelf("/api", request)), "operations": .list(operations)])
        return try ogcDocument(node, "API", request)
    }

    /// `/ogc/collections`
    func ogcCollections(_ request: ServerRequest) throws(RequestError) -> Response {
        let node = JSONNode.members([
            "links": .list(try ogcSelf("/collections", request)),
            "collections": .list(catalog.data.map { collection($0, request) }), "crs": systemAddresses,
            "numberMatched": .count(catalog.data.count), "numberReturned": .count(catalog.data.count),
        ])
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
        let json = "application/json"
        let title = data.info.name ?? data.id
        var links = [ogcLink("self", path, json, title, request, form: "json")]
        if let resource = try? ogcResource(request.to("/ogc" + path)) { links += mapLinks(resource, request) }
        links.append(ogcLink(OGCRelation.styles, path + "/styles", json, "The styles", request, form: "json"))
        if data.isVector {
            links.append(
                ogcLink(OGCRelation.vectorTiles, path + "/tiles", json, "Vector tiles", request, form: "json"))
        }
        return .members([
            "id": .text(data.id), "title": .text(title), "attribution": data.info.attribution.map(JSONNode.text),
            "dataType": .text(data.isVector ? "vector" : "map"), "extent": data.extent.described,
            "crs": systemAddresses, "storageCrs": .text(ServedSystem.mercator.address),
            "minCellSize": .number(
                WebMercator.circumference / 256 / Double(1 << max(0, min(30, data.info.maxZoom)))),
            "links": .list(links),
        ])
    }

    /// A map, and tiles of it.
    func mapLinks(_ resource: OGCResource, _ request: ServerRequest) -> [JSONNode] {
        let map = resource.path + "/map"
        return [
            ogcLink(OGCRelation.map, map, "image/png", "A map", request, form: "png"),
            ogcLink(OGCRelation.map, map, "image/jpeg", "A map as JPEG", request, form: "jpeg"),
            ogcLink(
                OGCRelation.mapTiles, map + "/tiles", "application/json", "Tiles of the map", request, form: "json"),
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
            .list([JSONNode.list([box.minX, box.minY, box.maxX, box.maxY].map(JSONNode.number))])
        }
        // To the east of 180 degrees the numbers begin again.
        let whole = PlaneBox(self)
        let stored = (try? ServedSystem.mercator.box(whole, from: .crs84)) ?? ServedSystem.mercator.bounds
        var degrees = whole
        if degrees.maxX > 180, degrees.width < 360 { degrees.maxX -= 360 }
        return .members(
            "spatial",
            .members([
                "bbox": numbers(degrees), "crs": .text(ServedSystem.crs84.address),
                "storageCrsBbox": numbers(stored),
            ]))
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
