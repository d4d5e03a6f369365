// SPDX-License-Identifier: MIT
import MapCore
import MapStyle
import Testing

@Suite("Filters") struct FilterTests {
    private static let road = TestFeature(
        featureID: .number(7), geometryType: "LineString",
        allProperties: ["class": .string("primary"), "lanes": .number(2), "oneway": .bool(true)])

    @Test(
        "old forms and expressions agree with the feature",
        arguments: [
            (#"["==", "class", "primary"]"#, true), (#"["!=", "class", "primary"]"#, false),
            (#"["==", "missing", null]"#, false), (#"["!=", "missing", 1]"#, true),
            (#"[">", "lanes", 1]"#, true), (#"["<=", "lanes", "3"]"#, false), (#"[">=", "missing", 0]"#, false),
            (#"["in", "class", "a", "primary"]"#, true), (#"["!in", "class", "a", "b"]"#, true),
            (#"["in", "lanes", 1, 2, 3]"#, true), (#"["in", "lanes", "2"]"#, false),
            (#"["has", "lanes"]"#, true), (#"["!has", "lanes"]"#, false), (#"["has", "$id"]"#, true),
            (#"["==", "$type", "LineString"]"#, true), (#"["in", "$type", "Point", "Polygon"]"#, false),
            (#"["==", "$id", 7]"#, true), (#"["has", "$type"]"#, true),
            (#"["none", ["==", "lanes", 1], ["has", "x"]]"#, true),
            (#"["all", ["==", "lanes", 2], ["any", ["has", "x"], ["has", "class"]]]"#, true),
            (#"["all"]"#, true), (#"["any"]"#, false), (#"["none"]"#, true), ("true", true), ("false", false),
            ("null", true),
            (#"["==", ["get", "class"], "primary"]"#, true), (#"["!", ["has", "x"]]"#, true),
            (#"["in", ["get", "class"], ["literal", ["primary"]]]"#, true),
            (#"["match", ["get", "class"], ["primary", "trunk"], true, false]"#, true),
            (#"[">", ["get", "class"], 3]"#, false), (#"["boolean", ["get", "oneway"]]"#, true),
            (#"["all", ["==", "$type", "LineString"], [">", ["get", "lanes"], 1]]"#, true),
            (#"[">=", ["zoom"], 10]"#, false),
        ])
    func matches(text: String, expected: Bool) throws {
        let filter = try Filter.compile(try parsed(text))
        let context = EvaluationContext(zoom: 5, feature: Self.road)
        #expect(filter.matches(context) == expected)
        #expect(filter.specialised(zoom: 5).matches(context) == expected)
    }

    @Test(
        "what is no filter is refused",
        arguments: ["[]", "1", "\"a\"", "{}", #"["==", 1, 2]"#, #"["frob", "a"]"#, #"["all", 3]"#, #"["get", 1]"#])
    func refused(text: String) throws {
        let node = try parsed(text)
        #expect(throws: ExpressionErrors.self) { _ = try Filter.compile(node) }
    }

    @Test("a filter names the properties it asks for")
    func propertyNames() throws {
        func names(_ text: String) throws -> Set<String>? { try Filter.compile(try parsed(text)).propertyNames }
        #expect(try names(#"["all", ["==", "a", 1], ["in", "b", 1], ["==", "$type", "Point"]]"#) == ["a", "b"])
        #expect(try names(#"["==", ["get", "c"], ["get", "d"]]"#) == ["c", "d"])
        #expect(try names(#"["==", ["get", ["get", "c"]], 1]"#) == nil)
    }
}
