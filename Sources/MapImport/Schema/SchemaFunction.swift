// SPDX-License-Identifier: MIT
import MapGeometry

/// What a table cannot say: values that are computed from tags and relations.
enum SchemaFunction: String, CaseIterable, Sendable {
    /// A whole number of a key: "5" or "-1".
    case integer
    /// The same, but nothing for 0.
    case nonzero
    /// 1 for yes, true and 1.
    case flag
    /// True, for the few attributes that are no number.
    case truth = "true"
    /// 1 for yes, -1 for ways against their direction.
    case oneway
    /// Meters of a key, rounded: "120", "120 m", "390 ft", "12'".
    case meters
    /// The same in feet.
    case feet
    /// Of a building, in meters: its height, else its storeys, else 5.
    case height
    /// The height at which a part of a building begins.
    case minHeight = "min_height"
    /// Characters of a key's value.
    case length
    /// The least level of the administrative boundaries that the way belongs to.
    case adminLevel = "admin_level"
    /// 1 for a disputed boundary.
    case disputed
    /// 1 for a boundary in the sea.
    case maritime
    /// The network of the first of a road's routes, in OpenMapTiles' words.
    case network
    /// The number of the first of a road's routes that has a network, else that of the road.
    case ref
    /// The characters of `ref`.
    case refLength = "ref_length"
    /// A road's routes one by one, as "US:I=80".
    case route1 = "route_1", route2 = "route_2", route3 = "route_3", route4 = "route_4", route5 = "route_5"
    case route6 = "route_6"
    /// 2 for the capital of a country, 4 for that of a region.
    case capital
    /// From 1 for the largest cities to 10, by capital and population.
    case cityRank = "city_rank"
    /// A key's value in lower case, with underscores for spaces.
    case slug
    /// As `network`, but nothing for roads of no network.
    case networkType = "network_type"
    /// The order in which ways are drawn: by layer, bridge or tunnel, and class.
    case zOrder = "z_order"
    /// The most important first: by class, capital and population.
    case placeOrder = "place_order"
    /// Peaks with names and articles first, then the highest.
    case peakOrder = "peak_order"
    /// By the class of the point of interest; those without a name last.
    case poiOrder = "poi_order"

    /// As the metadata of archives name types.
    var metadataType: String {
        switch self {
        case .truth: "Boolean"
        case .network, .networkType, .ref, .slug, .route1, .route2, .route3, .route4, .route5, .route6: "String"
        default: "Number"
        }
    }

    func datum(_ feature: FeatureTags, _ key: OSMWord?) -> Datum {
        let known = feature.schema.known
        func number(_ value: Double?) -> Datum { value.map(Datum.number) ?? .none }
        switch self {
        case .integer: return number(key.flatMap { feature.text($0) }.flatMap(leadingNumber)?.rounded(.towardZero))
        case .nonzero:
            let value = key.flatMap { feature.text($0) }.flatMap(leadingNumber)?.rounded(.towardZero)
            return value == 0 ? .none : number(value)
        case .flag:
            guard let key, let value = feature[key] else { return .none }
            return value == known.yes || value == known.isTrue || value == known.one ? .number(1) : .none
        case .truth: return .truth
        case .oneway:
            guard let key, let value = feature[key] else { return .none }
            if value == known.minusOne { return .number(-1) }
            return value == known.yes || value == known.isTrue || value == known.one ? .number(1) : .none
        case .meters: return number(key.flatMap { feature.text($0) }.flatMap(lengthInMeters)?.rounded())
        case .feet:
            return number(key.flatMap { feature.text($0) }.flatMap(lengthInMeters).map { ($0 * 3.2808399).rounded() })
        case .height:
            let levels = feature.text(known.levels).flatMap(leadingNumber).map { $0 * Self.storey }
            let value = feature.text(known.height).flatMap(lengthInMeters) ?? levels ?? 5
            return value > 3000 ? .number(5) : .number(max(5, value).rounded(.up))
        case .minHeight:
            let levels = feature.text(known.minLevel).flatMap(leadingNumber).map { $0 * Self.storey }
            let value = feature.text(known.minHeight).flatMap(lengthInMeters) ?? levels ?? 0
            return .number(value > 3000 ? 0 : max(0, value).rounded(.down))
        case .length: return number(key.flatMap { feature.text($0) }.map { Double($0.count) })
        case .adminLevel: return number(feature.adminLevel)
        case .disputed: return .number(feature.isDisputed ? 1 : 0)
        case .maritime: return .number(feature.isMaritime ? 1 : 0)
        case .network:
            if let route = feature.roadRoutes.first, let type = route.type { return .text(type) }
            return feature[known.ref] == nil ? .none : .word(known.road)
        case .ref: return feature.roadRef.map(Datum.text) ?? .none
        case .refLength: return number(feature.roadRef.map { Double($0.count) })
        case .route1, .route2, .route3, .route4, .route5, .route6:
            let index = (Self.routes.firstIndex(of: self) ?? 0)
            let routes = feature.roadRoutes
            guard index < routes.count else { return .none }
            return .text("\(routes[index].network)=\(routes[index].ref)")
        case .capital:
            guard let text = feature.text(known.capital) else { return .none }
            if text == "yes" || text == "2" { return .number(2) }
            return text == "4" ? .number(4) : .none
        case .cityRank: return number(feature.cityRank)
        case .slug:
            return key.flatMap { feature.text($0) }.map { .text($0.lowercased().replacing(" ", with: "_")) } ?? .none
        case .networkType: return feature.roadRoutes.first?.type.map(Datum.text) ?? .none
        case .zOrder: return .number(feature.zOrder)
        case .placeOrder: return .number(feature.placeOrder)
        case .peakOrder: return .number(feature.peakOrder)
        case .poiOrder: return .number(feature.poiOrder)
        }
    }

    /// Meters of a storey, as OpenMapTiles has it.
    private static let storey = 3.66
    private static let routes: [Self] = [.route1, .route2, .route3, .route4, .route5, .route6]

    /// Functions that take a key.
    var takesKey: Bool {
        switch self {
        case .integer, .nonzero, .flag, .oneway, .meters, .feet, .length, .slug: true
        default: false
        }
    }
}

/// The number at the beginning of a text; a comma may stand for the point, and blanks stand between groups of three digits.
func leadingNumber(_ text: String) -> Double? {
    let text = joiningGroups(text)
    return shortNumber(text) ?? longNumber(text)
}

/// True for blanks within numbers: the usual one, the one that does not break a line, and their thin ones.
private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\u{A0}", "\u{2009}", "\u{202F}": true
    default: false
    }
}

/// The number at the beginning of a text without its blanks, such as 1200000 of "1 200 000 people"; a text without one as it is.
private func joiningGroups(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: " ") || $0 >= 0x80 }) else { return text }
    let parts = text.unicodeScalars.split(whereSeparator: isBlank)
    func digits(_ part: Substring.UnicodeScalarView) -> Int { part.prefix { ("0"..."9").contains($0) }.count }
    guard let first = parts.first, case let start = first.first == "-" ? first.dropFirst() : first,
        (1...3).contains(start.count), digits(start) == start.count
    else { return text }
    var number = String(first)
    for part in parts.dropFirst() {
        guard digits(part) == 3 else { break }
        number += String(part)
        guard part.count == 3 else { break }
    }
    return number
}

/// Such a number of at most 15 digits, which needs no rounding but that of one division; nil for others.
private func shortNumber(_ text: String) -> Double? {
    var (digits, decimals, value) = (0, 0, 0)
    var (isNegative, hasPoint) = (false, false)
    scan: for character in text.utf8.prefix(24) {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard digits < 15 else { return nil }
            value = 10 * value + Int(character - UInt8(ascii: "0"))
            digits += 1
            if hasPoint { decimals += 1 }
        case UInt8(ascii: "-") where digits == 0 && !hasPoint && !isNegative: isNegative = true
        case UInt8(ascii: "."), UInt8(ascii: ","):
            if hasPoint { break scan }
            hasPoint = true
        case UInt8(ascii: " ") where digits == 0 && !hasPoint && !isNegative: continue
        default: break scan
        }
    }
    guard digits > 0 else { return nil }
    let number = Double(value) / powersOfTen[decimals]
    return isNegative ? -number : number
}

private let powersOfTen: [Double] = (0..<16).map { Double("1e\($0)") ?? 1 }

private func longNumber(_ text: String) -> Double? {
    var digits = ""
    for character in text.utf8.prefix(24) {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(Character(UnicodeScalar(character)))
        case UInt8(ascii: "-") where digits.isEmpty: digits.append("-")
        case UInt8(ascii: "."), UInt8(ascii: ","):
            if digits.contains(".") { return Double(digits) }
            digits.append(".")
        case UInt8(ascii: " ") where digits.isEmpty: continue
        default: return Double(digits)
        }
    }
    return Double(digits)
}

/// A length, in meters where it says nothing else.
func lengthInMeters(_ text: String) -> Double? {
    guard let number = leadingNumber(text) else { return nil }
    let unit = text.unicodeScalars.drop { scalar in
        switch scalar {
        case "0"..."9", ".", ",", "-": true
        default: isBlank(scalar)
        }
    }
    if ["ft", "feet", "'"].contains(where: { unit.starts(with: $0.unicodeScalars) }) { return number * 0.3048 }
    return number
}

/// A road as part of a route.
struct RoadRoute {
    /// As tagged, such as `US:I`.
    var network: String
    var ref: String
    /// In OpenMapTiles' words.
    var type: String?
}

extension FeatureTags {
    private var boundaries: [OSMRelation] {
        let known = schema.known
        return relations.filter { value(known.boundary, of: $0) == known.administrative }
    }

    fileprivate var adminLevel: Double? {
        let known = schema.known
        var levels = boundaries.compactMap { text(known.adminLevel, of: $0).flatMap(leadingNumber) }
        if self[known.boundary] == known.administrative, let own = text(known.adminLevel).flatMap(leadingNumber) {
            levels.append(own)
        }
        return levels.filter { (1...11).contains($0) }.min()
    }

    fileprivate var isDisputed: Bool {
        let known = schema.known
        return self[known.disputed] == known.yes || self[known.claimedBy] != nil
            || text(known.boundary) == "disputed"
            || relations.contains {
                text(known.boundary, of: $0) == "disputed" || value(known.disputed, of: $0) == known.yes
            }
    }

    fileprivate var isMaritime: Bool {
        let known = schema.known
        return self[known.maritime] == known.yes || text(known.boundaryType) == "maritime"
            || text(known.boundaryType) == "territorial"
    }

    /// What `roadRoutes` finds.
    var foundRoutes: [RoadRoute] {
        let known = schema.known
        guard !feature.memberships.isEmpty else { return [] }
        var routes: [RoadRoute] = []
        for relation in relations where value(known.route, of: relation) == known.road {
            guard let ref = text(known.ref, of: relation), !ref.isEmpty else { continue }
            let network = text(known.network, of: relation) ?? ""
            let route = RoadRoute(network: network, ref: ref, type: Self.networkType(network))
            if !routes.contains(where: { $0.network == route.network && $0.ref == route.ref }) { routes.append(route) }
        }
        func rank(_ route: RoadRoute) -> (Int, String, Int, String) {
            let index = route.type.flatMap { Self.networkTypes.firstIndex(of: $0) } ?? Self.networkTypes.count
            return (index, route.network, route.ref.count, route.ref)
        }
        return routes.sorted { rank($0) < rank($1) }
    }

    /// In the order in which they are shown.
    private static let networkTypes = [
        "us-interstate", "us-highway", "us-state", "ca-transcanada", "ca-provincial-arterial", "ca-provincial",
        "gb-motorway", "gb-trunk", "gb-primary", "ie-motorway", "ie-national", "ie-regional", "e-road", "a-road",
    ]

    private static func networkType(_ network: String) -> String? {
        switch network {
        case "US:I": return "us-interstate"
        case "US:US": return "us-highway"
        case "e-road": return "e-road"
        case "AsianHighway": return "a-road"
        case "IE:motorway": return "ie-motorway"
        case "IE:national", "IE:N": return "ie-national"
        case "IE:regional", "IE:R": return "ie-regional"
        case "CA:ON:primary", "CA:AB:primary", "CA:MB:PTH", "CA:BC:primary": return "ca-provincial-arterial"
        case let other where other.hasPrefix("CA:transcanada"): return "ca-transcanada"
        case let other where other.hasPrefix("US:") && other.utf8.count == 5: return "us-state"
        case let other where other.hasPrefix("CA:"): return "ca-provincial"
        default: return nil
        }
    }

    fileprivate var roadRef: String? {
        if let route = roadRoutes.first, route.type != nil { return route.ref }
        return text(schema.known.ref)
    }

    /// OpenMapTiles takes the ranks of large cities from Natural Earth; here population and capital stand for them.
    var cityRank: Double? {
        let known = schema.known
        let population = text(known.population).flatMap(leadingNumber) ?? 0
        let isCapital = self[known.capital] == known.yes || text(known.capital) == "2"
        // People around a city count on maps too, of which its own number says nothing.
        let steps: [(least: Double, rank: Double)] = [
            (3_000_000, 1), (1_000_000, 2), (400_000, 3), (200_000, 4), (100_000, 5),
        ]
        let rank = steps.first { population >= $0.least }?.rank
        return isCapital ? max(1, (rank ?? 6) - 2) : rank
    }
}

/// Which feature is drawn over another, and which name comes first.
extension FeatureTags {
    /// As imposm's `wayzorder`: ten for each layer, bridges above and tunnels below, then by class.
    var zOrder: Double {
        let known = schema.known
        var order = 0.0
        if let layer = text(known.layer).flatMap(leadingNumber) {
            order += 10 * max(-7, min(7, layer.rounded(.towardZero)))
        }
        if let bridge = self[known.bridge], bridge != known.no { order += 10 }
        if let tunnel = self[known.tunnel], tunnel != known.no { order -= 10 }
        if let highway = self[known.highway] { return order + (known.roadOrder[highway] ?? 1) }
        return self[known.railway] == nil ? order : order + 7
    }

    /// By rank, then by class and population.
    var placeOrder: Double {
        let known = schema.known
        let place = self[known.place].flatMap { known.placeOrder[$0] } ?? 12
        let population = text(known.population).flatMap(leadingNumber) ?? 0
        return 1_000_000 * (cityRank ?? 20) + 50_000 * place - 1000 * binaryLogarithm(max(1, population))
    }

    var peakOrder: Double {
        let height = text(schema.known.elevation).flatMap(lengthInMeters) ?? 0
        let name = self[schema.known.name] == nil ? 20_000.0 : 0
        return name + (self[schema.known.wikipedia] == nil ? 10_000 : 0) - max(-500, min(9000, height))
    }

    /// OpenMapTiles' `poi_class_rank`.
    var poiOrder: Double {
        let known = schema.known
        guard self[known.name] != nil else { return 2000 }
        var best = 1000.0
        for index in feature.tags {
            let tag = block.tags[index]
            if tag.key == known.shop { best = min(best, 400) }
            if let order = known.poiOrder[tag.value], known.poiKeys[tag.key] != nil { best = min(best, order) }
        }
        return best
    }
}
