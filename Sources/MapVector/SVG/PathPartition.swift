// SPDX-License-Identifier: MIT
package import MapPlane

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
