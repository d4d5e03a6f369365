// SPDX-License-Identifier: MIT
package import MapPlane

/// Something that must be visible: a coordinate, and the size of what is drawn there at any zoom.
package struct FitItem: Hashable, Sendable {
    package var coordinate: Coordinate
    /// In points, relative to the coordinate; not rotated with the map.
    package var extent: Rect

    /// Creates an item; an extent that is empty or not finite counts as a point.
    package init(coordinate: Coordinate, extent: Rect = .null) {
        self.coordinate = coordinate
        let isBox = extent.width.isFinite && extent.height.isFinite && !extent.isNull
        self.extent = isBox ? extent : Rect(x: 0, y: 0, width: 0, height: 0)
    }
}

/// A viewport, and whether it shows all items.
package struct FittedViewport: Hashable, Sendable {
    package var viewport: Viewport
    /// False when the items do not fit at the minimum zoom, or a single extent is larger than the viewport.
    package var showsAll: Bool

    package init(viewport: Viewport, showsAll: Bool) {
        (self.viewport, self.showsAll) = (viewport, showsAll)
    }
}

extension ViewportFrame {
    /// The closest view that contains the region, with its center in the middle.
    package func viewport(showing span: CoordinateSpan, around center: Coordinate, zooms: ClosedRange<Double>)
        -> FittedViewport
    {
        if !tilt.isFlat { return tiltedViewport(showing: span, around: center, zooms: zooms) }
        let flat = flatViewport(showing: span, around: center, zooms: zooms)
        return flat.viewport.isGlobe ? tiltedViewport(showing: span, around: center, zooms: zooms) : flat
    }

    private func flatViewport(
        showing span: CoordinateSpan, around center: Coordinate, zooms: ClosedRange<Double>
    ) -> FittedViewport {
        let c = WebMercator.project(center)
        let north = WebMercator.project(
            Coordinate(latitude: center.latitude + span.latitudeDelta / 2, longitude: center.longitude))
        let south = WebMercator.project(
            Coordinate(latitude: center.latitude - span.latitudeDelta / 2, longitude: center.longitude))
        let halfWidth = span.longitudeDelta / 720
        let region = Rect(minX: -halfWidth, minY: north.y - c.y, maxX: halfWidth, maxY: south.y - c.y)
        let turned = turn.apply(region)
        let wanted = min(
            content.width / 2 / max(-turned.minX, turned.maxX), content.height / 2 / max(-turned.minY, turned.maxY))
        let zoom = max(zooms.lowerBound, min(zooms.upperBound, zoom(ofWorldSize: wanted)))
        return FittedViewport(
            viewport: viewport(center: center, zoom: zoom),
            showsAll: worldSize(atZoom: zoom) <= wanted * (1 + 1e-9))
    }

    /// The closest view that contains the box, centered in Mercator.
    package func viewport(showing box: CoordinateBox, zooms: ClosedRange<Double>) -> FittedViewport {
        let corners = [
            Coordinate(latitude: box.north, longitude: box.west), Coordinate(latitude: box.north, longitude: box.east),
            Coordinate(latitude: box.south, longitude: box.east), Coordinate(latitude: box.south, longitude: box.west),
        ]
        func searched() -> FittedViewport {
            let middle = corners.map(WebMercator.project).reduce(into: Rect.null) { $0.extend(to: $1) }.center
            return tiltedFit(
                outline(of: box).map { TiltedFit.Item(position: $0, extent: .point) }, zooms, from: middle)
        }
        if !tilt.isFlat { return searched() }
        let none = Rect(x: 0, y: 0, width: 0, height: 0)
        let flat = fit(
            corners.map { FitSolver.Item(position: turn.apply(WebMercator.project($0)), extent: none) }, zooms)
        return flat.viewport.isGlobe ? searched() : flat
    }

    /// The closest view that contains every item with its extent; nil without items.
    ///
    /// The items may lie on both sides of the antimeridian: the map is cut where the widest gap between them is.
    package func viewport(showing items: [FitItem], zooms: ClosedRange<Double>) -> FittedViewport? {
        guard !items.isEmpty else { return nil }
        let flat = tilt.isFlat ? fit(solverItems(items), zooms) : nil
        if flat?.viewport.isGlobe ?? true {
            let cut = widestGap(in: items.map(\.coordinate.wrapped.longitude))
            return tiltedFit(
                items.map { item in
                    var position = WebMercator.project(item.coordinate.wrapped)
                    position.x -= (position.x - cut).rounded(.down)
                    return TiltedFit.Item(position: position, extent: item.extent)
                }, zooms)
        }
        return flat
    }

    /// Points along the edges of a box: those of a globe are bent.
    private func outline(of box: CoordinateBox) -> [Point] {
        let corners = [(box.west, box.north), (box.east, box.north), (box.east, box.south), (box.west, box.south)]
            .map { WebMercator.project(Coordinate(latitude: $0.1, longitude: $0.0)) }
        guard projection != .mercator else { return corners }
        return zip(corners, corners.dropFirst() + corners.prefix(1)).flatMap { a, b in
            (0..<8).map { a.mix(b, Double($0) / 8) }
        }
    }

    /// The view of a flat map at a zoom that shows as many of the items as there is room for, and nothing beyond the
    /// northern and southern edge of the world; nil without items.
    package func viewport(showingMostOf items: [FitItem], zoom: Double) -> FittedViewport? {
        guard !items.isEmpty else { return nil }
        let solver = FitSolver(
            items: solverItems(items), room: Size(width: content.width, height: content.height))
        let back = Transform.rotation(bearing * .pi / 180)
        let center = WebMercator.unproject(back.apply(solver.centerOfMost(ofWorld: worldSize(atZoom: zoom))))
        let viewport = viewportWithinWorld(center: center, zoom: zoom)
        let bounds = Rect(x: 0, y: 0, width: size.width, height: size.height).inset(by: -1e-6)
        let frames = items.map { $0.extent.offset(by: viewport.point(for: $0.coordinate)) }
        return FittedViewport(viewport: viewport, showsAll: frames.allSatisfy { bounds.union($0) == bounds })
    }

    /// The items on the rotated map, which is cut where the widest gap between them is.
    private func solverItems(_ items: [FitItem]) -> [FitSolver.Item] {
        let cut = widestGap(in: items.map(\.coordinate.wrapped.longitude))
        let turn = turn
        return items.map { item in
            var position = WebMercator.project(item.coordinate.wrapped)
            position.x -= (position.x - cut).rounded(.down)
            return FitSolver.Item(position: turn.apply(position), extent: item.extent)
        }
    }

    private func fit(_ items: [FitSolver.Item], _ zooms: ClosedRange<Double>) -> FittedViewport {
        let sizes = worldSize(atZoom: zooms.lowerBound)...worldSize(atZoom: zooms.upperBound)
        var solver = FitSolver(items: items, room: Size(width: content.width, height: content.height))
        var size = solver.largestWorld(in: sizes)
        let showsAll = size != nil
        if size == nil {
            solver = solver.withoutExtents
            size = solver.largestWorld(in: sizes)
        }
        let world = size ?? sizes.lowerBound
        let back = Transform.rotation(bearing * .pi / 180)
        let center = WebMercator.unproject(back.apply(solver.center(ofWorld: world)))
        let zoom = max(zooms.lowerBound, min(zooms.upperBound, zoom(ofWorldSize: world)))
        return FittedViewport(viewport: viewport(center: center, zoom: zoom), showsAll: showsAll)
    }

    /// The x at which the widest gap between items ends, in the unit square of Web Mercator: the items begin there.
    private func widestGap(in longitudes: [Double]) -> Double {
        let sorted = longitudes.map { WebMercator.project(Coordinate(latitude: 0, longitude: $0)).x }.sorted()
        guard let first = sorted.first, let last = sorted.last else { return 0 }
        var (cut, widest) = (first, first + 1 - last)
        for (a, b) in zip(sorted, sorted.dropFirst()) where b - a > widest {
            (cut, widest) = (b, b - a)
        }
        return cut
    }
}

extension Coordinate {
    /// The same coordinate with a longitude within -180...180.
    fileprivate var wrapped: Coordinate { Coordinate(latitude: latitude, longitude: wrapLongitude(longitude)) }
}
