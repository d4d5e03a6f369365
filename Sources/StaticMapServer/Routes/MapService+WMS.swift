// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCanvas
import MapDiagnostics
import MapPlane
import NIOCore
import StaticMap

extension MapService {
    /// `/wms`: GetCapabilities, GetMap and GetFeatureInfo of WMS 1.1.1 and 1.3.0.
    func wms(_ request: ServerRequest) async throws(RequestError) -> Answer {
        try allow(request, [.get])
        let query = request.query.lowercased
        let isOld = (query["version"] ?? query["wmtver"] ?? "1.3.0") < "1.3"
        do throws(WMSError) {
            switch (query["request"] ?? "").lowercased() {
            case "getcapabilities", "capabilities":
                let capabilities = WMSCapabilities(
                    base: base(request), key: request.query["key"], styles: catalog.styles.filter(\.isRendered),
                    longestSide: Int(Double(limits.pixels).squareRoot()))
                return document(
                    isOld ? capabilities.version111 : capabilities.version130, request,
                    type: isOld ? "application/vnd.ogc.wms_xml" : "text/xml; charset=utf-8")
            case "getmap", "map":
                let map = try WMSRequest(query, styles: catalog.styles.filter(\.isRendered).map(\.id))
                return try await answered { () async throws(RequestError) in try await self.map(map, request) }
            case "getfeatureinfo", "feature_info":
                let map = try WMSRequest(query, styles: catalog.styles.filter(\.isRendered).map(\.id))
                guard let x = (query["i"] ?? query["x"]).flatMap(decimal),
                    let y = (query["j"] ?? query["y"]).flatMap(decimal),
                    (0..<Double(map.width)).contains(x), (0..<Double(map.height)).contains(y)
                else { throw WMSError("InvalidPoint", "\(isOld ? "X and Y" : "I and J") must lie in the picture") }
                return try await answered { () async throws(RequestError) in
                    try await self.features(of: map, x, y, query, request)
                }
            default:
                throw WMSError("OperationNotSupported", "REQUEST: expected GetCapabilities, GetMap or GetFeatureInfo")
            }
        } catch {
            return await answer(to: error, query, isOld: isOld, cancellation: request.cancellation)
        }
    }

    /// Errors of drawing as WMS errors; the server's own troubles stay what they are.
    private func answered(_ work: () async throws(RequestError) -> Answer) async throws(WMSError) -> Answer {
        do throws(RequestError) {
            return try await work()
        } catch {
            if error.status.code >= 500 { return error.problem(instance: "/wms") }
            throw WMSError("InvalidParameterValue", error.description)
        }
    }

    private func map(_ map: WMSRequest, _ request: ServerRequest) async throws(RequestError) -> Answer {
        guard map.width * map.height <= limits.pixels else {
            throw RequestError(.contentTooLarge, "the picture would have more than \(limits.pixels) pixels")
        }
        let projection = WMSProjection(map)
        let style = catalog.style(map.layer)
        let hidden =
            map.transparent
            ? (style?.json?["layers"]?.array ?? []).filter { $0["type"]?.string == "background" }.compactMap {
                $0["id"]?.string
            } : []
        let scene = projection.scene(hiding: hidden)
        let (catalog, rendering) = current
        let admitted = try SceneGate(catalog: catalog, limits: limits).admit(Array(scene.line.utf8))
        let watched = watched(admitted.style)
        let version = watched.version()
        let digest = hexDigest(
            "\(version.digest)|\(projection.key)|\(map.format.format)|\(map.background ?? "")|\(map.transparent)|\(scene.line)"
        )
        var metadata = AnswerMetadata()
        (metadata.dialect, metadata.route, metadata.style) = ("wms", "wms", map.layer)
        let target = RememberedTarget(
            tag: "\"\(digest)\"", watched: watched, version: version, generation: catalog.generation,
            mediaType: mediaType(map.format.format), warnings: map.warnings, metadata: metadata)
        targets.insert(target, for: request.target, cost: 1024 + 2 * request.target.utf8.count)
        if let field = request.headers[.ifNoneMatch], matches(field, tag: target.tag) { return notModified(target) }
        if let kept = encodedMaps.value(for: target.tag) {
            var answer = answer(kept, target)
            answer.metadata.cache = .hit
            return answer
        }
        let (pool, encodedMaps) = (pool, encodedMaps)
        let (encoded, isShared) = try await drawings.value(for: target.tag, client: request.cancellation) {
            cancellation in
            do throws(RequestError) {
                let encoded = try await pool.run(cancellation: cancellation) {
                    Result { () throws(RequestError) in
                        let drawn = try rendering.bitmap(of: admitted.text)
                        let bitmap = projection.resampled(drawn)
                        let flat = map.transparent ? bitmap : bitmap.over(map.background ?? "#ffffff")
                        return EncodedMap(
                            body: ByteBuffer(bytes: try rendering.encoded(flat, map.format)),
                            mediaType: target.mediaType, pixels: bitmap.pixels.count, warnings: [], phases: [])
                    }
                }
                encodedMaps.insert(encoded, for: target.tag, cost: encoded.body.readableBytes + 512)
                return .success(encoded)
            } catch {
                return .failure(error)
            }
        }
        var answer = answer(encoded, target)
        answer.metadata.cache = isShared ? .shared : .miss
        return answer
    }

    /// What `hit` says of the place.
    private func features(
        of map: WMSRequest, _ x: Double, _ y: Double, _ query: Query, _ request: ServerRequest
    ) async throws(RequestError) -> Answer {
        let projection = WMSProjection(map)
        let (catalog, rendering) = current
        let admitted = try SceneGate(catalog: catalog, limits: limits)
            .admit(Array(projection.scene(hiding: []).line.utf8))
        let point = projection.source(x: x + 0.5, y: y + 0.5)
        let hit = try await drawn(request) { () throws(RequestError) in
            try rendering.hitMap(of: admitted.text).hit(at: point).json
        }
        let format = (query["info_format"] ?? "application/json").lowercased()
        var answer: Answer
        switch format {
        case "application/json", "application/geojson":
            answer = .json("{\"layer\": \(quoted(map.layer)), \"hit\": \(hit)}\n")
        case "text/plain": answer = Answer(text: hit + "\n")
        case "text/html": answer = Answer(type: "text/html; charset=utf-8", text: "<pre>\(markupEscaped(hit))</pre>\n")
        default: throw .bad("INFO_FORMAT", "expected application/json, text/plain or text/html")
        }
        answer.headers[.cacheControl] = "no-store"
        return answer
    }
}
