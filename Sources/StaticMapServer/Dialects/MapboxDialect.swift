// SPDX-License-Identifier: MIT
import HTTPTypes
package import MapDiagnostics
import MapGeo

/// Mapbox's Static Images API, version 1:
/// `/styles/v1/{user}/{style}/static/[{overlays}/]{where}/{width}x{height}[@2x][.{format}]`
///
/// - SeeAlso: docs.mapbox.com/api/maps/static-images; zooms count worlds of 512 points.
package enum MapboxDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "padding", "attribution", "logo", "before_layer", "addlayer", "setfilter", "layer_id", "fresh",
    ]

    /// The style is its id; the rest is the end of the path, and what stands behind it or in a body.
    package static func request(
        style: String, parts: [Substring], query: Query, body: JSONNode? = nil, context: DialectContext
    ) throws(RequestError) -> RenderRequest {
        guard parts.count == 2 || parts.count == 3, let last = parts.last else {
            throw .notFound("expected static/[{overlay}/]{lon},{lat},{zoom}/{width}x{height}")
        }
        guard let frame = SizeAndFormat(percentDecoded(last)), [1, 2, 3].contains(frame.scale) else {
            throw RequestError(.unprocessableContent, "Width and height must be given as {width}x{height}[@2x]")
        }
        guard let format = outputFormat(extension: frame.ext ?? "png"), format != "svg", format != "pdf" else {
            throw RequestError(.notFound, "the format \"\(frame.ext ?? "")\" is not known", parameter: "format")
        }
        var draft = SceneDraft(width: Double(frame.width), height: Double(frame.height))
        draft.scale = frame.scale
        draft.style = style
        var coordinates: [Coordinate] = []
        if parts.count == 3 {
            var reader = MapboxOverlays(context: context)
            try reader.read(parts[0], &draft)
            coordinates = reader.coordinates
        }
        if let body {
            draft.overlays.append(geoJSONOverlay(body))
            coordinates += positions(in: body)
        }
        try setCamera(percentDecoded(parts[parts.count - 2]), query, coordinates, &draft)
        try applyStyle(query, hasOverlays: !draft.overlays.isEmpty || !draft.annotations.isEmpty, &draft)
        draft.warnOfOthers(in: query, than: parameters)
        if query["attribution"] == "false" { draft.attribution = "none" }
        if let logo = query["logo"], logo != "false" {
            draft.warn("logo: there is no logo to draw")
        }
        return draft.request(RenderRequest.Output(format, quality: format == "webp" ? 90 : nil), dialect: "mapbox")
    }

    private static func setCamera(
        _ view: String, _ query: Query, _ coordinates: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        if view == "auto" {
            guard let box = CoordinateBox(around: coordinates) else {
                throw .bad("auto", "Auto extent cannot be determined when no overlay is specified")
            }
            let padding = try padding(
                query, or: [draft.height, draft.width, draft.height, draft.width].map { $0 * 0.05 })
            draft.setCamera(
                at: box, padding: padding, maxZoom: box.west == box.east && box.south == box.north ? 15 : 22)
            return
        }
        if view.hasPrefix("["), view.hasSuffix("]") {
            guard let box = decimals(view.dropFirst().dropLast()), box.count == 4, abs(box[1]) <= 90, abs(box[3]) <= 90,
                box[1] < box[3], box.allSatisfy({ abs($0) <= 360 })
            else {
                throw .bad("bbox", "expected [{min_lon},{min_lat},{max_lon},{max_lat}], found \"\(view.prefix(80))\"")
            }
            draft.setCamera(
                at: CoordinateBox(west: box[0], south: box[1], east: box[2], north: box[3]),
                padding: try padding(query, or: [0, 0, 0, 0]))
            return
        }
        guard query["padding"] == nil else {
            throw .bad("padding", "padding can only be used with auto or a bounding box")
        }
        guard let n = decimals(view), (3...5).contains(n.count), abs(n[0]) <= 180, abs(n[1]) <= 85.0511,
            (0...22).contains(n[2])
        else {
            throw RequestError(
                .unprocessableContent,
                "expected {lon},{lat},{zoom}[,{bearing}[,{pitch}]], found \"\(view.prefix(80))\"",
                hint: "longitude within 180, latitude within 85.0511, zoom 0 to 22")
        }
        let pitch = n.count == 5 ? n[4] : 0
        guard (0...60).contains(pitch) else { throw .bad("pitch", "expected 0 to 60, found \(formatted(pitch))") }
        draft.setCamera(
            at: Coordinate(latitude: n[1], longitude: n[0]), zoom: (n[2] * 100).rounded() / 100, zoomTileSize: 512,
            bearing: n.count > 3 ? n[3] : 0, pitch: pitch)
    }

    /// One to four numbers in the order of CSS, in points.
    private static func padding(_ query: Query, or other: [Double]) throws(RequestError) -> [Double] {
        guard let text = query["padding"] else { return other }
        guard let n = decimals(text), (1...4).contains(n.count), n.allSatisfy({ $0 >= 0 }) else {
            throw .bad("padding", "expected one to four numbers of pixels, found \"\(text.prefix(40))\"")
        }
        return [
            n[0], n.count > 1 ? n[1] : n[0], n.count > 2 ? n[2] : n[0], n.count > 3 ? n[3] : n.count > 1 ? n[1] : n[0],
        ]
    }

    /// `before_layer`, `addlayer`, `setfilter` with `layer_id`.
    private static func applyStyle(
        _ query: Query, hasOverlays: Bool, _ draft: inout SceneDraft
    ) throws(RequestError) {
        let before = query["before_layer"]
        if let text = query["addlayer"] {
            guard query["setfilter"] == nil else {
                throw .bad("addlayer", "addlayer and setfilter cannot be used in the same request")
            }
            guard let layer = try json(text, "addlayer").object else {
                throw .bad("addlayer", "expected a style layer as JSON")
            }
            var own = layer
            if let before { own.members.append(JSONObject.Member("before", .text(before))) }
            draft.basemap.append(("addLayers", .list([JSONNode(.object(own))])))
        } else if let before, hasOverlays {
            draft.overlays = draft.overlays.map { $0.setting("before", .text(before)) }
        }
        if let text = query["setfilter"] {
            guard let layer = query["layer_id"] else { throw .bad("layer_id", "setfilter requires layer_id") }
            draft.basemap.append(("setFilter", .members(layer, try json(text, "setfilter"))))
        }
    }

    private static func json(_ text: String, _ parameter: String) throws(RequestError) -> JSONNode {
        do throws(Diagnostic) {
            return try JSONDocument(file: parameter, text: Array(text.utf8)).root
        } catch {
            throw RequestError(.badRequest, error.message, parameter: parameter, diagnostics: [error])
        }
    }
}

extension JSONNode {
    /// An object with one member.
    static func members(_ key: String, _ node: JSONNode) -> JSONNode {
        JSONNode(.object(JSONObject([JSONObject.Member(key, node)])))
    }

    /// The object with one member replaced or added.
    func setting(_ key: String, _ node: JSONNode) -> JSONNode {
        guard var object else { return self }
        object.members.removeAll { $0.key == key }
        object.members.append(JSONObject.Member(key, node))
        return JSONNode(.object(object))
    }
}
