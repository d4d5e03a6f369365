// SPDX-License-Identifier: MIT
import MapPlane

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
