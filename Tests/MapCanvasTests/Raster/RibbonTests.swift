// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeometry
import MapImages
import Testing

@Suite("Ribbons") struct RibbonTests {
    /// The opacity of each pixel of a column or row, 0...255.
    private func alphas(_ bitmap: Bitmap, column x: Int) -> [UInt32] { (0..<bitmap.height).map { bitmap[x, $0] >> 24 } }
    private func alphas(_ bitmap: Bitmap, row y: Int) -> [UInt32] { (0..<bitmap.width).map { bitmap[$0, y] >> 24 } }

    private func ribbon(
        _ points: [(Double, Double)], _ shape: Ribbon.Shape, paint: Ribbon.Paint = .color(.black),
        outline: RibbonOutline = RibbonOutline(), clip: [Point]? = nil
    ) -> Mark {
        var ribbon = Ribbon(paint: paint)
        ribbon.add(
            points.map { Point($0.0, $0.1) }, isRing: false, outline: outline, shape: shape,
            progress: Ribbon.Progress(start: 0, rate: 1.0 / 20), clip: clip)
        return .ribbon(ribbon)
    }

    @Test("a line outside the clip is taken back without copying the vertices of the others")
    func discardedLines() {
        var ribbon = Ribbon(paint: .color(.black))
        let clip = [Point(0, 0), Point(20, 0), Point(20, 20), Point(0, 20)]
        func add(_ x: Double) {
            ribbon.add(
                [Point(x, 10), Point(x + 5, 10)], isRing: false, outline: RibbonOutline(),
                shape: Ribbon.Shape(width: 2), clip: clip)
        }
        for _ in 0..<100 { add(5) }
        add(500)
        let before = ribbon.vertices.withUnsafeBufferPointer(\.baseAddress)
        let count = ribbon.vertices.count
        for _ in 0..<10 { add(500) }
        #expect(ribbon.vertices.withUnsafeBufferPointer(\.baseAddress) == before)
        #expect(ribbon.vertices.count == count)
    }

    @Test("a line on whole pixels covers them and no others")
    func wholePixels() throws {
        let painted = try paint([ribbon([(0, 10), (20, 10)], Ribbon.Shape(width: 4))])
        #expect(alphas(painted, column: 5)[6...13] == [0, 0, 255, 255, 255, 255, 0, 0])
    }

    @Test("an edge between pixels gets a share")
    func halfPixels() throws {
        let painted = try paint([ribbon([(0, 10.5), (20, 10.5)], Ribbon.Shape(width: 4))])
        #expect(alphas(painted, column: 5)[7...13] == [0, 128, 255, 255, 255, 128, 0])
    }

    @Test("a gap stays open, with a line on either side")
    func gap() throws {
        let painted = try paint([ribbon([(0, 10), (20, 10)], Ribbon.Shape(width: 2, gap: 4))])
        #expect(alphas(painted, column: 5)[5...14] == [0, 255, 255, 0, 0, 0, 0, 255, 255, 0])
    }

    @Test("blur makes the ramp longer")
    func blur() throws {
        let painted = try paint([ribbon([(0, 10), (20, 10)], Ribbon.Shape(width: 8, blur: 3))])
        let column = alphas(painted, column: 5)
        #expect(column[5] < column[6] && column[6] < column[7] && column[7] < column[8])
    }

    @Test("an offset line lies to the right of the way it runs")
    func offset() throws {
        let painted = try paint([
            ribbon([(0, 10), (20, 10)], Ribbon.Shape(width: 2), outline: RibbonOutline(offset: 5))
        ])
        #expect(alphas(painted, column: 5)[13...16] == [0, 255, 255, 0])
    }

    @Test("caps reach beyond the ends", arguments: [(StrokeStyle.Cap.butt, UInt32(0)), (.square, 255), (.round, 255)])
    func caps(_ cap: StrokeStyle.Cap, _ beyond: UInt32) throws {
        let painted = try paint([
            ribbon([(5, 10), (15, 10)], Ribbon.Shape(width: 6), outline: RibbonOutline(cap: cap))
        ])
        #expect(alphas(painted, row: 9)[3] == beyond)
        #expect(alphas(painted, row: 9)[0] == 0)
    }

    @Test("dashes leave gaps")
    func dashes() throws {
        let shape = Ribbon.Shape(width: 4, dashes: DashPattern([4, 3], radius: 0))
        let painted = try paint([ribbon([(0, 10), (20, 10)], shape)])
        #expect(alphas(painted, row: 10)[0...7] == [255, 255, 255, 255, 0, 0, 0, 255])
    }

    @Test("an odd pattern's last dash runs into the next first one")
    func oddDashes() throws {
        let shape = Ribbon.Shape(width: 4, dashes: DashPattern([2, 3, 2], radius: 0))
        let painted = try paint([ribbon([(0, 10), (20, 10)], shape)])
        #expect(alphas(painted, row: 10)[0...9] == [255, 255, 0, 0, 0, 255, 255, 255, 255, 0])
    }

    @Test("dashes of a line with a turn are the same in a color and in a ramp")
    func turningDashes() throws {
        let shape = Ribbon.Shape(width: 6, dashes: DashPattern([3, 2], radius: 0))
        let points = [(1.0, 4.0), (11.0, 6.0), (16.0, 18.0)]
        let color = try paint([ribbon(points, shape)])
        let ramp = try paint([ribbon(points, shape, paint: .ramp([.black, .black], opacity: 1))])
        #expect(color.pixels.contains { $0 >> 24 > 200 })
        for (a, b) in zip(color.pixels, ramp.pixels) { #expect(abs(Int(a >> 24) - Int(b >> 24)) <= 2) }
    }

    @Test("a pattern without gaps is none", arguments: [[3.0], [3, 0], [0, 0], []])
    func noDashes(_ lengths: [Double]) {
        #expect(DashPattern(lengths, radius: 0) == nil)
    }

    @Test("a translucent line is blended once where it only bends")
    func translucent() throws {
        let gray = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
        let painted = try paint([ribbon([(0, 10), (10, 10), (20, 14)], Ribbon.Shape(width: 4), paint: .color(gray))])
        #expect(painted.pixels.map { $0 >> 24 }.max() == 128)
    }

    @Test("a straight line covers each pixel once, by its distance", arguments: (0..<52).map { Double($0) * 7 })
    func straight(_ degrees: Double) throws {
        let gray = Ribbon.Paint.color(Color(red: 0, green: 0, blue: 0, alpha: 0.5))
        let direction = Point(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let (middle, half) = (Point(10.2, 9.9), 7.3)
        let (start, end) = (middle - direction * half, middle + direction * half)
        let painted = try paint([ribbon([(start.x, start.y), (end.x, end.y)], Ribbon.Shape(width: 5), paint: gray)])
        for y in 0..<painted.height {
            for x in 0..<painted.width {
                let d = Point(Double(x) + 0.5, Double(y) + 0.5) - middle
                let along = abs(d.x * direction.x + d.y * direction.y)
                let across = abs(d.x * direction.y - d.y * direction.x)
                // A center on the end itself may belong to either side.
                guard abs(along - half) > 1e-4 else { continue }
                let expected = along < half ? 127.5 * max(0, min(1, 3 - across)) : 0
                #expect(abs(Double(painted[x, y] >> 24) - expected) <= 1)
            }
        }
    }

    @Test("colors follow the line")
    func ramp() throws {
        let paint = Ribbon.Paint.ramp([.white, .black], opacity: 1)
        let painted = try MapCanvasTests.paint([ribbon([(0, 10), (20, 10)], Ribbon.Shape(width: 4), paint: paint)])
        #expect(painted[3, 10] == 0xFFFF_FFFF)
        #expect(painted[16, 10] == 0xFF00_0000)
    }

    @Test("tiles that share an edge share no pixel and leave none out")
    func clips() throws {
        let shape = Ribbon.Shape(width: 40)
        let left = [Point(0, 0), Point(13, 0), Point(7, 20), Point(0, 20)]
        let right = [Point(13, 0), Point(20, 0), Point(20, 20), Point(7, 20)]
        let gray = Ribbon.Paint.color(Color(red: 0, green: 0, blue: 0, alpha: 0.5))
        let line = [(-5.0, 10.0), (25, 10)]
        let painted = try paint([
            ribbon(line, shape, paint: gray, clip: left), ribbon(line, shape, paint: gray, clip: right),
        ])
        #expect(Set(painted.pixels) == [0x8000_0000])
    }

    @Test("no number, nothing to draw and wild numbers are taken")
    func hostile() throws {
        let lines: [[(Double, Double)]] = [
            [(0, 0)], [(1, 1), (1, 1)], [(.nan, 1), (3, 3)], [(-1e300, 0), (1e300, 9)], [],
        ]
        for points in lines {
            _ = try paint([ribbon(points, Ribbon.Shape(width: 4), outline: RibbonOutline(join: .round))])
        }
    }
}

@Suite("Edges and aliased fills") struct RimTests {
    @Test("an aliased fill covers whole pixels only")
    func aliasedFill() throws {
        let painted = try paint([.aliasedFill(polygon((2.3, 2.2), (15.7, 4.1), (8, 17.9)), .color(.black))])
        #expect(Set(painted.pixels) == [0, 0xFF00_0000])
    }

    @Test("an edge on a pixel's center covers it, one between two covers half of each")
    func edge() throws {
        let painted = try paint([.edge(polygon((4.5, 5), (15, 5), (15, 15), (4.5, 15)), .color(.black))])
        #expect((2...7).map { painted[$0, 10] >> 24 } == [0, 0, 255, 0, 0, 0])
        #expect((12...17).map { painted[$0, 10] >> 24 } == [0, 0, 128, 128, 0, 0])
    }
}

@Suite("Circles") struct DiscTests {
    @Test("a stroke lies around the fill")
    func stroke() throws {
        var circles = Circles()
        circles.add(
            Point(10.5, 10.5), Circles.Style(radius: 4, strokeWidth: 3, blur: 0, fill: .white, stroke: .black))
        let painted = try paint([.circles(circles)])
        #expect(painted[10, 10] == 0xFFFF_FFFF)
        #expect(painted[15, 10] == 0xFF00_0000)
        #expect(painted[18, 10] == 0)
    }

    @Test("overlapping translucent circles accumulate")
    func blending() throws {
        var circles = Circles()
        let style = Circles.Style(
            radius: 5, strokeWidth: 0, blur: 0, fill: Color(red: 0, green: 0, blue: 0, alpha: 0.5), stroke: .transparent
        )
        circles.add(Point(8, 10), style)
        circles.add(Point(12, 10), style)
        let painted = try paint([.circles(circles)])
        #expect(abs(Int(painted[5, 10] >> 24) - 128) <= 1)
        #expect(abs(Int(painted[10, 10] >> 24) - 191) <= 1)
    }
}
