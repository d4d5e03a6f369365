// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import Testing

@Suite("Views that code gives to annotations") struct AnnotationViewTests {
    private func scene(_ annotations: [Annotation]) -> Scene {
        let style = """
            {"version": 1, "basemap": {"style": {"version": 8, "sources": {}, "layers": [
              {"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}}]}}}
            """
        var scene = (try? SceneDocument(text: Array(style.utf8), file: "style").scene) ?? Scene()
        scene.size = Size(width: 100, height: 60)
        scene.scale = 2
        scene.camera = .center(Coordinate(latitude: 0, longitude: 0), zoom: 3)
        scene.annotations = annotations
        return scene
    }

    private func renderer(
        _ view: @escaping @Sendable (Annotation) -> Annotation.View?
    ) -> MapRenderer {
        var renderer = Maps.shared
        renderer.viewForAnnotation = view
        return renderer
    }

    private let middle = Coordinate(latitude: 0, longitude: 0)

    @Test("a drawing stands with its middle on the coordinate, at the image's scale") func drawing() throws {
        let renderer = renderer { _ in
            .image(
                .drawing(size: Size(width: 20, height: 10)) { canvas in
                    canvas.fill(.rectangle(Rect(x: 0, y: 0, width: 20, height: 10)), with: Color(rgb: 0x0000FF))
                    canvas.stroke(.circle(center: Point(10, 5), radius: 3), with: .white)
                    canvas.text("7", at: Point(10, 5), size: 5, color: .white)
                })
        }
        let map = try renderer.render(scene([.pin("a", at: middle)]))
        let bitmap = try map.bitmap()
        #expect(bitmap.pixel(100 - 18, 60) == 0xFF00_00FF)
        #expect(bitmap.pixel(100 - 21, 60) == 0xFFFF_FFFF)
        #expect(bitmap.pixel(100, 60 - 9) == 0xFF00_00FF)
        #expect(bitmap.pixel(100, 60 - 11) == 0xFFFF_FFFF)
        #expect(bitmap.count(of: 0xFF00_00FF) > 400)
        #expect(map.hit(at: Point(50, 30)).target == "annotation/0")
    }

    @Test("a drawing stays vector in SVG and PDF, and only the images in it are images") func vector() throws {
        let photo = ImageAsset.data(try encodePNG(.plain(0xFFFF_0000, side: 20)), scale: 2)
        for (hasPhoto, images) in [(false, 0), (true, 1)] {
            let renderer = renderer { _ in
                .image(
                    .drawing(size: Size(width: 24, height: 24)) { canvas in
                        canvas.fill(.circle(center: Point(12, 12), radius: 11), with: .systemGreen)
                        if hasPhoto { canvas.image(photo, in: Rect(x: 4, y: 4, width: 16, height: 16)) }
                        canvas.text("H", at: Point(12, 12), size: 14, color: .white)
                    })
            }
            let scene = scene([.pin("a", at: middle), .pin("b", at: Coordinate(latitude: 2, longitude: 2))])
            let svg = String(decoding: try renderer.render(scene, as: .svg).bytes, as: UTF8.self)
            #expect(svg.components(separatedBy: "<image ").count == images + 1)
            #expect(svg.contains("fill=\"#34c759\""))
            // Both annotations refer to the one drawing.
            #expect(svg.components(separatedBy: "<use xlink:href=\"#s1\"").count == 3)
            let pdf = String(decoding: try renderer.render(scene, as: .pdf).bytes, as: Unicode.ASCII.self)
            #expect(pdf.contains("/Subtype /Image") == hasPhoto)
        }
    }

    @Test("nil keeps the look of the scene") func none() throws {
        let annotations = [Annotation.pin("a", at: middle, tint: .systemGreen)]
        let plain = try Maps.shared.render(scene(annotations)).bytes
        #expect(try renderer { _ in nil }.render(scene(annotations)).bytes == plain)
        #expect(
            try renderer { _ in .image(.drawing(size: Size(width: 4, height: 4)) { _ in }) }
                .render(scene(annotations)).bytes != plain)
    }

    @Test("an encoded image may be a view, with its pixels a point") func image() throws {
        let red = try encodePNG(.plain(0xFFFF_0000, side: 20))
        let bitmap = try renderer { _ in .image(.data(red, scale: 2)) }
            .render(scene([.pin("a", at: middle)])).bitmap()
        #expect(bitmap.count(of: 0xFFFF_0000) == 400)
    }

    @Test("a view that cannot be drawn is told, and the scene's own look is drawn") func broken() throws {
        let annotations = [Annotation.pin("a", at: middle)]
        let plain = try Maps.shared.render(scene(annotations)).bytes
        for view in [
            ImageAsset.data([1, 2, 3]), .data([], scale: 0),
            .drawing(size: Size(width: .infinity, height: 4)) { _ in },
            .drawing(size: Size(width: 0, height: 4)) { _ in },
        ] {
            let map = try renderer { _ in .image(view) }.render(scene(annotations))
            #expect(
                map.warningTexts.contains {
                    $0.contains("annotations[0]") && $0.contains("the scene's own view is drawn instead")
                })
            #expect(map.bytes == plain)
        }
    }

    @Test("a fitting camera counts the view's size") func fits() throws {
        var scene = scene([.pin("a", at: middle), .pin("b", at: Coordinate(latitude: 0, longitude: 1))])
        scene.camera = .fit(padding: 0)
        let map = try renderer { _ in .image(.drawing(size: Size(width: 40, height: 40)) { _ in }) }.render(scene)
        let distance = map.point(for: scene.annotations[1].coordinate).x - map.point(for: middle).x
        #expect(abs(distance - 60) < 0.1)
    }

    @Test("one renderer draws from many tasks at once, each the same image") func tasks() async throws {
        let renderer = renderer { _ in
            .image(
                .drawing(size: Size(width: 20, height: 20)) { canvas in
                    canvas.text("8", at: Point(10, 10), size: 12, color: .black)
                })
        }
        let scene = scene([.pin("a", at: middle), .marker("b", at: Coordinate(latitude: 2, longitude: 2))])
        let outputs = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<6 { group.addTask { try await renderer.render(scene).bytes } }
            return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
        }
        #expect(Set(outputs).count == 1)
    }
}
