// SPDX-License-Identifier: MIT
import MapPlane

/// A segment between two points.
struct Segment {
    let start: Point
    let end: Point

    var minX: Double { min(start.x, end.x) }
    var maxX: Double { max(start.x, end.x) }
    var minY: Double { min(start.y, end.y) }
    var maxY: Double { max(start.y, end.y) }

    /// True when a point lies on the segment exactly.
    func contains(_ p: Point) -> Bool {
        let (a, b) = (p - start, p - end)
        return a.x * b.y - b.x * a.y == 0 && a.x * b.x <= 0 && a.y * b.y <= 0
    }

    /// True when the segments cross; false when they only touch.
    func crosses(_ other: Segment) -> Bool {
        let (p, q) = (end - start, other.end - other.start)
        if q.x * p.y - q.y * p.x == 0 { return false }
        return separates(other) && other.separates(self)
    }

    /// True when the ends of another segment lie on opposite sides of this one's line.
    private func separates(_ other: Segment) -> Bool {
        let (axis, a, b) = (end - start, other.start - start, other.end - start)
        let first = a.x * axis.y - axis.x * a.y
        let second = b.x * axis.y - axis.x * b.y
        return (first > 0 && second < 0) || (first < 0 && second > 0)
    }
}
