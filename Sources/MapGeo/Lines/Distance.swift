// SPDX-License-Identifier: MIT
import MapPlane

/// Metres on a sphere, by the haversine formula; the radius is that of the Earth's mean (IUGG).
///
/// - SeeAlso: R. W. Sinnott, *Virtues of the Haversine*, Sky and Telescope 68, 1984.
package func metersBetween(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let (y, x) = (sine((b.latitude - a.latitude) / 2 * radians), sine((b.longitude - a.longitude) / 2 * radians))
    let h = y * y + cosine(a.latitude * radians) * cosine(b.latitude * radians) * x * x
    // The arc sine of the root of h.
    return 2 * 6_371_008.8 * angle(of: Point(max(0, 1 - h).squareRoot(), h.squareRoot()))
}
