// SPDX-License-Identifier: MIT

/// Cuts rings at a rectangle; keeps its buffers from ring to ring, so that it allocates seldom.
///
/// What a concave ring has outside is folded onto the rectangle's edge, which fills the same area; choose a rectangle
/// larger than what is seen, so that outlines do not show the edge.
///
/// - SeeAlso: Sutherland and Hodgman, *Reentrant Polygon Clipping*, 1974.
package struct RingClipper {
    private var front: [Point] = []
    private var back: [Point] = []

    package init() {}

    /// Appends the part of a ring that lies in a rectangle; appends nothing when fewer than three corners are left.
    ///
    /// - Parameters:
    ///   - ring: the corners in order, the first one not repeated.
    ///   - rect: what to keep.
    ///   - points: receives the corners.
    /// - Returns: the corners' range in `points`, nil when nothing is left.
    package mutating func clip(
        _ ring: UnsafeBufferPointer<Point>, to rect: Rect, points: inout [Point]
    ) -> Range<Int>? {
        front.removeAll(keepingCapacity: true)
        front.append(contentsOf: ring)
        cutX(rect.minX, keepsGreater: true)
        cutX(rect.maxX, keepsGreater: false)
        cutY(rect.minY, keepsGreater: true)
        cutY(rect.maxY, keepsGreater: false)
        guard front.count >= 3 else { return nil }
        let start = points.count
        points.append(contentsOf: front)
        return start..<points.count
    }

    /// Cuts at a vertical line.
    private mutating func cutX(_ edge: Double, keepsGreater: Bool) {
        guard var a = front.last else { return }
        back.removeAll(keepingCapacity: true)
        for b in front {
            let (aIn, bIn) = keepsGreater ? (a.x >= edge, b.x >= edge) : (a.x <= edge, b.x <= edge)
            if aIn != bIn { back.append(Point(edge, a.y + (b.y - a.y) * ((edge - a.x) / (b.x - a.x)))) }
            if bIn { back.append(b) }
            a = b
        }
        swap(&front, &back)
    }

    /// Cuts at a horizontal line.
    private mutating func cutY(_ edge: Double, keepsGreater: Bool) {
        guard var a = front.last else { return }
        back.removeAll(keepingCapacity: true)
        for b in front {
            let (aIn, bIn) = keepsGreater ? (a.y >= edge, b.y >= edge) : (a.y <= edge, b.y <= edge)
            if aIn != bIn { back.append(Point(a.x + (b.x - a.x) * ((edge - a.y) / (b.y - a.y)), edge)) }
            if bIn { back.append(b) }
            a = b
        }
        swap(&front, &back)
    }
}

/// The part of a ring that lies in a rectangle; empty when nothing does.
package func clippedRing(_ ring: [Point], to rect: Rect) -> [Point] {
    var clipper = RingClipper()
    var points: [Point] = []
    _ = ring.withUnsafeBufferPointer { clipper.clip($0, to: rect, points: &points) }
    return points
}

/// Twice the area is the sum of cross products: positive when the ring runs clockwise on screen (y downwards).
@inlinable package func signedArea(_ ring: some Collection<Point>) -> Double {
    guard let first = ring.first else { return 0 }
    var twice = 0.0
    var a = first
    // Measured from the first corner, so that far from the origin no digits are lost.
    for b in ring {
        twice += (a.x - first.x) * (b.y - first.y) - (b.x - first.x) * (a.y - first.y)
        a = b
    }
    return twice / 2
}
