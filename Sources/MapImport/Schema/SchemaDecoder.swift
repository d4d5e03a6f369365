// SPDX-License-Identifier: MIT
package import MapCore

extension ImportSchema {
    /// Reads a schema, of which there may be one to extend.
    ///
    /// - Parameters:
    ///   - document: the table; its key `extends` names the schema that it adds to.
    ///   - languages: those whose names are kept.
    ///   - diagnostics: hears of all mistakes.
    /// - Returns: nil where there are mistakes.
    package static func read(
        _ document: JSONDocument, languages: [String], diagnostics: DiagnosticSink
    ) -> ImportSchema? {
        let own = DiagnosticSink()
        let decoder = SchemaDecoder(languages: languages)
        if let root = Field(document, diagnostics: own).object() { decoder.read(root) }
        for problem in own.all { diagnostics.add(problem) }
        return own.all.contains { $0.severity == .error } ? nil : ImportSchema(decoder)
    }

    /// The languages of names where nobody asks for others: those of the world's base map.
    package static let languages = ["ar", "de", "en", "es", "fr", "hi", "it", "ja", "ko", "pt", "ru", "zh"]
}

/// Reads the tables of schemas: mistakes are reported where they are.
final class SchemaDecoder {
    private let languages: [String]
    private(set) var name = "tiles"
    private(set) var attribution: String?
    private(set) var layers: [ImportSchema.Layer] = []
    private(set) var rows: [ImportSchema.Row] = []
    private(set) var groups: [String] = []
    private(set) var conditions = ConditionWriter()
    private(set) var values = ValueWriter()
    var vocabulary = OSMVocabulary()

    init(languages: [String]) { self.languages = languages }

    func read(_ root: ObjectReader) {
        var root = root
        let base = root.optional("extends") { field -> Bool? in
            field.node.string == "openmaptiles" ? true : field.expected("\"openmaptiles\"")
        }
        if base == true, let document = ImportSchema.openMapTilesDocument {
            let diagnostics = DiagnosticSink()
            if let builtIn = Field(document, diagnostics: diagnostics).object() {
                // The rows that extend come first, so that of a group they are asked first.
                let own = root.object["layers"]
                for name in own?.object?.members.map(\.key) ?? [] { _ = layerIndex(name) }
                readMembers(root)
                let replaced = Set(
                    (own?.object?.members ?? []).filter {
                        $0.node["replace"]?.string == "yes" || $0.node["replace"]?.bool == true
                    }
                    .map(\.key))
                let ownName = name
                readMembers(builtIn, except: replaced)
                name = ownName == "tiles" ? name : ownName
                return
            }
        }
        readMembers(root)
    }

    private func readMembers(_ root: ObjectReader, except replaced: Set<String> = []) {
        var root = root
        _ = root.field("extends")
        if let name = root.optional("name", { $0.string() }) { self.name = name }
        if let text = root.optional("attribution", { $0.string() }) { attribution = text }
        let layers = root.required("layers") { $0.object() }
        for member in layers?.object.members ?? [] where !replaced.contains(member.key) {
            guard let field = layers?.field.member(member.key, member.node) else { continue }
            readLayer(member.key, field)
        }
        if self.layers.count > 60 { root.field.report("there are \(self.layers.count) layers; 60 is the most") }
        // A byte is the number of each.
        if let layer = self.layers.first(where: { $0.fields.count > 256 }) {
            root.field.report(
                "the layer \"\(layer.name)\" has \(layer.fields.count) attributes; 256 is the most",
                hint: "names in fewer languages")
        }
        root.finish()
    }

    private func layerIndex(_ name: String) -> Int {
        if let index = layers.firstIndex(where: { $0.name == name }) { return index }
        layers.append(ImportSchema.Layer(name: name))
        return layers.count - 1
    }

    private func readLayer(_ name: String, _ field: Field) {
        guard var reader = field.object() else { return }
        let index = layerIndex(name)
        _ = reader.field("replace")
        _ = reader.field("source")
        if let value = reader.optional("buffer", { $0.number(in: 0...128) }) { layers[index].buffer = value }
        if let value = reader.optional("min_area", stops) { layers[index].minArea = value }
        if let value = reader.optional("min_length", stops) { layers[index].minLength = value }
        if let value = reader.optional("join_lines", { $0.integer(in: -1...15) }) { layers[index].joinLines = value }
        if let value = reader.optional("join_points", { $0.integer(in: -1...15) }) { layers[index].joinPoints = value }
        if let value = reader.optional("join_areas", { $0.integer(in: -1...15) }) { layers[index].joinAreas = value }
        if let text = reader.optional("directed", text) { layers[index].isDirected = text == "yes" }
        if let value = reader.optional("merge", stops) { layers[index].merge = value }
        if var grid = reader.optional("grid", { $0.object() }) {
            if let size = grid.required("size", { $0.number(in: 1...4096) }) { layers[index].gridSize = size }
            if let limit = grid.optional("limit", stops) { layers[index].gridLimit = limit }
            if let rank = grid.optional("rank", { $0.string() }) { layers[index].gridRank = fieldIndex(rank, index) }
            if let start = grid.optional("rank_start", { $0.integer(in: 0...1000) }) {
                layers[index].gridRankStart = start
            }
            grid.finish()
        }
        for row in reader.optional("rows", { $0.elements() }) ?? [] { readRow(row, index) }
        reader.finish()
    }

    private func fieldIndex(_ name: String, _ layer: Int) -> Int {
        if let index = layers[layer].fields.firstIndex(of: name) { return index }
        layers[layer].fields.append(name)
        return layers[layer].fields.count - 1
    }

    private func readRow(_ field: Field, _ layer: Int) {
        guard var reader = field.object() else { return }
        _ = reader.field("source")
        let source = reader.required("from") { $0.choice(of: ImportSchema.Source.self) }
        let condition = reader.required("when", self.condition) ?? .none([.all([])])
        if condition.triggers?.isEmpty ?? true, let when = reader.field("when") {
            when.report("no tag leads to this row", hint: "name a key that the feature must have")
        }
        let group = layers[layer].name + "/" + (reader.optional("group") { $0.string() } ?? "")
        if !groups.contains(group) { groups.append(group) }
        let needs = reader.optional("needs") { $0.array { $0.string() } } ?? []
        var (attributes, types) = ([ImportSchema.Attribute](), [String?]())
        if let set = reader.optional("set", { $0.object() }) {
            for member in set.object.members {
                let (attribute, type) = attribute(
                    member.key, set.field.member(member.key, member.node), layer, needs)
                attributes.append(attribute)
                types.append(type)
            }
        }
        for need in needs where !attributes.contains(where: { layers[layer].fields[$0.field] == need }) {
            reader.field("needs")?.report("the row does not set \"\(need)\"")
        }
        let names = reader.optional("names") { nameFields($0, layer) }
        let areas = reader.optional("min_area", stops)
        let row = ImportSchema.Row(
            layer: layer, group: groups.firstIndex(of: group) ?? 0, source: source ?? .point,
            condition: conditions.add(condition), triggers: condition.triggers ?? [],
            minZoom: values.add(reader.optional("zoom", value) ?? .number(0)),
            maxZoom: reader.optional("max_zoom") { $0.integer(in: 0...24) } ?? 24,
            order: values.add(reader.optional("order", value) ?? .number(0)), attributes: attributes, types: types,
            names: names,
            minArea: areas ?? layers[layer].minArea)
        rows.append(row)
        reader.finish()
    }

    private func attribute(
        _ name: String, _ field: Field, _ layer: Int, _ needs: [String]
    ) -> (ImportSchema.Attribute, type: String?) {
        var (content, zoom) = (value(field) ?? .none, 0)
        if field.node["value"] != nil, var reader = field.object() {
            content = reader.required("value", value) ?? .none
            zoom = reader.optional("zoom") { $0.integer(in: 0...24) } ?? 0
            reader.finish()
        }
        let attribute = ImportSchema.Attribute(
            field: fieldIndex(name, layer), value: values.add(content), key: content.neededKey, minZoom: zoom,
            isNeeded: needs.contains(name))
        return (attribute, content.metadataType)
    }

    private func nameFields(_ field: Field, _ layer: Int) -> ImportSchema.NameFields? {
        var names = ImportSchema.NameFields()
        if field.node.number != nil {
            names.minZoom = field.integer(in: 0...24) ?? 0
        } else if field.node.string != "yes", field.node.bool != true {
            return field.expected("yes, or the zoom from which on there are other languages")
        }
        names.name = fieldIndex("name", layer)
        names.latin = fieldIndex("name:latin", layer)
        names.nonlatin = fieldIndex("name:nonlatin", layer)
        names.international = fieldIndex("name_int", layer)
        names.english = fieldIndex("name_en", layer)
        names.german = fieldIndex("name_de", layer)
        names.languages = languages.map { (vocabulary.number("name:\($0)"), fieldIndex("name:\($0)", layer)) }
        return names
    }

    /// A number, or numbers by the zoom from which on they hold.
    private func stops(_ field: Field) -> [ImportSchema.Stop]? {
        if field.node.number != nil { return field.number(in: 0...1e6).map { [ImportSchema.Stop(zoom: 0, value: $0)] } }
        guard let reader = field.object() else { return nil }
        var stops: [ImportSchema.Stop] = []
        for member in reader.object.members {
            let own = field.member(member.key, member.node)
            guard let zoom = Int(member.key), (0...24).contains(zoom) else {
                own.report(expected: "a zoom from 0 to 24", found: "\"\(member.key)\"")
                continue
            }
            if let value = own.number(in: 0...1e6) { stops.append(ImportSchema.Stop(zoom: zoom, value: value)) }
        }
        return stops.sorted { $0.zoom < $1.zoom }
    }
}

extension SchemaDecoder {
    /// The text of a plain value: a number is one too.
    private func text(_ field: Field) -> String? {
        if let number = field.node.number { return formatted(number) }
        if let bool = field.node.bool { return bool ? "yes" : "no" }
        return field.string()
    }

    private func words(_ field: Field) -> Set<OSMWord> {
        let fields = field.node.array == nil ? [field] : field.elements() ?? []
        return Set(fields.compactMap(text).map { vocabulary.number($0) })
    }

    private func condition(_ field: Field) -> SchemaCondition? {
        guard let reader = field.object() else { return nil }
        let parts = reader.object.members.compactMap { member in
            condition(member.key, field.member(member.key, member.node))
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private func condition(_ key: String, _ field: Field) -> SchemaCondition? {
        func list() -> [SchemaCondition] { (field.elements() ?? []).compactMap(condition) }
        switch key {
        case "any": return .any(list())
        case "none": return .none(list())
        case "all": return .all(list())
        case "closed": return text(field).map { .isClosed($0 == "yes") }
        case "member_of":
            guard let reader = field.object() else { return nil }
            return .isMember(
                reader.object.members.map { member in
                    let own = field.member(member.key, member.node)
                    return (vocabulary.number(member.key), member.node.string == "*" ? [] : words(own))
                })
        default: break
        }
        let number = vocabulary.number(key)
        if field.node.string == "*" { return .has(number, []) }
        if var reader = field.node.object == nil ? nil : field.object() {
            let not = reader.field("not").map(words)
            let but = reader.field("but").map(words)
            reader.finish(alsoKnown: ["not", "but"])
            if let not { return .hasNot(number, not, mayBeAbsent: true) }
            if let but { return .hasNot(number, but, mayBeAbsent: false) }
            return field.expected("a value, values, \"*\", {not: …} or {but: …}")
        }
        let values = words(field)
        return values.isEmpty ? field.expected("one value or more") : .has(number, values)
    }

    /// An expression.
    private func value(_ field: Field) -> SchemaValue? {
        if let number = field.node.number { return .number(number) }
        if field.node.array != nil { return .first((field.elements() ?? []).compactMap(value)) }
        if field.node.object != nil { return object(field) }
        guard let text = text(field) else { return nil }
        if text.hasPrefix("$") { return .tag(vocabulary.number(String(text.dropFirst()))) }
        return text.hasPrefix("@") ? function(text, field) : .word(vocabulary.number(text))
    }

    /// Such as "@integer layer".
    private func function(_ text: String, _ field: Field) -> SchemaValue? {
        let parts = text.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
        guard let function = parts.first.flatMap(SchemaFunction.init) else {
            field.report(
                "there is no function \"\(text)\"",
                hint: didYouMean(parts.first ?? "", SchemaFunction.allCases.map(\.rawValue)))
            return nil
        }
        guard function.takesKey == (parts.count == 2) else {
            return field.expected(
                function.takesKey ? "a function and a key, such as \"@integer layer\"" : "\"@\(parts[0])\" alone")
        }
        return .function(function, parts.count == 2 ? vocabulary.number(parts[1]) : nil)
    }

    private func object(_ field: Field) -> SchemaValue? {
        guard var reader = field.object() else { return nil }
        if reader.object["value"] != nil { return SchemaValue.none }
        let otherwise = reader.optional("else", value) ?? SchemaValue.none
        if reader.object["when"] != nil {
            let condition = reader.required("when", self.condition)
            let then = reader.required("then", value)
            reader.finish()
            guard let condition, let then else { return nil }
            return .choice(conditions.add(condition), then, otherwise: otherwise)
        }
        if let member = reader.object.members.first(where: { $0.key.hasPrefix("@") }) {
            let table = field.member(member.key, member.node)
            _ = reader.field(member.key)
            reader.finish()
            guard let asked = function(member.key, table) else { return nil }
            var results: [String: SchemaValue] = [:]
            for row in table.object()?.object.members ?? [] {
                guard let result = value(table.member(row.key, row.node)) else { continue }
                for word in row.key.split(separator: ",") { results[word.trimmed] = result }
            }
            return .table([asked], results, otherwise: [otherwise])
        }
        guard let member = reader.object.members.first(where: { $0.key.hasPrefix("$") }) else {
            return field.expected("{$key: {value: result}}, {when: …, then: …, else: …} or {value: …, zoom: …}")
        }
        let table = field.member(member.key, member.node)
        _ = reader.field(member.key)
        reader.finish()
        var results: [OSMWord: SchemaValue] = [:]
        for row in table.object()?.object.members ?? [] {
            guard let result = value(table.member(row.key, row.node)) else { continue }
            for word in row.key.split(separator: ",") {
                results[vocabulary.number(word.trimmed)] = result
            }
        }
        return .match(vocabulary.number(String(member.key.dropFirst())), results, otherwise: otherwise)
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
