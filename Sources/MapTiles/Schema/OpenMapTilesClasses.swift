// SPDX-License-Identifier: MIT

/// The classes of OpenMapTiles for values of OpenStreetMap's tags, which other schemas keep.
///
/// - SeeAlso: https://openmaptiles.org/schema/
enum OpenMapTilesClasses {
    /// The class of land cover; nil for other values.
    static func landcover(_ subclass: String) -> String? { landcoverClasses[subclass] }

    private static let landcoverClasses = inverted([
        "farmland": "farmland farmyard orchard vineyard plant_nursery greenhouse_horticulture",
        "ice": "glacier ice_shelf",
        "wood": "wood forest",
        "rock": "bare_rock scree shingle barren",
        "grass": """
        allotments dog_park fell flowerbed garden golf_course grass grassland heath meadow miniature_golf park
        recreation_ground scrub shrubbery tundra village_green
        """,
        "wetland": "wetland bog string_bog swamp wet_meadow marsh reedbed saltern tidalflat saltmarsh mangrove",
        "sand": "beach sand dune",
    ])

    /// The class of used land; nil for other values.
    static func landuse(_ kind: String) -> String? { landuseClasses[kind] }

    private static let landuseClasses = inverted([
        "cemetery": "cemetery grave_yard", "industrial": "industrial brownfield landfill",
        "military": "military danger_area naval_base airfield", "stadium": "stadium sports_centre",
        "residential": "residential urban_area",
    ]).merging(
        [
            "bus_station", "college", "commercial", "construction", "dam", "garages", "greenfield", "hospital",
            "kindergarten",
            "library", "parking", "pitch", "playground", "prison", "quarry", "railway", "retail", "school",
            "theme_park",
            "track", "university", "zoo",
        ].map { ($0, $0) }
    ) { known, _ in known }

    /// The class of an area of water.
    static func water(_ kind: String) -> String { waterClasses[kind] ?? "lake" }

    private static let waterClasses = inverted([
        "river": "river riverbank stream canal ditch drain", "pond": "pond basin fountain wastewater salt_pond",
        "ocean": "ocean", "dock": "dock", "swimming_pool": "swimming_pool",
    ])

    /// The class of a point of interest.
    static func poi(_ subclass: String) -> String { poiClasses[subclass] ?? subclass }

    private static let poiClasses = inverted([
        "shop": """
        accessories antiques appliance baby_goods bag_repair bakery beauty bed bicycle bookmaker boutique butcher camera
        candles car_parts carpet charity cheese chemist chocolate coffee computer confectionery convenience copyshop
        cosmetics craft curtain doityourself electrical electronics erotic fabric farm fashion fashion_accessories fishing
        florist frame frozen_food funeral_directors furniture gambling games garden_centre gas general gift hairdresser
        hardware health_food hearing_aids hifi houseware household_linen hunting interior_decoration jewellery jewelry
        kiosk kitchen lamps leather lighting locksmith lottery mall massage medical_supply mobile_phone motorcycle
        newsagent nutrition_supplements optician outdoor paint party pastry pawnbroker perfume perfumery pet pet_grooming
        photo photo_studio pottery rental seafood second_hand shoes sports stationery storage_rental supplements tailor
        tattoo tea ticket tiles tobacco toys trade travel_agency trophy tyres variety_store video video_games watches
        weapons wholesale window_blind
        """,
        "town_hall": "townhall public_building courthouse community_centre",
        "golf": "golf golf_course miniature_golf",
        "fast_food": "fast_food food_court",
        "park": "park bbq beach forest nature_reserve national_park protected_area recreation_ground village_green",
        "bus": "bus_stop bus_station",
        "railway": "station halt tram_stop subway",
        "entrance": "subway_entrance train_station_entrance",
        "campsite": "camp_site caravan_site",
        "laundry": "laundry dry_cleaning",
        "grocery": "supermarket grocery deli delicatessen department_store greengrocer marketplace",
        "library": "books library",
        "college": "university college",
        "lodging":
            "hotel motel bed_and_breakfast guest_house hostel chalet alpine_hut dormitory wilderness_hut apartment",
        "post": "post_box post_office parcel_locker",
        "school": "school kindergarten",
        "alcohol_shop": "alcohol beverages wine",
        "bar": "bar nightclub",
        "harbor": "marina dock",
        "car": "car car_repair taxi",
        "hospital": "hospital nursing_home clinic",
        "cemetery": "grave_yard cemetery",
        "attraction": "attraction viewpoint theme_park",
        "beer": "biergarten pub",
        "music": "music musical_instrument",
        "stadium": "american_football stadium soccer",
        "art_gallery": "art artwork gallery arts_centre",
        "clothing_store": "bag clothes",
        "swimming": "swimming_area swimming swimming_pool water_park",
        "castle": "castle ruins fort",
        "fuel": "fuel charging_station",
        "sport": "sports_centre sports_hall fitness_centre",
    ])

    /// The importance of a class, 1 being the highest.
    ///
    /// OpenMapTiles counts, within the cells of a grid, the points that are sorted in this order.
    static func poiRank(_ poiClass: String) -> Double { poiRanks[poiClass] ?? 25 }

    private static let poiRanks: [String: Double] = {
        let order = [
            "hospital", "railway", "bus", "attraction", "harbor", "college", "school", "stadium", "zoo", "town_hall",
            "campsite", "cemetery", "park", "library", "police", "post", "golf", "shop", "grocery", "fast_food",
            "clothing_store", "bar",
        ]
        return Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, Double($0 + 1)) })
    }()

    /// From classes with their values, separated by spaces, to the class of each value.
    private static func inverted(_ classes: [String: String]) -> [String: String] {
        classes.reduce(into: [:]) { found, entry in
            for value in entry.value.utf8.split(whereSeparator: { $0 <= UInt8(ascii: " ") }) {
                found[String(Substring(value))] = entry.key
            }
        }
    }
}

extension Presentation {
    /// A point of interest, by the value of its tag.
    static func poi(_ subclass: String, class ownClass: String? = nil) -> Presentation {
        let poiClass = ownClass ?? OpenMapTilesClasses.poi(subclass)
        return Presentation("poi", ["class": poiClass, "subclass": subclass], .names)
            .with("rank", OpenMapTilesClasses.poiRank(poiClass))
    }

    /// Land, by the value of its tag: an area of land cover, of used land, or none.
    static func land(_ kind: String) -> [Presentation] {
        if let landuse = OpenMapTilesClasses.landuse(kind) { return [Presentation("landuse", ["class": landuse])] }
        guard let landcover = OpenMapTilesClasses.landcover(kind) else { return [] }
        let subclass = ["dog_park": "park", "miniature_golf": "golf_course"][kind] ?? kind
        return [Presentation("landcover", ["class": landcover, "subclass": subclass])]
    }

    /// An area of water.
    static func water(_ kind: String, _ kept: KeptProperties = .none) -> Presentation {
        Presentation("water", ["class": OpenMapTilesClasses.water(kind)], kept)
    }
}

/// The kinds of ways, as OpenMapTiles sorts them.
struct WayClass {
    let name: String
    var subclass: String?
    var isRamp = false
    /// Of OpenMapTiles, for kinds that other schemas have earlier.
    var firstZoom: Int {
        switch subclass {
        case "tram", "subway": 14
        case "monorail", "funicular": 13
        default: 0
        }
    }

    /// Nil for what is no road.
    ///
    /// - Parameter highway: the value of OpenStreetMap's tag.
    init?(highway: String) {
        if highway.hasSuffix("_link") {
            (name, isRamp) = (String(highway.dropLast(5)), true)
            return
        }
        switch highway {
        case "motorway", "trunk", "primary", "secondary", "tertiary", "service", "track", "raceway", "busway",
            "bus_guideway":
            name = highway
        case "residential", "unclassified", "living_street", "road": (name, subclass) = ("minor", highway)
        case "path", "footway", "cycleway", "bridleway", "steps", "pedestrian", "corridor", "platform":
            (name, subclass) = ("path", highway)
        case "sidewalk", "crossing": (name, subclass) = ("path", "footway")
        case "pier": name = "pier"
        default: return nil
        }
    }

    /// Nil for what is no track.
    ///
    /// - Parameter railway: the value of OpenStreetMap's tag.
    init?(railway: String) {
        switch railway {
        case "subway", "light_rail", "monorail", "tram": name = "transit"
        case "rail", "narrow_gauge", "preserved", "funicular", "miniature", "disused": name = "rail"
        default: return nil
        }
        subclass = railway
    }
}
