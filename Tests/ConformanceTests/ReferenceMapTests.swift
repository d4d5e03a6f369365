// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

/// Whole maps beside MapLibre Native's own images of them.
@Suite("Reference maps", .requiresShared("data/reference/index.json")) struct ReferenceMapTests {
    private struct Entry: Decodable, Sendable {
        let image: String
        let style: String
        let center: [Double]
        let zoom: Double
        let bearing: Double
        let width: Double
        let height: Double
        let scale: Double

        enum CodingKeys: String, CodingKey {
            case image = "picture"
            case style, center, zoom, bearing, width, height, scale
        }
    }

    /// The perceived distance from which a pixel differs, as in most of MapLibre's render tests.
    private static let perceived = 0.1285

    @Test("half of the maps differ in less than 6 % of their pixels, and when blurred in less than 2 %")
    func median() async throws {
        let data = SharedData.path("data")
        let index = try Data(contentsOf: URL(filePath: "\(data)/reference/index.json"))
        let entries = try JSONDecoder().decode([Entry].self, from: index)
        let renderer = MapRenderer(
            home: Home(folder: packageRoot.path(percentEncoded: false)), fontFolders: testFontFolders,
            useSystemFonts: false)
        var (sharp, blurred) = ([Double](), [Double]())
        for entry in entries {
            let match = try compare(entry, data, renderer)
            #expect(match.sizeProblem == nil, "\(entry.image)")
            sharp.append(match.differingShare)
            blurred.append(
                BlurredComparison(expected: match.expected, actual: match.actual, perceived: Self.perceived)
                    .differingShare)
            print("\(entry.image): \(percent(sharp.last)) differ, \(percent(blurred.last)) when blurred")
        }
        printScore(
            "reference maps", "in the median \(percent(median(sharp))) differ, \(percent(median(blurred))) when blurred"
        )
        #expect(median(sharp) < 0.06)
        #expect(median(blurred) < 0.02)
    }

    private func compare(_ entry: Entry, _ data: String, _ renderer: MapRenderer) throws -> ImageComparison {
        var scene = Scene(size: Size(width: entry.width, height: entry.height), scale: entry.scale)
        scene.basemap = BaseMap(style: .file("\(data)/\(entry.style)"))
        scene.camera = Camera(
            .center(Coordinate(latitude: entry.center[1], longitude: entry.center[0]), zoom: entry.zoom),
            bearing: entry.bearing)
        scene.attribution = .hidden
        let actual = try decodeImage(renderer.render(scene).bytes, maxPixels: 1 << 26)
        let png = try Data(contentsOf: URL(filePath: "\(data)/reference/\(entry.image)"))
        return ImageComparison(
            expected: try decodeImage([UInt8](png), maxPixels: 1 << 26), actual: actual,
            tolerance: ImageTolerance(.perceived(Self.perceived)))
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
