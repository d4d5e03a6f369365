// SPDX-License-Identifier: MIT
package import MapGeometry

/// Divides a path into parts that are local to a region.
///
/// Browsers rasterize in tiles and process a whole path for each tile that its bounding box touches: a path of all
/// buildings of a city takes three times as long as the same buildings in local parts.
package struct PathPartition {
    /// The side of the squares of the partition, in pixels; half of Chromium's raster tiles.
    private let side: Double

    /// - Parameter scale: pixels per point.
    package init(scale: Double) {
        side = 128 * scale
    }

    /// Paths with fewer points are not divided.
    private static let minPoints = 500

    /// Divides a path that is stroked with one opaque pen, so that the order of its figures is irrelevant.
    package func strokes(_ path: Path) -> [Path] {
        guard path.points.count >= Self.minPoints else { return [path] }
        return partitioned(path.figures.map { ([$0], $0.bounds) })
    }

    /// Divides a path that is filled by the non-zero rule and whose polygons do not overlap. Adjacent polygons stay
    /// together: a seam would show between two parts.
    package func fills(_ path: Path) -> [Path] {
        guard path.points.count >= Self.minPoints else { return [path] }
        let polygons = path.polygons
        let boxes = polygons.map { $0.reduce(Rect.null) { $0.union($1.bounds) } }
        var touching = AdjacentPolygons(bounds: boxes.reduce(.null) { $0.union($1) }, minCellSize: side / 64)
        for (index, polygon) in polygons.enumerated() {
            for figure in polygon { touching.add(figure.points, of: index) }
        }
        var order: [Int] = []
        var clusters: [Int: (figures: [PathFigure], box: Rect)] = [:]
        for (index, polygon) in polygons.enumerated() {
            let group = touching.group(of: index)
            if clusters[group] == nil { order.append(group) }
            clusters[group, default: ([], .null)].figures += polygon
            clusters[group, default: ([], .null)].box.formUnion(boxes[index])
        }
        return partitioned(order.compactMap { clusters[$0] })
    }

    private struct Square: Hashable {
        var column: Int
        var row: Int
    }

    /// Joins the groups centered in the same square; groups much larger than a square share a separate path.
    private func partitioned(_ figureGroups: [(figures: [PathFigure], box: Rect)]) -> [Path] {
        var indices: [Square: Int] = [:]
        var paths: [Path] = []
        for (figures, box) in figureGroups where !box.isNull {
            let isLarge = max(box.width, box.height) > 2 * side
            let (x, y) = ((box.center.x / side).rounded(.down), (box.center.y / side).rounded(.down))
            let square = isLarge ? Square(column: .max, row: .max) : Square(column: Int(x), row: Int(y))
            let index = indices[square] ?? paths.count
            if index == paths.count {
                indices[square] = index
                paths.append(Path())
            }
            for figure in figures { paths[index].append(figure.path) }
        }
        return paths
    }
}

extension Rect {
    fileprivate mutating func formUnion(_ other: Rect) { self = union(other) }
}

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
