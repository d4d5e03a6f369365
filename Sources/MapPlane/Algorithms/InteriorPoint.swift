// SPDX-License-Identifier: MIT

/// A point well inside a polygon: the one furthest from its edges, to within a precision.
///
/// - Parameters:
///   - rings: the outer ring first, then its holes; first points not repeated.
///   - precision: how far from the best distance the answer may be, in the rings' unit.
/// - Returns: nil for no ring.
/// - SeeAlso: Garcia-Castellanos and Lombardo, *Poles of inaccessibility* (2007); a quadtree search finds it.
package func interiorPoint(of rings: [ArraySlice<Point>], precision: Double) -> Point? {
    guard let outer = rings.first, outer.count >= 3 else { return outerFallback(rings) }
    var box = Rect.null
    for p in outer { box.extend(to: p) }
    // Cells as wide as the polygon is, but no more than 64 along a thin one, however thin it is.
    let side = max(min(box.width, box.height), max(box.width, box.height) / 64)
    guard side.isFinite else { return outer.first }
    guard min(box.width, box.height) > 0 else { return box.center }
    var cells: [InteriorCell] = []
    for column in 0..<Int((box.width / side).rounded(.up)) {
        for row in 0..<Int((box.height / side).rounded(.up)) {
            let corner = Point(box.minX + Double(column) * side, box.minY + Double(row) * side)
            cells.append(InteriorCell(center: corner + Point(side / 2, side / 2), half: side / 2, rings))
        }
    }
    var best = InteriorCell(center: centroid(of: outer), half: 0, rings)
    let middle = InteriorCell(center: box.center, half: 0, rings)
    if middle.distance > best.distance { best = middle }
    var searched = 0
    cells.sort { $0.potential < $1.potential }
    while let cell = cells.popLast(), searched < 2000 {
        searched += 1
        if cell.distance > best.distance { best = cell }
        guard cell.potential - best.distance > precision else { continue }
        let half = cell.half / 2
        for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
            let child = InteriorCell(center: cell.center + Point(dx, dy), half: half, rings)
            let index = cells.firstIndex { $0.potential > child.potential } ?? cells.count
            cells.insert(child, at: index)
        }
    }
    return best.center
}

private func outerFallback(_ rings: [ArraySlice<Point>]) -> Point? { rings.first?.first }

private struct InteriorCell {
    let center: Point
    let half: Double
    /// To the nearest edge; negative outside.
    let distance: Double
    /// The greatest distance that a point of the cell could have.
    let potential: Double

    init(center: Point, half: Double, _ rings: [ArraySlice<Point>]) {
        self.center = center
        self.half = half
        distance = signedDistance(from: center, to: rings)
        potential = distance + half * 1.414_213_562_373_095_1
    }
}

private func signedDistance(from p: Point, to rings: [ArraySlice<Point>]) -> Double {
    var inside = false
    var nearest = Double.infinity
    for ring in rings {
        ring.withUnsafeBufferPointer { ring in
            guard var b = ring.last.map({ $0 - p }) else { return }
            for a in ring {
                let a = a - p
                if (a.y > 0) != (b.y > 0), 0 < a.x - (b.x - a.x) * a.y / (b.y - a.y) { inside.toggle() }
                // Most edges lie further above, below or beside than the nearest one so far.
                let down = (a.y > 0) == (b.y > 0) ? min(a.y * a.y, b.y * b.y) : 0
                let across = (a.x > 0) == (b.x > 0) ? min(a.x * a.x, b.x * b.x) : 0
                if max(down, across) < nearest { nearest = min(nearest, squaredDistance(toSegment: a, b)) }
                b = a
            }
        }
    }
    return inside ? nearest.squareRoot() : -nearest.squareRoot()
}

/// From zero.
@inline(__always)
private func squaredDistance(toSegment a: Point, _ b: Point) -> Double {
    let d = b - a
    let squared = d.x * d.x + d.y * d.y
    let t = squared > 0 ? max(0, min(1, -(a.x * d.x + a.y * d.y) / squared)) : 0
    let q = a + d * t
    return q.x * q.x + q.y * q.y
}

private func centroid(of ring: ArraySlice<Point>) -> Point {
    guard var last = ring.last, let first = ring.first else { return .zero }
    var (area, x, y) = (0.0, 0.0, 0.0)
    for p in ring {
        let cross = last.x * p.y - p.x * last.y
        area += cross
        x += (last.x + p.x) * cross
        y += (last.y + p.y) * cross
        last = p
    }
    return area == 0 ? first : Point(x / (3 * area), y / (3 * area))
}
