// SPDX-License-Identifier: MIT
import MapPlane

/// `distance`: the shortest distance from the feature to a GeoJSON geometry, in metres.
final class DistanceNode: ExpressionNode {
    let traits: NodeTraits
    var children: [any ExpressionNode] { [] }
    private let shape: GeoShape

    init(_ shape: GeoShape, key: String) {
        self.shape = shape
        // Each part is looked at for each part of the feature.
        let vertices = shape.points.count + (shape.lines + shape.polygons.joined()).reduce(0) { $0 + $1.count }
        traits = NodeTraits(.number, key, adding: .feature, steps: vertices)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .number(try number(context)) }

    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        guard let feature = context.feature else { return .nan }
        let parts = feature.lonLatGeometry.filter { !$0.isEmpty }
        guard let origin = parts.first?.first else { return .nan }
        var own = GeoShape()
        switch feature.geometryType {
        case "Point": own.points = Array(parts.joined())
        case "LineString": own.lines = parts
        case "Polygon": own.polygons = [parts.map(Self.closed)]
        default: return .nan
        }
        let ruler = Ruler(latitude: origin.y)
        return ruler.distance(own, shape)
    }

    private static func closed(_ ring: [Point]) -> [Point] {
        ring.first == ring.last ? ring : ring + ring.prefix(1)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}

/// Distances on the ellipsoid, accurate for some hundred kilometres around a latitude.
///
/// - SeeAlso: the "cheap ruler" of V. Agafonkin; C. Veness on the WGS 84 radii of curvature.
struct Ruler {
    /// Metres per degree.
    private let scale: Point

    init(latitude: Double) {
        // WGS 84.
        let equatorialRadius = 6_378_137.0
        let flattening = 1 / 298.257223563
        let eccentricity = flattening * (2 - flattening)
        let perDegree = equatorialRadius * .pi / 180
        let cosine = unit(degrees: latitude).x
        let square = 1 / (1 - eccentricity * (1 - cosine * cosine))
        scale = Point(
            perDegree * square.squareRoot() * cosine, perDegree * square.squareRoot() * square * (1 - eccentricity))
    }

    func distance(_ a: GeoShape, _ b: GeoShape) -> Double {
        if touch(a, b) { return 0 }
        var minimum = Double.infinity
        for left in Ruler.chains(a) {
            for right in Ruler.chains(b) { minimum = min(minimum, distance(left, right)) }
        }
        return minimum
    }

    /// True when a polygon of one contains a point of the other; crossing lines are found by the distance of segments.
    private func touch(_ a: GeoShape, _ b: GeoShape) -> Bool {
        let (left, right) = (Ruler.chains(a), Ruler.chains(b))
        return a.polygons.contains { polygon in right.joined().contains { contains(polygon, $0, boundary: true) } }
            || b.polygons.contains { polygon in left.joined().contains { contains(polygon, $0, boundary: true) } }
    }

    /// Points, lines and rings, each as a list of points.
    private static func chains(_ shape: GeoShape) -> [[Point]] {
        shape.points.map { [$0] } + shape.lines + shape.polygons.joined()
    }

    private func distance(_ a: [Point], _ b: [Point]) -> Double {
        var minimum = Double.infinity
        let others = segments(b)
        for left in segments(a) {
            for right in others {
                if left.crosses(right) { return 0 }
                minimum = min(
                    minimum, distance(left.start, right), distance(left.end, right), distance(right.start, left),
                    distance(right.end, left))
            }
        }
        return minimum
    }

    /// The segments of a chain; a single point is a segment of length 0.
    private func segments(_ chain: [Point]) -> [Segment] {
        if chain.count == 1 { return [Segment(start: chain[0], end: chain[0])] }
        return zip(chain, chain.dropFirst()).map { Segment(start: $0, end: $1) }
    }

    private func distance(_ p: Point, _ segment: Segment) -> Double {
        let toEnd = metres(from: segment.start, to: segment.end)
        let toPoint = metres(from: segment.start, to: p)
        let square = toEnd.x * toEnd.x + toEnd.y * toEnd.y
        guard square > 0 else { return toPoint.length }
        let fraction = min(max((toPoint.x * toEnd.x + toPoint.y * toEnd.y) / square, 0), 1)
        return (toPoint - toEnd * fraction).length
    }

    private func metres(from a: Point, to b: Point) -> Point {
        var longitude = b.x - a.x
        if longitude.magnitude > 180 { longitude = longitude.remainder(dividingBy: 360) }
        return Point(longitude * scale.x, (b.y - a.y) * scale.y)
    }
}
