// SPDX-License-Identifier: MIT
import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One point's kernel on the ground of a tilted map.
struct TiltedFootprint: Sendable {
    private let perspective: Perspective
    private let center: Point
    private let weight: Double
    /// For exp(-4.5 (d / radius)²).
    private let exponent: Double
    /// The squared distance at which the density vanishes, in pixels of the ground.
    private let limit: Double
    private let cells: FootprintCells

    /// Nil for a point that is not seen.
    init?(_ point: HeatPoint, width: Int, height: Int, columns count: Int) {
        let extent = HeatKernel.extent(ofWeight: point.weight) * point.radius
        guard extent > 0, let perspective = point.perspective,
            let cells = FootprintCells(of: point, width: width, height: height, columns: count)
        else { return nil }
        (self.perspective, self.cells) = (perspective, cells)
        center = Point(point.x, point.y)
        weight = point.weight * HeatKernel.factor
        exponent = -4.5 / (point.radius * point.radius)
        limit = extent * extent
    }

    /// Adds the densities of a row.
    @inline(__always)
    func add(to sums: UnsafeMutableBufferPointer<Float>, y: Double, cellWidth: Double) {
        guard cells.rows.contains(y) else { return }
        for column in cells.columns {
            guard let p = perspective.ground(at: Point((Double(column) + 0.5) * cellWidth, y)) else { continue }
            let (dx, dy) = (p.x - center.x, p.y - center.y)
            let distance = dx * dx + dy * dy
            guard distance < limit, perspective.depth(p) <= perspective.depths.upperBound else { continue }
            sums[column] += Float(weight * exp(exponent * distance))
        }
    }
}
