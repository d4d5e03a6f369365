// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import TestSupport
import Testing

@Suite("Bands") struct BandTests {
    @Test("give the same bytes for any number of threads", arguments: 1...4 as ClosedRange<UInt64>)
    func sameBytes(_ seed: UInt64) throws {
        let drawing = randomDrawing(seed)
        let painter = RasterPainter()
        let whole = try painter.paint(drawing, threads: 1)
        #expect(Set(whole.pixels).count > 1000)
        for threads in [2, 3, 8, 64] {
            #expect(try painter.paint(drawing, threads: threads).pixels == whole.pixels)
        }
    }

    @Test("are those of other numbers of threads where these are measured", arguments: [1, 2, 5, 16])
    func otherThreads(_ suited: Int) throws {
        let drawing = randomDrawing(9)
        let whole = try RasterPainter().paint(drawing, threads: 1)
        #expect(try RasterPainter().paint(drawing, threads: 1, inBandsFor: suited).pixels == whole.pixels)
        #expect(throws: CairoError.self) {
            try RasterPainter().paint(Drawing(width: 10, height: 0, scale: 1), threads: 1, inBandsFor: suited)
        }
    }

    @Test("do not change the pixels of what is painted without cairo", arguments: 1...4 as ClosedRange<UInt64>)
    func withoutCairo(_ seed: UInt64) throws {
        var drawing = Drawing(width: 301, height: 257, scale: 1)
        var random = RandomMarks(seed: seed, width: 301, height: 257)
        for number in 0..<20 {
            let color = Color(red: 0.2, green: 0.1 * Double(number % 8), blue: 0.6, alpha: number % 2 == 0 ? 1 : 0.5)
            let (a, b, c) = (random.point(), random.point(), random.point())
            let path = polygon((a.x, a.y), (b.x, b.y), (c.x, c.y))
            var ribbon = Ribbon(paint: .color(color))
            let shape = Ribbon.Shape(width: random.number(1...9))
            ribbon.add([b, a, c], isRing: false, outline: RibbonOutline(cap: .round, join: .round), shape: shape)
            for mark in [Mark.aliasedFill(path, .color(color)), .edge(path, .color(color)), .ribbon(ribbon)] {
                drawing.items.append(DrawingItem(id: "mark", role: .layer, bounds: mark.bounds, mark: mark))
            }
        }
        let whole = try RasterPainter().paint(drawing, threads: 1)
        for height in [5, 48, 100] {
            #expect(try RasterPainter().paint(drawing, threads: 1, bandHeight: height).pixels == whole.pixels)
        }
    }

    @Test("leave no trace at their edges", arguments: [17, 31, 100])
    func edges(_ height: Int) throws {
        var differing = 0
        for seed in 1...5 as ClosedRange<UInt64> {
            let drawing = randomDrawing(seed)
            let whole = try RasterPainter().paint(drawing, threads: 1, bandHeight: drawing.height)
            let bands = try RasterPainter().paint(drawing, threads: 2, bandHeight: height)
            differing += ImageComparison(expected: whole, actual: bands, tolerance: .exact).differingPixels
        }
        // Of 390,000 pixels. Cairo's rasterizer now and then takes a whole row of a jagged figure in one step or in
        // fifteen, depending on the rows before.
        #expect(differing <= 10)
    }

    @Test("paint nothing above a long line that begins in their middle") func longLine() throws {
        var line = Path()
        line.addLines((0..<100).map { Point(20 + Double($0) * 1.5, 150 + Double($0) * 2.3) }, closed: false)
        let mark = Mark.stroke(line, StrokeStyle(width: 4, cap: .round, join: .round), .black)
        var drawing = Drawing(width: 200, height: 400, scale: 1)
        drawing.items = [DrawingItem(id: "line", role: .overlay, bounds: mark.bounds, mark: mark)]
        let bands = try RasterPainter().paint(drawing, threads: 2, bandHeight: 200)
        #expect(bands.pixels[..<(145 * 200)].allSatisfy { $0 == 0 })
        #expect(bands.pixels == (try RasterPainter().paint(drawing, threads: 1, bandHeight: 400)).pixels)
    }

    @Test("have the pixels of a part of a drawing", arguments: 1...3 as ClosedRange<UInt64>)
    func part(_ seed: UInt64) throws {
        let drawing = randomDrawing(seed)
        let whole = try RasterPainter().paint(drawing, threads: 1)
        let area = PixelRect(minX: 40, minY: 90, maxX: 277, maxY: 203)
        let part = try RasterPainter().paint(drawing, threads: 2, area: area)
        let rows = (area.minY..<area.maxY).map { whole.pixels[$0 * whole.width..<($0 + 1) * whole.width] }
        let pixels = rows.flatMap { $0.dropFirst(area.minX).prefix(area.width) }
        let expected = Bitmap(width: area.width, height: area.height, pixels: pixels)
        // Cairo cuts figures at the edges of what it paints, which rounds their slopes.
        let comparison = ImageComparison(expected: expected, actual: part, tolerance: ImageTolerance(.channels(16)))
        #expect(comparison.differingPixels <= 8, "up to \(comparison.largestDifference)")
        let beyond = PixelRect(minX: -10, minY: 100, maxX: 20, maxY: 400)
        let corner = try RasterPainter().paint(drawing, threads: 1, area: beyond)
        #expect((corner.width, corner.height) == (20, drawing.height - 100))
        #expect(throws: CairoError.self) {
            try RasterPainter().paint(
                drawing, threads: 1, area: PixelRect(minX: 301, minY: 0, maxX: 310, maxY: 9))
        }
    }

    private func randomDrawing(_ seed: UInt64) -> Drawing {
        var random = RandomMarks(seed: seed, width: 301, height: 257)
        var drawing = Drawing(width: 301, height: 257, scale: 1)
        for _ in 0..<60 {
            let mark = random.mark()
            drawing.items.append(DrawingItem(id: "random", role: .layer, bounds: .everything, mark: mark))
        }
        return drawing
    }

    @Test("keep antialiasing when figures that do not show are left out", arguments: [FillRule.nonZero, .evenOdd])
    func culling(_ rule: FillRule) throws {
        // One band sees rectangles only, for which cairo has a finer grid.
        var path = rectangle(1.3, 2.6, 7.7, 5.45)
        path.append(polygon((3, 30.3), (9, 38.1), (1, 36)))
        var drawing = Drawing(width: 20, height: 40, scale: 1)
        drawing.items = [
            DrawingItem(id: "a", role: .layer, bounds: drawing.rect, mark: .fill(path, rule, .color(.black))),
            DrawingItem(
                id: "b", role: .layer, bounds: drawing.rect, mark: .stroke(path, StrokeStyle(width: 1.1), .white)),
        ]
        let whole = try RasterPainter().paint(drawing, threads: 1)
        #expect(try RasterPainter().paint(drawing, threads: 1, bandHeight: 13).pixels == whole.pixels)
    }

    @Test("Long lines are the same when they are cut into bands", arguments: [true, false]) func longLines(
        _ isClosed: Bool
    ) throws {
        var random = RandomMarks(seed: 7, width: 300, height: 257)
        var path = Path()
        var p = Point(150, 120)
        path.addLines(
            (0..<400).map { i -> Point in
                if i % 40 == 0 {
                    p = random.point()
                } else {
                    p = p + Point(random.number(-30...30), random.number(-30...30))
                }
                return p
            }, closed: isClosed)
        // Upright parts have a rasterizer of their own.
        path.addLines(
            (0..<64).map { i -> Point in
                let x = 20.3 + Double(i / 2) * 3
                return Point(x, i % 4 < 2 ? 10.2 : 240.7)
            }, closed: isClosed)
        for join in [StrokeStyle.Join.miter, .round, .bevel] {
            var drawing = Drawing(width: 300, height: 257, scale: 1)
            let style = StrokeStyle(width: 5, cap: .round, join: join)
            let color = Color(red: 0.2, green: 0, blue: 0.6, alpha: 0.5)
            drawing.items = [
                DrawingItem(id: "line", role: .layer, bounds: .everything, mark: .stroke(path, style, color))
            ]
            let whole = try RasterPainter().paint(drawing, threads: 1, bandHeight: drawing.height)
            for height in [17, 64] {
                let bands = try RasterPainter().paint(drawing, threads: 1, bandHeight: height)
                // Cairo's miters end a part's edges on other points of its grid.
                let differ = zip(whole.pixels, bands.pixels).contains { $0.differences(from: $1).w > 1 }
                #expect(!differ)
            }
        }
    }

    @Test("hold the items that touch them, in order") func index() {
        var drawing = Drawing(width: 10, height: 100, scale: 1)
        for (y, height) in [(0.0, 100.0), (10, 5), (29.5, 1), (-20, 10), (95, 50)] {
            let bounds = Rect(x: 0, y: y, width: 10, height: height)
            drawing.items.append(DrawingItem(id: "", role: .layer, bounds: bounds, mark: .group(Group(marks: []))))
        }
        let index = BandIndex(drawing, bandHeight: 30)
        #expect((0..<index.count).map(index.items) == [[0, 1, 2], [0, 2], [0], [0, 4]])
        #expect(index.area(of: 3) == PixelRect(minX: 0, minY: 90, maxX: 10, maxY: 100))
    }
}
