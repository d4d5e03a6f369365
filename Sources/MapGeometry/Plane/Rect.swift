// SPDX-License-Identifier: MIT

/// An axis-aligned rectangle. `Rect.null` is the neutral element of `union`.
public struct Rect: Hashable, Sendable {
    /// Left edge.
    public var minX: Double
    /// Top edge.
    public var minY: Double
    /// Right edge.
    public var maxX: Double
    /// Bottom edge.
    public var maxY: Double

    /// Creates a rectangle from its edges.
    ///
    /// - Parameters:
    ///   - minX: the left edge.
    ///   - minY: the top edge.
    ///   - maxX: the right edge, at least `minX`.
    ///   - maxY: the bottom edge, at least `minY`.
    @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// Creates a rectangle from its top-left corner and its size.
    ///
    /// - Parameters:
    ///   - x: the left edge.
    ///   - y: the top edge.
    ///   - width: the extent to the right, at least 0.
    ///   - height: the extent downwards, at least 0.
    @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }

    @inlinable package init(center: Point, size: Size) {
        self.init(
            x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }

    /// From the origin to the right and downwards.
    @inlinable package init(size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// The least rectangle around points; null without any.
    @inlinable package init(around points: some Sequence<Point>) {
        self = .null
        for p in points { extend(to: p) }
    }

    /// Contains no point and intersects nothing.
    @inlinable package static var null: Rect {
        Rect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    }
    /// Contains every point.
    @inlinable package static var everything: Rect {
        Rect(minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)
    }

    /// Extent along x; negative or infinite for `null`.
    @inlinable public var width: Double { maxX - minX }
    /// Extent along y; negative or infinite for `null`.
    @inlinable public var height: Double { maxY - minY }
    /// Both; see `width` and `height`.
    @inlinable package var size: Size { Size(width: width, height: height) }
    /// The middle.
    @inlinable package var center: Point { Point((minX + maxX) / 2, (minY + maxY) / 2) }
    /// True when it contains no point.
    @inlinable package var isNull: Bool { !(minX <= maxX && minY <= maxY) }

    @inlinable package func contains(_ p: Point) -> Bool {
        p.x >= minX && p.x <= maxX && p.y >= minY && p.y <= maxY
    }
    @inlinable package func contains(_ r: Rect) -> Bool {
        r.minX >= minX && r.maxX <= maxX && r.minY >= minY && r.maxY <= maxY
    }
    @inlinable package func intersects(_ r: Rect) -> Bool {
        minX < r.maxX && r.minX < maxX && minY < r.maxY && r.minY < maxY
    }
    @inlinable package func intersection(_ r: Rect) -> Rect {
        let cut = Rect(
            minX: max(minX, r.minX), minY: max(minY, r.minY), maxX: min(maxX, r.maxX), maxY: min(maxY, r.maxY))
        return cut.isNull ? .null : cut
    }
    @inlinable package func union(_ r: Rect) -> Rect {
        Rect(minX: min(minX, r.minX), minY: min(minY, r.minY), maxX: max(maxX, r.maxX), maxY: max(maxY, r.maxY))
    }
    @inlinable package mutating func extend(to p: Point) {
        if p.x < minX { minX = p.x }
        if p.x > maxX { maxX = p.x }
        if p.y < minY { minY = p.y }
        if p.y > maxY { maxY = p.y }
    }
    /// Moves every edge inwards; a negative amount moves them outwards.
    @inlinable package func inset(by amount: Double) -> Rect {
        Rect(minX: minX + amount, minY: minY + amount, maxX: maxX - amount, maxY: maxY - amount)
    }
    @inlinable package func offset(by v: Point) -> Rect {
        Rect(minX: minX + v.x, minY: minY + v.y, maxX: maxX + v.x, maxY: maxY + v.y)
    }
    /// Corners from the top left, clockwise on screen.
    @inlinable package var corners: [Point] {
        [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
    }
    /// The smallest rectangle with whole-numbered edges around this one.
    @inlinable package var integral: Rect {
        Rect(minX: minX.rounded(.down), minY: minY.rounded(.down), maxX: maxX.rounded(.up), maxY: maxY.rounded(.up))
    }
}

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
