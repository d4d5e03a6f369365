// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeo
import MapGeometry
import MapScene

/// The lines of latitude and longitude that a view shows.
struct GraticuleLines {
    private let view: GridView
    /// Degrees of longitude and latitude.
    let interval: Graticule.Interval
    /// True if lines would be closer together than `minSpacing` at the requested interval.
    let isThinned: Bool

    /// How far apart lines are.
    private struct Scale {
        var pointsPerDegree: Double
        /// Of all that is seen.
        var degrees: Double
        /// How many points the lines have for their ends.
        var room: Double

        private static let steps: [Double] = [
            90, 60, 45, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002,
            0.0001,
        ]

        /// The distance of automatic lines in degrees.
        var comfortable: Double {
            let spacing = GridView.comfortableSpacing
            return Self.steps.last { $0 * pointsPerDegree >= spacing && $0 * room >= degrees * spacing } ?? 90
        }

        /// A distance in degrees, or a multiple of it.
        func thinned(_ asked: Double) -> Double {
            let (byScale, byRoom, spacing) = (asked * pointsPerDegree, asked * room, GridView.minSpacing)
            return asked * max(1, (spacing / byScale).rounded(.up), (degrees * spacing / byRoom).rounded(.up))
        }
    }

    /// Of longitudes and of latitudes. On a bent Earth, lines are that far apart in the middle of the map, or where its meridians are
    /// farthest from each other; where they meet, all of them may be seen, which end at the edge of the map.
    private static func scales(of view: GridView) -> (Scale, Scale) {
        let (viewport, box) = (view.viewport, view.box)
        let (longitudes, latitudes) = (box.east - box.west, box.north - box.south)
        guard viewport.isCurved else {
            let pointsPerDegree = 512 * powerOfTwo(viewport.zoom) / 360
            return (
                Scale(pointsPerDegree: pointsPerDegree, degrees: longitudes, room: .infinity),
                Scale(pointsPerDegree: pointsPerDegree, degrees: latitudes, room: .infinity)
            )
        }
        let pointsPerDegree = WebMercator.circumference / 360 / viewport.metersPerPoint
        let nearest = box.south <= 0 && box.north >= 0 ? 0 : min(abs(box.south), abs(box.north))
        return (
            Scale(pointsPerDegree: pointsPerDegree * cos(nearest * .pi / 180), degrees: longitudes, room: view.edge),
            Scale(pointsPerDegree: pointsPerDegree, degrees: latitudes, room: view.edge)
        )
    }

    init(_ graticule: Graticule, viewport: Viewport) {
        view = GridView(viewport, graticule.shift)
        let (longitudes, latitudes) = Self.scales(of: view)
        guard let asked = graticule.interval else {
            interval = Graticule.Interval(longitude: longitudes.comfortable, latitude: latitudes.comfortable)
            isThinned = false
            return
        }
        interval = Graticule.Interval(
            longitude: longitudes.thinned(asked.longitude), latitude: latitudes.thinned(asked.latitude))
        isThinned = interval != asked
    }

    /// Meridians from west to east on all visible copies of the world, then parallels from south to north.
    var all: [GridLine] {
        let box = view.box
        guard box.south < box.north, box.west < box.east else { return [] }
        let longitudes = multiples(of: interval.longitude, from: box.west, to: box.east)
        var meridians = longitudes.map { longitude in
            GridLine(
                isVertical: true, label: Self.label(wrapLongitude(longitude), "E", "W"),
                parts: view.line(samples(box.south, box.north).map { (longitude, $0) }))
        }
        // Seen from a pole, the meridians at both ends are one.
        if let first = longitudes.first, let last = longitudes.last, last - first > 360 - 1e-9 {
            let (west, east) = (
                Array(meridians[0].parts.joined()), Array(meridians[meridians.count - 1].parts.joined())
            )
            if west.count == east.count, zip(west, east).allSatisfy({ $0.distance(to: $1) < 0.5 }) {
                meridians.removeLast()
            }
        }
        let latitudes = multiples(of: interval.latitude, from: box.south, to: box.north)
        let parallels = latitudes.filter { abs($0) < view.viewport.lastLatitude }.map { latitude in
            GridLine(
                isVertical: false, label: Self.label(latitude, "N", "S"),
                parts: view.line(samples(box.west, box.east).map { ($0, latitude) }))
        }
        return meridians + parallels
    }

    /// Such as `24.9°E`, `0°`, `180°` and `45°S`.
    private static func label(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        // Without what products of floating-point numbers add to a round number.
        let size = (abs(degrees) * 1e9).rounded() / 1e9
        return formatted(size) + "°" + (size == 0 || size == 180 ? "" : degrees > 0 ? positive : negative)
    }

    /// Lines of the map's own datum are straight in Mercator.
    private func samples(_ start: Double, _ end: Double) -> [Double] {
        let count = view.shift == nil ? 1 : 64
        return (0...count).map { start + (end - start) * Double($0) / Double(count) }
    }
}
