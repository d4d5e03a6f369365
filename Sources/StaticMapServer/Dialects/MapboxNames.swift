// SPDX-License-Identifier: MIT
import MapCore

/// Names of Mapbox's styles and tiles as ours: what `before_layer`, `setfilter` and `addlayer` say.
///
/// - SeeAlso: docs.mapbox.com/data/tilesets/reference/mapbox-streets-v8
enum MapboxNames {
    /// Patterns of our layers, by the ids of Mapbox's Streets, Outdoors, Light and Dark.
    private static let layers: [String: String] = [
        "land": "background", "landcover": "landcover-*", "national-park": "park-area park-green",
        "landuse": "landuse-*",
        "pitch-outline": "landuse-pitch-edge", "water": "water", "water-depth": "bathymetry",
        "waterway": "waterway-stream waterway-river", "waterway-shadow": "waterway-stream", "hillshade": "hillshade*",
        "aeroway-polygon": "aeroway-area aeroway-apron", "aeroway-line": "aeroway-taxiway aeroway-runway",
        "building": "building", "building-outline": "building-edge", "building-extrusion": "building-3d",
        "tunnel-street": "tunnel-minor", "tunnel-minor": "tunnel-service", "tunnel-path": "tunnel-path",
        "tunnel-secondary-tertiary": "tunnel-secondary tunnel-tertiary", "tunnel-primary": "tunnel-primary",
        "tunnel-motorway-trunk": "tunnel-motorway tunnel-trunk", "tunnel-simple": "tunnel-*",
        "road-path": "road-path", "road-steps": "road-steps", "road-pedestrian": "road-pedestrian-area",
        "road-street": "road-minor", "road-minor": "road-service", "road-minor-link": "road-link",
        "road-secondary-tertiary": "road-secondary road-tertiary", "road-primary": "road-primary",
        "road-motorway-trunk": "road-motorway road-trunk", "road-major-link": "road-link", "road-rail": "rail",
        "road-simple":
            "road-service road-minor road-link road-tertiary road-secondary road-primary road-trunk road-motorway",
        "bridge-street": "bridge-minor", "bridge-minor": "bridge-service", "bridge-path": "bridge-path",
        "bridge-secondary-tertiary": "bridge-secondary bridge-tertiary", "bridge-primary": "bridge-primary",
        "bridge-motorway-trunk": "bridge-motorway bridge-trunk", "bridge-rail": "bridge-rail",
        "bridge-simple": "bridge-*",
        "aerialway": "aerialway", "ferry": "ferry", "admin-1-boundary": "boundary-state",
        "admin-0-boundary": "boundary-country", "admin-0-boundary-disputed": "boundary-country-disputed",
        "building-number-label": "housenumber", "road-label": "road-name-*", "road-label-simple": "road-name-*",
        "road-number-shield": "road-shield-*", "road-oneway-arrow-blue": "road-oneway",
        "path-pedestrian-label": "road-name-path road-name-pedestrian", "ferry-aerialway-label": "road-name-ferry",
        "waterway-label": "waterway-name*", "water-line-label": "water-name-line",
        "water-point-label": "water-name-lake water-name-sea water-name-ocean",
        "natural-line-label": "mountain-peak*", "natural-point-label": "mountain-peak* park-name",
        "poi-label": "poi-*", "transit-label": "poi-station poi-transit-stop", "airport-label": "airport",
        "settlement-subdivision-label": "place-suburb place-neighbourhood place-borough",
        "settlement-minor-label": "place-village place-town", "settlement-major-label": "place-city*",
        "settlement-label": "place-village place-town place-city*", "place-label": "place-*",
        "state-label": "place-state*", "country-label": "place-country*", "continent-label": "place-continent",
    ]

    /// Layers of tiles of Mapbox Streets, as the schema OpenMapTiles has them.
    private static let sourceLayers = [
        "road": "transportation", "road_label": "transportation_name", "motorway_junction": "transportation_name",
        "admin": "boundary", "place_label": "place", "poi_label": "poi", "transit_stop_label": "poi",
        "airport_label": "aerodrome_label", "housenum_label": "housenumber", "natural_label": "water_name",
        "landuse_overlay": "park", "structure": "transportation",
    ]

    /// The layers of a style that a name of Mapbox's stands for, lowest first; those of this name where there are any.
    static func layers(_ name: String, in style: [JSONNode]) -> [JSONNode] {
        let own = style.filter { $0["id"]?.string == name }
        guard own.isEmpty, let patterns = layers[name] else { return own }
        let names = patterns.split(separator: " ")
        return style.filter { layer in
            let id = layer["id"]?.string ?? ""
            return names.contains { $0.hasSuffix("*") ? id.hasPrefix($0.dropLast()) : id == $0 }
        }
    }

    /// A layer of a request with our names of source and tiles in place of Mapbox's.
    static func renamed(_ layer: JSONNode, sources: [String]) -> JSONNode {
        var result = layer
        if let source = layer["source"]?.string, !sources.contains(source),
            source == "composite" || source.hasPrefix("mapbox"),
            let own = sources.first
        {
            result = result.setting("source", .text(own))
        }
        if let name = layer["source-layer"]?.string, let own = sourceLayers[name] {
            result = result.setting("source-layer", .text(own))
        }
        return result
    }

    /// A filter in the old form, such as `["==", "class", "path"]`, as an expression; nil for what is none of both.
    static func expression(_ filter: JSONNode, depth: Int = 0) -> JSONNode? {
        guard depth < 16, let items = filter.array, let name = items.first?.string else { return nil }
        func get(_ key: String) -> JSONNode {
            switch key {
            case "$type": ["geometry-type"]
            case "$id": ["id"]
            default: ["get", .text(key)]
            }
        }
        func not(_ node: JSONNode) -> JSONNode { ["!", node] }
        switch name {
        case "all", "any", "none":
            let parts = items.dropFirst().map { expression($0, depth: depth + 1) }
            guard parts.allSatisfy({ $0 != nil }) else { return nil }
            let joined = JSONNode.list([.text(name == "none" ? "any" : name)] + parts.compactMap(\.self))
            return name == "none" ? not(joined) : joined
        case "==", "!=", "<", ">", "<=", ">=":
            guard items.count == 3, let key = items[1].string else { return filter }
            // The old form also asks whether the value is there.
            let compared: JSONNode = [.text(name), get(key), items[2]]
            guard name != "==", name != "!=", !key.hasPrefix("$") else { return compared }
            let kind: JSONNode = [.text(items[2].number == nil ? "to-string" : "to-number"), get(key)]
            return ["all", ["has", .text(key)], [.text(name), kind, items[2]]]
        case "in", "!in":
            guard items.count >= 3, let key = items[1].string, items.dropFirst(2).allSatisfy({ $0.array == nil }) else {
                return filter
            }
            let found: JSONNode = ["match", get(key), .list(Array(items.dropFirst(2))), true, false]
            return name == "in" ? found : not(found)
        case "!has": return items.count == 2 ? not(["has", items[1]]) : nil
        default: return filter
        }
    }
}
