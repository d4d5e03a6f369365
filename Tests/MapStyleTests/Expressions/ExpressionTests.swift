// SPDX-License-Identifier: MIT
import MapCore
import MapStyle
import Testing

@Suite("Expressions") struct ExpressionTests {
    @Test(
        "evaluate to the value the specification gives",
        arguments: [
            (#"["+", 1, 2, 3]"#, Value.number(6)),
            (#"["-", 5]"#, .number(-5)),
            (#"["%", -7, 4]"#, .number(-3)),
            (#"["round", -2.5]"#, .number(-3)),
            (#"["max"]"#, .number(-.infinity)),
            (#"["concat", "a", 1.5, null, true, ["literal", [1, "x"]]]"#, .string(#"a1.5true[1,"x"]"#)),
            (#"["to-string", 1e21]"#, .string("1e+21")),
            (#"["to-string", 1e-7]"#, .string("1e-7")),
            (#"["to-string", 0.000001]"#, .string("0.000001")),
            (#"["to-number", " 0x1F "]"#, .number(31)),
            (#"["to-number", "inf", 7]"#, .number(7)),
            (#"["slice", "héllo", 1, -1]"#, .string("éll")),
            (#"["index-of", "l", "hello", 3]"#, .number(3)),
            (#"["length", "😀a"]"#, .number(2)),
            (#"["split", "a,b,,c", ","]"#, .array([.string("a"), .string("b"), .string(""), .string("c")])),
            (#"["join", ["literal", ["a", "b"]], "-"]"#, .string("a-b")),
            (#"["at", 1, ["literal", [1, 2]]]"#, .number(2)),
            (#"["case", false, 1, true, 2, 3]"#, .number(2)),
            (#"["match", "b", ["a", "b"], 1, 2]"#, .number(1)),
            (#"["coalesce", ["get", "x"], ["get", "y"], 4]"#, .number(4)),
            (#"["let", "x", 2, ["*", ["var", "x"], ["var", "x"]]]"#, .number(4)),
            (#"["at", 1, ["to-rgba", ["rgba", 0, 255, 0, 0.5]]]"#, .number(255)),
            (#"["typeof", ["literal", [1, 2]]]"#, .string("array<number, 2>")),
            (#"["number-format", 1234.5, {"locale": "de-DE", "currency": "EUR"}]"#, .string("1.234,50\u{A0}€")),
            (#"["number-format", -0.125, {"max-fraction-digits": 2}]"#, .string("-0.13")),
            (#"["number-format", 1.25, {"max-fraction-digits": 0}]"#, .string("1.25")),
            (#"["number-format", -1234567, {"locale": "sv"}]"#, .string("\u{2212}1\u{A0}234\u{A0}567")),
            (#"["number-format", 1234567, {"locale": "hi"}]"#, .string("12,34,567")),
            (#"["number-format", 1.5, {"currency": "TND"}]"#, .string("TND\u{A0}1.500")),
            (#"["to-number", ["literal", ["7"]]]"#, .number(7)),
            (#"["to-number", ["literal", [1, 2]], 3]"#, .number(3)),
            (#"["at", 0, ["to-rgba", ["to-color", ["literal", [10, 0, 0, 0.5]]]]]"#, .number(20)),
            (#"["coalesce", ["image", "a"], ["image", "b"]]"#, .string("a")),
            (#"["coalesce", ["image", "a"], ["get", "b"]]"#, .null),
            (#"["number-format", 99.99, {"max-fraction-digits": 1}]"#, .string("100")),
            (#"[">", "Ä", "b", ["collator", {"locale": "en"}]]"#, .bool(false)),
            (#"["all"]"#, .bool(true)), (#"["any"]"#, .bool(false)),
            (#"["interpolate", ["linear"], ["number", ["get", "missing"]], 0, 3]"#, .number(3)),
        ])
    func values(text: String, expected: Value) throws {
        #expect(try evaluated(text) == expected)
    }

    @Test(
        "a cubic curve agrees with MapLibre's to six digits",
        arguments: [
            (10.0, "0.42, 0, 0.58, 1", 1.972244726), (37, "0.42, 0, 0.58, 1", 28.51585542),
            (10, "1, 0, 0, 1", 0.3761648044),
        ])
    func cubicBezier(x: Double, curve: String, expected: Double) throws {
        let value = try evaluated(#"["interpolate", ["cubic-bezier", \#(curve)], \#(x), 0, 0, 100, 100]"#)
        guard case .number(let number) = value else {
            Issue.record("\(value)")
            return
        }
        #expect(abs(number - expected) < 1e-8)
    }

    @Test(
        "all mistakes are reported, each at its argument",
        arguments: [
            (
                #"["at", "a", true]"#,
                ["[1]: Expected number but found string instead.", "[2]: Expected array but found boolean instead."]
            ),
            (
                #"["index-of", ["get"], ["get"]]"#,
                [
                    "[1]: Expected arguments of type (string) | (string, object), but found () instead.",
                    "[2]: Expected arguments of type (string) | (string, object), but found () instead.",
                ]
            ),
            (#"["format", "a", {}, "b", {}, {}]"#, [#"[1]: Bare objects invalid. Use ["literal", {...}] instead."#]),
            (
                #"["interpolate", [["get", "x"]], ["zoom"], 0, 1]"#,
                ["[1][0]: Unknown interpolation type get,x"]
            ),
        ])
    func mistakes(text: String, expected: [String]) throws {
        let errors = #expect(throws: ExpressionErrors.self) { try CompiledExpression(try parsed(text), spec: nil) }
        #expect(errors?.errors.map { "\($0.key): \($0.message)" } == expected)
    }

    @Test(
        "odd indices end in a failure or a cut range, never in a trap",
        arguments: ["1e300", "-1e300", "1.5", "9007199254740993", "[\"/\", 0, 0]", "[\"/\", 1, 0]", "[\"/\", -1, 0]"])
    func oddIndices(index: String) throws {
        let feature: [String: Value] = ["a": .array([.number(1)]), "s": .string("text")]
        _ = try evaluated(#"["at", \#(index), ["array", ["get", "a"]]]"#, feature)
        _ = try evaluated(#"["slice", ["get", "s"], \#(index), \#(index)]"#, feature)
        _ = try evaluated(#"["slice", ["get", "a"], \#(index)]"#, feature)
        _ = try evaluated(#"["index-of", "t", ["get", "s"], \#(index)]"#, feature)
        // A constant input that is no number is found when the expression is compiled.
        _ = try? evaluated(#"["step", \#(index), ["get", "s"], 1, ["get", "a"]]"#, feature)
        _ = try? evaluated(#"["interpolate", ["exponential", 0], \#(index), 1, 1, 2, 2]"#, feature)
        _ = try evaluated(
            #"["number-format", \#(index), {"min-fraction-digits": ["number", ["get", "n"]]}]"#, ["n": .number(1e9)])
    }

    @Test("an expression nested beyond all reason is refused")
    func depth() throws {
        var node = JSONNode(.array([JSONNode(.string("get")), JSONNode(.string("x"))]))
        for _ in 0..<5_000 { node = JSONNode(.array([JSONNode(.string("to-boolean")), node])) }
        #expect(throws: ExpressionErrors.self) { _ = try CompiledExpression(node, spec: nil) }
        #expect(throws: ExpressionErrors.self) { _ = try Filter.compile(node) }
    }

    @Test("variables that double one another are refused")
    func cost() throws {
        var text = #"["var", "v40"]"#
        for level in stride(from: 40, through: 1, by: -1) {
            text = #"["let", "v\#(level)", ["concat", ["var", "v\#(level - 1)"], ["var", "v\#(level - 1)"]], \#(text)]"#
        }
        #expect(try compileError(#"["let", "v0", ["get", "x"], \#(text)]"#) != nil)
    }

    @Test("where evaluation fails the specification's default stands in")
    func fallback() throws {
        let spec = PropertySpec(kind: .number, defaultValue: .number(7))
        let expression = try StyleExpression.compile(try parsed(#"["number", ["get", "x"]]"#), spec: spec)
        let context = EvaluationContext(zoom: 0, feature: TestFeature())
        #expect(expression.evaluate(context) == .number(7))
        #expect(!expression.isFeatureConstant)
        #expect(expression.propertyNames == ["x"])
    }

    @Test("a constant is what its kind makes of it")
    func constants() throws {
        func constant(_ text: String, _ kind: PropertySpec.Kind, values: [String] = []) throws -> Value {
            try StyleExpression.compile(try parsed(text), spec: PropertySpec(kind: kind, values: values))
                .evaluate(EvaluationContext(zoom: 0))
        }
        #expect(try constant("[1, 2]", .padding) == .padding([1, 2, 1, 2]))
        #expect(try constant("\"pin\"", .resolvedImage) == .image(ResolvedImage(name: "pin", available: false)))
        #expect(try constant("\"a\"", .formatted) == .formatted(Formatted(sections: [.init(text: "a")])))
        #expect(throws: ExpressionErrors.self) { _ = try constant("\"c\"", .enum, values: ["a", "b"]) }
    }

    @Test("for one zoom the zoom is gone and the values are the same", arguments: [-1.0, 0, 3, 5, 12.5, 30])
    func specialised(zoom: Double) throws {
        let text = """
            ["let", "w", ["number", ["get", "w"], 1],
             ["interpolate", ["exponential", 1.5], ["zoom"], 0, ["var", "w"], 5, ["*", 3, ["var", "w"]], 20, 9]]
            """
        let spec = PropertySpec(kind: .number, defaultValue: .number(1))
        let expression = try StyleExpression.compile(try parsed(text), spec: spec)
        let fixed = expression.specialised(zoom: zoom)
        #expect(fixed.isZoomConstant)
        let feature = TestFeature(allProperties: ["w": .number(2)])
        let expected = expression.evaluate(EvaluationContext(zoom: zoom, feature: feature))
        #expect(fixed.evaluate(EvaluationContext(zoom: 99, feature: feature)) == expected)
    }

    @Test("tokens in plain text become properties")
    func tokens() throws {
        let spec = PropertySpec(kind: .formatted, tokens: true)
        let expression = try StyleExpression.compile(try parsed(#""{name} ({ref}{""#), spec: spec)
        let feature = TestFeature(allProperties: ["name": .string("A 1")])
        #expect(
            expression.evaluate(EvaluationContext(zoom: 0, feature: feature))
                == .formatted(Formatted(sections: [.init(text: "A 1 ({")])))
    }

    @Test(
        "on maps, scripts whose letters only a font can order are not supported",
        arguments: [
            ("देवनागरी", false), ("ខ្មែរ", false), ("a བོད", false), ("สวัสดี", true), ("سلام", true), ("中文 abc", true),
        ])
    func scripts(text: String, isSupported: Bool) throws {
        let expression = try StyleExpression.compile(
            try parsed(#"["is-supported-script", ["get", "x"]]"#), spec: PropertySpec(kind: .boolean))
        var context = EvaluationContext(zoom: 0, feature: TestFeature(allProperties: ["x": .string(text)]))
        #expect(expression.evaluate(context) == .bool(true))
        context.supportsEveryScript = false
        #expect(expression.evaluate(context) == .bool(isSupported))
    }

    @Test("images that the sprite lacks give way in coalesce")
    func images() throws {
        let text = #"["coalesce", ["image", ["concat", "x-", ["get", "n"]]], ["image", "dot"]]"#
        let expression = try StyleExpression.compile(try parsed(text), spec: PropertySpec(kind: .resolvedImage))
        var context = EvaluationContext(zoom: 0, feature: TestFeature(allProperties: ["n": .number(1)]))
        context.availableImages = ["dot"]
        #expect(expression.evaluate(context) == .image(ResolvedImage(name: "dot", available: true)))
    }
}
