// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry

/// `distance`: the shortest distance from the feature to a GeoJSON geometry, in metres.
final class DistanceNode: LeafNode {
    let traits: NodeTraits
    private let shape: SegmentRuns

    init(_ shape: GeoShape, key: ExpressionKey) {
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
        // The lines of one feature are one line in the reference, with a segment from each to the next.
        case "LineString": own.lines = [Array(parts.joined())]
        case "Polygon": own.polygons = [parts.map(Self.closed)]
        default: return .nan
        }
        return Ruler(latitude: origin.y).distance(SegmentRuns(own), shape)
    }

    private static func closed(_ ring: [Point]) -> [Point] {
        ring.first == ring.last ? ring : ring + ring.prefix(1)
    }
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

/// The edges of a polygon, sorted into slabs of equal height, so that a point is compared with those at its height alone.
struct EdgeIndex: Sendable {
    /// Those of the first slab, of the second and so on; an edge that reaches through several is in each of them.
    private let edges: [Segment]
    /// Where each slab begins in `edges`, and where the last one ends.
    private let starts: [Int]
    private let minY: Double
    private let slabsPerUnit: Double

    /// - Parameter rings: closed.
    init(_ rings: [[Point]]) {
        let all = rings.flatMap { ring in zip(ring, ring.dropFirst()).map { Segment(start: $0, end: $1) } }
        let minY = all.reduce(Double.infinity) { min($0, $1.minY) }
        let height = all.reduce(-Double.infinity) { max($0, $1.maxY) } - minY
        let sum = all.reduce(0) { $0 + $1.maxY - $1.minY }
        // As many slabs as repeat each edge about three times.
        let repeats = 3 * Double(all.count) * (height / sum)
        let count = repeats >= 1 && height.isFinite ? Int(min(Double(all.count), repeats)) : 1
        let density = count > 1 ? Double(count) / height : 0
        func slabs(_ edge: Segment) -> ClosedRange<Int> {
            Self.slab(edge.minY, minY, density, count)...Self.slab(edge.maxY, minY, density, count)
        }
        var starts = [Int](repeating: 0, count: count + 1)
        for edge in all { for slab in slabs(edge) { starts[slab + 1] += 1 } }
        for slab in 0..<count { starts[slab + 1] += starts[slab] }
        var next = starts
        var edges = [Segment](repeating: Segment(start: .zero, end: .zero), count: starts[count])
        for edge in all {
            for slab in slabs(edge) {
                edges[next[slab]] = edge
                next[slab] += 1
            }
        }
        (self.edges, self.starts, self.minY, slabsPerUnit) = (edges, starts, minY, density)
    }

    /// The largest number of edges that a point is compared with.
    var longestSearch: Int { zip(starts, starts.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) } }

    /// True when a point lies inside by the even-odd rule; `boundary` is the result for a point on an edge, and `meter`
    /// counts the edges that are compared.
    func contains(_ p: Point, boundary: Bool, _ meter: inout SearchMeter) -> Bool {
        var isInside = false
        let range = edges(from: p.y, to: p.y)
        guard meter.count(range.count) else { return false }
        for edge in edges[range] {
            let (a, b) = (edge.start, edge.end)
            if edge.contains(p) { return boundary }
            if (a.y > p.y) != (b.y > p.y), p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
                isInside.toggle()
            }
        }
        return isInside
    }

    /// True when a segment crosses an edge; false when it only touches edges.
    func isCrossed(by piece: Segment, _ meter: inout SearchMeter) -> Bool {
        let range = edges(from: piece.minY, to: piece.maxY)
        guard meter.count(range.count) else { return false }
        return edges[range].contains { piece.crosses($0) }
    }

    /// The edges of the slabs between two heights.
    private func edges(from top: Double, to bottom: Double) -> Range<Int> {
        let count = starts.count - 1
        return starts[
            Self.slab(top, minY, slabsPerUnit, count)]..<starts[Self.slab(bottom, minY, slabsPerUnit, count) + 1]
    }

    /// The slab of a height; those above the first and below the last belong to these.
    private static func slab(_ y: Double, _ minY: Double, _ slabsPerUnit: Double, _ count: Int) -> Int {
        let slab = (y - minY) * slabsPerUnit
        // Not a number where there are no edges.
        return slab > 0 ? min(count - 1, Int(min(slab, 1e15))) : 0
    }
}

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

/// The segments of a geometry in runs that follow each other, each with its box, so that what is far is not looked at.
struct SegmentRuns: Sendable {
    /// So many segments of a chain are a run.
    private static let length = 16

    struct Run {
        var segments: Range<Int>
        var box: Rect
    }

    private(set) var segments: [Segment] = []
    private(set) var runs: [Run] = []
    /// The insides of areas.
    let polygons: [EdgeIndex]

    init(_ shape: GeoShape) {
        polygons = shape.polygons.map(EdgeIndex.init)
        for point in shape.points { append([Segment(start: point, end: point)]) }
        for chain in shape.lines + shape.polygons.joined() {
            guard chain.count > 1 else {
                chain.first.map { append([Segment(start: $0, end: $0)]) }
                continue
            }
            append(zip(chain, chain.dropFirst()).map { Segment(start: $0, end: $1) })
        }
    }

    /// The steps that it takes to search for what is near one segment.
    var searchCost: Int { runs.count / 4 + polygons.reduce(0) { $0 + $1.longestSearch } / 4 }

    private mutating func append(_ chain: [Segment]) {
        for start in stride(from: 0, to: chain.count, by: Self.length) {
            let part = chain[start..<min(chain.count, start + Self.length)]
            let box = Rect(around: part.flatMap { [$0.start, $0.end] })
            runs.append(Run(segments: segments.count..<segments.count + part.count, box: box))
            segments += part
        }
    }
}

/// Counts what a search in shapes compares, and ends it when the map is past a limit.
///
/// A short search is covered by the steps of its node.
struct SearchMeter {
    private static let atOnce = 4096
    /// A comparison is cheaper than an operator.
    private static let comparisonsPerStep = 4

    private var pending = 0

    /// - Parameter comparisons: with segments and boxes, that come next.
    /// - Returns: false when the search is to end, with whatever result.
    mutating func count(_ comparisons: Int) -> Bool {
        pending += comparisons
        guard pending >= Self.atOnce else { return true }
        defer { pending = 0 }
        return RenderBudget.spend(pending / Self.comparisonsPerStep, .expressionSteps)
            && !WorkContext.isCancelled
    }
}
