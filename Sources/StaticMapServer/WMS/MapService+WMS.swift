// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import NIOCore
import StaticMap

extension MapService {
    /// `/wms`: GetCapabilities, GetMap and GetFeatureInfo of WMS 1.1.1 and 1.3.0.
    func wms(_ request: ServerRequest) async -> Response {
        let query = request.query.lowercased
        let isOld = (query["version"] ?? query["wmtver"] ?? "1.3.0") < "1.3"
        do throws(WMSError) {
            switch (query["request"] ?? "").lowercased() {
            case "getcapabilities", "capabilities":
                let capabilities = WMSCapabilities(
                    base: base(request), key: request.query["key"], styles: catalog.styles.filter(\.isRendered),
                    longestSide: Int(Double(mapLimits.pixels).squareRoot()))
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
                else { throw WMSError("InvalidPoint", "\(isOld ? "X and Y" : "I and J") must lie in the image") }
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
    private func answered(_ work: () async throws(RequestError) -> Response) async throws(WMSError) -> Response {
        do throws(RequestError) {
            return try await work()
        } catch {
            if error.status.code >= 500 { return error.problem(instance: "/wms") }
            throw WMSError("InvalidParameterValue", error.description)
        }
    }

    private func map(_ map: WMSRequest, _ request: ServerRequest) async throws(RequestError) -> Response {
        let (catalog, rendering) = current
        let style = try servedStyle(map.layer[...])
        let projection = WMSProjection(map, canTilt: style.canTilt)
        try projection.check(scale: limits.scale, pixels: mapLimits.pixels)
        let hidden =
            map.transparent
            ? (style.json?["layers"]?.array ?? []).filter { $0["type"]?.string == "background" }.compactMap {
                $0["id"]?.string
            } : []
        let scene = projection.scene(of: style, hiding: hidden)
        let watched = watched(style)
        let version = watched.version()
        let digest = hexDigest(
            "\(version.digest)|wms|\(style.id)|\(projection.key)|\(map.format.format)|\(map.background ?? "")|\(map.transparent)"
        )
        var metadata = ResponseMetadata()
        (metadata.route, metadata.style) = (request.route, map.layer)
        let target = CachedResponse(
            tag: "\"\(digest)\"", watched: watched, version: version, generation: catalog.generation,
            mediaType: mediaType(map.format.format), warnings: map.warnings, metadata: metadata)
        targets.insert(target, for: request.target, cost: 1024 + 2 * request.target.utf8.count)
        if request.headers.hold(target.tag, modified: target.newest) { return notModified(target) }
        let subject = request.subject(digest)
        let (encoded, outcome) = try await encoded(target.tag, onDisk: digest, request) {
            [pool] cancellation async throws(RequestError) in
            try await pool.run(subject, cancellation: cancellation) {
                Result { () throws(RequestError) in
                    let drawn = try rendering.bitmap(of: scene)
                    let bitmap = projection.resampled(drawn)
                    let flat = map.transparent ? bitmap : bitmap.over(map.background ?? "#ffffff")
                    return EncodedMap(
                        body: ByteBuffer(bytes: try rendering.encoded(flat, map.format)),
                        mediaType: target.mediaType, pixels: bitmap.pixels.count, warnings: [], phases: [])
                }
            }
        }
        return answer(encoded, target, outcome)
    }

    /// What `hit` says of the place.
    private func features(
        of map: WMSRequest, _ x: Double, _ y: Double, _ query: Query, _ request: ServerRequest
    ) async throws(RequestError) -> Response {
        let style = try servedStyle(map.layer[...])
        let projection = WMSProjection(map, canTilt: style.canTilt)
        try projection.check(scale: limits.scale, pixels: mapLimits.pixels)
        let scene = projection.scene(of: style)
        let rendering = current.rendering
        let point = projection.source(x: x + 0.5, y: y + 0.5)
        let hit = try await drawn(request) { () throws(RequestError) in
            try rendering.hitMap(of: scene).hit(at: point).node
        }
        let format = (query["info_format"] ?? "application/json").lowercased()
        var answer: Response
        switch format {
        case "application/json", "application/geojson":
            answer = .json(.members(["layer": .text(map.layer), "hit": hit]))
        case "text/plain": answer = Response(text: hit.line + "\n")
        case "text/html":
            answer = Response(type: "text/html; charset=utf-8", text: "<pre>\(markupEscaped(hit.line))</pre>\n")
        default: throw .bad("INFO_FORMAT", "expected application/json, text/plain or text/html")
        }
        answer.headers[.cacheControl] = "no-store"
        return answer
    }
}

extension MapService {
    /// An error in the form that `EXCEPTIONS` names: a report in XML, an image of the message, or an empty image.
    ///
    /// - SeeAlso: OGC 06-042, §7.3.3.11.
    func answer(
        to error: WMSError, _ query: Query, isOld: Bool, cancellation: CancellationFlag
    ) async -> Response {
        let form = (query["exceptions"] ?? "").lowercased()
        var image: Response?
        if form.hasSuffix("inimage") { image = await drawn(error.message, query, cancellation) }
        if form.hasSuffix("blank") { image = await drawn("", query, cancellation) }
        return image ?? report(error, isOld: isOld)
    }

    private func report(_ error: WMSError, isOld: Bool) -> Response {
        let space = isOld ? "" : " xmlns=\"http://www.opengis.net/ogc\""
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ServiceExceptionReport version="\(isOld ? "1.1.1" : "1.3.0")"\(space)>
            <ServiceException code="\(error.code)">\(markupEscaped(error.message))</ServiceException>
            </ServiceExceptionReport>

            """
        var answer = Response(
            .badRequest, type: isOld ? "application/vnd.ogc.se_xml" : "text/xml; charset=utf-8", text: text)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// A text on an image of the size that was asked for; nil when that cannot be drawn.
    private func drawn(_ message: String, _ query: Query, _ cancellation: CancellationFlag) async -> Response? {
        guard let width = query["width"].flatMap({ whole($0) }), let height = query["height"].flatMap({ whole($0) }),
            width > 0, height > 0, width <= mapLimits.pixels / height
        else { return nil }
        guard let style = try? InlineJSON(json: #"{"version": 8, "sources": {}, "layers": []}"#) else { return nil }
        var scene = Scene(
            size: Size(width: Double(width), height: Double(height)), basemap: BaseMap(style: .inline(style)),
            camera: .center(Coordinate(latitude: 0, longitude: 0), zoom: 0), attribution: .hidden)
        if !message.isEmpty {
            var text = ScreenText(lines(message, width: Double(width)))
            text.style.size = 12
            scene.decorations = [Decoration(.text(text))]
        }
        let (rendering, empty) = (current.rendering, scene)
        let isTransparent = query["transparent"]?.uppercased() == "TRUE"
        let background = query["bgcolor"].flatMap { hexColor($0, digits: [6]) } ?? "#ffffff"
        let subject = DrawingSubject(digest: hexDigest("wms|\(width)|\(height)|\(message)"), text: "WMS: \(message)")
        let drawn = try? await pool.run(subject, cancellation: cancellation) {
            Result { () throws(RequestError) in
                let bitmap = try rendering.bitmap(of: empty)
                return try rendering.encoded(
                    isTransparent ? bitmap : bitmap.over(background), RenderRequest.Output("png"))
            }
        }
        guard let drawn else { return nil }
        var answer = Response(type: "image/png", bytes: drawn)
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// Breaks a text between words into lines that fit at 12 points.
    private func lines(_ text: String, width: Double) -> String {
        let most = max(8, Int((width - 24) / 6.5))
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= most {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
