// SPDX-License-Identifier: MIT
import MapPlane

/// Some of an area's pixels, as spans of each row.
struct PixelSpans {
    typealias Span = (from: Int32, to: Int32)

    let area: PixelRect
    private var spans: [Span] = []
    /// Where each row's spans begin, and after the last row where they end.
    private var starts: [Int32]

    /// The pixels whose centers lie inside a path.
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

    /// Those of the pixels that are in other spans too.
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

    /// What there is of a row between two columns.
    @inline(__always)
    func forEach(in row: Int, _ from: Int, _ to: Int, _ body: (Int, Int) -> Void) {
        guard row >= area.minY, row < area.maxY else { return }
        for place in starts[row - area.minY]..<starts[row - area.minY + 1] {
            let span = spans[Int(place)]
            let (first, last) = (max(from, Int(span.from)), min(to, Int(span.to)))
            if first < last { body(first, last) }
        }
    }
}
