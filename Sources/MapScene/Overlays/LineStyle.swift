// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
public import MapImages

/// How a line, or the edge of an area, is drawn.
public struct LineStyle: Hashable, Sendable {
    /// The width of a line.
    public enum Width: Hashable, Sendable {
        /// Points: the same on screen at every zoom.
        case points(Double)
        /// Metres: the same on the ground at every zoom.
        case meters(Double)
    }

    /// The shape of a line's ends.
    public enum Cap: String, CaseIterable, Hashable, Sendable { case butt, round, square }

    /// The shape of a line's corners.
    public enum Join: String, CaseIterable, Hashable, Sendable { case miter, round, bevel }

    /// A casing: an edge of another color along both sides.
    public struct Casing: Hashable, Sendable {
        /// The casing's color; nil for a darker shade of the line, or white along a line of several colors.
        public var color: Color?
        /// The casing's width on each side, in points.
        public var width: Double

        /// Creates a casing.
        ///
        /// - Parameters:
        ///   - color: the casing's color; nil for a darker shade of the line's color, or white along a gradient.
        ///   - width: the casing's width on each side, in points, 0...100.
        public init(color: Color? = nil, width: Double = 1.25) {
            self.color = color
            self.width = width
        }
    }

    /// The color.
    public var strokeColor: Color
    /// The width.
    public var lineWidth: Width
    /// The shape of the line's ends.
    public var lineCap: Cap
    /// The shape of the line's corners.
    public var lineJoin: Join
    /// The maximum miter length, in line widths; a corner with a longer miter is beveled.
    public var miterLimit: Double
    /// Alternating lengths of dashes and gaps, in points; empty for a solid line.
    public var lineDashPattern: [Double]
    /// The distance into the pattern at which the line starts, in points.
    public var lineDashPhase: Double
    /// The casing; nil for none.
    public var casing: Casing?
    /// The fraction of the line's length at which drawing starts, 0...1. Dashes and colors do not move.
    public var strokeStart = 0.0
    /// The fraction of the line's length at which drawing ends, 0...1.
    public var strokeEnd = 1.0

    /// Creates a line style.
    ///
    /// - Parameters:
    ///   - strokeColor: the line's color.
    ///   - lineWidth: the line's width in points, 0...1000, or in metres on the ground, 0...10,000,000.
    ///   - lineCap: the shape of the line's ends.
    ///   - lineJoin: the shape of the line's corners.
    ///   - miterLimit: the maximum miter length in line widths, 1...1000; a corner with a longer miter is beveled.
    ///   - lineDashPattern: alternating lengths of dashes and gaps in points; empty for a solid line.
    ///   - lineDashPhase: the distance into the pattern at which the line starts, in points.
    ///   - casing: the line's casing; nil for none.
    ///   - strokeStart: the fraction of the line's length at which drawing starts, 0...1. Dashes and colors do not
    ///     move.
    ///   - strokeEnd: the fraction of the line's length at which drawing ends, 0...1.
    public init(
        strokeColor: Color = .systemBlue, lineWidth: Width = .points(3), lineCap: Cap = .round, lineJoin: Join = .round,
        miterLimit: Double = 10, lineDashPattern: [Double] = [], lineDashPhase: Double = 0, casing: Casing? = nil,
        strokeStart: Double = 0, strokeEnd: Double = 1
    ) {
        self.strokeColor = strokeColor
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
        self.lineDashPattern = lineDashPattern
        self.lineDashPhase = lineDashPhase
        self.casing = casing
        self.strokeStart = strokeStart
        self.strokeEnd = strokeEnd
    }
}

extension Color {
    /// #007AFF.
    public static let systemBlue = Color(rgb: 0x007AFF)
}

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
                code: .sceneInvalidPolyline)
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
            code: .sceneConflictingKeys)
        return false
    }

    func atMostOne(of keys: [String]) -> Bool {
        let given = keys.filter { object[$0] != nil }
        guard given.count > 1 else { return true }
        let names = keys.map { "\"\($0)\"" }.joined(separator: " or ")
        field.report(expected: "\(names)", found: "more than one", code: .sceneConflictingKeys)
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
