// SPDX-License-Identifier: MIT
import MapCore
import MapStyle

/// Makes scenes out of bytes: each byte is a decision, so that an input that differs in few bytes is a scene that differs in
/// few things; or all bytes together are the seed of random decisions. What the schema of scenes says is kept to, mostly:
/// numbers are often those at the ends of their ranges, and now and then something else stands in a place.
struct SceneMaker {
    private let schema: JSONNode
    private var bytes: ArraySlice<UInt8>
    /// Goes on where the bytes end.
    private var state: UInt64
    private var values = 0
    /// A scene has no more values. Most are small, which are drawn soonest; large ones are for limits, which have targets of their own.
    private var maxValues = 0
    /// Of 256 times, how often an optional key of the scene is given.
    private var chance: UInt8 = 0
    /// Of 256 times, how often something else stands in a place.
    private var slips: UInt8 = 0
    private var ids = 0
    /// Keys of the scene that are given in any case: what is wrong is often two things that met.
    private var wanted: Set<String> = []

    /// - Parameters:
    ///   - bytes: the decisions.
    ///   - schema: that of scenes, a JSON Schema.
    init(_ bytes: [UInt8], schema: JSONNode) {
        self.schema = schema
        state = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        // Inputs that are made of others begin as they do, and most would have the keys of a few. Of four, three are scenes
        // of their own.
        self.bytes = (state >> 20) % 4 == 0 ? bytes[...] : []
    }

    /// The text of a scene with a small image.
    mutating func scene() -> JSONNode {
        // By all bytes: large scenes reach more, and inputs made of those that reach more would all be large.
        let sizes: [(Int, UInt8)] = [
            (16, 12), (16, 12), (16, 12), (16, 12), (30, 16), (30, 16), (60, 25), (60, 25), (120, 40), (900, 110),
        ]
        (maxValues, chance) = sizes[Int(state >> 32) % sizes.count]
        slips = one(of: [0, 0, 0, 2])
        if happens(128) { wanted = [one(of: Self.meeting), one(of: Self.meeting)] }
        // A page takes three times as long as a map. By all bytes, as sizes are.
        if (state >> 40) % 12 == 0 { wanted.insert("page") }
        var root = value(of: schema, name: "", depth: 0)
        if case .object(var object) = root.value {
            let page = object.members.firstIndex { $0.key == "page" }
            // A page has the size of the scene.
            if let page, case .object(var keys) = object.members[page].node.value {
                keys.members.removeAll { $0.key == "size" }
                object.members[page].node = JSONNode(.object(keys))
            }
            let (width, height) = (side(onPage: page != nil), side(onPage: page != nil))
            object.members.removeAll { ["version", "size", "scale", "basemap"].contains($0.key) }
            object.members += [
                .init("version", .number(1)), .init("size", .list([.count(width), .count(height)])),
                // An image has a pixel at least.
                .init("scale", .number([1, 1, 1, 2, 1.5, min(width, height) > 1 ? 0.5 : 1][pick(6)])),
                .init("basemap", basemap()),
            ]
            root = JSONNode(.object(object))
        }
        return root
    }

    private static let meeting = [
        "camera", "annotations", "clusters", "labels", "overlays", "overlays", "decorations", "decorations",
    ]

    private var isSmall: Bool { maxValues < 200 }
    private var isTiny: Bool { maxValues < 40 }

    /// The margins, the title and the imprint of a page need room.
    private mutating func side(onPage: Bool) -> Int {
        one(of: onPage ? [240, 320, 400, 320] : [64, 48, 64, 1, 2, 96, 160, 33])
    }

    // Decisions

    private mutating func byte() -> UInt8 {
        if let byte = bytes.popFirst() { return byte }
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }

    private mutating func pick(_ count: Int) -> Int { Int(byte()) % max(1, count) }

    /// True in so many of 256 cases.
    private mutating func happens(_ chance: UInt8) -> Bool { byte() < chance }

    private mutating func one<Element>(of items: [Element]) -> Element { items[pick(items.count)] }

    // The schema

    private mutating func value(of node: JSONNode, name: String, depth: Int) -> JSONNode {
        values += 1
        if happens(slips) { return one(of: [.null, .number(-1), .text(""), .list([]), .members([:]), .number(1e308)]) }
        if let target = node["$ref"]?.string {
            let key = String(target.drop { $0 != "/" }.dropFirst("/$defs/".count))
            return value(of: schema["$defs"]?[key] ?? .null, name: key, depth: depth)
        }
        if name == "coordinate", depth > 0, !happens(1) { return position() }
        if let special = special(name, of: node) { return special }
        if let constant = node["const"] { return constant }
        if let words = node["enum"]?.array { return one(of: words) }
        if let choices = node["oneOf"]?.array, node["properties"] == nil {
            // A map in a map meets everything else.
            let inset = choices.first { $0["$ref"]?.string == "#/$defs/inset" }
            let choice = happens(40) ? inset : nil
            return value(of: choice ?? one(of: choices.filter { !Self.needsFile($0) }), name: name, depth: depth)
        }
        switch node["type"]?.string {
        case "number", "integer": return number(node)
        case "boolean": return JSONNode(.bool(happens(128)))
        case "array": return array(node, name, depth)
        case "object": return object(node, depth)
        default: return .text(node["pattern"]?.string.flatMap { fitting($0) } ?? word(name))
        }
    }

    /// A text that a pattern of the schema allows.
    private mutating func fitting(_ pattern: String) -> String? {
        for (part, texts) in Self.fitting where pattern.contains(part) { return one(of: texts) }
        return nil
    }

    private static let fitting = [
        ("auto", ["190mm", "auto", "3in"]), ("mm|cm", ["2mm", "1in", "80pt"]), ("?%$", ["10%", "50%", "0%"]),
        ("local", ["de", "zh-Hant", "local", "ar"]), ("ISO", ["IN", "ISO", "AR"]),
        ("^20", ["2026-11-26", "2029-12-31"]),
        ("mgrs", ["degrees", "utm", "mgrs", "EPSG:3035"]),
        ("[:+", ["EPSG:3035", "+proj=robin", "EPSG:3995", "+proj=moll", "EPSG:5070"]),
    ]

    private mutating func number(_ node: JSONNode) -> JSONNode {
        let low = node["minimum"]?.number ?? node["exclusiveMinimum"]?.number ?? -1000
        let high = node["maximum"]?.number ?? max(1000, 2 * low)
        let between = low + (high - low) * Double(byte()) / 255
        var number = one(of: [
            between, low, high, between, min(high, max(low, Double(byte()) / 8)), max(low, min(high, 1)),
        ])
        if node["type"]?.string == "integer" { number.round() }
        return .number(number)
    }

    private mutating func array(_ node: JSONNode, _ name: String, _ depth: Int) -> JSONNode {
        var items = (node["prefixItems"]?.array ?? []).map { value(of: $0, name: name, depth: depth + 1) }
        if let element = node["items"], element.object != nil {
            let least = node["minItems"]?.number.map { Int($0) } ?? 0
            let most = min(least + 5, node["maxItems"]?.number.map { Int($0) } ?? .max)
            var count = depth > 6 || values > maxValues ? least : least + pick(most - least + 1)
            if wanted.contains(name) { count = max(count, min(1, most)) }
            while items.count < count { items.append(value(of: element, name: name, depth: depth + 1)) }
        }
        return .list(items)
    }

    private mutating func object(_ node: JSONNode, _ depth: Int) -> JSONNode {
        let properties = node["properties"]?.object?.members ?? []
        var required = Set((node["required"]?.array ?? []).compactMap(\.string))
        if let choices = node["oneOf"]?.array {
            required.formUnion((one(of: choices)["required"]?.array ?? []).compactMap(\.string))
        }
        let chance: UInt8 = values > maxValues || depth > 8 ? 0 : depth == 0 ? self.chance : 40
        if depth == 0 {
            required.formUnion(wanted)
        } else if chance > 0, happens(128), !properties.isEmpty {
            required.insert(properties[pick(properties.count)].key)
        }
        var object = JSONObject()
        var given: Set<String> = []
        for member in properties
        where !Self.needsFile(member.node) && (required.contains(member.key) || happens(chance)) {
            if depth == 0, member.key == "page", !wanted.contains("page") { continue }
            if Self.needsOthers.contains(member.key), !happens(slips) { continue }
            // Of keys that say the same, one; now and then both.
            if let others = Self.alternatives[member.key], !others.isDisjoint(with: given), !happens(slips * 4) {
                continue
            }
            given.insert(member.key)
            object.members.append(.init(member.key, value(of: member.node, name: member.key, depth: depth + 1)))
        }
        return JSONNode(.object(object))
    }

    /// {key: keys that are not given beside it}.
    private static let alternatives: [String: Set<String>] = {
        let groups: [Set<String>] = [
            ["center", "region", "bounds", "mapRect", "fit", "follow"], ["at", "origin", "center"],
            ["coordinates", "polyline", "track"], ["markerTintColor", "pinTintColor", "tint"],
            ["glyphTintColor", "glyphTint"], ["zoom", "distance", "mapScale"], ["span", "latitudinalMeters"],
            ["span", "longitudinalMeters"], ["button", "image", "text", "box", "stack"], ["alpha", "opacity"],
            ["blend", "blendMode"], ["lineWidth", "widthMeters"], ["calloutOffset", "callout"],
        ]
        var alternatives: [String: Set<String>] = [:]
        for group in groups {
            for key in group { alternatives[key, default: []].formUnion(group.subtracting([key])) }
        }
        return alternatives
    }()

    /// Keys that are refused without something else, which is hardly ever there: heights, a country's borders, a kind of data.
    private static let needsOthers: Set<String> = ["elevation", "worldview", "layers", "axis", "spacing", "breaks"]

    /// True for what reads a file: there are none here, which targets of their own have.
    private static func needsFile(_ node: JSONNode) -> Bool {
        ["#/$defs/geotiffOverlay", "#/$defs/featureOverlay", "#/$defs/tileOverlay", "#/$defs/elevation"]
            .contains(node["$ref"]?.string)
            || (node["oneOf"]?.array ?? []).contains { $0["$ref"]?.string == "#/$defs/elevation" }
    }

    /// What is no file, and what is near the other things of the scene.
    private mutating func special(_ name: String, of node: JSONNode = .null) -> JSONNode? {
        switch name {
        case "longitude" where node["type"]?.string == "string", "latitude" where node["type"]?.string == "string":
            .text("a")
        case "longitude": .number(happens(30) ? one(of: [-180, 180, 0, 360, -360]) : Double(pick(80)) / 4 - 10)
        case "latitude": .number(happens(30) ? one(of: [-90, 90, 85.06, -85.06, 0]) : Double(pick(80)) / 4 - 10)
        case "color", "tint", "fill", "stroke":
            .text(one(of: ["#f00", "rgba(0, 99, 255, 0.5)", "hsl(90 50% 50%)", "transparent"]))
        case "margin", "bleed": .count(pick(happens(20) ? 200 : 9))
        case "padding": .count(pick(happens(20) ? 60 : 9))
        case "top", "bottom", "left", "right":
            if node["type"]?.string == "number" { .count(pick(happens(20) ? 60 : 9)) } else { nil }
        case "bounds": .list([.number(-9), .number(-9), .count(pick(20) - 8), .count(pick(20) - 8)])
        case "palette":
            .list((0..<2 + pick(3)).map { .text(["#f00", "hsl(90 50% 50%)", "black", "#eef"][$0]) })
        case "id": .text(id())
        case "selected" where node["type"]?.string == "boolean": nil
        case "image", "glyphImage", "normal", "selected", "icon", "rating", "strokeImage": .text(image())
        case "data": node["type"]?.string == "string" ? .text(wellKnownText()) : features()
        case "type" where node["enum"]?.array?.contains { $0.string == "wkt" } ?? false: .text("wkt")
        case "type" where node["enum"]?.array?.contains { $0.string == "topojson" } ?? false: .text("geojson")
        case "tiles", "url": .text("nowhere/{z}/{x}/{y}.png")
        case "time", "until": .text("2026-06-21T12:0\(pick(10)):00Z")
        case "polyline" where node["type"]?.string == "string": .text("_p~iF~ps|U_ulLnnqC_mqNvxq`@")
        default: nil
        }
    }

    private mutating func word(_ name: String) -> String {
        if ["selection", "clusteringIdentifier", "identifier", "before", "ids", "fit", "track", "marker"]
            .contains(name)
        {
            return "i\(pick(4))"
        }
        return one(of: [
            "a", "Map", "日本語", "אב ג", "e\u{301}", "two words", "<b>&amp;", "a\nb", "👩‍👩‍👧", "\u{202E}x", "cafe", "1", "m",
            "auto", "local",
        ])
    }

    /// Now and then one that is another's.
    private mutating func id() -> String {
        if ids > 0, happens(slips) { return "i\(pick(ids))" }
        ids += 1
        return "i\(ids - 1)"
    }

    private mutating func image() -> String {
        one(of: [
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='7'><circle cx='4' cy='3' r='3' fill='red'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1e4 1'><path d='M0 0H9V9Z'/></svg>",
            slips == 0 ? Self.point : "cafe", slips == 0 ? Self.point : "data:,", Self.point,
        ])
    }

    /// An image of one pixel.
    private static let point =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    // Data and styles

    private mutating func position() -> JSONNode {
        .list([special("longitude") ?? .null, special("latitude") ?? .null])
    }

    private mutating func positions(_ least: Int) -> JSONNode {
        .list((0..<least + pick(6)).map { _ in position() })
    }

    private mutating func geometry(_ depth: Int = 0) -> JSONNode {
        switch pick(depth > 2 ? 6 : 7) {
        case 0: return .members(["type": .text("Point"), "coordinates": position()])
        case 1: return .members(["type": .text("MultiPoint"), "coordinates": positions(0)])
        case 2: return .members(["type": .text("LineString"), "coordinates": positions(2)])
        case 3:
            return .members(["type": .text("MultiLineString"), "coordinates": .list([positions(2), positions(1)])])
        case 4: return .members(["type": .text("Polygon"), "coordinates": .list([positions(4), positions(3)])])
        case 5: return .members(["type": .text("MultiPolygon"), "coordinates": .list([.list([positions(3)])])])
        default:
            let parts = (0..<pick(3)).map { _ in geometry(depth + 1) }
            return .members(["type": .text("GeometryCollection"), "geometries": .list(parts)])
        }
    }

    private mutating func wellKnownText() -> String {
        one(of: [
            "POINT(1 2)", "LINESTRING(0 0, 9 9)", "POLYGON((0 0,9 0,9 9,0 0))", "MULTIPOINT((1 2), (-3 4))",
            "GEOMETRYCOLLECTION(POINT Z(1 2 3), LINESTRING EMPTY)",
        ])
    }

    private mutating func features() -> JSONNode {
        let features = (0..<1 + pick(isSmall ? 2 : 4)).map { index in
            JSONNode.members([
                "type": .text("Feature"), "id": .count(index),
                "properties": .members([
                    "a": .number(Double(byte()) - 100), "n": .text(word("")), "stroke-width": .count(pick(9)),
                    "fill": .text("#0f0"),
                ]), "geometry": geometry(),
            ])
        }
        return .members(["type": .text("FeatureCollection"), "features": .list(features)])
    }

    private mutating func basemap() -> JSONNode {
        let count = pick(isTiny ? 2 : isSmall ? 3 : 5)
        let sources = JSONNode.members([
            "s0": count == 0 && isTiny ? nil : .members(["type": .text("geojson"), "data": features()]),
            "s1": isTiny
                ? nil
                : .members([
                    "type": .text("geojson"), "data": features(), "cluster": JSONNode(.bool(happens(128))),
                    "lineMetrics": JSONNode(.bool(true)),
                ]),
        ])
        var layers = [
            JSONNode.members([
                "id": .text("ground"), "type": .text("background"),
                "paint": .members([
                    "background-color": .text("#eef")
                ]),
            ])
        ]
        for index in 0..<count { layers.append(layer("i\(index)")) }
        var style = JSONObject()
        style.members = [.init("version", .number(8)), .init("sources", sources), .init("layers", .list(layers))]
        if happens(40) { style.members.append(.init("projection", .members(["type": .text("globe")]))) }
        var basemap = JSONObject()
        if !isTiny || happens(99),
            let made = value(of: schema["$defs"]?["basemap"] ?? .null, name: "basemap", depth: 5).object
        {
            basemap = made
        }
        // Another projection takes as long as all the rest.
        let unwanted =
            ["style", "tiles", "addSources", "addLayers"] + (happens(isTiny ? 20 : 60) ? [] : ["projection"])
        basemap.members.removeAll { unwanted.contains($0.key) }
        basemap.members.append(.init("style", JSONNode(.object(style))))
        return JSONNode(.object(basemap))
    }

    private mutating func layer(_ id: String) -> JSONNode {
        let kinds: [StyleLayer.Kind] = [.fill, .line, .symbol, .circle, .heatmap, .fillExtrusion, .background]
        let kind = one(of: kinds)
        var groups: (layout: JSONObject, paint: JSONObject) = (JSONObject(), JSONObject())
        for name in Self.properties[kind] ?? [] where happens(40) {
            let member = JSONObject.Member(name.rawValue, property(name.spec))
            if name.isPaint { groups.paint.members.append(member) } else { groups.layout.members.append(member) }
        }
        return .members([
            "id": .text(id), "type": .text(kind.rawValue),
            "source": kind == .background ? nil : .text("s\(isTiny ? 0 : pick(2))"),
            "layout": JSONNode(.object(groups.layout)), "paint": JSONNode(.object(groups.paint)),
            "filter": happens(30)
                ? .list([.text(">"), .list([.text("get"), .text("a")]), .number(Double(pick(99)))]) : nil,
        ])
    }

    private static let properties = Dictionary(
        uniqueKeysWithValues: StyleLayer.Kind.allCases.map { kind in
            (kind, PropertyName.allCases.filter { $0.layerKinds.contains(kind) })
        })

    private mutating func property(_ spec: PropertySpec) -> JSONNode {
        let plain = constant(spec, spec.kind)
        guard happens(70), spec.interpolated || spec.takesFeature else { return plain }
        let other = constant(spec, spec.kind)
        let input: JSONNode = .list([.text("zoom")])
        let choices: [JSONNode] = [
            .list([.text("step"), input, plain, .number(2), other]),
            .list([.text("interpolate"), .list([.text("linear")]), input, .number(0), plain, .number(9), other]),
            .list([.text("case"), .list([.text("has"), .text("a")]), plain, other]),
            .list([.text("match"), .list([.text("get"), .text("n")]), .text("a"), plain, other]),
        ]
        return one(of: choices)
    }

    private mutating func constant(_ spec: PropertySpec, _ kind: PropertySpec.Kind) -> JSONNode {
        switch kind {
        case .number:
            let (low, high) = (spec.minimum ?? -50, spec.maximum ?? 50)
            return .number(one(of: [low, high, low + (high - low) * Double(byte()) / 255, 0, 1]))
        case .boolean: return JSONNode(.bool(happens(128)))
        case .color: return .text(one(of: ["#f00", "rgba(0, 99, 255, 0.5)", "transparent", "black"]))
        case .enum: return .text(spec.values.isEmpty ? "a" : one(of: spec.values))
        case .array:
            let count = spec.length ?? 1 + pick(3)
            return .list((0..<count).map { _ in constant(spec, spec.element ?? .number) })
        case .formatted:
            return one(of: [.text("{n}"), .list([.text("get"), .text("n")]), .text(word(""))])
        default: return .text("cafe")
        }
    }
}
