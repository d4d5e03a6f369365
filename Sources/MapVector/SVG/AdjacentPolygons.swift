// SPDX-License-Identifier: MIT
import MapPlane

/// Which polygons touch: their edges are drawn on a coarse grid, and what meets in a cell belongs together.
struct AdjacentPolygons {
    private let origin: Point
    /// Pixels.
    private let cell: Double
    private let columns: Int
    /// The first polygon in each cell, counted from 1; 0 for none.
    private var owners: [Int32]
    /// Another polygon of the same group, down to the one that names it.
    private var parents: [Int32] = []

    /// Cells in a row or column at most, which bounds memory to 4 MiB.
    private static let most = 1024.0

    /// - Parameters:
    ///   - bounds: around all figures, in pixels.
    ///   - finest: the side of a cell, unless there would be too many of them.
    init(bounds: Rect, finest: Double) {
        let extent = bounds.isNull ? 0 : max(bounds.width, bounds.height)
        let cell = max(finest, extent / (Self.most - 1), 1e-9)
        let count = { (length: Double) in max(1, min(Int(Self.most), Int(length / cell) + 1)) }
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
            // Half a cell a step misses but corners of cells.
            let steps = max(1, Int((last.distance(to: p) / cell * 2).rounded(.up)))
            for step in 1...steps { visit(last.mix(p, Double(step) / Double(steps)), polygon) }
            last = p
        }
    }

    /// A number that polygons share which touch, by way of others too.
    mutating func group(of polygon: Int) -> Int {
        var root = polygon
        while Int(parents[root]) != root { root = Int(parents[root]) }
        var at = polygon
        while at != root {
            let next = Int(parents[at])
            parents[at] = Int32(root)
            at = next
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
