// SPDX-License-Identifier: MIT

/// A number at each point of the plane that grows evenly along each direction.
package struct AffineFunction: Hashable, Sendable {
    /// The growth per pixel to the right and downwards.
    package var (x, y): (Double, Double)
    /// The value at the origin.
    package var constant: Double

    @inlinable package init(x: Double, y: Double, constant: Double) {
        (self.x, self.y, self.constant) = (x, y, constant)
    }

    /// The function that has three values at three points; nil for points on a line.
    package init?(_ points: (Point, Point, Point), _ values: (Double, Double, Double)) {
        let (p, q) = (points.1 - points.0, points.2 - points.0)
        let determinant = p.x * q.y - p.y * q.x
        guard abs(determinant) > 1e-9 else { return nil }
        let (u, v) = (values.1 - values.0, values.2 - values.0)
        x = (u * q.y - v * p.y) / determinant
        y = (v * p.x - u * q.x) / determinant
        constant = values.0 - x * points.0.x - y * points.0.y
    }

    /// The value at a point.
    @inlinable package func callAsFunction(_ p: Point) -> Double { x * p.x + y * p.y + constant }

    @inlinable package static func - (a: AffineFunction, b: AffineFunction) -> AffineFunction {
        AffineFunction(x: a.x - b.x, y: a.y - b.y, constant: a.constant - b.constant)
    }

    /// The function that has the same values where a transform moves the points to.
    package func moved(by map: Transform) -> AffineFunction {
        guard let inverse = map.inverse else { return self }
        return AffineFunction(
            x: x * inverse.a + y * inverse.b, y: x * inverse.c + y * inverse.d,
            constant: self(Point(inverse.tx, inverse.ty)))
    }
}
