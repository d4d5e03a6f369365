// SPDX-License-Identifier: MIT

/// The Protomaps basemap, versions 3 and 4: what version 3 calls "pmap:kind" is "kind" here.
///
/// - SeeAlso: https://docs.protomaps.com/basemaps/layers
extension SchemaTable {
    static let protomaps = SchemaTable(
        layers: [
            "boundaries": boundaries, "buildings": buildings, "earth": earth, "landcover": landcover,
            "landuse": landuse,
            // Version 3 has kinds of ground in a layer of their own, and so lines and points of the land.
            "natural": landuse, "physical_line": water, "physical_point": physicalPoints, "places": places,
            "pois": pois, "roads": roads, "transit": roads, "water": water,
        ])

    // MARK: land and water

    /// Where there is no sea, there is land: styles paint it as their background.
    private static let earth = LayerTable(to: ["place"], by: ["kind"]) { feature in
        guard feature.type == .point, let kind = feature.text("kind"), ["island", "islet"].contains(kind) else {
            return []
        }
        return [Presentation("place", ["class": kind], .names)]
    }

    /// Ground cover of low zooms, which satellites have seen.
    private static let landcover = LayerTable(to: ["landcover", "landuse"], by: ["kind"]) { feature in
        switch feature.text("kind") {
        case "forest": [Presentation("landcover", ["class": "wood", "subclass": "zone"])]
        case "glacier": [Presentation("landcover", ["class": "ice", "subclass": "zone"])]
        case "barren": [Presentation("landcover", ["class": "sand", "subclass": "zone"])]
        case "urban_area": [Presentation("landuse", ["class": "residential", "subclass": "zone"])]
        case let kind?: Presentation.land(kind)
        case nil: []
        }
    }

    private static let landuse = LayerTable(
        to: ["landcover", "landuse", "park", "transportation", "aeroway"], by: ["kind"]
    ) { feature in
        guard feature.type == .polygon, let kind = feature.text("kind") else { return [] }
        switch kind {
        case "national_park", "nature_reserve", "protected_area": return [Presentation("park", ["class": kind])]
        case "aerodrome", "runway", "taxiway", "apron", "helipad": return [Presentation("aeroway", ["class": kind])]
        case "airfield":
            return [Presentation("landuse", ["class": "military"]), Presentation("aeroway", ["class": "aerodrome"])]
        case "pier": return [Presentation("transportation", ["class": "pier"])]
        case "pedestrian", "footway", "platform":
            return [Presentation("transportation", ["class": "path", "subclass": kind])]
        default: return Presentation.land(kind)
        }
    }

    private static let waterProperties = KeptProperties(
        names: true,
        [
            "intermittent": .flag("intermittent", 1), "bridge": .flag("brunnel", "bridge"),
            "tunnel": .flag("brunnel", "tunnel"),
            "level": level,
        ])

    private static let water = LayerTable(
        to: ["water", "waterway", "water_name"], by: ["kind", "kind_detail"]
    ) { feature in
        guard let kind = feature.text("kind") else { return [] }
        let detail = feature.text("kind_detail")
        switch feature.type {
        case .polygon:
            // A reef is under water, and bays and seas have no areas but those of the ocean.
            guard !["reef", "bay", "sea", "strait", "fjord"].contains(kind) else { return [] }
            return [Presentation.water(kind == "water" ? detail ?? "lake" : kind, waterAreaProperties)]
        case .lineString:
            switch kind {
            case "river", "canal", "stream", "drain", "ditch":
                return [Presentation("waterway", ["class": kind], waterProperties)]
            case "strait", "bay", "fjord": return [Presentation("water_name", ["class": kind], .names)]
            default: return []
            }
        case .point: return waterName(kind, detail)
        case .unknown: return []
        }
    }

    private static let waterAreaProperties = KeptProperties([
        "intermittent": .flag("intermittent", 1), "bridge": .flag("brunnel", "bridge"),
        "tunnel": .flag("brunnel", "tunnel"),
    ])

    private static func waterName(_ kind: String, _ detail: String?) -> [Presentation] {
        switch kind {
        case "ocean", "sea", "bay", "strait": [Presentation("water_name", ["class": kind], .names)]
        case "fjord": [Presentation("water_name", ["class": "bay"], .names)]
        case "lake", "basin", "playa", "reservoir": [Presentation("water_name", ["class": "lake"], .names)]
        case "water": [Presentation("water_name", ["class": detail == "river" ? "river" : "lake"], .names)]
        default: []
        }
    }

    private static let physicalPoints = LayerTable(
        to: ["water_name", "mountain_peak", "place"], by: ["kind", "kind_detail"]
    ) {
        feature in
        guard feature.type == .point, let kind = feature.text("kind") else { return [] }
        switch kind {
        case "peak", "volcano": return [peak(kind)]
        case "island", "islet": return [Presentation("place", ["class": kind], .names)]
        default: return waterName(kind, feature.text("kind_detail"))
        }
    }

    // MARK: boundaries and places

    private static let boundaries = LayerTable(
        to: ["boundary"], by: ["kind", "kind_detail", "min_admin_level", "disputed"]
    ) { feature in
        guard feature.type == .lineString else { return [] }
        let levels: [String: Double] = [
            "country": 2, "unrecognized_country": 2, "macroregion": 3, "map_unit": 3, "region": 4,
            "unrecognized_region": 4,
            "macrocounty": 5, "county": 6, "locality": 8,
        ]
        guard
            let level = feature.number("kind_detail") ?? feature.number("min_admin_level")
                ?? feature.text("kind").flatMap({ levels[$0] })
        else { return [] }
        return [
            Presentation("boundary").with("admin_level", level).with("maritime", 0)
                .with("disputed", feature.isTrue("disputed") ? 1 : 0)
        ]
    }

    private static let placeProperties = KeptProperties(
        names: true,
        [
            "population": .translated("population") { $0.asNumber.flatMap { $0 > 0 ? .number($0) : nil } },
            "capital": .translated("capital") {
                $0 == .string("yes") ? .number(2) : $0.asNumber.map(PropertyValue.number)
            },
            "ref": .same("ref"), "wikidata": .same("wikidata"),
        ])

    private static let places = LayerTable(to: ["place"], by: ["kind", "kind_detail", "place"]) { feature in
        guard feature.type == .point, let kind = feature.text("kind") else { return [] }
        let detail = feature.text("kind_detail") ?? feature.text("place")
        func place(_ name: String) -> Presentation { Presentation("place", ["class": name], placeProperties) }
        switch kind {
        case "country": return [place("country").deriving { [("rank", .number(wideRank($0, first: 2)))] }]
        case "region", "state": return [place("state").deriving { [("rank", .number(wideRank($0, first: 3)))] }]
        case "locality", "city", "town", "village":
            guard let detail, detail != "locality" || kind == "locality" else {
                return [Presentation("place", [:], placeProperties).deriving(localityByPopulation)]
            }
            let settlement = ["farm": "isolated_dwelling", "allotments": "hamlet"][detail] ?? detail
            guard ["city", "town"].contains(settlement) else { return [place(settlement).with("rank", 11)] }
            return [place(settlement).deriving { [("rank", .number(cityRank($0)))] }]
        case "macrohood": return [place("quarter").with("rank", 11)]
        case "neighbourhood": return [place(detail ?? "neighbourhood").with("rank", 11)]
        default: return []
        }
    }

    /// The rank of a country or state, from 1 to 6: the earlier it is shown, the more important it is.
    private static func wideRank(_ feature: ForeignFeature, first zoom: Double) -> Double {
        max(1, min(6, (feature.number("min_zoom") ?? zoom + 3) - zoom + 1))
    }

    /// The rank of a city, from 1: important ones are shown early, and large ones count more.
    private static func cityRank(_ feature: ForeignFeature) -> Double {
        let early = max(1, min(14, (feature.number("min_zoom") ?? 9) - 1))
        switch feature.number("population_rank") ?? 0 {
        case 12...: return max(1, early - 1)
        case 9..<12: return early
        default: return early + 2
        }
    }

    /// A place of which only its population is known.
    @Sendable
    private static func localityByPopulation(_ feature: ForeignFeature) -> [(key: String, value: PropertyValue)] {
        let rank = feature.number("population_rank") ?? 0
        let name = rank >= 8 ? "city" : rank >= 5 ? "town" : "village"
        return [("class", .string(name)), ("rank", .number(cityRank(feature)))]
    }

    // MARK: buildings

    private static let buildingProperties = KeptProperties([
        "height": .number("render_height"), "min_height": .number("render_min_height"),
    ])

    private static let buildings = LayerTable(to: ["building", "housenumber"], by: ["kind"]) { feature in
        switch feature.type {
        case .polygon: [Presentation("building", [:], buildingProperties)]
        case .point: [Presentation("housenumber", [:], KeptProperties.houseNumbers)]
        case .lineString, .unknown: []
        }
    }

    // MARK: roads

    /// Version 3 tells bridges from tunnels by a level.
    private static let level = KeptProperties.Rule.translated("brunnel") { value in
        switch value.asNumber {
        case 1: .string("bridge")
        case -1: .string("tunnel")
        default: nil
        }
    }

    private static let wayProperties = KeptProperties([
        "is_bridge": .flag("brunnel", "bridge"), "is_tunnel": .flag("brunnel", "tunnel"), "level": level,
        "is_link": .flag("ramp", 1), "link": .flag("ramp", 1), "service": .same("service"),
        "oneway": .translated("oneway") { value in
            switch value {
            case .string("-1"), .number(-1): .number(-1)
            default: value.isYes ? .number(1) : nil
            }
        },
        "access": .translated("access") { ["no", "private"].contains($0.asText) ? .string("no") : nil },
    ])

    /// The text of a shield is the number alone; elsewhere it is the reference without its spaces.
    private static let shieldProperties = KeptProperties(
        names: true,
        [
            "ref": .same("ref"), "network": network,
            "shield_text": .translated("ref", overrules: true) { $0.asText.isEmpty ? nil : $0 },
        ])
    private static let roadNameProperties = KeptProperties(names: true, ["ref": .same("ref"), "network": network])

    private static let network = KeptProperties.Rule.translated("network") { value in
        switch value.asText {
        case "US:I": .string("us-interstate")
        case "US:US": .string("us-highway")
        case "CA:transcanada": .string("ca-transcanada")
        case let text where text.hasPrefix("US:"): .string("us-state")
        case "": nil
        default: .string("road")
        }
    }

    private static let roads = LayerTable(
        to: ["transportation", "transportation_name", "aeroway"], by: ["kind", "kind_detail", "service", "network"]
    ) { feature in
        guard feature.type == .lineString, let kind = feature.text("kind") else { return [] }
        let detail = feature.text("kind_detail")
        switch kind {
        case "aeroway":
            return [Presentation("aeroway", ["class": detail ?? "taxiway"], KeptProperties(["ref": .same("ref")]))]
        case "ferry": return way("ferry", nil)
        case "aerialway": return way("aerialway", detail ?? "cable_car")
        case "pier": return way("pier", nil)
        case "rail":
            guard let detail else { return way("rail", "rail") }
            return WayClass(railway: detail).map { way($0.name, $0.subclass) } ?? []
        default: break
        }
        let road = detail.flatMap(WayClass.init(highway:)) ?? usualRoad(kind)
        guard let road else { return [] }
        // Version 4 says what a service road is for, instead of that it is one.
        let service = road.name == "service" && detail != "service" ? feature.text("service") ?? detail : nil
        return way(
            road.name, road.subclass, isRamp: road.isRamp, service: service,
            isUnitedStates: feature.text("network")?.hasPrefix("US:") ?? false)
    }

    /// What most roads of a kind are, for version 3 and for values of which nothing is known.
    private static func usualRoad(_ kind: String) -> WayClass? {
        let usual = [
            "highway": "motorway", "major_road": "primary", "medium_road": "secondary", "minor_road": "residential",
            "path": "path", "other": "service",
        ]
        return usual[kind].flatMap(WayClass.init(highway:))
    }

    private static func way(
        _ name: String, _ subclass: String?, isRamp: Bool = false, service: String? = nil, isUnitedStates: Bool = false
    ) -> [Presentation] {
        let line = Presentation(
            "transportation", ["class": name, "subclass": subclass, "service": service], wayProperties
        ).with("ramp", isRamp ? 1 : nil)
        let kept = isUnitedStates ? shieldProperties : roadNameProperties
        return [line, Presentation("transportation_name", ["class": name, "subclass": subclass], kept)]
    }

    // MARK: points of interest

    private static let pois = LayerTable(
        to: ["poi", "park", "mountain_peak", "aerodrome_label"], by: ["kind", "kind_detail"]
    ) { feature in
        guard feature.type == .point, let kind = feature.text("kind") else { return [] }
        let detail = feature.text("kind_detail")
        switch kind {
        case "peak", "volcano": return [peak(kind)]
        case "aerodrome": return [aerodrome(detail)]
        case "national_park", "nature_reserve", "protected_area", "forest":
            return [Presentation("park", ["class": kind], .names).deriving(earlyRank)]
        case "place_of_worship":
            let religions = ["buddhist", "christian", "hindu", "jewish", "muslim", "shinto", "sikh", "taoist"]
            let religion = detail.flatMap { religions.contains($0) ? $0 : nil }
            return [.poi(religion ?? kind, class: "place_of_worship")]
        default: return nothing.contains(kind) ? [] : [.poi(kind)]
        }
    }

    /// What is no point of interest: land, boundaries and the furniture of streets, trees and signals.
    private static let nothing: Set = [
        "administrative", "apron", "barrier", "bay", "boundary", "buffer_stop", "building", "commercial",
        "construction",
        "corridor", "crossing", "cycleway", "farmland", "footway", "frame", "give_way", "grass", "grassland",
        "industrial",
        "military", "mini_roundabout", "motorway_junction", "pedestrian", "place", "platform", "primary", "railway",
        "residential", "rock", "scrub", "secondary", "service", "shrub", "stone", "stop", "street_lamp", "switch",
        "tertiary", "traffic_signals", "tree", "turning_circle", "turning_loop", "unclassified", "water", "wetland",
        "wood",
        "yes",
    ]

    private static let peakProperties = KeptProperties(
        names: true,
        [
            "elevation": .translated("ele") { $0.asNumber.map { .number($0.rounded()) } },
            "ele": .translated("ele") { $0.asNumber.map { .number($0.rounded()) } },
        ])

    private static func peak(_ kind: String) -> Presentation {
        Presentation("mountain_peak", ["class": kind], peakProperties).deriving(earlyRank)
    }

    private static let aerodromeProperties = KeptProperties(
        names: true, ["iata": .same("iata"), "icao": .same("icao")])

    private static func aerodrome(_ detail: String?) -> Presentation {
        let classes = ["international", "public", "regional", "military", "private"]
        let own = detail.flatMap { classes.contains($0) ? $0 : nil }
        return Presentation("aerodrome_label", ["class": own ?? "other"], aerodromeProperties)
            .with("rank", own == "international" ? 1 : own == nil ? 3 : 2)
    }

    /// From 1 for what is shown at zoom 11 or earlier.
    @Sendable
    private static func earlyRank(_ feature: ForeignFeature) -> [(key: String, value: PropertyValue)] {
        [("rank", .number(max(1, (feature.number("min_zoom") ?? 14) - 11)))]
    }
}

extension KeptProperties {
    static let houseNumbers = KeptProperties([
        "addr_housenumber": .same("housenumber"), "housenumber": .same("housenumber"),
    ])
}

extension PropertyValue {
    /// A text; empty for other values.
    var asText: String { if case .string(let text) = self { text } else { "" } }
}
