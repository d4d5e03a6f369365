// SPDX-License-Identifier: MIT

/// Words that functions of the schema look for.
final class KnownWords: Sendable {
    let name, nameEnglish, nameGerman, nameInternational: OSMWord
    let height, levels, minHeight, minLevel, elevation, wikipedia, population, capital, place: OSMWord
    let yes, no, one, minusOne, isTrue: OSMWord
    let route, road, network, ref, highway, railway, layer, bridge, tunnel: OSMWord
    let boundary, administrative, adminLevel, disputed, claimedBy, maritime, boundaryType: OSMWord
    let shop: OSMWord
    /// The higher is drawn over the lower.
    let roadOrder: WordNumbers
    /// The lower comes first.
    let placeOrder: WordNumbers
    let poiOrder: WordNumbers
    /// Keys whose values `poiOrder` has.
    let poiKeys: WordNumbers

    init(_ vocabulary: inout OSMVocabulary) {
        name = vocabulary.number("name")
        nameEnglish = vocabulary.number("name:en")
        nameGerman = vocabulary.number("name:de")
        nameInternational = vocabulary.number("int_name")
        height = vocabulary.number("height")
        levels = vocabulary.number("building:levels")
        minHeight = vocabulary.number("min_height")
        minLevel = vocabulary.number("building:min_level")
        elevation = vocabulary.number("ele")
        wikipedia = vocabulary.number("wikipedia")
        population = vocabulary.number("population")
        capital = vocabulary.number("capital")
        place = vocabulary.number("place")
        yes = vocabulary.number("yes")
        no = vocabulary.number("no")
        one = vocabulary.number("1")
        minusOne = vocabulary.number("-1")
        isTrue = vocabulary.number("true")
        route = vocabulary.number("route")
        road = vocabulary.number("road")
        network = vocabulary.number("network")
        ref = vocabulary.number("ref")
        highway = vocabulary.number("highway")
        railway = vocabulary.number("railway")
        layer = vocabulary.number("layer")
        bridge = vocabulary.number("bridge")
        tunnel = vocabulary.number("tunnel")
        boundary = vocabulary.number("boundary")
        administrative = vocabulary.number("administrative")
        adminLevel = vocabulary.number("admin_level")
        disputed = vocabulary.number("disputed")
        claimedBy = vocabulary.number("claimed_by")
        maritime = vocabulary.number("maritime")
        boundaryType = vocabulary.number("boundary_type")
        shop = vocabulary.number("shop")
        // Those that the reader adds have their numbers before it does.
        _ = SeaReading.Words(&vocabulary)
        func table(_ rows: [(String, Double)]) -> WordNumbers {
            var table: [OSMWord: Double] = [:]
            for (words, number) in rows {
                for word in words.split(separator: " ") { table[vocabulary.number(String(word))] = number }
            }
            return WordNumbers(table)
        }
        roadOrder = table([
            ("motorway", 9), ("trunk motorway_link", 8), ("primary trunk_link", 6), ("secondary primary_link", 5),
            ("tertiary secondary_link", 4), ("unclassified residential road tertiary_link", 3),
            ("living_street service", 2),
        ])
        placeOrder = table([
            ("continent", 0), ("country", 1), ("state province", 2), ("city", 3), ("town", 4), ("village", 5),
            ("hamlet", 6),
            ("borough", 7), ("suburb", 8), ("quarter", 9), ("neighbourhood", 10), ("isolated_dwelling", 11),
        ])
        poiOrder = table([
            ("hospital nursing_home clinic", 20), ("station halt tram_stop subway", 40), ("bus_stop bus_station", 50),
            ("attraction viewpoint", 70), ("marina dock", 75), ("university college", 80), ("school kindergarten", 85),
            ("stadium soccer american_football", 90), ("zoo", 95),
            ("townhall public_building courthouse community_centre", 100),
            ("camp_site caravan_site", 110), ("cemetery grave_yard", 115), ("park bbq", 120), ("library books", 130),
            ("police", 135), ("post_office post_box parcel_locker", 140), ("golf golf_course miniature_golf", 150),
            ("supermarket deli delicatessen department_store greengrocer marketplace", 500),
            ("fast_food food_court", 600),
            ("clothes bag", 700), ("bar nightclub", 800),
        ])
        poiKeys = table([("amenity leisure tourism railway highway shop landuse sport waterway", 1)])
    }

    deinit {
        for numbers in [roadOrder, placeOrder, poiOrder, poiKeys] { numbers.free() }
    }
}

/// Numbers of some words, found without counting references. Its owner frees it.
struct WordNumbers: Sendable {
    /// Not a number for others.
    private let numbers: FixedArray<Double>

    init(_ table: [OSMWord: Double]) {
        numbers = FixedArray((0...(table.keys.max() ?? 0)).map { table[$0] ?? .nan })
    }

    func free() { numbers.free() }

    subscript(_ word: OSMWord) -> Double? {
        guard Int(word) < numbers.count, !numbers[Int(word)].isNaN else { return nil }
        return numbers[Int(word)]
    }
}
