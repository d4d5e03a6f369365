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

        fileprivate var pointCount: Int {
            switch self {
            case .move, .line: 1
            case .curve: 3
            case .close: 0
            }
        }
    }

    package private(set) var verbs: [Verb] = []
    package private(set) var points: [Point] = []

    /// Creates an empty path.
    public init() {}

    /// True if the path has no elements.
    public var isEmpty: Bool { verbs.isEmpty }

    @usableFromInline package mutating func reserve(verbs verbCount: Int, points pointCount: Int) {
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
        // To ask for just what each of many lines needs would copy a long path as often.
        if isEmpty { reserve(verbs: line.count + 1, points: line.count) }
        move(to: first)
        for p in line.dropFirst() { self.line(to: p) }
        if closed { close() }
    }

    /// Adds a transformed closed polyline, in reverse order if `reversed`.
    package mutating func addRing(_ ring: UnsafeBufferPointer<Point>, under t: Transform, reversed: Bool) {
        guard !ring.isEmpty else { return }
        if isEmpty { reserve(verbs: ring.count + 1, points: ring.count) }
        verbs.append(.move)
        for _ in 1..<ring.count { verbs.append(.line) }
        verbs.append(.close)
        if reversed {
            for p in ring.reversed() { points.append(t.apply(p)) }
        } else {
            for p in ring { points.append(t.apply(p)) }
        }
    }

    /// Creates a polyline through the points, closed or not.
    @inlinable package init(_ line: some Collection<Point>, closed: Bool) {
        self.init()
        addLines(line, closed: closed)
    }

    /// Creates a figure of each ring of corners.
    @inlinable package init(rings: some Sequence<[Point]>) {
        self.init()
        for ring in rings { addLines(ring, closed: true) }
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

    /// Appends some figures of another path.
    package mutating func append(_ other: Path, _ figures: Range<Int>, _ corners: Range<Int>) {
        verbs.append(contentsOf: other.verbs[figures])
        points.append(contentsOf: other.points[corners])
    }

    /// Some of the figures, moved.
    ///
    /// - Parameters:
    ///   - offset: is added to all points.
    ///   - isKept: whether each figure is kept, in order.
    /// - Returns: the figures that are kept.
    package func figures(movedBy offset: Point, where isKept: ArraySlice<Bool>) -> Path {
        guard isKept.contains(false) else { return mapped { $0 + offset } }
        var result = Path()
        guard isKept.contains(true) else { return result }
        // More than is needed, but at once.
        result.reserve(verbs: verbs.count, points: points.count)
        var (verb, point) = (0, 0)
        for isKept in isKept {
            let (start, first) = (verb, point)
            repeat {
                point += verbs[verb].pointCount
                verb += 1
            } while verb < verbs.count && verbs[verb] != .move
            guard isKept else { continue }
            result.verbs.append(contentsOf: verbs[start..<verb])
            result.points.append(contentsOf: points[first..<point])
        }
        for index in result.points.indices { result.points[index] = result.points[index] + offset }
        return result
    }

    /// The bounding box of all points including control points: never smaller than the painted area.
    package var bounds: Rect { Rect(around: points) }

    /// The number of figures, if all of them are rings without curves.
    package var ringCount: Int { verbs.count - points.count }

    package var hasCurves: Bool { verbs.contains(.curve) }

    /// The path with its points mapped; exact for maps that keep lines straight, if there are no curves.
    package func mapped(_ map: (Point) -> Point) -> Path {
        var copy = self
        copy.points = points.map(map)
        return copy
    }

    /// Moves the points from an index on to where a camera sees them.
    package mutating func project(from start: Int = 0, by plane: PlanePerspective) {
        for index in start..<points.count { points[index] = plane.apply(points[index]) }
    }

    package func transformed(by t: Transform) -> Path {
        var copy = self
        copy.points = points.map(t.apply)
        return copy
    }
}

extension Path {
    /// Creates a path with the outline of a rectangle, clockwise when y points down.
    ///
    /// - Parameter r: the rectangle.
    /// - Returns: a closed path.
    public static func rectangle(_ r: Rect) -> Path {
        Path(r.corners, closed: true)
    }

    /// Creates a circle of four cubic Bézier curves. They deviate by less than 0.03 % of the radius.
    ///
    /// - Parameters:
    ///   - center: the circle's center.
    ///   - radius: the circle's radius, in the units of the path.
    /// - Returns: a closed path, clockwise when y points down.
    public static func circle(center: Point, radius: Double) -> Path {
        roundedRectangle(
            Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), radius: radius)
    }

    /// Creates a rectangle with rounded corners.
    ///
    /// - Parameters:
    ///   - r: the rectangle.
    ///   - radius: the radius of the corners, limited to 0...half of the shorter side.
    /// - Returns: a closed path, clockwise when y points down.
    public static func roundedRectangle(_ r: Rect, radius: Double) -> Path {
        let radius = max(0, min(radius, min(r.width, r.height) / 2))
        guard radius > 0 else { return rectangle(r) }
        // The control point distance that approximates a quarter circle: 4/3 tan(π/8).
        let k = radius * (1 - 0.552_284_749_830_793_6)
        var path = Path()
        path.move(to: Point(r.minX + radius, r.minY))
        path.line(to: Point(r.maxX - radius, r.minY))
        path.curve(Point(r.maxX - k, r.minY), Point(r.maxX, r.minY + k), to: Point(r.maxX, r.minY + radius))
        path.line(to: Point(r.maxX, r.maxY - radius))
        path.curve(Point(r.maxX, r.maxY - k), Point(r.maxX - k, r.maxY), to: Point(r.maxX - radius, r.maxY))
        path.line(to: Point(r.minX + radius, r.maxY))
        path.curve(Point(r.minX + k, r.maxY), Point(r.minX, r.maxY - k), to: Point(r.minX, r.maxY - radius))
        path.line(to: Point(r.minX, r.minY + radius))
        path.curve(Point(r.minX, r.minY + k), Point(r.minX + k, r.minY), to: Point(r.minX + radius, r.minY))
        path.close()
        return path
    }
}
