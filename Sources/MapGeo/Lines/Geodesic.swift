// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A line whose segments follow great circles, with intermediate points as the tolerance requires.
///
/// The line ends early when the map has no time left (`ReadingStop`).
///
/// - Parameters:
///   - line: the vertices, all of which are part of the result.
///   - tolerance: the maximum distance of a chord from its arc, in widths of the Mercator world.
///   - limit: about so many vertices; beyond them the line ends.
/// - Returns: an unwrapped line, see `unwrapped(_:)`.
package func geodesicLine(_ line: [Coordinate], tolerance: Double, limit: Int = .max) -> [Coordinate] {
    guard let first = line.first else { return [] }
    let isStopped = ReadingStop.isRequested
    var result = [first]
    var start = ArcPoint(first)
    var asked = 0
    for coordinate in line.dropFirst() where result.count <= limit {
        let end = ArcPoint(coordinate)
        appendArc(from: start, to: end, tolerance, depth: 0, &result)
        result.append(coordinate)
        start = end
        if result.count - asked >= 4096 {
            if isStopped?() ?? false { break }
            asked = result.count
        }
    }
    // Points of arcs come back within -180...180.
    return unwrapped(
        result.map { Coordinate(latitude: $0.latitude, longitude: wrapLongitude($0.longitude)) })
}

/// A point of an arc, in the three forms in which arcs are divided.
private struct ArcPoint {
    let coordinate: Coordinate
    let vector: UnitVector
    let projected: Point

    init(_ coordinate: Coordinate) { self.init(coordinate, UnitVector(coordinate)) }

    init(_ vector: UnitVector) { self.init(vector.coordinate, vector) }

    private init(_ coordinate: Coordinate, _ vector: UnitVector) {
        (self.coordinate, self.vector) = (coordinate, vector)
        projected = WebMercator.project(coordinate)
    }
}

/// Appends the points strictly between two others.
private func appendArc(
    from a: ArcPoint, to b: ArcPoint, _ tolerance: Double, depth: Int, _ line: inout [Coordinate]
) {
    // 2^16 parts of the longest arc are 300 m long: their chords deviate by 2 mm.
    guard depth < 16, let m = a.vector.middle(b.vector).map(ArcPoint.init) else { return }
    let (pa, pm, pb) = (a.projected, m.projected, b.projected)
    // Both ends, moved to the side of the antimeridian on which the middle is.
    let chord = Point(pa.x - (pa.x - pm.x).rounded(), pa.y).mix(Point(pb.x - (pb.x - pm.x).rounded(), pb.y), 0.5)
    // An arc across the equator is straight in its middle, so the first subdivisions are always made.
    guard depth < 3 || chord.distance(to: pm) > tolerance else { return }
    appendArc(from: a, to: m, tolerance, depth: depth + 1, &line)
    line.append(m.coordinate)
    appendArc(from: m, to: b, tolerance, depth: depth + 1, &line)
}

/// A point on the unit sphere.
private struct UnitVector {
    let x, y, z: Double

    init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    init(_ c: Coordinate) {
        let (latitude, longitude) = (c.latitude * .pi / 180, c.longitude * .pi / 180)
        self.init(x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
    }

    /// Half way along the shorter arc; nil for antipodes, between which no arc is the shortest.
    func middle(_ o: UnitVector) -> UnitVector? {
        let sum = UnitVector(x: x + o.x, y: y + o.y, z: z + o.z)
        let length = (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z).squareRoot()
        guard length > 1e-9 else { return nil }
        return UnitVector(x: sum.x / length, y: sum.y / length, z: sum.z / length)
    }

    var coordinate: Coordinate {
        Coordinate(
            latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
    }
}
