// SPDX-License-Identifier: MIT
import MapCore
import MapStyle
import Testing

@Suite("Functions with stops") struct LegacyFunctionTests {
    private func value(
        _ text: String, kind: PropertySpec.Kind = .number, zoom: Double = 0, _ properties: [String: Value] = [:]
    ) throws -> Value {
        let spec = PropertySpec(kind: kind, defaultValue: kind == .number ? .number(-7) : .string(""))
        return try StyleExpression.compile(try parsed(text), spec: spec)
            .evaluate(EvaluationContext(zoom: zoom, feature: TestFeature(allProperties: properties)))
    }

    @Test("of the zoom are exponential where the property can be mixed", arguments: [(0.0, 1.0), (5, 6), (40, 11)])
    func zoom(zoom: Double, expected: Double) throws {
        #expect(try value(#"{"stops": [[0, 1], [10, 11]]}"#, zoom: zoom) == .number(expected))
    }

    @Test("of the zoom are steps where it cannot")
    func steps() throws {
        #expect(try value(#"{"stops": [[0, "a"], [10, "b"]]}"#, kind: .string, zoom: 9.9) == .string("a"))
        #expect(try value(#"{"stops": [[5, "a"]], "type": "exponential"}"#, kind: .string, zoom: 1) == .string("a"))
    }

    @Test("that are categorical take any kind of label and fall back to the property's default")
    func categories() throws {
        let mixed = #"{"property": "p", "type": "categorical", "stops": [["a", 1], [2, 2], [0.5, 3], [true, 4]]}"#
        for (input, output) in [(Value.string("a"), 1.0), (.number(2), 2), (.number(0.5), 3), (.bool(true), 4)] {
            #expect(try value(mixed, ["p": input]) == .number(output))
        }
        #expect(try value(mixed, ["p": .string("b")]) == .number(-7))
        #expect(try value(mixed) == .number(-7))
        let plain = #"{"property": "p", "type": "categorical", "stops": [["a", 1], ["a", 2]]}"#
        #expect(try value(plain, ["p": .string("a")]) == .number(1))
    }

    @Test("of zoom and property mix between the zooms")
    func zoomAndProperty() throws {
        let text = """
            {"property": "p", "base": 2, "stops": [
             [{"zoom": 0, "value": 0}, 0], [{"zoom": 0, "value": 10}, 10],
             [{"zoom": 10, "value": 0}, 100], [{"zoom": 10, "value": 10}, 200]]}
            """
        #expect(try value(text, zoom: 5, ["p": .number(10)]) == .number(105))
        #expect(try value(text, zoom: 5, ["p": .number(0)]) == .number(50))
    }

    @Test(
        "that are malformed give the default or an error, never a trap",
        arguments: [
            #"{"stops": []}"#, #"{"stops": [1]}"#, #"{"stops": [[{}, 1]]}"#, #"{"stops": [[1]]}"#, #"{"stops": 3}"#,
            #"{}"#, #"{"property": 4}"#, #"{"property": "p", "stops": [[null, null]]}"#,
            #"{"stops": [[{"zoom": "a", "value": 1}, 1]]}"#, #"{"stops": [[1, [1]], [0, {}]]}"#,
        ])
    func malformed(text: String) throws {
        for kind in [PropertySpec.Kind.number, .string, .array, .color, .enum, .padding] {
            let spec = PropertySpec(kind: kind)
            guard let expression = try? StyleExpression.compile(try parsed(text), spec: spec) else { continue }
            _ = expression.evaluate(EvaluationContext(zoom: 0, feature: TestFeature()))
        }
    }
}
