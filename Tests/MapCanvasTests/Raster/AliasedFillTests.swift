// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import TestSupport
import Testing

@Suite("Aliased fills") struct AliasedFillTests {
    private let green = Color(red: 0, green: 0.6, blue: 0, alpha: 1)

    @Test("cover the pixels around whose centers the path winds", arguments: 1...12 as ClosedRange<UInt64>)
    func winding(_ seed: UInt64) throws {
        var random = RandomMarks(seed: seed, width: 120, height: 90)
        var path = Path()
        let figures = (0..<(seed % 3 == 0 ? 40 : 3)).map { _ in (0..<7).map { _ in random.point() } }
        for figure in figures { path.addLines(figure, closed: true) }
        let painted = try paint([.aliasedFill(path, .color(green))], width: 120, height: 90)
        var wrong = 0
        for y in 0..<90 {
            for x in 0..<120 {
                let center = Point(Double(x) + 0.5, Double(y) + 0.5)
                // Coordinates count in 256ths.
                guard figures.allSatisfy({ distance(from: center, to: $0) > 0.01 }) else { continue }
                let winds = figures.reduce(0) { $0 + winding(of: $1, around: center) } != 0
                if (painted[x, y] != 0) != winds { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test("take curves as they bend") func curves() throws {
        let k = 0.552_284_75 * 40
        var circle = Path()
        circle.move(to: Point(90, 50))
        circle.curve(Point(90, 50 + k), Point(50 + k, 90), to: Point(50, 90))
        circle.curve(Point(50 - k, 90), Point(10, 50 + k), to: Point(10, 50))
        circle.curve(Point(10, 50 - k), Point(50 - k, 10), to: Point(50, 10))
        circle.curve(Point(50 + k, 10), Point(90, 50 - k), to: Point(90, 50))
        let painted = try paint([.aliasedFill(circle, .color(green))], width: 100, height: 100)
        for y in 0..<100 {
            for x in 0..<100 {
                let radius = Point(Double(x) - 49.5, Double(y) - 49.5).length
                if abs(radius - 40) > 0.1 { #expect((painted[x, y] != 0) == (radius < 40)) }
            }
        }
    }

    @Test("leave out figures with coordinates that are no numbers") func numbers() throws {
        var path = rectangle(2, 2, 5, 5)
        path.append(polygon((1, 1), (.nan, 9), (9, 9)))
        path.append(polygon((1, 1), (.infinity, 9), (9, 9)))
        path.append(polygon((-1e300, 15), (1e300, 15), (1e300, 17), (-1e300, 17)))
        let painted = try paint([.aliasedFill(path, .color(green))])
        #expect(painted[2, 2] != 0 && painted[6, 6] != 0 && painted[7, 7] == 0)
        #expect((0..<20).allSatisfy { painted[$0, 15] != 0 && painted[$0, 14] == 0 && painted[$0, 17] == 0 })
    }

    @Test("blend to the nearest value") func blending() throws {
        let ground = Mark.aliasedFill(rectangle(0, 0, 20, 20), .color(Color(red: 1, green: 0.4, blue: 0, alpha: 1)))
        for alpha in [0.1, 0.25, 0.5, 0.8] {
            let ink = Color(red: 0, green: 0, blue: 0, alpha: alpha)
            let painted = try paint([ground, .aliasedFill(rectangle(3, 3, 11, 4), .color(ink))])
            let rest = 255 - (alpha * 256).rounded(.down)
            for (shift, below) in [(16, 255.0), (8, 102), (0, 0)] as [(UInt32, Double)] {
                for x in 3..<14 {
                    #expect(Double(painted[x, 4] >> shift & 255) == (below * rest / 255).rounded())
                }
            }
            #expect(painted[3, 4] >> 24 == 255 && painted[2, 4] == painted[0, 0])
        }
    }

    @Test("keep to clips in clips") func clips() throws {
        let fill = Mark.aliasedFill(rectangle(0, 0, 40, 40), .color(green))
        let inner = Mark.group(Group(clip: polygon((0, 0), (40, 0), (0, 40)), marks: [fill]))
        let painted = try paint(
            [.group(Group(clip: polygon((0, 0), (40, 40), (0, 40)), marks: [inner]))], width: 40, height: 40)
        for y in 0..<40 {
            for x in 0..<40 where x != y && x + y != 39 {
                #expect((painted[x, y] != 0) == (x < y && x + y < 39))
            }
        }
    }

    @Test("with more edges than are held at a time are whole") func manyEdges() throws {
        // 100,000 upright edges through 64 rows.
        var comb = Path()
        for i in 0..<50_000 {
            let x = Double(i % 100) * 2 + 10
            comb.addLines([Point(x, 4), Point(x + 1, 4), Point(x + 1, 60), Point(x, 60)], closed: true)
        }
        let painted = try paint([.aliasedFill(comb, .color(green))], width: 220, height: 64)
        for y in 0..<64 {
            for x in 0..<220 {
                #expect((painted[x, y] != 0) == ((4..<60).contains(y) && (10..<210).contains(x) && x % 2 == 0))
            }
        }
    }

    private func winding(of figure: [Point], around p: Point) -> Int {
        zip(figure, figure.dropFirst() + figure.prefix(1)).reduce(0) { sum, edge in
            let (a, b) = edge
            guard (a.y <= p.y) != (b.y <= p.y) else { return sum }
            let x = a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
            return x < p.x ? sum + (b.y > a.y ? 1 : -1) : sum
        }
    }

    private func distance(from p: Point, to figure: [Point]) -> Double {
        zip(figure, figure.dropFirst() + figure.prefix(1)).map { a, b in
            let d = b - a
            let t = max(0, min(1, ((p.x - a.x) * d.x + (p.y - a.y) * d.y) / max(1e-12, d.x * d.x + d.y * d.y)))
            return p.distance(to: a + d * t)
        }.min() ?? .infinity
    }
}
