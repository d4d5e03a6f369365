// SPDX-License-Identifier: MIT
import Libc
import MapCore
package import MapGeo
public import MapImages

/// The part of the Earth where it is night at a time, darker from one twilight to the next.
public struct Night: Hashable, Sendable {
    /// When, as ISO 8601 writes it, such as `2026-06-21T12:00:00Z`; without a zone in UTC.
    public var time: String
    /// When an animation ends, which begins at `time`; nil for one in which the sun stands still.
    public var until: String?
    /// The color of the night.
    public var color: Color
    /// How dark the deepest night is, 0...1.
    public var darkness: Double
    /// Whether twilight is lighter than night, in three steps.
    public var hasTwilight: Bool

    /// Creates a night.
    public init(
        time: String, until: String? = nil, color: Color = Night.usualColor, darkness: Double = 0.55,
        hasTwilight: Bool = true
    ) {
        (self.time, self.until, self.color, self.darkness, self.hasTwilight) = (
            time, until, color, darkness, hasTwilight
        )
    }

    /// A dark blue.
    public static let usualColor = Color(rgb: 0x0A1433)
}

extension Night: Keyed {
    mutating func keys(_ k: inout Keys) {
        k.required("time", &time, .time)
        k("until", &until, .time)
        k("color", &color, .color)
        k("darkness", &darkness, .number(0...1))
        k("twilight", &hasTwilight)
        k.noteNoEffect("coordinateSystem", "on the night")
    }
}

extension Night {
    /// The sun's height in degrees at sunset, with the refraction of the air and half of its disc, and at the ends of civil,
    /// nautical and astronomical twilight.
    private static let heights = [-0.833, -6, -12, -18]

    /// Where it is darker than at sunset, and than in each twilight: one in another.
    package var areas: [Circle] {
        guard let seconds = iso8601Seconds(time) else { return [] }
        let sun = Self.sun(at: seconds)
        let opposite = Coordinate(latitude: -sun.latitude, longitude: wrapLongitude(sun.longitude + 180))
        let heights = hasTwilight ? Self.heights : [Self.heights[0]]
        // As many layers of this opacity are as dark as asked.
        let layer = 1 - pow(1 - min(0.999, darkness), 1 / Double(heights.count))
        return heights.map { height in
            Circle(
                center: opposite, radius: (90 + height) * Self.metersPerDegree,
                fillColor: color.opacity(color.alpha * layer), style: nil)
        }
    }

    private static let metersPerDegree = 111_195.0

    /// The night at a share of an animation.
    package func at(_ share: Double) -> Night {
        guard let until, let start = iso8601Seconds(time), let end = iso8601Seconds(until) else { return self }
        var copy = self
        copy.time = iso8601(start + (end - start) * share)
        return copy
    }

    /// Where the sun is in the zenith at a time in seconds since 1970, to a hundredth of a degree.
    ///
    /// - SeeAlso: The Astronomical Almanac, low-precision formulas for the sun; 1950 to 2050.
    package static func sun(at seconds: Double) -> Coordinate {
        let days = seconds / 86_400 - 10_957.5
        func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
        func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
        let anomaly = 357.528 + 0.9856003 * days
        let longitude = 280.46 + 0.9856474 * days + 1.915 * sine(anomaly) + 0.02 * sine(2 * anomaly)
        let tilt = 23.439 - 4e-7 * days
        let declination = asin(sine(tilt) * sine(longitude)) * 180 / .pi
        let ascension = atan2(cosine(tilt) * sine(longitude), cosine(longitude)) * 180 / .pi
        let sidereal = 280.46062 + 360.98564737 * days
        return Coordinate(latitude: declination, longitude: (ascension - sidereal).remainder(dividingBy: 360))
    }
}
