// SPDX-License-Identifier: MIT
package import MapPlane

/// A path in parts that each lie in one place.
///
/// Browsers draw a picture square by square, and look at all of a path for each square that its box touches: a path of
/// all houses of a city costs three times as much as the same houses block by block.
package struct PathPartition {
    /// The sides of the squares that parts are gathered in, in pixels; half of the squares that Chromium draws.
    private let side: Double

    /// - Parameter scale: pixels a point.
    package init(scale: Double) {
        side = 128 * scale
    }

    /// Paths of fewer points are not taken apart.
    private static let fewest = 500

    /// Parts of a path that is stroked with one opaque pen: the order of its figures does not show.
    package func strokes(_ path: Path) -> [Path] {
        guard path.points.count >= Self.fewest else { return [path] }
        return gathered(path.figures.map { ([$0], $0.bounds) })
    }

    /// Parts of a path that is filled by the non-zero rule, and in which no polygon lies over another. Polygons that
    /// touch stay together: a seam would show between two parts.
    package func fills(_ path: Path) -> [Path] {
        guard path.points.count >= Self.fewest else { return [path] }
        let polygons = path.polygons
        let boxes = polygons.map { $0.reduce(Rect.null) { $0.union($1.bounds) } }
        var touching = AdjacentPolygons(bounds: boxes.reduce(.null) { $0.union($1) }, finest: side / 64)
        for (index, polygon) in polygons.enumerated() {
            for figure in polygon { touching.add(figure.points, of: index) }
        }
        var order: [Int] = []
        var clusters: [Int: (figures: [PathFigure], box: Rect)] = [:]
        for (index, polygon) in polygons.enumerated() {
            let name = touching.group(of: index)
            if clusters[name] == nil { order.append(name) }
            clusters[name, default: ([], .null)].figures += polygon
            clusters[name, default: ([], .null)].box.formUnion(boxes[index])
        }
        return gathered(order.compactMap { clusters[$0] })
    }

    private struct Square: Hashable {
        var column: Int
        var row: Int
    }

    /// What has its middle in one square as one path; what is much larger than a square has a path of its own.
    private func gathered(_ things: [(figures: [PathFigure], box: Rect)]) -> [Path] {
        var places: [Square: Int] = [:]
        var paths: [Path] = []
        for (figures, box) in things where !box.isNull {
            let isLarge = max(box.width, box.height) > 2 * side
            let (x, y) = ((box.center.x / side).rounded(.down), (box.center.y / side).rounded(.down))
            let square = isLarge ? Square(column: .max, row: .max) : Square(column: Int(x), row: Int(y))
            let place = places[square] ?? paths.count
            if place == paths.count {
                places[square] = place
                paths.append(Path())
            }
            for figure in figures { paths[place].append(figure.path) }
        }
        return paths
    }
}

extension Rect {
    fileprivate mutating func formUnion(_ other: Rect) { self = union(other) }
}
