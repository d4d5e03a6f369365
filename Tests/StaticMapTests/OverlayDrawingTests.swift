// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import Testing

@Suite("Overlays that code draws") struct OverlayDrawingTests {
    private let middle = Coordinate(latitude: 0, longitude: 0)

    /// 100 x 60 points at zoom 3 on white: a degree of longitude is 512 · 8 / 360 points wide.
    private func scene(_ overlays: [Overlay], zoom: Double = 3, scale: Double = 2) throws -> Scene {
        let style = """
            {"version": 1, "basemap": {"style": {"version": 8, "sources": {}, "layers": [
              {"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}}]}}}
            """
        var scene = try SceneDocument(text: Array(style.utf8), file: "style").scene
        scene.size = Size(width: 100, height: 60)
        scene.scale = scale
        scene.camera = .center(middle, zoom: zoom)
        scene.overlays = overlays
        return scene
    }

    private func square(_ color: Color, side: Double = 10) -> OverlayDrawing {
        let middle = middle
        return OverlayDrawing { canvas, map in
            let p = map.point(for: middle)
            let corner = Point(p.x - side / 2, p.y - side / 2)
            canvas.fill(.rectangle(Rect(x: corner.x, y: corner.y, width: side, height: side)), with: color)
        }
    }

    @Test("a drawing lies where its coordinates are, at the map's scale") func position() throws {
        let image = try Maps.shared.render(scene([Overlay(.drawing(square(Color(rgb: 0x0000FF))))])).bitmap()
        #expect(image.count(of: 0xFF00_00FF) == 20 * 20)
        #expect(image.pixel(90, 50) == 0xFF00_00FF)
        #expect(image.pixel(89, 50) == 0xFFFF_FFFF)
    }

    @Test("paths stay paths and texts stay texts in SVG and PDF") func vector() throws {
        let middle = middle
        let scene = try scene([
            Overlay.drawing(id: "range") { canvas, map in
                let p = map.point(for: middle)
                canvas.stroke(.circle(center: p, radius: 20), with: .systemRed, lineWidth: 2, lineDashPattern: [3, 4])
                canvas.text("500 m", at: Point(p.x, p.y - 10), size: 9, color: .black, rotation: 30)
            }
        ])
        let svg = String(decoding: try Maps.shared.render(scene, as: .svg).bytes, as: UTF8.self)
        let group = try #require(svg.range(of: #"<g id="overlay-range""#))
        #expect(svg[group.upperBound...].prefix { $0 != ">" }.contains(#"data-type="drawing""#))
        #expect(svg.contains("stroke-dasharray"))
        #expect(!svg.contains("<image"))
        let pdf = String(decoding: try Maps.shared.render(scene, as: .pdf).bytes, as: Unicode.ASCII.self)
        #expect(!pdf.contains("/Subtype /Image"))
    }

    @Test("it keeps its level, its order, its opacity and its targets") func order() throws {
        var below = Overlay(.drawing(square(Color(rgb: 0x0000FF), side: 20)), id: "below")
        below.alpha = 0.5
        let above = Overlay(.drawing(square(Color(rgb: 0xFF0000))), id: "above")
        let map = try Maps.shared.render(scene([below, above]))
        let image = try map.bitmap()
        #expect(image.pixel(100, 60) == 0xFFFF_0000)
        #expect([0xFF7F_7FFF, 0xFF80_80FF].contains(image.pixel(100 - 15, 60)))
        #expect(map.hit(at: Point(50, 30)).target == "overlay/above")
        #expect(map.hit(at: Point(42, 30)).target == "overlay/below")
        #expect(map.hit(at: Point(10, 10)).target == nil)
    }

    @Test("images are drawn, and those that cannot be read are reported") func images() throws {
        let red = ImageAsset.data(try encodePNG(.plain(0xFFFF_0000, side: 4)))
        let map = try Maps.shared.render(
            scene(
                [
                    Overlay.drawing { canvas, map in
                        canvas.image(red, in: Rect(x: 40, y: 20, width: 10, height: 10))
                        canvas.image("missing.png", in: Rect(x: 60, y: 20, width: 10, height: 10))
                    }
                ], scale: 1))
        #expect(try map.bitmap().pixel(45, 25) == 0xFFFF_0000)
        #expect(map.warnings.contains { $0.path == "overlays[0]" && $0.message.contains("missing.png") })
    }

    @Test("where the world is shown twice, it is drawn twice") func worlds() throws {
        let date = Coordinate(latitude: 0, longitude: 180)
        let dot = Overlay.drawing { canvas, map in
            canvas.fill(.circle(center: map.point(for: date), radius: 4), with: Color(rgb: 0x0000FF))
        }
        var scene = try scene([dot], zoom: 0, scale: 1)
        scene.size = Size(width: 600, height: 60)
        let image = try Maps.shared.render(scene).bitmap()
        #expect(image.pixel(300 - 256, 30) == 0xFF00_00FF)
        #expect(image.pixel(300 + 256, 30) == 0xFF00_00FF)
        scene.overlays = [
            Overlay.drawing { canvas, map in
                let all = Rect(x: 0, y: 0, width: map.viewport.size.width, height: 60)
                canvas.fill(.rectangle(all), with: Color(rgb: 0x0000FF).opacity(0.5))
            }
        ]
        #expect(try Maps.shared.render(scene).bitmap().colorCount == 1)
    }

    @Test("a path far larger than the map is cut, not lost") func large() throws {
        let ring = [(-60.0, -170.0), (60, -170), (60, 170), (-60, 170)].map {
            Coordinate(latitude: $0.0, longitude: $0.1 / 2)
        }
        let overlay = Overlay.drawing { canvas, map in
            let path = map.path(through: ring, isClosed: true)
            canvas.fill(path, with: Color(rgb: 0x0000FF))
            canvas.stroke(path, with: .black, lineWidth: 1)
        }
        let map = try Maps.shared.render(scene([overlay], zoom: 22))
        #expect(try map.bitmap().count(of: 0xFF00_00FF) == 200 * 120)
        #expect(map.hit(at: Point(50, 30)).target == "overlay/0")
    }

    @Test("coordinates are in the overlay's datum") func datum() throws {
        let tower = Coordinate(latitude: 39.9087, longitude: 116.3975)
        var scene = try scene([], zoom: 14)
        scene.camera = .center(CoordinateSystem.gcj02.convert(tower, to: .wgs84), zoom: 14)
        var overlay = Overlay.drawing { canvas, map in
            canvas.fill(.circle(center: map.point(for: tower), radius: 5), with: Color(rgb: 0x0000FF))
            let back = map.coordinate(at: map.point(for: tower))
            if abs(back.latitude - tower.latitude) < 1e-6, abs(back.longitude - tower.longitude) < 1e-6 {
                canvas.fill(.circle(center: Point(5, 5), radius: 3), with: Color(rgb: 0xFF0000))
            }
        }
        overlay.coordinateSystem = .gcj02
        scene.overlays = [overlay]
        let image = try Maps.shared.render(scene).bitmap()
        #expect(image.pixel(100, 60) == 0xFF00_00FF)
        #expect(image.pixel(10, 10) == 0xFFFF_0000)
        scene.overlays[0].coordinateSystem = nil
        #expect(try Maps.shared.render(scene).bitmap().pixel(100, 60) == 0xFFFF_FFFF)
    }

    @Test("a camera fits its bounds") func fit() throws {
        let box = CoordinateBox(west: 10, south: 20, east: 30, north: 25)
        var scene = try scene([Overlay.drawing(bounds: box) { _, _ in }])
        scene.camera = .fit(padding: 0)
        let map = try Maps.shared.render(scene)
        let corner = map.point(for: Coordinate(latitude: 25, longitude: 30))
        #expect(abs(corner.x - 100) < 0.1)
        #expect(abs(map.viewport.center.longitude - 20) < 1e-6)
    }

    @Test("the JSON of the scene says that it lacks the drawing") func json() throws {
        let nested = ImageAsset.drawing(size: Size(width: 8, height: 8)) { canvas in
            canvas.image(.data([1, 2, 3]), in: Rect(x: 0, y: 0, width: 8, height: 8))
        }
        var scene = try scene([Overlay.drawing(id: "own") { _, _ in }])
        scene.add(.image(nested, at: middle))
        #expect(scene.validate() == [])
        #expect(scene.jsonOmissions.map(\.path) == ["overlays[0]", "annotations[0].image"])
        #expect(scene.jsonOmissions.allSatisfy { $0.code == "scene.drawn-by-code" && $0.severity == .warning })
        let document = try SceneDocument(text: Array(scene.json.utf8), file: "a.json")
        #expect(document.diagnostics.map(\.code) == ["scene.drawn-by-code"])
        #expect(document.scene.overlays.map(\.id) == ["own"])
        #expect(document.scene.json == scene.json)
    }

    @Test("maps are the same for any number of threads") func threads() throws {
        let scene = try scene([Overlay(.drawing(square(.systemBlue)))])
        let one = try Maps.renderer(threads: 1).render(scene).bytes
        #expect(try Maps.renderer(threads: 4).render(scene).bytes == one)
    }
}
