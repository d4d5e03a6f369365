// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapStyle
import TestSupport
import Testing

/// The reference validator's cases, compared by the set of faulty paths, and by text where nothing stands against it.
@Suite("Style validation") struct ValidationTests {
    /// One line per case that is known to fail; the list may only shrink.
    private static let knownToFail: Set<String> = {
        let list = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "failing-validation.txt")
        let text = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
        return Set(text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") })
    }()

    private static let cases = StyleData.files(below: "conformance/style-validation", ending: ".input.json")

    /// What is found in a style, beside what the reference finds.
    private struct Comparison {
        let name: String
        /// True when the same places are found faulty.
        let passes: Bool
        /// Messages that only one of them has.
        let differences: [String]
        /// Messages that the reference has at another line.
        let misplaced: [String]

        init(_ input: URL) throws {
            name = String(input.lastPathComponent.dropLast(".input.json".count))
            let diagnostics = StyleValidation.diagnostics(for: try StyleData.document(input))
            let output = input.deletingLastPathComponent().appending(path: "\(name).output.json")
            let findings = try #require(StyleData.document(output).root.array)
            let expected = findings.compactMap { $0["message"]?.string }
            passes = Set(diagnostics.map(\.path)) == Set(expected.map(Self.path(of:)))
            let lines = Dictionary(grouping: diagnostics, by: Self.text).mapValues { $0.map { $0.position?.line } }
            misplaced = findings.compactMap { finding in
                guard let message = finding["message"]?.string, let found = lines[message],
                    let line = finding["line"]?.number
                else { return nil }
                return found.contains(Int(line)) ? nil : "\(message): at line \(found), expected \(line)"
            }
            differences = Set(diagnostics.map(Self.text)).symmetricDifference(expected).sorted()
        }

        /// Path and message in one, as the reference validator prints them.
        private static func text(_ diagnostic: Diagnostic) -> String {
            diagnostic.path.isEmpty ? diagnostic.message : "\(diagnostic.path): \(diagnostic.message)"
        }

        /// The part of a message before the first ": " that looks like a path.
        private static func path(of message: String) -> String {
            guard let colon = message.firstRange(of: ": ") else { return "" }
            return String(message[..<colon.lowerBound])
        }
    }

    @Test(
        "finds the faults that the reference finds", .requiresShared("conformance/style-validation"), arguments: cases)
    func paths(input: URL) throws {
        let found = try Comparison(input)
        if !found.differences.isEmpty {
            print("\(found.name): \(found.passes ? "texts" : "PATHS") differ: \(found.differences)")
        }
        if Self.knownToFail.contains(found.name) {
            #expect(!found.passes, "\(found.name) passes now: take it off failing-validation.txt")
        } else {
            #expect(found.passes, "\(found.differences)")
        }
        #expect(found.misplaced == [])
    }

    @Test("the score", .requiresShared("conformance/style-validation"))
    func score() throws {
        let all = try Self.cases.map(Comparison.init)
        let words = all.count { $0.passes && $0.differences.isEmpty }
        printScore(
            "style validation", "\(all.count(where: \.passes)) of \(all.count) right, \(words) of them word for word")
    }

    @Test(
        "styles of other projects decode without an error", .requiresShared("data/styles"),
        arguments: StyleData.files(below: "data/styles", ending: ".json"))
    func realStyles(file: URL) throws {
        let document = try StyleData.document(file)
        guard document.root["version"] != nil, document.root["layers"] != nil else { return }
        let diagnostics = DiagnosticSink()
        let sheet = StyleSheet.decode(
            Field(document, diagnostics: diagnostics), baseFolder: file.deletingLastPathComponent().path)
        #expect(sheet != nil)
        #expect(diagnostics.all.map(\.description) == [])
    }

    @Test("every style of the render suite decodes without a trap", .requiresShared("conformance/render/cases"))
    func renderSuite() throws {
        let files = StyleData.files(below: "conformance/render/cases", ending: ".json")
        var undecoded: [String] = []
        var diagnostics = 0
        for file in files {
            let collected = DiagnosticSink()
            let sheet = StyleSheet.decode(Field(try StyleData.document(file), diagnostics: collected), baseFolder: "")
            if sheet == nil { undecoded.append(file.lastPathComponent) }
            for problem in collected.all { print("\(file.lastPathComponent): \(problem)") }
            diagnostics += collected.all.count
        }
        print("render suite: \(files.count) styles, \(undecoded.count) without a sheet, \(diagnostics) problems")
        #expect(undecoded.isEmpty)
    }

    @Test(
        "a style with any one value replaced ends in a sheet or in diagnostics",
        .requiresShared("conformance/style-validation"), arguments: cases)
    func mutated(input: URL) throws {
        let odd: [JSONValue] = [.null, .array([]), .object(JSONObject()), .string("{"), .number(-1e300), .bool(true)]
        let document = try StyleData.document(input)
        for index in 0..<document.root.count {
            var at = index
            let mutant = document.root.replacing(at: &at, by: odd[index % odd.count])
            _ = StyleValidation.diagnostics(for: JSONDocument(file: "style.json", root: mutant))
        }
    }

    @Test(
        "a hostile style ends in diagnostics, not in a trap",
        arguments: [
            #"{"version": 8, "sources": {"": null, "a": {"type": "geojson", "cluster": true, "clusterProperties": {"x": []}}}, "layers": [null, [], {"ref": {}}, {"ref": "a", "id": "a"}, {"id": 3, "type": 4, "source": 5}]}"#,
            #"{"version": 8, "sources": 1, "layers": [{"id": "a", "type": "fill", "source": "b", "paint": {"fill-color": {"stops": [[], [1], [[], 2], [{"zoom": 1}, 2], 7]}}}]}"#,
            #"{"version": 8e300, "sprite": [1, {}, {"id": 1, "url": []}], "state": [], "center": [], "layers": [{"filter": []}]}"#,
            #"{"version": 8, "sources": {"a": {"type": "geojson", "data": 1}}, "layers": [{"id": "a", "type": "symbol", "source": "a", "layout": {"text-font": ["let"], "text-field": ["let", 1], "icon-padding": [1, 2, 3, 4, 5], "text-variable-anchor-offset": ["top"], "visibility": ["case"]}}]}"#,
        ])
    func hostile(text: String) throws {
        let document = try JSONDocument(file: "style.json", text: Array(text.utf8))
        #expect(!StyleValidation.diagnostics(for: document).isEmpty)
    }
}

extension JSONNode {
    /// The values in the tree, itself included.
    fileprivate var count: Int {
        switch value {
        case .array(let items): items.reduce(1) { $0 + $1.count }
        case .object(let object): object.members.reduce(1) { $0 + $1.node.count }
        default: 1
        }
    }

    /// The tree with its n-th value, counted from the root down, replaced.
    fileprivate func replacing(at index: inout Int, by other: JSONValue) -> JSONNode {
        index -= 1
        if index == -1 { return JSONNode(other, offset: offset) }
        switch value {
        case .array(let items):
            var copy: [JSONNode] = []
            for item in items {
                copy.append(item.replacing(at: &index, by: other))
            }
            return JSONNode(.array(copy), offset: offset)
        case .object(var object):
            for position in object.members.indices {
                object.members[position].node = object.members[position].node.replacing(at: &index, by: other)
            }
            return JSONNode(.object(object), offset: offset)
        default: return self
        }
    }
}

@Suite("Filters of styles") struct StyleFilterTests {
    /// What is found in a style with one layer that has a filter.
    private func findings(filter: String) throws -> [String] {
        let style = """
            {"version": 8, "sources": {"s": {"type": "vector", "url": "a.mbtiles"}}, "layers":
             [{"id": "l", "type": "fill", "source": "s", "source-layer": "x", "filter": \(filter)}]}
            """
        let document = try JSONDocument(.style, file: "style.json", text: Array(style.utf8))
        return StyleValidation.diagnostics(for: document).map { "\($0.path): \($0.message)" }
    }

    @Test("a filter that mixes old and new syntax is reported with what to write")
    func mixedFilters() throws {
        let start = "Mixing deprecated filter syntax with expression syntax is not supported."
        #expect(
            try findings(filter: #"["all", ["==", ["get", "a"], 1], ["!", ["in", "b", "x", "y"]]]"#) == [
                "layers[0].filter[2][1]: \(start) Replace [\"in\",\"b\",\"x\",\"y\"] with "
                    + "[\"in\",[\"get\",\"b\"],[\"literal\",[\"x\",\"y\"]]]."
            ])
        #expect(
            try findings(filter: #"["any", ["!=", "$type", "Point"], [">", ["zoom"], 3]]"#) == [
                "layers[0].filter[1]: \(start) Replace [\"!=\",\"$type\",\"Point\"] with "
                    + "[\"!=\",[\"geometry-type\"],\"Point\"]."
            ])
        #expect(try findings(filter: #"["all", ["==", "a", 1], ["has", "b"], ["!has", "c"]]"#) == [])
        #expect(try findings(filter: #"["all", ["==", ["get", "a"], 1], ["has", "b"]]"#) == [])
    }
}
