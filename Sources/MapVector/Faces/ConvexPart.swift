// SPDX-License-Identifier: MIT
import MapPlane

/// A convex polygon; clockwise on screen.
struct ConvexPart {
    let corners: [Point]
    let bounds: Rect

    init(_ corners: [Point]) {
        self.corners = corners
        bounds = corners.reduce(into: Rect.null) { $0.extend(to: $1) }
    }

    var area: Double { signedArea(corners) }

    /// The part that two polygons share; empty when it is not an area.
    func intersection(_ other: ConvexPart) -> [Point] {
        guard bounds.intersects(other.bounds) else { return [] }
        var points = corners
        guard var a = other.corners.last else { return [] }
        for b in other.corners {
            Self.keepInside(&points, a, b)
            if points.count < 3 { return [] }
            a = b
        }
        return points
    }

    /// The parts of this polygon outside of another one.
    func subtracting(_ other: [Point]) -> [ConvexPart] {
        var (rest, parts) = (corners, [ConvexPart]())
        guard var a = other.last else { return [self] }
        for b in other {
            var outside = rest
            Self.keepInside(&outside, b, a)
            if signedArea(outside) > Self.minArea { parts.append(ConvexPart(outside)) }
            Self.keepInside(&rest, a, b)
            if rest.count < 3 { break }
            a = b
        }
        return parts
    }

    /// The part at which a function is not negative; nil when it is not an area.
    func cut(by function: AffineFunction) -> ConvexPart? {
        let points = cutting(corners, by: function)
        return points.count >= 3 && signedArea(points) > Self.minArea ? ConvexPart(points) : nil
    }

    /// In square pixels: what is smaller is not seen.
    static let minArea = 0.01

    /// Keeps what is to the right of the way from `a` to `b`.
    private static func keepInside(_ points: inout [Point], _ a: Point, _ b: Point) {
        let d = b - a
        points = cutting(points, by: AffineFunction(x: -d.y, y: d.x, constant: d.y * a.x - d.x * a.y))
    }
}

/// The part of a ring at which a function is not negative; parts of a concave ring are joined along the cut.
func cutting(_ ring: [Point], by function: AffineFunction) -> [Point] {
    guard var a = ring.last else { return [] }
    var from = function(a)
    var result: [Point] = []
    result.reserveCapacity(ring.count + 2)
    for b in ring {
        let to = function(b)
        if (from >= 0) != (to >= 0) { result.append(a.mix(b, from / (from - to))) }
        if to >= 0 { result.append(b) }
        (a, from) = (b, to)
    }
    return result
}
