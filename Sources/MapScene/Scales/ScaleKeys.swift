// SPDX-License-Identifier: MIT
import MapCore
import MapImages

extension ColorScale: KeyedValue {
    static var usual: Self { Self("") }
    static let definition = "colorBy"

    mutating func keys(_ k: inout Keys) {
        k.required("property", &property, .filled)
        k("method", &method)
        k("classes", &classes, .whole(2...20))
        k("breaks", &breaks, .list(.number, of: "numbers", atLeast: 1))
        k("palette", &palette, .palette)
        k("reverse", &reverse)
        k("noData", &noData, .color)
        k("categories", &categories, .categories)
        k("labels", &labels, .list(.text))
        k("title", &title, .text)
        k("format", &format, .numberPattern)
        guard k.isReading else { return }
        if let field = k.given("breaks"), zip(breaks, breaks.dropFirst()).contains(where: { $0 >= $1 }) {
            field.report("expected breaks in ascending order")
        }
        switch method {
        case .manual where breaks.isEmpty:
            k.given("method")?.report("the method manual needs \"breaks\"", code: .sceneConflictingKeys)
        case .continuous, .continuousLog:
            k.given("classes")?.report("a ramp has no classes", code: .sceneConflictingKeys)
            if breaks.count == 1 { k.given("breaks")?.report(expected: "two breaks or more for a ramp") }
        case .quantile, .equal, .jenks, .log, .categorical:
            k.given("breaks")?.report(
                "\"breaks\" goes with the methods manual, continuous and continuousLog", code: .sceneConflictingKeys)
        default: break
        }
    }
}

extension SizeScale: KeyedValue {
    static var usual: Self { Self("") }
    static let definition = "sizeBy"

    mutating func keys(_ k: inout Keys) {
        k.required("property", &property, .filled)
        k("maxSize", &maxSize, .positive(upTo: 1000))
        k("minSize", &minSize, .number(0...1000))
        k("maxValue", &maxValue, .positive(upTo: 1e15))
        k("title", &title, .text)
        k("format", &format, .numberPattern)
        guard k.isReading, let minSize, let maxSize, minSize > maxSize else { return }
        k.given("minSize")?.report(expected: "a minSize of at most the maxSize \(formatted(maxSize))")
    }
}

extension DataLabel: KeyedValue {
    static var usual: Self { Self("") }
    static let definition = "dataLabel"

    mutating func keys(_ k: inout Keys) {
        k.required("text", &text, .labelTemplate)
        k("textStyle", &style, .objects())
    }
}

extension KeyCodec where Self == Form<ColorScale> {
    /// A property's name, or an object.
    static var colorScale: Self {
        Form(
            ["oneOf": [.filled, .reference(ColorScale.definition)]],
            { $0.node.object == nil ? $0.filled(or: propertyOrObject).map { ColorScale($0) } : ColorScale($0) },
            { $0 == ColorScale($0.property) ? .text($0.property) : $0.jsonNode })
    }
}

extension KeyCodec where Self == Form<SizeScale> {
    static var sizeScale: Self {
        Form(
            ["oneOf": [.filled, .reference(SizeScale.definition)]],
            { $0.node.object == nil ? $0.filled(or: propertyOrObject).map { SizeScale($0) } : SizeScale($0) },
            { $0 == SizeScale($0.property) ? .text($0.property) : $0.jsonNode })
    }
}

extension KeyCodec where Self == Form<DataLabel> {
    static var dataLabel: Self {
        Form(
            ["oneOf": [.filled, .reference(DataLabel.definition)]],
            { field in
                if field.node.object != nil { return DataLabel(field) }
                return Form<String>.labelTemplate.decode(field).map { DataLabel($0) }
            },
            { $0 == DataLabel($0.text) ? .text($0.text) : $0.jsonNode })
    }
}

extension KeyCodec where Self == Form<String> {
    static var labelTemplate: Self {
        Form(
            .filled,
            { field in
                guard let text = field.filled() else { return nil }
                do throws(LabelTemplate.Problem) {
                    _ = try LabelTemplate(text)
                    return text
                } catch {
                    field.report(error.message, hint: "properties stand in braces: \"{name}: {rate|0.0} %\"")
                    return nil
                }
            }, JSONNode.text)
    }

    static var numberPattern: Self {
        Form(
            .filled,
            { field in
                guard let text = field.filled() else { return nil }
                guard NumberPattern(text) != nil else {
                    return field.expected("a pattern for numbers, such as \"0.0\", \"#,##0\" or \"0 %\"")
                }
                return text
            }, JSONNode.text)
    }
}

extension KeyCodec where Self == Form<Palette> {
    static var palette: Self {
        Form(
            ["oneOf": [.filled, ["type": "array", "items": .reference("color"), "minItems": 2]]],
            { field in
                if field.node.array != nil {
                    return field.list(of: "colors", atLeast: 2) { Color($0) }.map(Palette.colors)
                }
                guard let name = field.filled() else { return nil }
                guard let table = PaletteTable(name) else {
                    let hint = didYouMean(name, PaletteTable.names) ?? "such as viridis, YlOrRd, RdBu or Set2"
                    return field.expected("the name of a palette or an array of colors", hint: hint)
                }
                return .named(table.name)
            },
            { palette in
                switch palette {
                case .named(let name): .text(name)
                case .colors(let colors): .list(colors.map(JSONNode.color))
                }
            })
    }
}

extension KeyCodec where Self == Form<[ColorScale.Category]> {
    /// `{"value": "color"}`
    fileprivate static var categories: Self {
        Form(
            ["type": "object", "additionalProperties": .reference("color")],
            { field in
                guard let object = field.node.object else { return field.expected("an object of values and colors") }
                return object.members.compactMap { member in
                    Color(field.member(member.key, member.node)).map { ColorScale.Category(member.key, color: $0) }
                }
            },
            { categories in
                categories.isEmpty
                    ? nil : JSONNode(.object(JSONObject(categories.map { .init($0.value, .color($0.color)) })))
            })
    }
}

private let propertyOrObject = "a property's name or an object"
