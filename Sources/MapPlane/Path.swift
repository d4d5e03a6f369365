// SPDX-License-Identifier: MIT

/// Lines and curves to fill or stroke, stored as verbs and their points.
public struct Path: Hashable, Sendable {
    /// A drawing command that consumes the next points.
    package enum Verb: UInt8, Sendable {
        /// Starts a new figure; one point.
        case move
        /// A straight line; one point.
        case line
        /// A cubic Bézier curve; two controls and the end.
        case curve
        /// Closes the figure; no point.
        case close
    }

    package private(set) var verbs: [Verb] = []
    package private(set) var points: [Point] = []

    /// Creates an empty path.
    public init() {}

    /// True if the path has no elements.
    public var isEmpty: Bool { verbs.isEmpty }

    package mutating func reserve(verbs verbCount: Int, points pointCount: Int) {
        verbs.reserveCapacity(verbs.count + verbCount)
        points.reserveCapacity(points.count + pointCount)
    }

    /// Starts a new figure.
    ///
    /// - Parameter p: the point at which it starts.
    public mutating func move(to p: Point) {
        verbs.append(.move)
        points.append(p)
    }

    /// Adds a straight line from the current point.
    ///
    /// - Parameter p: the end of the line.
    public mutating func line(to p: Point) {
        verbs.append(.line)
        points.append(p)
    }

    /// Adds a cubic Bézier curve from the current point.
    ///
    /// - Parameters:
    ///   - control1: the first control point.
    ///   - control2: the second control point.
    ///   - end: the end of the curve.
    public mutating func curve(_ control1: Point, _ control2: Point, to end: Point) {
        verbs.append(.curve)
        points.append(control1)
        points.append(control2)
        points.append(end)
    }

    /// Closes the figure.
    public mutating func close() {
        verbs.append(.close)
    }

    /// Adds a polyline through the points, closed or not.
    @inlinable package mutating func addLines(_ line: some Collection<Point>, closed: Bool) {
        guard let first = line.first else { return }
        move(to: first)
        for p in line.dropFirst() { self.line(to: p) }
        if closed { close() }
    }

    /// Adds a transformed closed polyline, in reverse order if `reversed`.
    package mutating func addRing(_ ring: UnsafeBufferPointer<Point>, under t: Transform, reversed: Bool) {
        guard !ring.isEmpty else { return }
        verbs.append(.move)
        verbs.append(contentsOf: repeatElement(.line, count: ring.count - 1))
        verbs.append(.close)
        points.reserveCapacity(points.count + ring.count)
        if reversed {
            for i in stride(from: ring.count - 1, through: 0, by: -1) { points.append(t.apply(ring[i])) }
        } else {
            for p in ring { points.append(t.apply(p)) }
        }
    }

    /// Joins the figures of several paths.
    package init(joining paths: [Path]) {
        var count = (verbs: 0, points: 0)
        for path in paths { count = (count.verbs + path.verbs.count, count.points + path.points.count) }
        reserve(verbs: count.verbs, points: count.points)
        for path in paths { append(path) }
    }

    package mutating func append(_ other: Path) {
        verbs.append(contentsOf: other.verbs)
        points.append(contentsOf: other.points)
    }

    /// The bounding box of all points including control points: never smaller than the painted area.
    package var bounds: Rect {
        var box = Rect.null
        for p in points { box.extend(to: p) }
        return box
    }

    package var hasCurves: Bool { verbs.contains(.curve) }

    /// The path with its points mapped; exact for maps that keep lines straight, if there are no curves.
    package func mapped(_ map: (Point) -> Point) -> Path {
        var copy = self
        copy.points = points.map(map)
        return copy
    }

    package func transformed(by t: Transform) -> Path {
        var copy = self
        copy.points = points.map(t.apply)
        return copy
    }
}
