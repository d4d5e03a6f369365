// SPDX-License-Identifier: MIT
import MapPlane

/// Groups adjacent polygons: their edges are rasterized on a coarse grid, and polygons that meet in a cell are joined
/// by union-find.
struct AdjacentPolygons {
    private let origin: Point
    /// The side of a cell in pixels.
    private let cell: Double
    private let columns: Int
    /// The first polygon in each cell, counted from 1; 0 for none.
    private var owners: [Int32]
    /// The parent of each polygon in the union-find forest.
    private var parents: [Int32] = []

    /// The maximum number of cells per row and column, which limits memory to 4 MiB.
    private static let maxCells = 1024.0

    /// - Parameters:
    ///   - bounds: the bounds of all figures, in pixels.
    ///   - minCellSize: the minimum side of a cell.
    init(bounds: Rect, minCellSize: Double) {
        let extent = bounds.isNull ? 0 : max(bounds.width, bounds.height)
        let cell = max(minCellSize, extent / (Self.maxCells - 1), 1e-9)
        let count = { (length: Double) in max(1, min(Int(Self.maxCells), Int(length / cell) + 1)) }
        self.cell = cell
        origin = bounds.isNull ? .zero : Point(bounds.minX, bounds.minY)
        columns = bounds.isNull ? 1 : count(bounds.width)
        owners = Array(repeating: 0, count: columns * (bounds.isNull ? 1 : count(bounds.height)))
    }

    /// Adds a ring of a polygon; polygons are numbered from 0, in order.
    mutating func add(_ ring: [Point], of polygon: Int) {
        while parents.count <= polygon { parents.append(Int32(parents.count)) }
        guard var last = ring.last else { return }
        for p in ring {
            // Steps of half a cell miss only corners of cells.
            let steps = max(1, Int((last.distance(to: p) / cell * 2).rounded(.up)))
            for step in 1...steps { visit(last.mix(p, Double(step) / Double(steps)), polygon) }
            last = p
        }
    }

    /// The representative of the group of a polygon.
    mutating func group(of polygon: Int) -> Int {
        var root = polygon
        while Int(parents[root]) != root { root = Int(parents[root]) }
        var current = polygon
        while current != root {
            let next = Int(parents[current])
            parents[current] = Int32(root)
            current = next
        }
        return root
    }

    private mutating func visit(_ p: Point, _ polygon: Int) {
        let (column, row) = (Int((p.x - origin.x) / cell), Int((p.y - origin.y) / cell))
        let index = min(owners.count - 1, max(0, row * columns + min(columns - 1, max(0, column))))
        let owner = Int(owners[index]) - 1
        guard owner != polygon else { return }
        guard owner >= 0 else {
            owners[index] = Int32(polygon + 1)
            return
        }
        let (a, b) = (group(of: owner), group(of: polygon))
        if a != b { parents[max(a, b)] = Int32(min(a, b)) }
    }
}
