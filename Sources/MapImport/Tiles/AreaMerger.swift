// SPDX-License-Identifier: MIT
import MapGeometry
package import MapTiles

/// Merges areas that touch or nearly touch, such as the buildings of a block, on a grid of half pixels: gaps are closed, and what
/// remains is traced along the cells and simplified.
package struct AreaMerger {
    /// Tile units of a cell.
    private static let cell = 8
    private let side: Int
    private let margin: Int
    /// Cells inside of an area.
    private var cells: CellBits
    private var isEmpty = true
    /// What `add` needs, kept for the next area.
    private var edges: [Edge] = []
    private var active: [Edge] = []
    private var crossings: [Double] = []

    private struct Edge {
        var x: Double
        var y: Double
        var slope: Double
        var bottom: Double
    }

    /// - Parameter margin: tile units around the tile.
    package init(margin: Double) {
        self.margin = Int(margin.rounded(.up)) / Self.cell + 2
        side = Int(TileBlock.side) / Self.cell + 2 * self.margin
        cells = CellBits(side: side)
    }

    /// Adds a ring of the area that is filled next.
    package mutating func add(_ ring: ArraySlice<TilePoint>) {
        let size = Double(Self.cell)
        guard var a = ring.last else { return }
        for b in ring {
            let (top, low) = a.y < b.y ? (a, b) : (b, a)
            if top.y < low.y {
                edges.append(
                    Edge(
                        x: Double(top.x) / size, y: Double(top.y) / size,
                        slope: Double(low.x - top.x) / Double(low.y - top.y), bottom: Double(low.y) / size))
            }
            a = b
        }
    }

    /// Fills the area of the rings, by the even-odd rule.
    package mutating func fill() {
        defer { edges.removeAll(keepingCapacity: true) }
        guard !edges.isEmpty else { return }
        var (first, last) = (Double.infinity, -Double.infinity)
        for edge in edges { (first, last) = (min(first, edge.y), max(last, edge.bottom)) }
        isEmpty = false
        edges.sort { $0.y < $1.y }
        let end = max(0, min(side, Int(last.rounded(.up)) + margin))
        let rows = min(end, max(0, Int(first.rounded(.down)) + margin))..<end
        active.removeAll(keepingCapacity: true)
        var next = 0
        for row in rows {
            let y = Double(row - margin) + 0.5
            while next < edges.count, edges[next].y <= y {
                active.append(edges[next])
                next += 1
            }
            active.removeAll { $0.bottom <= y }
            crossings.removeAll(keepingCapacity: true)
            for edge in active { crossings.append(edge.x + (y - edge.y) * edge.slope) }
            crossings.sort()
            for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
                let start = max(0, Int((crossings[pair] - 0.5).rounded(.up)) + margin)
                let end = min(side, Int((crossings[pair + 1] - 0.5).rounded(.up)) + margin)
                if start < end { cells.fill(start..<end, ofRow: row) }
            }
        }
    }

    /// The areas after gaps up to a width have been closed.
    ///
    /// - Parameters:
    ///   - gap: in pixels.
    ///   - minArea: square pixels; smaller areas and holes go.
    /// - Returns: rings, each outer one before its holes.
    package mutating func merged(gap: Double, minArea: Double) -> [[TilePoint]] {
        guard !isEmpty else { return [] }
        let steps = max(1, min(8, Int((gap * TileBlock.side / 256 / Double(2 * Self.cell)).rounded())))
        for _ in 0..<steps { cells.spread(true) }
        for _ in 0..<steps { cells.spread(false) }
        let pixel = TileBlock.side / 256
        var areas: [(label: Int, ring: [TilePoint], area: Int64)] = []
        for (label, ring) in traced() {
            let line = simplified(
                ring.map { Point(Double($0.x), Double($0.y)) }, tolerance: 0.8 * Double(Self.cell), closed: true)
            let points = line.map { TilePoint(Int32($0.x), Int32($0.y)) }
            let area = GeometryEncoder.twiceArea(points)
            guard points.count > 2, Double(abs(area)) >= 2 * minArea * pixel * pixel else { continue }
            areas.append((label, points, area))
        }
        // Each outer ring before its holes.
        let outer = Set(areas.filter { $0.area > 0 }.map(\.label))
        return areas.filter { outer.contains($0.label) }
            .sorted { ($0.label, $0.area > 0 ? 0 : 1) < ($1.label, $1.area > 0 ? 0 : 1) }.map(\.ring)
    }

    /// The edges of the areas as rings of corners, clockwise around areas and the other way around holes, with the number of the
    /// connected area.
    private func traced() -> [(label: Int, ring: [TilePoint])] {
        // Edges along the tops of cells, from left to right, are where rings begin.
        var done = CellBits(side: side)
        var rings: [(label: Int, ring: [TilePoint])] = []
        var count = 0
        var tops: TopEdges?
        for row in 0..<side {
            for word in 0..<cells.width {
                while let column = cells.firstTop(row, word, except: done) {
                    let (ring, ceiling) = traced(column, row, &done)
                    if GeometryEncoder.twiceArea(ring) > 0 {
                        count += 1
                        rings.append((count, ring))
                        tops?.add(ring, count)
                        continue
                    }
                    // Above a hole, there is an edge of the same area that was met before.
                    if tops == nil { tops = TopEdges(rings, side: side, margin: margin) }
                    var above = ceiling.row
                    while cells.contains(ceiling.column, above - 1) { above -= 1 }
                    let label = tops?.label(ceiling.column, above) ?? 0
                    tops?.add(ring, label)
                    rings.append((label, ring))
                }
            }
        }
        return rings
    }

    /// The ring that begins along the top of a cell, and the highest cell with the ring at its bottom.
    private func traced(
        _ column: Int, _ row: Int, _ done: inout CellBits
    ) -> (ring: [TilePoint], ceiling: (column: Int, row: Int)) {
        var ring: [TilePoint] = []
        var ceiling = (column: column, row: row)
        // The cell on the right of the way, and the direction: east, south, west, north.
        var (x, y, direction) = (column, row, 0)
        repeat {
            if direction == 0 { done.fill(x..<x + 1, ofRow: y) }
            if direction == 2, y < ceiling.row { ceiling = (x, y) }
            let corner = (x: direction == 1 || direction == 2 ? x + 1 : x, y: direction > 1 ? y + 1 : y)
            ring.append(TilePoint(Int32((corner.x - margin) * Self.cell), Int32((corner.y - margin) * Self.cell)))
            let (dx, dy) = direction & 1 == 0 ? (1 - direction, 0) : (0, 2 - direction)
            // To the left, where another cell lies there; straight on; else to the right.
            let (lx, ly) = (dy, -dx)
            if !cells.contains(x + dx, y + dy) {
                direction = (direction + 1) % 4
            } else if cells.contains(x + dx + lx, y + dy + ly) {
                (x, y) = (x + dx + lx, y + dy + ly)
                direction = (direction + 3) % 4
            } else {
                (x, y) = (x + dx, y + dy)
            }
        } while !(x == column && y == row && direction == 0) && ring.count < 4 * side * side
        return (ring, ceiling)
    }

    /// The areas of edges along the tops of cells: few tiles have areas with holes, and need them.
    private struct TopEdges {
        private let side: Int
        private let margin: Int
        private var labels: [Int32]

        init(_ rings: [(label: Int, ring: [TilePoint])], side: Int, margin: Int) {
            (self.side, self.margin) = (side, margin)
            labels = [Int32](repeating: 0, count: side * side)
            for (label, ring) in rings { add(ring, label) }
        }

        mutating func add(_ ring: [TilePoint], _ label: Int) {
            guard var a = ring.last else { return }
            for b in ring {
                if b.x > a.x {
                    let (column, row) = (Int(a.x) / cell + margin, Int(a.y) / cell + margin)
                    labels[row * side + column] = Int32(truncatingIfNeeded: label)
                }
                a = b
            }
        }

        func label(_ column: Int, _ row: Int) -> Int { Int(labels[row * side + column]) }
    }
}

/// Cells as bits, 64 of a row at a time.
private struct CellBits {
    private let side: Int
    let width: Int
    private var words: [UInt64]
    private var next: [UInt64]
    /// The cells of each word that are not at the left and right edge.
    private var inner: [UInt64]

    init(side: Int) {
        self.side = side
        width = (side + 63) / 64
        words = [UInt64](repeating: 0, count: width * side)
        next = []
        inner = [UInt64](repeating: 0, count: width)
        for column in 1..<side - 1 { inner[column / 64] |= 1 << UInt64(column % 64) }
    }

    func contains(_ column: Int, _ row: Int) -> Bool {
        guard column >= 0, row >= 0, column < side, row < side else { return false }
        return words[row * width + column >> 6] >> UInt64(column & 63) & 1 == 1
    }

    /// Sets cells of a row, one at least.
    mutating func fill(_ columns: Range<Int>, ofRow row: Int) {
        let (first, last) = (columns.lowerBound >> 6, (columns.upperBound - 1) >> 6)
        for word in first...last {
            var bits = UInt64.max
            if word == first { bits &= .max << UInt64(columns.lowerBound & 63) }
            if word == last { bits &= .max >> UInt64(63 - (columns.upperBound - 1) & 63) }
            words[row * width + word] |= bits
        }
    }

    /// The first column of a word whose cell is there, but not the one above it.
    func firstTop(_ row: Int, _ word: Int, except done: CellBits) -> Int? {
        let index = row * width + word
        let tops = words[index] & ~(row > 0 ? words[index - width] : 0) & ~done.words[index]
        return tops == 0 ? nil : 64 * word + tops.trailingZeroBitCount
    }

    /// Cells with a neighbor of a value get that value, but for those at the edges: true dilates the areas, false erodes them.
    mutating func spread(_ value: Bool) {
        if next.isEmpty { next = words }
        for row in 1..<side - 1 {
            for word in 0..<width {
                let index = row * width + word
                let own = words[index]
                let left = own << 1 | (word > 0 ? words[index - 1] >> 63 : 0)
                let right = own >> 1 | (word < width - 1 ? words[index + 1] << 63 : 0)
                next[index] = Self.spread(own, left, right, value, inner[word])
            }
        }
        swap(&words, &next)
        for row in 1..<side - 1 {
            for word in 0..<width {
                let index = row * width + word
                next[index] = Self.spread(words[index], words[index - width], words[index + width], value, inner[word])
            }
        }
        swap(&words, &next)
    }

    private static func spread(_ own: UInt64, _ a: UInt64, _ b: UInt64, _ value: Bool, _ inner: UInt64) -> UInt64 {
        (value ? own | a | b : own & a & b) & inner | own & ~inner
    }
}
