// SPDX-License-Identifier: MIT
import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A line whose segments follow great circles, with intermediate points as the tolerance requires.
///
/// - Parameters:
///   - line: the vertices, all of which are part of the result.
///   - tolerance: the maximum distance of a chord from its arc, in widths of the Mercator world.
///   - limit: about so many vertices; beyond them the line ends.
/// - Returns: an unwrapped line, see `unwrapped(_:)`.
package func geodesicLine(_ line: [Coordinate], tolerance: Double, limit: Int = .max) -> [Coordinate] {
    guard let first = line.first else { return [] }
    var result = [first]
    for (a, b) in zip(line, line.dropFirst()) where result.count <= limit {
        appendArc(from: a, UnitVector(a), to: b, UnitVector(b), tolerance, depth: 0, &result)
        result.append(b)
    }
    // Points of arcs come back within -180...180.
    return unwrapped(
        result.map { Coordinate(latitude: $0.latitude, longitude: wrapLongitude($0.longitude)) })
}

/// Appends the points strictly between two others.
private func appendArc(
    from a: Coordinate, _ va: UnitVector, to b: Coordinate, _ vb: UnitVector, _ tolerance: Double, depth: Int,
    _ line: inout [Coordinate]
) {
    // 2^16 parts of the longest arc are 300 m long: their chords deviate by 2 mm.
    guard depth < 16, let vm = va.middle(vb) else { return }
    let m = vm.coordinate
    let (pa, pm, pb) = (WebMercator.project(a), WebMercator.project(m), WebMercator.project(b))
    // Both ends, moved to the side of the antimeridian on which the middle is.
    let chord = Point(pa.x - (pa.x - pm.x).rounded(), pa.y).mix(Point(pb.x - (pb.x - pm.x).rounded(), pb.y), 0.5)
    // An arc across the equator is straight in its middle, so the first subdivisions are always made.
    guard depth < 3 || chord.distance(to: pm) > tolerance else { return }
    appendArc(from: a, va, to: m, vm, tolerance, depth: depth + 1, &line)
    line.append(m)
    appendArc(from: m, vm, to: b, vb, tolerance, depth: depth + 1, &line)
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
