// SPDX-License-Identifier: MIT

/// Shortbread 1, with the extensions of VersaTiles.
///
/// - SeeAlso: https://shortbread-tiles.org/schema/
extension SchemaTable {
    static let shortbread = SchemaTable(
        layers: [
            "addresses": addresses, "aerialways": aerialways, "boundaries": shortbreadBoundaries,
            "boundary_labels": boundaryLabels, "bridges": bridges, "buildings": shortbreadBuildings,
            "dam_lines": damLines, "dam_polygons": damAreas, "ferries": ferries, "land": land,
            "mountain_peaks": mountainPeaks, "ocean": ocean, "pier_lines": piers, "pier_polygons": piers,
            "place_labels": placeLabels, "pois": shortbreadPois, "public_transport": publicTransport, "sites": land,
            "street_labels": streetLabels, "street_labels_points": exits, "street_polygons": streetAreas,
            "streets": streets, "streets_polygons_labels": squares, "water_lines": waterLines,
            "water_lines_labels": waterLineLabels, "water_polygons": waterAreas,
            "water_polygons_labels": waterAreaLabels,
        ])

    // MARK: land and water

    private static let ocean = LayerTable(to: ["water"], by: []) { _ in [.water("ocean")] }

    private static let waterAreas = LayerTable(to: ["water", "landcover"], by: ["kind"]) { feature in
        let kind = feature.text("kind") ?? "water"
        return kind == "glacier" ? Presentation.land(kind) : [.water(kind)]
    }

    private static let waterAreaLabels = LayerTable(to: ["water_name"], by: ["kind"]) { feature in
        let kind = feature.text("kind") ?? "water"
        return kind == "glacier" ? [] : [Presentation("water_name", ["class": kind == "river" ? kind : "lake"], .names)]
    }

    private static let brunnel: [String: KeptProperties.Rule] = [
        "bridge": .flag("brunnel", "bridge"), "tunnel": .flag("brunnel", "tunnel"),
    ]
    private static let waterLineProperties = KeptProperties(brunnel)
    private static let waterLineLabelProperties = KeptProperties(names: true, brunnel)

    private static let waterLines = LayerTable(to: ["waterway"], by: ["kind"]) { feature in
        [Presentation("waterway", ["class": feature.text("kind") ?? "stream"], waterLineProperties)]
    }

    private static let waterLineLabels = LayerTable(to: ["waterway"], by: ["kind"]) { feature in
        [Presentation("waterway", ["class": feature.text("kind") ?? "stream"], waterLineLabelProperties)]
    }

    private static let damLines = LayerTable(to: ["waterway"], by: []) { _ in
        [Presentation("waterway", ["class": "dam"])]
    }
    private static let damAreas = LayerTable(to: ["landuse"], by: []) { _ in [Presentation("landuse", ["class": "dam"])]
    }

    private static let piers = LayerTable(to: ["transportation"], by: ["kind"]) { feature in
        [Presentation("transportation", ["class": "pier", "subclass": feature.text("kind")])]
    }

    private static let land = LayerTable(to: ["landcover", "landuse"], by: ["kind"]) { feature in
        feature.text("kind").map(Presentation.land) ?? []
    }

    private static let buildingProperties = KeptProperties([
        "height": .number("render_height"), "min_height": .number("render_min_height"),
        "hide_3d": .translated("hide_3d") { $0.isYes ? .bool(true) : nil },
    ])

    private static let shortbreadBuildings = LayerTable(to: ["building"], by: []) { feature in
        feature.type == .polygon ? [Presentation("building", [:], buildingProperties)] : []
    }

    private static let addresses = LayerTable(to: ["housenumber"], by: []) { _ in
        [Presentation("housenumber", [:], KeptProperties.houseNumbers)]
    }

    // MARK: boundaries and places

    private static let shortbreadBoundaries = LayerTable(
        to: ["boundary"], by: ["admin_level", "maritime", "disputed", "coastline"]
    ) { feature in
        guard feature.type == .lineString, let level = feature.number("admin_level") else { return [] }
        return [
            Presentation("boundary").with("admin_level", level)
                .with("maritime", feature.isTrue("maritime") || feature.isTrue("coastline") ? 1 : 0)
                .with("disputed", feature.isTrue("disputed") ? 1 : 0)
        ]
    }

    /// Countries and states, ranked by their areas, which are in hectares.
    private static let boundaryLabels = LayerTable(to: ["place"], by: ["admin_level"]) { feature in
        guard feature.type == .point, let level = feature.number("admin_level") else { return [] }
        return [
            Presentation("place", ["class": level <= 2 ? "country" : "state"], .names).deriving { own in
                [("rank", .number(rank(own.number("way_area"), least: [2e8, 7e7, 1e7, 2e6, 2e5])))]
            }
        ]
    }

    private static let placeProperties = KeptProperties(names: true, ["population": .number("population")])

    private static let placeLabels = LayerTable(to: ["place"], by: ["kind"]) { feature in
        guard let kind = feature.text("kind") else { return [] }
        func place(_ name: String) -> Presentation { Presentation("place", ["class": name], placeProperties) }
        switch kind {
        case "capital", "state_capital":
            // What kind of place it is, its population alone tells.
            let capital = Presentation("place", [:], placeProperties).with("capital", kind == "capital" ? 2 : 4)
            return [capital.deriving { settlement($0, raisedBy: kind == "capital" ? 2 : 1) }]
        case "city", "town": return [place(kind).deriving { [("rank", .number(cityRank($0)))] }]
        default:
            // Small places begin at later zooms in OpenMapTiles.
            let name = kind == "farm" ? "isolated_dwelling" : kind
            return feature.zoom >= firstZooms[name, default: 0] ? [place(name).with("rank", 11)] : []
        }
    }

    private static let firstZooms = [
        "suburb": 11, "hamlet": 12, "quarter": 13, "neighbourhood": 13, "isolated_dwelling": 13, "locality": 13,
    ]

    @Sendable
    private static func settlement(
        _ feature: ForeignFeature, raisedBy steps: Double
    ) -> [(key: String, value: PropertyValue)] {
        let population = feature.number("population") ?? 100_000
        let name = population >= 20_000 ? "city" : population >= 8000 ? "town" : "village"
        return [("class", .string(name)), ("rank", .number(max(1, cityRank(feature) - steps)))]
    }

    /// The rank of a city or town, from 1.
    private static func cityRank(_ feature: ForeignFeature) -> Double {
        rank(feature.number("population"), least: [3e6, 1e6, 4e5, 2e5, 1e5, 5e4, 2e4, 1e4, 5e3])
    }

    /// From 1 for a number that reaches the first of some steps; one that is not known counts as 0.
    private static func rank(_ number: Double?, least: [Double]) -> Double {
        let number = number ?? 0
        return Double(least.firstIndex { number >= $0 } ?? least.count) + 1
    }

    // MARK: streets

    private static let wayProperties = KeptProperties(
        brunnel.merging([
            "link": .flag("ramp", 1), "service": .same("service"), "surface": surface, "oneway": .flag("oneway", 1),
            "oneway_reverse": .translated("oneway", overrules: true) { $0.isYes ? .number(-1) : nil },
            "bicycle": .same("bicycle"), "foot": .same("foot"), "horse": .same("horse"),
        ]) { own, _ in own })

    private static let surface = KeptProperties.Rule.translated("surface") { value in
        switch value.asText {
        case "": nil
        case "unpaved", "compacted", "dirt", "earth", "fine_gravel", "grass", "gravel", "ground", "mud", "pebblestone",
            "sand":
            .string("unpaved")
        default: .string("paved")
        }
    }

    private static let streets = LayerTable(to: ["transportation", "aeroway"], by: ["kind"]) { feature in
        guard feature.type == .lineString, let kind = feature.text("kind") else { return [] }
        if ["runway", "taxiway"].contains(kind) { return [Presentation("aeroway", ["class": kind])] }
        guard let way = WayClass(railway: kind) ?? WayClass(highway: kind), feature.zoom >= way.firstZoom else {
            return []
        }
        let line = Presentation("transportation", ["class": way.name, "subclass": way.subclass], wayProperties)
        return [way.isRamp ? line.with("ramp", 1) : line]
    }

    private static let streetAreas = LayerTable(to: ["transportation", "aeroway"], by: ["kind"]) { feature in
        guard feature.type == .polygon, let kind = feature.text("kind") else { return [] }
        if ["runway", "taxiway"].contains(kind) { return [Presentation("aeroway", ["class": kind])] }
        guard let way = WayClass(highway: kind) else { return [] }
        return [Presentation("transportation", ["class": way.name, "subclass": way.subclass], waterLineProperties)]
    }

    /// Several references stand in lines of their own.
    private static let streetLabelProperties = KeptProperties(
        names: true,
        [
            "ref": .translated("ref") { value in
                value.asText.isEmpty ? nil : .string(value.asText.replacing("\n", with: ";"))
            },
            "network": .same("network"),
        ])

    private static let streetLabels = LayerTable(to: ["transportation_name", "aeroway"], by: ["kind", "ref"]) {
        feature in
        guard feature.type == .lineString, let kind = feature.text("kind") else { return [] }
        if ["runway", "taxiway"].contains(kind) { return [] }
        guard let way = WayClass(railway: kind) ?? WayClass(highway: kind) else { return [] }
        let tags: KeyValuePairs<String, String?> = ["class": way.name, "subclass": way.subclass]
        guard let shield = feature.text("ref").flatMap(unitedStatesShield) else {
            return [Presentation("transportation_name", tags, streetLabelProperties)]
        }
        var name = Presentation("transportation_name", tags, .names)
        name.values += [("network", .string(shield.network)), ("ref", .string(shield.number))]
        return [name]
    }

    /// The shield of a road whose first reference is "I 80" or "US 101".
    private static func unitedStatesShield(_ ref: String) -> (network: String, number: String)? {
        let parts = (ref.split(separator: "\n").first ?? "").split(separator: " ")
        guard parts.count == 2, parts[1].allSatisfy(\.isNumber) else { return nil }
        let networks: [Substring: String] = ["I": "us-interstate", "US": "us-highway"]
        return networks[parts[0]].map { ($0, String(parts[1])) }
    }

    private static let exits = LayerTable(to: ["transportation_name"], by: ["kind"]) { feature in
        guard feature.text("kind") == "motorway_junction" else { return [] }
        return [
            Presentation("transportation_name", ["class": "motorway", "subclass": "junction"], streetLabelProperties)
        ]
    }

    private static let squares = LayerTable(to: ["place"], by: ["kind"]) { feature in
        guard feature.text("kind") == "pedestrian" else { return [] }
        return [Presentation("place", ["class": "square"], .names).with("rank", 14)]
    }

    private static let bridges = LayerTable(to: ["transportation"], by: []) { _ in
        [Presentation("transportation", ["class": "bridge", "brunnel": "bridge"])]
    }

    private static let aerialways = LayerTable(to: ["transportation"], by: ["kind"]) { feature in
        [Presentation("transportation", ["class": "aerialway", "subclass": feature.text("kind") ?? "gondola"])]
    }

    private static let ferries = LayerTable(to: ["transportation", "transportation_name"], by: []) { _ in
        [
            Presentation("transportation", ["class": "ferry"]),
            Presentation("transportation_name", ["class": "ferry"], .names),
        ]
    }

    // MARK: points

    private static let aerodromeProperties = KeptProperties(names: true, ["iata": .same("iata")])

    private static let publicTransport = LayerTable(
        to: ["poi", "aerodrome_label"], by: ["kind", "station", "iata"]
    ) { feature in
        guard let kind = feature.text("kind") else { return [] }
        switch kind {
        case "aerodrome":
            let isAirport = feature.text("iata") != nil
            return [
                Presentation("aerodrome_label", ["class": isAirport ? "public" : "other"], aerodromeProperties)
                    .with("rank", isAirport ? 2 : 3)
            ]
        case "station" where feature.text("station") == "subway": return [.poi("subway")]
        case "aerialway_station": return [.poi("station", class: "aerialway")]
        default: return [.poi(kind)]
        }
    }

    private static let mountainPeaks = LayerTable(to: ["mountain_peak"], by: ["kind"]) { feature in
        [
            Presentation("mountain_peak", ["class": feature.text("kind") ?? "peak"], peakProperties)
                .deriving { own in
                    [("rank", .number(rank(own.number("ele"), least: [4000, 3000, 2000, 1000, 500])))]
                }
        ]
    }

    private static let peakProperties = KeptProperties(names: true, ["ele": .number("ele")])

    private static let poiKeys = [
        "amenity", "tourism", "leisure", "shop", "historic", "man_made", "office", "emergency", "highway",
    ]

    private static let shortbreadPois = LayerTable(
        to: ["poi", "housenumber"], by: poiKeys + ["religion", "sport"]
    ) { feature in
        guard feature.type == .point else { return [] }
        let houseNumber = Presentation("housenumber", [:], KeptProperties.houseNumbers)
        for key in poiKeys {
            guard let value = feature.text(key) else { continue }
            switch (key, value) {
            case ("amenity", "place_of_worship"):
                return [.poi(feature.text("religion") ?? value, class: value), houseNumber]
            case ("shop", _), ("office", _):
                let own = OpenMapTilesClasses.poi(value)
                return [.poi(value, class: own == value && value != "car" ? key : own), houseNumber]
            default: return [.poi(value), houseNumber]
            }
        }
        return [houseNumber]
    }
}
