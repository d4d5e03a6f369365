// SPDX-License-Identifier: MIT

/// A point or vector in the plane; y grows downwards. The unit depends on the context: points, pixels or tile units.
public struct Point: Hashable, Sendable {
    /// Grows to the right.
    public var x: Double
    /// Grows downwards.
    public var y: Double

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - x: to the right.
    ///   - y: downwards.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - x: to the right.
    ///   - y: downwards.
    @inlinable public init(_ x: Double, _ y: Double) {
        self.init(x: x, y: y)
    }

    /// The origin.
    public static let zero = Point(0, 0)

    @inlinable package static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    @inlinable package static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    @inlinable package static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }
    @inlinable package static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }

    /// Euclidean length of the vector.
    @inlinable package var length: Double { (x * x + y * y).squareRoot() }

    /// Euclidean distance to another point.
    @inlinable package func distance(to other: Point) -> Double { (self - other).length }

    /// The point a fraction of the way to another; 0 is here, 1 is there.
    @inlinable package func mix(_ other: Point, _ fraction: Double) -> Point {
        Point(x + (other.x - x) * fraction, y + (other.y - y) * fraction)
    }
}

/// A width and a height, in the unit of the context.
public struct Size: Hashable, Sendable {
    /// Extent along x.
    public var width: Double
    /// Extent along y.
    public var height: Double

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - width: the extent along x.
    ///   - height: the extent along y.
    @inlinable public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    @inlinable package static func * (size: Size, factor: Double) -> Size {
        Size(width: size.width * factor, height: size.height * factor)
    }
}
