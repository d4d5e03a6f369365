// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport
import Testing

// show: OwnTiles.md
struct RadarTiles: TileProvider {
    var frames: [TileID: [UInt8]]

    func tile(_ id: TileID, of source: String) throws -> [UInt8]? {
        source == "provider:radar" ? frames[id] : nil
    }
}
// end

/// The code of the articles in `StaticMap.docc`, compiled and run: tools/staticmap_tools/docs/check.py compares the two.
@Suite("The articles of the reference") struct DocumentationArticleTests {
    private let hotel = Coordinate(latitude: 60.1719, longitude: 24.9414)
    private let cathedral = Coordinate(latitude: 60.1704, longitude: 24.9522)
    private let harbor = Coordinate(latitude: 60.1675, longitude: 24.9525)

    private var scene: Scene {
        var scene = Scene(size: Size(width: 120, height: 80))
        scene.camera = .center(hotel, zoom: 14)
        return scene
    }

    @Test("Your first map") func firstMap() async throws {
        let folder = try ScratchFolder()
        let file = URL(filePath: folder.file("map.png"))
        let renderer = Maps.shared
        // show: FirstMap.md
        var scene = Scene(size: Size(width: 600, height: 400), scale: 2)
        scene.camera = .center(Coordinate(latitude: 60.1719, longitude: 24.9414), zoom: 14)
        scene.add(.pin("Hotel", at: Coordinate(latitude: 60.1719, longitude: 24.9414)))
        scene.add(.scaleBar)
        // end
        scene.size = Size(width: 120, height: 80)
        // show: FirstMap.md
        do {
            let map = try await renderer.render(scene)
            try map.write(to: file)
            for warning in map.warnings { print(warning) }
        } catch let error as RenderError {
            for diagnostic in error.diagnostics { print(diagnostic) }
        }
        // end
        #expect(try folder.contents("map.png").count > 100)
        // show: FirstMap.md
        let options = EncodingOptions(title: "The way to the hotel")
        let document = try await renderer.render(scene, as: .pdf, options: options)
        // end
        #expect(document.mediaType == "application/pdf")
    }

    @Test("Annotations and callouts") func annotations() throws {
        var scene = scene
        let stops = [hotel, cathedral]
        // show: AnnotationsAndCallouts.md
        scene.add(.marker("Cathedral", at: cathedral, tint: .systemPurple))
        scene.add(.pin("Hotel", at: hotel, id: "hotel"))
        scene.add(.image("icons/ferry.png", at: harbor))
        scene.add(.text("Harbor", at: harbor))
        // end
        // show: AnnotationsAndCallouts.md
        scene.add(
            .pin(
                "Hotel", at: hotel, subtitle: "From 95 €",
                callout: Callout(right: .button(.detailDisclosure, href: "hotel.html"))))
        // end
        // show: AnnotationsAndCallouts.md
        for coordinate in stops {
            var stop = Annotation.marker(at: coordinate)
            stop.clusteringIdentifier = "stops"
            scene.add(stop)
        }
        // end
        #expect(scene.annotations.count == 7)
        #expect(scene.annotations[4].selected)
        #expect(scene.validate().isEmpty)
    }

    @Test("Your own tiles: a provider alone supplies a source, without a file or folder") func tiles() async throws {
        var scene = scene
        scene.camera = .center(Coordinate(latitude: 0, longitude: 0), zoom: 1)
        let red = try encodePNG(.plain(0xFFFF_0000))
        var frames: [TileID: [UInt8]] = [:]
        for z in 0...2 {
            for x in 0..<1 << z { for y in 0..<1 << z { frames[TileID(z: z, x: x, y: y)] = red } }
        }
        let (home, folders) = (Home(folder: "/nowhere"), testFontFolders)
        func MapRenderer(tileProviders: [any TileProvider]) -> MapRenderer {
            StaticMap.MapRenderer(
                home: home, fontFolders: folders, useSystemFonts: false, tileProviders: tileProviders)
        }
        // show: OwnTiles.md
        let renderer = MapRenderer(tileProviders: [RadarTiles(frames: frames)])
        scene.overlays.append(.tiles("provider:radar", alpha: 0.6))
        // end
        let plain = #"{"version": 1, "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}}"#
        scene.basemap = try SceneDocument(text: Array(plain.utf8), file: "plain.json").scene.basemap
        let image = try await renderer.render(scene, as: .png).bitmap()
        #expect(image.colorCount == 1)
        #expect(image.pixel(60, 40) >> 24 == 0x99)
    }

    @Test("Your own drawing") func drawing() async throws {
        var renderer = Maps.shared
        var scene = scene
        let area = CoordinateBox(west: 24.94, south: 60.16, east: 24.96, north: 60.18)
        let route = [hotel, harbor, cathedral]
        let harbor = harbor
        scene.add(.pin("Hotel", at: hotel, id: "hotel"))
        // show: OwnDrawing.md
        renderer.viewForAnnotation = { annotation in
            guard annotation.id == "hotel" else { return nil }
            return .image(
                .drawing(size: Size(width: 28, height: 28)) { canvas in
                    canvas.fill(.circle(center: Point(14, 14), radius: 13), with: .systemGreen)
                    canvas.text("H", at: Point(14, 14), size: 16, color: .white)
                })
        }
        // end
        // show: OwnDrawing.md
        let range = OverlayDrawing(bounds: area) { canvas, map in
            let center = map.point(for: harbor)
            for meters in [250.0, 500, 750] {
                let radius = map.points(forMeters: meters, at: harbor)
                let ring = Path.circle(center: center, radius: radius)
                canvas.stroke(ring, with: .systemRed, lineWidth: 1.5, lineDashPattern: [4, 4])
                canvas.text("\(Int(meters)) m", at: Point(center.x, center.y - radius), size: 11, color: .systemRed)
            }
            canvas.stroke(map.path(through: route), with: .systemBlue, lineWidth: 4)
        }
        scene.overlays.append(Overlay(.drawing(range), id: "range"))
        // end
        let map = try await renderer.render(scene)
        #expect(map.hit(at: map.point(for: route[0])).all.contains("overlay/range"))
    }

    @Test("Concurrency") func concurrency() async throws {
        let renderer = Maps.shared
        let (scene, scenes) = (scene, [scene, scene])
        // show: Concurrency.md
        let maps = try await withThrowingTaskGroup(of: (Int, MapSnapshot).self) { group in
            for (index, scene) in scenes.enumerated() {
                group.addTask { (index, try await renderer.render(scene)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        // end
        #expect(maps.count == 2)
        // show: Concurrency.md
        let task = Task { try await renderer.render(scene) }
        task.cancel()
        do {
            _ = try await task.value
        } catch is CancellationError {
            print("cancelled")
        }
        // end
    }

    @Test("From MKMapSnapshotter: a file that is missing is an error with its name") func document() {
        var printed = ""
        func print(_ value: some Any) { printed += "\(value)\n" }
        // show: FromMKMapSnapshotter.md
        do {
            let document = try SceneDocument(contentsOf: URL(filePath: "scene.json"))
            for diagnostic in document.diagnostics { print(diagnostic) }
        } catch {
            print(error)  // scene.json:4:14: camera.region: expected …
        }
        // end
        #expect(printed == "scene.json: there is no such file\n")
    }
}
