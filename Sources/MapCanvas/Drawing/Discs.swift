// SPDX-License-Identifier: MIT
package import MapPlane

/// Round spots with soft edges, blended one over the other in order.
package struct Discs: Sendable {
    /// What a spot looks like; lengths in pixels.
    package struct Look: Hashable, Sendable {
        /// Without the stroke, which lies around it.
        package var radius: Double
        package var strokeWidth: Double
        /// The part of the whole radius over which the edge fades out, inwards; negative fades towards the middle.
        package var blur: Double
        package var fill: Color
        package var stroke: Color

        package init(radius: Double, strokeWidth: Double, blur: Double, fill: Color, stroke: Color) {
            self.radius = radius
            self.strokeWidth = strokeWidth
            self.blur = blur
            self.fill = fill
            self.stroke = stroke
        }

        /// From the center to the last trace of paint.
        package var reach: Double { radius + strokeWidth }
    }

    struct Disc: Sendable {
        var center: Point
        var look: Int
    }

    private(set) var discs: [Disc] = []
    private(set) var looks: [Look] = []
    package private(set) var bounds = Rect.null

    package init() {}

    package var isEmpty: Bool { discs.isEmpty }

    /// The spots in the order they are painted in.
    package var spots: some Sequence<(center: Point, look: Look)> {
        discs.lazy.map { ($0.center, looks[$0.look]) }
    }

    package mutating func add(_ center: Point, _ look: Look) {
        guard abs(center.x) + abs(center.y) + look.reach < 1e9 else { return }
        if looks.last != look { looks.append(look) }
        discs.append(Disc(center: center, look: looks.count - 1))
        bounds = bounds.union(
            Rect(minX: center.x, minY: center.y, maxX: center.x, maxY: center.y).inset(by: -look.reach))
    }
}
