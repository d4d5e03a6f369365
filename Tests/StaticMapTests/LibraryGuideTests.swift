// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport
import Testing

/// The code of docs/library.md, compiled and run: tools/staticmap_tools/docs/check.py compares the two.
@Suite("The guide to the library") struct LibraryGuideTests {
    @Test("the blocks of the page make one program") func page() async throws {
        let scratch = try ScratchFolder()
        func URL(filePath: String) -> Foundation.URL { Foundation.URL(filePath: scratch.file(filePath)) }
        var printed: [String] = []
        func print(_ text: Any) { printed.append("\(text)") }
        try scratch.write(
            "maps/scene.json",
            Array(#"{"version": 1, "size": [60, 40], "camera": {"center": [24.94, 60.17], "zoom": 9}}"#.utf8))
        try scratch.write("maps/world.pbf", [1])
        // show: library.md
        let renderer = MapRenderer()
        var scene = Scene(size: Size(width: 600, height: 400), scale: 2)
        scene.camera = .fit(padding: 48)
        scene.add(.pin(at: Coordinate(latitude: 60.1719, longitude: 24.9414), tint: .systemPurple))
        scene.add(.marker("Cathedral", at: Coordinate(latitude: 60.1704, longitude: 24.9522)))
        let map = try await renderer.render(scene)
        try map.write(to: URL(filePath: "map.png"))
        // end
        // show: library.md
        let peak = Coordinate(latitude: 69.3114, longitude: 21.2700)
        let mountain = Scene(
            size: Size(width: 600, height: 400),
            camera: Camera(.center(peak, zoom: 12), bearing: 30, tilt: Tilt(pitch: 60)),
            annotations: [Annotation(id: "peak", at: peak, title: "Summit", selected: true, canShowCallout: true)],
            appearance: .dark, coordinateSystem: .wgs84)
        // end
        #expect(mountain.validate().isEmpty)
        // show: library.md
        let folder = URL(filePath: "maps")
        let document = try SceneDocument(contentsOf: folder.appending(path: "scene.json"))
        for map in try await renderer.render(document, as: [.png, .svg]) {
            let name = map.mediaType == "image/png" ? "map.png" : "map.svg"
            try map.write(to: folder.appending(path: name))
        }
        // end
        #expect(try scratch.contents("maps/map.png").starts(with: [0x89, 0x50]))
        #expect(try scratch.contents("maps/map.svg").count > 100)
        // show: library.md
        let text = Array(#"{"version": 1, "sise": [600, 400]}"#.utf8)
        do {
            let document = try SceneDocument(text: text, file: URL(filePath: "scene.json"))
            let map = try await renderer.render(document)
            for warning in map.warnings { print(warning) }
        } catch let error as SceneError {
            print(error)
        } catch let error as RenderError {
            print(error.kind)
            for diagnostic in error.diagnostics { print(diagnostic) }
        }
        // end
        #expect(printed.first?.contains("scene.json:1:16: sise: unknown key") == true)
        // show: library.md
        var isCoarse = false
        for warning in map.warnings {
            switch warning.code {
            case .basemapOverzoomed, .tilesMissing: isCoarse = true
            case let code where code.problem == "unknown-key": print("a misspelling: \(warning)")
            default: print(warning.code.rawValue)
            }
        }
        // end
        #expect(!isCoarse)
        // show: library.md
        var limits = RenderLimits.strict
        limits.milliseconds = 5_000
        let strictRenderer = MapRenderer(limits: limits)
        // end
        #expect(strictRenderer.limits.milliseconds == 5000)
        #expect(strictRenderer.limits.vertices == RenderLimits.strict.vertices)
        // show: library.md
        let received = try strictRenderer.document(text: Array(#"{"version": 1, "size": [600, 400]}"#.utf8))
        // end
        #expect(received.scene.scale == 1)
        // show: library.md
        let scenes = [scene, mountain]
        let maps = try await withThrowingTaskGroup(of: (Int, MapSnapshot).self) { group in
            for (index, scene) in scenes.enumerated() {
                group.addTask { (index, try await renderer.render(scene)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        // end
        #expect(maps.count == 2)
        #expect(maps[0]?.bytes == map.bytes)
        // show: library.md
        let bytes = try [UInt8](Data(contentsOf: folder.appending(path: "world.pbf")))

        struct WalkedTiles: TileProvider {
            var tiles: [TileID: [UInt8]]

            func tile(_ id: TileID, of source: String) throws -> [UInt8]? {
                source == "walked" ? tiles[id] : nil
            }
        }

        let provider = WalkedTiles(tiles: [TileID(z: 0, x: 0, y: 0): bytes])
        let walkedRenderer = MapRenderer(tileProviders: [provider])
        // end
        #expect(try provider.tile(TileID(z: 0, x: 0, y: 0), of: "walked") == bytes)
        #expect(try provider.tile(TileID(z: 0, x: 0, y: 0), of: "streets") == nil)
        #expect(walkedRenderer.limits == renderer.limits)
        // show: library.md
        var drawingRenderer = renderer
        drawingRenderer.viewForAnnotation = { annotation in
            guard annotation.id == "hotel" else { return nil }
            return .image(
                .drawing(size: Size(width: 24, height: 24)) { canvas in
                    canvas.fill(.circle(center: Point(12, 12), radius: 11), with: .systemGreen)
                    canvas.text("H", at: Point(12, 12), size: 14, color: .white)
                })
        }
        // end
        var withHotel = scene
        withHotel.add(.pin("Hotel", at: Coordinate(latitude: 60.1719, longitude: 24.9414), id: "hotel"))
        #expect(try await drawingRenderer.render(withHotel).bytes != renderer.render(withHotel).bytes)
        // show: library.md
        let hotel = Coordinate(latitude: 60.1719, longitude: 24.9414)
        let range = OverlayDrawing { canvas, map in
            let center = map.point(for: hotel)
            let radius = map.points(forMeters: 100, at: hotel)
            canvas.stroke(.circle(center: center, radius: radius), with: .systemRed, lineWidth: 2)
            canvas.text("100 m", at: Point(center.x, center.y - radius), size: 11, color: .systemRed)
        }
        scene.overlays.append(Overlay(.drawing(range), id: "range"))
        // end
        #expect(try await renderer.render(scene).bytes != map.bytes)
        // show: library.md
        let point = map.point(for: hotel)
        let coordinate = map.coordinate(at: Point(100, 75))
        let hit = map.hit(at: Point(point.x, point.y - 20))
        let html = map.regions(as: .html, image: "map.png")
        // end
        #expect(abs(coordinate.latitude - map.coordinate(at: Point(100, 75)).latitude) < 1e-9)
        #expect(hit.target == "annotation/0")
        #expect(html.contains("<map name="))
        // show: library.md
        switch hit.target {
        case .annotation(let id): print("select \(id)")
        case .callout(.annotation(let id), part: "right"): print("show details of \(id)")
        default: break
        }
        // end
        #expect(printed.last == "select 0")
        // show: library.md
        let layout = try await renderer.hitMap(of: document)
        // end
        #expect(layout.hit(at: layout.point(for: hotel)).coordinateSystem == .wgs84)
    }
}
