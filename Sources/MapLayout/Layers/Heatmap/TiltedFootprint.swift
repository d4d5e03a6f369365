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
    /// The rows of the output that it reaches, in pixels.
    private let rows: ClosedRange<Double>
    private let columns: ClosedRange<Int>

    /// Nil for a point that is not seen.
    init?(_ point: HeatPoint, width: Int, height: Int, columns count: Int) {
        let extent = HeatKernel.extent(ofWeight: point.weight) * point.radius
        guard extent > 0, let perspective = point.perspective,
            let area = point.areaInImage(width: width, height: height), !area.isNull
        else { return nil }
        self.perspective = perspective
        center = Point(point.x, point.y)
        weight = point.weight * HeatKernel.factor
        exponent = -4.5 / (point.radius * point.radius)
        limit = extent * extent
        rows = area.minY...area.maxY
        let cells = Double(count) / Double(width)
        let first = max(0, min(count - 1, Int(area.minX * cells)))
        columns = first...max(first, min(count - 1, Int(area.maxX * cells)))
    }

    /// Adds the densities of a row.
    @inline(__always)
    func add(to sums: UnsafeMutableBufferPointer<Float>, y: Double, cellWidth: Double) {
        guard rows.contains(y) else { return }
        for column in columns {
            guard let p = perspective.ground(at: Point((Double(column) + 0.5) * cellWidth, y)) else { continue }
            let (dx, dy) = (p.x - center.x, p.y - center.y)
            let distance = dx * dx + dy * dy
            guard distance < limit, perspective.depth(p) <= perspective.depths.upperBound else { continue }
            sums[column] += Float(weight * exp(exponent * distance))
        }
    }
}

extension HeatPoint {
    /// The box around the part of a tilted picture that the kernel reaches, in its pixels: null where it is not seen, nil on a
    /// flat map.
    func areaInImage(width: Int, height: Int) -> Rect? {
        guard let perspective else { return nil }
        let output = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        if let globe = perspective.globe { return areaOnGlobe(perspective, globe, in: output) }
        let extent = HeatKernel.extent(ofWeight: weight) * radius
        let square = Rect(minX: x - extent, minY: y - extent, maxX: x + extent, maxY: y + extent).corners
        guard square.contains(where: { perspective.depth($0) <= perspective.depths.upperBound }) else { return .null }
        // What reaches behind the camera may be seen anywhere.
        guard square.allSatisfy({ perspective.depth($0) > perspective.depths.lowerBound }) else { return output }
        var box = Rect.null
        for corner in square { box.extend(to: perspective.apply(corner)) }
        let seen = box.intersection(output)
        return seen.isNull || seen.width <= 0 || seen.height <= 0 ? .null : seen
    }
}
