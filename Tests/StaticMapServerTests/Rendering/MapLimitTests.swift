// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapData
import StaticMap
import StaticMapServer
import Testing

@Suite("Limits of requested maps") struct MapLimitTests {
    /// A scene of a style over points.
    private func scene(_ layer: String, points: Int = 1) -> String {
        let positions = (0..<points).map { "[\(Double($0 % 80) - 40), \(Double($0 % 61) - 30)]" }.joined(separator: ",")
        return """
            {"version": 1, "size": [400, 300], "camera": {"center": [0, 0], "zoom": 2}, "basemap": {"style": {"version": 8,
             "sources": {"g": {"type": "geojson", "data": {"type": "MultiPoint", "coordinates": [\(positions)]}}},
             "layers": [{"id": "a", "source": "g", \(layer)}]}}}
            """
    }

    private func refusal(_ scene: String) async throws -> (status: Int, code: String?) {
        let answer = await (try ServerFixture.shared.get()).post("/render", scene)
        #expect(answer.headers[.contentType] == "application/problem+json")
        return (answer.status.code, try answer.json()["diagnostics"]?.array?.first?["code"]?.string)
    }

    @Test("a map that would be too much is too large a request") func tooMuch() async throws {
        let layer = #""type": "circle", "paint": {"circle-radius": 2000, "circle-opacity": 0.1}"#
        let (status, code) = try await refusal(scene(layer, points: 20_000))
        #expect(status == 413)
        #expect(code == "limits.painted-pixels")
    }

    @Test("a map that would be too complex cannot be drawn") func tooComplex() async throws {
        let part =
            #"["concat", \#((0..<70).map { _ in "\"" + String(repeating: "x", count: 1000) + "\"" }.joined(separator: ","))]"#
        let (status, code) = try await refusal(scene(#""type": "symbol", "layout": {"text-field": \#(part)}"#))
        #expect(status == 422)
        #expect(code == "limits.text-bytes")
    }

    @Test("the server's options are limits of its maps") func options() {
        var configuration = ServerConfiguration(home: ServerFixture.home, processors: 1)
        configuration.limits.pixels = 12
        configuration.limits.nesting = 13
        configuration.limits.drawingSeconds = 1.5
        configuration.mapLimits.vertices = 14
        let limits = configuration.renderLimits
        #expect((limits.pixels, limits.nesting, limits.milliseconds, limits.vertices) == (12, 13, 1500, 14))
    }
}
