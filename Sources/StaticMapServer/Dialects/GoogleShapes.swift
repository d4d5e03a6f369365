// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

/// The ten color names of Google's static maps.
private let googleColors = [
    "black": "#000000", "brown": "#8c5a2b", "green": "#3aa635", "purple": "#8e44ad", "yellow": "#fdd835",
    "blue": "#3b78e7", "gray": "#808080", "orange": "#f57c00", "red": "#ea4335", "white": "#ffffff",
]

private func googleColor(_ text: String, _ parameter: String, digits: Set<Int>) throws(RequestError) -> String {
    if let color = googleColors[text.lowercased()] { return color }
    if text.lowercased().hasPrefix("0x") || text.hasPrefix("#"), let color = hexColor(text, digits: digits) {
        return color
    }
    throw .bad(
        parameter, "expected a color such as 0xRRGGBB or blue, found \"\(text.prefix(30))\"",
        hint: "names: \(googleColors.keys.sorted().joined(separator: ", "))")
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
    private static let anchors = [
        "top": "top", "bottom": "bottom", "left": "left", "right": "right", "center": "center", "topleft": "topLeft",
        "topright": "topRight", "bottomleft": "bottomLeft", "bottomright": "bottomRight",
    ]

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
        var icon: String?
        if let address = words["icon"] {
            icon = context.icon(address)
            if icon == nil {
                draft.warn(
                    "markers: \"\(address.prefix(80))\" is not among the served icons, and nothing is fetched; a pin stands instead"
                )
            }
        }
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
        if let name = anchors[anchor.lowercased()] {
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
        let line = JSONNode.list(coordinates.map(\.pair))
        let geodesic = words["geodesic"] == "true" ? JSONNode(.bool(true)) : nil
        if let fill = words["fillcolor"], coordinates.count >= 3 {
            draft.overlays.append(
                .members([
                    "type": .text("polygon"), "level": .text("aboveLabels"), "coordinates": line,
                    "fillColor": .text(try googleColor(fill, "path", digits: [6, 8])),
                    "strokeColor": .text("transparent"), "lineWidth": .count(0),
                ]))
        }
        if weight > 0 {
            draft.overlays.append(
                .members([
                    "type": .text("polyline"), "level": .text("aboveLabels"), "coordinates": line,
                    "strokeColor": .text(color.count == 7 && words["color"] == nil ? color + "80" : color),
                    "lineWidth": .number(min(1000, weight)), "geodesic": geodesic,
                ]))
        }
        return coordinates
    }
}

/// The rules of `style` parameters: whole kinds of features can be hidden; the rest is reported.
struct GoogleStyleRules {
    private var hidden: [String] = []

    /// Patterns of layer ids of the bundled styles by Google's kinds of features.
    private static let layers: [String: (all: [String], labels: [String])] = [
        "poi": (["poi-*"], ["poi-*"]),
        "transit": (
            ["rail*", "transit*", "tram*", "ferry*", "*-rail*", "*-tram*", "aeroway*", "airport", "poi-station"],
            ["poi-station", "poi-transit-stop", "airport", "road-name-ferry"]
        ),
        "road": (["road-*", "bridge-*", "tunnel-*"], ["road-name-*", "road-shield-*", "road-oneway"]),
        "water": (["water*"], ["water-name-*", "waterway-name*"]),
        "landscape": (["landcover*", "landuse*", "park*", "building*"], ["park-name", "mountain-peak*"]),
        "administrative": (["boundary*", "place-*"], ["place-*"]),
        "all": ([], ["*-name*", "place-*", "poi-*", "*-shield-*", "housenumber", "airport", "mountain-peak*"]),
    ]

    mutating func read(_ text: String, _ draft: inout SceneDraft) {
        var (feature, element, off) = ("all", "all", false)
        for part in text.split(separator: "|") {
            let pair = part.split(separator: ":", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { continue }
            switch pair[0] {
            case "feature": feature = pair[1]
            case "element": element = pair[1]
            case "visibility" where pair[1] == "off": off = true
            default:
                draft.warn(
                    "style: \(pair[0].prefix(20)):\(pair[1].prefix(20)) of \(feature.prefix(30)) changes nothing")
            }
        }
        guard off else { return }
        let kind = String(feature.prefix { $0 != "." })
        guard let patterns = Self.layers[kind] else {
            draft.warn("style: the feature \"\(feature.prefix(30))\" is not known")
            return
        }
        let hides = element.hasPrefix("labels") ? patterns.labels : patterns.all
        if hides.isEmpty { draft.warn("style: all features cannot be hidden at once") }
        hidden += hides
    }

    var hide: JSONNode? { hidden.isEmpty ? nil : .list(hidden.map(JSONNode.text)) }
}
