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
        case .sphere(let sphere):
            // The corners of the square that is drawn.
            let corner = atan(2.0.squareRoot() * tan(min(1.5, extent / sphere.globe.radius)))
            return sphere.capBounds(around: Point(x, y), angle: corner)
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

/// One point's kernel on a globe: on a square whose corners are on the sphere, and which else lies below it.
///
/// - SeeAlso: MapLibre GL JS, `heatmap.vertex.glsl` and `globeRotateVector`.
struct GlobeFootprint: Sendable {
    /// From the globe's center: at right angles to the square, and along its sides.
    private let (center, right, up): (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    /// Of the square from the globe's center; lengths are in radii of the globe.
    private let height: Double
    private let weight: Double
    /// For exp(-4.5 (distance / radius)²).
    private let exponent: Double
    /// The squared distance at which the density vanishes.
    private let limit: Double
    private let cells: FootprintCells
    /// Where the globe's horizon is: nothing is drawn behind it.
    private let (towardsCamera, horizon): (SIMD3<Double>, Double)

    /// Nil for a point that is not seen.
    init?(_ point: HeatPoint, width: Int, height: Int, columns count: Int) {
        guard let globe = point.perspective?.sphere?.globe, point.radius > 0,
            let cells = FootprintCells(of: point, width: width, height: height, columns: count)
        else { return nil }
        self.cells = cells
        center = globe.direction(of: Point(point.x, point.y))
        (right, up) = globe.tangents(at: center)
        (towardsCamera, horizon) = (globe.towardsCamera, globe.horizonCosine)
        weight = point.weight * HeatKernel.factor
        let extent = HeatKernel.extent(ofWeight: point.weight)
        let rise = tan(min(1.5, extent * point.radius / globe.radius))
        self.height = 1 / (1 + 2 * rise * rise).squareRoot()
        let half = rise * self.height
        exponent = -4.5 * extent * extent / (half * half)
        limit = half * half
    }

    /// Adds the densities of a row.
    ///
    /// - Parameters:
    ///   - sums: one for each cell of the row.
    ///   - y: of the row, in pixels.
    ///   - sight: from where the cells are seen.
    ///   - rays: the directions in which those of the row are.
    @inline(__always)
    func add(
        to sums: UnsafeMutableBufferPointer<Float>, y: Double, from sight: SIMD3<Double>,
        _ rays: ArraySlice<SIMD3<Double>>
    ) {
        guard cells.rows.contains(y) else { return }
        let start = height - (sight * center).sum()
        for column in cells.columns {
            let ray = rays[rays.startIndex &+ column]
            let along = start / (ray * center).sum()
            guard along > 0, along.isFinite else { continue }
            let position = sight + ray * along
            let (x, y) = ((position * right).sum(), (position * up).sum())
            let square = x * x + y * y
            guard square < limit, (position * towardsCamera).sum() >= horizon else { continue }
            sums[column] += Float(weight * exp(exponent * square))
        }
    }

    /// How the cells of an image are seen, in radii from the globe's center: from where, and in which directions.
    static func rays(
        _ sphere: SphericalPerspective, columns: Int, rows: Int, cell: Size, threads: Int
    ) -> (sight: SIMD3<Double>, rays: [SIMD3<Double>]) {
        // Between sphere and plane, what is seen in a cell stands for the way to it.
        let isRound = sphere.globe.shape.blend == 1
        let rays = filledRows(width: columns, height: rows, threads: threads, zero: SIMD3<Double>()) { row, output in
            for column in 0..<columns {
                let center = Point((Double(column) + 0.5) * cell.width, (Double(row) + 0.5) * cell.height)
                let ray = isRound ? sphere.camera.ray(at: center) : sphere.direction(at: center)
                if let ray { output[column] = ray }
            }
        }
        return (isRound ? sphere.globe.towardsCamera / sphere.globe.horizonCosine : SIMD3(), rays)
    }
}

extension PlanePerspective {
    /// The direction from the camera in which a point of the image is seen, in the axes of the ground; its length is any.
    fileprivate func ray(at q: Point) -> SIMD3<Double> {
        let (near, far) = (position(at: q, depth: 0), position(at: q, depth: 1))
        let step = far.ground - near.ground
        return SIMD3(step.x, step.y, far.height - near.height)
    }
}
