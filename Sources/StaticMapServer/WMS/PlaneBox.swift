// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry

/// A box in the plane of a coordinate system, to the right and up. What crosses the antimeridian goes on beyond it.
package struct PlaneBox: Hashable, Sendable {
    var minX, minY, maxX, maxY: Double

    var width: Double { maxX - minX }
    var height: Double { maxY - minY }
    var center: Point { Point((minX + maxX) / 2, (minY + maxY) / 2) }

    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    init(center: Point, width: Double, height: Double) {
        self.init(
            minX: center.x - width / 2, minY: center.y - height / 2, maxX: center.x + width / 2,
            maxY: center.y + height / 2)
    }

    /// In degrees.
    init(_ box: CoordinateBox) {
        self.init(minX: box.west, minY: box.south, maxX: box.east, maxY: box.north)
    }

    /// Around points; nil without any that are numbers.
    init?(around points: [Point]) {
        let known = points.filter { $0.x.isFinite && $0.y.isFinite }
        guard !known.isEmpty else { return nil }
        let rect = Rect(around: known)
        self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
    }

    /// What both have; its sides are negative where they do not touch.
    func intersection(_ other: PlaneBox) -> PlaneBox {
        PlaneBox(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY))
    }

    /// The box with a margin on all sides.
    func extended(by margin: Double) -> PlaneBox {
        PlaneBox(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
    }

    /// Points on an even grid, from side to side.
    func grid(_ parts: Int) -> [Point] {
        (0...parts).flatMap { row in
            (0...parts).map { column in
                Point(
                    minX + width * Double(column) / Double(parts), minY + height * Double(row) / Double(parts))
            }
        }
    }
}
