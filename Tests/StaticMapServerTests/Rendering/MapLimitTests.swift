// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapData
import StaticMap
import StaticMapServer
import TestSupport
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

    @Test("all that a request asks of the renderer is one account") func sharesBudget() throws {
        let text = Array(#"{"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": 2}}"#.utf8)
        func rendering(tiles: Int) -> Rendering {
            var renderer = MapRenderer(
                home: ServerFixture.home, fontFolders: testFontFolders, useSystemFonts: false)
            renderer.limits.tiles = tiles
            return Rendering(renderer: renderer, folder: ".")
        }
        let enough = try #require((1...16).first { (try? rendering(tiles: $0).hitMap(of: text)) != nil })
        let limited = rendering(tiles: enough)
        for _ in 0..<2 { _ = try limited.hitMap(of: text) }
        let error = #expect(throws: RequestError.self) {
            try limited.withinLimits { () throws(RequestError) in
                _ = try limited.document(text)
                for _ in 0..<2 { _ = try limited.hitMap(of: text) }
            }
        }
        #expect(error?.diagnostics.first?.code == "limits.tiles", "\(error)")
    }

    @Test("the server's options are limits of its maps") func options() throws {
        var configuration = ServerConfiguration(home: ServerFixture.home, processors: 1)
        try configuration.setLimits("vertices=14,milliseconds=1500", by: "--limits")
        try configuration.setLimit(.pixels, 12, by: "--max-pixels")
        try configuration.setTimeout(1.5, by: "--timeout")
        let limits = configuration.mapLimits
        #expect((limits.pixels, limits.milliseconds, limits.vertices) == (12, 1500, 14))
        #expect(limits.tiles == RenderLimits.strict.tiles)
    }

    @Test("how large an image is and how long it takes stay limited in a generous server, unless they are named")
    func generous() throws {
        var configuration = ServerConfiguration(home: ServerFixture.home, processors: 1)
        try configuration.setLimits("generous,nesting=100", by: "--limits")
        let limits = configuration.mapLimits
        #expect(limits.tiles == RenderLimits.generous.tiles)
        #expect((limits.pixels, limits.nesting, limits.milliseconds) == (16 << 20, 100, 30_000))
    }

    @Test("a time that `--limits` gives ends a map") func timeOfLimits() async throws {
        let service = try ServerFixture.service { $0.mapLimits.milliseconds = 1 }
        defer { service.end() }
        #expect(await service.get("/styles/streets/static/24.94,60.17,13/900x700.png").status == .gatewayTimeout)
    }

    @Test("a limit that is said twice, with two values, is an error that names both") func conflicts() throws {
        var configuration = ServerConfiguration(home: ServerFixture.home, processors: 1)
        try configuration.setLimits("milliseconds=5000", by: "--limits")
        let error = #expect(throws: RequestError.self) { try configuration.setTimeout(30, by: "--timeout") }
        #expect(
            error?.message
                == #"--limits milliseconds= and --timeout set the limit "milliseconds" to 5000 and to 30000"#)
        #expect(configuration.mapLimits.milliseconds == 5000)
        let file = try ConfigurationFile(path: "c.json", text: Array(#"{"staticmap": {"timeout": 7}}"#.utf8))
        let other = #expect(throws: RequestError.self) { try file.apply(to: &configuration) }
        #expect(other?.message.contains("--limits milliseconds= and c.json: staticmap.timeout") == true, "\(other)")
    }
}
