// SPDX-License-Identifier: MIT

/// The pole of inaccessibility of a polygon: the interior point farthest from its edges, to within a precision.
///
/// - Parameters:
///   - rings: the outer ring, then its holes; first points are not repeated.
///   - precision: the accepted difference from the maximum distance, in the rings' unit.
///   - enough: at such a distance, the centroid of the outer ring is taken, and nothing else is searched.
/// - Returns: nil without a ring.
/// - SeeAlso: Garcia-Castellanos and Lombardo, *Poles of inaccessibility* (2007); a quadtree search finds it.
package func interiorPoint(of rings: [ArraySlice<Point>], precision: Double, enough: Double = .infinity) -> Point? {
    guard let outer = rings.first, outer.count >= 3 else { return rings.first?.first }
    let box = Rect(around: outer)
    // Cells are as large as the shorter side of the bounding box, with at most 64 along the longer one.
    let cellSize = max(min(box.width, box.height), max(box.width, box.height) / 64)
    guard cellSize.isFinite else { return outer.first }
    guard min(box.width, box.height) > 0 else { return box.center }
    let edges = EdgeRuns(rings)
    var best = InteriorCell(center: centroid(of: outer), half: 0, edges)
    guard best.distance < enough else { return best.center }
    var cells = InteriorHeap()
    for column in 0..<Int((box.width / cellSize).rounded(.up)) {
        for row in 0..<Int((box.height / cellSize).rounded(.up)) {
            let corner = Point(box.minX + Double(column) * cellSize, box.minY + Double(row) * cellSize)
            cells.add(InteriorCell(center: corner + Point(cellSize / 2, cellSize / 2), half: cellSize / 2, edges))
        }
    }
    let centerCell = InteriorCell(center: box.center, half: 0, edges)
    if centerCell.distance > best.distance { best = centerCell }
    // Each iteration may look at all edges: of very many edges, fewer times.
    let limit = max(40, min(2000, 20_000_000 / max(1, rings.reduce(0) { $0 + $1.count })))
    var iterations = 0
    while let cell = cells.popGreatest(), iterations < limit {
        iterations += 1
        if cell.distance > best.distance { best = cell }
        guard cell.potential - best.distance > precision else { continue }
        let half = cell.half / 2
        for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
            // No farther than the cell's center is from its nearest edge, and from this one.
            let reach = abs(cell.distance) + half * 1.414_213_6
            cells.add(InteriorCell(center: cell.center + Point(dx, dy), half: half, edges, within: reach))
        }
    }
    return best.center
}

private struct InteriorCell {
    let center: Point
    let half: Double
    /// The distance to the nearest edge; negative outside.
    let distance: Double
    /// The upper bound of the distance for points of the cell.
    let potential: Double

    /// - Parameters:
    ///   - center: of the cell.
    ///   - half: half of its side.
    ///   - edges: of the polygon.
    ///   - reach: a distance in which there is an edge.
    init(center: Point, half: Double, _ edges: EdgeRuns, within reach: Double = .infinity) {
        self.center = center
        self.half = half
        distance = edges.signedDistance(from: center, within: reach)
        potential = distance + half * 1.414_213_562_373_095_1
    }
}

/// Cells of which the one with the greatest potential is taken first, and of equal ones the one that was added last: a heap of
/// their numbers.
private struct InteriorHeap {
    private var cells: [InteriorCell] = []
    private var items: [Item] = []

    private struct Item {
        let potential: Double
        let number: Int

        func isBefore(_ other: Item) -> Bool {
            potential > other.potential || potential == other.potential && number > other.number
        }
    }

    mutating func add(_ cell: InteriorCell) {
        let item = Item(potential: cell.potential, number: cells.count)
        cells.append(cell)
        var index = items.count
        items.append(item)
        while index > 0 {
            let parent = (index - 1) / 2
            guard item.isBefore(items[parent]) else { break }
            items[index] = items[parent]
            index = parent
        }
        items[index] = item
    }

    mutating func popGreatest() -> InteriorCell? {
        guard let first = items.first, let last = items.popLast() else { return nil }
        guard !items.isEmpty else { return cells[first.number] }
        var index = 0
        while 2 * index + 1 < items.count {
            var child = 2 * index + 1
            if child + 1 < items.count, items[child + 1].isBefore(items[child]) { child += 1 }
            guard items[child].isBefore(last) else { break }
            items[index] = items[child]
            index = child
        }
        items[index] = last
        return cells[first.number]
    }
}

/// The edges of rings in runs, each with its box: of most of them, the box says enough.
private struct EdgeRuns {
    private struct Run {
        /// Each point but the first ends an edge.
        var points: Range<Int>
        var box: Rect
    }

    private static let edgesPerRun = 8

    private var points: [Point] = []
    private var runs: [Run] = []

    init(_ rings: [ArraySlice<Point>]) {
        for ring in rings {
            guard let last = ring.last else { continue }
            let start = points.count
            points.append(last)
            points.append(contentsOf: ring)
            for first in stride(from: start, to: points.count - 1, by: Self.edgesPerRun) {
                let own = first..<min(first + Self.edgesPerRun + 1, points.count)
                runs.append(Run(points: own, box: Rect(around: points[own])))
            }
        }
    }

    /// The distance to the nearest edge, which is nearer than `reach`; negative outside.
    func signedDistance(from p: Point, within reach: Double) -> Double {
        var inside = false
        var nearest = reach * reach
        for run in runs {
            let (low, high) = (Point(run.box.minX, run.box.minY) - p, Point(run.box.maxX, run.box.maxY) - p)
            let crosses = low.y <= 0 && high.y > 0
            let vertical = low.y > 0 ? low.y * low.y : high.y <= 0 ? high.y * high.y : 0
            let horizontal = low.x > 0 ? low.x * low.x : high.x <= 0 ? high.x * high.x : 0
            // Of edges that are farther away than the nearest so far, only those to the right matter, and of these, whether they end
            // on the other side than they start.
            if max(vertical, horizontal) >= nearest, !crosses || horizontal > 0 {
                let (start, end) = (points[run.points.lowerBound].y - p.y, points[run.points.upperBound - 1].y - p.y)
                if low.x > 0, (start > 0) != (end > 0) { inside.toggle() }
                continue
            }
            var b = points[run.points.lowerBound] - p
            for index in run.points.dropFirst() {
                let a = points[index] - p
                if (a.y > 0) != (b.y > 0), 0 < a.x - (b.x - a.x) * a.y / (b.y - a.y) { inside.toggle() }
                // Skips edges whose bounding box is farther away than the nearest edge so far.
                let verticalDistance = (a.y > 0) == (b.y > 0) ? min(a.y * a.y, b.y * b.y) : 0
                let horizontalDistance = (a.x > 0) == (b.x > 0) ? min(a.x * a.x, b.x * b.x) : 0
                if max(verticalDistance, horizontalDistance) < nearest {
                    nearest = min(nearest, squaredDistance(.zero, a, b))
                }
                b = a
            }
        }
        return inside ? nearest.squareRoot() : -nearest.squareRoot()
    }
}

private func centroid(of ring: ArraySlice<Point>) -> Point {
    guard let end = ring.last, let first = ring.first else { return .zero }
    var (area, x, y) = (0.0, 0.0, 0.0)
    // Relative to the first point, which preserves precision.
    var last = end - first
    for p in ring {
        let p = p - first
        let cross = last.x * p.y - p.x * last.y
        area += cross
        x += (last.x + p.x) * cross
        y += (last.y + p.y) * cross
        last = p
    }
    return area == 0 ? first : first + Point(x / (3 * area), y / (3 * area))
}

/// The first pair of edges of a ring that intersect, by the indices of their first vertices; nil when there is none.
///
/// Edges are compared with all edges that overlap them along x, from left to right. The ring's first vertex is not
/// repeated; edges that only touch do not intersect.
package func crossing(of ring: [Point]) -> (Int, Int)? {
    let count = ring.count
    guard count > 3 else { return nil }
    struct Edge {
        var number: Int
        var a: Point
        var b: Point
        var minX: Double { min(a.x, b.x) }
        var maxX: Double { max(a.x, b.x) }
    }
    let edges = ring.indices.map { Edge(number: $0, a: ring[$0], b: ring[($0 + 1) % count]) }
        .sorted { ($0.minX, $0.number) < ($1.minX, $1.number) }
    var first: (Int, Int)?
    for (index, edge) in edges.enumerated() {
        for other in edges.dropFirst(index + 1) {
            guard other.minX < edge.maxX else { break }
            let pair = (min(edge.number, other.number), max(edge.number, other.number))
            guard doCross(edge.a, edge.b, other.a, other.b) else { continue }
            if let known = first, known < pair { continue }
            first = pair
        }
    }
    return first
}

/// True when each segment has the other's endpoints on opposite sides.
package func doCross(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    func side(_ p: Point, _ q: Point, _ r: Point) -> Double {
        (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    }
    let (ofC, ofD) = (side(a, b, c), side(a, b, d))
    let (ofA, ofB) = (side(c, d, a), side(c, d, b))
    return (ofC > 0 && ofD < 0 || ofC < 0 && ofD > 0) && (ofA > 0 && ofB < 0 || ofA < 0 && ofB > 0)
}

extension [Point] {
    /// True for a point inside of the ring.
    package func surrounds(_ point: Point) -> Bool {
        guard var a = last else { return false }
        var isInside = false
        for b in self {
            if (a.y > point.y) != (b.y > point.y), point.x < a.x + (b.x - a.x) * ((point.y - a.y) / (b.y - a.y)) {
                isInside.toggle()
            }
            a = b
        }
        return isInside
    }
}
