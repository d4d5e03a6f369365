// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import StaticMapServer
import TestSupport
import Testing

@Suite("Scenes of strangers") struct ScenePolicyTests {
    @Test("tiles that the default style does not know get an automatic one, unless the scene names a style")
    func unknownTiles() async throws {
        let folder = try ScratchFolder()
        try folder.write("own/0/0/0.pbf", VectorTileFile.square(layer: "parcels"))
        let service = try ServerFixture.service { $0.assets = [folder.path] }
        func report(_ style: String) async -> String {
            await service.post(
                "/report",
                """
                {"version": 1, "size": [64, 64], "camera": {"center": [0, 0], "zoom": 0},
                 "basemap": {"tiles": "own"\(style)}}
                """
            ).text
        }
        #expect(await report("").contains("each is drawn in a color of its own"))
        #expect(await report(#", "style": "streets""#).contains("the style draws none of its layers"))
    }

    @Test(
        "no address of a file or of the network gets through",
        arguments: [
            #""basemap": "/etc/passwd""#, #""basemap": {"style": "../../style.json"}"#,
            #""basemap": {"tiles": "/etc/hosts"}"#, #""basemap": {"tiles": ["../x.mbtiles"]}"#,
            #""basemap": {"tiles": "https://example.com/{z}/{x}/{y}.png"}"#,
            #""basemap": {"addSources": {"a": {"type": "geojson", "data": "/etc/passwd"}}}"#,
            #""basemap": {"addSources": {"a": {"type": "vector", "url": "mbtiles:///x.mbtiles"}}}"#,
            #""basemap": {"addLayers": [{"id": "a", "type": "raster", "source": {"type": "raster", "tiles": ["/x/{z}/{x}/{y}.png"]}}]}"#,
            #""basemap": {"style": {"version": 8, "sources": {}, "layers": [], "sprite": "/usr/share/x"}}"#,
            #""basemap": {"style": {"version": 8, "sources": {}, "layers": [], "glyphs": "file:///x/{fontstack}/{range}.pbf"}}"#,
            #""basemap": {"addSources": {"properties": {"type": "geojson", "data": "/etc/passwd"}}}"#,
            #""basemap": {"addSources": {"x-a": {"type": "geojson", "data": "/etc/passwd"}}}"#,
            #""basemap": {"addSources": {"data": {"type": "geojson", "data": "/etc/passwd"}}}"#,
            #""basemap": {"addSources": {"type": "Feature", "properties": {"type": "geojson", "data": "/etc/passwd"}}}"#,
            #""basemap": {"style": {"version": 8, "sources": {"properties": {"type": "vector", "url": "/x.pmtiles"}}, "layers": []}}"#,
            #""overlays": [{"type": "geojson", "data": "../secret.geojson"}]"#,
            #""overlays": [{"type": "gpx", "data": "a/../../x.gpx"}]"#,
            #""overlays": [{"type": "wkt", "data": "POINT(1 2)", "join": {"file": "/etc/passwd", "key": "a"}}]"#,
            #""overlays": [{"type": "wkt", "data": "POINT(1 2)", "flows": {"file": "../a.csv", "from": "a", "to": "b"}}]"#,
            #""overlays": [{"type": "tiles", "tiles": "/tiles/{z}/{x}/{y}.png"}]"#,
            #""annotations": [{"coordinate": [1, 2], "view": "image", "image": "/etc/passwd"}]"#,
            #""annotations": [{"coordinate": [1, 2], "glyphImage": "https://example.com/a.png"}]"#,
            #""annotations": [{"coordinate": [1, 2], "callout": {"left": {"image": "../a.png"}}}]"#,
            #""annotations": [{"coordinate": [1, 2], "callout": {"detail": {"stack": [{"image": "/a.png"}]}}}]"#,
            #""decorations": [{"type": "image", "image": {"normal": "/a.png"}}]"#,
        ])
    func refusesAddresses(_ member: String) async throws {
        let answer = await (try ServerFixture.shared.get()).post(
            "/render", #"{"version": 1, "size": [50, 50], \#(member)}"#)
        #expect([404, 422].contains(answer.status.code), "\(answer.status) \(answer.text)")
        #expect(answer.headers[.contentType] == "application/problem+json")
    }

    @Test("images within scenes are seen however they are written, where they are switched off")
    func inlineImages() async throws {
        let service = try ServerFixture.service { $0.allowsInlineImages = false }
        defer { service.end() }
        let pixel = "image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"
        for image in ["data:" + pixel, #"\u0064ata:"# + pixel, "<svg xmlns='http://www.w3.org/2000/svg'/>"] {
            let scene =
                #"{"version": 1, "size": [50, 50], "annotations": [{"coordinate": [1, 2], "view": "image", "image": "\#(image)"}]}"#
            let answer = await service.post("/render", scene)
            #expect(answer.status.code == 422 && answer.text.contains("switched off"), "\(answer.text)")
            for route in ["/report", "/hit?x=1&y=1", "/animate", "/describe", "/v1/atlas"] {
                let answer = await service.post(route, scene)
                #expect(answer.status.code == 422, "\(route) \(answer.status) \(answer.text)")
            }
        }
        let title =
            #"{"version": 1, "size": [50, 50], "annotations": [{"coordinate": [1, 2], "title": "say \"data:\""}]}"#
        #expect(await service.post("/render", title).status.code == 200)
    }

    @Test("the renderer reads the operator's files alone, even if a scene with others came so far")
    func confinesRenderer() throws {
        let folder = try ScratchFolder()
        let point = #"{"type": "Point", "coordinates": [24.94, 60.17]}"#
        for name in ["assets/inside.geojson", "data/served.geojson", "outside.geojson"] {
            let file = URL(filePath: folder.path + "/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(point.utf8).write(to: file)
        }
        let style = """
            {"version": 8, "sources": {"a": {"type": "geojson", "data": "../data/served.geojson"}},
             "layers": [{"id": "a", "type": "circle", "source": "a"}]}
            """
        try FileManager.default.createDirectory(atPath: folder.path + "/styles", withIntermediateDirectories: true)
        try Data(style.utf8).write(to: URL(filePath: folder.path + "/styles/own.json"))
        let configuration =
            #"{"options": {"paths": {"root": "\#(folder.path)", "styles": "styles"}}, "styles": {"own": {"style": "own.json"}}}"#
        try Data(configuration.utf8).write(to: URL(filePath: folder.path + "/config.json"))
        let service = try ServerFixture.service {
            $0.configFile = folder.path + "/config.json"
            $0.assets = [folder.path + "/assets"]
        }
        defer { service.end() }
        let (catalog, rendering) = service.current
        let styleFile = try #require(catalog.style("own")?.file)
        func draw(_ file: String) throws {
            let scene = """
                {"version": 1, "size": [50, 50], "camera": {"center": [24.94, 60.17], "zoom": 9},
                 "basemap": {"style": "\(styleFile)"},
                 "overlays": [{"type": "geojson", "data": "\(folder.path)/\(file)"}]}
                """
            let drawn = try rendering.draw(Array(scene.utf8), as: [RenderRequest.Output("png")])
            #expect(drawn.first?.warnings.map(\.message) == [])
        }
        try draw("assets/inside.geojson")
        try draw("data/served.geojson")
        let error = #expect(throws: RequestError.self) { try draw("outside.geojson") }
        #expect(error?.diagnostics.contains { $0.message.contains("outside of the folders") } == true, "\(error)")
    }

    @Test("a link that leads out of the named folder is refused, a file inside is drawn")
    func followsLinks() async throws {
        let folder = try ScratchFolder()
        let assets = folder.path + "/assets"
        try FileManager.default.createDirectory(atPath: assets, withIntermediateDirectories: true)
        let secret = folder.path + "/secret.geojson"
        let point = #"{"type": "Point", "coordinates": [24.94, 60.17]}"#
        try Data(point.utf8).write(to: URL(filePath: secret))
        try Data(point.utf8).write(to: URL(filePath: assets + "/open.geojson"))
        try FileManager.default.createSymbolicLink(
            atPath: assets + "/link.geojson", withDestinationPath: secret)
        let service = try ServerFixture.service { $0.assets = [assets] }
        func draw(_ name: String) async -> Response {
            await service.post(
                "/render",
                #"{"version": 1, "size": [50, 50], "camera": {"center": [24.94, 60.17], "zoom": 9}, "overlays": [{"type": "geojson", "data": "\#(name)"}]}"#
            )
        }
        #expect(await draw("open.geojson").status == .ok)
        let refused = await draw("link.geojson")
        #expect(refused.status.code == 422)
        #expect(refused.text.contains("leads out"))
        service.end()
    }

    @Test(
        "each limit has its own error",
        arguments: [
            (#""size": [9000, 9000]"#, 413, "pixels"), (#""size": [50, 50], "scale": 5"#, 422, "scale is limited"),
            (
                #""size": [50, 50], "annotations": [\#(Array(repeating: "{}", count: 2001).joined(separator: ","))]"#,
                413, "annotations"
            ),
            (
                #""size": [50, 50], "overlays": [\#(Array(repeating: "{}", count: 501).joined(separator: ","))]"#, 413,
                "overlays"
            ),
            (
                #""size": [50, 50], "overlays": [{"type": "polyline", "coordinates": [\#(Array(repeating: "[1,2]", count: 200_001).joined(separator: ","))]}]"#,
                413, "vertices"
            ),
            (
                #""x-a": 1, "size": [50, 50], "overlays": \#(String(repeating: "[", count: 80) + String(repeating: "]", count: 80))"#,
                422, "nested"
            ),
        ])
    func limits(_ member: String, _ status: Int, _ text: String) async throws {
        let answer = await (try ServerFixture.shared.get()).post("/render", #"{"version": 1, \#(member)}"#)
        #expect(answer.status.code == status, "\(answer.text)")
        #expect(answer.text.contains(text), "\(answer.text)")
    }

    @Test("a long address is 414, a large body 413, a body of another kind 415, another method 405")
    func refusesRequests() async throws {
        let service = try ServerFixture.service { $0.limits.bodyBytes = 1000 }
        #expect(await service.get("/render?scene=" + String(repeating: "a", count: 20000)).status == .uriTooLong)
        #expect(await service.post("/render", String(repeating: " ", count: 1001)).status == .contentTooLarge)
        #expect(await service.post("/render", "{}", type: "image/png").status == .unsupportedMediaType)
        let put = await service.send(.put, "/render")
        #expect(put.status == .methodNotAllowed)
        #expect(put.headers[.allow] == "GET, POST, HEAD, OPTIONS")
        service.end()
    }

    @Test("an error says where in the scene it is")
    func explainsErrors() async throws {
        let answer = await (try ServerFixture.shared.get()).post(
            "/render", "{\"version\": 1, \"size\": [50, 50],\n \"annotations\": [{\"coordinate\": [1, 99]}]}")
        #expect(answer.status.code == 422)
        let problem = try answer.json()["diagnostics"]?.array?.first
        #expect(
            problem?["path"]?.string == "annotations[0].coordinate[1]"
                || problem?["path"]?.string == "annotations[0].coordinate")
        #expect(problem?["line"]?.number == 2)
    }

    @Test("a pictogram is no file: it is drawn where no folder is served") func drawsPictograms() async throws {
        let scene = #"""
            {"version": 1, "size": [50, 50], "attribution": "none",
             "annotations": [{"coordinate": [1, 2], "glyphImage": "cafe"}]}
            """#
        let answer = await (try ServerFixture.shared.get()).post("/render", scene)
        #expect(answer.status == .ok && answer.headers[.staticMapWarning] == nil, "\(answer.text)")
    }
}
