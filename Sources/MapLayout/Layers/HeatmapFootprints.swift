// SPDX-License-Identifier: MIT
import Libc
import MapGeometry

/// The cells of a tilted image, or of one of a globe, that a point's kernel reaches.
struct FootprintCells: Sendable {
    /// In pixels of the output.
    let rows: ClosedRange<Double>
    /// In cells.
    let columns: ClosedRange<Int>

    /// Nil for a point that is not seen, or on a flat map.
    init?(of point: HeatPoint, width: Int, height: Int, columns count: Int) {
        guard let area = point.areaInImage(width: width, height: height), !area.isNull else { return nil }
        rows = area.minY...area.maxY
        let cells = Double(count) / Double(width)
        let first = max(0, min(count - 1, Int(area.minX * cells)))
        columns = first...max(first, min(count - 1, Int(area.maxX * cells)))
    }
}

extension HeatPoint {
    /// The box around the part of a tilted image that the kernel reaches, in its pixels: null where it is not seen, nil on a
    /// flat map.
    func areaInImage(width: Int, height: Int) -> Rect? {
        guard let perspective else { return nil }
        let output = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        let seen = kernelBounds(perspective).intersection(output)
        return seen.isNull || seen.width <= 0 || seen.height <= 0 ? .null : seen
    }

    private func kernelBounds(_ perspective: Perspective) -> Rect {
        let extent = HeatKernel.extent(ofWeight: weight) * radius
        switch perspective {
        case .plane(let plane):
            return plane.imageBounds(
                ofSquare: Rect(minX: x - extent, minY: y - extent, maxX: x + extent, maxY: y + extent).corners)
        case .sphere(let sphere): return sphere.capBounds(around: Point(x, y), angle: extent / sphere.globe.radius)
        }
    }
}

extension PlanePerspective {
    fileprivate func imageBounds(ofSquare corners: [Point]) -> Rect {
        guard corners.contains(where: { depth($0) <= depths.upperBound }) else { return .null }
        // What reaches behind the camera may be seen anywhere.
        guard corners.allSatisfy({ depth($0) > depths.lowerBound }) else { return .everything }
        return corners.reduce(into: Rect.null) { $0.extend(to: apply($1)) }
    }
}

/// One point's kernel on the ground of a tilted map.
struct TiltedFootprint: Sendable {
    private let plane: PlanePerspective
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
        guard extent > 0, case .plane(let plane)? = point.perspective,
            let cells = FootprintCells(of: point, width: width, height: height, columns: count)
        else { return nil }
        (self.plane, self.cells) = (plane, cells)
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
            guard let p = plane.ground(at: Point((Double(column) + 0.5) * cellWidth, y)) else { continue }
            let (dx, dy) = (p.x - center.x, p.y - center.y)
            let distance = dx * dx + dy * dy
            guard distance < limit, plane.depth(p) <= plane.depths.upperBound else { continue }
            sums[column] += Float(weight * exp(exponent * distance))
        }
    }
}

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
        guard let globe = point.perspective?.sphere?.globe, point.radius > 0,
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
        _ sphere: SphericalPerspective, columns: Int, rows: Int, cell: Size, threads: Int
    ) -> [SIMD3<Double>] {
        filledRows(width: columns, height: rows, threads: threads, zero: SIMD3()) { row, output in
            for column in 0..<columns {
                let center = Point((Double(column) + 0.5) * cell.width, (Double(row) + 0.5) * cell.height)
                if let direction = sphere.direction(at: center) { output[column] = direction }
            }
        }
    }
}
