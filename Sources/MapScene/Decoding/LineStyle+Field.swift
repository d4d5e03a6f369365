// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo

extension LineStyle {
    /// Reads the keys of a line's style out of an overlay; what is absent or wrong is as usual.
    init(_ object: inout ObjectReader, usually usual: LineStyle = LineStyle()) {
        self = usual
        strokeColor = object.optional("strokeColor", { Color($0) }) ?? usual.strokeColor
        let points = object.optional("lineWidth") { $0.number(in: 0...1000) }
        let meters = object.optional("widthMeters") { $0.number(in: 0...1e7) }
        _ = object.atMostOne(of: ["lineWidth", "widthMeters"])
        if let points { lineWidth = .points(points) }
        if let meters { lineWidth = .meters(meters) }
        lineCap = object.optional("lineCap") { $0.choice(of: Cap.self) } ?? usual.lineCap
        lineJoin = object.optional("lineJoin") { $0.choice(of: Join.self) } ?? usual.lineJoin
        miterLimit = object.optional("miterLimit") { $0.number(in: 1...1000) } ?? usual.miterLimit
        lineDashPattern = object.optional("lineDashPattern", LineStyle.dashes) ?? usual.lineDashPattern
        lineDashPhase = object.optional("lineDashPhase") { $0.number(in: -1e6...1e6) } ?? usual.lineDashPhase
        if let asked = object.optional("casing", Casing.decode) { casing = asked }
        strokeStart = object.optional("strokeStart") { $0.number(in: 0...1) } ?? usual.strokeStart
        strokeEnd = object.optional("strokeEnd") { $0.number(in: 0...1) } ?? usual.strokeEnd
        if strokeStart > strokeEnd {
            object.field("strokeStart")?.report(
                expected: "a strokeStart of at most the strokeEnd \(formatted(strokeEnd))",
                found: "\(formatted(strokeStart))"
            )
        }
    }

    static func dashes(_ field: Field) -> [Double]? {
        guard let lengths = field.array({ $0.number(in: 0...10_000) }) else { return nil }
        guard lengths.count <= 64 else { return field.expected("at most 64 lengths") }
        guard lengths.isEmpty || lengths.contains(where: { $0 > 0 }) else {
            return field.expected("lengths that are not all 0")
        }
        return lengths
    }
}

extension LineStyle.Casing {
    /// True, false, or an object.
    static func decode(_ field: Field) -> LineStyle.Casing?? {
        if let on = field.node.bool { return on ? LineStyle.Casing() : .some(nil) }
        guard field.node.object != nil else { return field.expected("true, false or an object") }
        guard var object = field.object() else { return nil }
        let color = object.optional("color", { Color($0) })
        let width = object.optional("width") { $0.number(in: 0...100) }
        object.finish()
        let usual = LineStyle.Casing()
        return LineStyle.Casing(color: color, width: width ?? usual.width)
    }
}

extension ObjectReader {
    /// `coordinates`, or `polyline` with `precision`.
    mutating func line(atLeast count: Int) -> [Coordinate]? {
        let coordinates = field("coordinates")
        let encoded = field("polyline")
        let precision = optional("precision") { $0.integer(in: 1...9) } ?? 5
        guard exactlyOne(of: ["coordinates", "polyline"]) else { return nil }
        if let coordinates { return coordinates.list(of: "coordinates", atLeast: count, Coordinate.init) }
        guard let encoded, let text = encoded.string() else { return nil }
        do {
            let line = try EncodedPolyline.decode(text, precision: precision)
            guard line.count >= count else {
                return encoded.expected("an encoded line of at least \(count) places")
            }
            return line
        } catch {
            encoded.report(
                "expected an encoded line: \(error.message), at character \(error.offset + 1)",
                code: SceneCode.invalidPolyline)
            return nil
        }
    }

    /// `fillColor` and the style of the edge. One of them given, the other is left away.
    mutating func area(lineWidth: Double) -> (Color?, LineStyle?) {
        let fill = optional("fillColor", { Color($0) })
        let edge = ["strokeColor", "lineWidth", "widthMeters"].contains { object[$0] != nil }
        let style = LineStyle(&self, usually: LineStyle(lineWidth: .points(lineWidth)))
        switch (fill, edge) {
        case (nil, false): return (style.strokeColor.opacity(0.2), style)
        case (nil, true): return (nil, style)
        case (.some, false): return (fill, nil)
        case (.some, true): return (fill, style)
        }
    }

    func exactlyOne(of keys: [String]) -> Bool {
        let given = keys.filter { object[$0] != nil }
        guard given.count != 1 else { return true }
        let names = keys.map { "\"\($0)\"" }.joined(separator: " or ")
        field.report(
            expected: "\(names)", found: "\(given.isEmpty ? "none" : "more than one")",
            code: SceneCode.conflictingKeys)
        return false
    }

    func atMostOne(of keys: [String]) -> Bool {
        let given = keys.filter { object[$0] != nil }
        guard given.count > 1 else { return true }
        let names = keys.map { "\"\($0)\"" }.joined(separator: " or ")
        field.report(expected: "\(names)", found: "more than one", code: SceneCode.conflictingKeys)
        return false
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
