// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import TestSupport
import Testing

@Suite("Raster painter") struct RasterPainterTests {
    private let red = Paint.color(Color(red: 1, green: 0, blue: 0))

    @Test("fills whole pixels entirely and half pixels by half") func fills() throws {
        let painted = try paint([.fill(rectangle(2, 3, 4.5, 5), .nonZero, red)])
        #expect(painted[2, 3] == 0xFFFF_0000)
        #expect(painted[5, 7] == 0xFFFF_0000)
        #expect(painted[1, 3] == 0 && painted[2, 2] == 0 && painted[2, 8] == 0)
        #expect(abs(Int(painted[6, 4] >> 24) - 128) <= 1)
        #expect(!painted.isOpaque)
    }

    /// Cairo paints what is clipped.
    @Test("paints backgrounds and images at whole pixels as cairo does") func withoutCairo() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<200 {
            let color = Color(
                red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
                blue: .random(in: 0...1, using: &random))
            // Many are brighter than their opacity, and some are empty or opaque.
            var pixels = [UInt32](repeating: 0, count: 20)
            for _ in 0..<20 { pixels.append(.random(in: 0xFF00_0000...UInt32.max, using: &random)) }
            for _ in 0..<51 { pixels.append(.random(in: 0...UInt32.max, using: &random)) }
            let offset = Point(Double(Int.random(in: -5...15, using: &random)), 3)
            let image = ImageMark(Bitmap(width: 13, height: 7, pixels: pixels), transform: .translation(offset))
            let marks: [Mark] = [.fill(rectangle(0, 0, 20, 20), .nonZero, .color(color)), .image(image)]
            let clipped = Mark.group(Group(clip: rectangle(0, 0, 20, 20), marks: marks))
            #expect(try paint(marks).pixels == paint([clipped]).pixels)
        }
    }

    @Test("knows both fill rules") func rules() throws {
        var path = rectangle(0, 0, 10, 10)
        path.append(rectangle(3, 3, 4, 4))
        #expect(try paint([.fill(path, .nonZero, red)])[5, 5] == 0xFFFF_0000)
        #expect(try paint([.fill(path, .evenOdd, red)])[5, 5] == 0)
    }

    @Test("blends over what is there") func blends() throws {
        let half = Paint.color(Color(red: 0, green: 0, blue: 1, alpha: 0.5))
        let painted = try paint([
            .fill(rectangle(0, 0, 20, 20), .nonZero, red), .fill(rectangle(0, 0, 9, 9), .nonZero, half),
        ])
        #expect(painted[4, 4].differences(from: 0xFF7F_0080).max() <= 1)
        #expect(painted.isOpaque)
    }

    @Test("ends lines by their caps", arguments: [(StrokeStyle.Cap.butt, false), (.square, true), (.round, true)])
    func caps(_ cap: StrokeStyle.Cap, _ beyond: Bool) throws {
        let painted = try paint([.stroke(line((5, 10), (15, 10)), StrokeStyle(width: 4, cap: cap), .black)])
        #expect(painted[7, 9] == 0xFF00_0000 && painted[7, 12] == 0)
        #expect((painted[4, 10] == 0xFF00_0000) == beyond)
        #expect((painted[3, 8] >> 24 == 255) == (cap == .square))
    }

    @Test("joins lines in the requested style", arguments: [(StrokeStyle.Join.miter, 255 as UInt32), (.bevel, 0)])
    func joins(_ join: StrokeStyle.Join, _ opacity: UInt32) throws {
        let corner = line((4, 16), (4, 4), (16, 4))
        let painted = try paint([.stroke(corner, StrokeStyle(width: 4, join: join), .black)])
        #expect(painted[2, 2] >> 24 == opacity)
    }

    @Test("dashes, and leaves out dashes that make no sense") func dashes() throws {
        let path = line((0, 10), (20, 10))
        let dashed = try paint([.stroke(path, StrokeStyle(width: 2, dash: [4, 4], dashPhase: 2), .black)])
        #expect((0..<20).map { dashed[$0, 10] != 0 } == (0..<20).map { ($0 + 2) % 8 < 4 })
        for dash in [[0, 0], [-1, 3], [.nan], [.infinity, 1], [1e-9, 1e-9]] {
            let painted = try paint([.stroke(path, StrokeStyle(width: 2, dash: dash), .black)])
            #expect((0..<20).allSatisfy { painted[$0, 10] == 0xFF00_0000 })
        }
    }

    @Test("a dash without a length is a dot, the first one too") func dots() throws {
        let style = StrokeStyle(width: 4, cap: .round, dash: [0, 8])
        let painted = try paint([.stroke(line((2, 10), (20, 10)), style, .black)])
        #expect((0..<20).map { painted[$0, 10] >> 24 > 127 } == (0..<20).map { $0 % 8 < 4 })
    }

    @Test("survives coordinates that are no numbers or far away") func strange() throws {
        let strange: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e9]
        let style = StrokeStyle(width: 3, join: .round)
        var marks: [Mark] = []
        for x in strange {
            let paths = [polygon((1, 1), (x, 5), (5, 9)), line((3, 3), (4, x)), rectangle(0, x, 5, 5)]
            for path in paths { marks += [.fill(path, .evenOdd, red), .stroke(path, style, .black)] }
            let wild = Transform(a: x, b: 0, c: 0, d: 1, tx: x, ty: 0)
            marks.append(.image(ImageMark(randomBitmap(width: 2, height: 2, seed: 1), transform: wild)))
            marks.append(.stroke(paths[0], StrokeStyle(width: x, miterLimit: x, dash: [x, 1], dashPhase: x), .black))
            marks.append(
                .fill(
                    rectangle(0, 0, 9, 9), .nonZero,
                    .pattern(randomBitmap(width: 2, height: 2, seed: 2), wild, opacity: x)))
            let stops = [GradientStop(x, Color(red: x, green: 0, blue: 0, alpha: x))]
            let linear = LinearGradient(from: Point(x, 0), to: Point(1, 1), stops: stops)
            marks.append(.fill(rectangle(0, 0, 9, 9), .nonZero, .linearGradient(linear)))
            marks.append(.group(Group(clip: paths[0], opacity: x, marks: [.fill(paths[1], .nonZero, red)])))
        }
        let last = Mark.fill(rectangle(0, 0, 20, 20), .nonZero, red)
        #expect(try paint(marks + [last]).pixels.allSatisfy { $0 == 0xFFFF_0000 })
    }

    @Test("keeps a huge polygon around the output whole") func huge() throws {
        let painted = try paint([.fill(rectangle(-1e7, -1e7, 2e7, 2e7), .nonZero, red)])
        #expect(painted.pixels.allSatisfy { $0 == 0xFFFF_0000 })
    }

    @Test("rejects drawings larger than cairo supports", arguments: [(0, 1), (1, -1), (40_000, 1), (1, 40_000)])
    func sizes(_ width: Int, _ height: Int) {
        #expect(
            throws: CairoError(
                "paint \(width) × \(height) pixels", reason: "width and height must be 1...32767 pixels")
        ) {
            try RasterPainter().paint(Drawing(width: width, height: height, scale: 1), threads: 1)
        }
    }

    @Test("paints nothing beyond a drawing's items") func empty() throws {
        #expect(try paint([]).pixels.allSatisfy { $0 == 0 })
    }

    @Test(
        "of a stroke that is wider than the image, areas show the same",
        arguments: StrokeStyle.Cap.allCases, [[20, 30], [20, 700], []] as [[Double]])
    func wideDashes(_ cap: StrokeStyle.Cap, _ dash: [Double]) throws {
        let line = Path([Point(-9000, 9000), Point(30, -20), Point(9000, -9000)], closed: false)
        let style = StrokeStyle(width: 600, cap: cap, join: .round, dash: dash, dashPhase: 397)
        let areas = line.strokeAreas(style, in: Rect(x: -2, y: -2, width: 304, height: 204))
        func pixels(_ mark: Mark) throws -> [UInt32] { try paint([mark], width: 300, height: 200).pixels }
        func alpha(_ pixel: UInt32) -> Int { Int(pixel >> 24) }
        let (stroke, filled) = try (
            pixels(.stroke(line, style, .black)), pixels(.fill(areas, .nonZero, .color(.black)))
        )
        #expect(zip(stroke, filled).count { abs(alpha($0) - alpha($1)) > 16 } <= 60)
        #expect(cap == .butt || filled.contains { $0 >> 24 == 255 })
    }

    @Test("dashes so wide that each covers the image are one area") func widestDashes() {
        let frame = Rect(x: 0, y: 0, width: 300, height: 200)
        let line = Path([Point(-90_000, 90_000), Point(90_000, -90_000)], closed: false)
        let style = StrokeStyle(width: 1e7, cap: .round, join: .round, dash: [10, 10])
        #expect(line.strokeAreas(style, in: frame) == .rectangle(frame))
    }

    @Test("dashes that cannot be seen are left out, and no others", arguments: StrokeStyle.Cap.allCases, [false, true])
    func unseenDashes(_ cap: StrokeStyle.Cap, _ isClosed: Bool) {
        var random = SplitMix(seed: 30)
        let frame = Rect(x: 0, y: 0, width: 300, height: 200)
        let region = ConvexRegion(frame.corners)
        // Everything is seen in it, and nothing covers it.
        let whole = Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
        var counts: Set<Int> = []
        for _ in 0..<60 {
            func coordinate() -> Double { .random(in: -5000...5000, using: &random) }
            let path = Path((0..<4).map { _ in Point(coordinate(), coordinate()) }, closed: isClosed)
            let style = StrokeStyle(
                width: .random(in: 10...2000, using: &random), cap: cap, join: .bevel,
                dash: (0..<5).map { _ in .random(in: 0...90, using: &random) },
                dashPhase: .random(in: -50...50, using: &random))
            let pieces = path.strokeAreas(style, in: whole).flatFigures.map {
                region.clipped(ring: $0.points.dropLast())
            }
            let wanted = pieces.map { abs(signedArea($0)) }.filter { $0 > 1e-3 }
            let areas = path.strokeAreas(style, in: frame)
            if areas == .rectangle(frame) {
                #expect(wanted.contains { abs($0 - 300 * 200) < 1e-3 })
                continue
            }
            let got = areas.flatFigures.map { abs(signedArea($0.points.dropLast())) }.filter { $0 > 1e-3 }
            #expect(wanted.count == got.count && zip(wanted, got).allSatisfy { abs($0 - $1) < 1e-2 })
            counts.insert(got.count)
        }
        #expect(counts.count > 5)
    }
}
