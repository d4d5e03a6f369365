// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
        let (a, f) = (6_378_137.0, 1 / 298.257_223_563)
        let b = a * (1 - f)
        let tanU1 = (1 - f) * tan(latitude * .pi / 180)
        let cosU1 = 1 / (1 + tanU1 * tanU1).squareRoot()
        let sinU1 = tanU1 * cosU1
        let (sinAzimuth, cosAzimuth) = (sin(azimuth), cos(azimuth))
        let sigma1 = atan2(tanU1, cosAzimuth)
        let sinAlpha = cosU1 * sinAzimuth
        let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
        let u = cosSquaredAlpha * (a * a - b * b) / (b * b)
        let bigA = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
        let bigB = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))

        var sigma = distance / (b * bigA)
        var middle = 0.0
        for _ in 0..<20 {
            middle = cos(2 * sigma1 + sigma)
            let (s, c, square) = (sin(sigma), cos(sigma), middle * middle)
            let third = bigB / 6 * middle * (-3 + 4 * s * s) * (-3 + 4 * square)
            let delta = bigB * s * (middle + bigB / 4 * (c * (-1 + 2 * square) - third))
            let next = distance / (b * bigA) + delta
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
        let bigC = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
        let wave = middle + bigC * c * (-1 + 2 * middle * middle)
        let turn = lambda - (1 - bigC) * f * sinAlpha * (sigma + bigC * s * wave)
        return Coordinate(
            latitude: latitude2 * 180 / .pi, longitude: wrapLongitude(longitude + turn * 180 / .pi))
    }
}
