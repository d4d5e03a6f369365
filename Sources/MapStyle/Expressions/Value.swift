// SPDX-License-Identifier: MIT
package import MapCore
package import MapImages

/// The value of an expression. Colors are not premultiplied.
package enum Value: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case color(Color)
    case array([Value])
    case object([String: Value])
    case formatted(Formatted)
    case image(ResolvedImage)
    /// Top, right, bottom, left.
    case padding([Double])
    case numberArray([Double])
    case colorArray([Color])
    case variableAnchorOffsets([AnchorOffset])
    indirect case projection(from: String, to: String, transition: Double)
    indirect case collator(Collator)
}

/// Text in sections, each with its own style (the `format` operator).
package struct Formatted: Sendable, Hashable {
    package struct Section: Sendable, Hashable {
        package var text: String
        package var image: ResolvedImage?
        package var scale: Double?
        /// A font stack, joined by commas as in `text-font`.
        package var fontStack: String?
        package var textColor: Color?
        package var verticalAlign: String?

        package init(text: String) { self.text = text }
    }

    package var sections: [Section]

    package init(sections: [Section]) { self.sections = sections }

    /// The text of all sections.
    package var text: String { sections.map(\.text).joined() }

    /// The same text with the colors of its sections changed.
    func recolored(_ recoloring: Recoloring) -> Formatted {
        var copy = self
        for index in sections.indices {
            copy.sections[index].textColor = sections[index].textColor.map(recoloring.apply)
        }
        return copy
    }
}

/// A sprite image by name.
package struct ResolvedImage: Sendable, Hashable {
    package var name: String
    package var available: Bool

    package init(name: String, available: Bool) {
        self.name = name
        self.available = available
    }
}

/// One entry of `text-variable-anchor-offset`; the offset in ems.
package struct AnchorOffset: Sendable, Hashable {
    package var anchor: String
    package var x: Double
    package var y: Double
}

/// Options for comparing strings (the `collator` operator).
package struct Collator: Sendable, Hashable {
    let caseSensitive: Bool
    let diacriticSensitive: Bool
    let locale: String?
    /// The language of the locale.
    let language: String?

    init(caseSensitive: Bool, diacriticSensitive: Bool, locale: String?) {
        self.caseSensitive = caseSensitive
        self.diacriticSensitive = diacriticSensitive
        self.locale = locale
        language = locale?.languageSubtag
    }
}

extension String {
    /// The language that a tag begins with, in small letters; empty where it begins with none.
    ///
    /// - SeeAlso: RFC 5646 (BCP 47), 2.1: a language has up to eight letters.
    var languageSubtag: String {
        let start = utf8.prefix(9)
        let subtag = start.prefix { $0 != UInt8(ascii: "-") }
        return subtag.count > 8 ? "" : String(decoding: subtag, as: UTF8.self).lowercased()
    }
}

/// The result of a conversion.
enum Conversion {
    case value(Value)
    case failed(EvaluationError.Reason)
}

extension Value {
    /// The value as another type; whether there is an image of a name, only `image` tells.
    func converted(to type: ExpressionType) -> Conversion {
        switch type {
        case .boolean: return .value(.bool(isTruthy))
        case .string: return .value(.string(text))
        case .formatted:
            if case .formatted = self { return .value(self) }
            return .value(.formatted(Formatted(sections: [.init(text: text)])))
        case .resolvedImage:
            if case .image = self { return .value(self) }
            let name = text
            if name.isEmpty { return .value(.null) }
            return .value(.image(ResolvedImage(name: name, available: false)))
        case .number:
            if let number = asNumber { return .value(.number(number)) }
            return .failed(.text("Could not convert \(json) to number."))
        case .color: return asColor
        default:
            if let value = asCompound(type) { return .value(value) }
            return .failed(.unparsable(type: type, found: self))
        }
    }

    /// As JavaScript's `Boolean()`.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let bool): bool
        case .number(let number): number != 0 && !number.isNaN
        case .string(let string): !string.isEmpty
        default: true
        }
    }

    /// As JavaScript's `Number()`, nil for NaN.
    private var asNumber: Double? {
        switch self {
        case .null: 0
        case .bool(let bool): bool ? 1 : 0
        case .number(let number): number.isNaN ? nil : number
        case .string(let string): javaScriptNumber(string)
        case .array(let items): javaScriptNumber(items.map(\.joinedText).joined(separator: ","))
        default: nil
        }
    }

    /// The text of an array's element, as JavaScript joins them.
    private var joinedText: String {
        switch self {
        case .null: ""
        case .array(let items): items.map(\.joinedText).joined(separator: ",")
        case .object: "[object Object]"
        default: text
        }
    }

    private var asColor: Conversion {
        switch self {
        case .color: return .value(self)
        case .string(let string):
            if let color = Color(css: string) { return .value(.color(color)) }
        case .array(let items):
            let numbers = items.compactMap(\.number)
            guard (3...4).contains(items.count), numbers.count == items.count else {
                let expected = "expected an array containing either three or four numeric values."
                return .failed(.text("Invalid rgba value \(json): \(expected)"))
            }
            if let problem = rgbaProblem(numbers) { return .failed(.text(problem)) }
            return .value(.color(Color(premultipliedBytes: numbers)))
        default: break
        }
        return .failed(.unparsable(type: .color, found: self))
    }
}

extension Value {
    /// The value converted to a compound type of the style specification; nil when that is not possible.
    func asCompound(_ type: ExpressionType) -> Value? {
        switch type {
        case .padding: asPadding
        case .numberArray: asNumberArray
        case .colorArray: asColorArray
        case .variableAnchorOffsetCollection: asAnchorOffsets
        case .projectionDefinition: asProjection
        default: nil
        }
    }

    private var numbers: [Double]? {
        guard case .array(let items) = self else { return nil }
        let numbers = items.compactMap(\.number)
        return numbers.count == items.count ? numbers : nil
    }

    /// One to four numbers in the order of CSS: all; vertical, horizontal; top, horizontal, bottom; and so on.
    private var asPadding: Value? {
        if case .padding = self { return self }
        if case .number(let all) = self { return .padding([all, all, all, all]) }
        guard let numbers else { return nil }
        return switch numbers.count {
        case 1: .padding([numbers[0], numbers[0], numbers[0], numbers[0]])
        case 2: .padding([numbers[0], numbers[1], numbers[0], numbers[1]])
        case 3: .padding([numbers[0], numbers[1], numbers[2], numbers[1]])
        case 4: .padding(numbers)
        default: nil
        }
    }

    private var asNumberArray: Value? {
        if case .numberArray = self { return self }
        if case .number(let number) = self { return .numberArray([number]) }
        return numbers.flatMap { $0.isEmpty ? nil : .numberArray($0) }
    }

    private var asColorArray: Value? {
        switch self {
        case .colorArray: return self
        case .color(let color): return .colorArray([color])
        case .string(let string): return Color(css: string).map { .colorArray([$0]) }
        case .array(let items):
            let colors = items.compactMap { item in
                if case .color(let color) = item { color } else { item.string.flatMap { Color(css: $0) } }
            }
            return colors.count == items.count && !colors.isEmpty ? .colorArray(colors) : nil
        default: return nil
        }
    }

    private static let anchors: Set<String> = [
        "center", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right",
    ]

    private var asAnchorOffsets: Value? {
        if case .variableAnchorOffsets = self { return self }
        guard case .array(let items) = self, !items.isEmpty, items.count % 2 == 0 else { return nil }
        var offsets: [AnchorOffset] = []
        for index in stride(from: 0, to: items.count, by: 2) {
            guard let anchor = items[index].string, Value.anchors.contains(anchor),
                let offset = items[index + 1].numbers, offset.count == 2
            else { return nil }
            offsets.append(AnchorOffset(anchor: anchor, x: offset[0], y: offset[1]))
        }
        return .variableAnchorOffsets(offsets)
    }

    private var asProjection: Value? {
        switch self {
        case .projection: return self
        case .string(let name): return .projection(from: name, to: name, transition: 1)
        case .array(let items):
            guard items.count == 3, let from = items[0].string, let to = items[1].string,
                let transition = items[2].number
            else { return nil }
            return .projection(from: from, to: to, transition: transition)
        default: return nil
        }
    }
}

extension Value {
    /// A JSON tree as a value; of a repeated key the last member counts.
    package init(_ node: JSONNode) {
        switch node.value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let number): self = .number(number)
        case .string(let string): self = .string(string)
        case .array(let items): self = .array(items.map(Value.init))
        case .object(let object):
            self = .object(Dictionary(object.members.map { ($0.key, Value($0.node)) }) { _, last in last })
        }
    }

    var string: String? { if case .string(let string) = self { string } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// As `to-string` writes it: nothing for null, JSON for arrays and objects.
    package var text: String {
        switch self {
        case .null: ""
        case .string(let string): string
        case .number(let number): javaScriptText(number)
        case .bool(let bool): bool ? "true" : "false"
        case .color(let color): color.cssText
        case .formatted(let formatted): formatted.text
        case .image(let image): image.name
        default: json
        }
    }

    /// As `JSON.stringify` writes it, but members sorted by key.
    var json: String {
        switch self {
        case .null: "null"
        case .number(let number): number.isFinite ? javaScriptText(number) : "null"
        case .bool(let bool): bool ? "true" : "false"
        case .string(let string): quoted(string)
        case .color(let color): quoted(color.cssText)
        case .formatted(let formatted): quoted(formatted.text)
        case .image(let image): quoted(image.name)
        case .array(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { quoted($0.key) + ":" + $0.value.json }
                .joined(separator: ",") + "}"
        case .padding(let numbers), .numberArray(let numbers):
            "[" + numbers.map(javaScriptText).joined(separator: ",") + "]"
        case .colorArray(let colors): "[" + colors.map { quoted($0.cssText) }.joined(separator: ",") + "]"
        case .variableAnchorOffsets(let offsets):
            "["
                + offsets.map { "\(quoted($0.anchor)),[\(javaScriptText($0.x)),\(javaScriptText($0.y))]" }
                .joined(separator: ",") + "]"
        case .projection(let from, let to, let transition):
            from == to ? quoted(from) : "[\(quoted(from)),\(quoted(to)),\(javaScriptText(transition))]"
        case .collator: "{}"
        }
    }
}

extension Value {
    /// Interpolates between two values of the same type; nil when the type does not allow it.
    func mix(_ other: Value, _ fraction: Double, _ space: ColorSpace) -> Value? {
        switch (self, other) {
        case (.number(let a), .number(let b)): return .number(mixed(a, b, fraction))
        case (.color(let a), .color(let b)): return .color(space.mix(a, b, fraction))
        case (.padding(let a), .padding(let b)): return mixed(a, b, fraction).map(Value.padding)
        case (.numberArray(let a), .numberArray(let b)): return mixed(a, b, fraction).map(Value.numberArray)
        case (.colorArray(let a), .colorArray(let b)):
            guard a.count == b.count else { return nil }
            return .colorArray(zip(a, b).map { space.mix($0, $1, fraction) })
        case (.variableAnchorOffsets(let a), .variableAnchorOffsets(let b)): return mixed(a, b, fraction)
        case (.projection(_, let from, _), .projection(_, let to, _)):
            return .projection(from: from, to: to, transition: fraction)
        case (.array(let a), .array(let b)):
            let (from, to) = (a.compactMap(\.number), b.compactMap(\.number))
            guard from.count == a.count, to.count == b.count else { return nil }
            return mixed(from, to, fraction).map { .array($0.map(Value.number)) }
        default: return nil
        }
    }

    private func mixed(_ a: Double, _ b: Double, _ fraction: Double) -> Double { a * (1 - fraction) + b * fraction }

    private func mixed(_ a: [Double], _ b: [Double], _ fraction: Double) -> [Double]? {
        a.count == b.count ? zip(a, b).map { mixed($0, $1, fraction) } : nil
    }

    /// Interpolates the offsets; the anchors must be the same, since they cannot be interpolated.
    private func mixed(_ a: [AnchorOffset], _ b: [AnchorOffset], _ fraction: Double) -> Value? {
        guard a.map(\.anchor) == b.map(\.anchor) else { return nil }
        return .variableAnchorOffsets(
            zip(a, b).map {
                AnchorOffset(anchor: $0.anchor, x: mixed($0.x, $1.x, fraction), y: mixed($0.y, $1.y, fraction))
            })
    }
}
