// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The render suites of MapLibre, by their folders.
enum RenderSuite: String, CaseIterable, Sendable {
    case flat = "render"
    case spatial = "render-3d"

    var folder: String { "conformance/\(rawValue)" }
}

@Suite("Render suite", .serialized, .requiresShared("conformance/render/index.json")) struct RenderSuiteTests {
    @Test("every case has a name of its own and something to compare with", arguments: RenderSuite.allCases)
    func index(suite: RenderSuite) throws {
        let cases = try RenderCase.all(in: suite.folder)
        #expect(Set(cases.map(\.id)).count == cases.count)
        #expect(cases.allSatisfy { !$0.expected.isEmpty && $0.center.count == 2 })
    }

    @Test(
        "styles are drawn as MapLibre draws them, but for those that the ratchet lists",
        arguments: RenderSuite.allCases)
    func ratchet(suite: RenderSuite) async throws {
        let cases = try RenderCase.all(in: suite.folder)
        let drawing = CaseDrawing(
            folder: SharedData.path(suite.folder), assets: SharedData.path("\(RenderSuite.flat.folder)/assets"),
            sheet: RenderSheet(suite.rawValue), scratch: try ScratchFolder())
        let differences = try await withThrowingTaskGroup(of: (String, Double?).self) { group in
            for item in cases { group.addTask { (item.id, try drawing.difference(item)) } }
            return try await group.reduce(into: [String: Double?]()) { $0.updateValue($1.1, forKey: $1.0) }
        }
        var verdicts: [String: Verdict] = [:]
        for item in cases {
            let share = differences[item.id] ?? nil
            verdicts[item.id] = share.map { Verdict(differing: $0, allowed: item.allowed) } ?? .fail
        }
        printScores(suite, cases, verdicts)
        try writeReport(suite, cases, differences, verdicts)
        if let page = try drawing.sheet?.writePage(cases, differences, verdicts) {
            printScore("every image of \(suite.rawValue)", page)
        }
        if ProcessInfo.processInfo.environment["STATICMAP_RECORD"] == "all" {
            try Ratchet.record(verdicts, suite)
            Issue.record("recorded \(Ratchet.file(suite).lastPathComponent); look at what changed, then run again")
            return
        }
        let problems = try Ratchet(suite).problems(about: verdicts)
        #expect(
            problems.isEmpty,
            "\(problems.joined(separator: "\n"))\nTo record what is better: \(Ratchet.recordCommand)")
    }

    private func printScores(_ suite: RenderSuite, _ cases: [RenderCase], _ verdicts: [String: Verdict]) {
        func printScore(of name: String, _ found: [Verdict]) {
            let counts = Verdict.allCases.dropLast().map { level in
                "\(found.count { $0 <= level }) \(level.rawValue)"
            }
            TestSupport.printScore(name, "\(counts.joined(separator: ", ")) of \(found.count)")
        }
        guard suite == .flat else { return printScore(of: "third dimension", Array(verdicts.values)) }
        for native in ["same", "near", "differs"] {
            let found = cases.filter { $0.native == native }.compactMap { verdicts[$0.id] }
            printScore(of: "render, MapLibre Native \(native)", found)
        }
    }

    /// `.build/render-suite.tsv` and `.build/render-3d-suite.tsv`: verdict, share of differing pixels, case.
    private func writeReport(
        _ suite: RenderSuite, _ cases: [RenderCase], _ differences: [String: Double?], _ verdicts: [String: Verdict]
    ) throws {
        let lines = cases.map { item in
            let share = (differences[item.id] ?? nil).map { String($0) } ?? "none"
            return "\(verdicts[item.id]?.rawValue ?? "")\t\(share)\t\(item.id)\n"
        }
        try Data(lines.joined().utf8).write(to: packageRoot.appending(path: ".build/\(suite.rawValue)-suite.tsv"))
    }
}
