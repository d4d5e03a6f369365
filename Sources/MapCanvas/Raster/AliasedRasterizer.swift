// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages

/// Scan conversion without antialiasing: finds the pixels whose centers lie inside a path, by the non-zero rule.
///
/// Every edge changes the winding number of each row whose center line it crosses, from the first pixel on whose center
/// lies to the right of it. Whether a pixel is inside does not depend on the requested area.
struct AliasedRasterizer {
    /// The most pixels for which changes are held at a time; larger areas are processed a few rows at a time.
    private static let maxPixels = 1 << 20

    /// The rows that are processed at a time.
    private let area: PixelRect
    private let width: Int
    /// A bit for each pixel of a row at which the winding number changes, in whole words.
    private let marks: UnsafeMutablePointer<UInt64>
    private let words: Int
    /// By how much the winding number changes, for pixels that are marked.
    private let changes: UnsafeMutablePointer<Int32>

    /// Calls `body` for each span, from the top row down and from left to right within a row.
    ///
    /// - Parameters:
    ///   - path: its figures are closed implicitly; figures with a coordinate that is not finite are skipped.
    ///   - index: the figures of `path`, if they are known.
    ///   - area: the pixels to consider.
    ///   - body: receives the row and its half-open range of columns; the spans of a row neither touch nor overlap.
    @inline(__always)
    static func forEachSpan(
        of path: Path, _ index: FigureIndex?, in area: PixelRect, _ body: (_ y: Int, _ from: Int, _ to: Int) -> Void
    ) {
        guard !area.isEmpty else { return }
        let (width, words) = (area.width, (area.width + 63) / 64)
        let height = min(area.height, max(1, maxPixels / width))
        // Two changes fit in a word.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: (words + (width + 1) / 2) * height) { memory in
            guard let marks = memory.baseAddress else { return }
            marks.initialize(repeating: 0, count: words * height)
            let changes = UnsafeMutableRawPointer(marks + words * height).bindMemory(
                to: Int32.self, capacity: width * height)
            var rows = area
            while rows.minY < area.maxY {
                rows.maxY = min(rows.minY + height, area.maxY)
                let raster = AliasedRasterizer(area: rows, width: width, marks: marks, words: words, changes: changes)
                raster.add(path, index)
                raster.forEachSpan(body)
                rows.minY = rows.maxY
            }
        }
    }

    /// Clears the marks.
    @inline(__always)
    private func forEachSpan(_ body: (Int, Int, Int) -> Void) {
        var (marks, changes) = (marks, changes - area.minX)
        for y in area.minY..<area.maxY {
            var (winding, from) = (Int32(0), 0)
            for word in 0..<words where marks[word] != 0 {
                var bits = marks[word]
                marks[word] = 0
                repeat {
                    let column = area.minX &+ word &* 64 &+ bits.trailingZeroBitCount
                    bits &= bits &- 1
                    if winding == 0 { from = column }
                    winding &+= changes[column]
                    if winding == 0, from < column { body(y, from, column) }
                } while bits != 0
            }
            if winding != 0 { body(y, from, area.maxX) }
            marks += words
            changes += width
        }
    }

    private func add(_ path: Path, _ index: FigureIndex?) {
        // What lies on the left changes the winding numbers of whole rows.
        var window = area.rect
        window.minX = -.infinity
        PathReader.read(path, index, touching: window) { figure, entry in
            if entry.isStraight {
                guard var last = figure.points.last.map(Corner.init) else { return }
                for p in figure.points {
                    let corner = Corner(p)
                    if corner.row != last.row { add(last, corner) }
                    last = corner
                }
            } else {
                figure.forEachShortLine { a, b in
                    let (a, b) = (Corner(a), Corner(b))
                    if a.row != b.row { add(a, b) }
                }
            }
        }
    }

    /// Adds an edge that crosses center lines of rows.
    @inline(__always)
    private func add(_ a: Corner, _ b: Corner) {
        let (top, bottom, change) = a.row < b.row ? (a, b, Int32(1)) : (b, a, -1)
        var y = max(top.row, area.minY)
        let end = min(bottom.row, area.maxY)
        guard y < end else { return }
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        var (marks, changes) = (marks + (y &- area.minY) &* words, changes + (y &- area.minY) &* width)
        var height = Double(y) + 0.5 - top.y
        while y < end {
            let x = top.x + height * slope
            let column = max(0, integerCeiling(x - 0.5) &- area.minX)
            if column < width {
                let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: column & 63)
                let known = marks[column >> 6]
                marks[column >> 6] = known | bit
                changes[column] = known & bit == 0 ? change : changes[column] &+ change
            }
            marks += words
            changes += width
            y &+= 1
            height += 1
        }
    }

    /// A point on cairo's grid, and the first row whose center line is not above it.
    private struct Corner {
        let x: Double
        let y: Double
        let row: Int

        @inline(__always)
        init(_ p: Point) {
            let p = p.snappedToCairoGrid
            // The low bits of the sum hold the multiple of 1/256.
            let steps = Int32(truncatingIfNeeded: (p.y + 26_388_279_066_624.0).bitPattern)
            (x, y, row) = (p.x, p.y, Int((steps &+ 127) >> 8))
        }
    }
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
        AliasedRasterizer.forEachSpan(of: path, nil, in: area) { y, from, to in
            begin(row: y)
            spans.append((Int32(from), Int32(to)))
        }
        begin(row: area.maxY)
    }

    /// Intersects a path's pixels with another set.
    init(_ path: Path, within other: PixelSpans) {
        area = other.area
        starts = []
        AliasedRasterizer.forEachSpan(of: path, nil, in: area) { y, from, to in
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
