// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapImages

extension LineStyle {
    /// The keys of a line's style, which stand in the overlay itself.
    mutating func keys(_ k: inout Keys) {
        var (points, meters): (Double?, Double?)
        switch lineWidth {
        case .points(let width): points = k.isReading ? nil : width
        case .meters(let width): meters = k.isReading ? nil : width
        }
        k("strokeColor", &strokeColor, .color)
        k("lineWidth", &points, .number(0...1000))
        k("widthMeters", &meters, .number(0...1e7))
        k("lineCap", &lineCap)
        k("lineJoin", &lineJoin)
        k("miterLimit", &miterLimit, .number(1...1000))
        k("lineDashPattern", &lineDashPattern, .dashes)
        k("lineDashPhase", &lineDashPhase, .number(-1e6...1e6))
        k("strokeStart", &strokeStart, .number(0...1))
        k("strokeEnd", &strokeEnd, .number(0...1))
        k("casing", &casing, .onOff())
        guard k.isReading else { return }
        _ = k.atMostOne(of: ["lineWidth", "widthMeters"])
        // What is usual may be written out.
        if lineDashPattern.isEmpty, lineDashPhase != 0 {
            k.noteNoEffect("lineDashPhase", "without a \"lineDashPattern\"")
        }
        if lineJoin != .miter, miterLimit != LineStyle().miterLimit {
            k.noteNoEffect("miterLimit", "unless \"lineJoin\" is \"miter\"")
        }
        lineWidth = meters.map(Width.meters) ?? points.map(Width.points) ?? lineWidth
        if strokeStart > strokeEnd {
            (k.given("strokeStart") ?? k.given("strokeEnd"))?.report(
                expected: "a strokeStart of at most the strokeEnd \(formatted(strokeEnd))",
                found: "\(formatted(strokeStart))")
        }
    }
}

extension LineStyle.Casing: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "casing"

    mutating func keys(_ k: inout Keys) {
        k("color", &color, .color)
        k("width", &width, .number(0...100))
    }
}

extension KeyCodec where Self == Form<[Double]> {
    /// Lengths of dashes and gaps.
    static var dashes: Self {
        let lengths = 0.0...10_000
        return Form(
            ["type": "array", "items": .number(in: lengths), "maxItems": 64],
            { field in
                guard let dashes = field.array({ $0.number(in: lengths) }) else { return nil }
                guard dashes.count <= 64 else { return field.expected("at most 64 lengths") }
                guard dashes.isEmpty || dashes.contains(where: { $0 > 0 }) else {
                    return field.expected("lengths that are not all 0")
                }
                return dashes
            }, { .list($0.map(JSONNode.number)) })
    }
}

extension Keys {
    /// `coordinates`, or `polyline` with `precision`.
    mutating func line(_ coordinates: inout [Coordinate], atLeast count: Int) {
        var places = isReading ? nil : coordinates
        var (encoded, precision): (String?, Int) = (nil, 5)
        keep(true) {
            $0("coordinates", &places, .coordinates(of: "coordinates", atLeast: count))
        }
        self("polyline", &encoded, .filled)
        self("precision", &precision, .whole(1...9))
        guard isReading else { return }
        if given("polyline") == nil { noteNoEffect("precision", "without a \"polyline\"") }
        if exactlyOne(of: ["coordinates", "polyline"]), let line = places ?? decoded(encoded, precision, count) {
            coordinates = line
        } else {
            isWhole = false
        }
    }

    private func decoded(_ text: String?, _ precision: Int, _ count: Int) -> [Coordinate]? {
        guard let text, let field = given("polyline") else { return nil }
        do {
            let line = try EncodedPolyline.decode(text, precision: precision)
            return line.count < count ? field.expected("an encoded line of at least \(count) places") : line
        } catch {
            field.report(
                "expected an encoded line: \(error.message), at character \(error.offset + 1)",
                code: .sceneInvalidPolyline)
            return nil
        }
    }

    /// `fillColor` and the style of the edge. One of them given, the other is left away; an area with neither is filled
    /// with a transparent color.
    mutating func area(_ fill: inout Color?, _ edge: inout LineStyle?) {
        var style = edge ?? LineStyle(lineWidth: .points(2))
        var color = isReading || isDescribing ? nil : fill ?? (edge == nil ? .transparent : nil)
        keep(true) { $0("fillColor", &color, .color) }
        keep(edge != nil) { style.keys(&$0) }
        guard isReading else { return }
        let hasEdge = ["strokeColor", "lineWidth", "widthMeters"].contains { given($0) != nil }
        if color != nil, !hasEdge {
            let keys = ["lineCap", "lineJoin", "lineDashPattern", "strokeStart", "strokeEnd", "casing"]
            for key in keys { noteNoEffect(key, "on an area with a \"fillColor\" and no \"strokeColor\"") }
        }
        fill = color ?? (hasEdge ? nil : style.strokeColor.opacity(0.2))
        edge = color == nil || hasEdge ? style : nil
    }
}

/// Rules between keys.
extension Keys {
    func exactlyOne(of keys: [String]) -> Bool { atMostOne(of: keys, atLeast: 1) }

    func atMostOne(of keys: [String], atLeast fewest: Int = 0) -> Bool {
        let given = named(keys)
        guard isReading, given.count > 1 || given.count < fewest else { return true }
        object?.field.report(
            expected: keys.count == 2 ? "\"\(keys[0])\" or \"\(keys[1])\"" : "one of \(listing(keys))",
            found: given.isEmpty ? "none" : given.map { "\"\($0)\"" }.joined(separator: " and "),
            code: .sceneConflictingKeys)
        return false
    }

    /// Notes that a key, if it is there, changes nothing.
    func noteNoEffect(_ key: String, _ circumstance: String) {
        given(key)?.report(
            "\"\(key)\" has no effect \(circumstance)", severity: .note, code: .sceneNoEffect)
    }

    /// Notes that a key of an object below a key, if it is there, changes nothing.
    func noteNoEffect(_ key: String, of outer: String, _ circumstance: String) {
        guard let object = given(outer), let node = object.node[key] else { return }
        object.member(key, node).report(
            "\"\(key)\" has no effect \(circumstance)", severity: .note, code: .sceneNoEffect)
    }

    /// Those of the keys that are there.
    func named(_ keys: [String]) -> [String] { keys.filter { object?.object[$0] != nil } }

    /// The value that was read for a key, to report what is wrong with it beside others.
    func given(_ key: String) -> Field? {
        guard mayHave(key), let object else { return nil }
        return object.object[key].map { object.field.member(key, $0) }
    }
}

extension Field {
    /// An array of at least so many, all of them right.
    func list<T>(of things: String, atLeast count: Int, _ decode: (Field) -> T?) -> [T]? {
        guard let fields = node.array.flatMap({ _ in elements() }), fields.count >= count else {
            return expected("an array of at least \(count) \(things)")
        }
        let values = fields.compactMap(decode)
        return values.count == fields.count ? values : nil
    }
}
