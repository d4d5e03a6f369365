// SPDX-License-Identifier: MIT
import MapPlane

/// Finds the pixels whose centers lie inside a path: those that it winds around.
///
/// Each edge says in which column it crosses the middle of each row; a row's crossings in order make its spans. Whether a
/// pixel is inside does not depend on the area that is asked for.
struct AliasedRasterizer {
    /// So many crossings are held at a time: paths with more are gone through for a few rows after the other.
    private static let maxCrossings = 1 << 20
    /// Rows with more are not sorted, but counted column by column.
    private static let maxSorted = 24

    private let area: PixelRect

    /// Goes through the spans from the top down, and in each row from left to right.
    ///
    /// - Parameters:
    ///   - path: figures, which are closed if they are not; those with a coordinate that is no finite number are left out.
    ///   - index: where the figures lie.
    ///   - area: the pixels that count.
    ///   - body: takes a row, and the first and last + 1 of columns inside; the spans of a row neither touch nor overlap.
    static func forEachSpan(
        of path: Path, _ index: FigureIndex, in area: PixelRect, _ body: (_ y: Int, _ from: Int, _ to: Int) -> Void
    ) {
        guard !area.isEmpty else { return }
        let raster = AliasedRasterizer(area: area)
        withUnsafeTemporaryAllocation(of: Int.self, capacity: area.height + 1) { counts in
            raster.count(path, index, counts)
            var first = area.minY
            while first < area.maxY {
                var (last, total) = (first, 0)
                repeat {
                    total += counts[last - area.minY]
                    last += 1
                } while last < area.maxY && total + counts[last - area.minY] <= maxCrossings
                let own = UnsafeMutableBufferPointer(rebasing: counts[first - area.minY..<last - area.minY])
                if total > 0 { raster.spans(of: path, index, first..<last, own, body) }
                first = last
            }
        }
    }

    /// How many edges cross each row.
    private func count(_ path: Path, _ index: FigureIndex, _ counts: UnsafeMutableBufferPointer<Int>) {
        counts.initialize(repeating: 0)
        forEachEdge(of: path, index, area.minY..<area.maxY) { edge in
            counts[edge.rows.lowerBound &- area.minY] &+= 1
            counts[edge.rows.upperBound &- area.minY] &-= 1
        }
        var running = 0
        for row in counts.indices {
            running += counts[row]
            counts[row] = running
        }
    }

    /// `places` begins as how many edges cross each of the rows, and is overwritten.
    private func spans(
        of path: Path, _ index: FigureIndex, _ rows: Range<Int>, _ places: UnsafeMutableBufferPointer<Int>,
        _ body: (Int, Int, Int) -> Void
    ) {
        let (left, right) = (Double(area.minX), Double(area.maxX))
        // Where the next crossing of each row goes.
        var total = 0
        for row in places.indices { (places[row], total) = (total, total + places[row]) }
        withUnsafeTemporaryAllocation(of: Crossing.self, capacity: total) { crossings in
            forEachEdge(of: path, index, rows) { edge in
                for y in edge.rows {
                    let x = min(right, max(left, edge.x(at: y) - 0.5))
                    let place = places[y &- rows.lowerBound]
                    crossings.initializeElement(
                        at: place, to: Crossing(column: integerCeiling(x), goesDown: edge.goesDown))
                    places[y &- rows.lowerBound] = place &+ 1
                }
            }
            var start = 0
            for row in places.indices {
                let own = UnsafeMutableBufferPointer(rebasing: crossings[start..<places[row]])
                start = places[row]
                if own.count > Self.maxSorted {
                    walkColumns(own) { body(rows.lowerBound + row, $0, $1) }
                } else {
                    sort(own)
                    walk(own) { body(rows.lowerBound + row, $0, $1) }
                }
            }
        }
    }

    /// Adds up what each column's crossings do.
    private func walkColumns(_ crossings: UnsafeMutableBufferPointer<Crossing>, _ body: (Int, Int) -> Void) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: area.width + 1) { steps in
            steps.initialize(repeating: 0)
            for crossing in crossings { steps[crossing.column &- area.minX] &+= Int32(crossing.step) }
            var (winding, from) = (Int32(0), 0)
            for column in steps.indices where steps[column] != 0 {
                if winding == 0 { from = column }
                winding &+= steps[column]
                if winding == 0 { body(area.minX + from, area.minX + column) }
            }
        }
    }

    /// Hands out the columns around which the path winds.
    private func walk(_ crossings: UnsafeMutableBufferPointer<Crossing>, _ body: (Int, Int) -> Void) {
        var (winding, from) = (0, area.minX)
        var pending: (from: Int, to: Int)?
        for crossing in crossings {
            if winding == 0 { from = crossing.column }
            winding += crossing.step
            guard winding == 0, from < crossing.column else { continue }
            if let span = pending, span.to == from {
                pending = (span.from, crossing.column)
            } else {
                if let span = pending { body(span.from, span.to) }
                pending = (from, crossing.column)
            }
        }
        if let span = pending { body(span.from, span.to) }
    }

    /// Most rows have two crossings, or a few.
    private func sort(_ crossings: UnsafeMutableBufferPointer<Crossing>) {
        var next = 1
        while next < crossings.count {
            let crossing = crossings[next]
            var place = next
            while place > 0, crossings[place - 1].code > crossing.code {
                crossings[place] = crossings[place - 1]
                place -= 1
            }
            crossings[place] = crossing
            next += 1
        }
    }

    @inline(__always)
    private func forEachEdge(of path: Path, _ index: FigureIndex, _ rows: Range<Int>, _ body: (Edge) -> Void) {
        let (low, high) = (Double(rows.lowerBound), Double(rows.upperBound))
        PathReader.read(path, index) { figure, entry in
            // The box around a figure with other than finite coordinates is everything.
            guard entry.box.width < .infinity, entry.box.maxY >= low, entry.box.minY <= high,
                entry.box.minX <= Double(area.maxX)
            else { return }
            if entry.isStraight {
                guard var last = figure.points.last?.snappedToCairoGrid else { return }
                for p in figure.points {
                    let p = p.snappedToCairoGrid
                    if let edge = Edge(last, p, rows) { body(edge) }
                    last = p
                }
            } else {
                figure.forEachShortLine { a, b in
                    if let edge = Edge(a.snappedToCairoGrid, b.snappedToCairoGrid, rows) { body(edge) }
                }
            }
        }
    }
}

/// Where an edge crosses a row, and whether it goes down there.
private struct Crossing {
    /// The column, then the direction: in one number, to be sorted by.
    let code: Int32

    /// Columns of a picture have less than 31 bits.
    @inline(__always)
    init(column: Int, goesDown: Bool) {
        code = Int32(truncatingIfNeeded: column) << 1 | (goesDown ? 1 : 0)
    }

    var column: Int { Int(code >> 1) }
    var step: Int { code & 1 == 1 ? 1 : -1 }
}

/// An edge, and the rows whose middle it crosses.
private struct Edge {
    let rows: Range<Int>
    let goesDown: Bool
    private let top: Point
    private let slope: Double

    /// Nil for an edge that crosses none of the rows.
    @inline(__always)
    init?(_ a: Point, _ b: Point, _ rows: Range<Int>) {
        goesDown = a.y < b.y
        let (top, bottom) = goesDown ? (a, b) : (b, a)
        let first = max(rows.lowerBound, integerCeiling(top.y - 0.5))
        let last = min(rows.upperBound, integerCeiling(bottom.y - 0.5))
        guard first < last else { return nil }
        self.rows = first..<last
        self.top = top
        slope = (bottom.x - top.x) / (bottom.y - top.y)
    }

    @inline(__always)
    func x(at row: Int) -> Double { top.x + (Double(row) + 0.5 - top.y) * slope }
}
