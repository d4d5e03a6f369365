// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("staticmap inspect") struct InspectTests {
    @Test("an archive: kind, zooms, bounds, layers with fields, attribution") func archive() async throws {
        let outcome = try await Program.built.run(["inspect", "basemap/helsinki.pmtiles"])
        #expect(outcome.exitCode == 0)
        let summary = summary(outcome)
        #expect(summary["kind"]?.contains("pmtiles") == true)
        #expect(summary["zooms"] == "11 to 14")
        #expect(summary["bounds"]?.hasPrefix("24.5") == true)
        #expect(summary["attribution"] == "© OpenStreetMap contributors")
        #expect(outcome.lines.contains { $0.hasPrefix("layer:") && $0.contains("building") })
        #expect(outcome.lines.contains { $0.hasPrefix("layer:") && $0.contains("place (") && $0.contains("name") })
    }

    @Test("a scene: the camera as it is solved") func scene() async throws {
        let folder = try ScratchFolder()
        let summary = summary(try await Program.built.run(["inspect", try folder.write("scene.json", Scenes.plain)]))
        #expect(summary["kind"] == "scene")
        #expect(summary["pixels"] == "120 x 80")
        #expect(summary["center"] == "0, 0 (lon, lat)")
        #expect(summary["zoom"]?.hasPrefix("1 ") == true)
    }

    @Test("a style: its sources and layers") func style() async throws {
        let summary = summary(try await Program.built.run(["inspect", "styles/streets/style.json"]))
        #expect(summary["kind"] == "MapLibre style")
        #expect(summary["layers"]?.contains("symbol") == true)
    }

    /// What the program says, by name; of repeated names the first.
    private func summary(_ outcome: Program.Outcome) -> [String: String] {
        let pairs = outcome.lines.compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
