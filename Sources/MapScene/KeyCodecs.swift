// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapImages

/// What a key's value may be: how it is read, how it is written, and what the schema says of it.
protocol KeyCodec<Value> {
    associatedtype Value
    /// Nil after it was reported what is wrong.
    func decode(_ field: Field) -> Value?
    /// Nil for a value that is said by leaving the key out.
    func encode(_ value: Value) -> JSONNode?
    var schema: JSONNode { get }
    /// Whether the schema gives its default.
    var hasDefault: Bool { get }
}

extension KeyCodec {
    var hasDefault: Bool { true }
}

/// A number within a range, or above zero.
struct NumberCodec: KeyCodec {
    var range = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    var isPositive = false

    func decode(_ field: Field) -> Double? {
        guard isPositive, let number = field.node.number else { return field.number(in: range) }
        return number > 0 && number <= range.upperBound
            ? number : field.expected("a number above 0, up to \(formatted(range.upperBound.rounded(.down)))")
    }
    func encode(_ value: Double) -> JSONNode? { .number(value) }
    var schema: JSONNode {
        isPositive
            ? ["type": "number", "exclusiveMinimum": 0, "maximum": .number(range.upperBound)] : .number(in: range)
    }
}

/// A whole number within a range.
struct WholeCodec: KeyCodec {
    let range: ClosedRange<Int>

    func decode(_ field: Field) -> Int? { field.integer(in: range) }
    func encode(_ value: Int) -> JSONNode? { .count(value) }
    var schema: JSONNode { .number(in: Double(range.lowerBound)...Double(range.upperBound), "integer") }
}

/// One of an enumeration's words.
struct ChoiceCodec<Value: RawRepresentable & CaseIterable>: KeyCodec where Value.RawValue == String {
    func decode(_ field: Field) -> Value? { field.choice() }
    func encode(_ value: Value) -> JSONNode? { .word(value) }
    var schema: JSONNode { ["enum": .list(Value.allCases.map { .text($0.rawValue) })] }
}

/// An object with keys of its own.
struct KeyedCodec<Value: KeyedValue>: KeyCodec {
    func decode(_ field: Field) -> Value? { Value(field) }
    func encode(_ value: Value) -> JSONNode? { value.jsonNode }
    var schema: JSONNode { .reference(Value.definition) }
}

/// An object with keys of its own, true for the usual one, or false for none.
struct SwitchCodec<Part: KeyedValue>: KeyCodec {
    func decode(_ field: Field) -> Part?? {
        if let on = field.node.bool { return on ? Part.usual : .some(nil) }
        guard field.node.object != nil else { return field.expected("true, false or an object") }
        return Part(field)
    }
    func encode(_ value: Part?) -> JSONNode? { value?.jsonNode }
    var schema: JSONNode { ["oneOf": [["type": "boolean"], .reference(Part.definition)]] }
}

/// An array.
struct ListCodec<Element: KeyCodec>: KeyCodec {
    let element: Element
    /// What messages call the elements.
    var things = ""
    var fewest = 0

    func decode(_ field: Field) -> [Element.Value]? {
        fewest > 0 ? field.list(of: things, atLeast: fewest, element.decode) : field.array(element.decode)
    }
    func encode(_ value: [Element.Value]) -> JSONNode? { .list(value.compactMap(element.encode)) }
    var schema: JSONNode {
        ["type": "array", "items": element.schema, "minItems": fewest > 0 ? .count(fewest) : nil]
    }
}

/// A value that is as many parts of one kind, such as `[x, y]`.
protocol Tuple<Part> {
    associatedtype Part
    /// From as many parts as were read, or from one that stands for all.
    init(parts: [Part])
    var parts: [Part] { get }
}

/// An array of so many parts, or in place of it one that stands for all.
struct TupleCodec<Value: Tuple, Part: KeyCodec>: KeyCodec where Part.Value == Value.Part {
    let part: Part
    /// The last part, and the one that stands for all, if they are limited in another way.
    let last: Part?
    /// What messages call it.
    let shape: String
    let counts: [Int]
    let orOne: Bool

    func decode(_ field: Field) -> Value? {
        // A part that is no number may be a text.
        if orOne, field.node.number != nil || Part.Value.self != Double.self && field.node.array == nil {
            return (last ?? part).decode(field).map { Value(parts: [$0]) }
        }
        guard let fields = field.node.array == nil ? nil : field.elements(), counts.contains(fields.count) else {
            return field.expected(shape)
        }
        let parts = fields.enumerated().compactMap { index, field in
            (index == fields.count - 1 ? last ?? part : part).decode(field)
        }
        return parts.count == fields.count ? Value(parts: parts) : nil
    }
    func encode(_ value: Value) -> JSONNode? { .list(value.parts.compactMap(part.encode)) }
    var schema: JSONNode {
        let arrays = counts.map { JSONNode.count($0) }.map { count -> JSONNode in
            let items: JSONNode = ["type": "array", "items": part.schema, "minItems": count, "maxItems": count]
            return last.map { .tuple([part.schema, $0.schema]) } ?? items
        }
        let forms = (orOne ? [(last ?? part).schema] : []) + arrays
        return forms.count == 1 ? arrays[0] : ["oneOf": .list(forms)]
    }
}

extension KeyCodec {
    static func tuple<Value: Tuple, Part: KeyCodec>(
        _ shape: String, of part: Part, last: Part? = nil, counts: [Int] = [2], orOne: Bool = false
    ) -> Self where Self == TupleCodec<Value, Part> {
        TupleCodec(part: part, last: last, shape: shape, counts: counts, orOne: orOne)
    }
}

extension Point: Tuple {
    init(parts: [Double]) { self.init(parts[0], parts[parts.count - 1]) }
    var parts: [Double] { [x, y] }
}

extension Size: Tuple {
    init(parts: [Double]) { self.init(width: parts[0], height: parts[parts.count - 1]) }
    var parts: [Double] { [width, height] }
}

/// A value of a form of its own, as a type's `init(_: Field)` reads it.
struct Form<Value>: KeyCodec {
    private let reading: (Field) -> Value?
    private let writing: (Value) -> JSONNode?
    private let describing: () -> JSONNode
    let hasDefault: Bool

    init(
        _ schema: @autoclosure @escaping () -> JSONNode, _ decode: @escaping (Field) -> Value?,
        _ encode: @escaping (Value) -> JSONNode?, hasDefault: Bool = true
    ) {
        (reading, writing, describing) = (decode, encode, schema)
        self.hasDefault = hasDefault
    }

    func decode(_ field: Field) -> Value? { reading(field) }
    func encode(_ value: Value) -> JSONNode? { writing(value) }
    var schema: JSONNode { describing() }
}

extension KeyCodec where Self == NumberCodec {
    static var number: Self { NumberCodec() }
    static func number(_ range: ClosedRange<Double>) -> Self { NumberCodec(range: range) }
    static func positive(upTo limit: Double) -> Self { NumberCodec(range: 0...limit, isPositive: true) }
}

extension KeyCodec where Self == WholeCodec {
    static func whole(_ range: ClosedRange<Int>) -> Self { WholeCodec(range: range) }
}

extension KeyCodec {
    static func list<Element: KeyCodec>(_ element: Element, of things: String = "", atLeast fewest: Int = 0) -> Self
    where Self == ListCodec<Element> {
        ListCodec(element: element, things: things, fewest: fewest)
    }

    static func onOff<Part: KeyedValue>() -> Self where Self == SwitchCodec<Part> { SwitchCodec<Part>() }

    static func objects<Part: KeyedValue>() -> Self where Self == KeyedCodec<Part> { KeyedCodec<Part>() }
}

extension KeyCodec where Self == Form<Bool> {
    static var flag: Self { Form(["type": "boolean"], { $0.bool() }, JSONNode.bool) }
}

extension KeyCodec where Self == Form<String> {
    static var text: Self { Form(["type": "string"], { $0.string() }, JSONNode.text) }
    /// A string that is not empty.
    static var filled: Self { Form(.filled, { $0.filled() }, JSONNode.text) }
    /// An address that a link may have.
    static var link: Self { Form(.filled, { $0.link() }, JSONNode.text) }
}

/// One name or several.
struct NamesCodec: KeyCodec {
    /// What messages call them.
    let things: String

    func decode(_ field: Field) -> [String]? {
        switch field.node.value {
        case .string: field.filled().map { [$0] }
        case .array(let names) where !names.isEmpty: field.array { $0.filled() }
        default: field.expected(things)
        }
    }
    func encode(_ value: [String]) -> JSONNode? { .list(value.map(JSONNode.text)) }
    var schema: JSONNode { ["oneOf": [.filled, ["type": "array", "items": .filled, "minItems": 1]]] }
}

extension KeyCodec where Self == NamesCodec {
    static func names(_ things: String = "a name or an array of names") -> Self { NamesCodec(things: things) }
}

extension KeyCodec where Self == Form<Color> {
    static var color: Self { Form(.reference("color"), { Color($0) }, JSONNode.color, hasDefault: false) }
    /// A color whose "red", "green" and "purple" are the system's.
    static var tint: Self { Form(.reference("color"), Color.init(tint:), JSONNode.color, hasDefault: false) }
}

extension KeyCodec where Self == Form<ImageAsset> {
    static var image: Self { Form(.filled, ImageAsset.init, \.jsonNode) }
}

extension KeyCodec where Self == Form<Coordinate> {
    static var coordinate: Self { Form(.reference("coordinate"), Coordinate.init, \.jsonNode) }
}

extension KeyCodec where Self == Form<CoordinateBox> {
    static var box: Self {
        Form(
            .tuple([.reference("longitude"), .reference("latitude"), .reference("longitude"), .reference("latitude")]),
            CoordinateBox.init, \.jsonNode)
    }
}

extension KeyCodec where Self == Form<Properties> {
    static var properties: Self {
        Form(.reference("properties"), Properties.init, { JSONNode(.object($0.object)) })
    }
}

extension KeyCodec where Self == Form<CoordinateSystem> {
    static var datum: Self { Form(.reference("coordinateSystem"), { $0.choice() }, JSONNode.word, hasDefault: false) }
}

/// Pieces of schemas.
extension JSONNode {
    static let filled: JSONNode = ["type": "string", "minLength": 1]

    static func reference(_ definition: String) -> JSONNode { ["$ref": .text("#/$defs/" + definition)] }

    static func number(in range: ClosedRange<Double>, _ type: String = "number") -> JSONNode {
        let bound = { (bound: Double) in abs(bound) < 1e15 ? JSONNode.number(bound) : nil }
        return ["type": .text(type), "minimum": bound(range.lowerBound), "maximum": bound(range.upperBound)]
    }

    /// An array with these elements.
    static func tuple(_ elements: [JSONNode]) -> JSONNode {
        ["type": "array", "prefixItems": .list(elements), "items": false, "minItems": .count(elements.count)]
    }

    /// Exactly one of these keys, or sets of keys, or of another schema.
    static func oneOf(required keys: [[String]], or other: JSONNode...) -> JSONNode {
        .list(keys.map { ["required": .list($0.map(JSONNode.text))] } + other)
    }
}

/// Values as JSON.
extension JSONNode {
    static func pair(_ a: Double, _ b: Double) -> JSONNode { [.number(a), .number(b)] }

    static func word(_ value: some RawRepresentable<String>) -> JSONNode { .text(value.rawValue) }

    static func color(_ color: Color) -> JSONNode { .text(color.isOpaque ? color.hexText : color.cssText) }

    static func percentage(_ percent: Double) -> JSONNode { .text(formatted(percent) + "%") }
}

extension Coordinate {
    /// `[longitude, latitude]`
    var jsonNode: JSONNode { .pair(longitude, latitude) }
}

extension CoordinateBox {
    /// `[west, south, east, north]`
    var jsonNode: JSONNode { .list([west, south, east, north].map(JSONNode.number)) }
}
