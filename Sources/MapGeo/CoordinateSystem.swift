// SPDX-License-Identifier: MIT
import Libc
import MapGeometry

/// The datum of a latitude and longitude.
///
/// Maps made in China must shift their content: a WGS 84 track is 300 to 600 m off the roads of such a map unless it is
/// shifted too. Outside of China all three are the same.
public enum CoordinateSystem: String, CaseIterable, Hashable, Sendable {
    /// GPS, OpenStreetMap, GeoJSON.
    case wgs84
    /// AMap, Tencent, Google in China: the official shift.
    case gcj02
    /// Baidu: GCJ-02 with an additional shift.
    case bd09
}

extension CoordinateSystem {
    /// As people write it.
    package var name: String {
        switch self {
        case .wgs84: "WGS 84"
        case .gcj02: "GCJ-02"
        case .bd09: "BD-09"
        }
    }

    /// Converts a coordinate from this datum to another. Converting back is accurate to less than a millimetre.
    ///
    /// - Parameters:
    ///   - c: a coordinate in this datum, in degrees.
    ///   - target: the datum to convert to.
    /// - Returns: the same location in the other datum.
    public func convert(_ c: Coordinate, to target: CoordinateSystem) -> Coordinate {
        guard self != target, c.latitude.isFinite, c.longitude.isFinite else { return c }
        // A line may be unwrapped across the antimeridian; the shift is that of the wrapped location.
        let turns = c.longitude - wrapLongitude(c.longitude)
        let here = Coordinate(latitude: c.latitude, longitude: c.longitude - turns)
        var there = target.fromWGS84(toWGS84(here))
        there.longitude += turns
        return there
    }

    private func toWGS84(_ c: Coordinate) -> Coordinate {
        switch self {
        case .wgs84: c
        case .gcj02: inverse(c, of: gcj02Shifted)
        case .bd09: inverse(c) { baiduShifted(gcj02Shifted($0)) }
        }
    }

    private func fromWGS84(_ c: Coordinate) -> Coordinate {
        switch self {
        case .wgs84: c
        case .gcj02: gcj02Shifted(c)
        case .bd09: baiduShifted(gcj02Shifted(c))
        }
    }
}

/// The box in which coordinates are shifted, as in all public descriptions of GCJ-02. It contains parts of the
/// neighbouring countries.
private func isShifted(_ c: Coordinate) -> Bool {
    (0.8293...55.8271).contains(c.latitude) && (72.004...137.8347).contains(c.longitude)
}

/// WGS 84 to GCJ-02: a sum of sines, scaled by the Krasovsky ellipsoid's radii.
private func gcj02Shifted(_ c: Coordinate) -> Coordinate {
    guard isShifted(c) else { return c }
    let (x, y) = (c.longitude - 105, c.latitude - 35)
    let wave = (20 * sin(6 * x * .pi) + 20 * sin(2 * x * .pi)) * 2 / 3
    let root = abs(x).squareRoot()
    var north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + wave
    north += (20 * sin(y * .pi) + 40 * sin(y / 3 * .pi)) * 2 / 3
    north += (160 * sin(y / 12 * .pi) + 320 * sin(y * .pi / 30)) * 2 / 3
    var east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + wave
    east += (20 * sin(x * .pi) + 40 * sin(x / 3 * .pi)) * 2 / 3
    east += (150 * sin(x / 12 * .pi) + 300 * sin(x / 30 * .pi)) * 2 / 3

    /// Krasovsky 1940: semi-major axis in metres, first eccentricity squared.
    let (axis, eccentricity) = (6_378_245.0, 0.006_693_421_622_965_943)
    let latitude = c.latitude * .pi / 180
    let s = 1 - eccentricity * sin(latitude) * sin(latitude)
    let meridian = axis * (1 - eccentricity) / (s * s.squareRoot())
    let parallel = axis / s.squareRoot() * cos(latitude)
    return Coordinate(
        latitude: c.latitude + north * 180 / (meridian * .pi), longitude: c.longitude + east * 180 / (parallel * .pi))
}

/// GCJ-02 to BD-09: a small scaling and rotation with a ripple, and an offset.
private func baiduShifted(_ c: Coordinate) -> Coordinate {
    guard isShifted(c) else { return c }
    let ripple = Double.pi * 3000 / 180
    let radius =
        (c.longitude * c.longitude + c.latitude * c.latitude).squareRoot() + 0.000_02 * sin(c.latitude * ripple)
    let angle = atan2(c.latitude, c.longitude) + 0.000_003 * cos(c.longitude * ripple)
    return Coordinate(latitude: radius * sin(angle) + 0.006, longitude: radius * cos(angle) + 0.0065)
}

/// The location that a shift maps to `c`, found by fixed-point iteration.
private func inverse(_ c: Coordinate, of shift: (Coordinate) -> Coordinate) -> Coordinate {
    guard isShifted(c) else { return c }
    var guess = c
    for _ in 0..<30 {
        let there = shift(guess)
        let (north, east) = (c.latitude - there.latitude, c.longitude - there.longitude)
        guess.latitude += north
        guess.longitude += east
        // 1e-11 degrees are a thousandth of a millimetre.
        if abs(north) < 1e-11, abs(east) < 1e-11 { return guess }
    }
    // At the edge of the box there may be no such location.
    return shift(guess).isNear(c) ? guess : c
}

extension Coordinate {
    fileprivate func isNear(_ other: Coordinate) -> Bool {
        abs(latitude - other.latitude) < 1e-7 && abs(longitude - other.longitude) < 1e-7
    }
}

/// Two datums: that of something which is drawn as it is, and that of the map below it.
package struct DatumShift: Hashable, Sendable {
    /// Of what is drawn.
    package var own: CoordinateSystem
    /// Of the map.
    package var map: CoordinateSystem

    package init(own: CoordinateSystem, map: CoordinateSystem) {
        self.own = own
        self.map = map
    }
}

extension Viewport {
    /// The same view in the datum of what is drawn over the map.
    ///
    /// The shift between datums is that of the middle of the view; towards the edges it differs by less than half a percent
    /// of the distance.
    package func shifted(by shift: DatumShift) -> Viewport {
        let middle = coordinate(at: Point(size.width / 2, size.height / 2))
        let (there, here) = (
            WebMercator.project(shift.map.convert(middle, to: shift.own)), WebMercator.project(middle)
        )
        let shiftedCenter = WebMercator.unproject(WebMercator.project(center) + (there - here))
        return Viewport(
            size: size, scale: scale, center: shiftedCenter, zoom: zoom, bearing: bearing, focus: focus, tilt: tilt,
            projection: projection)
    }
}
