// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages

/// Scan conversion without antialiasing: finds the pixels whose centers lie inside a path, by the non-zero rule.
///
/// Every edge contributes one crossing to each row whose center line it crosses; the sorted crossings of a row bound
/// its spans. Whether a pixel is inside does not depend on the requested area.
struct AliasedRasterizer {
    /// The most crossings held at a time; paths with more are processed a few rows at a time.
    private static let maxCrossings = 1 << 20
    /// Rows with more crossings are accumulated per column instead of sorted.
    private static let maxSorted = 24
    /// For so many crossings there is room without counting them: each edge may cross each row.
    private static let fewCrossings = 1 << 12

    private let area: PixelRect

    /// Calls `body` for each span, from the top row down and from left to right within a row.
    ///
    /// - Parameters:
    ///   - path: its figures are closed implicitly; figures with a coordinate that is not finite are skipped.
    ///   - index: the figures of `path`.
    ///   - area: the pixels to consider.
    ///   - body: receives the row and its half-open range of columns; the spans of a row neither touch nor overlap.
    static func forEachSpan(
        of path: Path, _ index: FigureIndex, in area: PixelRect, _ body: (_ y: Int, _ from: Int, _ to: Int) -> Void
    ) {
        guard !area.isEmpty else { return }
        let raster = AliasedRasterizer(area: area)
        let most = path.points.count
        let isSmall = most <= fewCrossings / area.height && index.entries.allSatisfy(\.isStraight)
        withUnsafeTemporaryAllocation(of: Int.self, capacity: area.height + 1) { counts in
            if isSmall { counts.initialize(repeating: most) } else { raster.count(path, index, counts) }
            var first = area.minY
            while first < area.maxY {
                var (last, total) = (first, 0)
                repeat {
                    total += counts[last - area.minY]
                    last += 1
                } while last < area.maxY && total + counts[last - area.minY] <= maxCrossings
                let rowCrossings = UnsafeMutableBufferPointer(rebasing: counts[first - area.minY..<last - area.minY])
                if total > 0 { raster.spans(of: path, index, first..<last, rowCrossings, isSmall ? most : nil, body) }
                first = last
            }
        }
    }

    /// Counts the edges that cross each row.
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

    /// `offsets` holds the number of crossings of each row on entry, and is overwritten; `room` is that number where it is the same
    /// for all rows, and more than they have.
    private func spans(
        of path: Path, _ index: FigureIndex, _ rows: Range<Int>, _ offsets: UnsafeMutableBufferPointer<Int>,
        _ room: Int?, _ body: (Int, Int, Int) -> Void
    ) {
        let (left, right) = (Double(area.minX), Double(area.maxX))
        // From here on: the index of each row's next crossing.
        var total = 0
        for row in offsets.indices { (offsets[row], total) = (total, total + offsets[row]) }
        withUnsafeTemporaryAllocation(of: Crossing.self, capacity: total) { crossings in
            forEachEdge(of: path, index, rows) { edge in
                for y in edge.rows {
                    let x = min(right, max(left, edge.x(at: y) - 0.5))
                    let index = offsets[y &- rows.lowerBound]
                    crossings.initializeElement(
                        at: index, to: Crossing(column: integerCeiling(x), goesDown: edge.goesDown))
                    offsets[y &- rows.lowerBound] = index &+ 1
                }
            }
            var start = 0
            for row in offsets.indices {
                let rowCrossings = UnsafeMutableBufferPointer(rebasing: crossings[start..<offsets[row]])
                start = room.map { start &+ $0 } ?? offsets[row]
                if rowCrossings.count > Self.maxSorted {
                    accumulateColumns(rowCrossings) { body(rows.lowerBound + row, $0, $1) }
                } else {
                    sort(rowCrossings)
                    scan(rowCrossings) { body(rows.lowerBound + row, $0, $1) }
                }
            }
        }
    }

    /// Sums the winding changes per column, for rows with many crossings.
    private func accumulateColumns(_ crossings: UnsafeMutableBufferPointer<Crossing>, _ body: (Int, Int) -> Void) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: area.width + 1) { deltas in
            deltas.initialize(repeating: 0)
            for crossing in crossings { deltas[crossing.column &- area.minX] &+= Int32(crossing.step) }
            var (winding, from) = (Int32(0), 0)
            for column in deltas.indices where deltas[column] != 0 {
                if winding == 0 { from = column }
                winding &+= deltas[column]
                if winding == 0 { body(area.minX + from, area.minX + column) }
            }
        }
    }

    /// Emits the ranges of columns with a winding number other than zero, joining ranges that touch.
    private func scan(_ crossings: UnsafeMutableBufferPointer<Crossing>, _ body: (Int, Int) -> Void) {
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

    /// Insertion sort: most rows have only a few crossings.
    private func sort(_ crossings: UnsafeMutableBufferPointer<Crossing>) {
        var next = 1
        while next < crossings.count {
            let crossing = crossings[next]
            var index = next
            while index > 0, crossings[index - 1].code > crossing.code {
                crossings[index] = crossings[index - 1]
                index -= 1
            }
            crossings[index] = crossing
            next += 1
        }
    }

    @inline(__always)
    private func forEachEdge(of path: Path, _ index: FigureIndex, _ rows: Range<Int>, _ body: (Edge) -> Void) {
        let (low, high) = (Double(rows.lowerBound), Double(rows.upperBound))
        PathReader.read(path, index) { figure, entry in
            // Figures with coordinates that are not finite have an infinite box.
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

/// The crossing of an edge with a row's center line.
private struct Crossing {
    /// The column in the upper bits and the direction in the lowest, so that crossings sort as integers.
    let code: Int32

    /// Columns fit in 31 bits, as sides are limited by `CairoSurface.maxSide`.
    @inline(__always)
    init(column: Int, goesDown: Bool) {
        code = Int32(truncatingIfNeeded: column) << 1 | (goesDown ? 1 : 0)
    }

    var column: Int { Int(code >> 1) }
    var step: Int { code & 1 == 1 ? 1 : -1 }
}

/// An edge and the rows whose center lines it crosses.
private struct Edge {
    let rows: Range<Int>
    let goesDown: Bool
    private let top: Point
    private let slope: Double

    /// Returns nil for an edge that crosses none of the rows.
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

/// A set of pixels within an area, as spans per row.
struct PixelSpans {
    typealias Span = (from: Int32, to: Int32)

    let area: PixelRect
    private var spans: [Span] = []
    /// The index of each row's first span, followed by the total count.
    private var starts: [Int32]

    /// Creates the set of pixels whose centers lie inside a path.
    init(_ path: Path, in area: PixelRect) {
        self.area = area
        starts = []
        starts.reserveCapacity(max(0, area.height) + 1)
        AliasedRasterizer.forEachSpan(of: path, FigureIndex(path), in: area) { y, from, to in
            begin(row: y)
            spans.append((Int32(from), Int32(to)))
        }
        begin(row: area.maxY)
    }

    /// Intersects a path's pixels with another set.
    init(_ path: Path, within other: PixelSpans) {
        area = other.area
        starts = []
        AliasedRasterizer.forEachSpan(of: path, FigureIndex(path), in: area) { y, from, to in
            begin(row: y)
            other.forEach(in: y, from, to) { spans.append((Int32($0), Int32($1))) }
        }
        begin(row: area.maxY)
    }

    private mutating func begin(row: Int) {
        while starts.count <= row - area.minY { starts.append(Int32(spans.count)) }
    }

    /// Calls `body` for each span of a row, clipped to the given columns.
    @inline(__always)
    func forEach(in row: Int, _ from: Int, _ to: Int, _ body: (Int, Int) -> Void) {
        guard row >= area.minY, row < area.maxY else { return }
        for index in starts[row - area.minY]..<starts[row - area.minY + 1] {
            let span = spans[Int(index)]
            let (first, last) = (max(from, Int(span.from)), min(to, Int(span.to)))
            if first < last { body(first, last) }
        }
    }
}
