// SPDX-License-Identifier: MIT
import MapGeometry
import MapTiles

/// Merges areas that touch or nearly touch, such as the buildings of a block, on a grid of half pixels: gaps are closed, and what
/// remains is traced along the cells and simplified.
struct AreaMerger {
    /// Tile units of a cell.
    private static let cell = 8
    private let side: Int
    private let margin: Int
    /// 1 for cells inside of an area.
    private var cells: [UInt8]
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
    init(margin: Double) {
        self.margin = Int(margin.rounded(.up)) / Self.cell + 2
        side = Int(TileBlock.side) / Self.cell + 2 * self.margin
        cells = [UInt8](repeating: 0, count: side * side)
    }

    /// Adds an area: its rings, by the even-odd rule.
    mutating func add(_ rings: [[TilePoint]]) {
        let size = Double(Self.cell)
        var (first, last) = (Double.infinity, -Double.infinity)
        edges.removeAll(keepingCapacity: true)
        for ring in rings {
            guard var a = ring.last else { continue }
            for b in ring {
                let (top, low) = a.y < b.y ? (a, b) : (b, a)
                if top.y < low.y {
                    let edge = Edge(
                        x: Double(top.x) / size, y: Double(top.y) / size,
                        slope: Double(low.x - top.x) / Double(low.y - top.y), bottom: Double(low.y) / size)
                    edges.append(edge)
                    (first, last) = (min(first, edge.y), max(last, edge.bottom))
                }
                a = b
            }
        }
        guard !edges.isEmpty else { return }
        isEmpty = false
        edges.sort { $0.y < $1.y }
        let rows = max(0, Int(first.rounded(.down)) + margin)..<max(0, min(side, Int(last.rounded(.up)) + margin))
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
                for column in start..<max(start, end) { cells[row * side + column] = 1 }
            }
        }
    }

    /// The areas after gaps up to a width have been closed.
    ///
    /// - Parameters:
    ///   - gap: in pixels.
    ///   - minArea: square pixels; smaller areas and holes go.
    /// - Returns: rings, each outer one before its holes.
    mutating func merged(gap: Double, minArea: Double) -> [[TilePoint]] {
        guard !isEmpty else { return [] }
        let steps = max(1, min(8, Int((gap * TileBlock.side / 256 / Double(2 * Self.cell)).rounded())))
        var bits = CellBits(cells, side: side)
        for _ in 0..<steps { bits.spread(true) }
        for _ in 0..<steps { bits.spread(false) }
        bits.copy(to: &cells)
        let pixel = TileBlock.side / 256
        var areas: [(label: Int32, ring: [TilePoint], area: Int64)] = []
        let labels = labelled()
        for (label, ring) in traced(labels) {
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

    /// A number for each connected area, in the order of their first cells; 0 outside.
    private func labelled() -> [Int32] {
        var labels = [Int32](repeating: 0, count: cells.count)
        var label: Int32 = 0
        var stack: [Int] = []
        for start in cells.indices where cells[start] == 1 && labels[start] == 0 {
            label += 1
            labels[start] = label
            stack.append(start)
            while let index = stack.popLast() {
                let column = index % side
                func visit(_ next: Int) {
                    guard cells[next] == 1, labels[next] == 0 else { return }
                    labels[next] = label
                    stack.append(next)
                }
                if column > 0 { visit(index - 1) }
                if column < side - 1 { visit(index + 1) }
                if index >= side { visit(index - side) }
                if index + side < cells.count { visit(index + side) }
            }
        }
        return labels
    }

    /// The edges of the areas as rings of corners, clockwise around areas and the other way around holes.
    private func traced(_ labels: [Int32]) -> [(label: Int32, ring: [TilePoint])] {
        func label(_ column: Int, _ row: Int) -> Int32 {
            column >= 0 && row >= 0 && column < side && row < side ? labels[row * side + column] : 0
        }
        // Edges along the tops of cells, from left to right, are where rings begin.
        var isDone = [Bool](repeating: false, count: cells.count)
        var rings: [(Int32, [TilePoint])] = []
        for row in 0..<side {
            for column in 0..<side {
                let own = labels[row * side + column]
                guard own > 0, label(column, row - 1) != own, !isDone[row * side + column] else { continue }
                var ring: [TilePoint] = []
                // The cell on the right of the way, and the direction: east, south, west, north.
                var (x, y, direction) = (column, row, 0)
                repeat {
                    if direction == 0 { isDone[y * side + x] = true }
                    let corner = (x: direction == 1 || direction == 2 ? x + 1 : x, y: direction > 1 ? y + 1 : y)
                    ring.append(
                        TilePoint(Int32((corner.x - margin) * Self.cell), Int32((corner.y - margin) * Self.cell)))
                    let (dx, dy) = direction & 1 == 0 ? (1 - direction, 0) : (0, 2 - direction)
                    // To the left, where another cell of the area lies there; straight on; else to the right.
                    let (lx, ly) = (dy, -dx)
                    if label(x + dx, y + dy) != own {
                        direction = (direction + 1) % 4
                    } else if label(x + dx + lx, y + dy + ly) == own {
                        (x, y) = (x + dx + lx, y + dy + ly)
                        direction = (direction + 3) % 4
                    } else {
                        (x, y) = (x + dx, y + dy)
                    }
                } while !(x == column && y == row && direction == 0) && ring.count < 4 * cells.count
                rings.append((own, ring))
            }
        }
        return rings
    }
}

/// Cells as bits, 64 of a row at a time.
private struct CellBits {
    private let side: Int
    private let width: Int
    private var words: [UInt64]
    private var next: [UInt64]
    /// The cells of each word that are not at the left and right edge.
    private var inner: [UInt64]

    init(_ cells: [UInt8], side: Int) {
        self.side = side
        width = (side + 63) / 64
        words = [UInt64](repeating: 0, count: width * side)
        next = words
        inner = [UInt64](repeating: 0, count: width)
        for column in 1..<side - 1 { inner[column / 64] |= 1 << UInt64(column % 64) }
        cells.withUnsafeBufferPointer { cells in
            for row in 0..<side {
                for word in 0..<width {
                    var bits: UInt64 = 0
                    let start = row * side + 64 * word
                    for bit in 0..<min(64, side - 64 * word) { bits |= UInt64(cells[start &+ bit]) &<< UInt64(bit) }
                    words[row * width + word] = bits
                }
            }
        }
        next = words
    }

    /// Cells with a neighbor of a value get that value, but for those at the edges: true dilates the areas, false erodes them.
    mutating func spread(_ value: Bool) {
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

    func copy(to cells: inout [UInt8]) {
        cells.withUnsafeMutableBufferPointer { cells in
            for row in 0..<side {
                for word in 0..<width {
                    var bits = words[row * width + word]
                    let start = row * side + 64 * word
                    for bit in 0..<min(64, side - 64 * word) {
                        cells[start &+ bit] = UInt8(truncatingIfNeeded: bits & 1)
                        bits &>>= 1
                    }
                }
            }
        }
    }
}
