// SPDX-License-Identifier: MIT
import Libc
package import MapGeometry

/// A conformal projection of the WGS 84 ellipsoid onto the plane of a grid, in metres.
package protocol GridProjection: Sendable {
    /// Easting and northing of a coordinate.
    func project(_ coordinate: Coordinate) -> Point
    /// The coordinate at an easting and a northing.
    func unproject(_ point: Point) -> Coordinate
}

/// The transverse Mercator projection of a zone of UTM.
///
/// - SeeAlso: Karney, *Transverse Mercator with an accuracy of a few nanometers* (2011), the series of Krüger to the sixth order.
package struct TransverseMercator: GridProjection {
    /// The central meridian, in degrees.
    package let meridian: Double
    /// What is added to northings, in metres: 10 000 km in the south.
    package let falseNorthing: Double

    private static let scale = 0.9996
    private static let falseEasting = 500_000.0
    private static let n = Ellipsoid.flattening / (2 - Ellipsoid.flattening)
    /// Metres per radian of the rectified sphere.
    private static let radius: Double = {
        let square = n * n
        return scale * Ellipsoid.a / (1 + n) * (1 + square * (1.0 / 4 + square * (1.0 / 64 + square / 256)))
    }()
    private static let forward = series([
        [1.0 / 2, -2.0 / 3, 5.0 / 16, 41.0 / 180, -127.0 / 288, 7891.0 / 37_800],
        [13.0 / 48, -3.0 / 5, 557.0 / 1440, 281.0 / 630, -1_983_433.0 / 1_935_360],
        [61.0 / 240, -103.0 / 140, 15_061.0 / 26_880, 167_603.0 / 181_440],
        [49_561.0 / 161_280, -179.0 / 168, 6_601_661.0 / 7_257_600],
        [34_729.0 / 80_640, -3_418_889.0 / 1_995_840],
        [212_378_941.0 / 319_334_400],
    ])
    private static let inverse = series([
        [1.0 / 2, -2.0 / 3, 37.0 / 96, -1.0 / 360, -81.0 / 512, 96_199.0 / 604_800],
        [1.0 / 48, 1.0 / 15, -437.0 / 1440, 46.0 / 105, -1_118_711.0 / 3_870_720],
        [17.0 / 480, -37.0 / 840, -209.0 / 4480, 5569.0 / 90_720],
        [4397.0 / 161_280, -11.0 / 504, -830_251.0 / 7_257_600],
        [4583.0 / 161_280, -108_847.0 / 3_991_680],
        [20_648_693.0 / 638_668_800],
    ])

    /// Coefficients from those of the powers of n, the first of which is the row's number.
    private static func series(_ rows: [[Double]]) -> [Double] {
        rows.enumerated().map { index, row in
            row.enumerated().reduce(0) { $0 + $1.element * pow(n, Double(index + 1 + $1.offset)) }
        }
    }

    package init(meridian: Double, falseNorthing: Double) {
        (self.meridian, self.falseNorthing) = (meridian, falseNorthing)
    }

    package func project(_ coordinate: Coordinate) -> Point {
        let lambda = wrapLongitude(coordinate.longitude - meridian) * .pi / 180
        let tau = ConformalLatitude.tangent(of: coordinate.latitude)
        let xi = atan2(tau, cos(lambda))
        let eta = asinh(sin(lambda) / (tau * tau + cos(lambda) * cos(lambda)).squareRoot())
        let (north, east) = Self.corrected(xi, eta, Self.forward, 1)
        return Point(Self.falseEasting + Self.radius * east, falseNorthing + Self.radius * north)
    }

    package func unproject(_ point: Point) -> Coordinate {
        let (xi, eta) = Self.corrected(
            (point.y - falseNorthing) / Self.radius, (point.x - Self.falseEasting) / Self.radius, Self.inverse, -1)
        let lambda = atan2(sinh(eta), cos(xi))
        let tau = sin(xi) / (sinh(eta) * sinh(eta) + cos(xi) * cos(xi)).squareRoot()
        return Coordinate(
            latitude: ConformalLatitude.latitude(tangent: tau), longitude: wrapLongitude(meridian + lambda * 180 / .pi))
    }

    private static func corrected(
        _ xi: Double, _ eta: Double, _ series: [Double], _ sign: Double
    ) -> (xi: Double, eta: Double) {
        var result = (xi: xi, eta: eta)
        for (index, coefficient) in series.enumerated() {
            let factor = 2 * Double(index + 1)
            result.xi += sign * coefficient * sin(factor * xi) * cosh(factor * eta)
            result.eta += sign * coefficient * cos(factor * xi) * sinh(factor * eta)
        }
        return result
    }
}

/// The stereographic projection of a pole, as UPS has it.
///
/// - SeeAlso: NGA, *The Universal Grids* (2014), section 9.
struct PolarStereographic: GridProjection {
    let isNorth: Bool

    private static let (origin, scale) = (2_000_000.0, 0.994)
    private static let radius: Double = {
        let e = ConformalLatitude.eccentricity
        return 2 * scale * Ellipsoid.a / (pow(1 + e, 1 + e) * pow(1 - e, 1 - e)).squareRoot()
    }()

    init(isNorth: Bool) { self.isNorth = isNorth }

    func project(_ coordinate: Coordinate) -> Point {
        let sign = isNorth ? 1.0 : -1
        let tau = ConformalLatitude.tangent(of: max(-90, min(90, sign * coordinate.latitude)))
        let rho = tau.isFinite && tau < 1e15 ? Self.radius * exp(-asinh(tau)) : 0
        let lambda = coordinate.longitude * .pi / 180
        return Point(Self.origin + rho * sin(lambda), Self.origin - sign * rho * cos(lambda))
    }

    func unproject(_ point: Point) -> Coordinate {
        let sign = isNorth ? 1.0 : -1
        let (x, y) = (point.x - Self.origin, -sign * (point.y - Self.origin))
        let rho = (x * x + y * y).squareRoot()
        guard rho > 0 else { return Coordinate(latitude: sign * 90, longitude: 0) }
        let tau = sinh(-log(rho / Self.radius))
        return Coordinate(
            latitude: sign * ConformalLatitude.latitude(tangent: tau), longitude: atan2(x, y) * 180 / .pi)
    }
}

/// The tangent of the conformal latitude, on which conformal projections of the ellipsoid build.
enum ConformalLatitude {
    static let eccentricity = (Ellipsoid.flattening * (2 - Ellipsoid.flattening)).squareRoot()

    /// From a latitude in degrees.
    static func tangent(of latitude: Double) -> Double {
        conformal(tan(latitude * .pi / 180))
    }

    private static func conformal(_ tau: Double) -> Double {
        let root = (1 + tau * tau).squareRoot()
        let sigma = sinh(eccentricity * atanh(eccentricity * tau / root))
        return tau * (1 + sigma * sigma).squareRoot() - sigma * root
    }

    /// The latitude in degrees, by Newton's method.
    static func latitude(tangent conformal: Double) -> Double {
        let e2 = eccentricity * eccentricity
        var tau = conformal / (1 - e2)
        for _ in 0..<8 {
            let now = self.conformal(tau)
            let step =
                (conformal - now) / (1 + now * now).squareRoot() * (1 + (1 - e2) * tau * tau)
                / ((1 - e2) * (1 + tau * tau).squareRoot())
            tau += step
            if abs(step) < 1e-12 * max(1, abs(tau)) { break }
        }
        return atan(tau) * 180 / .pi
    }
}
