// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapScene
import Testing

@Suite("Views of the whole world") struct WorldViewTests {
    private static let sizes = [
        Size(width: 300, height: 100), Size(width: 100, height: 300), Size(width: 800, height: 600),
        Size(width: 600, height: 400),
    ]

    private func solve(_ scene: Scene, extent: Rect = .null) throws -> Viewport {
        try #require(scene.viewport(extent: { _ in extent }, SceneReporter(diagnostics: DiagnosticSink())))
    }

    private static let framings: [Camera.Framing] = [
        .bounds(CoordinateBox(west: -180, south: -85, east: 180, north: 85)),
        .region(
            center: Coordinate(latitude: 20, longitude: 0),
            span: CoordinateSpan(latitudeDelta: 135, longitudeDelta: 360)),
    ]

    @Test("the world fills the image and is not repeated", arguments: sizes, framings)
    func filled(size: Size, framing: Camera.Framing) throws {
        let bounds = try solve(Scene(size: size, camera: Camera(framing))).mercatorBounds
        #expect(bounds.width <= 1 + 1e-9)
        #expect(bounds.minY >= -1e-9 && bounds.maxY <= 1 + 1e-9)
        #expect(abs(max(bounds.width, bounds.height) - 1) < 1e-9)
    }

    @Test("a smallest zoom allows what lies beyond the world") func asked() throws {
        var camera = Camera(Self.framings[0])
        camera.minZoom = -5
        let bounds = try solve(Scene(size: Self.sizes[0], camera: camera)).mercatorBounds
        #expect(bounds.width > 2.9)
    }

    private static let pin = Rect(minX: -10, minY: -36, maxX: 10, maxY: 2)

    private func visible(_ scene: Scene, in viewport: Viewport) -> Int {
        let output = Rect(x: 0, y: 0, width: viewport.size.width, height: viewport.size.height).inset(by: -1e-6)
        return scene.annotations.filter {
            output.union(Self.pin.offset(by: viewport.point(for: $0.coordinate))) == output
        }.count
    }

    @Test("a fit to content all over the world fills the image, and says when something is cut off", arguments: sizes)
    func content(size: Size) throws {
        var scene = Scene(size: size)
        scene.annotations = [(-122.0, 37.0), (151.0, -33.0), (18.0, 59.0)].map {
            Annotation(at: Coordinate(latitude: $0.1, longitude: $0.0))
        }
        let diagnostics = DiagnosticSink()
        let viewport = try #require(
            scene.viewport(extent: { _ in Self.pin }, SceneReporter(diagnostics: diagnostics)))
        let bounds = viewport.mercatorBounds
        #expect(bounds.width <= 1 + 1e-9)
        #expect(bounds.minY >= -1e-9 && bounds.maxY <= 1 + 1e-9)
        let isWhole = visible(scene, in: viewport) == 3
        #expect(isWhole == diagnostics.all.isEmpty)
        #expect(isWhole == (size.width > 500))
        #expect(visible(scene, in: viewport) > 0)
    }

    @Test("a fit near the edge of the world shows nothing beyond it", arguments: [83.0, -83]) func edge(
        latitude: Double
    ) throws {
        var scene = Scene(size: Size(width: 400, height: 400))
        scene.annotations = [(-100.0, latitude), (100, latitude / 2)].map {
            Annotation(at: Coordinate(latitude: $0.1, longitude: $0.0))
        }
        let bounds = try solve(scene).mercatorBounds
        #expect(bounds.minY >= -1e-9 && bounds.maxY <= 1 + 1e-9)
    }

    @Test("the warning names a smallest zoom that shows all") func hint() throws {
        var scene = Scene(size: Size(width: 100, height: 300))
        scene.annotations = [(-122.0, 37.0), (151.0, -33.0), (18.0, 59.0)].map {
            Annotation(at: Coordinate(latitude: $0.1, longitude: $0.0))
        }
        let diagnostics = DiagnosticSink()
        _ = scene.viewport(extent: { _ in Self.pin }, SceneReporter(diagnostics: diagnostics))
        let hint = try #require(diagnostics.all.first?.hint)
        let zoom = try #require(hint.split(separator: " ").lazy.compactMap { Double($0) }.first)
        scene.camera.minZoom = zoom
        let wide = try #require(
            scene.viewport(extent: { _ in Self.pin }, SceneReporter(diagnostics: DiagnosticSink())))
        #expect(visible(scene, in: wide) == 3)
    }

    @Test("an image without room for all content shows most of it") func most() throws {
        var scene = Scene(size: Size(width: 100, height: 300))
        scene.annotations = [(2.0, 48.0), (13.0, 52.0), (18.0, 59.0), (24.0, 60.0), (175.0, -40.0)].map {
            Annotation(at: Coordinate(latitude: $0.1, longitude: $0.0))
        }
        scene.annotations.append(Annotation(at: Coordinate(latitude: 40, longitude: -120)))
        let viewport = try solve(scene, extent: Self.pin)
        #expect(visible(scene, in: viewport) == 4)
    }

    @Test("the world fills a rotated image, too", arguments: [30.0, 45, 110]) func rotated(bearing: Double) throws {
        var camera = Camera(Self.framings[0])
        camera.bearing = bearing
        let viewport = try solve(Scene(size: Size(width: 300, height: 100), camera: camera))
        #expect(viewport.mercatorBounds.width <= 1 + 1e-9)
    }
}
