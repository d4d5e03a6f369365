// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport
import Testing

/// The code of docs/library.md, compiled and run: tools/staticmap_tools/docs/check.py compares the two.
@Suite("The guide to the library") struct LibraryGuideTests {
    private let renderer = Maps.shared
    private let hotel = Coordinate(latitude: 60.1719, longitude: 24.9414)
    private let scene: Scene

    init() {
        var scene = Scene(size: Size(width: 200, height: 150))
        scene.camera = .center(hotel, zoom: 14)
        scene.add(.pin("Hotel", at: hotel, id: "hotel"))
        self.scene = scene
    }

    @Test("a file is read, drawn and written in several formats") func formats() async throws {
        let scratch = try ScratchFolder()
        let text = Array(#"{"version": 1, "size": [60, 40], "camera": {"center": [24.94, 60.17], "zoom": 9}}"#.utf8)
        let folder = URL(filePath: scratch.file(""))
        let file = URL(filePath: try scratch.write("scene.json", text))
        // show: library.md
        let document = try SceneDocument(contentsOf: file)
        for map in try await renderer.render(document, as: [.png, .svg]) {
            let name = map.mediaType == "image/png" ? "map.png" : "map.svg"
            try map.write(to: folder.appending(path: name))
        }
        // end
        #expect(try scratch.contents("map.png").starts(with: [0x89, 0x50]))
        #expect(try scratch.contents("map.svg").count > 100)
    }

    @Test("initializers take every key") func initializers() {
        let peak = hotel
        // show: library.md
        let scene = Scene(
            size: Size(width: 600, height: 400),
            camera: Camera(.center(peak, zoom: 12), bearing: 30, tilt: Tilt(pitch: 60)),
            annotations: [Annotation(id: "peak", at: peak, title: "Summit", selected: true, canShowCallout: true)],
            appearance: .dark, coordinateSystem: .wgs84)
        // end
        #expect(scene.validate().isEmpty)
    }

    @Test("errors and warnings are lists of diagnostics") func errors() async throws {
        let text = Array(#"{"version": 1, "sise": [60, 40]}"#.utf8)
        var printed: [String] = []
        func print(_ text: Any) { printed.append("\(text)") }
        // show: library.md
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
        #expect(printed.first?.hasPrefix("scene.json:1:16: sise: unknown key") == true)
    }

    @Test("a map ends at a limit") func limits() async throws {
        let text = Array(#"{"version": 1, "size": [60, 40], "camera": {"center": [24.94, 60.17], "zoom": 9}}"#.utf8)
        // show: library.md
        var limits = RenderLimits.strict
        limits.milliseconds = 5_000
        let renderer = MapRenderer(limits: limits)
        // end
        #expect(try self.renderer.document(text: text).scene.size == Size(width: 60, height: 40))
        // show: library.md
        let document = try renderer.document(text: text)
        // end
        #expect(document.scene.scale == 1)
        #expect(renderer.limits.milliseconds == 5000)
        #expect(renderer.limits.vertices == RenderLimits.strict.vertices)
    }

    @Test("maps are drawn at the same time") func concurrency() async throws {
        let scenes = [scene, scene, scene]
        // show: library.md
        let maps = try await withThrowingTaskGroup(of: (Int, MapSnapshot).self) { group in
            for (index, scene) in scenes.enumerated() {
                group.addTask { (index, try await renderer.render(scene)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        // end
        #expect(maps.count == 3)
        #expect(maps[0]?.bytes == maps[2]?.bytes)
    }

    // show: library.md
    struct WalkedTiles: TileProvider {
        var tiles: [TileID: [UInt8]]

        func tile(_ id: TileID, of source: String) throws -> [UInt8]? {
            source == "walked" ? tiles[id] : nil
        }
    }
    // end

    @Test("a provider gives tiles") func provider() throws {
        let provider = WalkedTiles(tiles: [TileID(z: 1, x: 0, y: 0): [1]])
        #expect(try provider.tile(TileID(z: 1, x: 0, y: 0), of: "walked") == [1])
        #expect(try provider.tile(TileID(z: 1, x: 0, y: 0), of: "streets") == nil)
    }

    @Test("an annotation is drawn by code") func view() async throws {
        var renderer = renderer
        let plain = try await renderer.render(scene)
        // show: library.md
        renderer.viewForAnnotation = { annotation in
            guard annotation.id == "hotel" else { return nil }
            return .image(
                .drawing(size: Size(width: 24, height: 24)) { canvas in
                    canvas.fill(.circle(center: Point(12, 12), radius: 11), with: .systemGreen)
                    canvas.text("H", at: Point(12, 12), size: 14, color: .white)
                })
        }
        // end
        #expect(try await renderer.render(scene).bytes != plain.bytes)
    }

    @Test("an overlay is drawn by code") func overlay() async throws {
        var scene = scene
        let hotel = hotel
        let plain = try await renderer.render(scene)
        // show: library.md
        let range = OverlayDrawing { canvas, map in
            let center = map.point(for: hotel)
            let radius = map.points(forMeters: 100, at: hotel)
            canvas.stroke(.circle(center: center, radius: radius), with: .systemRed, lineWidth: 2)
            canvas.text("100 m", at: Point(center.x, center.y - radius), size: 11, color: .systemRed)
        }
        scene.overlays.append(Overlay(.drawing(range), id: "range"))
        // end
        #expect(try await renderer.render(scene).bytes != plain.bytes)
    }

    @Test("points are converted and hit") func hits() async throws {
        let hotel = hotel
        let map = try await renderer.render(scene)
        // show: library.md
        let point = map.point(for: hotel)
        let coordinate = map.coordinate(at: Point(100, 75))
        let hit = map.hit(at: Point(point.x, point.y - 20))
        let html = map.regions(as: .html, image: "map.png")
        // end
        #expect(abs(coordinate.latitude - hotel.latitude) < 1e-6)
        #expect(hit.target == "annotation/hotel")
        #expect(html.contains("<map name="))
        var selected = ""
        func select(_ id: String) { selected = id }
        func showDetails(of id: String) {}
        // show: library.md
        switch hit.target {
        case .annotation(let id): select(id)
        case .callout(.annotation(let id), part: "right"): showDetails(of: id)
        default: break
        }
        // end
        #expect(selected == "hotel")
    }

    @Test("a layout without an image is asked for") func layout() async throws {
        let document = SceneDocument(scene: scene)
        // show: library.md
        let map = try await renderer.hitMap(of: document)
        // end
        #expect(map.hit(at: map.point(for: hotel)).coordinateSystem == .wgs84)
    }

    @Test("codes of diagnostics are compared") func codes() throws {
        let warnings = [Diagnostic(.warning, code: .basemapOverzoomed, "")]
        var isCoarse = false
        // show: library.md
        for warning in warnings {
            switch warning.code {
            case .basemapOverzoomed, .tilesMissing: isCoarse = true
            case let code where code.problem == "unknown-key": print("a misspelling: \(warning)")
            default: print(warning.code.rawValue)
            }
        }
        // end
        #expect(isCoarse)
    }
}
