// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Render suite", .serialized, .requiresShared("conformance/render/index.json")) struct RenderSuiteTests {
    @Test("every case has a name of its own and something to compare with")
    func index() throws {
        let cases = try RenderCase.all()
        #expect(Set(cases.map(\.id)).count == cases.count)
        #expect(cases.allSatisfy { !$0.expected.isEmpty && $0.center.count == 2 })
    }

    @Test("styles are drawn as MapLibre draws them, but for those that the ratchet lists")
    func ratchet() async throws {
        let (cases, folder) = (try RenderCase.all(), SharedData.path("conformance/render"))
        let drawing = CaseDrawing(folder: folder, sheet: RenderSheet(), scratch: try ScratchFolder())
        let differences = try await withThrowingTaskGroup(of: (String, Double?).self) { group in
            for item in cases { group.addTask { (item.id, try drawing.difference(item)) } }
            return try await group.reduce(into: [String: Double?]()) { $0.updateValue($1.1, forKey: $1.0) }
        }
        var verdicts: [String: Verdict] = [:]
        for item in cases {
            let share = differences[item.id] ?? nil
            verdicts[item.id] = share.map { Verdict(differing: $0, allowed: item.allowed) } ?? .fail
        }
        printScores(cases, verdicts)
        try writeReport(cases, differences, verdicts)
        if let page = try drawing.sheet?.writePage(cases, differences, verdicts) { printScore("every image", page) }
        if ProcessInfo.processInfo.environment["STATICMAP_RECORD"] == "all" {
            try Ratchet.record(verdicts)
            Issue.record("recorded \(Ratchet.file.lastPathComponent); look at what changed, then run again")
            return
        }
        let problems = try Ratchet().problems(about: verdicts)
        #expect(
            problems.isEmpty,
            "\(problems.joined(separator: "\n"))\nTo record what is better: \(Ratchet.recordCommand)")
    }

    private func printScores(_ cases: [RenderCase], _ verdicts: [String: Verdict]) {
        for native in ["same", "near", "differs"] {
            let found = cases.filter { $0.native == native }.compactMap { verdicts[$0.id] }
            let counts = Verdict.allCases.dropLast().map { level in
                "\(found.count { $0 <= level }) \(level.rawValue)"
            }
            printScore(
                "render, MapLibre Native \(native)", "\(counts.joined(separator: ", ")) of \(found.count)")
        }
    }

    /// `.build/render-suite.tsv`: verdict, share of differing pixels, case.
    private func writeReport(
        _ cases: [RenderCase], _ differences: [String: Double?], _ verdicts: [String: Verdict]
    ) throws {
        let lines = cases.map { item in
            let share = (differences[item.id] ?? nil).map { String($0) } ?? "none"
            return "\(verdicts[item.id]?.rawValue ?? "")\t\(share)\t\(item.id)\n"
        }
        try Data(lines.joined().utf8).write(to: packageRoot.appending(path: ".build/render-suite.tsv"))
    }
}
