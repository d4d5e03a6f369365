// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeometry

/// Lengths and formats of paper, as scenes and options write them.
package enum Paper {
    /// Points of a map for each unit: a point is a CSS pixel (CSS Values 4, §6.2).
    private static let units = [("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96.0), ("pt", 96.0 / 72), ("px", 1.0)]

    /// Width and height in millimetres, upright: ISO 216, and the formats of ANSI/ASME Y14.1 that offices use.
    private static let formats: [(name: String, width: Double, height: Double)] = [
        ("A0", 841, 1189), ("A1", 594, 841), ("A2", 420, 594), ("A3", 297, 420), ("A4", 210, 297), ("A5", 148, 210),
        ("A6", 105, 148), ("B3", 353, 500), ("B4", 250, 353), ("B5", 176, 250), ("letter", 215.9, 279.4),
        ("legal", 215.9, 355.6), ("tabloid", 279.4, 431.8),
    ]

    /// What messages say of a format's name.
    package static let formatNames = "A0 to A6, B3 to B5, letter, legal or tabloid, and \"landscape\" behind it"

    /// The size of a format in points, such as that of `A4` or `A4 landscape`; nil for no name of one.
    package static func size(named name: String) -> Size? {
        let words = name.lowercased().split(whereSeparator: { " -_".contains($0) })
        guard let first = words.first, words.count <= 2,
            words.dropFirst().allSatisfy({ $0 == "landscape" || $0 == "portrait" }),
            let format = formats.first(where: { $0.name.lowercased() == first })
        else { return nil }
        let sides = [format.width, format.height].map { $0 * 96 / 25.4 }
        return words.last == "landscape"
            ? Size(width: sides[1], height: sides[0]) : Size(width: sides[0], height: sides[1])
    }

    /// A length at the beginning of a text: the number, the points of its unit if it has one, and what comes after it.
    package static func length(_ text: Substring) -> (number: Double, unit: Double?, rest: Substring)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits) else { return nil }
        let rest = text.dropFirst(digits.count)
        guard let unit = units.first(where: { rest.hasPrefix($0.0) }) else { return (number, nil, rest) }
        return (number, unit.1, rest.dropFirst(unit.0.count))
    }

    /// The points of a length with a unit, such as `190mm`; nil for anything else.
    package static func points(_ text: String) -> Double? {
        guard let (number, unit, rest) = length(text.lowercased()[...]), let unit, rest.isEmpty else { return nil }
        return number * unit
    }
}

/// A length in points, or with a unit of paper such as `10mm`.
struct PaperLengthCodec: KeyCodec {
    let range: ClosedRange<Double>

    func decode(_ field: Field) -> Double? {
        guard let text = field.node.string else { return field.number(in: range) }
        guard let points = Paper.points(text), range.contains(points) else {
            return field.expected(
                "points from \(formatted(range.lowerBound)) to \(formatted(range.upperBound)), "
                    + "or a length such as \"10mm\"")
        }
        return points
    }
    func encode(_ value: Double) -> JSONNode? { .number(value) }
    var schema: JSONNode {
        ["oneOf": [.number(in: range), ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(mm|cm|in|pt|px)$"]]]
    }
}

extension KeyCodec where Self == PaperLengthCodec {
    static func paper(_ range: ClosedRange<Double>) -> Self { PaperLengthCodec(range: range) }
}

extension KeyCodec {
    static func paper<Value: Tuple>(
        _ shape: String, of range: ClosedRange<Double>
    ) -> Self where Self == TupleCodec<Value, PaperLengthCodec> {
        .tuple(shape, of: PaperLengthCodec(range: range))
    }
}

/// A side of the image that follows from what the camera frames.
public enum AutomaticSide: String, Hashable, Sendable {
    /// The width.
    case width
    /// The height.
    case height
    /// Both, for a camera with a scale.
    case both
}

/// The image's size as scenes write it: `[600, 400]`, `["190mm", "auto"]` or `"A4 landscape"`.
struct ExtentCodec: KeyCodec {
    struct Value {
        var size: Size
        var automatic: AutomaticSide?
    }

    func decode(_ field: Field) -> Value? {
        if let name = field.node.string {
            if let size = Paper.size(named: name) { return Value(size: size) }
            field.report(
                expected: "[width, height] or a format of paper: \(Paper.formatNames)", found: field.node.summary)
            return nil
        }
        guard let sides = field.node.array == nil ? nil : field.elements(), sides.count == 2 else {
            return field.expected("[width, height]")
        }
        var lengths: [Double?] = []
        for side in sides {
            switch side.node.value {
            case .string("auto"): lengths.append(nil)
            case .string(let text):
                guard let points = Paper.points(text), (1...Scene.longestSide).contains(points) else {
                    return side.expected(
                        "points from 1 to \(formatted(Scene.longestSide)), a length such as \"190mm\", or \"auto\"")
                }
                lengths.append(points)
            default:
                guard let points = side.number(in: 1...Scene.longestSide) else { return nil }
                lengths.append(points)
            }
        }
        let automatic: AutomaticSide? =
            switch (lengths[0], lengths[1]) {
            case (nil, nil): .both
            case (nil, .some): .width
            case (.some, nil): .height
            default: nil
            }
        return Value(size: Size(width: lengths[0] ?? 1, height: lengths[1] ?? 1), automatic: automatic)
    }

    func encode(_ value: Value) -> JSONNode? {
        let (free, side) = (JSONNode.text("auto"), value.automatic)
        return [
            side == .width || side == .both ? free : .number(value.size.width),
            side == .height || side == .both ? free : .number(value.size.height),
        ]
    }

    var schema: JSONNode {
        let side: JSONNode = [
            "oneOf": [
                .number(in: 1...Scene.longestSide),
                ["type": "string", "pattern": "^([0-9]+(\\.[0-9]+)?(mm|cm|in|pt|px)|auto)$"],
            ]
        ]
        return ["oneOf": [["type": "array", "items": side, "minItems": 2, "maxItems": 2], .filled]]
    }
}

extension Scene {
    /// The sides of an image as a scene writes them, in points; nil for one that is not known yet, empty for no size.
    package static func sides(of size: JSONNode?) -> [Double?] {
        if let format = size?.string.flatMap(Paper.size(named:)) { return [format.width, format.height] }
        return size?.array?.map { $0.number ?? $0.string.flatMap(Paper.points) } ?? []
    }
}
