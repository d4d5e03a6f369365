// SPDX-License-Identifier: MIT
import MapCore
import MapGeo

/// Tencent's static maps: `/ws/staticmap/v2/?center=39.88,116.42&zoom=10&size=600*300&markers=color:blue|label:A|39.88,116.42`
///
/// Coordinates are in GCJ-02, latitude first; zooms count worlds of 256 points.
///
/// - SeeAlso: lbs.qq.com/service/staticV2/staticGuide/staticDoc
package enum TencentDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "size", "center", "zoom", "bounds", "format", "scale", "maptype", "markers", "labels", "path",
    ]
    /// What stands in markers, labels and paths.
    package static let options: Set<String> = [
        "size", "color", "label", "icon", "offset", "anchor", "border", "bgcolor", "bold", "fillcolor", "weight",
        "routetype",
    ]

    package static func request(query: Query, context: DialectContext) throws(RequestError) -> RenderRequest {
        let text = query["size"] ?? ""
        let sides = text.split(omittingEmptySubsequences: false) { $0 == "*" || $0 == "x" }
        guard sides.count == 2, let width = whole(sides[0]), let height = whole(sides[1]), (50...1680).contains(width),
            (50...1200).contains(height)
        else { throw .bad("size", "expected {width}*{height} from 50*50 to 1680*1200, found \"\(text.prefix(40))\"") }
        var draft = SceneDraft(width: Double(width), height: Double(height))
        draft.scale = try query.scale(1...2)
        draft.coordinateSystem = "gcj02"
        draft.language = "zh"
        let type = query["maptype"] ?? "roadmap"
        guard ["roadmap", "satellite", "hybrid", "landform", "terrain"].contains(type) else {
            throw .bad("maptype", "expected roadmap, satellite or hybrid, found \"\(type.prefix(20))\"")
        }
        draft.style = context.mapTypes[type] ?? context.styles.first
        if type != "roadmap", context.mapTypes[type] == nil {
            draft.warn("maptype: there are no such images; the road map is drawn")
        }
        draft.warnOfOthers(in: query, than: parameters)
        var seen: [Coordinate] = []
        for text in query.all("path") { seen += try path(text, &draft) }
        for text in query.all("markers") { seen += try markers(text, context, &draft) }
        for text in query.all("labels") { seen += try labels(text, &draft) }
        try setCamera(query, seen, &draft)
        return draft.request(try format(query["format"] ?? "png", &draft), dialect: "tencent")
    }

    private static func format(_ text: String, _ draft: inout SceneDraft) throws(RequestError) -> RenderRequest.Output {
        switch text.lowercased() {
        case "png": return RenderRequest.Output("png")
        case "png8": return RenderRequest.Output("png8")
        case "jpg": return RenderRequest.Output("jpeg", quality: 85)
        case "gif":
            draft.warn("format: GIF is not written; a PNG of 256 colors comes instead")
            return RenderRequest.Output("png8")
        default: throw .bad("format", "expected png, png8, gif or jpg, found \"\(text.prefix(20))\"")
        }
    }

    private static func setCamera(
        _ query: Query, _ seen: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        if let text = query["bounds"] {
            let corners = text.split(separator: ";").map { coordinate($0, latitudeFirst: true) }
            guard corners.count == 2, let low = corners[0], let high = corners[1], low.latitude < high.latitude,
                low.longitude < high.longitude
            else { throw .bad("bounds", "expected lat,lng;lat,lng, found \"\(text.prefix(60))\"") }
            draft.setCamera(
                at: CoordinateBox(
                    west: low.longitude, south: low.latitude, east: high.longitude, north: high.latitude))
            return
        }
        try draft.setCamera(query, center: "center", latitudeFirst: true, zooms: 4...18, around: seen)
    }

    /// Words of the form `name:value`, and what follows them.
    private static func words(_ text: String) -> (words: [String: String], rest: [Substring]) {
        var words: [String: String] = [:]
        var rest: [Substring] = []
        for part in text.split(separator: "|") {
            if rest.isEmpty, let colon = part.firstIndex(of: ":"), options.contains(part[..<colon].lowercased()) {
                words[part[..<colon].lowercased()] = String(part[part.index(after: colon)...])
            } else {
                rest.append(part)
            }
        }
        return (words, rest)
    }

    private static func place(_ text: Substring, _ parameter: String) throws(RequestError) -> Coordinate {
        guard let place = coordinate(text, latitudeFirst: true) else {
            throw .bad(parameter, "expected latitude,longitude, found \"\(text.prefix(60))\"")
        }
        return place
    }

    private static func color(_ text: String, _ parameter: String) throws(RequestError) -> String {
        if let color = GoogleDialect.colors[text.lowercased()] { return color }
        // Leading zeros may be left out.
        let digits = text.lowercased().hasPrefix("0x") ? String(text.dropFirst(2)) : text
        let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        guard let color = hexColor(padded, digits: [6, 8]) else {
            throw .bad(parameter, "expected a color such as 0xFFCCFF, found \"\(text.prefix(20))\"")
        }
        return color
    }

    /// Pixels to the right and down, such as `0_-5`.
    private static func offset(_ text: String?, _ parameter: String) throws(RequestError) -> (x: Double, y: Double)? {
        guard let text else { return nil }
        guard let numbers = decimals(text, separator: "_"), numbers.count == 2,
            numbers.allSatisfy({ abs($0) <= 1000 })
        else {
            throw .bad(parameter, "offset: expected {x}_{y} in pixels, found \"\(text.prefix(20))\"")
        }
        return (numbers[0], numbers[1])
    }

    private static func markers(
        _ text: String, _ context: DialectContext, _ draft: inout SceneDraft
    ) throws(RequestError) -> [Coordinate] {
        let (words, rest) = words(text)
        let heights = ["tiny": 16.0, "small": 24.0, "mid": 32.0, "large": 42.0]
        guard let height = heights[words["size"] ?? "mid"] else {
            throw .bad("markers", "size: expected tiny, small, mid or large")
        }
        let tint = try color(words["color"] ?? "red", "markers")
        let label = words["label"].flatMap { $0.isEmpty ? nil : String($0.prefix(1)).uppercased() }
        let icon = words["icon"].flatMap { draft.icon($0, "markers", context) }
        let offset = try offset(words["offset"], "markers")
        if words["anchor"] != nil { draft.warn("markers: anchor changes nothing; pins stand on their tips") }
        var coordinates: [Coordinate] = []
        for part in rest {
            let place = try place(part, "markers")
            coordinates.append(place)
            if let icon {
                draft.annotations.append(imageAnnotation(icon, at: place, offset: offset))
            } else {
                draft.annotations += Pins.pin(at: place, height: height, color: tint, label: label, offset: offset)
            }
        }
        return coordinates
    }

    /// Texts and places in turn.
    private static func labels(_ text: String, _ draft: inout SceneDraft) throws(RequestError) -> [Coordinate] {
        let (words, rest) = words(text)
        guard rest.count.isMultiple(of: 2), !rest.isEmpty else {
            throw .bad("labels", "expected texts and places in turn")
        }
        guard let size = whole(words["size"] ?? "12"), (1...72).contains(size) else {
            throw .bad("labels", "size: expected a number from 1 to 72")
        }
        let font = try color(words["color"] ?? "000000", "labels")
        let box = try words["bgcolor"].map { text throws(RequestError) in try color(text, "labels") }
        let offset = try offset(words["offset"], "labels")
        if words["anchor"] != nil {
            draft.warn("labels: anchor changes nothing here; texts are centered on their places")
        }
        var coordinates: [Coordinate] = []
        for index in stride(from: 0, to: rest.count, by: 2) {
            let place = try place(rest[index + 1], "labels")
            coordinates.append(place)
            draft.addText(
                String(rest[index]), at: place, anchor: "center", size: size, isBold: words["bold"] == "1", color: font,
                box: box ?? (words["border"] == "1" ? "#ffffff" : nil), padding: nil, offset: offset)
        }
        return coordinates
    }

    private static func path(_ text: String, _ draft: inout SceneDraft) throws(RequestError) -> [Coordinate] {
        let (words, rest) = words(text)
        var coordinates: [Coordinate] = []
        for part in rest { coordinates.append(try place(part, "path")) }
        guard coordinates.count >= 2 else { throw .bad("path", "expected at least two places") }
        guard let weight = decimal(words["weight"] ?? "5"), (0...100).contains(weight) else {
            throw .bad("path", "weight: expected a number of pixels")
        }
        if words["routetype"].map({ $0 != "0" }) == true { draft.warn("path: no routes are looked up") }
        for word in ["offset", "anchor"] where words[word] != nil { draft.warn("path: \(word) changes nothing") }
        let fill = coordinates.count < 3 ? nil : words["fillcolor"]
        draft.addPath(
            coordinates, fill: try fill.map { text throws(RequestError) in try color(text, "path") },
            stroke: try color(words["color"] ?? "0x0000ff", "path"), width: weight)
        return coordinates
    }
}
