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
    init?(of point: HeatPoint, _ grid: DensityGrid) {
        guard let area = point.areaInImage(width: grid.width, height: grid.height), !area.isNull else { return nil }
        rows = area.minY...area.maxY
        let cells = 1 / grid.cell.width
        let first = max(0, min(grid.columns - 1, Int(area.minX * cells)))
        columns = first...max(first, min(grid.columns - 1, Int(area.maxX * cells)))
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
        case .projected: return .everything
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
    init?(_ point: HeatPoint, _ grid: DensityGrid) {
        let extent = HeatKernel.extent(ofWeight: point.weight) * point.radius
        guard extent > 0, case .plane(let plane)? = point.perspective,
            let cells = FootprintCells(of: point, grid)
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

/// One point's kernel on the way from a globe to a plane.
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
    init?(_ point: HeatPoint, _ grid: DensityGrid) {
        guard let globe = point.perspective?.sphere?.globe, point.radius > 0,
            let cells = FootprintCells(of: point, grid)
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
}

/// One point's kernel on a globe: MapLibre paints it on nine flat squares whose corners lie on the globe.
///
/// - SeeAlso: MapLibre GL JS, `circle_bucket.ts`, `heatmap.vertex.glsl` and `globeRotateVector`.
struct GlobeSquares: Sendable {
    /// Where the corners of the squares are, as parts of the kernel's extent.
    private static let steps = [-1, -3 / 7.0, 3 / 7.0, 1]

    private let triangles: [TerrainTriangle]
    private let rows: Range<Int>
    private let weight: Double
    private let globe: Globe

    /// Nil for a point that vanishes, is not seen, or goes around the globe.
    init?(_ point: HeatPoint, _ grid: DensityGrid) {
        let extent = HeatKernel.extent(ofWeight: point.weight)
        guard let sphere = point.perspective?.sphere, extent > 0,
            let corners = Self.corners(of: point, extent: extent, sphere.globe)
        else { return nil }
        let cell = grid.cell
        let vertices = corners.indices.map { index -> TerrainMesh.Vertex in
            let (u, v) = (extent * Self.steps[index % 4], extent * Self.steps[index / 4])
            guard let (q, depth) = sphere.image(ofFromCenter: corners[index]) else {
                return TerrainMesh.Vertex(x: 0, y: 0, inverseDepth: 0, u: u, v: v)
            }
            return TerrainMesh.Vertex(x: q.x / cell.width, y: q.y / cell.height, inverseDepth: 1 / depth, u: u, v: v)
        }
        let found = (0..<9).flatMap { square -> [TerrainTriangle] in
            let topLeft = square / 3 * 4 + square % 3
            let (a, b, c, d) = (
                vertices[topLeft], vertices[topLeft + 1], vertices[topLeft + 4], vertices[topLeft + 5]
            )
            return [(a, d, b), (a, c, d)].compactMap {
                TerrainTriangle($0.0, $0.1, $0.2, width: grid.columns, top: 0, bottom: grid.rows)
            }
        }
        guard let top = found.map(\.rows.lowerBound).min(), let bottom = found.map(\.rows.upperBound).max() else {
            return nil
        }
        (triangles, rows, globe) = (found, top..<bottom, sphere.globe)
        weight = point.weight * HeatKernel.factor
    }

    /// The corners of the squares, row after row from the north, each from the west; relative to the globe's center.
    private static func corners(of point: HeatPoint, extent: Double, _ globe: Globe) -> [SIMD3<Double>]? {
        let radius = point.radius / globe.radius
        guard radius > 0, extent * radius < 1.5 else { return nil }
        let center = globe.direction(of: Point(point.x, point.y))
        let (east, south) = globe.eastAndSouth(at: center)
        return steps.flatMap { y in
            steps.map { x in
                let direction = center + east * tan(x * extent * radius) + south * tan(y * extent * radius)
                return direction * (globe.radius / (direction * direction).sum().squareRoot())
            }
        }
    }

    /// Adds the densities of a row of the grid.
    ///
    /// - Parameters:
    ///   - sums: one for each cell of the row.
    ///   - row: its index.
    ///   - rays: from the camera through each cell of the row.
    @inline(__always)
    func add(to sums: UnsafeMutableBufferPointer<Float>, row: Int, _ rays: ArraySlice<SIMD3<Double>>) {
        guard rows.contains(row) else { return }
        let horizon = globe.horizonCosine * globe.radius
        for triangle in triangles {
            for column in triangle.columns(ofRow: row) {
                let inverseDepth = triangle.inverseDepth(column, row)
                let position = globe.cameraFromCenter + rays[rays.startIndex &+ column] / inverseDepth
                // What lies behind the horizon's plane is cut off.
                guard (position * globe.towardsCamera).sum() >= horizon else { continue }
                let place = triangle.texture(column, row)
                let square = (place.u * place.u + place.v * place.v) / (inverseDepth * inverseDepth)
                sums[column] += Float(weight * exp(-4.5 * square))
            }
        }
    }
}
