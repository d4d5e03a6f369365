// SPDX-License-Identifier: MIT
package import MapPlane

/// Circles with soft edges, composited one over the other in order.
package struct Circles: Sendable {
    /// The appearance of a circle; lengths are in pixels.
    package struct Style: Hashable, Sendable {
        /// Excludes the stroke, which lies outside of it.
        package var radius: Double
        package var strokeWidth: Double
        /// The fraction of the outer radius over which the edge fades out, inwards; negative values fade towards the
        /// center, as `circle-blur` of MapLibre does.
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

        /// The distance from the center to the outer edge of the stroke.
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

    /// The circles in painting order.
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
