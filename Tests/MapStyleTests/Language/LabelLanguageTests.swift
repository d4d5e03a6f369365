// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapStyle
import Testing

@Suite("The language of labels") struct LabelLanguageTests {
    private final class Named: ExpressionFeature {
        let properties: [String: String]

        init(properties: [String: String]) { self.properties = properties }

        var featureID: Value? { nil }
        var geometryType: String? { "Point" }
        func property(_ name: String) -> Value? { properties[name].map(Value.string) }
        var allProperties: [String: Value] { properties.mapValues(Value.string) }
        var lonLatGeometry: [[Point]] { [] }
    }

    /// What a label says of a feature in a language.
    private func label(
        _ textField: String, in language: String?, _ names: [String: String], zoom: Double = 10, countries: String = ""
    ) throws -> String {
        let text = """
            {"version": 8, "sources": {"s": {"type": "vector", "url": "s.mbtiles"}}, "layers": [
             {"id": "a", "type": "symbol", "source": "s", "source-layer": "place", "layout": {"text-field": \(textField)}}]}
            """
        let document = try JSONDocument(file: "style.json", text: Array(text.utf8))
        let diagnostics = DiagnosticSink()
        let sheet = StyleSheet.decode(
            Field(document, diagnostics: diagnostics), baseFolder: "",
            language: language.map { LabelLanguage($0, countryTable: Array(countries.utf8)) })
        #expect(diagnostics.all == [])
        let property = try #require(sheet?.layer(id: "a")?.property(.textField))
        switch property.value(EvaluationContext(zoom: zoom, feature: Named(properties: names))) {
        case .formatted(let formatted): return formatted.sections.map(\.text).joined()
        case .string(let text): return text
        default: return ""
        }
    }

    private static let tokyo = [
        "name": "東京", "name:latin": "Tōkyō", "name:nonlatin": "東京", "name:de": "Tokio", "name_en": "Tokyo", "ref": "13",
    ]

    @Test(
        "every form in which styles read names reads the wanted one",
        arguments: [
            #"["get", "name"]"#, #""{name}""#, #""{name:latin}""#, #""{name_en}""#,
            #"["to-string", ["get", "name:en"]]"#,
            #"["coalesce", ["get", "name:latin"], ["get", "name_en"], ["get", "name"]]"#,
            #"["coalesce", ["get", "name_en"], ""]"#,
            #"["case", ["has", "name:nonlatin"], ["concat", ["get", "name:latin"], "\n", ["get", "name:nonlatin"]], ["get", "name"]]"#,
            #"["format", ["get", "name"], {"font-scale": 1.2}, "\n", {}, ["get", "name:latin"], {}]"#,
            #"{"type": "identity", "property": "name_en"}"#, #"{"stops": [[0, "{ref}"], [6, "{name_int}"]]}"#,
            #"["step", ["zoom"], "", 8, ["get", "name_zh-Hans"]]"#, #""{NAME}""#,
        ])
    func forms(textField: String) throws {
        #expect(try label(textField, in: "de", Self.tokyo) == "Tokio")
    }

    @Test("a second name in other letters is left out with what stands between")
    func doubled() throws {
        #expect(try label(#""{name:latin}\n{name:nonlatin}""#, in: nil, Self.tokyo) == "Tōkyō\n東京")
        #expect(try label(#""{name:latin}\n{name:nonlatin}""#, in: "de", Self.tokyo) == "Tokio")
        #expect(
            try label(#"["concat", ["get", "name:latin"], " (", ["get", "name:nonlatin"], ")"]"#, in: "de", Self.tokyo)
                == "Tokio")
        #expect(try label(#""{ref} {name:latin} {name:nonlatin}""#, in: "de", Self.tokyo) == "13 Tokio")
        #expect(try label(#""{name} – {ref}""#, in: "de", Self.tokyo) == "Tokio – 13")
    }

    @Test(
        "what is no name stays as it is", arguments: ["ref", "name_alt", "name_old", "named", "name_script", "surname"])
    func others(property: String) throws {
        #expect(try label(#"["get", "\#(property)"]"#, in: "de", [property: "A 1", "name:de": "Tokio"]) == "A 1")
    }

    @Test(
        "without a name in the language another is shown",
        arguments: [
            ("fr", "{name}", "Tōkyō"), ("ru", "{name}", "Tōkyō"), ("zh", "{name:latin}", "東京"),
            ("local", "{name_en}", "東京"),
            ("sr-Latn", "{name}", "Tōkyō"), ("sr", "{name}", "Tōkyō"), ("ja", "{name}", "東京"),
            ("hi", "{name_en}", "Tōkyō"),
        ])
    func fallback(language: String, textField: String, shown: String) throws {
        #expect(try label("\"\(textField)\"", in: language, Self.tokyo) == shown)
    }

    @Test(
        "a local name in the letters of the language comes before Latin ones, one in other letters after them",
        arguments: [
            ("hi", "मुंबई", "मुंबई"), ("hi", "ಬೆಂಗಳೂರು", "Latin"), ("mr", "मुंबई", "मुंबई"), ("ru", "Ош", "Ош"),
            ("ru", "Αθήνα", "Latin"), ("uk", "Београд", "Београд"), ("ar", "تهران", "تهران"), ("ja", "さいたま", "さいたま"),
            ("zh", "さいたま", "Latin"), ("ko", "서울", "서울"), ("ko", "東京", "Latin"), ("zh-Hant", "高雄", "高雄"),
        ])
    func script(language: String, local: String, shown: String) throws {
        #expect(try label(#""{name}""#, in: language, ["name": local, "name:latin": "Latin"]) == shown)
    }

    @Test("a local name in other letters is better than none, an English one better than that")
    func otherLetters() throws {
        #expect(try label(#""{name}""#, in: "hi", ["name": "東京"]) == "東京")
        #expect(try label(#""{name}""#, in: "hi", ["name": "東京", "name_en": "Tokyo"]) == "Tokyo")
    }

    @Test("a feature with no other name keeps the one that the style asks for")
    func lastResort() throws {
        #expect(try label(#""{name_en}""#, in: "ru", ["name_en": "Tokyo"]) == "Tokyo")
        #expect(try label(#""{name}""#, in: "ru", ["ref": "1"]) == "")
    }

    @Test(
        "scripts and regions are looked for before the bare language",
        arguments: [
            ("zh-Hant", ["name:zh": "z", "name:zh-Hant": "hant"], "hant"),
            ("zh-TW", ["name:zh": "z", "name_zh-Hant": "hant"], "hant"),
            ("zh-HK", ["name:zh-TW": "tw", "name:zh-HK": "hk"], "hk"),
            ("zh-CN", ["name:zh-Hans": "hans", "name:zh-Hant": "hant"], "hans"),
            ("zh", ["name:zh": "z", "name:zh-Hans": "hans"], "z"), ("zh-Hant", ["name:zh": "z"], "z"),
            ("pt-BR", ["name:pt": "pt", "name": "n"], "pt"), ("PT-br", ["name:pt-BR": "br", "name:pt": "pt"], "br"),
            ("nb", ["name:no": "no", "name": "n"], "no"), ("de-1996", ["name:de": "de"], "de"),
        ])
    func variants(language: String, names: [String: String], shown: String) throws {
        #expect(try label(#"["get", "name"]"#, in: language, names) == shown)
    }

    @Test("no tag makes it trap", arguments: ["", "-", "--", "zh-", "🏳️", "x"])
    func odd(tag: String) throws {
        #expect(try label(#"["get", "name"]"#, in: tag, ["name": "n"]) == "n")
    }

    @Test("countries whose tiles lack a language are named by the table, nothing else is")
    func countries() throws {
        let table = "iso_a2\tno\tth\tzh-Hant\nKH\tKambodsja\tกัมพูชา\t柬埔寨\nLA\tLaos\t\t寮國\n"
        func name(_ code: String, in language: String, _ others: [String: String] = [:], kind: String = "country")
            throws
            -> String
        {
            let names = ["name": "local", "name_en": "English", "name:latin": "English", "class": kind, "iso_a2": code]
            return try label(
                #"["coalesce", ["get", "name_en"], ["get", "name"]]"#, in: language, names.merging(others) { $1 },
                countries: table)
        }
        #expect(try name("KH", in: "th") == "กัมพูชา")
        #expect(try name("KH", in: "th", ["name:th": "of the tile"]) == "of the tile")
        #expect(try name("KH", in: "nb") == "Kambodsja")
        #expect(try name("KH", in: "zh-TW", ["name:zh": "simplified"]) == "柬埔寨")
        #expect(try name("LA", in: "th") == "English")
        #expect(try name("XX", in: "th") == "English")
        #expect(try name("KH", in: "th", kind: "state") == "English")
        #expect(try name("KH", in: "de") == "English")
    }
}
