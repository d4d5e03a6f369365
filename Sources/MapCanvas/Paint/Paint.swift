// SPDX-License-Identifier: MIT
package import MapPlane

/// The content of a fill; coordinates are output pixels.
package enum Paint: Sendable {
    case color(Color)
    case linearGradient(LinearGradient)
    case radialGradient(RadialGradient)
    /// An image that repeats in both directions; the transform maps image pixels to output pixels.
    case pattern(Bitmap, Transform, opacity: Double)
}

package struct GradientStop: Hashable, Sendable {
    /// 0 at the start, 1 at the end.
    package var offset: Double
    package var color: Color

    package init(_ offset: Double, _ color: Color) {
        self.offset = offset
        self.color = color
    }
}

package struct LinearGradient: Hashable, Sendable {
    package var from: Point
    package var to: Point
    package var stops: [GradientStop]

    package init(from: Point, to: Point, stops: [GradientStop]) {
        self.from = from
        self.to = to
        self.stops = stops
    }
}

/// Rings around a center; beyond the radius the last stop goes on.
package struct RadialGradient: Hashable, Sendable {
    package var center: Point
    package var radius: Double
    package var stops: [GradientStop]

    package init(center: Point, radius: Double, stops: [GradientStop]) {
        self.center = center
        self.radius = radius
        self.stops = stops
    }
}
