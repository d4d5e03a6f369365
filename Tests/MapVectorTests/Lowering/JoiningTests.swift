// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapVector
import Testing

@Suite("What tiles cut") struct JoiningTests {
    private let left = Rect(x: 0, y: 0, width: 50, height: 100)
    private let right = Rect(x: 50, y: 0, width: 50, height: 100)

    private func svg(_ marks: [Mark]) throws -> String {
        var drawing = Drawing(width: 100, height: 100, scale: 1)
        drawing.items = marks.map { DrawingItem(id: "layer/x", role: .layer, bounds: drawing.rect, mark: $0) }
        return String(decoding: try SVGWriter().write(drawing).bytes, as: UTF8.self)
    }

    /// A polygon that extends beyond the border of both tiles, as tiles store it.
    private func half(_ tile: Rect, _ color: Color, edge: Color?) -> Mark {
        let area = Path.rectangle(Rect(x: 20, y: 20, width: 60, height: 60).intersection(tile.inset(by: -5)))
        let edges = edge.map { [Mark.edge(area, .color($0))] } ?? []
        return .group(Group(clip: .rectangle(tile), marks: [.aliasedFill(area, .color(color))] + edges))
    }

    @Test("a translucent polygon becomes one path, without an overlap") func polygon() throws {
        let color = Color.black.opacity(0.5)
        let text = try svg([half(left, color, edge: color), half(right, color, edge: color)])
        #expect(text.components(of: "<path") == 1)
        #expect(text.contains(#"d="M20 20h30v60h-30zm30 0h30v60h-30z""#))
        #expect(!text.contains("clip"))
        #expect(!text.contains("stroke="))
    }

    @Test("an opaque fill extends by half a pixel, as MapLibre antialiases it") func widened() throws {
        let text = try svg([half(left, .black, edge: .black), half(right, .black, edge: .black)])
        #expect(text.components(of: "<path") == 1)
        #expect(text.contains(##"fill="#000" stroke="#000" stroke-width="1""##))
        #expect(!(try svg([half(left, .black, edge: nil)]).contains("stroke=\"#")))
    }

    @Test("an outline in another color is drawn, but not along the border") func edge() throws {
        let text = try svg([half(left, .white, edge: .black), half(right, .white, edge: .black)])
        #expect(text.components(of: "<path") == 2)
        #expect(text.contains("stroke=\"#000\" stroke-width=\"1\""))
        #expect(text.contains(#"d="M20 20h30m0 60h-30v-60m30 0h30v60h-30""#))
    }

    @Test("two polygons of one tile that lie over each other stay two") func overlap() throws {
        let color = Color.black.opacity(0.5)
        let area = Mark.aliasedFill(.rectangle(Rect(x: 10, y: 10, width: 20, height: 20)), .color(color))
        let text = try svg([.group(Group(clip: .rectangle(left), marks: [area, area]))])
        #expect(text.components(of: "<path") == 2)
    }

    @Test("polygons of a tile that lie beside each other share a path, with their outline") func beside() throws {
        let color = Color.black.opacity(0.5)
        let areas = [10.0, 30].map { Path.rectangle(Rect(x: $0, y: 10, width: 10, height: 10)) }
        var edges = Path()
        for area in areas { edges.append(area) }
        let fills = areas.map { Mark.aliasedFill($0, .color(color)) }
        let text = try svg([.group(Group(clip: .rectangle(left), marks: fills + [.edge(edges, .color(.white))]))])
        #expect(text.components(of: "<path") == 1)
        #expect(text.contains(##"fill="#000" fill-opacity=".5" stroke="#fff" stroke-width="1""##))
    }

    @Test("a hole stays with its polygon, when only one of them is outlined") func hole() throws {
        let (outer, inner) = (Rect(x: 10, y: 10, width: 30, height: 30), Rect(x: 20, y: 20, width: 10, height: 10))
        var area = Path.rectangle(outer)
        area.addLines(inner.corners.reversed(), closed: true)
        let fill = Mark.aliasedFill(area, .color(.black))
        let edge = Mark.edge(.rectangle(outer), .color(.white))
        let text = try svg([.group(Group(clip: .rectangle(left), marks: [fill, edge]))])
        #expect(text.components(of: "<path") == 2)
        #expect(text.contains(##"<path fill="#000" d="M10 10h30v30h-30zm10 20h10v-10h-10z"/>"##))
    }

    /// A line from (10, 50) to (90, 50), which both tiles contain with a margin.
    private func line(_ color: Color, dashes: DashPattern? = nil) -> Mark {
        var ribbon = Ribbon(paint: .color(color))
        let shape = Ribbon.Shape(width: 4, dashes: dashes)
        ribbon.add(
            [Point(10, 50), Point(60, 50)], isRing: false, outline: RibbonOutline(), shape: shape, clip: left.corners)
        ribbon.add(
            [Point(40, 50), Point(90, 50)], isRing: false, outline: RibbonOutline(), shape: shape, start: 30,
            clip: right.corners)
        return .ribbon(ribbon)
    }

    @Test("a line becomes whole again", arguments: [1, 0.5]) func whole(opacity: Double) throws {
        let text = try svg([line(Color.black.opacity(opacity))])
        #expect(text.components(of: "<path") == 1)
        #expect(text.contains(#"d="M10 50h80""#))
        #expect(text.contains("stroke-width=\"4\" stroke-linecap=\"butt\""))
    }

    @Test("colors along a line overlap where the tile ends") func gradient() throws {
        var ribbon = Ribbon(paint: .ramp([Color(rgb: 0xFF0000), Color(rgb: 0x0000FF)], opacity: 1))
        let shape = Ribbon.Shape(width: 4)
        ribbon.add(
            [Point(10, 50), Point(60, 50)], isRing: false, outline: RibbonOutline(), shape: shape,
            progress: Ribbon.Progress(start: 0, rate: 0), clip: left.corners)
        ribbon.add(
            [Point(40, 50), Point(90, 50)], isRing: false, outline: RibbonOutline(), shape: shape, start: 30,
            progress: Ribbon.Progress(start: 1, rate: 0), clip: right.corners)
        let text = try svg([.ribbon(ribbon)])
        #expect(text.contains(#"d="M10 50h40.5""#))
        #expect(text.contains(#"d="M49.5 50h40.5""#))
    }

    @Test("dashes go on where the tile ends") func dashed() throws {
        let text = try svg([line(.black, dashes: DashPattern([6, 4], radius: 0))])
        #expect(text.contains("stroke-dasharray=\"6 4\""))
        // 40 pixels to the border are four whole periods, so both parts start with the same phase.
        #expect(text.contains(#"d="M10 50h40m0 0h40""#))
        #expect(!text.contains("dashoffset"))
    }

    @Test("a dash without length is written as a dot that librsvg draws, unless its ends are straight")
    func dots() throws {
        func text(_ cap: StrokeStyle.Cap) throws -> String {
            let style = StrokeStyle(width: 4, cap: cap, join: .round, dash: [6, 4, 0, 4])
            return try svg([.stroke(Path([Point(10, 50), Point(90, 50)], closed: false), style, .black)])
        }
        #expect(try text(.round).contains("stroke-dasharray=\"6 4 .01 4\""))
        #expect(try text(.square).contains("stroke-dasharray=\"6 4 .01 4\""))
        #expect(try text(.butt).contains("stroke-dasharray=\"6 4 0 4\""))
    }

    @Test("a gap makes two lines") func gap() throws {
        var ribbon = Ribbon(paint: .color(.black))
        ribbon.add(
            [Point(10, 50), Point(90, 50)], isRing: false, outline: RibbonOutline(),
            shape: Ribbon.Shape(width: 2, gap: 6))
        let text = try svg([.ribbon(ribbon)])
        #expect(text.contains(#"d="M10 46h80m-80 8h80""#))
        #expect(text.contains("stroke-width=\"2\""))
    }

    @Test("an image lies across both lines beside a gap") func imageAcrossGap() throws {
        let bitmap = Bitmap(width: 2, height: 2, pixels: [0xFFFF_0000, 0xFFFF_0000, 0xFF00_00FF, 0xFF00_00FF])
        var ribbon = Ribbon(paint: .image(bitmap, period: 8, opacity: 1))
        ribbon.add(
            [Point(10, 50), Point(90, 50)], isRing: false, outline: RibbonOutline(),
            shape: Ribbon.Shape(width: 8, gap: 16))
        let text = try svg([.ribbon(ribbon)])
        // From 16 pixels left of the middle to 16 pixels right of it.
        #expect(text.contains(#"patternTransform="matrix(4 0 0 -16 10 66)""#))
        #expect(text.components(of: "<pattern ") == 1)
        #expect(text.components(of: "fill=\"url(#t1)\"") == 2)
        #expect(text.contains("M10 42h80v-8h-80z") && text.contains("M10 66h80v-8h-80z"))
    }

    @Test("an offset is to the right") func offset() throws {
        var ribbon = Ribbon(paint: .color(.black))
        ribbon.add(
            [Point(10, 50), Point(90, 50)], isRing: false, outline: RibbonOutline(offset: 5),
            shape: Ribbon.Shape(width: 2))
        #expect(try svg([.ribbon(ribbon)]).contains("M10 55h80"))
    }
}

extension String {
    /// How often a text is in it.
    func components(of text: String) -> Int { split(separator: text, omittingEmptySubsequences: false).count - 1 }
}
