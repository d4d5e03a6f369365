// SPDX-License-Identifier: MIT
package import MapPlane

/// Clips lines to a tile as MapLibre does before it looks for label anchors: where a line leaves the tile, it ends on a
/// whole unit of MapLibre's own tile grid.
///
/// Symbols are spaced from where a line enters the tile, so that an end elsewhere moves all of them.
///
/// - SeeAlso: MapLibre GL JS, `clip_line.ts`.
package struct TileLineClipper {
    /// MapLibre's `EXTENT`: the units along a tile's side.
    static let units = 8192.0

    /// The tile's side in its own units.
    private let extent: Double
    /// MapLibre's unit.
    private let step: Double

    /// - Parameter extent: the tile's side in its own units.
    package init(extent: Double) {
        self.extent = extent
        step = extent / Self.units
    }

    /// The parts of a line inside the tile.
    package func parts(of line: [Point]) -> [[Point]] {
        var parts: [[Point]] = []
        for (start, end) in zip(line, line.dropFirst()) {
            var (a, b) = (start, end)
            guard clip(&a, &b, .x), clip(&a, &b, .y) else { continue }
            if parts.last?.last != a { parts.append([a]) }
            parts[parts.count - 1].append(b)
        }
        return parts
    }

    /// Cuts off what lies before 0 or beyond the extent along one axis; false when nothing is left. A segment along the far
    /// edge belongs to the next tile.
    private func clip(_ a: inout Point, _ b: inout Point, _ axis: Axis) -> Bool {
        if a[axis] < 0, b[axis] < 0 { return false }
        if a[axis] < 0 {
            a = crossing(a, b, axis, 0)
        } else if b[axis] < 0 {
            b = crossing(a, b, axis, 0)
        }
        if a[axis] >= extent, b[axis] >= extent { return false }
        if a[axis] >= extent {
            a = crossing(a, b, axis, extent)
        } else if b[axis] >= extent {
            b = crossing(a, b, axis, extent)
        }
        return true
    }

    /// Where a segment crosses an edge, on a whole unit.
    private func crossing(_ a: Point, _ b: Point, _ axis: Axis, _ edge: Double) -> Point {
        var point = a.mix(b, (edge - a[axis]) / (b[axis] - a[axis]))
        point = Point((point.x / step).rounded() * step, (point.y / step).rounded() * step)
        point[axis] = edge
        return point
    }
}

private enum Axis {
    case x, y
}

extension Point {
    fileprivate subscript(axis: Axis) -> Double {
        get { axis == .x ? x : y }
        set { if axis == .x { x = newValue } else { y = newValue } }
    }
}
