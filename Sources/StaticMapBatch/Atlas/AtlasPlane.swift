// SPDX-License-Identifier: MIT
import Libc
import MapGeo
package import MapGeometry

/// The plane on which the sheets of an atlas lie: Web Mercator, whose world is a unit square, or that of another projection, in its
/// own units. Sheets stand upright on it: x is to the right, and y down.
package struct AtlasPlane: Sendable {
    private let projection: CartographicProjection?

    /// - Parameter projection: nil for Web Mercator.
    package init(_ projection: CartographicProjection?) { self.projection = projection }

    /// Not a number where the projection shows nothing.
    func project(_ coordinate: Coordinate) -> Point {
        guard let projection else { return WebMercator.project(coordinate) }
        let east = wrapLongitude(coordinate.longitude - projection.centralMeridian)
        let point = projection.exact([Point(east, coordinate.latitude)]).first ?? Point(.nan, .nan)
        return Point(point.x, -point.y)
    }

    /// True where a line between two places leaves the plane on one side and goes on at the other.
    func isCut(between a: Coordinate, _ b: Coordinate) -> Bool {
        guard let projection else { return false }
        let turns = [a, b].map { (($0.longitude - projection.centralMeridian) / 360).rounded() }
        return turns[0] != turns[1]
    }

    /// Nil beyond the edge of the world.
    func unproject(_ point: Point) -> Coordinate? {
        guard let projection else {
            let place = WebMercator.unproject(point)
            return Coordinate(latitude: place.latitude, longitude: place.longitude)
        }
        let place = projection.places(at: [Point(point.x, -point.y)], tolerance: 1).first ?? Point(.nan, .nan)
        return place.x.isFinite && place.y.isFinite
            ? Coordinate(latitude: place.y, longitude: projection.centralMeridian + place.x) : nil
    }

    /// Points for each unit of the plane where a map is true to scale.
    func unit(at point: Point, _ mapScale: Double) -> Size {
        guard let projection else {
            let frame = ViewportFrame(size: Size(width: 1, height: 1), scale: 1)
            let latitude = WebMercator.unproject(Point(0, max(0, min(1, point.y)))).latitude
            let view = frame.viewportTrueToScale(center: Coordinate(latitude: latitude, longitude: 0), mapScale)
            let unit = view.mercatorToGround.applyToVector(Point(1, 1))
            return Size(width: unit.x, height: unit.y)
        }
        let metres = unproject(point).map { 1 / projection.unitsPerMeter(at: $0) } ?? 1
        let points = metres / (MapScale.metersOfPoint * mapScale)
        return Size(width: points, height: points)
    }

    /// What a region reaches, as a rectangle of the plane.
    func bounds(of region: TileRegion) -> Rect {
        let box = region.bounds
        guard projection != nil else {
            let corners = [(box.west, box.north), (box.east, box.south)].map {
                WebMercator.project(Coordinate(latitude: $0.1, longitude: $0.0))
            }
            return Rect(minX: corners[0].x, minY: corners[0].y, maxX: corners[1].x, maxY: corners[1].y)
        }
        var rect = Rect.null
        for row in 0...Self.samples {
            for column in 0...Self.samples {
                let (x, y) = (Double(column) / Double(Self.samples), Double(row) / Double(Self.samples))
                let point = project(
                    Coordinate(
                        latitude: box.south + (box.north - box.south) * y,
                        longitude: box.west + (box.east - box.west) * x))
                if point.x.isFinite, point.y.isFinite { rect.extend(to: point) }
            }
        }
        return rect
    }

    private static let samples = 64

    /// True where a rectangle of the plane has something of a region, or nearly so: in other projections it is looked at in parts.
    func touches(_ rect: Rect, _ region: TileRegion) -> Bool {
        guard projection != nil else { return region.touches(rect) }
        let parts = 6
        return (0..<parts).contains { part in
            let height = rect.height / Double(parts)
            let top = rect.minY + height * Double(part)
            var box = Rect.null
            for (x, y) in [(rect.minX, top), (rect.maxX, top), (rect.minX, top + height), (rect.maxX, top + height)] {
                guard let place = unproject(Point(x, y)), abs(place.latitude) <= 85 else { continue }
                box.extend(to: WebMercator.project(place))
            }
            // Across the edge of the world it would be nearly all of it.
            return !box.isNull && box.width < 0.5 && region.touches(box)
        }
    }

    /// The corners of a rectangle from the south-west on, with what lies between where edges are bent.
    func outline(of rect: Rect) -> [Coordinate] {
        let corners = [
            Point(rect.minX, rect.maxY), Point(rect.maxX, rect.maxY), Point(rect.maxX, rect.minY),
            Point(rect.minX, rect.minY),
        ]
        guard projection != nil else { return corners.compactMap(unproject) }
        return zip(corners, corners.dropFirst() + corners.prefix(1)).flatMap { start, end in
            (0..<Self.partsOfEdge).compactMap {
                unproject(start.mix(end, Double($0) / Double(Self.partsOfEdge)))
            }
        }
    }

    private static let partsOfEdge = 8
}
