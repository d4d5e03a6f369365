// SPDX-License-Identifier: MIT
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Names beside the scene's lines") struct LineBesideNameTests {
    private let blue: UInt32 = 0xFF00_00FF

    /// Names of places, with a line through them.
    private func map(_ layout: String, level: String = "aboveRoads") throws -> MapSnapshot {
        try Maps.render(
            """
            {"version": 1, "size": [200, 120], "attribution": "none", "camera": {"center": [0, 0], "zoom": 3},
             "basemap": {"style": {"version": 8, "sources": {"p": {"type": "geojson",
               "data": {"type": "Point", "coordinates": [0, 0]}}}, "layers": [
               {"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}},
               {"id": "names", "type": "symbol", "source": "p", "layout": {"text-field": "Helsinki", "text-size": 24\(layout)}}]}},
             "overlays": [{"type": "polyline", "coordinates": [[-40, 0], [40, 0]], "strokeColor": "#0000ff",
               "lineWidth": 4, "lineCap": "butt", "level": "\(level)"}]}
            """)
    }

    /// The pixels of the line's middle that a name covers.
    private func covered(_ map: MapSnapshot) throws -> Int {
        let bitmap = try map.bitmap()
        return (0..<bitmap.width).count { bitmap.pixel($0, bitmap.height / 2) != blue }
    }

    @Test(
        "a name makes way for a line",
        arguments: [
            "", #", "text-variable-anchor": ["center", "top"], "text-radial-offset": 0.5"#,
            #", "text-variable-anchor": ["left", "bottom"], "text-radial-offset": 1"#,
        ])
    func clear(layout: String) throws {
        let map = try map(layout)
        #expect(try covered(map) == 0)
        #expect(try Set(map.bitmap().pixels).count > 10, "the name is drawn")
    }

    @Test("a name that would have to go too far stays where it is") func stays() throws {
        #expect(try covered(map(#", "text-allow-overlap": true, "text-rotate": 90"#)) > 0)
    }

    @Test("a line across 180 degrees keeps names free at the edges of the world alone") func antimeridian() throws {
        func map(_ line: String) throws -> Bitmap {
            try Maps.render(
                """
                {"version": 1, "size": [512, 120], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
                 "basemap": {"style": {"version": 8, "sources": {"p": {"type": "geojson",
                   "data": {"type": "Point", "coordinates": [0, 0]}}}, "layers": [
                   {"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}},
                   {"id": "names", "type": "symbol", "source": "p", "layout": {"text-field": "Helsinki", "text-size": 24}}]}},
                 "overlays": [{"type": "polyline", "coordinates": \(line), "strokeColor": "#0000ff", "lineWidth": 4}]}
                """
            ).bitmap()
        }
        func middle(_ bitmap: Bitmap) -> [UInt32] {
            (0..<bitmap.height).flatMap { row in (100..<412).map { bitmap.pixel($0, row) } }
        }
        let (across, away) = (try map("[[170, 0], [-170, 0]]"), try map("[[170, 80], [175, 80]]"))
        #expect(middle(across) == middle(away))
        #expect(across.pixel(2, 60) == blue && across.pixel(509, 60) == blue)
    }

    @Test("a line above the names covers them") func above() throws {
        #expect(try covered(map("", level: "aboveLabels")) == 0)
    }
}

@Suite("The field of view") struct FieldOfViewTests {
    @Test(
        "changes nothing on a flat map from straight above, which is told",
        arguments: [("", true), (#", "pitch": 30"#, false), (#", "roll": 5"#, false)])
    func note(camera: String, isIdle: Bool) throws {
        let map = try Maps.render(
            """
            {"version": 1, "size": [40, 40], "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "camera": {"center": [0, 0], "zoom": 3, "verticalFieldOfView": 20\(camera)}}
            """)
        #expect(map.warnings.map(\.path) == (isIdle ? ["camera.verticalFieldOfView"] : []))
    }
}

@Suite("Gradients along lines") struct GradientTests {
    @Test("end in their last color, which a round cap does not bring further in") func cap() throws {
        // A line of 120 pixels through the middle, whose last 4 turn from red to blue.
        let bitmap = try Maps.render(
            """
            {"version": 1, "size": [200, 60], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "overlays": [{"type": "polyline", "coordinates": [[-42.1875, 0], [42.1875, 0]], "lineWidth": 24,
               "lineCap": "round", "gradient": {"colors": ["#ff0000", "#ff0000", "#0000ff"], "locations": [0, 0.9667, 1]}}]}
            """
        ).bitmap()
        // The line ends at 160.
        for x in [30, 100, 140, 150, 154] { #expect(bitmap.pixel(x, 30) == 0xFFFF_0000, "\(x)") }
        #expect(bitmap.pixel(168, 30) & 0xFFFF < 0x40FF && bitmap.pixel(168, 30) & 0xFF > 0xC0)
    }
}

@Suite("Round corners") struct RoundCornerTests {
    private let black: UInt32 = 0xFF00_0000

    /// A black square in tiles that end at zoom 2.
    private func bitmap(zoom: Double, corners: String?, center: String = "[10, 10]") throws -> Bitmap {
        let metadata = corners.map { #""metadata": {"corners": "\#($0)"}, "# } ?? ""
        return try Maps.render(
            """
            {"version": 1, "size": [100, 100], "attribution": "none", "camera": {"center": \(center), "zoom": \(zoom)},
             "basemap": {"style": {"version": 8, "sources": {"p": {"type": "geojson", "maxzoom": 2, "data": {"type": "Polygon",
               "coordinates": [[[10, 10], [10.4, 10], [10.4, 10.4], [10, 10.4], [10, 10]]]}}}, "layers": [
               {"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}},
               {"id": "area", "type": "fill", \(metadata)"source": "p"}]}}}
            """
        ).bitmap()
    }

    @Test("are drawn where tiles are much enlarged, and where the style asks for them") func corner() throws {
        let (square, round) = (try bitmap(zoom: 9, corners: nil), try bitmap(zoom: 9, corners: "round"))
        #expect(square.pixel(60, 35) == black)
        #expect(round.pixel(60, 35) == 0xFFFF_FFFF)
        #expect(round.pixel(99, 0) == black)
        #expect(try bitmap(zoom: 9, corners: "square").pixels == square.pixels)
        #expect(try bitmap(zoom: 3, corners: "round").pixels == bitmap(zoom: 3, corners: nil).pixels)
    }

    @Test("leave the edges between tiles as they are") func seams() throws {
        // 22.5 degrees is an edge between tiles of zoom 4; the area goes on behind it.
        func bitmap(_ corners: String) throws -> Bitmap {
            try Maps.render(
                """
                {"version": 1, "size": [200, 100], "attribution": "none", "camera": {"center": [22.5, 10], "zoom": 9},
                 "basemap": {"style": {"version": 8, "sources": {"p": {"type": "geojson", "maxzoom": 4, "data":
                   {"type": "Polygon", "coordinates": [[[20, 10], [25, 10], [25, 12], [20, 12], [20, 10]]]}}}, "layers": [
                   {"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}},
                   {"id": "area", "type": "fill", "metadata": {"corners": "\(corners)"}, "source": "p"}]}}}
                """
            ).bitmap()
        }
        #expect(try bitmap("round").pixels == bitmap("square").pixels)
    }

    @Test(
        "of a coast that was drawn on a grid are round at its own zoom, those of basins and piers are not",
        arguments: [
            // Squares with cut corners; a basin; a pier.
            ("[[10, 12], [10, 18], [12, 20], [18, 20], [20, 18], [20, 12], [18, 10], [12, 10], [10, 12]]", true),
            ("[[10, 10], [20, 10], [20, 20], [10, 20], [10, 10]]", false),
            ("[[10, 10], [20, 10], [20, 14], [16, 14], [16, 20], [10, 20], [10, 10]]", false),
        ])
    func grid(ring: String, isRound: Bool) throws {
        func bitmap(_ corners: String) throws -> Bitmap {
            try Maps.render(
                """
                {"version": 1, "size": [200, 200], "attribution": "none", "camera": {"center": [15, 15], "zoom": 3},
                 "basemap": {"style": {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "Polygon",
                   "coordinates": [\(ring)]}}}, "layers": [
                   {"id": "area", "type": "fill", "metadata": {"corners": "\(corners)"}, "source": "p"}]}}}
                """
            ).bitmap()
        }
        #expect(try (bitmap("round").pixels != bitmap("square").pixels) == isRound)
    }
}
