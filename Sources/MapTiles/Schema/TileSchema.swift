// SPDX-License-Identifier: MIT

/// What the layers and properties of vector tiles are called.
package enum TileSchema: String, Sendable, CaseIterable {
    /// OpenMapTiles, which the installed styles are made for.
    case openMapTiles = "OpenMapTiles"
    /// The Protomaps basemap, versions 4 and 3. Version 3 has "pmap:" before most of its properties.
    case protomaps4 = "Protomaps 4"
    case protomaps3 = "Protomaps 3"
    /// Shortbread 1, of Geofabrik and VersaTiles.
    case shortbread = "Shortbread 1"
    /// None of these.
    case other = "other"

    /// Recognizes the schema of tiles.
    ///
    /// Names that several schemas have, such as "water" and "landuse", decide nothing.
    ///
    /// - Parameter layers: those of an archive's metadata or of some of its tiles; fields may be missing.
    package init(_ layers: [VectorLayerInfo]) {
        let names = Set(layers.map(\.id))
        let fields = Set(layers.flatMap(\.fields.keys))
        func count(_ schema: Self) -> Int { names.intersection(schema.ownLayers).count }
        func uses(_ key: String) -> Bool { fields.isEmpty || fields.contains(key) }
        let isVersion3 =
            fields.contains { $0.hasPrefix(Self.version3Prefix) }
            || fields.isEmpty && !names.isDisjoint(with: Self.version3Layers)
        // "roads" and "streets" are names that anybody may give.
        let isProtomaps =
            isVersion3
            || uses("kind")
                && (names.contains("earth") || fields.contains("kind_detail") || fields.contains("sort_rank"))
        let isShortbread =
            uses("kind")
            && Self.shortbread.ownLayers.contains { $0.contains("_") && $0 != "public_transport" && names.contains($0) }
        let protomaps: Self = isVersion3 ? .protomaps3 : .protomaps4
        let counts = [
            (Self.openMapTiles, uses("class") ? count(.openMapTiles) : 0),
            (protomaps, isProtomaps ? count(protomaps) : 0), (Self.shortbread, isShortbread ? count(.shortbread) : 0),
        ]
        let best = counts.max { $0.1 < $1.1 }
        guard let best, best.1 >= 2 || best.1 == 1 && names.count <= 2,
            !counts.contains(where: { $0 != best && $0.1 == best.1 })
        else {
            self = .other
            return
        }
        // Tilezen, of which Protomaps took its names, has both.
        let isTilezen = best.0 == .protomaps4 && names.contains("transit")
        self = isTilezen ? .other : best.0
    }

    /// Before the names of properties in version 3 of Protomaps.
    static let version3Prefix = "pmap:"
    private static let version3Layers: Set = ["natural", "physical_line", "physical_point"]

    /// The layers by which the schema is recognized: those of which no other schema has the name.
    private var ownLayers: Set<String> {
        switch self {
        case .openMapTiles: Self.openMapTilesLayers
        case .protomaps4: Self.protomaps4Layers
        case .protomaps3: Self.protomaps3Layers
        case .shortbread: Self.shortbreadLayers
        case .other: []
        }
    }

    private static let openMapTilesLayers: Set = [
        "aerodrome_label", "aeroway", "boundary", "building", "housenumber", "mountain_peak", "park", "place", "poi",
        "transportation", "transportation_name", "water_name", "waterway",
    ]
    private static let protomaps4Layers: Set = ["earth", "places", "roads"]
    private static let protomaps3Layers = version3Layers.union(["earth", "places", "roads", "transit"])
    private static let shortbreadLayers: Set = [
        "addresses", "aerialways", "boundary_labels", "bridges", "dam_lines", "dam_polygons", "ferries", "land",
        "ocean", "pier_lines", "pier_polygons", "place_labels", "public_transport", "sites", "street_labels",
        "street_labels_points", "street_polygons", "streets", "streets_polygons_labels", "water_lines",
        "water_lines_labels", "water_polygons", "water_polygons_labels",
    ]

    /// Layers that Protomaps and Shortbread both have, and OpenMapTiles has not.
    private static let sharedLayers: Set = ["boundaries", "buildings", "pois"]

    /// Whether a style was made for OpenMapTiles rather than for this schema: only then are tiles presented to it in
    /// another schema than their own.
    ///
    /// - Parameter asked: the layers of tiles that the style draws.
    /// - Returns: false for a schema that is not known.
    package func isStranger(to asked: Set<String>) -> Bool {
        guard self != .openMapTiles, self != .other else { return false }
        let own = asked.intersection(ownLayers).count + asked.intersection(Self.sharedLayers).count
        return asked.intersection(Self.openMapTiles.ownLayers).count > own
    }
}
