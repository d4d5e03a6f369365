// SPDX-License-Identifier: MIT
import Libc
import MapCore

/// The direction of a compass needle: the World Magnetic Model 2025 of NOAA and the British Geological Survey, whose
/// coefficients are in the public domain.
///
/// It is for dates from 2025 to 2029, and right to about 0.4° where the field is strong, but for local anomalies.
///
/// - SeeAlso: The US/UK World Magnetic Model for 2025-2030, technical report, section 1.2.
package struct MagneticModel: Sendable {
    /// The years for which the model was made.
    package static let years = 2025.0..<2030.0

    /// Below it a compass is not to be trusted, in nanotesla.
    package static let leastIntensity = 2000.0

    /// The year of a date, with its fraction.
    ///
    /// - Parameter seconds: since 1970.
    /// - Returns: such as 2026.5.
    package static func year(of seconds: Double) -> Double {
        guard let year = Int(iso8601(seconds).prefix(4)), let start = iso8601Seconds("\(year)-01-01"),
            let end = iso8601Seconds("\(year + 1)-01-01")
        else { return years.lowerBound }
        return Double(year) + (seconds - start) / (end - start)
    }

    /// The angle from true north to magnetic north, in degrees, positive to the east.
    package let declination: Double
    /// The horizontal part of the field in nanotesla.
    package let horizontalIntensity: Double

    /// The field at a place.
    ///
    /// - Parameters:
    ///   - coordinate: in WGS 84.
    ///   - height: above the ellipsoid, in kilometres.
    ///   - year: with its fraction, such as 2026.5.
    package init(at coordinate: Coordinate, height: Double = 0, year: Double) {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        // Geocentric latitude and distance.
        let (axis, flattening) = (6378.137, 1 / 298.257223563)
        let squared = flattening * (2 - flattening)
        let normal = axis / (1 - squared * sin(latitude) * sin(latitude)).squareRoot()
        let (across, up) = (
            (normal + height) * cos(latitude), (normal * (1 - squared) + height) * sin(latitude)
        )
        let radius = (across * across + up * up).squareRoot()
        let (cosine, sine) = (up / radius, max(across / radius, 1e-10))
        let turn = asin(max(-1, min(1, up / radius))) - latitude

        let elapsed = year - 2025
        var (north, east, down) = (0.0, 0.0, 0.0)
        // Schmidt's semi-normalized functions of degrees n - 2 to n by order, and their derivatives by the colatitude.
        var functions = [[1.0], [cosine, sine]]
        var slopes = [[0.0], [-sine, cosine]]
        var index = 0
        var ratio = Self.radius / radius * (Self.radius / radius)
        for degree in 1...Self.degree {
            if degree > 1 {
                let (value, slope) = Self.next(functions, slopes, degree, cosine, sine)
                functions = [functions[1], value]
                slopes = [slopes[1], slope]
            }
            ratio *= Self.radius / radius
            for order in 0...degree {
                let row = Self.coefficients[index]
                index += 1
                let (g, h) = (row.g + elapsed * row.gChange, row.h + elapsed * row.hChange)
                let angle = Double(order) * longitude
                let (along, beside) = (g * cos(angle) + h * sin(angle), g * sin(angle) - h * cos(angle))
                north += ratio * along * slopes[1][order]
                east += ratio * Double(order) * beside * functions[1][order] / sine
                down -= ratio * Double(degree + 1) * along * functions[1][order]
            }
        }
        north = north * cos(turn) - down * sin(turn)
        declination = atan2(east, north) * 180 / .pi
        horizontalIntensity = (north * north + east * east).squareRoot()
    }

    /// The functions of a degree from those of the two before.
    private static func next(
        _ functions: [[Double]], _ slopes: [[Double]], _ degree: Int, _ cosine: Double, _ sine: Double
    ) -> (values: [Double], slopes: [Double]) {
        var (values, changes) = ([Double](), [Double]())
        let n = Double(degree)
        for order in 0...degree {
            let m = Double(order)
            if order == degree {
                let factor = ((2 * n - 1) / (2 * n)).squareRoot()
                let (last, lastSlope) = (functions[1][order - 1], slopes[1][order - 1])
                values.append(factor * sine * last)
                changes.append(factor * (sine * lastSlope + cosine * last))
                continue
            }
            let (factor, divisor) = (((n - 1) * (n - 1) - m * m).squareRoot(), (n * n - m * m).squareRoot())
            let (last, lastSlope) = (functions[1][order], slopes[1][order])
            // Of order n - 1 there is none of degree n - 2, and the factor is 0.
            let isLast = order == degree - 1
            let (older, olderSlope) = isLast ? (0, 0) : (functions[0][order], slopes[0][order])
            values.append(((2 * n - 1) * cosine * last - factor * older) / divisor)
            changes.append(((2 * n - 1) * (cosine * lastSlope - sine * last) - factor * olderSlope) / divisor)
        }
        return (values, changes)
    }

    private static let degree = 12
    /// Of the sphere that the coefficients are for, in kilometres.
    private static let radius = 6371.2

    /// WMM2025.COF, by degree and order: nanotesla, and their changes in a year.
    private static let coefficients: [(g: Double, h: Double, gChange: Double, hChange: Double)] = [
        (-29351.8, 0, 12, 0), (-1410.8, 4545.4, 9.7, -21.5), (-2556.6, 0, -11.6, 0), (2951.1, -3133.6, -5.2, -27.7),
        (1649.3, -815.1, -8, -12.1), (1361, 0, -1.3, 0), (-2404.1, -56.6, -4.2, 4), (1243.8, 237.5, 0.4, -0.3),
        (453.6, -549.5, -15.6, -4.1), (895, 0, -1.6, 0), (799.5, 278.6, -2.4, -1.1), (55.7, -133.9, -6, 4.1),
        (-281.1, 212, 5.6, 1.6), (12.1, -375.6, -7, -4.4), (-233.2, 0, 0.6, 0), (368.9, 45.4, 1.4, -0.5),
        (187.2, 220.2, 0, 2.2), (-138.7, -122.9, 0.6, 0.4), (-142, 43, 2.2, 1.7), (20.9, 106.1, 0.9, 1.9),
        (64.4, 0, -0.2, 0), (63.8, -18.4, -0.4, 0.3), (76.9, 16.8, 0.9, -1.6), (-115.7, 48.8, 1.2, -0.4),
        (-40.9, -59.8, -0.9, 0.9), (14.9, 10.9, 0.3, 0.7), (-60.7, 72.7, 0.9, 0.9), (79.5, 0, 0, 0),
        (-77, -48.9, -0.1, 0.6), (-8.8, -14.4, -0.1, 0.5), (59.3, -1, 0.5, -0.8), (15.8, 23.4, -0.1, 0),
        (2.5, -7.4, -0.8, -1), (-11.1, -25.1, -0.8, 0.6), (14.2, -2.3, 0.8, -0.2), (23.2, 0, -0.1, 0),
        (10.8, 7.1, 0.2, -0.2), (-17.5, -12.6, 0, 0.5), (2, 11.4, 0.5, -0.4), (-21.7, -9.7, -0.1, 0.4),
        (16.9, 12.7, 0.3, -0.5), (15, 0.7, 0.2, -0.6), (-16.8, -5.2, 0, 0.3), (0.9, 3.9, 0.2, 0.2), (4.6, 0, 0, 0),
        (7.8, -24.8, -0.1, -0.3), (3, 12.2, 0.1, 0.3), (-0.2, 8.3, 0.3, -0.3), (-2.5, -3.3, -0.3, 0.3),
        (-13.1, -5.2, 0, 0.2), (2.4, 7.2, 0.3, -0.1), (8.6, -0.6, -0.1, -0.2), (-8.7, 0.8, 0.1, 0.4),
        (-12.9, 10, -0.1, 0.1), (-1.3, 0, 0.1, 0), (-6.4, 3.3, 0, 0), (0.2, 0, 0.1, 0), (2, 2.4, 0.1, -0.2),
        (-1, 5.3, 0, 0.1), (-0.6, -9.1, -0.3, -0.1), (-0.9, 0.4, 0, 0.1), (1.5, -4.2, -0.1, 0),
        (0.9, -3.8, -0.1, -0.1), (-2.7, 0.9, 0, 0.2), (-3.9, -9.1, 0, 0), (2.9, 0, 0, 0), (-1.5, 0, 0, 0),
        (-2.5, 2.9, 0, 0.1), (2.4, -0.6, 0, 0), (-0.6, 0.2, 0, 0.1), (-0.1, 0.5, -0.1, 0), (-0.6, -0.3, 0, 0),
        (-0.1, -1.2, 0, 0.1), (1.1, -1.7, -0.1, 0), (-1, -2.9, -0.1, 0), (-0.2, -1.8, -0.1, 0),
        (2.6, -2.3, -0.1, 0), (-2, 0, 0, 0), (-0.2, -1.3, 0, 0), (0.3, 0.7, 0, 0), (1.2, 1, 0, -0.1),
        (-1.3, -1.4, 0, 0.1), (0.6, 0, 0, 0), (0.6, 0.6, 0.1, 0), (0.5, -0.1, 0, 0), (-0.1, 0.8, 0, 0),
        (-0.4, 0.1, 0, 0), (-0.2, -1, -0.1, 0), (-1.3, 0.1, 0, 0), (-0.7, 0.2, -0.1, -0.1),
    ]
}
