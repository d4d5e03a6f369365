// SPDX-License-Identifier: MIT
import MapCore
import MapImages

extension BaseMap: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "basemap"

    mutating func keys(_ k: inout Keys) {
        k("style", &style, .style)
        k("tiles", &tiles, .names("a file or an array of files"))
        k("projection", &projection, .projection)
        k("missingTiles", &missingTiles)
        k("language", &language, .language)
        k("worldview", &worldview, .country)
        k("hide", &edits.hide, .list(.filled))
        k("show", &edits.show, .list(.filled))
        k("setFilter", &edits.filters, .filters)
        k("setPaint", &edits.paint, .objectsByName)
        k("setLayout", &edits.layout, .objectsByName)
        k("addSources", &edits.sources, .objectsByName)
        k("addLayers", &edits.layers, .layers)
        k("recolor", &recolor)
        k("elevation", &elevation, .elevation)
        k("coordinateSystem", &coordinateSystem, .datum)
    }
}

extension Recoloring: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "recolor"

    mutating func keys(_ k: inout Keys) {
        k("invertBrightness", &invertBrightness)
        k("hue", &hue, .number(-360...360))
        k("saturate", &saturate, .number(-1...10))
        k("gamma", &gamma, .number(0.1...10))
        k("contrast", &contrast, .number(0...10))
        k("brightness", &brightness, .number(-1...1))
        k("tint", &tint, .objects())
    }
}

extension Recoloring.Tint: KeyedValue {
    static var usual: Self { Self(.black) }
    static let definition = "recolorTint"

    mutating func keys(_ k: inout Keys) {
        k.required("color", &color, .color)
        k("amount", &amount, .number(0...1))
    }
}

extension KeyCodec where Self == Form<BaseMap> {
    /// A style's name or file, or an object with style and tiles.
    static var basemap: Self {
        Form(
            ["oneOf": [.filled, .reference(BaseMap.definition)]],
            { field in
                if field.node.string != nil { return BaseMap.Style(field).map { BaseMap(style: $0) } }
                guard field.node.object != nil else { return field.expected("a style's name or an object") }
                return BaseMap(field)
            }, \.jsonNode)
    }
}

extension KeyCodec where Self == Form<BaseMap.Style> {
    fileprivate static var style: Self {
        Form(["oneOf": [.filled, ["type": "object"]]], BaseMap.Style.init, \.jsonNode)
    }
}

extension BaseMap.Style {
    /// An object is a style; a string with a slash or with ".json" at its end is a file, any other a name.
    fileprivate init?(_ field: Field) {
        if field.node.object != nil {
            self = .inline(InlineJSON(field))
            return
        }
        guard field.node.string != nil else {
            field.report(expected: "a style's name, a file or a style")
            return nil
        }
        guard let text = field.filled() else { return nil }
        self = text.contains("/") || text.hasSuffix(".json") ? .file(text) : .named(text)
    }

    fileprivate var jsonNode: JSONNode {
        switch self {
        case .named(let name): .text(name)
        case .file(let path): .text(path.contains("/") || path.hasSuffix(".json") ? path : "./" + path)
        case .inline(let json): json.node
        }
    }
}

extension KeyCodec where Self == Form<String> {
    fileprivate static var language: Self {
        Form(
            ["type": "string", "pattern": "^(local|[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*)$"], { $0.languageTag() },
            JSONNode.text)
    }

    /// A country's code, in capitals; which are known is for the base map to tell.
    fileprivate static var country: Self {
        Form(["type": "string", "pattern": "^([A-Z]{2}|ISO)$"], { $0.country() }, JSONNode.text)
    }
}

extension KeyCodec where Self == Form<[String: InlineJSON]> {
    /// Only the form of changes to a style is checked: what a property or filter means is known to the style.
    fileprivate static var filters: Self {
        let filter: JSONNode = ["oneOf": [["type": "array"], ["type": "boolean"], ["type": "null"]]]
        return Form(.byName(filter), { $0.byName(\.filter) }, JSONNode.sorted)
    }

    fileprivate static var objectsByName: Self {
        Form(.byName(["type": "object"]), { $0.byName(\.inlineObject) }, JSONNode.sorted)
    }
}

extension KeyCodec where Self == Form<[InlineJSON]> {
    /// Layers of a style; the members that the style specification does not have are checked here.
    fileprivate static var layers: Self {
        let source: JSONNode = ["oneOf": [["type": "string"], ["type": "object"]]]
        let layer: JSONNode = [
            "type": "object", "required": ["id", "type"],
            "properties": ["id": .filled, "type": .filled, "before": .filled, "source": source],
        ]
        return Form(
            ["type": "array", "items": layer], { $0.array(\.layer) }, { .list($0.map(\.node)) })
    }
}

extension JSONNode {
    /// The schema of an object with a value of one kind under each name.
    fileprivate static func byName(_ value: JSONNode) -> JSONNode {
        ["type": "object", "patternProperties": ["^x-": [:]], "additionalProperties": value]
    }

    /// Members sorted by name.
    fileprivate static func sorted(_ parts: [String: InlineJSON]) -> JSONNode {
        let members = parts.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, $0.value.node) }
        return JSONNode(.object(JSONObject(members)))
    }
}

extension Field {
    fileprivate var filter: InlineJSON? {
        guard node.array != nil || node.bool != nil || node.isNull else {
            return expected("a filter: an array, or null for none")
        }
        return InlineJSON(self)
    }

    fileprivate var inlineObject: InlineJSON? { node.object == nil ? expected("an object") : InlineJSON(self) }

    fileprivate var layer: InlineJSON? {
        guard var object = object() else { return nil }
        let id = object.required("id") { $0.filled() }
        let type = object.required("type") { $0.filled() }
        if let before = object.field("before"), before.filled() == nil { return nil }
        if let source = object.field("source"), source.node.string == nil, source.node.object == nil {
            return source.expected("a source's name, or a source")
        }
        return id == nil || type == nil ? nil : InlineJSON(self)
    }

    /// A string that is not empty, among other things that messages name.
    func filled(or words: String) -> String? { node.string == nil ? expected(words) : filled() }

    /// A string that is not empty.
    func filled() -> String? {
        guard let text = string() else { return nil }
        return text.isEmpty ? expected("a string that is not empty") : text
    }

    /// An object with a value of one kind under each of its names; the wrong ones are reported and left out.
    fileprivate func byName<T>(_ decode: (Field) -> T?) -> [String: T]? {
        guard let object = node.object else { return expected("an object") }
        var values: [String: T] = [:]
        for entry in object.members where !entry.key.hasPrefix("x-") {
            if let value = decode(member(entry.key, entry.node)) { values[entry.key] = value }
        }
        return values
    }

    /// Two capital letters, or ISO.
    fileprivate func country() -> String? {
        guard let code = string() else { return nil }
        let isCode = code == "ISO" || code.count == 2 && code.allSatisfy { ("A"..."Z").contains($0) }
        guard isCode else {
            let hint = code.count == 2 && code.allSatisfy(\.isLetter) ? "write \"\(code.uppercased())\"" : nil
            return expected("the code of a country such as \"IN\", or \"ISO\"", hint: hint)
        }
        return code
    }

    /// The tag of a language: subtags of letters and digits, the first of two or three letters (RFC 5646, §2.1).
    fileprivate func languageTag() -> String? {
        guard let tag = string() else { return nil }
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            tag.utf8.count <= 35
            && parts.allSatisfy { part in
                (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
        guard tag == "local" || isTag && (2...3).contains(parts[0].count) && parts[0].allSatisfy(\.isLetter) else {
            let hint = tag.contains("_") ? "write \"\(String(tag.map { $0 == "_" ? "-" : $0 }))\"" : nil
            return expected("a language such as \"de\" or \"zh-Hant\", or \"local\"", hint: hint)
        }
        return tag
    }
}
