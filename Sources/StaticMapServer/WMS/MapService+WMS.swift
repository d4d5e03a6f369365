// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import MapTiles
import NIOCore
import StaticMap

extension MapService {
    /// `/wms`: GetCapabilities, GetMap, GetFeatureInfo and GetLegendGraphic of WMS 1.1.1 and 1.3.0, with parameters in the
    /// address or in the form of a POST.
    func wms(_ given: ServerRequest) async -> Response {
        var request = given
        if request.method == .post {
            request.query.items += Query(String(decoding: request.body, as: UTF8.self)[...]).items
            // What is remembered by its address has no body.
            request.target += (request.target.contains("?") ? "&" : "?") + hexDigest(request.body)
        }
        let query = request.query.lowercased
        let isOld = (query["version"] ?? query["wmtver"] ?? "1.3.0") < "1.3"
        do throws(WMSError) {
            if let service = query["service"], service.uppercased() != "WMS" {
                throw WMSError("InvalidParameterValue", "SERVICE: expected WMS, found \"\(service.prefix(20))\"")
            }
            let styles = catalog(for: request).styles.filter(\.isRendered)
            switch (query["request"] ?? "").lowercased() {
            case "getcapabilities", "capabilities":
                let capabilities = WMSCapabilities(
                    base: base(request), key: request.query["key"], styles: styles, systems: systems.all,
                    longestSide: Int(Double(mapLimits.pixels).squareRoot()),
                    attributions: attributions(of: styles))
                return document(
                    isOld ? capabilities.version111 : capabilities.version130, request,
                    type: isOld ? "application/vnd.ogc.wms_xml" : "text/xml; charset=utf-8")
            case "getmap", "map":
                let map = try WMSRequest(query, styles: styles.map(\.id), systems: systems)
                return try await answered { () async throws(RequestError) in
                    try await self.draw(map.map, in: try self.servedStyle(map.layer[...], request), request)
                }
            case "getfeatureinfo", "feature_info":
                let map = try WMSRequest(query, styles: styles.map(\.id), systems: systems)
                guard let x = (query["i"] ?? query["x"]).flatMap(decimal),
                    let y = (query["j"] ?? query["y"]).flatMap(decimal),
                    (0..<Double(map.map.width)).contains(x), (0..<Double(map.map.height)).contains(y)
                else { throw WMSError("InvalidPoint", "\(isOld ? "X and Y" : "I and J") must lie in the image") }
                return try await answered { () async throws(RequestError) in
                    try await self.features(of: map, x, y, query, request)
                }
            case "getlegendgraphic":
                guard let style = styles.first(where: { $0.id == query["layer"] }) else {
                    throw WMSError("LayerNotDefined", "LAYER: expected one of the layers")
                }
                return try await answered { () async throws(RequestError) in
                    try await self.legend(of: style, query, request)
                }
            default:
                throw WMSError(
                    "OperationNotSupported",
                    "REQUEST: expected GetCapabilities, GetMap, GetFeatureInfo or GetLegendGraphic")
            }
        } catch {
            return await answer(to: error, query, isOld: isOld, cancellation: request.cancellation)
        }
    }

    private func attributions(of styles: [ServedStyle]) -> [String: String] {
        let data = catalog.data
        return styles.reduce(into: [:]) { result, style in
            let names = data.filter { style.files.contains($0.path) || style.tiles.contains($0.path) }
                .compactMap(\.info.attribution)
            if !names.isEmpty { result[style.id] = Set(names).sorted().joined(separator: " | ") }
        }
    }

    /// Errors of drawing as WMS errors; the server's own troubles, and what a key has used up, stay what they are.
    private func answered(_ work: () async throws(RequestError) -> Response) async throws(WMSError) -> Response {
        do throws(RequestError) {
            return try await work()
        } catch {
            if error.status.code >= 500 || [429, 499].contains(error.status.code) {
                return error.problem(instance: "/wms")
            }
            throw WMSError("InvalidParameterValue", error.description)
        }
    }

    /// Samples of what the style draws, with their names.
    private func legend(
        of style: ServedStyle, _ query: Query, _ request: ServerRequest
    ) async throws(RequestError) -> Response {
        let type = (query["format"] ?? "image/png").lowercased()
        guard let format = WMSRequest.formats[type] else {
            throw .bad("FORMAT", "\"\(type.prefix(40))\" is not written")
        }
        guard let legend = StyleLegend(style) else { throw .notFound("the layer has no legend") }
        let version = watched(style).version()
        let digest = hexDigest("\(version.digest)|legend|\(style.id)|\(format.format)")
        var metadata = ResponseMetadata()
        (metadata.route, metadata.style) = (request.route, style.id)
        let target = CachedResponse(
            tag: "\"\(digest)\"", watched: watched(style), version: version, generation: catalog.generation,
            mediaType: mediaType(format.format), metadata: metadata)
        if request.headers.hold(target.tag, modified: target.newest) { return notModified(target) }
        let rendering = current.rendering
        let (encoded, outcome) = try await encoded("legend " + digest, request) {
            [pool] cancellation async throws(RequestError) in
            try await pool.run(request.subject(digest), cancellation: cancellation) {
                Result { () throws(RequestError) in
                    let drawn = try rendering.draw(legend.scene, as: [format])[0]
                    return EncodedMap(
                        body: ByteBuffer(bytes: drawn.bytes), mediaType: drawn.mediaType,
                        pixels: drawn.width * drawn.height)
                }
            }
        }
        return answer(encoded, target, outcome)
    }

    /// What `hit` says of the place.
    private func features(
        of map: WMSRequest, _ x: Double, _ y: Double, _ query: Query, _ request: ServerRequest
    ) async throws(RequestError) -> Response {
        let style = try servedStyle(map.layer[...], request)
        let view = try PlanarView(map.map)
        try view.check(scale: limits.scale, pixels: pixels(for: request))
        let rendering = current.rendering
        let point = view.source(x: x + 0.5, y: y + 0.5)
        var hit = JSONNode.null
        if let scene = view.scene(of: style) {
            hit = try await drawn(request) { () throws(RequestError) in
                try rendering.hitMap(of: scene).hit(at: point).node
            }
        }
        let format = (query["info_format"] ?? "application/json").lowercased()
        let answer: Response
        switch format {
        case "application/json", "application/geojson":
            answer = .json(["layer": .text(map.layer), "hit": hit])
        case "text/plain": answer = Response(text: hit.line + "\n")
        case "text/html":
            answer = Response(type: "text/html; charset=utf-8", text: "<pre>\(markupEscaped(hit.line))</pre>\n")
        default: throw .bad("INFO_FORMAT", "expected application/json, text/plain or text/html")
        }
        return answer.uncached
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
        let type = isOld ? "application/vnd.ogc.se_xml" : "text/xml; charset=utf-8"
        return Response(.badRequest, type: type, text: text).uncached
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
        return drawn.map { Response(type: "image/png", bytes: $0).uncached }
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

/// An image that a WMS client asks for.
///
/// - SeeAlso: OGC 06-042 (WMS 1.3.0), OGC 01-068r3 (WMS 1.1.1).
package struct WMSRequest: Sendable {
    package var layer: String
    package var map: PlanarMap

    /// Names of GetMap and GetFeatureInfo, in lowercase.
    package static let parameters: Set<String> = [
        "service", "version", "wmtver", "request", "layers", "query_layers", "styles", "crs", "srs", "bbox", "width",
        "height", "format", "transparent", "bgcolor", "exceptions", "info_format", "feature_count", "i", "j", "x", "y",
        "dpi", "map_resolution", "format_options", "time", "elevation", "sld", "sld_body", "layer",
    ]

    private static let ignored = ["time", "elevation", "sld", "sld_body"]

    static let formats: [String: RenderRequest.Output] = [
        "image/png": .init("png"), "image/png; mode=8bit": .init("png8"), "image/png8": .init("png8"),
        "image/jpeg": .init("jpeg"), "image/webp": .init("webp"),
    ]

    /// Reads a query with names in lowercase.
    package init(_ query: Query, styles: [String], systems: ServedSystems = .standard) throws(WMSError) {
        let version = query["version"] ?? query["wmtver"] ?? "1.3.0"
        guard ["1.3.0", "1.1.1", "1.1.0", "1.0.0"].contains(version) else {
            throw WMSError("InvalidParameterValue", "VERSION: expected 1.3.0 or 1.1.1, found \"\(version.prefix(20))\"")
        }
        let isNew = version == "1.3.0"
        let layers = (query["layers"] ?? query["query_layers"] ?? "").split(separator: ",").map(String.init)
        guard let layer = layers.last else { throw WMSError("MissingParameterValue", "LAYERS is required") }
        for name in layers where !styles.contains(name) {
            throw WMSError("LayerNotDefined", "the layer \"\(name.prefix(40))\" is not served")
        }
        guard layers.count == 1 else {
            throw WMSError("InvalidParameterValue", "LAYERS: maps cover each other; ask for one")
        }
        for style in (query["styles"] ?? "").split(separator: ",") where style != "default" {
            throw WMSError("StyleNotDefined", "the style \"\(style.prefix(40))\" is not defined")
        }
        self.layer = layer
        guard let name = query[isNew ? "crs" : "srs"] ?? query["crs"] ?? query["srs"] else {
            throw WMSError("MissingParameterValue", "\(isNew ? "CRS" : "SRS") is required")
        }
        guard let system = systems.system(name) else {
            throw WMSError(isNew ? "InvalidCRS" : "InvalidSRS", "\(name.prefix(40)) is not served")
        }
        guard let n = query["bbox"].flatMap(Self.numbers), n.count == 4 else {
            throw WMSError("InvalidParameterValue", "BBOX: expected four numbers")
        }
        // Systems have the order of their axes in 1.3.0, and the east first in what came before.
        let isNorthFirst = isNew && system.isNorthFirst
        let box =
            isNorthFirst
            ? PlaneBox(minX: n[1], minY: n[0], maxX: n[3], maxY: n[2])
            : PlaneBox(minX: n[0], minY: n[1], maxX: n[2], maxY: n[3])
        let most = system.isGeographic ? 1e4 : 1e9
        guard box.minX < box.maxX, box.minY < box.maxY, n.allSatisfy({ abs($0) <= most }) else {
            throw WMSError("InvalidParameterValue", "BBOX: expected the smaller numbers first")
        }
        guard let width = query["width"].flatMap({ whole($0) }), let height = query["height"].flatMap({ whole($0) }),
            width > 0, height > 0
        else { throw WMSError("InvalidParameterValue", "WIDTH and HEIGHT: expected numbers of pixels") }
        let type = (query["format"] ?? "image/png").lowercased()
        // OWSLib says "None" for a format that its caller left out.
        guard let format = Self.formats[["", "none"].contains(type) ? "image/png" : type] else {
            throw WMSError("InvalidFormat", "FORMAT: \"\(type.prefix(40))\" is not written")
        }
        map = PlanarMap(system: system, box: box, width: width, height: height, format: format)
        map.omitsBackground = (query["transparent"] ?? "FALSE").uppercased() == "TRUE"
        map.transparent = map.omitsBackground && format.format != "jpeg"
        map.background = query["bgcolor"].flatMap { hexColor($0, digits: [6]) }
        // GeoServer, QGIS and MapServer say in these ways how fine the screen is, on which labels grow.
        let dots = query["dpi"] ?? query["map_resolution"] ?? query["format_options"].map { String($0.dropFirst(4)) }
        map.scale = min(4, max(1, (dots.flatMap(decimal) ?? 90.7) / 90.7))
        map.warnings =
            Self.ignored.filter { query[$0] != nil }.map { "\($0.uppercased()) changes nothing here" }
            + SceneDraft.others(in: query, than: Self.parameters)
    }

    /// Numbers with commas between them, exponents allowed.
    private static func numbers(_ text: String) -> [Double]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0).trimmed) }
        guard numbers.allSatisfy({ $0?.isFinite == true }) else { return nil }
        return numbers.compactMap(\.self)
    }
}

/// What a WMS server answers instead of an image.
package struct WMSError: Error, Sendable {
    package var code: String
    package var message: String

    package init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }
}
