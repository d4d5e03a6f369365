// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeo
import MapGeometry

/// Google's Maps Static API: `/maps/api/staticmap?center=lat,lng&zoom=12&size=600x300&…`
///
/// - SeeAlso: developers.google.com/maps/documentation/maps-static/start; zooms count worlds of 256 points, and
///   coordinates are latitude first.
package enum GoogleDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "center", "zoom", "size", "scale", "format", "maptype", "language", "region", "map_id", "markers", "path",
        "visible", "style", "client", "channel", "sensor",
    ]

    /// The ten names of colors.
    static let colors = [
        "black": "#000000", "brown": "#8c5a2b", "green": "#3aa635", "purple": "#8e44ad", "yellow": "#fdd835",
        "blue": "#3b78e7", "gray": "#808080", "orange": "#f57c00", "red": "#ea4335", "white": "#ffffff",
    ]
    /// The names of anchors in a scene.
    static let anchors = [
        "top": "top", "bottom": "bottom", "left": "left", "right": "right", "center": "center", "topleft": "topLeft",
        "topright": "topRight", "bottomleft": "bottomLeft", "bottomright": "bottomRight",
    ]

    package static func request(query: Query, context: DialectContext) throws(RequestError) -> RenderRequest {
        guard let text = query["size"] else { throw .bad("size", "The size parameter is required") }
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = whole(sides[0]), let height = whole(sides[1]), width > 0, height > 0 else {
            throw .bad("size", "expected {width}x{height}, found \"\(text.prefix(40))\"")
        }
        var draft = SceneDraft(width: Double(width), height: Double(height))
        guard let scale = whole(query["scale"] ?? "1"), [1, 2, 4].contains(scale) else {
            throw .bad("scale", "expected 1, 2 or 4, found \"\(query["scale"]?.prefix(20) ?? "")\"")
        }
        draft.scale = Double(scale)
        let output = try format(query["format"] ?? "png", &draft)
        try style(query, context, &draft)
        draft.language = query["language"].flatMap(languageTag)
        region(query["region"], context, &draft)
        for name in ["channel", "map_id"] where query[name] != nil {
            draft.warn("\(name) changes nothing here")
        }
        draft.warnOfOthers(in: query, than: parameters)
        var seen: [Coordinate] = []
        for text in query.all("path") { seen += try GooglePath.read(text, &draft) }
        for text in query.all("markers") { seen += try GoogleMarkers.read(text, context, &draft) }
        for text in query.all("visible") {
            for part in text.split(separator: "|") { seen.append(try location(part, "visible")) }
        }
        try setCamera(query, seen, &draft)
        return draft.request(output, dialect: "google")
    }

    /// The country whose opinion of borders is drawn, by its top-level domain.
    private static func region(_ domain: String?, _ context: DialectContext, _ draft: inout SceneDraft) {
        guard let domain else { return }
        let code = domain.uppercased() == "UK" ? "GB" : domain.uppercased()
        if context.worldviews.contains(code) {
            draft.basemap.append(("worldview", .text(code)))
        } else {
            draft.warn("nothing is known of how the region draws borders: it changes nothing")
        }
    }

    /// A coordinate; addresses would have to be looked up.
    static func location(_ text: some StringProtocol, _ parameter: String) throws(RequestError) -> Coordinate {
        if let coordinate = coordinate(text, latitudeFirst: true) { return coordinate }
        if decimals(text) != nil {
            throw .bad(parameter, "expected a latitude and a longitude, found \"\(text.prefix(60))\"")
        }
        throw .bad(
            parameter, "addresses are not looked up: found \"\(text.prefix(60))\"",
            hint: "give a latitude and a longitude, such as 40.714728,-73.998672")
    }

    private static func setCamera(
        _ query: Query, _ seen: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        let zoom = try query.number("zoom", 0...22)
        var center: Coordinate?
        if let text = query["center"] { center = try location(text, "center") }
        guard center != nil || !seen.isEmpty else {
            throw .bad("center", "center and zoom are required where there are no markers, path or visible places")
        }
        // The largest whole zoom that shows everything.
        guard let box = CoordinateBox(showing: seen + (center.map { [$0] } ?? [])) else { return }
        let middle = center ?? box.mercatorCenter
        if zoom == nil, seen.isEmpty { throw .bad("zoom", "The zoom parameter is required with a center alone") }
        draft.setCamera(at: middle, zoom: zoom ?? fit(seen, around: middle, draft), zoomTileSize: 256)
    }

    /// Room for markers' drops is left at all sides.
    private static func fit(_ seen: [Coordinate], around center: Coordinate, _ draft: SceneDraft) -> Double {
        let middle = WebMercator.project(center)
        var (x, y) = (0.0, 0.0)
        for coordinate in seen {
            let point = WebMercator.project(coordinate)
            // The short way round the Earth.
            let across = point.x - middle.x
            (x, y) = (max(x, abs(across - across.rounded())), max(y, abs(point.y - middle.y)))
        }
        let room = (width: max(16, draft.width - 40) / 2, height: max(16, draft.height - 80) / 2)
        let zoom = min(x > 0 ? log2(room.width / (256 * x)) : 17, y > 0 ? log2(room.height / (256 * y)) : 17)
        return max(0, min(17, zoom.rounded(.down)))
    }

    private static func format(
        _ text: String, _ draft: inout SceneDraft
    ) throws(RequestError) -> RenderRequest.Output {
        switch text.lowercased() {
        case "png", "png8": return RenderRequest.Output("png8")
        case "png32": return RenderRequest.Output("png")
        case "jpg", "jpg-baseline": return RenderRequest.Output("jpeg", quality: 85)
        case "gif":
            draft.warn("format: GIF is not written; a PNG of 256 colors comes instead")
            return RenderRequest.Output("png8")
        default: throw .bad("format", "expected png8, png32, gif, jpg or jpg-baseline, found \"\(text.prefix(20))\"")
        }
    }

    private static func style(
        _ query: Query, _ context: DialectContext, _ draft: inout SceneDraft
    ) throws(RequestError) {
        let type = query["maptype"] ?? "roadmap"
        guard ["roadmap", "satellite", "terrain", "hybrid"].contains(type) else {
            throw .bad("maptype", "expected roadmap, satellite, terrain or hybrid, found \"\(type.prefix(20))\"")
        }
        draft.style = context.mapTypes[type] ?? context.styles.first
        if type == "satellite" || type == "hybrid", context.mapTypes[type] == nil {
            draft.warn("maptype: there are no aerial images; the road map is drawn")
        }
        var rules = GoogleStyleRules()
        let layers = context.layers(draft.style ?? "")
        for text in query.all("style") { rules.read(text, layers, &draft) }
        if let hidden = rules.hide { draft.basemap.append(("hide", hidden)) }
        if let paint = rules.paint { draft.basemap.append(("setPaint", paint)) }
    }
}

/// A language tag as scenes take it; nil for anything else.
func languageTag(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter }),
        parts.dropFirst().allSatisfy({
            (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        })
    else { return nil }
    return text
}

private func googleColor(_ text: String, _ parameter: String, digits: Set<Int>) throws(RequestError) -> String {
    if let color = GoogleDialect.colors[text.lowercased()] { return color }
    if text.lowercased().hasPrefix("0x") || text.hasPrefix("#"), let color = hexColor(text, digits: digits) {
        return color
    }
    throw .bad(
        parameter, "expected a color such as 0xRRGGBB or blue, found \"\(text.prefix(30))\"",
        hint: "names: \(GoogleDialect.colors.keys.sorted().joined(separator: ", "))")
}

/// Splits `color:blue|label:S|40.7,-74.0` into words and the rest. Words come first.
private func words(
    _ text: String, known: Set<String>, _ parameter: String
) throws(RequestError) -> (words: [String: String], rest: Substring) {
    var words: [String: String] = [:]
    var rest = text[...]
    while !rest.isEmpty {
        let part = rest.prefix { $0 != "|" }
        guard let colon = part.firstIndex(of: ":"), !part.hasPrefix("enc:") else { break }
        let name = part[..<colon].lowercased()
        guard known.contains(name) else {
            throw .bad(
                parameter, "\"\(name.prefix(20)):\" is not known",
                hint: "known: \(known.sorted().joined(separator: ", "))")
        }
        words[name] = String(part[part.index(after: colon)...])
        rest = rest.dropFirst(part.count + 1)
    }
    return (words, rest)
}

package enum GoogleMarkers {
    package static let names: Set<String> = ["size", "color", "label", "scale", "icon", "anchor"]
    /// Points from the tip to the top.
    private static let heights = ["tiny": 16.0, "small": 20.0, "mid": 32.0, "normal": 40.0]

    /// Adds the markers of one parameter, and gives their places.
    static func read(
        _ text: String, _ context: DialectContext, _ draft: inout SceneDraft
    ) throws(RequestError) -> [Coordinate] {
        let (words, rest) = try words(text, known: names, "markers")
        let size = words["size"]?.lowercased() ?? "normal"
        guard let height = heights[size] else {
            throw .bad("markers", "size: expected tiny, small, mid or normal, found \"\(size.prefix(20))\"")
        }
        let color = try googleColor(words["color"] ?? "red", "markers", digits: [6])
        var label = words["label"].flatMap { $0.isEmpty ? nil : $0 }
        if let text = label {
            guard text.count == 1, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isLetter) }) else {
                throw .bad("markers", "label: expected one of A-Z and 0-9, found \"\(text.prefix(20))\"")
            }
            label = text.uppercased()
            if size == "tiny" || size == "small" { label = nil }
        }
        let icon = words["icon"].flatMap { draft.icon($0, "markers", context) }
        var coordinates: [Coordinate] = []
        for part in rest.split(separator: "|") {
            let coordinate = try GoogleDialect.location(part, "markers")
            coordinates.append(coordinate)
            if let icon {
                draft.annotations.append(try marker(icon, at: coordinate, words))
            } else {
                draft.annotations += Pins.pin(at: coordinate, height: height, color: color, label: label)
            }
        }
        return coordinates
    }

    private static func marker(
        _ icon: String, at coordinate: Coordinate, _ words: [String: String]
    ) throws(RequestError) -> JSONNode {
        let scale = 1 / (words["scale"].flatMap(decimal) ?? 1)
        guard [1, 0.5, 0.25].contains(scale) else { throw .bad("markers", "scale: expected 1, 2 or 4") }
        guard let anchor = words["anchor"] else { return imageAnnotation(icon, at: coordinate, scale: scale) }
        if let name = GoogleDialect.anchors[anchor.lowercased()] {
            return imageAnnotation(icon, at: coordinate, anchor: name, scale: scale)
        }
        guard let point = decimals(anchor), point.count == 2, point.allSatisfy({ (0...64).contains($0) }) else {
            throw .bad("markers", "anchor: expected x,y within 64 points or a name, found \"\(anchor.prefix(20))\"")
        }
        // From the image's upper left corner.
        return imageAnnotation(icon, at: coordinate, anchor: "topLeft", offset: (-point[0], -point[1]), scale: scale)
    }
}

package enum GooglePath {
    package static let names: Set<String> = ["weight", "color", "fillcolor", "geodesic"]

    /// Adds the line or area of one parameter, and gives its places.
    static func read(_ text: String, _ draft: inout SceneDraft) throws(RequestError) -> [Coordinate] {
        let (words, rest) = try words(text, known: names, "path")
        var coordinates: [Coordinate] = []
        if rest.hasPrefix("enc:") {
            do throws(EncodedPolyline.DecodingError) {
                coordinates = try EncodedPolyline.decode(String(rest.dropFirst(4)), precision: 5)
            } catch {
                throw .bad("path", "\(error.message), at character \(error.offset + 1) of the encoded line")
            }
        } else {
            for part in rest.split(separator: "|") { coordinates.append(try GoogleDialect.location(part, "path")) }
        }
        guard coordinates.count >= 2 else { throw .bad("path", "expected at least two places") }
        guard let weight = decimal(words["weight"] ?? "5"), weight >= 0 else {
            throw .bad("path", "weight: expected a number of pixels")
        }
        let color = try googleColor(words["color"] ?? "blue", "path", digits: [6, 8])
        let fill = coordinates.count < 3 ? nil : words["fillcolor"]
        let stroke = color.count == 7 && words["color"] == nil ? color + "80" : color
        draft.addPath(
            coordinates,
            fill: try fill.map { text throws(RequestError) in try googleColor(text, "path", digits: [6, 8]) },
            stroke: weight > 0 ? stroke : nil, width: min(1000, weight), geodesic: words["geodesic"] == "true")
        return coordinates
    }
}
