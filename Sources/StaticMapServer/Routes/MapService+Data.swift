// SPDX-License-Identifier: MIT
import HTTPTypes
import MapDiagnostics
import MapGeo
import MapTiles
import NIOCore

extension MapService {
    /// `/data/{id}.json`, `/data/{id}/{z}/{x}/{y}.{format}`.
    func data(_ request: ServerRequest, _ parts: [Substring]) async throws(RequestError) -> Answer {
        try allow(request, [.get])
        guard let first = parts.first else { throw notFound(request) }
        if parts.count == 1 {
            guard first.hasSuffix(".json") else { throw notFound(request) }
            return document(dataJSON(try servedData(first.dropLast(5)), request), request)
        }
        guard parts.count == 4, let address = TileAddress(Array(parts.dropFirst())) else { throw notFound(request) }
        return try tile(address, of: try servedData(first), request)
    }

    private func servedData(_ part: Substring) throws(RequestError) -> ServedData {
        let id = percentDecoded(part)
        guard let data = catalog.data(id) else {
            throw .notFound(
                "the data \"\(id.prefix(60))\" are not served", hint: didYouMean(id, catalog.data.map(\.id)))
        }
        return data
    }

    private func tile(_ address: TileAddress, of data: ServedData, _ request: ServerRequest) throws(RequestError)
        -> Answer
    {
        let format = data.info.format
        let isVector = format == .mvt || format == .unknown
        let known: [ArchiveInfo.Format: [String]] = [
            .png: ["png"], .jpeg: ["jpg", "jpeg"], .webp: ["webp"], .avif: ["avif"], .mlt: ["mlt"],
        ]
        guard isVector ? ["pbf", "mvt"].contains(address.ext) : known[format, default: []].contains(address.ext) else {
            throw .notFound("the tiles of \"\(data.id)\" have the format \(isVector ? "pbf" : format.rawValue)")
        }
        guard address.id.isValid, address.id.z >= data.info.minZoom, address.id.z <= data.info.maxZoom else {
            throw .notFound("\"\(data.id)\" has no tile \(address.id)")
        }
        let state = FileState(data.path)
        let tag = "\"\(hexDigest("\(data.path)|\(state?.description ?? "")|\(address.id)"))\""
        var headers = HTTPFields()
        headers[.eTag] = tag
        headers[.cacheControl] = "public, max-age=\(configuration.maxAge)"
        if let modified = state?.modified { headers[.lastModified] = httpDate(secondsSince1970: modified) }
        if let field = request.headers[.ifNoneMatch], matches(field, tag: tag) {
            return Answer(.notModified, headers: headers)
        }
        let bytes: [UInt8]?
        do throws(Diagnostic) {
            bytes = try data.archive.tile(address.id)
        } catch {
            throw RequestError(.badGateway, "the archive cannot be read: \(error.message)")
        }
        guard let bytes, !bytes.isEmpty else {
            // Clients draw the larger tile instead of nothing when a picture is missing; an empty vector tile is an answer.
            guard isVector else { throw .notFound("\"\(data.id)\" has no tile \(address.id)") }
            return Answer(.noContent, headers: headers)
        }
        let type = isVector ? "application/x-protobuf" : "image/\(format.rawValue)"
        return Answer(type: type, headers: headers, body: ByteBuffer(bytes: bytes))
    }

    /// - SeeAlso: TileJSON 3.0.0.
    func dataJSON(_ data: ServedData, _ request: ServerRequest) -> JSONNode {
        let info = data.info
        let isVector = info.format == .mvt || info.format == .unknown
        let ext = isVector ? "pbf" : info.format == .jpeg ? "jpg" : info.format.rawValue
        let box = info.bounds ?? CoordinateBox.world
        let center = info.center ?? box.center
        let members: KeyValuePairs<String, JSONNode?> = [
            "tilejson": .text("3.0.0"), "id": .text(data.id), "name": .text(info.name ?? data.id),
            "tiles": .list([
                .text("\(base(request))/data/\(percentEncoded(data.id))/{z}/{x}/{y}.\(ext)\(keyQuery(request))")
            ]),
            "format": .text(ext), "type": .text(isVector ? "overlay" : "baselayer"),
            "minzoom": .count(info.minZoom), "maxzoom": .count(info.maxZoom),
            "bounds": .list([box.west, box.south, box.east, box.north].map(JSONNode.number)),
            "center": .list([
                .number(center.longitude), .number(center.latitude), .count((info.minZoom + info.maxZoom) / 2),
            ]),
            "attribution": info.attribution.map(JSONNode.text),
            "vector_layers": isVector
                ? .list(
                    info.vectorLayers.map { layer in
                        .members([
                            "id": .text(layer.id),
                            "fields": JSONNode(
                                .object(
                                    JSONObject(
                                        layer.fields.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value)) }))
                            ),
                        ])
                    }) : nil,
        ]
        return JSONNode.members(members).merging(data.tileJSON)
    }
}
