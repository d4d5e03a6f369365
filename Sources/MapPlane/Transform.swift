// SPDX-License-Identifier: MIT

/// An affine map of the plane: x' = a x + c y + tx, y' = b x + d y + ty.
package struct Transform: Hashable, Sendable {
    package var a: Double
    package var b: Double
    package var c: Double
    package var d: Double
    package var tx: Double
    package var ty: Double

    @inlinable package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    package static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    package static func translation(_ v: Point) -> Transform {
        Transform(a: 1, b: 0, c: 0, d: 1, tx: v.x, ty: v.y)
    }
    package static func scale(_ x: Double, _ y: Double) -> Transform {
        Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }
    /// A rotation by an angle in radians, clockwise on screen (y grows downwards).
    package static func rotation(_ angle: Double) -> Transform {
        let (s, c) = (sine(angle), cosine(angle))
        return Transform(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
    }

    @inlinable package func apply(_ p: Point) -> Point {
        Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
    }
    /// Transforms a vector: as `apply`, without the translation.
    @inlinable package func applyToVector(_ p: Point) -> Point {
        Point(a * p.x + c * p.y, b * p.x + d * p.y)
    }
    /// The bounding box of the transformed rectangle.
    package func apply(_ r: Rect) -> Rect {
        var box = Rect.null
        for corner in r.corners { box.extend(to: apply(corner)) }
        return box
    }
    /// Concatenation: this transform first, then the other.
    package func then(_ o: Transform) -> Transform {
        Transform(
            a: o.a * a + o.c * b, b: o.b * a + o.d * b, c: o.a * c + o.c * d, d: o.b * c + o.d * d,
            tx: o.a * tx + o.c * ty + o.tx, ty: o.b * tx + o.d * ty + o.ty)
    }
    /// The inverse transform, nil when there is none.
    package var inverse: Transform? {
        let determinant = a * d - b * c
        guard determinant != 0, determinant.isFinite else { return nil }
        let k = 1 / determinant
        return Transform(
            a: d * k, b: -b * k, c: -c * k, d: a * k, tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k)
    }
    /// True when axis-aligned rectangles stay axis-aligned without a quarter turn.
    @inlinable package var keepsRectangles: Bool { b == 0 && c == 0 }
}
