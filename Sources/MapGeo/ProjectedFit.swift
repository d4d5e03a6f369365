// SPDX-License-Identifier: MIT
import Libc
import MapGeometry

extension CartographicProjection {
    /// Nearer to the poles, a zoom means what it means at this latitude: in Web Mercator, a pole is infinitely large.
    private static let largestLatitude = 60.0

    /// The distance on the Earth that a point of the map covers at its center, in metres.
    ///
    /// - Parameters:
    ///   - zoom: MapLibre's.
    ///   - latitude: of the center, in degrees.
    /// - Returns: metres.
    package static func metersPerPoint(zoom: Double, at latitude: Double) -> Double {
        WebMercator.metersPerPoint(at: min(largestLatitude, abs(latitude)), zoom: zoom)
    }

    /// The inverse of `metersPerPoint(zoom:at:)`.
    package static func zoom(metersPerPoint: Double, at latitude: Double) -> Double {
        log2(self.metersPerPoint(zoom: 0, at: latitude) / metersPerPoint)
    }

    /// The inverse of `pointsPerUnit(zoom:at:)`.
    package func zoom(pointsPerUnit: Double, at center: Coordinate) -> Double {
        let place = placeOfZooms(center)
        return Self.zoom(metersPerPoint: 1 / (pointsPerUnit * unitsPerMeter(at: place)), at: place.latitude)
    }

    /// Points of the map per unit of the plane, so that areas at the center have the scale of the zoom.
    func pointsPerUnit(zoom: Double, at center: Coordinate) -> Double {
        let place = placeOfZooms(center)
        return 1 / (Self.metersPerPoint(zoom: zoom, at: place.latitude) * unitsPerMeter(at: place))
    }

    private func placeOfZooms(_ center: Coordinate) -> Coordinate {
        zoomPlace.map { Coordinate(latitude: $0.y, longitude: $0.x) } ?? center
    }

    /// How long a metre on WGS 84 is on the plane: the root of how areas are enlarged. Where a pole is no point of the plane, that
    /// is without sense near to it, and is as at the end of Web Mercator.
    package func unitsPerMeter(at center: Coordinate) -> Double {
        let units = exactUnitsPerMeter(at: center)
        let end = WebMercator.maxLatitude
        guard abs(center.latitude) > end else { return units }
        let atEnd = exactUnitsPerMeter(
            at: Coordinate(latitude: max(-end, min(end, center.latitude)), longitude: center.longitude))
        return units > 2 * atEnd ? atEnd : units
    }

    private func exactUnitsPerMeter(at center: Coordinate) -> Double {
        let step = 1e-4
        let latitude = max(-90 + 4 * step, min(90 - 4 * step, center.latitude))
        let edge = 180 - 2 * step
        let east = max(-edge, min(edge, (center.longitude - centralMeridian).remainder(dividingBy: 360)))
        let points = exact([
            Point(east - step, latitude), Point(east + step, latitude), Point(east, latitude - step),
            Point(east, latitude + step),
        ])
        let radii = Ellipsoid.radii(at: latitude)
        let meters = (
            east: radii.prime * cos(latitude * .pi / 180) * 2 * step * .pi / 180,
            north: radii.meridian * 2 * step * .pi / 180
        )
        let (x, y) = ((points[1] - points[0]) * (1 / meters.east), (points[3] - points[2]) * (1 / meters.north))
        let area = abs(x.x * y.y - x.y * y.x)
        return area.isFinite && area > 1e-20 ? area.squareRoot() : 1
    }
}

/// Finds the closest view of a map in another projection: on its plane, as the fit of a flat map does on Web Mercator.
struct ProjectedFit {
    private let frame: ViewportFrame
    private let projection: CartographicProjection

    init(_ frame: ViewportFrame, _ projection: CartographicProjection) {
        (self.frame, self.projection) = (frame, projection)
    }

    /// Along each side of a box, so that bent sides are seen whole; and across it.
    private static let parts = 32

    func viewport(showing box: CoordinateBox, _ zooms: ClosedRange<Double>) -> FittedViewport {
        let parts = Double(Self.parts)
        let places = (0...Self.parts).flatMap { row in
            (0...Self.parts).map { column in
                Coordinate(
                    latitude: box.south + (box.north - box.south) * Double(row) / parts,
                    longitude: box.west + (box.east - box.west) * Double(column) / parts)
            }
        }
        let middle = Coordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
        return fitted(places.map { FitItem(coordinate: $0) }, around: middle, zooms)
    }

    func viewport(showing items: [FitItem], _ zooms: ClosedRange<Double>) -> FittedViewport {
        fitted(items, around: items[0].coordinate, zooms)
    }

    /// With the center in the middle.
    func viewport(
        showing span: CoordinateSpan, around center: Coordinate, _ zooms: ClosedRange<Double>
    ) -> FittedViewport {
        let corners = [-0.5, 0, 0.5].flatMap { north in
            [-0.5, 0, 0.5].map { east in
                Coordinate(
                    latitude: max(-90, min(90, center.latitude + north * span.latitudeDelta)),
                    longitude: center.longitude + east * span.longitudeDelta)
            }
        }
        let middle = position(of: center)
        var wanted = Double.infinity
        for corner in corners {
            let offset = position(of: corner) - middle
            guard offset.x.isFinite, offset.y.isFinite else { continue }
            wanted = min(
                wanted, frame.content.width / 2 / max(1e-12, abs(offset.x)),
                frame.content.height / 2 / max(1e-12, abs(offset.y)))
        }
        let zoom = zoom(pointsPerUnit: wanted, at: center)
        let limited = max(zooms.lowerBound, min(zooms.upperBound, zoom))
        return FittedViewport(
            viewport: frame.viewport(center: center, zoom: limited), showsAll: limited <= zoom + 1e-9)
    }

    private func fitted(
        _ items: [FitItem], around fallback: Coordinate, _ zooms: ClosedRange<Double>
    ) -> FittedViewport {
        let placed = items.map { FitSolver.Item(position: position(of: $0.coordinate), extent: $0.extent) }
        let known = placed.filter { $0.position.x.isFinite && $0.position.y.isFinite }
        guard !known.isEmpty else {
            return FittedViewport(viewport: frame.viewport(center: fallback, zoom: zooms.lowerBound), showsAll: false)
        }
        var solver = FitSolver(items: known, room: frame.content.size)
        var scale = solver.largestWorld(in: Self.scales)
        let hasRoom = scale != nil
        if scale == nil {
            solver = solver.withoutExtents
            scale = solver.largestWorld(in: Self.scales)
        }
        let wanted = scale ?? Self.scales.lowerBound
        let center = center(ofWorld: wanted, solver) ?? fallback
        let zoom = zoom(pointsPerUnit: wanted, at: center)
        let limited = max(zooms.lowerBound, min(zooms.upperBound, zoom))
        return FittedViewport(
            viewport: frame.viewport(center: center, zoom: limited),
            showsAll: hasRoom && known.count == placed.count && limited <= zoom + 1e-9)
    }

    /// Points per unit of the plane: units may be degrees or millimetres.
    private static let scales = 1e-12...1e6

    private func center(ofWorld scale: Double, _ solver: FitSolver) -> Coordinate? {
        let turned = Transform.rotation(frame.bearing * .pi / 180).apply(solver.center(ofWorld: scale))
        let place = projection.places(at: [Point(turned.x, -turned.y)], tolerance: 1 / scale)[0]
        guard place.x.isFinite else { return nil }
        return Coordinate(latitude: place.y, longitude: wrapLongitude(place.x + projection.centralMeridian))
    }

    /// On the plane, turned with the map, y downwards.
    private func position(of coordinate: Coordinate) -> Point {
        let east = coordinate.longitude - projection.centralMeridian
        // The ends of a box around the Earth are at both sides.
        let wrapped = abs(east) <= 180 ? east : east.remainder(dividingBy: 360)
        let point = projection.exact([Point(wrapped, max(-90, min(90, coordinate.latitude)))])[0]
        return frame.turn.apply(Point(point.x, -point.y))
    }

    private func zoom(pointsPerUnit: Double, at center: Coordinate) -> Double {
        guard pointsPerUnit.isFinite, pointsPerUnit > 0 else { return 50 }
        return projection.zoom(pointsPerUnit: pointsPerUnit, at: center)
    }
}
