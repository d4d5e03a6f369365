// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry

/// What of areas lies on one side of an edge along a column or a row.
///
/// Rings that cross the edge fall into chains. Along the edge, the inside of an area lies between the first and the second end of
/// a chain, the third and the fourth: joined there, chains become rings that neither touch one another nor run back on themselves.
struct AreaCut {
    let isX: Bool
    let edge: Double
    /// 1 to keep greater coordinates, -1 to keep lesser ones.
    let sign: Double

    private struct End {
        var place: Double
        var chain: Int
        var isExit: Bool
    }

    /// Holes and points of outer rings that are compared to find the ring that a hole is in.
    private static let mostComparisons = 1_000_000

    private var points: [Point] = []
    private var chains: [Range<Int>] = []
    private var ends: [End] = []
    /// Parts that lie inside as a whole.
    private var whole: [Int] = []

    init(isX: Bool, edge: Double, sign: Double) { (self.isX, self.edge, self.sign) = (isX, edge, sign) }

    @inline(__always)
    private func distance(_ point: Point) -> Double { ((isX ? point.x : point.y) - edge) * sign }

    @inline(__always)
    private func contains(_ point: Point) -> Bool { distance(point) >= 0 }

    /// The part of a shape on the kept side.
    mutating func kept(of shape: Shape) -> Shape {
        var result = Shape()
        result.points.reserveCapacity(shape.points.count)
        var first = 0
        while first < shape.parts.count {
            var end = first + 1
            while end < shape.parts.count, shape.parts[end].isInner { end += 1 }
            cut(shape, first..<end, into: &result)
            first = end
        }
        return result
    }

    /// Cuts an outer ring and its holes.
    private mutating func cut(_ shape: Shape, _ parts: Range<Int>, into result: inout Shape) {
        points.removeAll(keepingCapacity: true)
        chains.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        whole.removeAll(keepingCapacity: true)
        for part in parts {
            let ring = shape.points[shape.parts[part].points]
            var (hasInside, hasOutside) = (false, false)
            for point in ring {
                if contains(point) { hasInside = true } else { hasOutside = true }
                if hasInside, hasOutside { break }
            }
            if !hasInside {
                if part == parts.lowerBound { return }
            } else if hasOutside {
                addChains(of: ring)
            } else {
                whole.append(part)
            }
        }
        guard !chains.isEmpty else {
            for part in whole { add(shape, part, to: &result) }
            return
        }
        // Rings that cross one another, or run the wrong way, cannot be joined: each is cut by itself.
        guard whole.first != parts.lowerBound, let rings = joinedRings(), addRings(rings, shape, to: &result) else {
            for part in parts { addClipped(shape, part, isOuter: part == parts.lowerBound, to: &result) }
            return
        }
    }

    private func add(_ shape: Shape, _ part: Int, to result: inout Shape) {
        let start = result.points.count
        result.points += shape.points[shape.parts[part].points]
        result.parts.append(Shape.Part(points: start..<result.points.count, isInner: shape.parts[part].isInner))
    }

    /// Where the segment from one point to another crosses an edge.
    @inline(__always)
    static func crossing(_ a: Point, _ b: Point, _ isX: Bool, _ edge: Double) -> Point {
        isX ? MapGeometry.crossing(a, b, x: edge) : MapGeometry.crossing(a, b, y: edge)
    }

    /// Adds the chains of a ring that has points on both sides.
    private mutating func addChains(of ring: ArraySlice<Point>) {
        guard var before = ring.last,
            let first = ring.indices.first(where: { index in
                let isEntry = contains(ring[index]) && !contains(before)
                before = ring[index]
                return isEntry
            })
        else { return }
        var start = points.count
        var a = first == ring.startIndex ? ring[ring.endIndex - 1] : ring[first - 1]
        var wasInside = false
        for b in [ring[first...], ring[..<first]].joined() {
            let isInside = contains(b)
            if isInside != wasInside {
                let place = Self.crossing(a, b, isX, edge)
                points.append(place)
                let along = isX ? place.y : place.x
                if isInside {
                    start = points.count - 1
                    ends.append(End(place: along, chain: chains.count, isExit: false))
                } else {
                    ends.append(End(place: along, chain: chains.count, isExit: true))
                    chains.append(start..<points.count)
                }
            }
            if isInside { points.append(b) }
            (a, wasInside) = (b, isInside)
        }
    }

    /// The chains of each ring, in their order; nil where the ends of chains do not fit one another.
    private mutating func joinedRings() -> [[Int]]? {
        ends.sort { ($0.place, $0.chain, $0.isExit ? 1 : 0) < ($1.place, $1.chain, $1.isExit ? 1 : 0) }
        var following = [Int](repeating: -1, count: chains.count)
        for index in stride(from: 0, to: ends.count - 1, by: 2) {
            let (a, b) = (ends[index], ends[index + 1])
            guard a.isExit != b.isExit else { return nil }
            if a.isExit { following[a.chain] = b.chain } else { following[b.chain] = a.chain }
        }
        var rings: [[Int]] = []
        for chain in chains.indices where following[chain] >= 0 {
            var ring: [Int] = []
            var next = chain
            while following[next] >= 0 {
                ring.append(next)
                (next, following[next]) = (following[next], -1)
            }
            rings.append(ring)
        }
        return rings
    }

    /// Adds rings with the holes that lie in them; false where that takes too long.
    private func addRings(_ rings: [[Int]], _ shape: Shape, to result: inout Shape) -> Bool {
        let found = rings.map { chains in chains.flatMap { points[self.chains[$0]] } }
            .filter { ring in ring.count > 2 && ring.contains { (isX ? $0.x : $0.y) != edge } }
        guard found.count < 2 || whole.count * points.count <= Self.mostComparisons else { return false }
        var holes = [[Int]](repeating: [], count: found.count)
        for hole in whole {
            // A hole may touch a ring in some of its points.
            let places = shape.points[shape.parts[hole].points].prefix(4)
            let ring = places.firstNonNil { place in found.firstIndex { $0.surrounds(place) } }
            if let ring = found.count == 1 ? 0 : ring { holes[ring].append(hole) }
        }
        for (ring, holes) in zip(found, holes) {
            let start = result.points.count
            result.points += ring
            result.parts.append(Shape.Part(points: start..<result.points.count, isInner: false))
            for hole in holes { add(shape, hole, to: &result) }
        }
        return true
    }

    /// Cuts one ring, which goes along the edge where that cuts through it.
    private func addClipped(_ shape: Shape, _ part: Int, isOuter: Bool, to result: inout Shape) {
        let start = result.points.count
        appendPart(
            of: shape.points[shape.parts[part].points], where: distance,
            mix: { a, b, _ in Self.crossing(a, b, isX, edge) }, to: &result.points)
        guard result.points.count - start > 2 else { return result.points.removeSubrange(start...) }
        result.parts.append(Shape.Part(points: start..<result.points.count, isInner: !isOuter))
    }
}
