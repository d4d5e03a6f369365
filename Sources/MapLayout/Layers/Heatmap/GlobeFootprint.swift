// SPDX-License-Identifier: MIT
import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One point's kernel on a globe.
///
/// - SeeAlso: MapLibre GL JS, `heatmap.vertex.glsl` and `globeRotateVector`.
struct GlobeFootprint: Sendable {
    /// From the globe's center: to the point, and at right angles to it.
    private let (center, right, up): (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    private let weight: Double
    /// For exp(-4.5 (angle / radius)²).
    private let exponent: Double
    /// The squared angle at which the density vanishes.
    private let limit: Double
    private let cells: FootprintCells

    /// Nil for a point that is not seen.
    init?(_ point: HeatPoint, width: Int, height: Int, columns count: Int) {
        guard let globe = point.perspective?.globe, point.radius > 0,
            let cells = FootprintCells(of: point, width: width, height: height, columns: count)
        else { return nil }
        self.cells = cells
        center = globe.direction(of: Point(point.x, point.y))
        (right, up) = globe.tangents(at: center)
        weight = point.weight * HeatKernel.factor
        let radius = point.radius / globe.radius
        exponent = -4.5 / (radius * radius)
        let extent = HeatKernel.extent(ofWeight: point.weight) * radius
        limit = extent * extent
    }

    /// Adds the densities of a row.
    ///
    /// - Parameters:
    ///   - sums: one for each cell of the row.
    ///   - y: of the row, in pixels.
    ///   - directions: from the globe's center to what is seen in each cell of the row; zero beside the globe.
    @inline(__always)
    func add(to sums: UnsafeMutableBufferPointer<Float>, y: Double, _ directions: ArraySlice<SIMD3<Double>>) {
        guard cells.rows.contains(y) else { return }
        for column in cells.columns {
            let direction = directions[directions.startIndex &+ column]
            let along = (direction * center).sum()
            guard along > 0 else { continue }
            let x = atan((direction * right).sum() / along)
            let y = atan((direction * up).sum() / along)
            let square = x * x + y * y
            if square < limit { sums[column] += Float(weight * exp(exponent * square)) }
        }
    }

    /// What is seen of a globe in each cell of a row; zero beside it.
    static func directions(
        _ perspective: Perspective, columns: Int, rows: Int, cell: Size, threads: Int
    ) -> [SIMD3<Double>] {
        filledRows(width: columns, height: rows, threads: threads, zero: SIMD3()) { row, output in
            for column in 0..<columns {
                let center = Point((Double(column) + 0.5) * cell.width, (Double(row) + 0.5) * cell.height)
                if let direction = perspective.globeDirection(at: center) { output[column] = direction }
            }
        }
    }
}
