// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapVector
import Testing

@Suite("A path of many figures") struct PathBlocksTests {
    private let blocks = PathPartition(scale: 1)

    /// Squares of houses, 20 by 20 of them, each beside the next when there is no gap.
    private func houses(gap: Double, hole: Bool = false) -> Path {
        var path = Path()
        for index in 0..<400 {
            let (x, y) = (Double(index % 20), Double(index / 20))
            let house = Rect(x: x * (20 + gap), y: y * (20 + gap), width: 20, height: 20)
            path.append(.rectangle(house))
            if hole { path.addLines(Array(Path.rectangle(house.inset(by: 6)).points.reversed()), closed: true) }
        }
        return path
    }

    private func areas(_ paths: [Path]) -> [Rect] { paths.map(\.bounds) }

    @Test("is divided into local parts without losing figures") func apart() {
        let whole = houses(gap: 20)
        let parts = blocks.fills(whole)
        #expect((36...64).contains(parts.count))
        #expect(areas(parts).allSatisfy { $0.width <= 160 && $0.height <= 160 })
        #expect(parts.reduce(0) { $0 + $1.points.count } == whole.points.count)
        #expect(Set(parts.flatMap(\.points)) == Set(whole.points))
    }

    @Test("keeps together what touches, in which a seam would show") func touching() {
        #expect(blocks.fills(houses(gap: 0)).count == 1)
        #expect(blocks.strokes(houses(gap: 0)).count > 1)
    }

    @Test("keeps holes with their polygons") func holes() {
        for part in blocks.fills(houses(gap: 20, hole: true)) {
            // A house and its hole have four corners each.
            #expect(part.points.count.isMultiple(of: 8))
        }
    }

    @Test("is left whole when it is short") func short() {
        var path = Path()
        for x in [0.0, 500, 900] { path.append(.rectangle(Rect(x: x, y: 0, width: 9, height: 9))) }
        #expect(blocks.fills(path) == [path])
        #expect(blocks.strokes(path) == [path])
    }

    @Test("may have any numbers", arguments: [(Double.nan, true), (.infinity, true), (1e300, true), (9e8, false)])
    func extremes(value: Double, partsFills: Bool) {
        var path = houses(gap: 20)
        path.addLines([Point(0, 0), Point(value, 5), Point(5, value)], closed: true)
        #expect((blocks.fills(path).count > 1) == partsFills)
        #expect(blocks.strokes(path).count > 1)
    }

    @Test("is written as a group in the base map, where opaque lines may be parted") func written() throws {
        var drawing = Drawing(width: 800, height: 800, scale: 1)
        func item(_ role: DrawingItem.Role, _ mark: Mark) -> DrawingItem {
            DrawingItem(id: "layer/x", role: role, bounds: drawing.rect, mark: mark)
        }
        func paths(_ item: DrawingItem) throws -> Int {
            drawing.items = [item]
            return String(decoding: try SVGWriter().write(drawing).bytes, as: UTF8.self).components(of: "<path")
        }
        let (area, pen) = (houses(gap: 20), StrokeStyle(width: 2))
        #expect(try paths(item(.layer, .fill(area, .nonZero, .color(.black)))) > 30)
        #expect(try paths(item(.layer, .fill(area, .evenOdd, .color(.black)))) == 1)
        #expect(try paths(item(.overlay, .fill(area, .nonZero, .color(.black)))) == 1)
        #expect(try paths(item(.layer, .stroke(area, pen, .black))) > 30)
        #expect(try paths(item(.layer, .stroke(area, pen, .black.opacity(0.5)))) == 1)
    }
}
