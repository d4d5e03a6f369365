// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapScene

/// The lines of latitude and longitude that a view shows.
struct GraticuleLines {
    /// A meridian or a parallel.
    struct Line {
        var isMeridian: Bool
        /// Degrees east or north.
        var degrees: Double
        /// In pixels of the picture.
        var points: [Point]

        /// Such as `24.9°E`, `0°` and `45°S`.
        var label: String {
            let isNeutral = degrees == 0 || isMeridian && abs(degrees) == 180
            let direction = isNeutral ? "" : isMeridian ? degrees > 0 ? "E" : "W" : degrees > 0 ? "N" : "S"
            return formatted(abs(degrees)) + "°" + direction
        }
    }

    let viewport: Viewport
    /// Nil where the lines are in the map's datum.
    let shift: DatumShift?
    /// Degrees of longitude and latitude.
    let interval: Graticule.Interval
    /// True if lines would be closer together than `minSpacing` at the interval that was asked for.
    let isThinned: Bool

    /// The smallest distance between automatic lines, in points.
    private static let comfortableSpacing = 60.0
    /// The smallest distance between lines, in points.
    private static let minSpacing = 8.0
    private static let steps: [Double] = [
        90, 60, 45, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
    ]

    init(_ graticule: Graticule, viewport: Viewport) {
        self.viewport = viewport
        shift = graticule.shift
        let pointsPerDegree = 512 * powerOfTwo(viewport.zoom) / 360
        guard let asked = graticule.interval else {
            let step = Self.steps.last { $0 * pointsPerDegree >= Self.comfortableSpacing } ?? 90
            interval = Graticule.Interval(longitude: step, latitude: step)
            isThinned = false
            return
        }
        func thinned(_ degrees: Double) -> Double {
            degrees * max(1, (Self.minSpacing / (degrees * pointsPerDegree)).rounded(.up))
        }
        interval = Graticule.Interval(longitude: thinned(asked.longitude), latitude: thinned(asked.latitude))
        isThinned = interval != asked
    }

    /// Meridians from west to east on all visible copies of the world, then parallels from south to north.
    var all: [Line] {
        let view = viewport.mercatorBounds
        let (west, east) = ((view.minX - 0.5) * 360, (view.maxX - 0.5) * 360)
        // The lines of a globe meet at its poles.
        let end = viewport.isGlobe ? 90 : WebMercator.maxLatitude
        let south = view.maxY >= 1 ? -end : WebMercator.unproject(Point(0, view.maxY)).latitude
        let north = view.minY <= 0 ? end : WebMercator.unproject(Point(0, view.minY)).latitude
        guard south < north, west < east else { return [] }
        let meridians = Self.multiples(of: interval.longitude, from: west - margin, to: east + margin).map {
            longitude in
            Line(
                isMeridian: true, degrees: Self.rounded(wrapLongitude(longitude)),
                points: samples(south - margin, north + margin).map { ground(longitude, $0) }.seen(in: viewport))
        }
        let parallels = Self.multiples(of: interval.latitude, from: south - margin, to: north + margin)
            .filter { abs($0) < WebMercator.maxLatitude }.map { latitude in
                Line(
                    isMeridian: false, degrees: Self.rounded(latitude),
                    points: samples(west - margin, east + margin).map { ground($0, latitude) }.seen(in: viewport))
            }
        return meridians + parallels
    }

    /// More than the distance between two datums, in degrees.
    private var margin: Double { shift == nil ? 0 : 0.02 }

    /// Lines of the map's own datum are straight in Mercator.
    private func samples(_ start: Double, _ end: Double) -> [Double] {
        let count = shift == nil ? 1 : 64
        return (0...count).map { start + (end - start) * Double($0) / Double(count) }
    }

    private func ground(_ longitude: Double, _ latitude: Double) -> Point {
        let wrapped = wrapLongitude(longitude)
        var coordinate = Coordinate(latitude: max(-90, min(90, latitude)), longitude: wrapped)
        if let shift { coordinate = shift.own.convert(coordinate, to: shift.map) }
        var point = viewport.isGlobe ? WebMercator.projectToPole(coordinate) : WebMercator.project(coordinate)
        point.x += (longitude - wrapped) / 360
        return viewport.mercatorToGround.apply(point)
    }

    private static func multiples(of step: Double, from start: Double, to end: Double) -> [Double] {
        let (first, last) = ((start / step).rounded(.up), (end / step).rounded(.down))
        // An image has no more than 32,767 points, and lines are at least 8 points apart.
        guard first <= last, last - first < 10_000 else { return [] }
        return stride(from: first, through: last, by: 1).map { $0 * step }
    }

    /// Without what products of floating-point numbers add to a round number.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e9).rounded() / 1e9 }
}

extension [Point] {
    /// A line of the ground in the image; of a tilted map, the part that it shows.
    fileprivate func seen(in viewport: Viewport) -> [Point] {
        guard let perspective = viewport.perspective else { return self }
        let ground = GroundProjection(perspective, margin: 8)
        return ground.parts(of: self, margin: 0).first?.points.map { perspective.apply($0) } ?? []
    }
}
