// SPDX-License-Identifier: MIT
import HTTPTypes
import MapDiagnostics
import MapGeo
import MapPlane
import MapTiles
import NIOCore

extension MapService {
    /// `/data/{id}.json`, `/data/{id}/{z}/{x}/{y}.{format}`, `/data/{id}/elevation/{z}/{x}/{y}`.
    ///
    /// Several ids with commas between them are one archive: the smaller ones lie over the larger.
    func data(_ request: ServerRequest, _ parts: [Substring]) async throws(RequestError) -> Answer {
        try allow(request, [.get])
        guard let first = parts.first else { throw notFound(request) }
        if parts.count == 1 {
            guard first.hasSuffix(".json") else { throw notFound(request) }
            return document(dataJSON(try servedData(first.dropLast(5)), request), request)
        }
        if parts.count == 5, parts[1] == "elevation" {
            return try await elevation(of: try servedData(first), Array(parts.suffix(3)), request)
        }
        guard parts.count == 4, let address = TileAddress(Array(parts.dropFirst())) else { throw notFound(request) }
        return try await tile(address, of: try servedData(first), request)
    }

    private func servedData(_ part: Substring) throws(RequestError) -> ServedData {
        let id = percentDecoded(part)
        if let data = catalog.data(id) { return data }
        var archives: [ServedData] = []
        for name in id.split(separator: ",").prefix(16) {
            guard let data = catalog.data(String(name)) else {
                throw .notFound(
                    "the data \"\(name.prefix(60))\" are not served",
                    hint: didYouMean(String(name), catalog.data.map(\.id)))
            }
            guard data.isVector else {
                throw .notFound("\"\(data.id)\" holds pictures, which cannot be laid over other data")
            }
            archives.append(data)
        }
        guard let overlaid = OverlaidArchives(archives.map(\.archive)) else {
            throw .notFound("the data \"\(id.prefix(60))\" are not served")
        }
        return ServedData(
            id: id, path: archives.map(\.path).joined(separator: ","), archive: overlaid,
            files: archives.flatMap(\.files))
    }

    private func tile(
        _ address: TileAddress, of data: ServedData, _ request: ServerRequest
    ) async throws(RequestError) -> Answer {
        let format = data.info.format
        let known: [ArchiveInfo.Format: [String]] = [
            .png: ["png"], .jpeg: ["jpg", "jpeg"], .webp: ["webp"], .avif: ["avif"], .mlt: ["mlt", "geojson"],
        ]
        let vectorEndings = Set(["pbf", "mvt", "geojson", configuration.vectorEnding])
        guard
            data.isVector && format != .mlt
                ? vectorEndings.contains(address.ext) : known[format, default: []].contains(address.ext)
        else {
            throw .notFound("the tiles of \"\(data.id)\" have the format \(data.isVector ? "pbf" : format.rawValue)")
        }
        guard address.id.isValid, address.id.z >= data.info.minZoom, address.id.z <= data.info.maxZoom else {
            throw .notFound("\"\(data.id)\" has no tile \(address.id)")
        }
        let files = SceneFiles(data.files)
        let tag = "\"\(hexDigest("\(data.path)|\(files.state)|\(address.id)|\(address.ext)"))\""
        var headers = HTTPFields()
        headers[.eTag] = tag
        headers[.cacheControl] = "public, max-age=\(configuration.maxAge)"
        if files.newest > 0 { headers[.lastModified] = httpDate(secondsSince1970: files.newest) }
        if let field = request.headers[.ifNoneMatch], matches(field, tag: tag) {
            return Answer(.notModified, headers: headers)
        }
        let isGeoJSON = address.ext == "geojson"
        // What has to be computed is no work for the event loops.
        let bytes =
            isGeoJSON || data.archive is OverlaidArchives
            ? try await drawn(request) { () throws(RequestError) in try data.bytes(of: address.id, isGeoJSON) }
            : try data.bytes(of: address.id, isGeoJSON)
        guard let bytes, !bytes.isEmpty else {
            // Clients draw the larger tile instead of nothing when a picture is missing; an empty vector tile is an answer.
            guard data.isVector else { throw .notFound("\"\(data.id)\" has no tile \(address.id)") }
            return Answer(.noContent, headers: headers)
        }
        let type =
            isGeoJSON
            ? "application/geo+json" : data.isVector ? "application/x-protobuf" : "image/\(format.rawValue)"
        return Answer(type: type, headers: headers, body: ByteBuffer(bytes: bytes))
    }

    /// `{z}/{x}/{y}` with the numbers of a tile, of whose middle the height is told, or `{z}/{longitude}/{latitude}`.
    private func elevation(
        of data: ServedData, _ parts: [Substring], _ request: ServerRequest
    ) async throws(RequestError) -> Answer {
        guard let encoding = data.elevationEncoding else {
            throw .notFound(
                "\"\(data.id)\" has no heights", hint: "\"encoding\" of the data says how colors mean heights")
        }
        guard let zoom = whole(parts[0]), zoom >= data.info.minZoom, zoom <= data.info.maxZoom else {
            throw .bad("z", "expected a zoom from \(data.info.minZoom) to \(data.info.maxZoom)")
        }
        let coordinate: Coordinate
        if let x = whole(parts[1]), let y = whole(parts[2]) {
            let id = TileID(z: zoom, x: x, y: y)
            guard id.isValid else { throw .notFound("there is no tile \(id)") }
            coordinate = WebMercator.unproject(id.mercatorRect.center)
        } else {
            guard let longitude = Double(parts[1]), let latitude = Double(parts[2]), abs(longitude) <= 180,
                abs(latitude) <= WebMercator.maxLatitude
            else { throw .bad("x", "expected a tile's column and row, or a longitude and a latitude") }
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        let node = try await drawn(request) { () throws(RequestError) in
            do throws(Diagnostic) {
                return try Elevation(data: data, encoding: encoding).json(at: coordinate, zoom: zoom)
            } catch {
                throw RequestError(.badGateway, "the archive cannot be read: \(error.message)")
            }
        }
        guard let node else { throw .notFound("\"\(data.id)\" has no tile there") }
        var answer = Answer.json(node.line + "\n")
        answer.headers[.cacheControl] = "public, max-age=\(configuration.maxAge)"
        return answer
    }

    /// - SeeAlso: TileJSON 3.0.0.
    func dataJSON(_ data: ServedData, _ request: ServerRequest) -> JSONNode {
        let info = data.info
        let isVector = data.isVector
        let ext = isVector ? configuration.vectorEnding : info.format == .jpeg ? "jpg" : info.format.rawValue
        let ids = data.id.split(separator: ",").map { percentEncoded(String($0)) }.joined(separator: ",")
        let box = info.bounds ?? CoordinateBox.world
        let center = info.center ?? box.center
        let members: KeyValuePairs<String, JSONNode?> = [
            "tilejson": .text("3.0.0"), "id": .text(data.id), "name": .text(info.name ?? data.id),
            "tiles": tileAddresses("/data/\(ids)/{z}/{x}/{y}.\(ext)\(keyQuery(request))", request),
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

extension ServedData {
    /// Throws what is told to clients when the archive is damaged.
    fileprivate func bytes(of id: TileID, _ isGeoJSON: Bool) throws(RequestError) -> [UInt8]? {
        do throws(Diagnostic) {
            guard isGeoJSON || info.container == .geojson else { return try archive.tile(id) }
            guard let tile = try archive.vectorTile(id) else { return nil }
            return isGeoJSON ? Array(TileFeatures(id: id, tile: tile).geoJSON.line.utf8) : tile.encoded
        } catch {
            throw RequestError(.badGateway, "the archive cannot be read: \(error.message)")
        }
    }
}
