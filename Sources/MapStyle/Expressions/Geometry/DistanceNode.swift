// SPDX-License-Identifier: MIT
import MapPlane

/// `distance`: the shortest distance from the feature to a GeoJSON geometry, in metres.
final class DistanceNode: ExpressionNode {
    let traits: NodeTraits
    var children: [any ExpressionNode] { [] }
    private let shape: SegmentRuns

    init(_ shape: GeoShape, key: String) {
        self.shape = SegmentRuns(shape)
        traits = NodeTraits(.number, key, adding: .feature, steps: self.shape.searchCost)
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
        return Ruler(latitude: origin.y).distance(SegmentRuns(own), shape)
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

    func distance(_ a: SegmentRuns, _ b: SegmentRuns) -> Double {
        var meter = SearchMeter()
        if covers(a, b, &meter) || covers(b, a, &meter) { return 0 }
        var minimum = Double.infinity
        for left in a.segments {
            guard meter.count(b.runs.count) else { return minimum }
            let box = Rect(minX: left.minX, minY: left.minY, maxX: left.maxX, maxY: left.maxY)
            for run in b.runs where minDistance(box, run.box) <= minimum {
                guard meter.count(run.segments.count) else { return minimum }
                for right in b.segments[run.segments] {
                    if left.crosses(right) { return 0 }
                    minimum = min(
                        minimum, distance(left.start, right), distance(left.end, right), distance(right.start, left),
                        distance(right.end, left))
                }
            }
        }
        return minimum
    }

    /// True when a polygon of one contains a point of the other; crossing lines are found by the distance of segments.
    private func covers(_ a: SegmentRuns, _ b: SegmentRuns, _ meter: inout SearchMeter) -> Bool {
        a.polygons.contains { polygon in
            b.segments.contains {
                polygon.contains($0.start, boundary: true, &meter) || polygon.contains($0.end, boundary: true, &meter)
            }
        }
    }

    /// A bound of the distance between what lies in two boxes; 0 where the short way may lead round the Earth.
    private func minDistance(_ a: Rect, _ b: Rect) -> Double {
        let width = max(a.maxX, b.maxX) - min(a.minX, b.minX)
        let gap = Point(
            width > 180 ? 0 : max(0, b.minX - a.maxX, a.minX - b.maxX), max(0, b.minY - a.maxY, a.minY - b.maxY))
        // Less than rounding could make of the distance itself.
        return Point(gap.x * scale.x, gap.y * scale.y).length * (1 - 1e-9)
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
