// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapGeometry
import MapTiles
import NIOCore

extension MapService {
    func dataTileJSON(_ request: ServerRequest) throws(RequestError) -> Response {
        document(dataJSON(try servedData(request.parts[0]), request), request)
    }

    /// The tile `{id}/{z}/{x}/{y}.{format}`.
    func dataTile(_ request: ServerRequest) async throws(RequestError) -> Response {
        guard let address = TileAddress(Array(request.parts[1...])) else { throw notFound(request) }
        return try await tile(address, of: try servedData(request.parts[0]), request)
    }

    /// An archive. Several ids with commas between them are one: the smaller ones lie over the larger.
    func servedData(_ part: Substring) throws(RequestError) -> ServedData {
        let id = percentDecoded(part)
        if let data = data(named: id) { return data }
        var archives: [ServedData] = []
        for name in id.split(separator: ",").prefix(16) {
            guard let data = data(named: String(name)) else {
                throw .notFound(
                    "the data \"\(name.prefix(60))\" are not served",
                    hint: didYouMean(String(name), catalog.data.map(\.id)))
            }
            guard data.isVector else {
                throw .notFound("\"\(data.id)\" holds images, which cannot be laid over other data")
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

    /// An archive, in its own schema or in OpenMapTiles.
    private func data(named id: String) -> ServedData? {
        if let data = catalog.data(id) { return data }
        guard id.hasSuffix(ServedData.adaptedSuffix) else { return nil }
        return catalog.data(String(id.dropLast(ServedData.adaptedSuffix.count)))?.adapted
    }

    func tile(
        _ address: TileAddress, of data: ServedData, _ request: ServerRequest
    ) async throws(RequestError) -> Response {
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
        let files = SceneFiles(data.files, digests)
        var headers = HTTPFields()
        headers[.cacheControl] = caching
        if files.newest > 0 { headers[.lastModified] = httpDate(secondsSince1970: files.newest) }
        func isKnown(_ tag: String) -> Bool {
            headers[.eTag] = tag
            return request.headers.hold(tag, modified: files.newest)
        }
        let isGeoJSON = address.ext == "geojson"
        let bytes: ByteBuffer
        if isGeoJSON || data.archive is OverlaidArchives || data.archive is AdaptedArchive {
            // What has to be computed is no work for the event loops, and need not be done for a client that has it.
            let tag = "\"\(hexDigest("\(data.id)|\(files.state)|\(address.id)|\(address.ext)"))\""
            if isKnown(tag) { return Response(.notModified, headers: headers) }
            let subject = request.subject(hexDigest(tag))
            bytes = try await encoded(tag, request) { [pool] cancellation async throws(RequestError) in
                let bytes = try await pool.run(subject, cancellation: cancellation) {
                    Result { () throws(RequestError) in try data.bytes(of: address.id, isGeoJSON) }
                }
                return EncodedMap(body: ByteBuffer(bytes: bytes ?? []))
            }.map.body
        } else {
            // The tag of a tile is its own: a new version of an archive changes those of few tiles.
            let tile = try data.bytes(of: address.id, isGeoJSON) ?? []
            if isKnown("\"\(hexDigest(tile))\"") { return Response(.notModified, headers: headers) }
            bytes = ByteBuffer(bytes: tile)
        }
        guard bytes.readableBytes > 0 else {
            guard !data.isSparse else { throw .notFound("\"\(data.id)\" has no tile \(address.id)") }
            return Response(.noContent, headers: headers)
        }
        return Response(type: isGeoJSON ? "application/geo+json" : data.mediaType, headers: headers, body: bytes)
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
            "tilejson": "3.0.0", "id": .text(data.id), "name": .text(info.name ?? data.id),
            "tiles": tileAddresses("/data/\(ids)/{z}/{x}/{y}.\(ext)\(keyQuery(request))", request),
            "format": .text(ext), "type": .text(isVector ? "overlay" : "baselayer"),
            "minzoom": .count(info.minZoom), "maxzoom": .count(info.maxZoom),
            "bounds": .list([box.west, box.south, box.east, box.north].map(JSONNode.number)),
            "center": [.number(center.longitude), .number(center.latitude), .count((info.minZoom + info.maxZoom) / 2)],
            "attribution": info.attribution.map(JSONNode.text), "sparse": data.sparse.map { .bool($0) },
            "encoding": data.elevationEncoding.map { .text($0.rawValue) },
            "vector_layers": isVector
                ? .list(
                    info.vectorLayers.map { layer in
                        [
                            "id": .text(layer.id),
                            "fields": JSONNode(
                                .object(
                                    JSONObject(
                                        layer.fields.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value)) }))
                            ),
                        ]
                    }) : nil,
        ]
        return JSONNode.members(members).merging(data.tileJSON)
    }
}

extension ServedData {
    /// Throws what is told to clients when the archive is damaged.
    fileprivate func bytes(of id: TileID, _ isGeoJSON: Bool) throws(RequestError) -> [UInt8]? {
        try MapService.reading { () throws(Diagnostic) in
            guard isGeoJSON || info.container == .geojson else { return try archive.tile(id) }
            guard let tile = try archive.vectorTile(id) else { return nil }
            return isGeoJSON ? Array(TileFeatures(id: id, tile: tile).geoJSON.line.utf8) : tile.encoded
        }
    }
}

/// A vector tile as GeoJSON: the features of all layers, each with its layer's name as the property `layer`.
struct TileFeatures {
    let id: TileID
    let tile: VectorTile

    var geoJSON: JSONNode {
        [
            "type": "FeatureCollection",
            "features": .list(
                tile.layers.flatMap { layer in layer.features.compactMap { feature($0, layer) } }),
        ]
    }

    private func feature(_ feature: VectorFeature, _ layer: VectorLayer) -> JSONNode? {
        guard let geometry = geometry(feature, extent: Double(layer.extent)) else { return nil }
        var properties = JSONObject(
            feature.properties.sorted { $0.key < $1.key }.map { .init($0.key, JSONNode(property: $0.value)) })
        properties.set("layer", .text(layer.name))
        return [
            "type": "Feature", "id": feature.id.map(JSONNode.init(property:)), "geometry": geometry,
            "properties": JSONNode(.object(properties)),
        ]
    }

    private func geometry(_ feature: VectorFeature, extent: Double) -> JSONNode? {
        let geometry = feature.geometry()
        let square = id.mercatorRect
        func position(_ point: Point) -> JSONNode {
            let coordinate = WebMercator.unproject(
                Point(
                    square.minX + point.x / extent * square.width, square.minY + point.y / extent * square.height))
            // A tenth of a millimetre on the ground.
            let (longitude, latitude) = (coordinate.longitude * 1e9, coordinate.latitude * 1e9)
            return [.number(longitude.rounded() / 1e9), .number(latitude.rounded() / 1e9)]
        }
        let parts = geometry.parts.map { Array(geometry.points[$0]) }.filter { !$0.isEmpty }
        guard !parts.isEmpty else { return nil }
        switch feature.type {
        case .unknown: return nil
        case .point: return shape("Point", parts.flatMap(\.self).map(position))
        case .lineString: return shape("LineString", parts.map { .list($0.map(position)) })
        case .polygon:
            var polygons: [[JSONNode]] = []
            for ring in parts {
                let closed = JSONNode.list((ring + ring.prefix(1)).map(position))
                // Outer rings have a positive area in the tile's coordinates, holes a negative one.
                if signedArea(ring) > 0 || polygons.isEmpty {
                    polygons.append([closed])
                } else {
                    polygons[polygons.count - 1].append(closed)
                }
            }
            return shape("Polygon", polygons.map(JSONNode.list))
        }
    }

    private func shape(_ type: String, _ items: [JSONNode]) -> JSONNode? {
        guard let first = items.first else { return nil }
        return items.count == 1
            ? ["type": .text(type), "coordinates": first]
            : ["type": .text("Multi" + type), "coordinates": .list(items)]
    }
}

extension JSONNode {
    /// A value of a feature. The label keeps it apart from values of JSON, whose cases have the same names.
    init(property value: PropertyValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .number(let number): self = .number(number)
        case .bool(let flag): self.init(.bool(flag))
        case .null: self.init(.null)
        case .array(let items): self = .list(items.map(JSONNode.init(property:)))
        case .object(let members):
            self.init(
                .object(
                    JSONObject(members.sorted { $0.key < $1.key }.map { .init($0.key, JSONNode(property: $0.value)) })))
        }
    }
}
