// SPDX-License-Identifier: MIT

/// A convex part of the plane: the intersection of half-planes.
@usableFromInline package struct ConvexRegion: Hashable, Sendable {
    /// The points at which a linear function is not negative.
    @usableFromInline package struct HalfPlane: Hashable, Sendable {
        @usableFromInline package var a: Double
        @usableFromInline package var b: Double
        @usableFromInline package var c: Double

        /// The value of the function: the distance from the edge, positive inside.
        @inlinable package func distance(_ p: Point) -> Double { a * p.x + b * p.y + c }
    }

    package private(set) var halfPlanes: [HalfPlane]
    /// The corners in order, as the region was created.
    package let corners: [Point]
    /// A box that encloses the region.
    package private(set) var bounds: Rect

    /// Creates the inside of a convex polygon with its corners in either direction; empty for fewer than three.
    package init(_ corners: [Point]) {
        self.corners = corners.count < 3 ? [] : corners
        let sign = signedArea(corners) < 0 ? -1.0 : 1
        bounds = Rect(around: self.corners)
        halfPlanes = zip(self.corners, self.corners.dropFirst() + self.corners.prefix(1)).compactMap { p, q in
            let (edge, length) = (q - p, p.distance(to: q))
            guard length > 0 else { return nil }
            let (a, b) = (-edge.y / length * sign, edge.x / length * sign)
            return HalfPlane(a: a, b: b, c: -(a * p.x + b * p.y))
        }
    }

    /// The region with its edges moved outwards; `corners` stay.
    package func expanded(by margin: Double) -> ConvexRegion {
        var copy = self
        copy.halfPlanes = halfPlanes.map { HalfPlane(a: $0.a, b: $0.b, c: $0.c + margin) }
        copy.bounds = .everything
        return copy
    }

    package var isEmpty: Bool { corners.isEmpty }

    package func contains(_ p: Point) -> Bool {
        !isEmpty && halfPlanes.allSatisfy { $0.distance(p) >= 0 }
    }

    /// True when all of the rectangle lies inside, or outside by less than a margin.
    package func contains(_ r: Rect, margin: Double = 0) -> Bool {
        !isEmpty
            && halfPlanes.allSatisfy { plane in
                // The corner that lies farthest outwards.
                let corner = Point(plane.a > 0 ? r.minX : r.maxX, plane.b > 0 ? r.minY : r.maxY)
                return HalfPlane(a: plane.a, b: plane.b, c: plane.c + margin).distance(corner) >= 0
            }
    }

    /// True when the rectangle and the region overlap by more than an edge.
    package func overlaps(_ r: Rect) -> Bool {
        !isEmpty && bounds.intersects(r)
            && halfPlanes.allSatisfy { plane in
                plane.distance(Point(plane.a > 0 ? r.maxX : r.minX, plane.b > 0 ? r.maxY : r.minY)) > 0
            }
    }

    /// True when a ring has a part inside the region.
    package func meets(_ ring: [Point]) -> Bool {
        let box = Rect(around: ring)
        return bounds.intersects(box) && (contains(box) || !clipped(ring: ring).isEmpty)
    }

    /// The part of a ring inside the region; empty when nothing is. Parts of a concave ring may be joined along the edges.
    package func clipped(ring: [Point]) -> [Point] {
        guard !isEmpty else { return [] }
        var (input, output) = (ring, [Point]())
        // Each edge adds at most two vertices to a convex ring.
        output.reserveCapacity(ring.count + 2 * halfPlanes.count)
        for plane in halfPlanes {
            output.removeAll(keepingCapacity: true)
            appendPart(of: input, where: plane.distance, mix: { $0.mix($1, $2) }, to: &output)
            swap(&input, &output)
        }
        return input.count < 3 ? [] : input
    }

    /// The fractions along a segment at which it enters and leaves the region; nil when it misses it.
    package func clippedSegment(_ a: Point, _ b: Point) -> (enter: Double, leave: Double)? {
        guard !isEmpty else { return nil }
        var (enter, leave) = (0.0, 1.0)
        for plane in halfPlanes {
            let (from, to) = (plane.distance(a), plane.distance(b))
            if from < 0, to < 0 { return nil }
            if from < 0 { enter = max(enter, from / (from - to)) }
            if to < 0 { leave = min(leave, from / (from - to)) }
            guard enter <= leave else { return nil }
        }
        return (enter, leave)
    }

    /// The parts of a line inside the region, each with the line's length before its first point.
    package func clipped(line: [Point]) -> [(points: [Point], start: Double)] {
        var parts: [(points: [Point], start: Double)] = []
        var (along, isOpen) = (0.0, false)
        for (a, b) in zip(line, line.dropFirst()) {
            let length = a.distance(to: b)
            if let (enter, leave) = clippedSegment(a, b) {
                if !isOpen || enter > 0 { parts.append(([a.mix(b, enter)], along + enter * length)) }
                parts[parts.count - 1].points.append(leave == 1 ? b : a.mix(b, leave))
                isOpen = leave == 1
            } else {
                isOpen = false
            }
            along += length
        }
        return parts
    }
}

/// The corners of the smallest convex polygon around points, in order; fewer than three where the points have no area.
///
/// - SeeAlso: A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
package func convexHull(_ points: [Point]) -> [Point] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return [] }
    func chain(_ points: some Sequence<Point>) -> [Point] {
        var corners: [Point] = []
        for p in points {
            while corners.count > 1 {
                let (a, b) = (corners[corners.count - 2], corners[corners.count - 1])
                guard (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) <= 0 else { break }
                corners.removeLast()
            }
            corners.append(p)
        }
        return corners.dropLast()
    }
    let hull = chain(sorted) + chain(sorted.reversed())
    return hull.count < 3 ? [] : hull
}
