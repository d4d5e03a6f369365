// SPDX-License-Identifier: MIT
import MapCore

/// The rules of `style` parameters: kinds of features can be hidden and colored; the rest is reported.
struct GoogleStyleRules {
    private var hidden: [String] = []
    /// Paint properties by the ids of layers.
    private var paints: JSONNode = [:]

    /// What a kind of features is in the bundled styles.
    private struct Layers {
        /// Patterns of layer ids.
        var all: [String]
        var labels: [String]

        init(_ all: String, labels: String) {
            self.all = all.split(separator: " ").map(String.init)
            self.labels = labels.split(separator: " ").map(String.init)
        }

        /// Roads of some classes, on the ground, on bridges and in tunnels.
        init(roads classes: [String], and others: String = "", labels: String) {
            self.init(others, labels: labels)
            all += ["road", "bridge", "tunnel"].flatMap { place in classes.map { "\(place)-\($0)*" } } + self.labels
        }
    }

    /// By Google's kinds of features. Those that it knows besides are not told apart here.
    private static let layers: [String: Layers] = [
        "all": Layers("", labels: "*-name* place-* poi-* *-shield-* housenumber airport mountain-peak*"),
        "poi": Layers("poi-*", labels: "poi-*"),
        "poi.business": Layers("poi-shop poi-food", labels: "poi-shop poi-food"),
        "poi.park": Layers("park-* poi-green", labels: "park-name poi-green"),
        "poi.attraction": Layers("poi-landmark poi-major", labels: "poi-landmark poi-major"),
        "transit": Layers(
            "rail* transit* tram* ferry* *-rail* *-tram* aerialway aeroway* airport poi-station",
            labels: "poi-station poi-transit-stop airport road-name-ferry"),
        "transit.line": Layers("rail* transit* tram* ferry* *-rail* *-tram* aerialway", labels: "road-name-ferry"),
        "transit.station": Layers(
            "aeroway* airport poi-station poi-transit-stop", labels: "airport poi-station poi-transit-stop"),
        "transit.station.airport": Layers("aeroway* airport", labels: "airport"),
        "transit.station.bus": Layers("poi-transit-stop", labels: "poi-transit-stop"),
        "transit.station.rail": Layers("poi-station", labels: "poi-station"),
        "road": Layers("road-* bridge-* tunnel-*", labels: "road-name-* road-shield-* road-oneway"),
        "road.local": Layers(
            roads: ["minor", "service", "path"], and: "road-track road-steps road-pedestrian-area",
            labels: "road-name-minor road-name-service road-name-path road-name-pedestrian"),
        "road.arterial": Layers(
            roads: ["tertiary", "secondary", "primary"], labels: "road-name-tertiary road-name-main road-shield-main"),
        "road.highway": Layers(
            roads: ["trunk", "motorway", "link"], labels: "road-name-motorway road-shield-motorway"),
        "road.highway.controlled_access": Layers(
            roads: ["motorway"], labels: "road-name-motorway road-shield-motorway"),
        "water": Layers("water* bathymetry", labels: "water-name-* waterway-name*"),
        "landscape": Layers("landcover* landuse* park* building*", labels: "park-name mountain-peak*"),
        "landscape.man_made": Layers("landuse* building*", labels: "housenumber"),
        "landscape.natural": Layers("landcover* park* mountain-peak*", labels: "park-name mountain-peak*"),
        "landscape.natural.landcover": Layers("landcover* park*", labels: "park-name"),
        "landscape.natural.terrain": Layers("mountain-peak*", labels: "mountain-peak*"),
        "administrative": Layers("boundary* place-*", labels: "place-*"),
        "administrative.country": Layers("boundary-country* place-country*", labels: "place-country*"),
        "administrative.province": Layers("boundary-state* place-state*", labels: "place-state*"),
        "administrative.locality": Layers(
            "place-city* place-town* place-village", labels: "place-city* place-town* place-village"),
        "administrative.neighborhood": Layers(
            "place-borough place-suburb place-neighbourhood place-square",
            labels: "place-borough place-suburb place-neighbourhood place-square"),
    ]

    mutating func read(_ text: String, _ layers: [JSONNode], _ draft: inout SceneDraft) {
        var (feature, element, off) = ("all", "all", false)
        var color: String?
        for part in text.split(separator: "|") {
            let pair = part.split(separator: ":", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { continue }
            switch pair[0] {
            case "feature": feature = pair[1]
            case "element": element = pair[1]
            case "visibility" where pair[1] == "off": off = true
            case "visibility" where pair[1] == "on": break
            case "color":
                color = hexColor(pair[1], digits: [6])
                if color == nil { draft.warn("style: \"\(pair[1].prefix(20))\" is no color such as 0xff8800") }
            default:
                draft.warn(
                    "style: \(pair[0].prefix(20)):\(pair[1].prefix(20)) of \(feature.prefix(30)) changes nothing")
            }
        }
        if let color { paint(feature, element, color, layers, &draft) }
        guard off else { return }
        guard let known = Self.layers[feature] else {
            draft.warn("style: the feature \"\(feature.prefix(30))\" is not told apart, and is not hidden")
            return
        }
        let hides = element.hasPrefix("labels") ? known.labels : known.all
        if hides.isEmpty { draft.warn("style: all features cannot be hidden at once") }
        hidden += hides.filter { !hidden.contains($0) }
    }

    /// The properties that a color is for, by the type of a layer and by Google's element.
    private static func properties(_ type: String, _ id: String, _ element: String) -> [String] {
        let isEdge = id.contains("casing") || id.contains("edge")
        switch (type, element) {
        case ("symbol", "all"), ("symbol", "labels"), ("symbol", "labels.text"), ("symbol", "labels.text.fill"):
            return ["text-color"]
        case ("symbol", "labels.text.stroke"): return ["text-halo-color"]
        case ("background", "all"), ("background", "geometry"), ("background", "geometry.fill"):
            return ["background-color"]
        case ("fill", "all"), ("fill", "geometry"), ("fill", "geometry.fill"): return ["fill-color"]
        case ("fill", "geometry.stroke"): return ["fill-outline-color"]
        case ("line", "all"), ("line", "geometry"): return ["line-color"]
        case ("line", "geometry.fill") where !isEdge: return ["line-color"]
        case ("line", "geometry.stroke") where isEdge: return ["line-color"]
        default: return []
        }
    }

    private mutating func paint(
        _ feature: String, _ element: String, _ color: String, _ layers: [JSONNode], _ draft: inout SceneDraft
    ) {
        let known = Self.layers[feature]
        let isGround = ["all", "landscape", "landscape.natural"].contains(feature)
        var isPainted = false
        for layer in layers {
            guard let id = layer["id"]?.string, let type = layer["type"]?.string else { continue }
            let isLabel = type == "symbol"
            let patterns = isLabel ? known?.labels ?? [] : known?.all ?? []
            let fits =
                feature == "all" && !isLabel || type == "background" && isGround
                || patterns.contains { Self.fits(id, $0) }
            guard fits else { continue }
            for property in Self.properties(type, id, element) {
                let own = (paints[id] ?? [:]).setting(property, .text(color))
                paints = paints.setting(id, own)
                isPainted = true
            }
        }
        if !isPainted {
            draft.warn("style: \(feature.prefix(30)) \(element.prefix(20)) is not told apart, and is not colored")
        }
    }

    /// `*` stands for any characters.
    private static func fits(_ id: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return id == pattern }
        guard id.hasPrefix(parts[0]), id.hasSuffix(parts[parts.count - 1]) else { return false }
        return parts.count == 2 || parts[1].isEmpty || id.contains(parts[1])
    }

    var paint: JSONNode? { paints.object?.members.isEmpty == false ? paints : nil }

    var hide: JSONNode? { hidden.isEmpty ? nil : .list(hidden.map(JSONNode.text)) }
}
