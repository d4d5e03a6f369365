// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// The direction of a vector in degrees, -180...180.
func degrees(ofX x: Double, y: Double) -> Double { atan2(y, x) * 180 / .pi }

/// The vector of length 1 in a direction.
func unit(degrees: Double) -> (x: Double, y: Double) {
    (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
}

/// A longitude and latitude in Web Mercator, where the world is the unit square and y grows southwards.
func mercator(longitude: Double, latitude: Double) -> (x: Double, y: Double) {
    (
        (180 + longitude) / 360,
        (180 - (180 / .pi * log(tan(.pi / 4 + latitude * .pi / 360)))) / 360
    )
}
