// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapScene
import Testing

@Suite("Margins of fits") struct ContentFitTests {
    private func annotation(_ longitude: Double, _ latitude: Double) -> Annotation {
        Annotation(at: Coordinate(latitude: latitude, longitude: longitude))
    }

    private func viewport(_ scene: Scene, covered: [Rect] = []) throws -> Viewport {
        try #require(
            scene.viewport(
                extent: { _ in .null }, covered: { _ in covered }, SceneReporter(diagnostics: DiagnosticSink())))
    }

    private func points(_ scene: Scene, covered: [Rect] = []) throws -> [Point] {
        let viewport = try viewport(scene, covered: covered)
        return scene.annotations.map { viewport.point(for: $0.coordinate) }
    }

    private var scene: Scene {
        var scene = Scene(size: Size(width: 300, height: 200))
        scene.annotations = [annotation(10, 50), annotation(12, 50.5), annotation(11, 51), annotation(12, 49.8)]
        return scene
    }

    @Test("content stays off the edges, unless the padding says how far") func edges() throws {
        let room = Rect(x: 0, y: 0, width: 300, height: 200).inset(by: 6)
        #expect(try points(scene).allSatisfy(room.contains))
        var tight = scene
        tight.camera.padding = Padding()
        let ys = try points(tight).map(\.y)
        #expect(try #require(ys.min()) < 1e-6 && #require(ys.max()) > 200 - 1e-6)
    }

    @Test("content stays off what is covered") func covered() throws {
        let attribution = Rect(x: 150, y: 160, width: 150, height: 40)
        #expect(try points(scene, covered: [attribution]).allSatisfy { !attribution.contains($0) })
    }

    @Test("where two boxes leave too little beside both, content goes to another side of one") func twoCovered() throws
    {
        // Below the upper box and beside the lower one, 134 x 114 of 300 x 200 points are left: under half of the width.
        // Right of both, the points would be 114 wide.
        let boxes = [Rect(x: 0, y: 0, width: 170, height: 70), Rect(x: 0, y: 120, width: 150, height: 80)]
        let points = try points(scene, covered: boxes)
        #expect(points.allSatisfy { point in !boxes.contains { $0.contains(point) } })
        let xs = points.map(\.x)
        #expect(try #require(xs.max()) - #require(xs.min()) > 118)
    }

    @Test("a fit that is cancelled looks for no other side") func cancelled() throws {
        let boxes = [Rect(x: 0, y: 0, width: 170, height: 70), Rect(x: 0, y: 120, width: 150, height: 80)]
        let cancellation = WorkCancellation()
        var views = 0
        let asked = { (_: Viewport) in
            cancellation.cancel()
            views += 1
            return boxes
        }
        _ = WorkContext.run(changing: { $0.cancellation = cancellation }) {
            scene.viewport(extent: { _ in .null }, covered: asked, SceneReporter(diagnostics: DiagnosticSink()))
        }
        // Once more where other sides begin.
        #expect(views == 2)
    }

    @Test("maps of raster tiles take whole zooms") func snapped() throws {
        var snapped = scene
        snapped.camera.snapZoom = true
        let (free, whole) = (try viewport(scene), try viewport(snapped))
        #expect(whole.zoom == free.zoom.rounded(.down))
        #expect(try points(snapped).allSatisfy(Rect(x: 0, y: 0, width: 300, height: 200).contains))
    }

    @Test("the world fills the output where no content is lost by that") func world() throws {
        var world = Scene(size: Size(width: 600, height: 300))
        // All around the Earth, so that the fit is not cut at a wide gap.
        world.annotations = stride(from: -170.0, through: 170, by: 20).map { annotation($0, 10) }
        #expect(try viewport(world).zoom >= 0.228)
        #expect(try points(world).allSatisfy(Rect(x: 0, y: 0, width: 600, height: 300).contains))
        world.camera.minZoom = -2
        #expect(try viewport(world).zoom < 0.228)
    }
}
