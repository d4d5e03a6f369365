// SPDX-License-Identifier: MIT
package import MapPlane

/// Round spots with soft edges, blended one over the other in order.
package struct Circles: Sendable {
    /// How a circle is drawn; lengths in pixels.
    package struct Style: Hashable, Sendable {
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
        package var outerRadius: Double { radius + strokeWidth }
    }

    struct Circle: Sendable {
        var center: Point
        var style: Int
    }

    private(set) var circles: [Circle] = []
    private(set) var styles: [Style] = []
    package private(set) var bounds = Rect.null

    package init() {}

    package var isEmpty: Bool { circles.isEmpty }

    /// The spots in the order they are painted in.
    package var instances: some Sequence<(center: Point, style: Style)> {
        circles.lazy.map { ($0.center, styles[$0.style]) }
    }

    package mutating func add(_ center: Point, _ style: Style) {
        guard abs(center.x) + abs(center.y) + style.outerRadius < 1e9 else { return }
        if styles.last != style { styles.append(style) }
        circles.append(Circle(center: center, style: styles.count - 1))
        bounds = bounds.union(
            Rect(minX: center.x, minY: center.y, maxX: center.x, maxY: center.y).inset(by: -style.outerRadius))
    }
}
