// SPDX-License-Identifier: MIT
import Libc
import MapGeometry

/// A piece of the coast within a box.
struct CoastPath {
    var way: Int64
    var points: [Point]
    /// Where it comes into the box: along its edge, clockwise, from 0 at the top left to 4. Nil for a line that begins inside.
    var entry: Double?
    var exit: Double?
    /// True for a line that ended inside, and was led on to the edge.
    var isGuessed = false
}

extension Rect {
    /// True for points that are not on the edge either.
    func holds(_ p: Point) -> Bool { p.x > minX && p.x < maxX && p.y > minY && p.y < maxY }

    /// The place on the edge that is nearest to a point of it, as `CoastPath.entry` has it.
    func edgePosition(_ p: Point) -> Double {
        let (top, right, bottom, left) = (abs(p.y - minY), abs(maxX - p.x), abs(maxY - p.y), abs(p.x - minX))
        let nearest = min(top, right, bottom, left)
        if nearest == top { return clampedToUnit((p.x - minX) / width) }
        if nearest == right { return 1 + clampedToUnit((p.y - minY) / height) }
        if nearest == bottom { return 2 + clampedToUnit((maxX - p.x) / width) }
        return min(3 + clampedToUnit((maxY - p.y) / height), 4.0.nextDown)
    }

    /// A point that is on the edge but for rounding, exactly there.
    func onEdge(_ p: Point) -> Point {
        let (top, right, bottom, left) = (abs(p.y - minY), abs(maxX - p.x), abs(maxY - p.y), abs(p.x - minX))
        let nearest = min(top, right, bottom, left)
        if nearest == top { return Point(p.x, minY) }
        if nearest == right { return Point(maxX, p.y) }
        return nearest == bottom ? Point(p.x, maxY) : Point(minX, p.y)
    }

    func edgePoint(_ position: Double) -> Point {
        switch position {
        case ..<1: Point(minX + position * width, minY)
        case ..<2: Point(maxX, minY + (position - 1) * height)
        case ..<3: Point(maxX - (position - 2) * width, maxY)
        default: Point(minX, maxY - (position - 3) * height)
        }
    }

    /// Clockwise from the top left.
    var ring: [Point] { [0, 1, 2, 3, 0].map(edgePoint) }
}

extension CoastLine {
    /// The pieces that are within a box.
    func cut(to box: Rect) -> [CoastPath] {
        var points = points
        if isClosed, let outside = points.firstIndex(where: { !box.holds($0) }), outside > 0 {
            // A ring that crosses the edge begins outside.
            points = Array(points[outside...] + points[1..<outside] + [points[outside]])
        }
        var paths: [CoastPath] = []
        var path: CoastPath?
        if let first = points.first, box.holds(first) { path = CoastPath(way: way, points: [first]) }
        for (a, b) in zip(points, points.dropFirst()) {
            guard let (enter, leave) = clippedSegment(a, b, box), path != nil || enter < leave else { continue }
            if path == nil {
                let point = box.onEdge(enter == 0 ? a : a.mix(b, enter))
                if let last = paths.last, last.points.last == point {
                    // It only touched the edge.
                    path = paths.removeLast()
                    path?.exit = nil
                } else {
                    path = CoastPath(way: way, points: [point], entry: box.edgePosition(point))
                }
            }
            if box.holds(b) {
                path?.points.append(b)
            } else {
                let point = box.onEdge(leave == 1 ? b : a.mix(b, leave))
                path?.points.append(point)
                path?.exit = box.edgePosition(point)
                if let path, path.points.count > 2 || path.points.first != path.points.last { paths.append(path) }
                path = nil
            }
        }
        if let path, path.points.count > 1 { paths.append(path) }
        return paths
    }
}

/// Leads the ends of the coast that are within the box on to its edge, where the extract was cut along another line.
///
/// They turn to the water, which keeps it small, and cross no coast.
struct CoastEnds {
    private let box: Rect
    private let paths: [CoastPath]
    private let rings: [CoastLine]

    /// Each end looks at the whole coast, once for each direction.
    private static let maxEnds = 32
    /// Of the box's shorter side.
    private static let shortWay = 0.03
    /// Parts of a turn, from the water's side to ahead and back.
    private static let turns = [0.0, 0.0625, -0.0625, 0.125, -0.125, 0.1875, -0.1875]

    init(_ paths: [CoastPath], _ rings: [CoastLine], box: Rect) {
        self.box = box
        self.paths = paths
        self.rings = rings
    }

    /// The paths, with those led on that can be.
    func ledOn() -> [CoastPath] {
        let open = paths.indices.filter { paths[$0].entry == nil || paths[$0].exit == nil }
        guard open.count <= Self.maxEnds else { return paths }
        var result = paths
        for index in open {
            let points = paths[index].points
            if paths[index].exit == nil, let position = wayOut(from: points.reversed(), isEnd: true) {
                result[index].points.append(box.edgePoint(position))
                result[index].exit = position
                result[index].isGuessed = true
            }
            if paths[index].entry == nil, let position = wayOut(from: points, isEnd: false) {
                result[index].points.insert(box.edgePoint(position), at: 0)
                result[index].entry = position
                result[index].isGuessed = true
            }
        }
        return result
    }

    /// Where on the edge a line that ends within the box can be led to; `points` go from that end on.
    private func wayOut(from points: [Point], isEnd: Bool) -> Double? {
        guard let end = points.first, let other = points.prefix(20).last(where: { $0 != end }) else { return nil }
        // A short way to the edge has little water at either side.
        let nearest = box.edgePosition(end)
        if box.edgePoint(nearest).distance(to: end) < min(box.width, box.height) * Self.shortWay { return nearest }
        let ahead = isEnd ? end - other : other - end
        let size = box.width + box.height
        for turn in Self.turns {
            // A quarter to the right, where the water is (y grows downwards).
            let angle = (0.25 + (isEnd ? turn : -turn)) * 2 * .pi
            let direction = Point(
                ahead.x * cosine(angle) - ahead.y * sine(angle), ahead.x * sine(angle) + ahead.y * cosine(angle))
            guard direction.length > 0 else { return nil }
            let far = end + direction * (size / direction.length)
            guard let leave = clippedSegment(end, far, box)?.leave else { continue }
            let target = end.mix(far, leave)
            if !crossesCoast(end, target) { return box.edgePosition(target) }
        }
        return nil
    }

    private func crossesCoast(_ a: Point, _ b: Point) -> Bool {
        paths.contains { crosses($0.points, a, b) } || rings.contains { crosses($0.points, a, b) }
    }

    private func crosses(_ line: [Point], _ a: Point, _ b: Point) -> Bool {
        func side(_ p: Point, _ q: Point, _ r: Point) -> Double {
            (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        }
        return zip(line, line.dropFirst()).contains { c, d in
            guard c != a, d != a else { return false }
            return (side(a, b, c) > 0) != (side(a, b, d) > 0) && (side(c, d, a) > 0) != (side(c, d, b) > 0)
        }
    }
}

/// Finds the rings around a point, of many rings with many edges: edges are listed by rows.
struct RingTable {
    private struct Edge {
        var a: Point
        var b: Point
        var ring: Int
    }

    private var rows: [[Edge]]
    private var top = 0.0
    private var height = 1.0

    init(_ rings: [[Point]]) {
        let box = Rect(around: rings.joined())
        var edges: [Edge] = []
        for (index, ring) in rings.enumerated() {
            for (a, b) in zip(ring, ring.dropFirst()) where a.y != b.y { edges.append(Edge(a: a, b: b, ring: index)) }
        }
        rows = [[]]
        guard !edges.isEmpty, box.height > 0 else { return }
        top = box.minY
        // Long edges are in many rows: as few rows as keep the table small.
        let total = edges.reduce(0) { $0 + abs($1.a.y - $1.b.y) }
        let mean = total / box.height
        let count = max(1, min(4096, Int(4 * Double(edges.count) / max(1, mean)), edges.count))
        height = box.height / Double(count)
        rows = Array(repeating: [], count: count)
        for edge in edges {
            for row in self.row(min(edge.a.y, edge.b.y))...self.row(max(edge.a.y, edge.b.y)) { rows[row].append(edge) }
        }
    }

    private func row(_ y: Double) -> Int {
        max(0, min(rows.count - 1, Int(max(-1, min(1e6, (y - top) / height)))))
    }

    /// The rings that a point lies in, but for one of them.
    func rings(around point: Point, but excepted: Int) -> [Int] {
        guard point.y >= top, point.y <= top + height * Double(rows.count) else { return [] }
        var inside: Set<Int> = []
        for edge in rows[row(point.y)] where edge.ring != excepted && (edge.a.y > point.y) != (edge.b.y > point.y) {
            let x = edge.a.x + (point.y - edge.a.y) / (edge.b.y - edge.a.y) * (edge.b.x - edge.a.x)
            if point.x < x, inside.remove(edge.ring) == nil { inside.insert(edge.ring) }
        }
        return inside.sorted()
    }
}
