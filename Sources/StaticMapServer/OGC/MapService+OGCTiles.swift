// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
import MapCore
import MapGeo
import MapGeometry
import MapTiles

/// OGC API – Tiles: tiles of maps and vector tiles, in the grid of Web Mercator.
///
/// - SeeAlso: OGC 20-057; OGC 17-083r4, *Two Dimensional Tile Matrix Set and Tile Set Metadata*.
extension MapService {
    private static let grid = "WebMercatorQuad"
    private static let gridAddress = "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad"
    private static let zooms = 0...22

    /// `/ogc/tileMatrixSets`
    func ogcTileMatrixSets(_ request: ServerRequest) throws(RequestError) -> Response {
        let link = ogcLink("self", "/tileMatrixSets/" + Self.grid, "Its definition", request)
        let node: JSONNode = [
            "links": .list(try ogcSelf("/tileMatrixSets", request)),
            "tileMatrixSets": [
                [
                    "id": .text(Self.grid), "title": "Web Mercator", "uri": .text(Self.gridAddress),
                    "crs": .text(ServedSystem.mercator.address), "links": [link],
                ]
            ],
        ]
        return try ogcDocument(node, "Tile matrix sets", request)
    }

    /// `/ogc/tileMatrixSets/{tms}`
    func ogcTileMatrixSet(_ request: ServerRequest) throws(RequestError) -> Response {
        try checkGrid(request.parts[0])
        let edge = WebMercator.circumference / 2
        let matrices = Self.zooms.map { zoom -> JSONNode in
            let cell = WebMercator.circumference / 256 / Double(1 << zoom)
            return [
                "id": .text(String(zoom)), "scaleDenominator": .number(cell / 0.00028), "cellSize": .number(cell),
                "cornerOfOrigin": "topLeft", "pointOfOrigin": [.number(-edge), .number(edge)], "tileWidth": 256,
                "tileHeight": 256, "matrixWidth": .count(1 << zoom), "matrixHeight": .count(1 << zoom),
            ]
        }
        let node: JSONNode = [
            "id": .text(Self.grid), "title": "Web Mercator", "uri": .text(Self.gridAddress),
            "crs": .text(ServedSystem.mercator.address), "orderedAxes": ["E", "N"],
            "wellKnownScaleSet": "http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible",
            "tileMatrices": .list(matrices), "links": .list(try ogcSelf("/tileMatrixSets/" + Self.grid, request)),
        ]
        return try ogcDocument(node, Self.grid, request)
    }

    private func checkGrid(_ part: Substring) throws(RequestError) {
        guard part == Self.grid else {
            throw .notFound("there is no tile matrix set \"\(part.prefix(60))\"", hint: "there is \(Self.grid)")
        }
    }

    // MARK: tile sets

    /// Tiles of a resource: of its map, or its own.
    private struct TileSet {
        let resource: OGCResource
        let isVector: Bool
        let zooms: ClosedRange<Int>

        var path: String { resource.path + (isVector ? "/tiles" : "/map/tiles") }
        var dataType: String { isVector ? "vector" : "map" }
    }

    private func tileSet(_ request: ServerRequest) throws(RequestError) -> TileSet {
        let resource = try ogcResource(request)
        guard resource.rest.first == "tiles" else {
            return TileSet(resource: resource, isVector: false, zooms: Self.zooms)
        }
        guard let data = resource.data, data.isVector else { throw .notFound("these data are no features") }
        let zooms = data.info.minZoom...max(data.info.minZoom, min(Self.zooms.upperBound, data.info.maxZoom))
        return TileSet(resource: resource, isVector: true, zooms: zooms)
    }

    /// `…/tiles`
    func ogcTileSets(_ request: ServerRequest) throws(RequestError) -> Response {
        let set = try tileSet(request)
        let node: JSONNode = ["links": .list(try ogcSelf(set.path, request)), "tilesets": [summary(set, request)]]
        return try ogcDocument(node, "Tiles of \(set.resource.title)", request)
    }

    private func summary(_ set: TileSet, _ request: ServerRequest) -> JSONNode {
        let path = "\(set.path)/\(Self.grid)"
        return [
            "title": .text(set.resource.title), "dataType": .text(set.dataType),
            "crs": .text(ServedSystem.mercator.address), "tileMatrixSetURI": .text(Self.gridAddress),
            "tileMatrixSetDefinition": "\(base(request))/ogc/tileMatrixSets/\(Self.grid)",
            "links": .list(
                [
                    ogcLink("self", path, "The tile set", request),
                    ogcLink(OGCRelation.tileSet, path, "The tile set", request),
                    ogcLink(OGCRelation.scheme, "/tileMatrixSets/" + Self.grid, "The tile matrix set", request),
                ] + items(set, request)),
        ]
    }

    private func items(_ set: TileSet, _ request: ServerRequest) -> [JSONNode] {
        let path = "\(set.path)/\(Self.grid)/{tileMatrix}/{tileRow}/{tileCol}"
        let types =
            set.isVector
            ? [("application/vnd.mapbox-vector-tile", "mvt")]
            : [("image/png", "png"), ("image/jpeg", "jpeg"), ("image/webp", "webp")]
        return types.map { type, form in
            ogcLink("item", path, "A tile", request, type: type, form: form, isTemplated: true)
        }
    }

    /// `…/tiles/{tms}`
    func ogcTileSet(_ request: ServerRequest) throws(RequestError) -> Response {
        let set = try tileSet(request)
        try checkGrid(request.parts[request.parts.count - 1])
        let box = set.resource.extent
        func corner(_ longitude: Double, _ latitude: Double) -> JSONNode {
            [.number(longitude), .number(latitude)]
        }
        let limits = set.zooms.map { zoom -> JSONNode in
            let (low, high) = (
                WebMercator.project(Coordinate(latitude: box.north, longitude: box.west)),
                WebMercator.project(Coordinate(latitude: box.south, longitude: box.east))
            )
            func index(_ unit: Double) -> Int {
                max(0, min((1 << zoom) - 1, Int((unit * Double(1 << zoom)).rounded(.down))))
            }
            let crosses = box.east > 180
            return [
                "tileMatrix": .text(String(zoom)), "minTileRow": .count(index(low.y)),
                "maxTileRow": .count(index(high.y)), "minTileCol": .count(crosses ? 0 : index(low.x)),
                "maxTileCol": .count(crosses ? (1 << zoom) - 1 : index(high.x)),
            ]
        }
        var node = summary(set, request)
        let layers = set.isVector ? (set.resource.data?.info.vectorLayers ?? []) : []
        node = node.merging([
            "attribution": set.resource.data?.info.attribution.map(JSONNode.text),
            "boundingBox": [
                "lowerLeft": corner(box.west, box.south), "upperRight": corner(box.east, box.north),
                "crs": .text(ServedSystem.crs84.address),
            ],
            "tileMatrixSetLimits": .list(limits),
            "layers": layers.isEmpty
                ? nil
                : .list(
                    layers.map { layer in
                        [
                            "id": .text(layer.id), "dataType": "vector",
                            "minTileMatrix": layer.zooms.map { .text(String($0.lowerBound)) },
                            "maxTileMatrix": layer.zooms.map { .text(String($0.upperBound)) },
                            "propertiesSchema": [
                                "type": "object",
                                "properties": layer.fields.keys.sorted().reduce(JSONNode.members([:])) {
                                    $0.setting($1, Self.schema(layer.fields[$1] ?? ""))
                                },
                            ],
                        ]
                    }),
            "links": .list(
                try ogcSelf("\(set.path)/\(Self.grid)", request)
                    + (node["links"]?.array ?? []).filter { $0["rel"]?.string != "self" }),
        ])
        return try ogcDocument(node, "Tiles of \(set.resource.title)", request)
    }

    /// A kind of field as JSON schema has it.
    private static func schema(_ kind: String) -> JSONNode {
        let known = ["number": "number", "string": "string", "boolean": "boolean"]
        return known[kind.lowercased()].map { ["type": .text($0)] } ?? [:]
    }

    // MARK: tiles

    /// `…/tiles/{tms}/{z}/{row}/{column}`
    func ogcTile(_ request: ServerRequest) async throws(RequestError) -> Response {
        let set = try tileSet(request)
        let parts = Array(request.parts.suffix(4))
        try checkGrid(parts[0])
        guard let z = whole(parts[1]), let row = whole(parts[2]), let column = whole(parts[3]), set.zooms.contains(z),
            TileID(z: z, x: column, y: row).isValid
        else { throw .notFound("there is no tile \(parts.dropFirst().joined(separator: "/").prefix(60))") }
        let id = TileID(z: z, x: column, y: row)
        guard let data = set.resource.data, set.isVector else {
            let format = try ogcFormat(request)
            return try await tile(
                TileAddress(id, ext: format), of: set.resource.style, size: 256, request,
                varies: request.query["f"] == nil)
        }
        let forms = ["mvt", "pbf", "application/vnd.mapbox-vector-tile"]
        guard request.query["f"].map(forms.contains) ?? true else { throw .bad("f", "expected mvt") }
        let ext = data.info.format == .mlt ? "mlt" : "pbf"
        var answer = try await tile(TileAddress(id, ext: ext), of: data, request)
        if answer.headers[.contentType] == "application/x-protobuf", ext == "pbf" {
            answer.headers[.contentType] = "application/vnd.mapbox-vector-tile"
        }
        return answer
    }
}
