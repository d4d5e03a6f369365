// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import Testing

/// What a user of the library can do with `import StaticMap` alone.
@Suite("The library from outside") struct LibraryFaceTests {
    private let shanghai = Coordinate(latitude: 31.2304, longitude: 121.4737)
    private let renderer = MapRenderer(home: Home(folder: URL(filePath: "/nowhere")), cacheBytes: 0)

    private func scene(in system: CoordinateSystem = .wgs84) throws -> Scene {
        Scene(
            size: Size(width: 400, height: 300),
            basemap: BaseMap(style: .inline(try InlineJSON(json: #"{"version": 8, "sources": {}, "layers": []}"#))),
            camera: Camera(.center(shanghai, zoom: 11), bearing: 30),
            annotations: [Annotation(id: "museum", at: shanghai, view: .pin(tint: .systemGreen))],
            attribution: .hidden, coordinateSystem: system)
    }

    @Test("the view of a map is in the scene's datum, as its conversions are", arguments: CoordinateSystem.allCases)
    func datum(system: CoordinateSystem) async throws {
        let document = SceneDocument(scene: try scene(in: system))
        let map = try await renderer.render(document)
        let projection = try await renderer.projection(of: document)
        #expect(map.viewport == projection.viewport)
        let view = map.viewport
        #expect(abs(view.center.longitude - shanghai.longitude) < 1e-9)
        #expect(abs(view.center.latitude - shanghai.latitude) < 1e-9)
        for point in [Point(0, 0), Point(399, 0), Point(123, 77), Point(0, 299)] {
            let coordinate = map.coordinate(at: point)
            #expect(view.coordinate(at: point) == coordinate)
            let back = view.point(for: coordinate)
            #expect(abs(back.x - point.x) < 1e-3 && abs(back.y - point.y) < 1e-3)
            #expect(view.point(for: coordinate) == map.point(for: coordinate))
        }
        let corners = [Point(0, 0), Point(400, 0), Point(400, 300), Point(0, 300)].map(map.coordinate)
        for (corner, coordinate) in zip(view.footprint, corners) {
            #expect(abs(corner.latitude - coordinate.latitude) < 1e-9)
            #expect(abs(corner.longitude - coordinate.longitude) < 1e-9)
        }
        #expect(abs(view.bounds.west - (corners.map(\.longitude).min() ?? 0)) < 1e-3)
        #expect(view.shows(shanghai))
    }

    @Test("a corner is dragged in the scene's datum") func editor() throws {
        let corners = [(31.2304, 121.4737), (31.25, 121.5), (31.2, 121.5)].map(Coordinate.init(latitude:longitude:))
        let map = try renderer.projection(of: SceneDocument(scene: scene(in: .gcj02)))
        var editor = AreaEditor(Polygon(corners), viewport: map.viewport)
        let at = map.point(for: corners[1])
        #expect(editor.began(at: at) == [.highlighted(vertex: 1)])
        _ = editor.ended(at: at)
        #expect(abs(editor.coordinates[1].longitude - 121.5) < 1e-4)
    }

    @Test("layouts, projections and checks do not block a task") func asynchronous() async throws {
        let document = SceneDocument(scene: try scene())
        let map = try await renderer.hitMap(of: document)
        let point = map.point(for: shanghai)
        switch map.hit(at: Point(point.x, point.y - 20)).target {
        case .annotation(let id): #expect(id == "museum")
        default: Issue.record("nothing is hit")
        }
        #expect(map.middle(of: "annotation/museum") == map.middle(of: .annotation("museum")))
        let text = Array(#"{"version": 1, "sise": [60, 40]}"#.utf8)
        let found = try await renderer.check(text, file: URL(filePath: "maps/trip.json"))
        #expect(found.map(\.code).contains(.sceneUnknownKey))
        #expect(found.first?.file == "maps/trip.json")
        let cancelled = Task { try await renderer.hitMap(of: document) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
    }

    @Test("files are inspected and read by their addresses") func files() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "staticmap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a map.json")
        let json =
            #"{"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": 2}, "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}}"#
        try Data(json.utf8).write(to: file)
        #expect(try await renderer.inspect(file).lines.first?.hasSuffix(" scene") == true)
        let document = try renderer.document(contentsOf: file)
        #expect(document.scene.size == Size(width: 60, height: 40))
        #expect(document.folder.path == folder.path && document.file == file.path)
        #expect(try SceneDocument(contentsOf: file).scene == document.scene)
        let elsewhere = MapRenderer(fileRoots: [folder.appending(path: "below")], cacheBytes: 0)
        let error = #expect(throws: RenderError.self) { try elsewhere.document(contentsOf: file) }
        #expect(error?.diagnostics.map(\.code) == [.fileOutsideRoots])
    }

    @Test("a text is read within the renderer's limits") func limits() throws {
        var renderer = renderer
        renderer.limits.nesting = 4
        let text = Array(#"{"version": 1, "basemap": {"style": {"version": 8, "layers": [[[[]]]]}}}"#.utf8)
        let error = #expect(throws: RenderError.self) { try renderer.document(text: text) }
        #expect(error?.diagnostics.map(\.code) == [.limitsNesting])
        #expect(throws: Never.self) { try SceneDocument(text: text) }
    }

    @Test("a path is named as it was given, or whole where its base is another folder") func names() {
        let text = Array("[".utf8)
        func name(_ url: URL) -> String? {
            #expect(throws: SceneError.self) { try SceneDocument(text: text, file: url) }?.diagnostics.first?.file
        }
        #expect(name(URL(filePath: "maps/trip.json")) == "maps/trip.json")
        #expect(name(URL(filePath: "/maps/trip.json")) == "/maps/trip.json")
        #expect(name(URL(filePath: "trip.json", relativeTo: URL(filePath: "/maps/"))) == "/maps/trip.json")
        #expect(name(SceneDocument.defaultFile) == "scene.json")
    }

    @Test("a code that this version does not know is kept") func codes() {
        let code = Diagnostic.Code(rawValue: "clouds.missing")
        #expect(code.area == "clouds" && code.problem == "missing" && code != .tilesMissing)
        #expect(Diagnostic(code: "tiles.missing", "").code == .tilesMissing)
        #expect(Diagnostic(code: code, "").jsonLine.contains(#""code": "clouds.missing""#))
    }

    @Test("the version is that of the package") func version() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../VERSION").standardized
        #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n") == [MapRenderer.version[...]])
    }
}
