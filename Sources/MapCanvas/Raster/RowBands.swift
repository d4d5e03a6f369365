// SPDX-License-Identifier: MIT
import MapImages

/// Horizontal bands of an image, from the top to the bottom.
struct RowBands: Sendable {
    /// The first row of each band, and the end of the last one.
    private let edges: [Int]

    /// Bands of the same height.
    init(height: Int, bandHeight: Int) {
        edges = Array(stride(from: 0, to: height, by: max(1, bandHeight))) + [height]
    }

    /// Bands for cairo. They depend on the output size alone, as cairo's pixels at a border are not quite those without one.
    /// Twelve bands balance the load; smaller bands cost more, because items that cross a border are drawn twice.
    init(height: Int) {
        self.init(height: height, bandHeight: max(96, height / 12 + 1))
    }

    /// Bands for a number of threads, each of which takes the next band when it is free.
    ///
    /// High bands cost least, as long as their pixels stay in a processor's own cache. Those at the end are lower, so that all
    /// threads end at about the same time.
    init(width: Int, height: Int, threads: Int) {
        let most = max(96, height / 12 + 1, (1 << 18) / max(1, width))
        let least = max(48, min(96, 256 / threads))
        var edges = [0]
        var row = 0
        while row < height {
            let left = height - row
            let part = threads > 1 ? min(most, left * 5 / (6 * threads)) : (left - 1) / ((left - 1) / most + 1) + 1
            row += left < max(part, least) + least / 2 ? left : max(part, least)
            edges.append(row)
        }
        self.edges = edges
    }

    var count: Int { edges.count - 1 }

    subscript(band: Int) -> Range<Int> { edges[band]..<edges[band + 1] }

    /// The bands that have some of the rows from `first` to before `end`, which are not empty.
    func range(_ first: Int, _ end: Int) -> Range<Int> {
        let from = edges.lastIndex { $0 <= first } ?? 0
        return from..<max(from, edges.firstIndex { $0 >= end } ?? count)
    }
}

/// Consecutive items that are painted in the same bands.
struct PaintRun: Sendable {
    let items: Range<Int>
    let rows: RowBands
}

extension RasterPainter {
    /// Further changes from one kind of bands to the other do not pay.
    private static let maxRuns = 16

    /// The items of a drawing from one on, divided into those that cairo paints and others; at least one run.
    static func runs(_ drawing: Drawing, from first: Int = 0, threads: Int) -> [PaintRun] {
        let (items, fixed) = (drawing.items, RowBands(height: drawing.height))
        // How near things are is known of a band as long as it is painted.
        guard !items.contains(where: { $0.mark.hasDepth }) else {
            return [PaintRun(items: first..<max(first, items.count), rows: fixed)]
        }
        let free = RowBands(width: drawing.width, height: drawing.height, threads: threads)
        var runs: [PaintRun] = []
        var (start, isFree) = (first, true)
        for index in items.indices.dropFirst(first) {
            let own = index == 0 && items[0].mark.fills(drawing) || (items[index].mark.isSameInAllBands ?? isFree)
            guard own != isFree else { continue }
            if index > start { runs.append(PaintRun(items: start..<index, rows: isFree ? free : fixed)) }
            (start, isFree) = (index, own)
            if !own, runs.count >= Self.maxRuns { break }
        }
        if start < items.count || runs.isEmpty {
            runs.append(PaintRun(items: start..<max(start, items.count), rows: isFree ? free : fixed))
        }
        return runs
    }
}

extension Mark {
    /// True for marks whose pixels do not depend on the bands; nil for those that may be painted in any.
    fileprivate var isSameInAllBands: Bool? {
        if case .sdf = self { nil } else { isPaintedWithoutCairo }
    }
}
