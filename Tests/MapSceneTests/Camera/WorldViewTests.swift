// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapPlane
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

    @Test("the world fills the picture and is not repeated", arguments: sizes, framings)
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

    @Test("a fit to content all over the world fills the picture where that cuts nothing off") func content() throws {
        let positions = [(-122.0, 37.0), (151.0, -33.0), (18.0, 59.0)]
        for size in Self.sizes {
            var scene = Scene(size: size)
            scene.annotations = positions.map { Annotation(at: Coordinate(latitude: $0.1, longitude: $0.0)) }
            let pin = Rect(minX: -10, minY: -36, maxX: 10, maxY: 2)
            let viewport = try solve(scene, extent: pin)
            let output = Rect(x: 0, y: 0, width: size.width, height: size.height)
            for annotation in scene.annotations {
                let frame = pin.offset(by: viewport.point(for: annotation.coordinate))
                #expect(output.union(frame) == output)
            }
            // In 300 × 100 points there is no room for the heads of all pins at the zoom that fills it.
            #expect(viewport.mercatorBounds.width < 2)
            if size.width < 700, size.width > 500 { #expect(viewport.mercatorBounds.width <= 1 + 1e-9) }
        }
    }
}
