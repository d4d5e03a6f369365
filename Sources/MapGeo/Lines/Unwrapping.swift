// SPDX-License-Identifier: MIT

/// A line whose longitudes continue across the antimeridian instead of jumping, for drawing in a plane.
///
/// Consecutive points take the short way round the Earth. A line that leaves -180...180 is unwrapped already and
/// returned unchanged.
package func unwrapped(_ line: [Coordinate]) -> [Coordinate] {
    guard line.allSatisfy({ abs($0.longitude) <= 180 }) else { return line }
    var turns = 0.0
    var last = line.first?.longitude ?? 0
    return line.map { c in
        let step = c.longitude - last
        last = c.longitude
        // From -180 to 180 is meant as the long way: boxes around the whole world are written so.
        if abs(step) > 180, abs(step) < 360 { turns -= step > 0 ? 360 : -360 }
        return Coordinate(latitude: c.latitude, longitude: c.longitude + turns)
    }
}

/// An unwrapped ring; one around a pole is continued along the pole, so that it encloses its interior.
///
/// - Parameter ring: the first point may be repeated at the end.
/// - Returns: the vertices without that repetition.
package func unwrappedRing(_ ring: [Coordinate]) -> [Coordinate] {
    var ring = ring
    if ring.count > 1, ring.first == ring.last { ring.removeLast() }
    guard let first = ring.first else { return [] }
    var line = unwrapped(ring + [first])
    guard let start = line.first, let end = line.last else { return [] }
    line.removeLast()
    guard abs(end.longitude - start.longitude) > 180 else { return line }
    let sum = ring.reduce(0) { $0 + $1.latitude }
    let pole = sum < 0 ? -90.0 : 90.0
    return line + [
        end, Coordinate(latitude: pole, longitude: end.longitude),
        Coordinate(latitude: pole, longitude: start.longitude),
    ]
}

/// A ring moved by whole turns so that it lies beside or inside another.
package func aligned(_ ring: [Coordinate], with outer: [Coordinate]) -> [Coordinate] {
    guard !ring.isEmpty, !outer.isEmpty else { return ring }
    func middle(_ ring: [Coordinate]) -> Double {
        let longitudes = ring.map(\.longitude)
        return ((longitudes.min() ?? 0) + (longitudes.max() ?? 0)) / 2
    }
    let turns = ((middle(outer) - middle(ring)) / 360).rounded() * 360
    return turns == 0 ? ring : ring.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + turns) }
}
