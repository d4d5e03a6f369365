// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapScene
import TestSupport
import Testing

/// Scenes that are changed at random, for the decoder and for the schema: what one refuses, the other refuses. `make mutants` tries
/// more of them, and `STATICMAP_FUZZ_SEED` others.
@Suite("Mutants of valid scenes") struct SchemaMutationTests {
    private let checker: SchemaChecker
    /// Numbers at the bounds that the schema has, and beside them, by the name of the key.
    private var bounds: [String: [Double]] = [:]
    private var keys: [String] = []

    init() throws {
        checker = SchemaChecker(
            root: try JSONDocument(file: "scene.schema.json", text: TestFiles.bytes(TestFiles.schema)).root)
        for object in [checker.root] + (checker.root["$defs"]?.object?.members ?? []).map(\.node) {
            for member in object["properties"]?.object?.members ?? [] {
                keys.append(member.key)
                bounds[member.key, default: []] += limits(member.node)
            }
        }
        keys = Set(keys).sorted()
    }

    private func limits(_ schema: JSONNode) -> [Double] {
        let target = schema["$ref"]?.string.flatMap(checker.resolve) ?? schema
        let own = ["minimum", "maximum", "exclusiveMinimum", "minItems", "maxItems"].compactMap { target[$0]?.number }
        var parts: [JSONNode] = ["oneOf", "prefixItems"].flatMap { target[$0]?.array ?? [] }
        if let items = target["items"] { parts.append(items) }
        let beside: [Double] = own.flatMap { limit in [0, -1, 1, -0.5, 0.5].map { limit + $0 } }
        return beside + parts.filter { $0.object != nil }.flatMap(limits)
    }

    private static let seeds: [JSONNode] = {
        let folders = [TestFiles.cases, TestFiles.examples, packageRoot.appending(path: "Tests/GoldenTests/Cases")]
        return folders.flatMap { folder -> [JSONNode] in
            let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
                guard let text = try? TestFiles.bytes(folder.appending(path: name)), text.count < 20_000,
                    (try? SceneDocument(text: text, file: "a.json")) != nil
                else { return nil }
                return try? JSONDocument(file: name, text: text).root
            }
        }
    }()

    private static let values = [
        "null", "true", "false", "0", "1", "-1", "2", "0.5", "1.5", "24", "25", "512", "256", "1e9", "-1e9", "\"\"",
        "\"a\"", "\"red\"", "\"10%\"", "\"-5.5%\"", "\"center\"", "\"auto\"", "\"user\"", "\"all\"", "\"gcj02\"", "[]",
        "[1, 2]", "[1, 2, 3]", "[1, 2, 3, 4]", "[\"a\"]", "[[24, 60], [25, 61]]", "{}", "{\"x-own\": 1}",
        "{\"latitude\": 60, \"longitude\": 24}", "{\"normal\": \"a.png\"}", "{\"type\": \"card\", \"text\": \"a\"}",
    ].compactMap { try? JSONDocument(file: "value", text: Array($0.utf8)).root }

    private func mutant(_ node: JSONNode, under key: String, _ dice: inout SplitMix) -> JSONNode {
        let parts = (node.array?.count ?? 0) + (node.object?.members.count ?? 0)
        if parts > 0, !dice.chance(4) {
            if var array = node.array {
                let index = Int.random(in: 0..<array.count, using: &dice)
                if dice.chance(12) {
                    array.remove(at: index)
                } else {
                    array[index] = mutant(array[index], under: key, &dice)
                }
                return .list(array)
            }
            guard var object = node.object else { return node }
            let index = Int.random(in: 0..<object.members.count, using: &dice)
            let member = object.members[index]
            switch Int.random(in: 0..<12, using: &dice) {
            case 0: object.members.remove(at: index)
            case 1: object.members.append(JSONObject.Member("qqqq", .count(1)))
            case 2...4:
                guard let name = keys.randomElement(using: &dice), object[name] == nil else { return node }
                object.members.append(JSONObject.Member(name, value(for: name, &dice)))
            default: object.members[index].node = mutant(member.node, under: member.key, &dice)
            }
            return JSONNode(.object(object))
        }
        return value(for: key, &dice)
    }

    private func value(for key: String, _ dice: inout SplitMix) -> JSONNode {
        if let number = bounds[key]?.randomElement(using: &dice), !dice.chance(3) { return .number(number) }
        return Self.values.randomElement(using: &dice) ?? .null
    }

    /// Problems that a schema cannot see, beside those of scenes alone: relations between values, and the words of
    /// other languages within strings.
    private static let beyondSchema = [
        "a CSS color", "as many locations as colors", "locations in ascending order", "lengths that are not all 0",
        "a south below the north", "a box up to 360", "a minZoom", "a strokeStart", "a rectangle that ends within",
        "more than once", "stacks may lie", "a format of paper", "a text such as 35VLG8594",
    ]

    private static let codes = Set(
        DocumentProblem.allCases.filter { $0 != .repeatedKey }.map { $0.code(in: .scene) })

    @Test("the decoder refuses what the schema refuses, and has a place for each error") func agree() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["STATICMAP_MUTANTS"].flatMap { Int($0) } ?? 5_000
        var dice = SplitMix(seed: environment["STATICMAP_FUZZ_SEED"].flatMap { UInt64($0) } ?? 28)
        var disagreements: [String: String] = [:]
        for _ in 0..<count {
            guard let seed = Self.seeds.randomElement(using: &dice) else { break }
            let scene = (0..<Int.random(in: 1...3, using: &dice)).reduce(seed) { scene, _ in
                mutant(scene, under: "", &dice)
            }
            guard scene.object != nil else { continue }
            let text = scene.line
            let document = try JSONDocument(.scene, file: "m.json", text: Array(text.utf8))
            let failures = checker.failures(document.root)
            let diagnostics = DiagnosticSink()
            let decoded = Scene.decode(Field(document, diagnostics: diagnostics))
            let errors = diagnostics.all.filter { $0.severity == .error }
            for error in errors where error.position == nil {
                disagreements["no place: \(error.message)"] = String(text.prefix(400))
            }
            if decoded != nil, let failure = failures.first {
                disagreements["schema alone: \(failure)"] = String(text.prefix(400))
            }
            let seen = errors.filter { error in
                Self.codes.contains(error.code) && !Self.beyondSchema.contains { error.message.contains($0) }
                    // One of as many handles as there are.
                    && !error.path.hasSuffix(".handles.highlighted")
            }
            if failures.isEmpty, let error = seen.first {
                disagreements["decoder alone: \(error.message)"] = "\(error.path): \(text.prefix(400))"
            }
        }
        let report = disagreements.sorted { $0.key < $1.key }.prefix(60).map { "\($0.key)\n    \($0.value)" }
        #expect(disagreements.isEmpty, "\(report.joined(separator: "\n"))")
    }
}

extension SplitMix {
    /// True in one of so many cases.
    fileprivate mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &self) == 0 }
}
