// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapStyle
import TestSupport
import Testing

/// `within` and `distance` look at what is near alone, and find what a look at everything finds.
@Suite("Searches in geometries") struct GeometrySearchTests {
    private func json(_ points: [Point]) -> String {
        "[\(points.map { "[\($0.x), \($0.y)]" }.joined(separator: ","))]"
    }

    private func value(
        _ expression: String, _ type: String, _ parts: [[Point]], tileZoom: Int? = nil
    ) throws -> Value {
        var context = EvaluationContext(zoom: 0, feature: TestFeature(geometryType: type, lonLatGeometry: parts))
        context.tileZoom = tileZoom
        return try CompiledExpression(try parsed(expression), spec: nil).evaluate(context)
    }

    private func number(_ expression: String, _ type: String, _ parts: [[Point]]) throws -> Double {
        guard case .number(let number) = try value(expression, type, parts) else { return .nan }
        return number
    }

    /// A ring around the origin with teeth, most of whose vertices are at a few heights.
    private func star(_ count: Int, _ random: inout SplitMix) -> [Point] {
        let ring = (0..<count).map { index in
            let turn = Transform.rotation(Double(index) * 2 * .pi / Double(count))
            return turn.apply(Point(Double.random(in: 4...12, using: &random), 0))
        }
        return ring + ring.prefix(1)
    }

    @Test("a point lies within a polygon with many edges by the even-odd rule") func within() throws {
        var random = SplitMix(seed: 3)
        let (outer, hole) = (star(500, &random), star(300, &random).map { $0 * 0.4 })
        let polygon = #"["within", {"type": "Polygon", "coordinates": [\#(json(outer)), \#(json(hole))]}]"#
        var count = 0
        for _ in 0..<400 {
            let p = Point(Double.random(in: -13...13, using: &random), Double.random(in: -13...13, using: &random))
            let crossings = [outer, hole].reduce(0) { sum, ring in
                sum
                    + zip(ring, ring.dropFirst()).count { a, b in
                        (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x
                    }
            }
            let isInside = crossings % 2 == 1
            count += isInside ? 1 : 0
            #expect(try value(polygon, "Point", [[p]]) == .bool(isInside), "\(p)")
        }
        #expect((100...300).contains(count))
    }

    @Test("a line lies within a polygon that it does not cross") func lineWithin() throws {
        // A comb whose teeth point upwards, 50 of them.
        let teeth = (0..<50).flatMap { [Point(Double($0), 10), Point(Double($0) + 0.5, 1)] }
        let comb = [Point(0, 0)] + teeth + [Point(50, 10), Point(50, 0), Point(0, 0)]
        let polygon = #"["within", {"type": "Polygon", "coordinates": [\#(json(comb))]}]"#
        #expect(try value(polygon, "LineString", [[Point(1, 0.5), Point(49, 0.6)]], tileZoom: 6) == .bool(true))
        #expect(try value(polygon, "LineString", [[Point(7, 8), Point(7, 0.5)]], tileZoom: 6) == .bool(true))
        // From tooth to tooth.
        #expect(try value(polygon, "LineString", [[Point(7, 8), Point(8, 8)]], tileZoom: 6) == .bool(false))
    }

    @Test("the distance to a long line is that to its nearest segment", arguments: ["Point", "LineString", "Polygon"])
    func distance(type: String) throws {
        var random = SplitMix(seed: 5)
        func place(_ x: ClosedRange<Double>) -> Point {
            Point(Double.random(in: x, using: &random), Double.random(in: -60...60, using: &random))
        }
        // On both sides of the antimeridian.
        let line = (0..<150).map { _ in place(-179 ... -120) }
        let segments = zip(line, line.dropFirst()).map {
            #"["distance", {"type": "LineString", "coordinates": \#(json([$0, $1]))}]"#
        }
        let whole = #"["distance", {"type": "LineString", "coordinates": \#(json(line))}]"#
        for _ in 0..<8 {
            let first = place(130...179)
            let other = [first, first + Point(0.5, 0.2), first + Point(0.1, 0.9)]
            let parts = type == "Point" ? [[first]] : [other]
            let distances = try segments.map { try number($0, type, parts) }
            #expect(try number(whole, type, parts) == distances.min())
        }
    }

    @Test("the lines of a feature are one line, as in MapLibre") func lines() throws {
        let point = #"["distance", {"type": "Point", "coordinates": [5, 0]}]"#
        let apart = [[Point(0, 0), Point(0, 1)], [Point(10, 0), Point(10, 1)]]
        // On the way from (0, 1) to (10, 0).
        let between = try number(point, "LineString", apart)
        #expect(try abs(between - number(point, "LineString", [apart.flatMap(\.self)])) < 1e-6)
        #expect((50_000...56_000).contains(between))
    }

    @Test(
        "shapes as large as numbers get are searched",
        arguments: [
            "[[[0, 0], [1, 1e308], [2, 0], [0, 0]]]", "[[[0, -1.7e308], [1, 1.7e308], [2, 0], [0, -1.7e308]]]",
            "[[[0, -1.7e308], [1, -1.7e308]], [[0, 1.7e308], [1, 1.7e308]]]",
        ])
    func huge(rings: String) throws {
        for operation in ["distance", "within"] {
            let expression = #"["\#(operation)", {"type": "Polygon", "coordinates": \#(rings)}]"#
            _ = try value(expression, "Point", [[Point(1, 1)]], tileZoom: 3)
        }
    }

    @Test("what a search looks at counts as steps") func steps() throws {
        let far = (0..<3000).map { Point(Double($0 % 2), Double($0) / 100) }
        let near = far.map { Point($0.x + 20, $0.y) }
        let expression = #"["distance", {"type": "LineString", "coordinates": \#(json(far))}]"#
        func problem(_ limit: Int) throws -> (Diagnostic.Code?, spent: Int) {
            var limits = RenderLimits.generous
            limits.expressionSteps = limit
            let budget = RenderBudget(limits)
            let rest = try budget.run {
                _ = try value(expression, "LineString", [near])
                return RenderBudget.rest(of: .expressionSteps)
            }
            return (budget.problem?.code, limit - rest)
        }
        let spent = try problem(1 << 40).spent
        // Far fewer than all pairs, which are 9 million.
        #expect((100_000...2_000_000).contains(spent))
        #expect(try problem(spent).0 == nil)
        #expect(try problem(spent - 1).0 == "limits.expression-steps")
    }
}
