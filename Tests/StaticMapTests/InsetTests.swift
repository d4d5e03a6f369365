// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import StaticMap
import TestSupport
import Testing

@Suite("An inset") struct InsetTests {
    private static func scene(_ inset: String, camera: String = #"{"center": [24.945, 60.172], "zoom": 13}"#) -> String
    {
        """
        {"version": 1, "size": [300, 200], "camera": \(camera),
         "basemap": {"style": {"version": 8, "sources": {}, "layers": [
           {"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}}]}},
         "attribution": "none", "decorations": [\(inset)]}
        """
    }

    private func layout(_ json: String) throws -> (Drawing, [Diagnostic]) {
        let map = try Maps.shared.layout(SceneDocument(text: Array(json.utf8)))
        return (map.drawing, map.warnings)
    }

    /// The bounds of the extent in an inset, in pixels.
    private func extent(_ drawing: Drawing) throws -> Rect? {
        let item = try #require(drawing.items.first { $0.id.hasPrefix("decoration/") })
        guard case .group(let all) = item.mark else { return nil }
        for case .group(let map) in all.marks where map.clip != nil {
            guard case .stroke(let path, _, _)? = map.marks.last else { return nil }
            return path.bounds
        }
        return nil
    }

    @Test("shows the extent of the map, in the middle and as many zooms away as asked") func extent() throws {
        let (drawing, _) = try layout(
            Self.scene(#"{"type": "inset", "size": [120, 90], "zoomOut": 3, "origin": [10, 20]}"#))
        let box = try #require(try extent(drawing))
        #expect(abs(box.width - 300 / 8) < 0.01 && abs(box.height - 200 / 8) < 0.01)
        #expect(abs(box.center.x - 70) < 0.01 && abs(box.center.y - 65) < 0.01)
    }

    @Test(
        "shows a small extent with a side that can be seen, across the antimeridian and on a globe",
        arguments: [
            (#"{"type": "inset", "zoomOut": 12}"#, 0.0), (#"{"type": "inset", "zoomOut": 3}"#, 179.9999),
            (
                #"{"type": "inset", "basemap": {"projection": "globe"}, "camera": {"center": [10, 50], "zoom": -1}}"#,
                20.0
            ),
        ])
    func smallExtent(inset: String, longitude: Double) throws {
        let camera = #"{"center": [\#(longitude), 60], "zoom": 13}"#
        let box = try #require(try extent(layout(Self.scene(inset, camera: camera)).0))
        #expect(box.width >= 5 && box.width < 40 && box.height >= 5 && box.height < 30)
    }

    @Test(
        "shows all of an extent around a pole, without an edge along the meridian at which it is cut",
        arguments: [
            ("{}", #"{"center": [0, 90], "zoom": -2}"#, [(70, 65), (70, 50), (60, 65)]),
            (#"{"projection": "mercator"}"#, #"{"center": [0, 0], "zoom": -2}"#, [(80, 29), (40, 29)]),
        ])
    func polarExtent(basemap: String, camera: String, pixels: [(x: Int, y: Int)]) throws {
        let inset =
            #"{"type": "inset", "size": [120, 90], "origin": [10, 20], "basemap": \#(basemap), "camera": \#(camera)}"#
        let scene = Self.scene(inset, camera: #"{"center": [0, 90], "zoom": 0}"#)
            .replacing(#""basemap": {"style""#, with: #""basemap": {"projection": "polarNorth", "style""#)
        let bitmap = try Maps.render(scene).bitmap()
        for (x, y) in pixels {
            // The edge has less green.
            let green = bitmap.pixels[y * 300 + x] >> 8 & 0xFF
            #expect(green > 0xD0 && green < 0xF8, "\(x), \(y)")
        }
    }

    @Test("is hit as a whole") func hit() throws {
        let json = Self.scene(#"{"type": "inset", "id": "where", "size": [100, 80], "origin": [10, 10]}"#)
        let map = try Maps.shared.hitMap(of: SceneDocument(text: Array(json.utf8)))
        #expect(map.hit(at: Point(60, 50)).target?.rawValue == "decoration/where")
        #expect(map.hit(at: Point(200, 150)).target?.rawValue != "decoration/where")
    }

    @Test("is credited with the map") func credit() throws {
        let other = #"""
            {"type": "inset", "basemap": {"style": {"version": 8, "sources": {"a": {"type": "geojson", "attribution": "© Inset",
             "data": {"type": "Point", "coordinates": [24.9, 60.1]}}},
             "layers": [{"id": "dots", "type": "circle", "source": "a"}]}}}
            """#
        let json = Self.scene(other).replacing(#""attribution": "none","#, with: "")
        #expect(try Maps.render(json).attribution == "© Inset")
    }

    @Test("has mistakes of its own, at its place in the scene") func mistakes() throws {
        let unknown = Maps.failure(Self.scene(#"{"type": "inset", "basemap": "no-such-style"}"#))
        #expect(unknown?.diagnostics.first?.path.hasPrefix("decorations[0]") == true)
        let fit = Maps.failure(Self.scene(#"{"type": "inset", "camera": {"fit": "all"}}"#))
        #expect(fit?.diagnostics.map(\.path) == ["decorations[0].camera"])
    }

    @Test("has the scene's style with changes of its own, after those of the scene") func changes() throws {
        func color(_ basemap: String) throws -> UInt32 {
            let inset =
                #"{"type": "inset", "size": [40, 40], "origin": [10, 10], "extent": false, "basemap": \#(basemap)}"#
            let scene = Self.scene(inset).replacing(
                #""basemap": {"style""#,
                with: ##""basemap": {"setPaint": {"ground": {"background-color": "#f88"}}, "style""##)
            return try Maps.render(scene).bitmap().pixels[30 * 300 + 30]
        }
        #expect(try color("{}") == 0xFFFF_8888)
        #expect(try color(##"{"setPaint": {"ground": {"background-color": "#00f"}}}"##) == 0xFF00_00FF)
        #expect(try color(#"{"hide": ["*"]}"#) != 0xFFFF_8888)
        #expect(try color(#"{"recolor": {"invertBrightness": true}}"#) != 0xFFFF_8888)
    }

    @Test("is in every format", arguments: [OutputFormat.png, .svg, .pdf])
    func formats(format: OutputFormat) throws {
        let json = Self.scene(#"{"type": "inset"}"#)
        let with = try Maps.shared.render(SceneDocument(text: Array(json.utf8)), as: [format])[0].bytes
        let without = try Maps.shared.render(
            SceneDocument(text: Array(Self.scene("").utf8)), as: [format])[0].bytes
        #expect(with.count > without.count)
    }
}
