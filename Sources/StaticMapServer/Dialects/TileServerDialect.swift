// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
import MapCanvas
package import MapCore
import MapGeo
import MapGeometry
import MapImages

/// Static maps as tileserver-gl has them:
/// `/styles/{id}/static[/raw]/{where}/{width}x{height}[@{n}x].{format}?path=…&marker=…`
///
/// - SeeAlso: tileserver-gl, `docs/endpoints.rst`; zooms count worlds of 256 points.
package enum TileServerDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "path", "marker", "latlng", "fill", "stroke", "width", "linecap", "linejoin", "border", "borderwidth",
        "padding", "maxzoom",
    ]

    /// The sides of an image before the scale; the server's own limits on pixels come on top.
    private static let longestSide = 32767

    /// How coordinates are written: in degrees, or in the metres of EPSG:3857.
    struct Positions {
        var latitudeFirst = false
        var areMetres = false

        /// Nil for what is no place on Earth.
        func read(_ text: some StringProtocol) -> Coordinate? {
            guard areMetres else { return coordinate(text, latitudeFirst: latitudeFirst) }
            guard let numbers = decimals(text), numbers.count == 2 else { return nil }
            let (x, y) = latitudeFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
            return place(x, y)
        }

        /// The place of two numbers of a view.
        func place(_ x: Double, _ y: Double) -> Coordinate {
            let degrees = areMetres ? WebMercator.degrees(ofMeters: Point(x, y)) : Point(x, y)
            return Coordinate(latitude: degrees.y, longitude: degrees.x)
        }
    }

    /// The style is its id; the rest is the end of the path, and what stands behind it or in a body. After `raw`,
    /// coordinates are metres.
    package static func request(
        style: String, view: String, size: String, isRaw: Bool = false, query: Query, context: DialectContext
    ) throws(RequestError) -> RenderRequest {
        guard let frame = SizeAndFormat(size) else {
            if isSizeOfNumbers(size) {
                throw .bad("size", "expected sides in whole points from 1, found \"\(size.prefix(40))\"")
            }
            throw .notFound("expected {width}x{height}[@{n}x].{format}, found \"\(size.prefix(40))\"")
        }
        guard max(frame.width, frame.height) <= longestSide else {
            throw .bad("size", "expected sides up to \(longestSide), found \"\(size.prefix(40))\"")
        }
        guard frame.scale == 1 && !size.contains("@") || frame.scale >= 2 && frame.scale <= context.maxScale,
            frame.scale.rounded() == frame.scale
        else { throw .notFound("the scale must be a whole number from 2 to \(formatted(context.maxScale))") }
        let format = try pixelFormat(frame.ext)
        var draft = SceneDraft(frame, style: style)
        draft.warnOfOthers(in: query, than: parameters)
        let positions = Positions(latitudeFirst: ["1", "true"].contains(query["latlng"] ?? ""), areMetres: isRaw)
        var coordinates = TileServerPath.add(query, positions, &draft)
        for text in query.all("marker") {
            guard let marker = marker(text, positions, context, &draft) else { continue }
            coordinates.append(marker.coordinate)
            draft.annotations.append(marker.node)
        }
        try setCamera(view, positions, query, coordinates, &draft)
        return draft.request(RenderRequest.Output(format, quality: format == "png" ? nil : 90), dialect: "tileserver")
    }

    /// `0x0.png`, `0.5x2.6.png`
    private static func isSizeOfNumbers(_ size: String) -> Bool {
        guard let dot = size.lastIndex(of: ".") else { return false }
        let sides = size[..<dot].split(separator: "x", omittingEmptySubsequences: false)
        return sides.count == 2 && sides.allSatisfy { decimal($0) != nil }
    }

    private static func setCamera(
        _ view: String, _ positions: Positions, _ query: Query, _ coordinates: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        let padding = query["padding"].flatMap(decimal) ?? 0.1
        guard padding >= 0, padding < 10 else { throw .bad("padding", "expected a ratio from 0 to 10") }
        if view == "auto" {
            guard let box = CoordinateBox(showing: coordinates) else {
                throw .bad("path", "no coordinates provided", hint: "\"auto\" fits paths and markers")
            }
            // To the left of the world there is no limit.
            var fitted = box
            if box.east > 180 { (fitted.west, fitted.east) = (box.west - 360, box.east - 360) }
            let zoom = fit(fitted, padding, draft)
            let top = query["maxzoom"].flatMap(decimal)
            try look(at: box.mercatorCenter, zoom: top.map { min($0, zoom) } ?? zoom, &draft)
            return
        }
        let parts = view.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let numbers = parts.first.flatMap({ decimals($0) }) else { throw notAView(view) }
        if numbers.count == 4, parts.count == 1 {
            guard numbers[0] <= numbers[2], numbers[1] <= numbers[3] else {
                throw .bad("bounds", "expected minx,miny,maxx,maxy, found \"\(view.prefix(80))\"")
            }
            let (low, high) = (positions.place(numbers[0], numbers[1]), positions.place(numbers[2], numbers[3]))
            let box = CoordinateBox(
                west: low.longitude, south: low.latitude, east: high.longitude, north: high.latitude)
            // The middle of the numbers, not of the Mercator map: as tileserver-gl has it.
            let middle = positions.place((numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2)
            try look(at: middle, zoom: fit(box, padding, draft), &draft)
            return
        }
        let turn = parts.count == 2 ? decimals(parts[1]) : [0, 0]
        guard numbers.count == 3, let turn, (1...2).contains(turn.count), (0...26).contains(numbers[2]) else {
            throw notAView(view)
        }
        try look(
            at: positions.place(numbers[0], numbers[1]), zoom: numbers[2], bearing: turn[0],
            pitch: turn.count == 2 ? min(85, max(0, turn[1])) : 0, &draft)
    }

    /// Below zoom 1 there is one view of the whole world alone, in images of 256 points: as in tileserver-gl, whose maps
    /// begin with a world of 512 points.
    private static func look(
        at center: Coordinate, zoom: Double, bearing: Double = 0, pitch: Double = 0, _ draft: inout SceneDraft
    ) throws(RequestError) {
        guard abs(center.longitude) <= 180, abs(center.latitude) <= 85.06 else {
            throw .bad("center", "expected a center within 180 degrees of longitude and 85.06 of latitude")
        }
        draft.setCamera(
            at: center, zoom: zoom == 0 && draft.width == 256 ? 0 : max(1, zoom), zoomTileSize: 256, bearing: bearing,
            pitch: pitch)
    }

    private static func notAView(_ view: String) -> RequestError {
        .notFound(
            "expected lon,lat,zoom[@bearing[,pitch]], minx,miny,maxx,maxy or auto, found \"\(view.prefix(80))\"")
    }

    /// The zoom that shows a box with room around it, and never less than one world.
    private static func fit(_ box: CoordinateBox, _ padding: Double, _ draft: SceneDraft) -> Double {
        /// In worlds, with the limits that tileserver-gl's projection has: near the poles, and at the right and lower edge.
        func corner(_ longitude: Double, _ latitude: Double) -> (x: Double, y: Double) {
            let sine = max(-0.9999, min(0.9999, sin(latitude * .pi / 180)))
            return (min(1, 0.5 + longitude / 360), min(1, 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)))
        }
        let (upper, lower) = (corner(box.west, box.north), corner(box.east, box.south))
        let room = 1 + 2 * padding
        let zoom = min(
            log2(draft.width / room / 256 / max(1e-12, lower.x - upper.x)),
            log2(draft.height / room / 256 / max(1e-12, lower.y - upper.y)))
        return max(log2(max(draft.width, draft.height) / 256), min(25, zoom))
    }

    private static func marker(
        _ text: String, _ positions: Positions, _ context: DialectContext, _ draft: inout SceneDraft
    ) -> (coordinate: Coordinate, node: JSONNode)? {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count >= 2, let coordinate = positions.read(parts[0]) else {
            draft.warn("marker \"\(text.prefix(60))\": expected lon,lat|icon; it is left out")
            return nil
        }
        guard let icon = context.icon(String(parts[1])) else {
            draft.warn("marker icon \"\(parts[1].prefix(60))\" is not among the served icons; the marker is left out")
            return nil
        }
        var (scale, offset) = (1.0, (x: 0.0, y: 0.0))
        for option in parts.dropFirst(2) {
            if option.hasPrefix("scale:"), let number = decimal(option.dropFirst(6)), number > 0, number < 10 {
                scale = number
            } else if option.hasPrefix("offset:"), let numbers = decimals(option.dropFirst(7)),
                (1...2).contains(numbers.count), numbers.allSatisfy({ abs($0) < 1000 })
            {
                offset = (numbers[0], numbers.count == 2 ? numbers[1] : 0)
            } else {
                draft.warn("marker option \"\(option.prefix(40))\" is not known and changes nothing")
            }
        }
        return (
            coordinate,
            imageAnnotation(icon, at: coordinate, offset: (offset.x * scale, offset.y * scale), scale: scale)
        )
    }
}

/// One `path` parameter of tileserver-gl: options, then points with bars between them or an encoded line.
package struct TileServerPath {
    private var points: [Coordinate] = []
    private var options: [String: String] = [:]

    package static let names: Set<String> = ["fill", "stroke", "width", "border", "borderwidth"]

    private init(_ text: String, _ positions: TileServerDialect.Positions, _ draft: inout SceneDraft) {
        var rest = text[...]
        while !rest.isEmpty {
            // An encoded line may have bars of its own: it is the rest.
            if rest.hasPrefix("enc:") {
                do throws(EncodedPolyline.DecodingError) {
                    points += try EncodedPolyline.decode(String(rest.dropFirst(4)), precision: 5)
                } catch {
                    draft.warn("path: the encoded line is broken: \(error.message); it is left out")
                }
                return
            }
            let part = rest.prefix { $0 != "|" }
            rest = rest.dropFirst(part.count + 1)
            if let colon = part.firstIndex(of: ":"), Self.names.contains(String(part[..<colon])) {
                options[String(part[..<colon])] = String(part[part.index(after: colon)...])
            } else if let point = positions.read(part) {
                points.append(point)
            } else {
                draft.warn("path: \"\(part.prefix(40))\" is no coordinate; it is left out")
            }
        }
    }

    /// Adds the paths of a query; returns their points.
    static func add(
        _ query: Query, _ positions: TileServerDialect.Positions, _ draft: inout SceneDraft
    ) -> [Coordinate] {
        query.all("path").flatMap { text in
            let path = Self(text, positions, &draft)
            draft.overlays += path.overlays(query, &draft)
            return path.points
        }
    }

    /// The fill, and over it the line.
    private func overlays(_ query: Query, _ draft: inout SceneDraft) -> [JSONNode] {
        guard points.count >= 2 else { return [] }
        var overlays: [JSONNode] = []
        let line = JSONNode.list(points.map(\.pair))
        if let fill = options["fill"] ?? query["fill"], points.count >= 3 {
            let color = color(fill.isEmpty ? "rgba(255,255,255,0.4)" : fill, or: "rgba(255,255,255,0.4)", &draft)
            overlays.append([
                "type": "polygon", "level": "aboveLabels", "coordinates": line,
                "fillColor": .text(color), "strokeColor": "transparent", "lineWidth": 0,
            ])
        }
        let width = min(500, max(0, (options["width"] ?? query["width"]).flatMap(decimal) ?? 1))
        guard width > 0 else { return overlays }
        let stroke = options["stroke"] ?? query["stroke"]
        overlays.append([
            "type": "polyline", "level": "aboveLabels", "coordinates": line,
            "strokeColor": .text(
                stroke.map { color($0, or: "rgba(0,64,255,0.7)", &draft) } ?? "rgba(0,64,255,0.7)"),
            "lineWidth": .number(width),
            "lineCap": .text(word(query["linecap"], of: ["butt", "round", "square"])),
            "lineJoin": .text(word(query["linejoin"], of: ["miter", "round", "bevel"])),
            "casing": casing(query, width: width, &draft),
        ])
        return overlays
    }

    /// The border on each side; a path's own border beats that of the query.
    private func casing(_ query: Query, width: Double, _ draft: inout SceneDraft) -> JSONNode? {
        guard let border = options["border"] ?? query["border"] else { return nil }
        let own = options["border"] == nil ? query["borderwidth"] : options["borderwidth"]
        let side = min(100, own.flatMap(decimal) ?? width * 0.1)
        guard side > 0 else { return nil }
        return ["color": .text(color(border, or: "#000", &draft)), "width": .number(side)]
    }

    private func word(_ text: String?, of words: [String]) -> String {
        text.flatMap { words.contains($0) ? $0 : nil } ?? words[0]
    }

    private func color(_ text: String, or other: String, _ draft: inout SceneDraft) -> String {
        if text == "none" { return "transparent" }
        if Color(css: text) != nil { return text }
        draft.warn("path: \"\(text.prefix(30))\" is no CSS color; \(other) is drawn instead")
        return other
    }
}

/// Martin's static images of styles: `/style/{id}/static/{camera}/{width}x{height}[@{n}x].{format}`
///
/// A POST brings a FeatureCollection with properties of the style specification.
///
/// - SeeAlso: Martin, `docs/content/sources-styles/rendering.md`; zooms count worlds of 512 points.
package enum MartinDialect {
    private static let longestSide = 2048

    package static func request(
        style: String, view: String, size: String, query: Query = Query(), body: JSONNode? = nil,
        context: DialectContext
    ) throws(RequestError) -> RenderRequest {
        guard let frame = SizeAndFormat(size), frame.width <= longestSide, frame.height <= longestSide else {
            throw .bad(
                "size",
                "expected {width}x{height}[@{n}x].{format} up to \(longestSide) points, found \"\(size.prefix(40))\"")
        }
        guard frame.scale >= 1, frame.scale <= 4 else { throw .bad("scale", "expected a scale from 1 to 4") }
        let format = try pixelFormat(frame.ext, of: ["png", "jpeg", "webp"], "png, jpg or webp")
        var draft = SceneDraft(frame, style: style)
        var coordinates: [Coordinate] = []
        if let body {
            draft.overlays.append(geoJSONOverlay(body))
            coordinates = positions(in: body)
        }
        try setCamera(view, coordinates, &draft)
        draft.warnOfOthers(in: query, than: [])
        return draft.request(RenderRequest.Output(format, quality: format == "webp" ? 90 : nil), dialect: "martin")
    }

    private static func setCamera(
        _ view: String, _ coordinates: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        if view == "auto" {
            guard let box = CoordinateBox(showing: coordinates) else {
                throw .bad("camera", "auto needs a body with features")
            }
            draft.setCamera(
                at: box, padding: [draft.height, draft.width, draft.height, draft.width].map { $0 * 0.05 }, maxZoom: 17)
            return
        }
        let parts = view.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let turn = parts.count == 2 ? decimals(parts[1]) : [0, 0]
        guard let n = parts.first.flatMap({ decimals($0) }), let turn, (1...2).contains(turn.count) else {
            throw notACamera(view)
        }
        if n.count == 4, parts.count == 1 {
            guard n[0] < n[2], n[1] < n[3], n.allSatisfy({ abs($0) <= 180 }), abs(n[1]) <= 90, abs(n[3]) <= 90 else {
                throw .bad("camera", "expected minx,miny,maxx,maxy in degrees, found \"\(view.prefix(80))\"")
            }
            draft.setCamera(at: CoordinateBox(west: n[0], south: n[1], east: n[2], north: n[3]))
            return
        }
        guard n.count == 3, abs(n[0]) <= 180, abs(n[1]) <= 90, (0...24).contains(n[2]) else { throw notACamera(view) }
        draft.setCamera(
            at: Coordinate(latitude: n[1], longitude: n[0]), zoom: n[2], zoomTileSize: 512, bearing: turn[0],
            pitch: turn.count == 2 ? min(85, max(0, turn[1])) : 0)
    }

    private static func notACamera(_ view: String) -> RequestError {
        .bad(
            "camera",
            "expected lon,lat,zoom[@bearing[,pitch]], minx,miny,maxx,maxy or auto, found \"\(view.prefix(80))\"")
    }
}
