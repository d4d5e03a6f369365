// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapScene
import TestSupport
import Testing

@Suite("The region that a view reports") struct RegionTests {
    private func solve(_ scene: Scene, _ projection: MapProjection) throws -> Viewport {
        try #require(
            scene.viewport(
                extent: { _ in .null }, projection: projection, SceneReporter(diagnostics: DiagnosticSink())))
    }

    private static let cameras: [(Camera, MapProjection)] = {
        let beijing = Coordinate(latitude: 39.9, longitude: 116.4)
        var cameras: [(Camera, MapProjection)] = []
        for zoom in [2.5, 6, 11, 11.6, 15] {
            for bearing in [0.0, 30, 45, 90, 200] {
                // Near the horizon of a map of the world, spans end at the world's edge.
                for pitch in [0.0, 25, 50, 70] where zoom > 3 || pitch < 70 {
                    for insets in [EdgeInsets(), EdgeInsets(top: 20, left: 10, bottom: 150, right: 40)] {
                        let camera = Camera(
                            .center(beijing, zoom: zoom), bearing: bearing, contentInsets: insets,
                            tilt: Tilt(pitch: pitch, roll: pitch == 25 ? 20 : 0))
                        cameras += [(camera, .mercator), (camera, .globe)]
                    }
                }
            }
        }
        return cameras
    }()

    @Test("it leads to the same view when it is framed again", arguments: cameras)
    func framedAgain(camera: Camera, projection: MapProjection) throws {
        let view = try solve(Scene(size: Size(width: 600, height: 400), camera: camera), projection)
        var again = camera
        again.framing = .region(center: view.region.center, span: view.region.span)
        let second = try solve(Scene(size: Size(width: 600, height: 400), camera: again), projection)
        #expect(abs(second.zoom - view.zoom) < 0.01)
        #expect(second.point(for: view.center).distance(to: view.focus) < 0.01)
    }

    @Test("it lies within the insets") func insets() throws {
        var scene = Scene(size: Size(width: 600, height: 400))
        scene.camera = .center(Coordinate(latitude: 60, longitude: 25), zoom: 12)
        let whole = try solve(scene, .mercator).region
        scene.camera.contentInsets.bottom = 200
        let half = try solve(scene, .mercator).region
        #expect(abs(half.span.latitudeDelta / whole.span.latitudeDelta - 0.5) < 0.001)
        #expect(half.span.longitudeDelta == whole.span.longitudeDelta)
    }

    @Test("a fit that kept away from the edges has the region of the whole image") func fitted() throws {
        var scene = Scene(size: Size(width: 600, height: 400))
        scene.annotations = [(24.9, 60.1), (25.1, 60.2)].map {
            Annotation(at: Coordinate(latitude: $0.1, longitude: $0.0))
        }
        let view = try solve(scene, .mercator)
        scene.camera = .region(center: view.region.center, span: view.region.span)
        #expect(abs(try solve(scene, .mercator).zoom - view.zoom) < 1e-6)
    }
}
