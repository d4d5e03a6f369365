// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeo
import MapImages
import MapScene
import MapText
import StaticMap
import TestSupport
import Testing

@Suite("A page") struct PageTests {
    private static func scene(_ page: String, _ more: String = "") -> String {
        """
        {"version": 1, "page": \(page), "camera": {"center": [24.945, 60.172], "mapScale": 25000},
         "basemap": {"style": {"version": 8, "sources": {}, "layers": [
           {"id": "ground", "type": "background", "paint": {"background-color": "#88ff88"}}]}},
         "attribution": "none"\(more)}
        """
    }

    @Test("has the camera's center in the middle of the map, and the map within its frame") func frame() throws {
        let json = Self.scene(#"{"size": "A5", "title": "Title", "imprint": "Imprint", "legend": {"title": "Legend"}}"#)
        let document = try SceneDocument(text: Array(json.utf8))
        let map = try Maps.shared.hitMap(of: document)
        let geometry = try #require(document.scene.mapFrame)
        #expect(
            map.point(for: Coordinate(latitude: 60.172, longitude: 24.945)).distance(to: geometry.map.center) < 1e-6)
        let image = try decodeImage(try Maps.render(json).bytes, maxPixels: 1 << 24)
        for (index, pixel) in image.pixels.enumerated() where pixel == 0xFF88_FF88 {
            let point = Point(Double(index % image.width) + 0.5, Double(index / image.width) + 0.5)
            #expect(geometry.map.inset(by: -1).contains(point))
        }
        #expect(image.pixels.contains(0xFF88_FF88))
    }

    @Test("names degrees and minutes at its edges, and the sheets around it") func names() throws {
        let page = #"{"size": "A4", "title": "T", "sheet": "7", "neighbors": {"east": "8"}, "squares": [4, 5]}"#
        let map = try Maps.shared.layout(SceneDocument(text: Array(Self.scene(page).utf8)))
        let link = map.drawing.items.flatMap(\.targets).first { $0.href == "#sheet-8" }
        #expect(link != nil)
        let ids = Set(map.drawing.items.map(\.id))
        #expect(ids.isSuperset(of: ["page/paper", "page/frame", "page/title", "page/imprint", "page/neighbor/east"]))
    }

    @Test("with a date says where a compass points, in a line of its own") func date() throws {
        func imprint(_ page: String, _ more: String = "") throws -> DrawingItem {
            let map = try Maps.shared.layout(SceneDocument(text: Array(Self.scene(page, more).utf8)))
            return try #require(map.drawing.items.first { $0.id == "page/imprint" })
        }
        let grid = #", "overlays": [{"type": "graticule", "grid": "mgrs", "interval": 1000}]"#
        let plain = try imprint(#"{"size": "A5"}"#)
        let dated = try imprint(#"{"size": "A5", "date": "2026-11-26"}"#)
        let gridded = try imprint(#"{"size": "A5", "date": "2026-11-26"}"#, grid)
        #expect(dated.bounds.height > plain.bounds.height + 8)
        #expect(gridded.bounds.width > dated.bounds.width)
        for date in ["2024-12-31", "2030-01-01", "26.11.2026", "2026-11"] {
            #expect(Maps.failure(Self.scene(#"{"size": "A5", "date": "\#(date)"}"#)) != nil)
        }
    }

    @Test("of little width has all lines of its imprint one below the other, and its title on the paper") func narrow()
        throws
    {
        let title = "A very long title that will certainly not fit into a single line on so little paper"
        let grid = #", "overlays": [{"type": "graticule", "grid": "mgrs", "interval": 1000}]"#
        let page = #"{"size": "A6", "title": "\#(title)", "imprint": "Imprint.", "date": "2026-11-26"}"#
        let json = Self.scene(page, grid)
        let document = try SceneDocument(text: Array(json.utf8))
        let geometry = try #require(document.scene.mapFrame)
        let map = try Maps.shared.layout(document)
        func runs(_ id: String) throws -> [GlyphRun] {
            let item = try #require(map.drawing.items.first { $0.id == id })
            guard case .group(let group) = item.mark else { return [] }
            return group.marks.compactMap { if case .glyphs(let run) = $0 { run } else { nil } }
        }
        let lines = Set(try runs("page/imprint").flatMap { $0.glyphs.map { $0.origin.y.rounded() } }).sorted()
        // Scale, compass and imprint, of which the first two are too long for one line.
        #expect(lines.count == 5 && zip(lines, lines.dropFirst()).allSatisfy { $1 - $0 > 9 })
        #expect((lines.last ?? .infinity) < geometry.imprint.maxY)
        let heading = try #require(map.drawing.items.first { $0.id == "page/title" })
        // Bounds of glyphs reach beyond them by the size of the letters.
        #expect(heading.bounds.maxX < geometry.title.maxX + 18)
        #expect(try runs("page/title").map(\.text).joined().hasSuffix("…"))
        #expect(try Maps.render(json).warnings.contains { $0.path == "page.title" })
    }

    @Test("has the tag of the southern sheet beside its imprint, where the frame has no room for it")
    func southernSheet() throws {
        let page = #"{"size": "A5 landscape", "frame": "line", "title": "x", "neighbors": {"south": "B"}}"#
        let grid = #", "overlays": [{"type": "graticule", "grid": "mgrs"}]"#
        let items = try Maps.shared.layout(SceneDocument(text: Array(Self.scene(page, grid).utf8))).drawing.items
        let imprint = try #require(items.first { $0.id == "page/imprint" })
        let tag = try #require(items.first { $0.id == "page/neighbor/south" })
        #expect(!imprint.bounds.intersects(tag.bounds))
    }

    @Test("says in a PDF where it is cut") func boxes() throws {
        let page = #"{"size": ["100mm", "80mm"], "margin": 0, "frame": "none", "bleed": "3mm", "cropMarks": true}"#
        let bytes = try Maps.shared.render(SceneDocument(text: Array(Self.scene(page).utf8)), as: [.pdf])[0].bytes
        let text = String(decoding: bytes, as: UTF8.self)
        func box(_ name: String) throws -> [Double] {
            let found = try #require(text.firstMatch(of: try Regex("/\(name) \\[ ([0-9. ]+) \\]")))
            return try #require(found[1].substring).split(separator: " ").compactMap { Double($0) }
        }
        // Ten millimetres for marks and bleed around the paper; a millimetre is 72 / 25.4 points.
        let (media, bleed, trim) = (try box("MediaBox"), try box("BleedBox"), try box("TrimBox"))
        func millimeters(_ box: [Double]) -> [Double] { box.map { ($0 * 25.4 / 72).rounded() } }
        #expect(millimeters(media) == [0, 0, 120, 100])
        #expect(millimeters(bleed) == [7, 7, 113, 93] && millimeters(trim) == [10, 10, 110, 90])
    }

    @Test("notes a bleed that changes nothing", arguments: [("", true), (#""margin": 0, "frame": "none", "#, false)])
    func idleBleed(members: String, isNoted: Bool) throws {
        let map = try Maps.render(Self.scene(#"{"size": "A6", \#(members)"bleed": "3mm"}"#))
        #expect(map.warnings.contains { $0.path == "page.bleed" } == isNoted)
    }

    @Test("grows by bleed and crop marks") func bleed() throws {
        let json = Self.scene(
            #"{"size": ["100mm", "80mm"], "margin": 0, "frame": "none", "bleed": "3mm", "cropMarks": true}"#)
        let scene = try SceneDocument(text: Array(json.utf8)).scene
        let geometry = try #require(scene.mapFrame)
        let mm = 96 / 25.4
        #expect(abs(geometry.paper.width - 100 * mm) < 1e-6 && abs(geometry.map.width - 106 * mm) < 1e-6)
        #expect(abs((scene.size?.width ?? 0) - 120 * mm) < 1e-6)
    }

    @Test("is not painted on the tiles of a terrain") func terrain() throws {
        let json = Self.scene(#"{"size": "A6", "title": "Hill"}"#).replacing(
            #""camera": {"center": [24.945, 60.172], "mapScale": 25000}"#,
            with: #""camera": {"center": [10.7125, 47.481], "zoom": 12.5, "pitch": 40}"#
        ).replacing(
            #""basemap": {"#, with: #""basemap": {"elevation": {"data": "examples/relief/dem.tif"}, "#)
        let folder = packageRoot.path(percentEncoded: false)
        let document = try SceneDocument(text: Array(json.utf8))
        let frame = try #require(document.scene.mapFrame).map
        let image = try decodeImage(try Maps.render(json, folder: folder).bytes, maxPixels: 1 << 24)
        let white = image.pixels.enumerated().count { index, pixel in
            let point = Point(Double(index % image.width) + 0.5, Double(index / image.width) + 0.5)
            return pixel == 0xFFFF_FFFF && frame.inset(by: 2).contains(point)
        }
        #expect(white == 0)
    }

    @Test("has annotations, their titles and callouts within the map") func annotations() throws {
        let page = #"{"size": "A5", "margin": "25mm"}"#
        let empty = try SceneDocument(text: Array(Self.scene(page).utf8))
        let frame = try #require(empty.scene.mapFrame).map
        let viewport = try Maps.shared.hitMap(of: empty).mapViewport
        func place(_ point: Point) -> String {
            let place = viewport.coordinate(at: point)
            return "[\(place.longitude), \(place.latitude)]"
        }
        let pins = """
            , "annotations": [
              {"id": "beside", "coordinate": \(place(Point(frame.minX - 40, frame.center.y))), "title": "Beside"},
              {"id": "edge", "coordinate": \(place(Point(frame.maxX - 16, frame.center.y))), "title": "Kauppatori market",
               "titleVisibility": "visible"},
              {"id": "open", "coordinate": \(place(Point(frame.minX + 20, frame.minY + 120))), "title": "An open callout",
               "selected": true, "canShowCallout": true}]
            """
        let map = try Maps.shared.layout(SceneDocument(text: Array(Self.scene(page, pins).utf8)))
        #expect(map.drawing.omissions.map(\.id).contains("annotation/beside"))
        let items = map.drawing.items.filter { $0.id.hasPrefix("annotation/") }
        #expect(Set(items.map(\.id)).isSuperset(of: ["annotation/edge", "annotation/open/callout"]))
        for target in items.flatMap(\.targets) {
            #expect(frame.inset(by: -0.5).contains(target.shape.bounds), "\(target.path)")
        }
    }

    @Test("has its legend on the sheet, and says which entries have no room") func legend() throws {
        let pins = (0..<40).map { index in
            #"{"coordinate": [\#(24.94 + Double(index) / 5000), 60.172], "title": "Place \#(index)", "subtitle": "Of some kind", "glyphText": "\#(index)"}"#
        }
        let json = Self.scene(
            #"{"size": "A6 landscape", "title": "T", "legend": true}"#,
            #", "annotations": [\#(pins.joined(separator: ","))]"#)
        let document = try SceneDocument(text: Array(json.utf8))
        let column = try #require(document.scene.mapFrame).legend
        let map = try Maps.shared.layout(document)
        let legend = try #require(map.drawing.items.first { $0.id == "page/legend" })
        // A shadow surrounds it.
        #expect(legend.bounds.maxY < column.maxY + 16 && legend.bounds.maxX < column.maxX + 16)
        let omitted = map.drawing.omissions.filter { $0.id.hasPrefix("page/legend/") }
        #expect((1..<40).contains(omitted.count))
        let warning = try Maps.render(json).warnings.first { $0.path == "page.legend" }
        #expect(warning?.message.hasPrefix("\(omitted.count) entries") == true)
    }

    @Test("explains overlays of data in its legend, and says where it has nothing to list") func dataLegend() throws {
        let area =
            #"{"type": "Polygon", "coordinates": [[[24.94, 60.17], [24.95, 60.17], [24.95, 60.175], [24.94, 60.17]]]}"#
        let features = [3, 40].map {
            #"{"type": "Feature", "properties": {"people": \#($0)}, "geometry": \#(area)}"#
        }
        let data = #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
        func map(_ overlays: String) throws -> MapSnapshot {
            try Maps.render(
                Self.scene(#"{"size": "A5", "legend": {"title": "People"}}"#, #", "overlays": [\#(overlays)]"#))
        }
        func legends(_ map: MapSnapshot) -> [String] { map.warnings.filter { $0.path == "page.legend" }.map(\.message) }
        let colored = try map(
            #"{"type": "geojson", "data": \#(data), "colorBy": {"property": "people", "breaks": [0, 10, 100], "palette": "Blues"}}"#
        )
        #expect(legends(colored).isEmpty)
        let empty = try map("")
        #expect(legends(empty) == ["the legend has no entries and is not drawn"])
        #expect(try colored.bitmap().colorCount > empty.bitmap().colorCount + 20)
    }

    @Test("names its degrees once where a projected map goes on across 180 degrees") func antimeridian() throws {
        let json = Self.scene(#"{"size": "A5"}"#).replacing(
            #""center": [24.945, 60.172], "mapScale": 25000"#, with: #""center": [180, -17], "mapScale": 500000"#
        ).replacing(#""basemap": {"#, with: #""basemap": {"projection": "EPSG:3460", "#)
        let map = try Maps.shared.layout(SceneDocument(text: Array(json.utf8)))
        let frame = try #require(map.drawing.items.first { $0.id == "page/frame" })
        guard case .group(let group) = frame.mark else {
            Issue.record("no group")
            return
        }
        let points = group.marks.map { mark in
            if case .stroke(let path, _, _) = mark { path.points.count } else { 0 }
        }
        #expect((20..<100).contains(points.max() ?? 0))
    }

    @Test(
        "has the labels of a grid beside the names of its squares",
        arguments: ["line", "none"],
        [#""grid": "utm", "interval": 100"#, #""interval": [0.002, 0.001]"#])
    func squares(frame: String, grid: String) throws {
        let json = Self.scene(
            #"{"size": "A6", "frame": "\#(frame)", "squares": [4, 5]}"#,
            #", "overlays": [{"type": "graticule", \#(grid)}]"#)
        let items = try Maps.shared.layout(SceneDocument(text: Array(json.utf8))).drawing.items
        /// Texts, and boxes along the lines that their letters stand on.
        func texts(_ mark: Mark) -> [(text: String, box: Rect)] {
            switch mark {
            case .glyphs(let run):
                [(run.text, Rect(around: run.glyphs.map(\.origin)).inset(by: -1))]
            case .group(let group): group.marks.flatMap(texts)
            default: []
            }
        }
        let names = items.filter { $0.id == "page/frame" }.flatMap { texts($0.mark) }
        let labels = items.filter { $0.role == .overlay }.flatMap { texts($0.mark) }
        #expect(names.count == 2 * (4 + 5) && labels.count > 8)
        for name in names {
            let hidden = labels.filter { !$0.box.intersection(name.box).isNull }.map(\.text)
            #expect(hidden.isEmpty, "\(name.text)")
        }
    }

    @Test("leaves out names of squares that the attribution covers", arguments: ["line", "none", "ticks"])
    func coveredSquares(frame: String) throws {
        let json = Self.scene(#"{"size": "A6", "frame": "\#(frame)", "squares": [4, 5]}"#)
            .replacing(#""none"}"#, with: #""© Those who made this map"}"#)
        let items = try Maps.shared.layout(SceneDocument(text: Array(json.utf8))).drawing.items
        func texts(_ mark: Mark) -> [String] {
            switch mark {
            case .glyphs(let run): [run.text]
            case .group(let group): group.marks.flatMap(texts)
            default: []
            }
        }
        let names = items.filter { $0.id == "page/frame" }.flatMap { texts($0.mark) }
        let corner = names.filter { $0 == "D" }.count
        #expect(corner == (frame == "ticks" ? 2 : 1) && Set(names).isSuperset(of: ["A", "B", "C", "D", "1", "5"]))
    }

    @Test("says that the grid of another country is outside", arguments: [("EPSG:3067", false), ("EPSG:3460", true)])
    func foreignGrid(system: String, isOutside: Bool) throws {
        let json = Self.scene(
            #"{"size": "A6"}"#, #", "overlays": [{"type": "graticule", "grid": "\#(system)", "interval": 1000}]"#)
        let omissions = try Maps.shared.layout(SceneDocument(text: Array(json.utf8))).drawing.omissions
        #expect(omissions.contains { $0.id == "overlay/0" && $0.reason == .outside } == isOutside)
    }

    @Test("without room for a map is an error") func noRoom() {
        #expect(Maps.failure(Self.scene(#"{"size": [60, 60]}"#))?.diagnostics.first?.code == .pageNoRoom)
    }

    @Test("is in every format", arguments: [OutputFormat.png, .svg, .pdf])
    func formats(format: OutputFormat) throws {
        let json = Self.scene(#"{"size": "A6", "title": "Title"}"#)
        #expect(try Maps.shared.render(SceneDocument(text: Array(json.utf8)), as: [format])[0].bytes.count > 1000)
    }

    @Test("survives writing and reading") func written() throws {
        let page =
            #"{"size": "A4 landscape", "margin": "7mm", "title": "T", "legend": true, "frame": "line", "squares": [3, 4]}"#
        let scene = try SceneDocument(text: Array(Self.scene(page).utf8)).scene
        #expect(try SceneDocument(text: Array(scene.json.utf8)).scene == scene)
    }
}
