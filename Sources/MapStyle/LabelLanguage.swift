// SPDX-License-Identifier: MIT
import MapCore

/// The language of a map's names.
///
/// A feature's names are in properties such as `name`, `name:de` and `name_zh-Hant`. Wherever a style's `text-field` reads
/// one of them, the first of these that the feature has is read instead:
/// 1. the name in the language, first with its script or region if given, then without, then in a related language; for
///    countries whose tiles have no such name, the one of a table;
/// 2. for languages not in Latin script: `name`, the local name, if it begins with a letter of the language's script;
/// 3. `name:latin`, then `name_en`, since Latin script is the most widely read;
/// 4. `name`;
/// 5. the property that the style reads.
package struct LabelLanguage: Sendable, Hashable {
    /// The BCP 47 tag as written in the scene; nil for local names.
    package let tag: String?
    /// The tags to look for, in order of preference.
    private let tags: [String]
    /// The script of the language; nil for Latin script and for local names.
    let script: LabelScript?
    /// Names of countries by their codes, and the one of `tags` that they are in.
    private let countries: (names: CountryNames, tag: String)?

    /// - Parameters:
    ///   - tag: BCP 47, such as "de" or "zh-Hant"; "local" for `name`.
    ///   - countryTable: the table of `CountryNames`, if there is one.
    package init(_ tag: String, countryTable: [UInt8]? = nil) {
        let subtags = Self.canonical(tag)
        guard tag != "local", let language = subtags.first else {
            (self.tag, tags, script, countries) = (nil, [], nil, nil)
            return
        }
        self.tag = tag
        tags = Self.tags(subtags)
        script = LabelScript(of: language, subtags: subtags)
        countries = countryTable.flatMap { table in
            Self.tags(subtags).firstNonNil { tag in CountryNames(table: table, tag: tag).map { ($0, tag) } }
        }
    }

    package static func == (first: Self, second: Self) -> Bool {
        first.tag == second.tag && first.countries?.names == second.countries?.names
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(tag) }

    /// The properties to read instead of a name property, in order of preference.
    func properties(insteadOf property: String) -> [String] {
        var candidates: [String] = []
        if property.first?.isUppercase == true {
            // Natural Earth writes NAME, NAME_DE, and NAME_ZHT for traditional Chinese.
            candidates = tags.map { "NAME_" + ($0 == "zh-Hant" ? "ZHT" : $0.uppercased()) } + ["NAME"]
        }
        candidates += tags.flatMap { ["name:\($0)", "name_\($0)"] }
        if tag != nil { candidates += ["name:latin"] + (script == nil ? [] : ["name_en"]) }
        candidates.append("name")
        // Names in other scripts are what the language replaces.
        if property != "name:nonlatin" { candidates.append(property) }
        var seen: Set<String> = []
        return candidates.filter { seen.insert($0).inserted }
    }

    /// True for a property with a feature's name in any language: `name`, `name:latin`, `name_en`,
    /// `name:zh-Hans`, `NAME`.
    static func isName(_ property: String) -> Bool {
        let lowered = property.lowercased()
        guard lowered.hasPrefix("name") else { return false }
        let rest = lowered.dropFirst(4)
        guard let separator = rest.first else { return true }
        guard separator == ":" || separator == "_" else { return false }
        let tag = rest.dropFirst()
        if ["latin", "nonlatin", "int"].contains(tag) { return true }
        let subtags = tag.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let language = subtags.first, (2...3).contains(language.count), !Self.notLanguages.contains(language)
        else { return false }
        return subtags.allSatisfy { part in
            !part.isEmpty && part.count <= 8 && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }

    /// Three-letter words after `name_` that are not languages.
    private static let notLanguages: Set<Substring> = ["alt", "old", "len", "loc", "nat", "reg"]

    /// Subtags in the case that RFC 5646, §2.1.1 recommends: zh-Hant-HK.
    private static func canonical(_ tag: String) -> [String] {
        tag.split(separator: "-").enumerated().map { index, part in
            if index == 0 { return part.lowercased() }
            return part.count == 4 && part.allSatisfy(\.isLetter)
                ? part.prefix(1).uppercased() + part.dropFirst().lowercased()
                : part.count == 2 ? part.uppercased() : part.lowercased()
        }
    }

    private static func tags(_ subtags: [String]) -> [String] {
        // RFC 4647, §3.4: subtags are removed from the end.
        var candidates = subtags.indices.reversed().map { subtags[...$0].joined(separator: "-") }
        if subtags[0] == "zh" {
            let isTraditional = subtags.contains { ["Hant", "TW", "HK", "MO"].contains($0) }
            let own = isTraditional ? ["zh-Hant", "zh-TW", "zh-HK"] : ["zh-Hans", "zh-CN"]
            candidates = candidates.dropLast() + (subtags.count == 1 ? ["zh"] + own : own + ["zh"])
            candidates.append(isTraditional ? "zh-Hans" : "zh-Hant")
        } else if let relative = relatives[subtags[0]] {
            candidates.append(relative)
        }
        var seen: Set<String> = []
        return candidates.filter { seen.insert($0).inserted }
    }

    /// Norwegian has two written forms and a common tag; Cantonese reads Chinese names.
    private static let relatives = ["nb": "no", "nn": "no", "no": "nb", "yue": "zh-Hant"]
}

extension LabelLanguage {
    /// A `text-field` (an expression, a string with tokens or a function), as an expression that reads names in this
    /// language.
    func rewritten(textField node: JSONNode, spec: PropertySpec) -> JSONNode {
        if let function = node.object { return rewritten(LegacyFunction(function, spec: spec).expression) }
        return rewritten(node.string.map(tokenExpression) ?? node)
    }

    private func rewritten(_ node: JSONNode) -> JSONNode {
        guard let items = node.array, let operation = items.first?.string, operation != "literal" else { return node }
        if items.count == 2, let property = items[1].string, Self.isName(property) {
            switch operation {
            case "get": return choice(insteadOf: [property], at: node)
            case "has": return presence(of: property, at: node)
            default: break
            }
        }
        switch operation {
        case "coalesce":
            let names = items.dropFirst().compactMap(\.nameRead)
            guard names.count == items.count - 1, !names.isEmpty else { break }
            return choice(insteadOf: names, at: node)
        case "concat":
            let parts = oneName(items.dropFirst().map { Part(content: $0) })
            return expression(operation, parts.map { rewritten($0.content) }, at: node)
        case "format":
            let parts = oneName(Self.sections(items.dropFirst()))
            let arguments = parts.flatMap { [rewritten($0.content)] + ($0.options.map { [$0] } ?? []) }
            return expression(operation, arguments, at: node)
        default: break
        }
        return JSONNode(.array([items[0]] + items.dropFirst().map(rewritten)), offset: node.offset)
    }

    /// The first name that the feature has.
    private func choice(insteadOf properties: [String], at node: JSONNode) -> JSONNode {
        var seen: Set<String> = []
        let names = properties.flatMap(self.properties(insteadOf:)).filter { seen.insert($0).inserted }
        var reads = names.map { read("get", $0, at: node) }
        if let script, let latin = names.firstIndex(of: "name:latin") {
            reads[latin] = expression("get", [localOrLatin(in: script, at: node)], at: node)
        }
        if let countries, let own = names.firstIndex(of: "name_\(countries.tag)") {
            reads.insert(countryName(countries.names, at: node), at: own + 1)
        }
        return expression("coalesce", reads, at: node)
    }

    /// The name of a feature that is a country; null for others.
    private func countryName(_ countries: CountryNames, at node: JSONNode) -> JSONNode {
        func text(_ text: String) -> JSONNode { JSONNode(.string(text), offset: node.offset) }
        let code = expression("to-string", [read("get", "iso_a2", at: node)], at: node)
        let isCountry = expression("==", [read("get", "class", at: node), text("country")], at: node)
        let key = expression("case", [isCountry, code, text("")], at: node)
        return expression("get", [key, expression("literal", [countries.names], at: node)], at: node)
    }

    /// The property `name` where it begins with a letter of a script, else `name:latin`. Texts are compared by code points.
    private func localOrLatin(in script: LabelScript, at node: JSONNode) -> JSONNode {
        func text(_ text: String) -> JSONNode { JSONNode(.string(text), offset: node.offset) }
        let name = expression("to-string", [read("get", "name", at: node)], at: node)
        let isOwn = expression(
            "all",
            [
                expression(">=", [name, text(script.first)], at: node),
                expression("<", [name, text(script.end)], at: node),
            ], at: node)
        return expression("case", [isOwn, text("name"), text("name:latin")], at: node)
    }

    /// Whether the feature has any name; names in other scripts are never shown beside it.
    private func presence(of property: String, at node: JSONNode) -> JSONNode {
        guard property != "name:nonlatin" else { return JSONNode(.bool(false), offset: node.offset) }
        return expression("any", properties(insteadOf: property).map { read("has", $0, at: node) }, at: node)
    }

    private func read(_ operation: String, _ property: String, at node: JSONNode) -> JSONNode {
        expression(operation, [JSONNode(.string(property), offset: node.offset)], at: node)
    }

    private func expression(_ operation: String, _ arguments: [JSONNode], at node: JSONNode) -> JSONNode {
        JSONNode(.array([JSONNode(.string(operation), offset: node.offset)] + arguments), offset: node.offset)
    }
}

/// Labels that show a name twice, in Latin and in another script.
extension LabelLanguage {
    /// An argument of `concat`, or a section of `format` with its options.
    private struct Part {
        var content: JSONNode
        var options: JSONNode?

        /// A space, a line break or the like between two names.
        var isSeparator: Bool {
            content.string.map { text in !text.contains { $0.isLetter || $0.isNumber } } ?? false
        }
    }

    private static func sections(_ items: ArraySlice<JSONNode>) -> [Part] {
        var parts: [Part] = []
        for item in items {
            if item.object != nil, let last = parts.indices.last, parts[last].options == nil {
                parts[last].options = item
            } else {
                parts.append(Part(content: item))
            }
        }
        return parts
    }

    /// The parts without all names but the first, and without what stands between those.
    private func oneName(_ parts: [Part]) -> [Part] {
        var result: [Part] = []
        var hasName = false
        var isAfterLeftOut = false
        for part in parts {
            if part.content.readsNamesOnly {
                if hasName {
                    while let last = result.last, last.isSeparator { result.removeLast() }
                    isAfterLeftOut = true
                    continue
                }
                hasName = true
            } else if isAfterLeftOut, part.content.string == ")" {
                continue
            }
            isAfterLeftOut = false
            result.append(part)
        }
        return result
    }
}

extension JSONNode {
    /// The property of a `get` that reads a name.
    fileprivate var nameRead: String? {
        guard let items = array, items.count == 2, items[0].string == "get", let property = items[1].string,
            LabelLanguage.isName(property)
        else { return nil }
        return property
    }

    /// True for an expression that reads names, and nothing else of a feature.
    fileprivate var readsNamesOnly: Bool {
        guard let items = array, let operation = items.first?.string, operation != "literal" else { return false }
        var reads = false
        return holdsNoOtherRead(&reads) && reads
    }

    private func holdsNoOtherRead(_ reads: inout Bool) -> Bool {
        guard let items = array, let operation = items.first?.string, operation != "literal" else { return true }
        switch operation {
        case "get", "has":
            guard items.count == 2, let property = items[1].string, LabelLanguage.isName(property) else { return false }
            reads = reads || operation == "get"
            return true
        case "id", "properties", "geometry-type", "feature-state", "image", "var": return false
        default: return items.dropFirst().allSatisfy { $0.holdsNoOtherRead(&reads) }
        }
    }
}

/// Letters other than Latin ones that a language is written in.
struct LabelScript: Sendable, Hashable {
    /// The first letter of the script and the first one after it, in the order of Unicode's code points.
    let first: String
    let end: String

    /// Fails for Latin letters.
    ///
    /// - Parameters:
    ///   - language: the language's code, such as "hi".
    ///   - subtags: all parts of the tag; one of four letters names a script.
    init?(of language: String, subtags: [String]) {
        let named = subtags.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }
        guard let script = named ?? Self.usual[language], let range = Self.ranges[script] else { return nil }
        (first, end) = range
    }

    /// The scripts of ISO 15924 as blocks of Unicode. Japanese and Chinese share Han characters.
    private static let ranges: [String: (String, String)] = [
        "Grek": ("\u{370}", "\u{400}"), "Cyrl": ("\u{400}", "\u{530}"), "Armn": ("\u{530}", "\u{590}"),
        "Hebr": ("\u{590}", "\u{600}"), "Arab": ("\u{600}", "\u{780}"), "Thaa": ("\u{780}", "\u{7C0}"),
        "Deva": ("\u{900}", "\u{980}"), "Beng": ("\u{980}", "\u{A00}"), "Guru": ("\u{A00}", "\u{A80}"),
        "Gujr": ("\u{A80}", "\u{B00}"), "Orya": ("\u{B00}", "\u{B80}"), "Taml": ("\u{B80}", "\u{C00}"),
        "Telu": ("\u{C00}", "\u{C80}"), "Knda": ("\u{C80}", "\u{D00}"), "Mlym": ("\u{D00}", "\u{D80}"),
        "Sinh": ("\u{D80}", "\u{E00}"), "Thai": ("\u{E00}", "\u{E80}"), "Laoo": ("\u{E80}", "\u{F00}"),
        "Tibt": ("\u{F00}", "\u{1000}"), "Mymr": ("\u{1000}", "\u{10A0}"), "Geor": ("\u{10A0}", "\u{1100}"),
        "Ethi": ("\u{1200}", "\u{13A0}"), "Khmr": ("\u{1780}", "\u{1800}"), "Kore": ("\u{AC00}", "\u{D7B0}"),
        "Jpan": ("\u{3040}", "\u{A000}"), "Hans": ("\u{3400}", "\u{A000}"), "Hant": ("\u{3400}", "\u{A000}"),
        "Hani": ("\u{3400}", "\u{A000}"),
    ]

    /// The script of a language whose tag names none. Languages that are missing are written in Latin letters.
    private static let usual: [String: String] = {
        let languages = [
            "Grek": "el", "Cyrl": "ab ba be bg ce cv kk ky mk mn os ru sr tg tt uk", "Armn": "hy", "Hebr": "he yi",
            "Arab": "ar arz ckb fa ps sd ug ur", "Thaa": "dv", "Deva": "hi mr ne sa", "Beng": "as bn", "Guru": "pa",
            "Gujr": "gu", "Orya": "or", "Taml": "ta", "Telu": "te", "Knda": "kn", "Mlym": "ml", "Sinh": "si",
            "Thai": "th", "Laoo": "lo", "Tibt": "bo dz", "Mymr": "my", "Geor": "ka", "Ethi": "am ti", "Khmr": "km",
            "Kore": "ko", "Jpan": "ja", "Hani": "yue zh",
        ]
        var found: [String: String] = [:]
        for (script, names) in languages {
            for name in names.split(separator: " ") { found[String(name)] = script }
        }
        return found
    }()
}

/// The names of countries in one language, for tiles that have none in it.
struct CountryNames: Hashable, Sendable {
    /// By their codes of ISO 3166-1, which places of the schema OpenMapTiles have as `iso_a2`.
    let names: JSONNode

    /// Takes a column of a table; nil if the table does not have the language.
    ///
    /// - Parameters:
    ///   - table: text in UTF-8; a line a country, with tabs between the cells. The first cell is the code; the first line
    ///     has the languages' tags. Empty cells are names that are not known.
    ///   - tag: the language, as the first line has it.
    init?(table: [UInt8], tag: String) {
        let lines = table.split(separator: UInt8(ascii: "\n"))
        guard let header = lines.first.map(Self.cells),
            let column = header.firstIndex(where: { $0.elementsEqual(tag.utf8) })
        else { return nil }
        var names = JSONObject()
        for line in lines.dropFirst() {
            let cells = Self.cells(line)
            guard column < cells.count, column > 0, !cells[column].isEmpty else { continue }
            names.members.append(
                JSONObject.Member(
                    String(decoding: cells[0], as: UTF8.self), .text(String(decoding: cells[column], as: UTF8.self))))
        }
        self.names = JSONNode(.object(names))
    }

    private static func cells(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    }
}
