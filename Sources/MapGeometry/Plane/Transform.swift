// SPDX-License-Identifier: MIT

/// An affine map of the plane: x' = a x + c y + tx, y' = b x + d y + ty.
@usableFromInline package struct Transform: Hashable, Sendable {
    @usableFromInline package var a: Double
    @usableFromInline package var b: Double
    @usableFromInline package var c: Double
    @usableFromInline package var d: Double
    @usableFromInline package var tx: Double
    @usableFromInline package var ty: Double

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
        box.extend(to: apply(Point(r.minX, r.minY)))
        box.extend(to: apply(Point(r.maxX, r.minY)))
        box.extend(to: apply(Point(r.maxX, r.maxY)))
        box.extend(to: apply(Point(r.minX, r.maxY)))
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

extension Transform {
    /// The affine map that is closest to another map around a point.
    init(closestTo map: (Point) -> Point, at p: Point) {
        // Large enough for a difference, small enough for a straight line.
        let step = 0.25
        let dx = (map(p + Point(step, 0)) - map(p - Point(step, 0))) * (0.5 / step)
        let dy = (map(p + Point(0, step)) - map(p - Point(0, step))) * (0.5 / step)
        let q = map(p)
        self.init(
            a: dx.x, b: dx.y, c: dy.x, d: dy.y, tx: q.x - dx.x * p.x - dy.x * p.y, ty: q.y - dx.y * p.x - dy.y * p.y)
    }
}

/// An affine function of the plane: x · X + y · Y + constant.
@usableFromInline package struct AffineFunction: Hashable, Sendable {
    /// The growth per pixel to the right and downwards.
    @usableFromInline package var (x, y): (Double, Double)
    /// The value at the origin.
    @usableFromInline package var constant: Double

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
