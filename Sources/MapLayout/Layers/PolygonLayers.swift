// SPDX-License-Identifier: MIT
import MapGeometry

/// Polygons of one translucent color, in a few paths each of whose polygons do not overlap: where two polygons overlap, their color is
/// seen twice, and it does not matter which of them is painted first.
struct PolygonLayers {
    /// Cells of the grid per side.
    private static let side = 128
    /// The most cells that a polygon may touch: larger ones have paths of their own.
    private static let maxCells = 256

    private let origin: Point
    /// Cells per pixel.
    private let scale: Point
    /// For each cell, a bit for each path of `shared` that has a polygon there.
    private var taken = [UInt32](repeating: 0, count: Self.side * Self.side)
    private var shared: [Path] = []
    private var own: [Path] = []

    /// - Parameter area: where most of the polygons are, in pixels.
    init(_ area: Rect) {
        origin = Point(area.minX, area.minY)
        scale = Point(Double(Self.side) / max(1, area.width), Double(Self.side) / max(1, area.height))
    }

    var paths: [Path] { shared + own }

    /// - Parameters:
    ///   - path: one polygon, or several of closed rings.
    ///   - ends: for several, the number of figures up to the end of each.
    mutating func add(_ path: Path, _ ends: [Int]) {
        guard !ends.isEmpty else { return add(path, path.verbs.indices, path.points.indices) }
        var (verb, figure) = (0, 0)
        for end in ends {
            let (firstVerb, firstFigure) = (verb, figure)
            while figure < end, verb < path.verbs.count {
                if case .close = path.verbs[verb] { figure += 1 }
                verb += 1
            }
            add(path, firstVerb..<verb, firstVerb - firstFigure..<verb - figure)
        }
    }

    private mutating func add(_ path: Path, _ verbs: Range<Int>, _ points: Range<Int>) {
        let box = Rect(around: path.points[points])
        guard !box.isNull else { return }
        let columns = cell((box.minX - origin.x) * scale.x)...cell((box.maxX - origin.x) * scale.x)
        let rows = cell((box.minY - origin.y) * scale.y)...cell((box.maxY - origin.y) * scale.y)
        var used = UInt32.max
        if columns.count * rows.count <= Self.maxCells {
            used = 0
            for row in rows { for column in columns { used |= taken[row * Self.side + column] } }
        }
        let number = (~used).trailingZeroBitCount
        guard number < UInt32.bitWidth else {
            var alone = Path()
            alone.append(path, verbs, points)
            return own.append(alone)
        }
        if number == shared.count { shared.append(Path()) }
        shared[number].append(path, verbs, points)
        for row in rows { for column in columns { taken[row * Self.side + column] |= 1 << UInt32(number) } }
    }

    /// What lies outside of the area is in the cells along its edge.
    @inline(__always)
    private func cell(_ position: Double) -> Int {
        // In this order, a number that is none becomes 0.
        Int(min(Double(Self.side - 1), max(0, position)))
    }
}
