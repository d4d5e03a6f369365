// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport
import Testing

/// Whole maps beside MapLibre Native's own images of them.
@Suite("Reference maps", .requiresShared("data/reference/index.json")) struct ReferenceMapTests {
    @Test("half of the maps differ in less than 6 % of their pixels, and when blurred in less than 2 %")
    func median() async throws {
        let renderer = MapRenderer(
            home: Home(folder: packageRoot.path(percentEncoded: false)), fontFolders: testFontFolders,
            useSystemFonts: false)
        var (sharp, blurred) = ([Double](), [Double]())
        for view in try ReferenceView.all(in: "reference") {
            let match = try view.compared(in: "reference", renderer)
            #expect(match.sizeProblem == nil, "\(view.image)")
            sharp.append(match.differingShare)
            blurred.append(
                BlurredComparison(expected: match.expected, actual: match.actual, perceived: ReferenceView.perceived)
                    .differingShare)
            print("\(view.image): \(percent(sharp.last)) differ, \(percent(blurred.last)) when blurred")
        }
        printScore(
            "reference maps", "in the median \(percent(median(sharp))) differ, \(percent(median(blurred))) when blurred"
        )
        #expect(median(sharp) < 0.06)
        #expect(median(blurred) < 0.02)
    }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    private func percent(_ share: Double?) -> String {
        String(format: "%.2f %%", (share ?? 0) * 100)
    }
}

/// Tilted maps, buildings and globes beside MapLibre GL JS's own images of them; `make conformance` shows them side by side.
@Suite("Tilted reference maps", .requiresShared("data/reference-gljs/index.json")) struct TiltedReferenceMapTests {
    @Test("no map differs in more than 1.5 % of its pixels") func views() throws {
        let renderer = MapRenderer(
            home: Home(folder: packageRoot.path(percentEncoded: false)), fontFolders: testFontFolders,
            useSystemFonts: false)
        let sheet = RenderSheet()
        var shares: [(image: String, share: Double)] = []
        for view in try ReferenceView.all(in: "reference-gljs") where view.isSpatial {
            let match = try view.compared(in: "reference-gljs", renderer)
            #expect(match.sizeProblem == nil, "\(view.image)")
            #expect(match.differingShare < 0.015, "\(view.image)")
            try sheet?.keep(view.image, match)
            shares.append((view.image, match.differingShare))
        }
        #expect(shares.count == 10)
        let worst = shares.map(\.share).max() ?? 1
        printScore("tilted reference maps", String(format: "at most %.2f %% differ", worst * 100))
        if let page = try sheet?.writeViews(shares) { print("Reference maps: \(page)") }
    }
}
