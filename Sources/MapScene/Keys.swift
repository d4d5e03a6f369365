// SPDX-License-Identifier: MIT
import MapCore

/// An object of the scene format.
///
/// Its keys stand in one place, a row for each, from which the decoder, the encoder and the JSON schema follow:
///
/// ```swift
/// mutating func keys(_ k: inout Keys) {
///     k("spacing", &spacing, .number(8...10_000))
///     k("color", &color, .color)
/// }
/// ```
///
/// Rules between keys are code after the rows. The words that describe keys stand in `scene.schema.json`.
protocol Keyed {
    /// Reads, writes or describes each key.
    mutating func keys(_ k: inout Keys)
}

extension Keyed {
    /// The same value with what its keys say.
    func keyed(_ k: inout Keys) -> Self {
        var copy = self
        copy.keys(&k)
        return copy
    }
}

/// An object of the scene format that is of one kind only.
protocol KeyedValue: Keyed {
    /// What an object without keys means: the encoder leaves out what is the same, the schema has it as defaults.
    static var usual: Self { get }
    /// The name of its definition in the schema.
    static var definition: String { get }
    /// What the schema says beside the keys, such as which of them exclude each other.
    static var schemaRules: JSONNode { get }
}

extension KeyedValue {
    static var schemaRules: JSONNode { [:] }

    init?(_ field: Field) {
        self = .usual
        guard read(field) else { return nil }
    }

    /// Reads an object's keys; those that are absent stay what they are.
    ///
    /// - Returns: false when the value cannot be used, as one without a key that is required.
    mutating func read(_ field: Field) -> Bool {
        guard var k = Keys(reading: field) else { return false }
        keys(&k)
        return k.finish(self)
    }

    var jsonNode: JSONNode { Keys.written(self, omitting: Self.usual) }

    static var schema: JSONNode { Keys.schema(of: usual, rules: schemaRules) }
}

/// What is done with the keys of an object: they are read, written or described.
struct Keys {
    /// The object that is read, for rules between keys.
    private(set) var object: ObjectReader?
    /// True while the schema is made.
    let isDescribing: Bool
    /// Set to false by a rule when the value cannot be used.
    var isWhole = true
    let isReading: Bool
    /// The members of the object, for the rows to look in, and how many of them rows have found.
    private var source: [JSONObject.Member] = []
    /// A bit for each key in the object: of the many rows, few have theirs.
    private var bits: UInt64 = 0
    private var found = 0
    private var missing: [String] = []
    /// What was written or described, row by row; nil for what is not there.
    private var members: [JSONObject.Member?] = []
    /// The rows that are written even if they say what is usual.
    private var kept: Set<Int> = []
    private var required: [String] = []

    private init(isDescribing: Bool) {
        self.isDescribing = isDescribing
        isReading = false
    }

    /// Nil for what is not an object, after this was reported.
    init?(reading field: Field) {
        guard let object = field.object() else { return nil }
        self.object = object
        source = object.object.members
        for member in source { bits |= Self.bit(of: member.key) }
        (isReading, isDescribing) = (true, false)
    }

    /// Reports keys that are missing or that no row has.
    ///
    /// - Parameter value: that was read, with the same rows.
    /// - Returns: false when the value cannot be used.
    func finish(_ value: some Keyed) -> Bool {
        guard let object, !missing.isEmpty || found != object.object.members.count else { return isWhole }
        return finish(object, of: value)
    }

    // What is rare takes values of any type, and is compiled once: code for each type was a quarter of the module's.

    @_optimize(none)
    private func finish(_ object: ObjectReader, of value: any Keyed) -> Bool {
        let members = object.object.members
        let own = members.count { $0.key.hasPrefix("x-") }
        if missing.isEmpty, found + own == members.count, Set(members.map(\.key)).count == members.count {
            return isWhole
        }
        guard object.field.diagnostics.hasRoom else {
            object.field.diagnostics.drop(.error)
            return isWhole
        }
        var rows = Keys(isDescribing: true)
        var copy = value
        copy.keys(&rows)
        let known = rows.members.compactMap { $0?.key }
        for name in missing { object.reportMissing(name, known: known) }
        object.finish(alsoKnown: known)
        return isWhole
    }

    /// The value as JSON, without what it shares with another one of its kind.
    @_optimize(none)
    static func written(_ value: any Keyed, omitting usual: (any Keyed)?) -> JSONNode {
        var (own, other) = (Keys(isDescribing: false), Keys(isDescribing: false))
        var (value, usual) = (value, usual)
        value.keys(&own)
        usual?.keys(&other)
        let members = own.members.enumerated().compactMap { index, member -> JSONObject.Member? in
            let isUsual = other.members.indices.contains(index) && other.members[index] == member
            return isUsual && !own.kept.contains(index) ? nil : member
        }
        return JSONNode(.object(JSONObject(members)))
    }

    /// The schema of objects of this kind, with the value's own as defaults.
    @_optimize(none)
    static func schema(of value: any Keyed, rules: JSONNode = [:]) -> JSONNode {
        var rows = Keys(isDescribing: true)
        var value = value
        value.keys(&rows)
        let names = rows.required.isEmpty ? nil : JSONNode.list(rows.required.map(JSONNode.text))
        let head = [JSONObject.Member("type", "object")] + (names.map { [JSONObject.Member("required", $0)] } ?? [])
        let tail: [JSONObject.Member] = [
            JSONObject.Member("properties", JSONNode(.object(JSONObject(rows.members.compactMap(\.self))))),
            JSONObject.Member("patternProperties", ["^x-": [:]]), JSONObject.Member("additionalProperties", false),
        ]
        return JSONNode(.object(JSONObject(head + (rules.object?.members ?? []) + tail)))
    }
}

/// Rows. The value stays what it is when its key is absent or wrong.
extension Keys {
    mutating func callAsFunction<C: KeyCodec>(
        _ name: StaticString, _ value: inout C.Value, _ codec: C, aliases: [String] = []
    ) {
        if isReading {
            guard mayHave(name, aliases) else { return }
            if let read = take(name.description, aliases).flatMap(codec.decode) { value = read }
        } else {
            row(name.description, aliases, codec, codec.encode(value), isDefault: true)
        }
    }

    mutating func callAsFunction<C: KeyCodec>(
        _ name: StaticString, _ value: inout C.Value?, _ codec: C, aliases: [String] = []
    ) {
        if isReading {
            guard mayHave(name, aliases) else { return }
            if let read = take(name.description, aliases).flatMap(codec.decode) { value = read }
        } else {
            row(name.description, aliases, codec, value.flatMap(codec.encode), isDefault: false)
        }
    }

    mutating func callAsFunction<T: RawRepresentable & CaseIterable>(_ name: StaticString, _ value: inout T)
    where T.RawValue == String {
        self(name, &value, ChoiceCodec<T>())
    }

    mutating func callAsFunction<T: RawRepresentable & CaseIterable>(_ name: StaticString, _ value: inout T?)
    where T.RawValue == String {
        self(name, &value, ChoiceCodec<T>())
    }

    mutating func callAsFunction(_ name: StaticString, _ value: inout Bool) { self(name, &value, .flag) }

    mutating func callAsFunction(_ name: StaticString, _ value: inout Bool?) { self(name, &value, .flag) }

    /// An object within the object; its keys that are absent stay what they are.
    mutating func callAsFunction<T: KeyedValue>(_ name: StaticString, _ value: inout T) {
        if isReading {
            guard mayHave(name) else { return }
            if let field = take(name.description) { _ = value.read(field) }
        } else {
            row(name.description, [], KeyedCodec<T>(), Keys.written(value, omitting: T.usual), isDefault: false)
        }
    }

    mutating func callAsFunction<T: KeyedValue>(_ name: StaticString, _ value: inout T?) {
        self(name, &value, KeyedCodec<T>())
    }

    /// A key that must be there.
    mutating func required<C: KeyCodec>(_ name: StaticString, _ value: inout C.Value, _ codec: C) {
        let name = name.description
        if isReading {
            require(name)
            guard let field = take(name) else { return }
            if let read = codec.decode(field) { value = read } else { isWhole = false }
        } else {
            kept.insert(members.count)
            required.append(name)
            row(name, [], codec, codec.encode(value), isDefault: false)
        }
    }

    /// The kind of the object that is read, by its `type`; nil after it was reported that there is none.
    func kind<T: RawRepresentable & CaseIterable>(of kinds: T.Type) -> T? where T.RawValue == String {
        guard let object else { return nil }
        guard let node = object.object["type"] else {
            object.reportMissing("type", known: [])
            return nil
        }
        return object.field.member("type", node).choice()
    }

    /// Reports a key that is missing.
    mutating func require(_ name: String) {
        guard given(name) == nil else { return }
        missing.append(name)
        isWhole = false
    }

    /// The word that tells an object from others in the same list; `words` are those with the same keys.
    mutating func type(_ word: String, of words: [String]? = nil) {
        found += 1
        guard !isReading else { return }
        kept.insert(members.count)
        required.append("type")
        let words = words ?? [word]
        let schema: JSONNode = words.count == 1 ? ["const": .text(word)] : ["enum": .list(words.map(JSONNode.text))]
        members.append(JSONObject.Member("type", isDescribing ? schema : .text(word)))
    }

    /// Writes the rows of `rows` though they may say what is usual, or leaves them all out.
    mutating func keep(_ isKept: Bool, _ rows: (inout Keys) -> Void) {
        let first = members.count
        rows(&self)
        guard !isReading, !isDescribing else { return }
        for index in first..<members.count {
            if isKept { kept.insert(index) } else { members[index] = nil }
        }
    }

    @_optimize(none)
    private mutating func row(
        _ name: String, _ aliases: [String], _ codec: any KeyCodec, _ value: JSONNode?, isDefault: Bool
    ) {
        guard isDescribing else {
            members.append(value.map { JSONObject.Member(name, $0) })
            return
        }
        var schema = codec.schema.object ?? JSONObject()
        if isDefault, codec.hasDefault, let value, value.array == nil, value.object == nil {
            let rounded = value.number.map { JSONNode.number(($0 * 100).rounded() / 100) }
            schema.members.append(JSONObject.Member("default", rounded ?? value))
        }
        members.append(JSONObject.Member(name, JSONNode(.object(schema))))
        for alias in aliases { members.append(JSONObject.Member(alias, codec.schema)) }
    }

    /// False if the object that is read has no such key.
    func mayHave(_ name: String) -> Bool { bits & Self.bit(of: name) != 0 }

    private static func bit(of key: String) -> UInt64 { bit(key.utf8.count, key.utf8.first ?? 0) }

    @inline(__always)
    private static func bit(_ count: Int, _ first: UInt8) -> UInt64 {
        1 << ((UInt64(count) &* 5 &+ UInt64(first)) & 63)
    }

    /// Most rows ask no more: an object has few of the keys that it may have.
    @inline(__always)
    private func mayHave(_ name: StaticString, _ aliases: [String] = []) -> Bool {
        bits & Self.bit(name.utf8CodeUnitCount, name.utf8Start.pointee) != 0 || aliases.contains { mayHave($0) }
    }

    private mutating func take(_ name: String, _ aliases: [String] = []) -> Field? {
        let index = source.lastIndex { $0.key == name }
        guard index != nil || !aliases.isEmpty, let object else { return nil }
        var first: (name: String, field: Field)?
        if let index {
            found += 1
            first = (name, object.field.member(name, source[index].node))
        }
        for alias in aliases {
            guard let node = object.object[alias] else { continue }
            found += 1
            let field = object.field.member(alias, node)
            if let first {
                field.report(
                    "\"\(alias)\" is another name for \"\(first.name)\": give one or the other",
                    code: .sceneConflictingKeys)
            } else {
                first = (alias, field)
            }
        }
        return first?.field
    }
}
