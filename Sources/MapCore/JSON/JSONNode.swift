// SPDX-License-Identifier: MIT

/// A JSON value with its place in the text. Two are equal when their values are, wherever they stand.
package struct JSONNode: Sendable, Hashable {
    private enum Content: Sendable {
        case value(JSONValue)
        case positions(JSONPositions)
    }

    private var content: Content
    /// Byte offset of the value's first character.
    package var offset: Int

    package init(_ value: JSONValue, offset: Int = 0) {
        content = .value(value)
        self.offset = offset
    }

    init(_ positions: JSONPositions, offset: Int) {
        content = .positions(positions)
        self.offset = offset
    }

    /// The elements of an array of positions are read anew each time: ask for `positions` first.
    package var value: JSONValue {
        get {
            switch content {
            case .value(let value): value
            case .positions(let positions): .array(positions.nodes)
            }
        }
        set { content = .value(newValue) }
    }

    /// The first two numbers of each element, of an array in the text of GeoJSON or a scene that has nothing but positions of
    /// numbers; nil for all else.
    package var positions: [SIMD2<Double>]? {
        if case .positions(let positions) = content { positions.points } else { nil }
    }

    /// The same where each element has two numbers and no more.
    package var pairs: [SIMD2<Double>]? {
        if case .positions(let positions) = content, positions.arePairs { positions.points } else { nil }
    }

    package static func == (a: JSONNode, b: JSONNode) -> Bool { a.value == b.value }
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// An array of positions. Nodes of each, and of their numbers, would take most of the time in which GeoJSON, or a scene with
/// lines, is read.
final class JSONPositions: Sendable {
    let points: [SIMD2<Double>]
    let arePairs: Bool
    private let text: [UInt8]
    /// Where the array begins.
    private let offset: Int

    init(_ points: [SIMD2<Double>], arePairs: Bool, in text: [UInt8], at offset: Int) {
        (self.points, self.arePairs, self.text, self.offset) = (points, arePairs, text, offset)
    }

    var nodes: [JSONNode] {
        var scanner = JSONScanner(text, from: offset)
        return (try? scanner.array()) ?? []
    }
}

package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object(JSONObject)
}

/// Members in the order of the text; of a repeated key the last one counts, as in JavaScript.
package struct JSONObject: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        package var key: String
        /// Byte offset of the key's opening quote.
        package var keyOffset: Int
        package var node: JSONNode

        package static func == (a: Member, b: Member) -> Bool { a.key == b.key && a.node == b.node }
        package func hash(into hasher: inout Hasher) {
            hasher.combine(key)
            hasher.combine(node)
        }
    }

    package var members: [Member] = []

    package init() {}

    package subscript(_ key: String) -> JSONNode? {
        members.last { $0.key == key }?.node
    }

    /// Gives a member a value, at the end and in place of those of the same name.
    package mutating func set(_ key: String, _ node: JSONNode) {
        members.removeAll { $0.key == key }
        members.append(Member(key, node))
    }
}

extension JSONNode {
    package subscript(_ key: String) -> JSONNode? {
        if case .object(let object) = value { object[key] } else { nil }
    }
    package var string: String? { if case .string(let s) = value { s } else { nil } }

    // Inlined elsewhere, the next two make the optimizer of Swift 6.3.1 stop now and then ("outside of lifetime use").
    @inline(never) package var number: Double? { if case .number(let n) = value { n } else { nil } }
    @inline(never) package var bool: Bool? { if case .bool(let b) = value { b } else { nil } }

    /// A text, or a number as `formatted` writes it.
    package var wordOrNumber: String? { string ?? number.map(formatted) }

    package var array: [JSONNode]? { if case .array(let a) = value { a } else { nil } }
    package var object: JSONObject? { if case .object(let o) = value { o } else { nil } }
    package var isNull: Bool { if case .null = value { true } else { false } }
}

extension JSONNode {
    package static func text(_ text: String) -> JSONNode { JSONNode(.string(text)) }
    package static func bool(_ bool: Bool) -> JSONNode { JSONNode(.bool(bool)) }
    package static func number(_ number: Double) -> JSONNode { JSONNode(.number(number)) }
    package static func count(_ count: Int) -> JSONNode { JSONNode(.number(Double(count))) }
    package static func list(_ items: some Sequence<JSONNode>) -> JSONNode { JSONNode(.array(Array(items))) }
    package static let null = JSONNode(.null)

    /// An object in this order; members without a value are left out.
    package static func members(_ members: KeyValuePairs<String, JSONNode?>) -> JSONNode {
        JSONNode(.object(JSONObject(present: members.map { ($0.key, $0.value) })))
    }

    /// JSON text over several lines, two spaces a level; what is short, and holds nothing but plain values, stands on one.
    package var lines: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    /// JSON text on one line.
    package var line: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    private func write(to text: inout String, indent: Int?) {
        switch value {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .number(let number): text += number.isFinite ? formatted(number) : "null"
        case .string(let string): text += quoted(string)
        case .array(let items):
            write("[", items.map { (nil, $0) }, "]", to: &text, indent: indent)
        case .object(let object):
            write("{", object.members.map { ($0.key, $0.node) }, "}", to: &text, indent: indent)
        }
    }

    private func write(
        _ open: String, _ members: [(String?, JSONNode)], _ close: String, to text: inout String, indent: Int?
    ) {
        let isShort = members.count <= 8 && members.allSatisfy { $0.1.isPlain }
        let inner = indent.flatMap { isShort ? nil : $0 + 1 }
        text += open
        for (index, (key, node)) in members.enumerated() {
            if let inner {
                text += (index == 0 ? "\n" : ",\n") + String(repeating: "  ", count: inner)
            } else if index > 0 {
                text += ", "
            }
            if let key { text += quoted(key) + ": " }
            node.write(to: &text, indent: inner)
        }
        if let inner, !members.isEmpty { text += "\n" + String(repeating: "  ", count: inner - 1) }
        text += close
    }

    private var isPlain: Bool {
        switch value {
        case .null, .bool, .number: true
        case .string(let string): string.utf8.count <= 60
        case .array(let items): items.isEmpty
        case .object(let object): object.members.isEmpty
        }
    }
}

/// A literal of Swift is the JSON that it looks like: `["type": "circle", "radius": 4]`. Members without a value are left out.
extension JSONNode: ExpressibleByStringInterpolation, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(floatLiteral number: Double) { self = .number(number) }
    package init(integerLiteral count: Int) { self = .count(count) }
    package init(booleanLiteral bool: Bool) { self.init(.bool(bool)) }
    package init(arrayLiteral items: JSONNode...) { self = .list(items) }
    package init(dictionaryLiteral members: (String, JSONNode?)...) {
        self.init(.object(JSONObject(present: members)))
    }
}

extension JSONObject {
    /// Members without a value are left out.
    fileprivate init(present members: [(String, JSONNode?)]) {
        self.init(members.compactMap { key, node in node.map { Member(key, $0) } })
    }

    package init(_ members: [Member]) {
        self.init()
        self.members = members
    }
}

extension JSONObject.Member {
    /// A member that was not read from a text.
    package init(_ key: String, _ node: JSONNode) {
        self.init(key: key, keyOffset: 0, node: node)
    }
}

/// A string as a JSON literal.
package func quoted(_ text: String) -> String {
    // Most texts stay as they are. 0xE2 begins line separators, among others.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F && $0 != 0xE2 }) {
        return "\"\(text)\""
    }
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\u{8}": result += "\\b"
        case "\u{C}": result += "\\f"
        // Line separators end a line in JavaScript, which JSON is often pasted into.
        case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}": result += unicodeEscape(scalar)
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// A character of four hexadecimal digits at most as `\u001b`.
func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
}

extension JSONNode {
    /// The value with the members of objects sorted by key and without repeated keys, so that two are equal whatever
    /// the order in which their members stand.
    package var canonical: JSONNode {
        switch value {
        case .object(let object):
            let members = Dictionary(object.members.map { ($0.key, $0) }) { $1 }.values.sorted { $0.key < $1.key }
            let sorted = members.map {
                JSONObject.Member(key: $0.key, keyOffset: $0.keyOffset, node: $0.node.canonical)
            }
            return JSONNode(.object(JSONObject(sorted)), offset: offset)
        case .array(let elements): return JSONNode(.array(elements.map(\.canonical)), offset: offset)
        case .null, .bool, .number, .string: return self
        }
    }
}

/// JSON in which values can be replaced, as text or as a tree.
package protocol EditableJSON {
    var root: JSONNode { get }

    /// Puts a value where the steps lead. Objects and arrays that are missing on the way are made; a value that is in
    /// the way is replaced.
    ///
    /// - Throws: when the result would not be JSON.
    mutating func set(_ value: JSONNode, at steps: [JSONText.Step]) throws(Diagnostic)
}

extension JSONText: EditableJSON {}

/// A parsed text whose tree is edited, while the text stays: what it has keeps its place for messages, and what is new gets the
/// place of what it stands in.
package struct JSONTree: EditableJSON {
    package private(set) var root: JSONNode
    private let original: JSONDocument

    /// - Throws: the first syntax error.
    package init(_ kind: JSONDocument.Kind, _ text: [UInt8], file: String) throws(Diagnostic) {
        original = try JSONDocument(kind, file: file, text: text)
        root = original.root
    }

    /// The tree with all edits.
    package var document: JSONDocument { JSONDocument(original.kind, of: original, root: root) }

    package mutating func set(_ value: JSONNode, at steps: [JSONText.Step]) {
        root = root.setting(value, at: steps[...])
    }
}

extension JSONNode {
    /// The value without places of its own, for another text than the one that it was read from.
    package var withoutPlaces: JSONNode {
        switch value {
        case .array(let items): JSONNode(.array(items.map(\.withoutPlaces)))
        case .object(let object):
            JSONNode(.object(JSONObject(object.members.map { JSONObject.Member($0.key, $0.node.withoutPlaces) })))
        case .null, .bool, .number, .string: JSONNode(value)
        }
    }

    fileprivate func setting(_ new: JSONNode, at steps: ArraySlice<JSONText.Step>) -> JSONNode {
        guard let step = steps.first else { return new.placed(at: offset) }
        let rest = steps.dropFirst()
        switch (step, value) {
        case (.key(let key), .object(var object)):
            if let index = object.members.lastIndex(where: { $0.key == key }) {
                object.members[index].node = object.members[index].node.setting(new, at: rest)
            } else {
                let node = new.wrapped(in: rest).placed(at: offset)
                object.members.append(JSONObject.Member(key: key, keyOffset: offset, node: node))
            }
            return JSONNode(.object(object), offset: offset)
        case (.index(let index), .array(var items)):
            if items.indices.contains(index) {
                items[index] = items[index].setting(new, at: rest)
            } else {
                items.append(new.wrapped(in: rest).placed(at: offset))
            }
            return JSONNode(.array(items), offset: offset)
        default: return new.wrapped(in: steps).placed(at: offset)
        }
    }

    /// In the objects and arrays that the steps lead through.
    fileprivate func wrapped(in steps: ArraySlice<JSONText.Step>) -> JSONNode {
        steps.reversed().reduce(self) { node, step in
            switch step {
            case .key(let key): .members([key: node])
            case .index: .list([node])
            }
        }
    }

    /// With a place for all that has none; only the root of a text can be at its very beginning.
    fileprivate func placed(at place: Int) -> JSONNode {
        let own = offset == 0 ? place : offset
        switch value {
        case .array(let items): return JSONNode(.array(items.map { $0.placed(at: own) }), offset: own)
        case .object(let object):
            let members = object.members.map { member in
                JSONObject.Member(
                    key: member.key, keyOffset: member.keyOffset == 0 ? own : member.keyOffset,
                    node: member.node.placed(at: own))
            }
            return JSONNode(.object(JSONObject(members)), offset: own)
        case .null, .bool, .number, .string: return JSONNode(value, offset: own)
        }
    }
}
