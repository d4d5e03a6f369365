// SPDX-License-Identifier: MIT
import MapCore
import Testing

@Suite("Fields and what they report") struct FieldTests {
    enum Fruit: String, CaseIterable { case apple, cherry }

    /// What decoding this text reports.
    func messages<T>(_ text: String, _ decode: (Field) -> T?) throws -> [String] {
        let diagnostics = DiagnosticSink()
        let document = try JSONDocument(file: "a.json", text: Array(text.utf8))
        _ = decode(Field(document, diagnostics: diagnostics))
        return diagnostics.all.map(\.description)
    }

    @Test("kinds") func kinds() throws {
        #expect(try messages("3") { $0.string() } == ["a.json:1:1: expected a string, found 3"])
        #expect(try messages("\"x\"") { $0.number() } == ["a.json:1:1: expected a number, found \"x\""])
        #expect(try messages("null") { $0.bool() } == ["a.json:1:1: expected true or false, found null"])
        #expect(try messages("{}") { $0.elements() } == ["a.json:1:1: expected an array, found an object"])
        #expect(try messages("[]") { $0.object() } == ["a.json:1:1: expected an object, found an empty array"])
    }

    @Test("among very many keys none is taken for a misspelt one", arguments: [(999, true), (1000, false)])
    func manyKeys(count: Int, isHinted: Bool) throws {
        let keys = (0..<count).map { "\"k\($0)\": 0" } + [#""siez": 1"#]
        let found = try messages("{\(keys.joined(separator: ","))}") { field -> Double? in
            var reader = field.object()
            return reader?.required("size") { $0.number() }
        }
        #expect(found.first?.contains("meant to be") == isHinted)
    }

    @Test("ranges") func ranges() throws {
        #expect(
            try messages("7") { $0.number(in: 0...5) } == ["a.json:1:1: expected a number from 0 to 5, found 7"])
        #expect(
            try messages("-7") { $0.number(in: 0...Double.greatestFiniteMagnitude) }
                == ["a.json:1:1: expected a number from 0, found -7"])
        #expect(
            try messages("7.5") { $0.integer(in: 0...9) }
                == ["a.json:1:1: expected a whole number from 0 to 9, found 7.5"])
    }

    @Test("no number is too large to be refused", arguments: ["9223372036854775808", "1e300", "-1e300"])
    func hugeIntegers(text: String) throws {
        #expect(try messages(text) { $0.integer(in: Int.min...Int.max) }.count == 1)
        #expect(try messages(text) { $0.integer(in: 0...3) }.count == 1)
    }

    @Test("choices with a suggestion") func choices() throws {
        #expect(
            try messages("\"aple\"") { $0.choice(of: Fruit.self) } == [
                "a.json:1:1: expected one of \"apple\", \"cherry\", found \"aple\" (did you mean \"apple\"?)"
            ])
        #expect(try messages("\"cherry\"") { $0.choice(of: Fruit.self) } == [])
    }

    @Test("an array leaves out what is wrong and reports it") func arrays() throws {
        let diagnostics = DiagnosticSink()
        let document = try JSONDocument(file: "a.json", text: Array("[1, \"x\", 3]".utf8))
        #expect(Field(document, diagnostics: diagnostics).array { $0.number() } == [1, 3])
        #expect(diagnostics.all.map(\.description) == ["a.json:1:5: [1]: expected a number, found \"x\""])
    }

    @Test("paths of keys that are no words are quoted") func paths() throws {
        let told = try messages(#"{"a.b": {"": [{"c d": 1}]}}"#) { field -> Void? in
            guard var root = field.object(), var inner = root.optional("a.b", { $0.object() }),
                let list = inner.optional("", { $0.elements() })
            else { return nil }
            var last = list[0].object()
            return last?.optional("c d") { $0.report("here") }
        }
        #expect(told == [#"a.json:1:23: ["a.b"][""][0]["c d"]: here"#])
    }

    @Test("an object tells unknown, missing and repeated keys at their place") func objects() throws {
        let told = try messages("{\"siez\": 1,\n \"b\": 1, \"b\": 2, \"x-own\": 3, \"qqqqqq\": 4}") { field -> Void? in
            guard var object = field.object() else { return nil }
            _ = object.required("size") { $0.number() }
            _ = object.optional("b") { $0.number() }
            _ = object.field("b")
            object.finish(alsoKnown: ["later"])
            return ()
        }
        #expect(
            told == [
                "a.json:1:1: expected the key \"size\", found none (is \"siez\" meant to be \"size\"?)",
                "a.json:1:2: siez: unknown key \"siez\" (did you mean \"size\"?)",
                "a.json:2:10: b: the key \"b\" appears more than once",
                "a.json:2:30: qqqqqq: unknown key \"qqqqqq\" (known keys: size, b, later)",
            ])
    }

    @Test("of a repeated key the last one counts") func repeated() throws {
        let document = try JSONDocument(file: "a.json", text: Array(#"{"a": 1, "a": 2}"#.utf8))
        #expect(document.root["a"]?.number == 2)
    }

    @Test("a value without text has no position") func noText() {
        let diagnostics = DiagnosticSink()
        Field(JSONDocument(file: "swift", root: JSONNode(.null)), diagnostics: diagnostics).report("odd")
        #expect(diagnostics.all.map(\.description) == ["swift: odd"])
    }

    @Test("long strings are cut in messages") func long() throws {
        let told = try messages("\"\(String(repeating: "a", count: 99))\"") { $0.number() }
        #expect(told == ["a.json:1:1: expected a number, found \"\(String(repeating: "a", count: 40))…\""])
    }

    @Test(
        "numbers are written as people do",
        arguments: [
            (1.0, "1"), (0.5, "0.5"), (-3, "-3"), (1e15, "1000000000000000"), (1e16, "1e+16"), (.infinity, "inf"),
            (.nan, "nan"), (-0.0, "0"),
        ])
    func formats(number: Double, text: String) {
        #expect(formatted(number) == text)
    }
}

@Suite("Diagnostics of fields") struct FieldDiagnosticTests {
    @Test("the same problem is kept once, and many are counted") func many() {
        let diagnostics = DiagnosticSink()
        #expect(!diagnostics.hasErrors)
        diagnostics.add(Diagnostic(.warning, code: "test.odd", "odd"))
        diagnostics.add(Diagnostic(.warning, code: "test.odd", "odd"))
        #expect(diagnostics.all.count == 1)
        #expect(!diagnostics.hasErrors)
        for index in 0..<1500 { diagnostics.add(Diagnostic(code: "test.wrong", "wrong \(index)")) }
        #expect(diagnostics.errorCount == 1500)
        #expect(diagnostics.all.count == 1001)
        #expect(diagnostics.all.last?.description == "note: 501 further problems are not shown")
    }
}
