// SPDX-License-Identifier: MIT
import HTTPTypes
package import MapCore
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
        var draft = SceneDraft(frame, style: style)
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
        try applyStyle(
            query, context, hasOverlays: !draft.overlays.isEmpty || !draft.annotations.isEmpty, &draft)
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
            guard let box = CoordinateBox(showing: coordinates) else {
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
        _ query: Query, _ context: DialectContext, hasOverlays: Bool, _ draft: inout SceneDraft
    ) throws(RequestError) {
        let layers = context.layers(draft.style ?? "")
        var before = query["before_layer"]
        if let name = before {
            if let own = MapboxNames.layers(name, in: layers).first?["id"]?.string {
                before = own
            } else if !layers.isEmpty {
                draft.warn("before_layer: there is no layer \"\(name.prefix(40))\"; what is added lies on top")
                before = nil
            }
        }
        if let text = query["addlayer"] {
            guard query["setfilter"] == nil else {
                throw .bad("addlayer", "addlayer and setfilter cannot be used in the same request")
            }
            let given = try JSONNode(text.utf8, of: "addlayer")
            guard var own = MapboxNames.renamed(given, sources: context.sources(draft.style ?? "")).object else {
                throw .bad("addlayer", "expected a style layer as JSON")
            }
            if let name = given["source-layer"]?.string, let other = own["source-layer"]?.string, name != other {
                draft.warn(
                    "addlayer: \"\(name.prefix(40))\" is \"\(other)\" here; values of properties are those of OpenMapTiles"
                )
            }
            if let before { own.members.append(JSONObject.Member("before", .text(before))) }
            draft.basemap.append(("addLayers", [JSONNode(.object(own))]))
        } else if let before, hasOverlays {
            draft.overlays = draft.overlays.map { $0.setting("before", .text(before)) }
        }
        if let text = query["setfilter"] {
            guard let layer = query["layer_id"] else { throw .bad("layer_id", "setfilter requires layer_id") }
            let filter = try JSONNode(text.utf8, of: "setfilter")
            let found = MapboxNames.layers(layer, in: layers)
            guard !found.isEmpty, !found.contains(where: { $0["id"]?.string == layer }) else {
                draft.basemap.append(("setFilter", [layer: filter]))
                return
            }
            // What is one layer there is several here, each with a filter of its own.
            guard let own = MapboxNames.expression(filter) else {
                throw .bad("setfilter", "expected a filter, found \(filter.line.prefix(60))")
            }
            let filters = found.reduce(JSONNode.members([:])) { filters, node in
                let other = node["filter"].flatMap { MapboxNames.expression($0) }
                let both = other.map { JSONNode.list(["all", $0, own]) } ?? own
                return filters.setting(node["id"]?.string ?? "", both)
            }
            draft.basemap.append(("setFilter", filters))
            let names = found.compactMap { $0["id"]?.string }
            draft.warn(
                "setfilter: \"\(layer.prefix(40))\" is \(names.prefix(6).joined(separator: ", ")) here; values of properties are those of OpenMapTiles"
            )
        }
    }
}

extension JSONNode {
    /// The object with one member replaced or added.
    func setting(_ key: String, _ node: JSONNode) -> JSONNode {
        guard var object else { return self }
        object.set(key, node)
        return JSONNode(.object(object))
    }
}

/// The overlays of a Mapbox address: `pin-s-a+f00(lon,lat),path-5+f00(…),geojson(…),url-…(lon,lat)`.
struct MapboxOverlays {
    let context: DialectContext
    /// All that `auto` must show.
    private(set) var coordinates: [Coordinate] = []

    /// Reads text that is still percent-encoded, as encoded lines have commas and parentheses of their own.
    mutating func read(_ text: Substring, _ draft: inout SceneDraft) throws(RequestError) {
        for item in Self.items(text) {
            guard let open = item.firstIndex(of: "("), item.last == ")" else { throw notAnOverlay(item) }
            let head = percentDecoded(item[..<open])
            let argument = item[item.index(after: open)...].dropLast()
            if head.hasPrefix("pin-") {
                try pin(head, argument, &draft)
            } else if head.hasPrefix("url-") {
                try image(head, argument, &draft)
            } else if head.hasPrefix("path") {
                try path(head, argument, &draft)
            } else if head == "geojson" {
                try geojson(argument, &draft)
            } else {
                throw notAnOverlay(item)
            }
        }
    }

    /// Splits at commas outside of parentheses.
    static func items(_ text: Substring) -> [Substring] {
        var items: [Substring] = []
        var (depth, start) = (0, text.startIndex)
        for index in text.indices {
            switch text[index] {
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0:
                items.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        items.append(text[start...])
        return items
    }

    private func notAnOverlay(_ item: Substring) -> RequestError {
        .bad(
            "overlay",
            "expected pin-…(lon,lat), path…(polyline), geojson(…) or url-…(lon,lat), found \"\(item.prefix(60))\"")
    }

    private mutating func position(_ text: Substring, _ item: String) throws(RequestError) -> Coordinate {
        guard let coordinate = coordinate(percentDecoded(text), latitudeFirst: false) else {
            throw .bad("overlay", "\(item.prefix(40)): expected (lon,lat), found \"\(text.prefix(40))\"")
        }
        coordinates.append(coordinate)
        return coordinate
    }

    /// `pin-s`, `pin-l-a`, `pin-m-12+f00`, `pin-s-hospital+f00`
    private mutating func pin(_ head: String, _ argument: Substring, _ draft: inout SceneDraft) throws(RequestError) {
        let parts = head.dropFirst(4).split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts[0].split(separator: "-", maxSplits: 1)
        guard let size = words.first.map(String.init), ["s", "m", "l"].contains(size) else {
            throw .bad("overlay", "\(head.prefix(40)): expected pin-s or pin-l")
        }
        var color = "#7e7e7e"
        if parts.count == 2 {
            guard let given = hexColor(parts[1], digits: [3, 6]) else {
                throw .bad("overlay", "\(head.prefix(40)): expected a color of 3 or 6 hexadecimal digits")
            }
            color = given
        }
        let coordinate = try position(argument, head)
        let label = words.count == 2 ? String(words[1]) : nil
        let isText = label.map(isNumberOrLetter) ?? false
        draft.annotations.append(
            Pins.marker(
                at: coordinate, size: size, color: color, text: isText ? label?.uppercased() : nil,
                pictogram: isText ? nil : label))
    }

    /// One letter, or a number below 100; all else names a pictogram.
    private func isNumberOrLetter(_ label: String) -> Bool {
        label.count == 1 && label.allSatisfy { $0.isASCII && $0.isLetter } || whole(label).map { $0 < 100 } ?? false
    }

    private mutating func image(_ head: String, _ argument: Substring, _ draft: inout SceneDraft) throws(RequestError) {
        let address = percentDecoded(head.dropFirst(4)[...])
        let coordinate = try position(argument, head)
        if let icon = context.icon(address) {
            draft.annotations.append(imageAnnotation(icon, at: coordinate, anchor: "center"))
        } else {
            draft.warn(
                "\"\(address.prefix(80))\" is not among the served icons, and nothing is fetched; a pin stands instead")
            draft.annotations.append(Pins.marker(at: coordinate, size: "s", color: "#7e7e7e"))
        }
    }

    /// `path-5+f44-0.5+f44-0.2`: width, stroke with opacity, fill with opacity.
    private mutating func path(_ head: String, _ argument: Substring, _ draft: inout SceneDraft) throws(RequestError) {
        let parts = head.dropFirst(4).split(separator: "+", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 3, first.isEmpty || first.first == "-",
            let width = first.isEmpty ? 1 : decimal(first.dropFirst()), width >= 0
        else { throw .bad("overlay", "\(head.prefix(40)): expected path-{width}+{stroke}-{opacity}+{fill}-{opacity}") }
        let line: [Coordinate]
        do throws(EncodedPolyline.DecodingError) {
            line = try EncodedPolyline.decode(percentDecoded(argument), precision: 5)
        } catch {
            throw .bad("overlay", "path: \(error.message), at character \(error.offset + 1)")
        }
        guard line.count >= 2 else { throw .bad("overlay", "path: expected at least two places") }
        coordinates += line
        let stroke = try paint(parts.count > 1 ? parts[1] : "555555", head)
        let node = JSONNode.list(line.map(\.pair))
        if parts.count == 3 {
            guard line.count >= 3 else { throw .bad("overlay", "path: expected at least three places to fill") }
            let fill = try paint(parts[2], head)
            draft.overlays.append([
                "type": "polygon", "level": "aboveLabels", "coordinates": node,
                "fillColor": .text(fill), "strokeColor": "transparent", "lineWidth": 0,
            ])
        }
        draft.overlays.append([
            "type": "polyline", "level": "aboveLabels", "coordinates": node,
            "strokeColor": .text(stroke), "lineWidth": .number(min(1000, width)),
        ])
    }

    /// `f44-0.5` as CSS has it.
    private func paint(_ text: Substring, _ head: String) throws(RequestError) -> String {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let color = parts.first.flatMap({ hexColor($0, digits: [3, 6]) }),
            let opacity = parts.count == 2 ? decimal(parts[1]) : 1, (0...1).contains(opacity)
        else {
            throw .bad("overlay", "\(head.prefix(40)): expected a color of 3 or 6 hexadecimal digits, and an opacity")
        }
        return color.with(opacity: opacity)
    }

    private mutating func geojson(_ argument: Substring, _ draft: inout SceneDraft) throws(RequestError) {
        do throws(Diagnostic) {
            let root = try JSONDocument(file: "geojson", text: Array(percentDecoded(argument).utf8)).root
            draft.overlays.append(geoJSONOverlay(root))
            coordinates += positions(in: root)
        } catch {
            throw RequestError(.badRequest, error.message, parameter: "geojson", diagnostics: [error])
        }
    }
}

extension String {
    /// A color of six digits with an opacity as two more.
    func with(opacity: Double) -> String {
        guard opacity < 1, count == 7 else { return self }
        let value = Int((max(0, min(1, opacity)) * 255).rounded())
        let digits = String(value, radix: 16)
        return self + (digits.count == 1 ? "0" : "") + digits
    }
}

/// GeoJSON over the labels, with the properties of simplestyle and of the style specification.
func geoJSONOverlay(_ root: JSONNode) -> JSONNode {
    ["type": "geojson", "level": "aboveLabels", "data": root]
}

/// All positions of GeoJSON, of whatever kind.
func positions(in root: JSONNode) -> [Coordinate] {
    var found: [Coordinate] = []
    func walk(_ node: JSONNode) {
        guard let items = node.array else { return }
        if items.count >= 2, let longitude = items[0].number, let latitude = items[1].number {
            if abs(latitude) <= 90, abs(longitude) <= 360 {
                found.append(Coordinate(latitude: latitude, longitude: longitude))
            }
            return
        }
        items.forEach(walk)
    }
    func visit(_ node: JSONNode, depth: Int) {
        guard depth < 16 else { return }
        if let coordinates = node["coordinates"] { walk(coordinates) }
        if let geometry = node["geometry"] { visit(geometry, depth: depth + 1) }
        for key in ["features", "geometries"] {
            for child in node[key]?.array ?? [] { visit(child, depth: depth + 1) }
        }
    }
    visit(root, depth: 0)
    return found
}
