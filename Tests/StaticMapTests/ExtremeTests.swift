// SPDX-License-Identifier: MIT
import StaticMap
import TestSupport
import Testing

@Suite("Extremes") struct ExtremeTests {
    private func draw(
        size: (Double, Double) = (64, 64), scale: Double = 1, center: (Double, Double) = (24.944, 60.171),
        zoom: Double = 14, bearing: Double = 0, attribution: Bool = false
    ) throws(RenderError) -> MapSnapshot {
        var scene = Scene(size: Size(width: size.0, height: size.1), scale: scale)
        scene.camera = Camera(
            .center(Coordinate(latitude: center.1, longitude: center.0), zoom: zoom), bearing: bearing)
        scene.attribution = attribution ? .automatic : .hidden
        scene.annotations = [Annotation(at: Coordinate(latitude: center.1, longitude: center.0), title: "Here")]
        return try Maps.shared.render(scene)
    }

    @Test(
        "sizes that cannot be are refused in words",
        arguments: [
            (32_767.0, 32_767.0, 8.0), (32_768, 10, 1), (10, 40_000, 1), (0, 10, 1), (10, 0.5, 1), (-5, 5, 1),
            (.nan, 10, 1), (.infinity, 10, 1), (100, 100, 17), (100, 100, 0), (100, 100, .nan),
        ])
    func refused(width: Double, height: Double, scale: Double) throws {
        do {
            _ = try draw(size: (width, height), scale: scale)
            Issue.record("it was drawn")
        } catch {
            #expect(error.diagnostics.contains { $0.severity == .error })
        }
    }

    @Test("tiny images are drawn", arguments: [(1.0, 1.0, 1.0), (1, 100, 1), (100, 1, 1), (2, 2, 0.5), (1, 1, 8)])
    func tiny(width: Double, height: Double, scale: Double) throws {
        let rendered = try draw(size: (width, height), scale: scale, attribution: true)
        #expect(rendered.width == Int(width * scale))
        #expect(rendered.height == Int(height * scale))
    }

    @Test("places that just fit beside each other are fitted into a narrow image") func narrowFit() throws {
        let json = #"""
            {"version": 1, "size": [28, 181], "annotations": [{"coordinate": [25.02063, 60.20492]}, {"coordinate": [360, 90]},
             {"coordinate": [89.209, 22]}]}
            """#
        #expect(try Maps.render(json).width == 28)
    }

    @Test("an image may be as long as cairo allows")
    func long() throws {
        #expect(try draw(size: (32_767, 3)).width == 32_767)
    }

    @Test("all zooms are drawn", arguments: [-5.0, -4.99, -1, 0, 0.001, 5.9999999, 6, 13.999, 18, 22, 23.99, 24])
    func zooms(zoom: Double) throws {
        let rendered = try draw(size: (300, 200), zoom: zoom)
        #expect(rendered.viewport.zoom == zoom)
        #expect(try rendered.bitmap().colorCount > 1)
    }

    @Test("all bearings are drawn", arguments: [0.0, 45, 90, 179.999, 180, 270, -30, 1e9, 359.9999999999])
    func bearings(bearing: Double) throws {
        #expect(try draw(size: (200, 100), bearing: bearing).bitmap().colorCount > 10)
    }

    @Test(
        "the ends of the world are drawn",
        arguments: [
            (0.0, 90.0), (0, -90), (180, 0), (-180, 0), (180, 85.06), (-180, -85.06), (360, 10), (179.9999, -16),
        ])
    func ends(longitude: Double, latitude: Double) throws {
        for zoom in [0, 3.5, 11, 24] {
            for bearing in [0.0, 77] {
                _ = try draw(size: (120, 90), center: (longitude, latitude), zoom: zoom, bearing: bearing)
            }
        }
    }

    @Test("across the antimeridian the land of both sides is drawn")
    func antimeridian() throws {
        let style = """
            {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "MultiPoint",
              "coordinates": [[179, 0], [-179, 0]]}}}, "layers": [{"id": "p", "type": "circle", "source": "p",
              "paint": {"circle-color": "#000", "circle-radius": 2}}]}
            """
        for center in [180, -180, 179.5] {
            let json = """
                {"version": 1, "size": [512, 64], "attribution": "none", "basemap": {"style": \(style)},
                 "camera": {"center": [\(center), 0], "zoom": 5}}
                """
            let bitmap = try Maps.render(json).bitmap()
            let row = (0..<512).filter { bitmap.pixel($0, 32) == 0xFF00_0000 }
            let gaps = zip(row, row.dropFirst()).count { $1 - $0 > 1 }
            #expect(gaps == 1, "center \(center)")
        }
    }
}
