// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import TestSupport
import Testing

/// The expression cases of the style specification, answered by the conformance tool.
@Suite("Expression suite", .requiresShared("conformance/expressions")) struct ExpressionSuiteTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var node: JSONNode

        var testDescription: String { name }
    }

    /// One line per case that is known to fail; the list may only shrink.
    private static let knownToFail: Set<String> = {
        let list = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "failing-expressions.txt")
        let text = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
        return Set(text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") })
    }()

    private static let cases: [Case] = {
        let folder = "conformance/expressions/tests"
        return StyleData.files(below: folder, ending: ".json").compactMap { file in
            guard let node = try? StyleData.document(file).root, node["expected"] != nil else { return nil }
            let path = file.path.components(separatedBy: folder + "/").last ?? ""
            return Case(name: String(path.dropLast(".json".count)), node: node)
        }
    }()

    /// Fails where the tool is not built.
    private static let answers = Result { try answer(cases) }

    @Test("values of the reference", arguments: cases)
    func values(example: Case) throws {
        let answers = try Self.answers.get()
        let passes = answers[example.name].map { Self.agrees($0, example.node["expected"]) } ?? false
        if Self.knownToFail.contains(example.name) {
            #expect(!passes, "\(example.name) passes now: take it off failing-expressions.txt")
        } else {
            #expect(passes)
        }
    }

    @Test("the score")
    func score() throws {
        let answers = try Self.answers.get()
        let pairs = Self.cases.map { (answers[$0.name], $0.node["expected"]) }
        let right = pairs.count { answer, expected in answer.map { Self.agrees($0, expected) } ?? false }
        let typed = pairs.count { answer, expected in
            guard let answer, Self.agrees(answer, expected) else { return false }
            return ["type", "isFeatureConstant", "isZoomConstant"].allSatisfy { key in
                answer["compiled"]?[key] == expected?["compiled"]?[key]
            }
        }
        printScore("expressions", "\(right) of \(pairs.count) right, \(typed) of them with the same types")
    }

    private static func agrees(_ answer: JSONNode, _ expected: JSONNode?) -> Bool {
        let result = expected?["compiled"]?["result"]?.string
        guard answer["compiled"]?["result"]?.string == result else { return false }
        if result == "error" { return true }
        let (own, theirs) = (answer["outputs"]?.array ?? [], expected?["outputs"]?.array ?? [])
        return own.count == theirs.count && zip(own, theirs).allSatisfy { isSame($0, $1) }
    }

    /// The reference cuts numbers after six significant digits; any failure is as good as another.
    private static func isSame(_ a: JSONNode, _ b: JSONNode) -> Bool {
        switch (a.value, b.value) {
        case (.null, .null): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.string(let a), .string(let b)): return a == b
        case (.number(let a), .number(let b)): return abs(a - b) <= max(2e-6, 1e-5 * abs(b))
        case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
        case (.object(let left), .object(let right)):
            if left["error"] != nil, right["error"] != nil { return true }
            return left.members.count == right.members.count
                && left.members.allSatisfy { member in right[member.key].map { isSame(member.node, $0) } ?? false }
        default: return false
        }
    }

    /// Runs the tool, which lies beside the test bundle, over all cases at once.
    private static func answer(_ cases: [Case]) throws -> [String: JSONNode] {
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let folder = try ScratchFolder()
        var tool = ChildProcess(beside.appending(path: "conformance-tool").path, ["expressions"])
        tool.input = try folder.write("cases", cases.map { line($0) }.joined())
        tool.output = folder.file("answers")
        _ = try tool.runBlocking()
        let text = try folder.contents("answers")
        var answers: [String: JSONNode] = [:]
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let root = try JSONDocument(file: "answer", text: Array(line)).root
            if let id = root["id"]?.string { answers[id] = root }
        }
        return answers
    }

    private static func line(_ example: Case) -> String {
        var members = ["\"id\":" + JSONNode(.string(example.name)).json]
        for key in ["expression", "propertySpec", "globalState", "inputs"] {
            if let node = example.node[key] { members.append("\"\(key)\":" + node.json) }
        }
        return "{" + members.joined(separator: ",") + "}\n"
    }
}

extension JSONNode {
    /// The value as JSON on one line.
    fileprivate var json: String {
        switch value {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): "\(number)"
        case .string(let string):
            String(decoding: (try? JSONEncoder().encode(string)) ?? Data("\"\"".utf8), as: UTF8.self)
        case .array(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
        case .object(let object):
            "{"
                + object.members.map { JSONNode(.string($0.key)).json + ":" + $0.node.json }.joined(separator: ",")
                + "}"
        }
    }
}
