// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeometry

/// What areas such as water cover, in coarse cells of the image: where their edges are, and how names lie in them.
struct AreaRaster {
    let frame: Rect
    let cell: Double
    let columns: Int
    let rows: Int
    private var isInside: [Bool]
    /// Outlines go on for as long as they like; the raster has enough after so many edges.
    private var room = 2_000_000

    /// Nil where nothing is covered.
    ///
    /// - Parameters:
    ///   - areas: paths, of which what winds around a point covers it. Those that are cut along tiles have no edge there.
    ///   - frame: the image, in pixels.
    ///   - cell: how wide cells are.
    init?(_ areas: [Path], in frame: Rect, cell: Double) {
        (self.frame, self.cell) = (frame, cell)
        columns = Int((frame.width / cell).rounded(.up))
        rows = Int((frame.height / cell).rounded(.up))
        isInside = Array(repeating: false, count: max(0, columns * rows))
        guard !areas.isEmpty, columns > 1, rows > 1 else { return nil }
        for area in areas where !WorkContext.isCancelled { fill(area) }
        guard isInside.contains(true) else { return nil }
    }

    private mutating func fill(_ area: Path) {
        var crossings = [[(x: Double, turn: Int)]](repeating: [], count: rows)
        let (cell, rows) = (cell, rows)
        var spent = 0
        area.forEachEdge { a, b in
            guard a.y != b.y else { return }
            let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
            let first = max(0, (top.y / cell - 0.5).rounded(.up))
            let last = min(Double(rows - 1), (bottom.y / cell - 0.5).rounded(.down))
            spent += 1
            guard first <= last, spent < room else { return }
            for row in Int(first)...Int(last) {
                let y = (Double(row) + 0.5) * cell
                guard y >= top.y, y < bottom.y else { continue }
                let x = top.x + (bottom.x - top.x) * (y - top.y) / (bottom.y - top.y)
                crossings[row].append((x, a.y < b.y ? 1 : -1))
            }
        }
        room -= min(room, spent)
        for row in 0..<rows where crossings[row].count > 1 {
            var winding = 0
            let sorted = crossings[row].sorted { $0.x < $1.x }
            for (start, end) in zip(sorted, sorted.dropFirst()) {
                winding += start.turn
                guard winding != 0 else { continue }
                let left = max(0, (start.x / cell - 0.5).rounded(.up))
                let right = min(Double(columns - 1), (end.x / cell - 0.5).rounded(.down))
                if left <= right { for column in Int(left)...Int(right) { isInside[row * columns + column] = true } }
            }
        }
    }

    private func covers(_ column: Int, _ row: Int) -> Bool {
        (0..<columns).contains(column) && (0..<rows).contains(row) && isInside[row * columns + column]
    }

    /// Whether a point is inside.
    func covers(_ point: Point) -> Bool {
        guard frame.contains(point) else { return false }
        return covers(Int(point.x / cell), Int(point.y / cell))
    }

    /// Calls `body` with the cells at edges: those that differ from the next to the right or below.
    func forEachEdgeCell(_ body: (_ column: Int, _ row: Int) -> Void) {
        for row in 0..<rows {
            for column in 0..<columns {
                let own = isInside[row * columns + column]
                if column + 1 < columns && isInside[row * columns + column + 1] != own
                    || row + 1 < rows && isInside[(row + 1) * columns + column] != own
                {
                    body(column, row)
                }
            }
        }
    }
}

// MARK: - Names

extension AreaRaster {
    /// The arcs that a name may follow in a long area, as cartographers set the names of seas and lakes: through the middle of what
    /// lies around its place. None where the area is about as wide as it is long, and where the name has no room on an arc.
    ///
    /// - Parameters:
    ///   - place: of the name.
    ///   - name: its width in pixels.
    ///   - spreads: how many times wider its letters may be spread, the best first.
    ///   - height: of its letters.
    /// - Returns: arcs from left to right, whose middles are those of the name, and how its letters are spread, the best first.
    func arcs(
        at place: Point, name: Double, spreads: [Double], height: Double
    ) -> [(line: MeasuredLine, spread: Double)] {
        guard covers(place), name > 2 * height else { return [] }
        let cells = around(place, reach: Self.reach * name)
        guard cells.count > 20, let axis = Axis(cells), axis.elongation >= Self.leastElongation else { return [] }
        guard let bend = Parabola(cells.map(axis.local)) else { return [] }
        let ends = cells.map { axis.local($0).x }
        guard let first = ends.min(), let last = ends.max() else { return [] }
        var found: [(line: MeasuredLine, spread: Double)] = []
        for spread in spreads where last - first >= 1.2 * spread * name {
            let width = spread * name
            // As near to its place as there is room.
            let wanted = max(first + width / 2, min(last - width / 2, axis.local(place).x))
            for offset in [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6] {
                let middle = wanted + Double(offset) * name / 8
                let reach = 0.54 * width
                let points = (0...Self.parts).map { part -> Point in
                    let x = middle - reach + 2 * reach * Double(part) / Double(Self.parts)
                    return axis.global(Point(x, bend.value(at: x)))
                }
                if holds(points, height: height) { found.append((MeasuredLine(points), spread)) }
            }
        }
        return found
    }

    /// How far around its place the water of a name is looked at, in widths of the name.
    private static let reach = 2.5
    private static let (leastElongation, parts) = (1.7, 24)

    /// Whether letters along a line are inside, and turn no more than they can be read.
    private func holds(_ points: [Point], height: Double) -> Bool {
        for (a, b) in zip(points, points.dropFirst()) {
            let way = b - a
            let side = Point(-way.y, way.x) * (0.6 * height / max(way.length, 1e-9))
            guard covers(a), covers(a + side), covers(a - side), covers(b) else { return false }
        }
        guard let first = points.first, let last = points.last, points.count > 3 else { return false }
        let (start, end) = (points[1] - first, last - points[points.count - 2])
        let turn = abs((angle(of: end) - angle(of: start)).remainder(dividingBy: 2 * .pi))
        // Steep names are read from below or from above.
        let slope = abs((last - first).x) / max((last - first).length, 1e-9)
        return turn < 1.2 && slope > 0.25
    }

    /// The middles of the cells that are connected with that of a place, no farther from it than a distance.
    private func around(_ place: Point, reach: Double) -> [Point] {
        let start = (Int(place.x / cell), Int(place.y / cell))
        var seen: Set<Int> = [start.1 * columns + start.0]
        var queue = [start]
        var found: [Point] = []
        var next = 0
        while next < queue.count, queue.count < 40_000 {
            let (column, row) = queue[next]
            next += 1
            let middle = Point((Double(column) + 0.5) * cell, (Double(row) + 0.5) * cell)
            guard middle.distance(to: place) <= reach else { continue }
            found.append(middle)
            for (x, y) in [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
            where covers(x, y) && seen.insert(y * columns + x).inserted {
                queue.append((x, y))
            }
        }
        return found
    }

    /// The longer axis of some points.
    private struct Axis {
        let middle: Point
        /// From left to right.
        let direction: Point
        /// How many times longer than wide the points lie.
        let elongation: Double

        init?(_ points: [Point]) {
            let count = Double(points.count)
            let middle = points.reduce(.zero, +) * (1 / count)
            var (xx, xy, yy) = (0.0, 0.0, 0.0)
            for point in points {
                let way = point - middle
                (xx, xy, yy) = (xx + way.x * way.x, xy + way.x * way.y, yy + way.y * way.y)
            }
            let (mean, difference) = ((xx + yy) / 2, (xx - yy) / 2)
            let root = (difference * difference + xy * xy).squareRoot()
            guard mean - root > 0 else { return nil }
            let turn = atan2(xy, difference) / 2
            let direction = Point(cos(turn), sin(turn))
            self.middle = middle
            self.direction = direction.x < 0 ? direction * -1 : direction
            elongation = ((mean + root) / (mean - root)).squareRoot()
        }

        /// Along the axis, and to the right of it.
        func local(_ point: Point) -> Point {
            let way = point - middle
            return Point(way.x * direction.x + way.y * direction.y, way.y * direction.x - way.x * direction.y)
        }

        func global(_ point: Point) -> Point {
            middle + direction * point.x + Point(-direction.y, direction.x) * point.y
        }
    }

    /// The parabola nearest to some points.
    private struct Parabola {
        private var (a, b, c) = (0.0, 0.0, 0.0)

        init?(_ points: [Point]) {
            var sums = [0.0, 0, 0, 0, 0]
            var (y, xy, xxy) = (0.0, 0.0, 0.0)
            let unit = points.reduce(0) { max($0, abs($1.x)) }
            guard unit > 0 else { return nil }
            for point in points {
                let x = point.x / unit
                for power in 0...4 { sums[power] += pow(x, Double(power)) }
                (y, xy, xxy) = (y + point.y, xy + x * point.y, xxy + x * x * point.y)
            }
            // Cramer's rule.
            func determinant(_ m: [Double]) -> Double {
                m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
                    + m[2] * (m[3] * m[7] - m[4] * m[6])
            }
            let whole = determinant([sums[0], sums[1], sums[2], sums[1], sums[2], sums[3], sums[2], sums[3], sums[4]])
            guard abs(whole) > 1e-9 else { return nil }
            c = determinant([y, sums[1], sums[2], xy, sums[2], sums[3], xxy, sums[3], sums[4]]) / whole
            b = determinant([sums[0], y, sums[2], sums[1], xy, sums[3], sums[2], xxy, sums[4]]) / whole / unit
            a = determinant([sums[0], sums[1], y, sums[1], sums[2], xy, sums[2], sums[3], xxy]) / whole / unit / unit
        }

        func value(at x: Double) -> Double { a * x * x + b * x + c }
    }
}

extension Path {
    /// The edges of areas, of which curves are taken for their chords.
    fileprivate func forEachEdge(_ body: (Point, Point) -> Void) {
        var (index, start, last) = (0, Point.zero, Point.zero)
        for verb in verbs {
            switch verb {
            case .move:
                if last != start { body(last, start) }
                (start, last) = (points[index], points[index])
                index += 1
            case .line, .curve:
                index += verb == .line ? 1 : 3
                body(last, points[index - 1])
                last = points[index - 1]
            case .close:
                if last != start { body(last, start) }
                last = start
            }
        }
        if last != start { body(last, start) }
    }
}
