// SPDX-License-Identifier: MIT
import MapPlane

/// The cells of a tilted picture, or of one of a globe, that a point's kernel reaches.
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
    /// The box around the part of a tilted picture that the kernel reaches, in its pixels: null where it is not seen, nil on a
    /// flat map.
    func areaInImage(width: Int, height: Int) -> Rect? {
        guard let perspective else { return nil }
        let output = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        let seen = kernelBounds(perspective).intersection(output)
        return seen.isNull || seen.width <= 0 || seen.height <= 0 ? .null : seen
    }

    private func kernelBounds(_ perspective: Perspective) -> Rect {
        let extent = HeatKernel.extent(ofWeight: weight) * radius
        if let globe = perspective.globe {
            return perspective.globeCapBounds(around: Point(x, y), angle: extent / globe.radius) ?? .null
        }
        let square = Rect(minX: x - extent, minY: y - extent, maxX: x + extent, maxY: y + extent).corners
        guard square.contains(where: { perspective.depth($0) <= perspective.depths.upperBound }) else { return .null }
        // What reaches behind the camera may be seen anywhere.
        guard square.allSatisfy({ perspective.depth($0) > perspective.depths.lowerBound }) else { return .everything }
        var box = Rect.null
        for corner in square { box.extend(to: perspective.apply(corner)) }
        return box
    }
}
