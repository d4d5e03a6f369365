// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeometry

/// A line whose segments follow great circles, with intermediate points as the tolerance requires.
///
/// The line ends early when the map has no time left (`WorkContext.isCancelled`).
///
/// - Parameters:
///   - line: the vertices, all of which are part of the result.
///   - tolerance: the maximum distance of a chord from its arc, in widths of the Mercator world.
///   - limit: about so many vertices; beyond them the line ends.
/// - Returns: an unwrapped line, see `unwrapped(_:)`.
package func geodesicLine(_ line: [Coordinate], tolerance: Double, limit: Int = .max) -> [Coordinate] {
    guard let first = line.first else { return [] }
    var result = [first]
    var start = ArcPoint(first)
    var asked = 0
    for coordinate in line.dropFirst() where result.count <= limit {
        let end = ArcPoint(coordinate)
        appendArc(from: start, to: end, tolerance, depth: 0, &result)
        result.append(coordinate)
        start = end
        if result.count - asked >= 4096 {
            if WorkContext.isCancelled { break }
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

extension Coordinate {
    /// The coordinates at a distance on the ground in all directions, clockwise from north.
    ///
    /// - Parameters:
    ///   - radius: metres, at most half the way round the Earth.
    ///   - count: the number of coordinates, evenly distributed over the directions.
    /// - Returns: coordinates whose longitudes are not unwrapped, see `unwrappedRing(_:)`.
    package func circle(radius: Double, count: Int) -> [Coordinate] {
        (0..<count).map { destination(azimuth: 2 * .pi * Double($0) / Double(count), distance: radius) }
    }

    /// The end of a geodesic on the WGS 84 ellipsoid.
    ///
    /// - Parameters:
    ///   - azimuth: radians clockwise from north.
    ///   - distance: metres, not negative.
    /// - Returns: a longitude within -180...180.
    /// - SeeAlso: Vincenty, *Direct and Inverse Solutions of Geodesics on the Ellipsoid* (1975), the direct formula.
    package func destination(azimuth: Double, distance: Double) -> Coordinate {
        let f = Ellipsoid.flattening
        let tanU1 = (1 - f) * tan(latitude * .pi / 180)
        let cosU1 = 1 / (1 + tanU1 * tanU1).squareRoot()
        let sinU1 = tanU1 * cosU1
        let (sinAzimuth, cosAzimuth) = (sin(azimuth), cos(azimuth))
        let sigma1 = atan2(tanU1, cosAzimuth)
        let sinAlpha = cosU1 * sinAzimuth
        let series = GeodesicSeries(cosSquaredAlpha: 1 - sinAlpha * sinAlpha)

        var sigma = distance / series.unit
        var middle = 0.0
        for _ in 0..<20 {
            middle = cos(2 * sigma1 + sigma)
            let next = distance / series.unit + series.correction(sin(sigma), cos(sigma), middle)
            let change = abs(next - sigma)
            sigma = next
            if change < 1e-12 { break }
        }
        let (s, c) = (sin(sigma), cos(sigma))
        middle = cos(2 * sigma1 + sigma)
        let across = sinU1 * s - cosU1 * c * cosAzimuth
        let latitude2 = atan2(
            sinU1 * c + cosU1 * s * cosAzimuth, (1 - f) * (sinAlpha * sinAlpha + across * across).squareRoot())
        let lambda = atan2(s * sinAzimuth, cosU1 * c - sinU1 * s * cosAzimuth)
        let turn = lambda - series.turn(sinAlpha, sigma, s, c, middle)
        return Coordinate(
            latitude: latitude2 * 180 / .pi, longitude: wrapLongitude(longitude + turn * 180 / .pi))
    }
}

extension Coordinate {
    /// The geodesic to another coordinate on the WGS 84 ellipsoid. For nearly opposite points, where the formula does not
    /// converge, it is the great circle.
    ///
    /// - Returns: metres, and degrees clockwise from north at its start, 0..<360.
    /// - SeeAlso: Vincenty, *Direct and Inverse Solutions of Geodesics on the Ellipsoid* (1975), the inverse formula.
    package func geodesic(to end: Coordinate) -> (meters: Double, bearing: Double) {
        let f = Ellipsoid.flattening
        let (u1, u2) = (atan((1 - f) * tan(latitude * .pi / 180)), atan((1 - f) * tan(end.latitude * .pi / 180)))
        let (sinU1, cosU1, sinU2, cosU2) = (sin(u1), cos(u1), sin(u2), cos(u2))
        let difference = (end.longitude - longitude).remainder(dividingBy: 360) * .pi / 180
        var lambda = difference
        for _ in 0..<100 {
            let (s, c) = (sin(lambda), cos(lambda))
            let (x, y) = (cosU2 * s, cosU1 * sinU2 - sinU1 * cosU2 * c)
            let sinSigma = (x * x + y * y).squareRoot()
            guard sinSigma > 0 else {
                if sinU1 * sinU2 + cosU1 * cosU2 * c > 0 { return (0, 0) }
                break
            }
            let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * c
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosU1 * cosU2 * s / sinSigma
            let square = 1 - sinAlpha * sinAlpha
            let middle = square > 0 ? cosSigma - 2 * sinU1 * sinU2 / square : 0
            let series = GeodesicSeries(cosSquaredAlpha: square)
            let next = difference + series.turn(sinAlpha, sigma, sinSigma, cosSigma, middle)
            let change = abs(next - lambda)
            lambda = next
            guard change < 1e-12 else { continue }
            let meters = series.unit * (sigma - series.correction(sinSigma, cosSigma, middle))
            return (meters, Self.degrees(atan2(x, y)))
        }
        let (y1, y2) = (latitude * .pi / 180, end.latitude * .pi / 180)
        let north = cos(y1) * sin(y2) - sin(y1) * cos(y2) * cos(difference)
        return (metersBetween(self, end), Self.degrees(atan2(cos(y2) * sin(difference), north)))
    }

    /// A direction in degrees, 0..<360.
    private static func degrees(_ azimuth: Double) -> Double {
        let degrees = azimuth * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}

/// WGS 84.
enum Ellipsoid {
    static let flattening = 1 / 298.257_223_563
    /// The semi-axes, in metres.
    static let (a, b) = (6_378_137.0, 6_378_137.0 * (1 - flattening))

    /// The radii of curvature at a latitude, in metres: along the meridian, and across it.
    static func radii(at latitude: Double) -> (meridian: Double, prime: Double) {
        let squaredEccentricity = flattening * (2 - flattening)
        let sine = sine(latitude * .pi / 180)
        let root = (1 - squaredEccentricity * sine * sine).squareRoot()
        return (a * (1 - squaredEccentricity) / (root * root * root), a / root)
    }
}

/// Vincenty's series along one geodesic of WGS 84, for the direct and the inverse formula.
///
/// In both functions, `middle` is the cosine of twice the angle from the equator to the middle of the line.
private struct GeodesicSeries {
    /// Metres per radian of `sigma`, before the correction.
    let unit: Double
    private let (bigB, bigC): (Double, Double)

    /// - Parameter square: the squared cosine of the azimuth at the equator.
    init(cosSquaredAlpha square: Double) {
        let (a, b, f) = (Ellipsoid.a, Ellipsoid.b, Ellipsoid.flattening)
        let u = square * (a * a - b * b) / (b * b)
        unit = b * (1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u))))
        bigB = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
        bigC = f / 16 * square * (4 + f * (4 - 3 * square))
    }

    /// The difference between the angle on the sphere and the length on the ellipsoid, in radians.
    func correction(_ sinSigma: Double, _ cosSigma: Double, _ middle: Double) -> Double {
        let square = middle * middle
        let third = bigB / 6 * middle * (4 * sinSigma * sinSigma - 3) * (4 * square - 3)
        return bigB * sinSigma * (middle + bigB / 4 * (cosSigma * (2 * square - 1) - third))
    }

    /// The difference between the longitude on the sphere and that on the ellipsoid, in radians.
    func turn(_ sinAlpha: Double, _ sigma: Double, _ sinSigma: Double, _ cosSigma: Double, _ middle: Double) -> Double {
        let wave = middle + bigC * cosSigma * (2 * middle * middle - 1)
        return (1 - bigC) * Ellipsoid.flattening * sinAlpha * (sigma + bigC * sinSigma * wave)
    }
}

/// The area inside a ring of great circles, in square metres, on the sphere that has the area of the WGS 84 ellipsoid, with
/// latitudes that keep areas. Edges of a thousand kilometres err by 0.1 %.
///
/// - Parameter ring: its last coordinate is its first again; the smaller part of the Earth counts as inside.
/// - Returns: the area, never negative.
/// - SeeAlso: Snyder, *Map Projections: A Working Manual* (1987), p. 16, the authalic latitude.
package func geodesicArea(_ ring: [Coordinate]) -> Double {
    let radius = 6_371_007.180_918
    let eccentricity = 0.081_819_190_842_622
    func quantity(_ sine: Double) -> Double {
        let e = eccentricity
        return (1 - e * e) * (sine / (1 - e * e * sine * sine) - log((1 - e * sine) / (1 + e * sine)) / (2 * e))
    }
    let pole = quantity(1)
    let latitudes = ring.map { asin(max(-1, min(1, quantity(sin($0.latitude * .pi / 180)) / pole))) }
    var (excess, turns) = (0.0, 0.0)
    for index in ring.indices.dropFirst() {
        let step = (ring[index].longitude - ring[index - 1].longitude).remainder(dividingBy: 360) * .pi / 180
        let (t1, t2) = (tan(latitudes[index - 1] / 2), tan(latitudes[index] / 2))
        excess += 2 * atan2(tan(step / 2) * (t1 + t2), 1 + t1 * t2)
        turns += step
    }
    // A ring around a pole has the part up to the equator beyond its own.
    if abs(turns) > .pi { excess = 2 * .pi - abs(excess) }
    return min(abs(excess), 4 * .pi - abs(excess)) * radius * radius
}

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
