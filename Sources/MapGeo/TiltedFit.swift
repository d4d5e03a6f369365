// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeometry

/// Finds the closest view of a tilted camera in which items, whose size on screen is fixed, fit into a rectangle.
///
/// A perspective leaves no formula for it. The zoom is found by bisection; at each zoom the camera is moved until the box
/// around all items is in the middle of the rectangle.
struct TiltedFit {
    struct Item {
        /// In the unit square of Web Mercator; x is not wrapped.
        var position: Point
        /// In points, relative to the position.
        var extent: Rect
    }

    let frame: ViewportFrame
    let items: [Item]
    /// True when the camera may move; false to find the zoom alone.
    var isMovable = true
    /// Where the search starts; nil for the middle of all items.
    var start: Point?

    /// How often the camera is moved at a zoom, and how often the range of zooms is halved.
    private static let (moves, halvings) = (24, 40)

    /// The center of the closest view at a zoom, and whether everything is inside then.
    fileprivate func solved(_ center: Point, _ zoom: Double) -> (center: Point, fits: Bool) {
        var center = center
        // The last center from which all items of a globe are seen.
        var seen: (center: Point, fits: Bool)?
        for _ in 0..<(isMovable ? Self.moves : 1) {
            guard !WorkContext.isCancelled else { return (center, false) }
            let view = View(frame, center, zoom)
            guard let box = view.box(of: items) else {
                // Something lies behind the camera: the middle of all items is nearer to the truth. Behind a globe's horizon, it is
                // seen from farther back, or from nearer to it.
                let next = view.isGlobe ? center.mix(seen?.center ?? view.middleOfHidden(items), 0.5) : middle
                guard isMovable, center != next else { return (center, false) }
                center = next
                continue
            }
            let fits = frame.content.inset(by: -1e-6).contains(box)
            guard isMovable else { return (center, fits) }
            if view.isGlobe { seen = (center, fits) }
            let error = box.center - frame.content.center
            if fits, error.length < 0.01 { return (center, true) }
            guard let next = view.mercator(at: frame.content.center + error), next != center else {
                return (center, fits)
            }
            center = next
        }
        guard let box = View(frame, center, zoom).box(of: items) else { return seen ?? (center, false) }
        return (center, frame.content.inset(by: -1e-6).contains(box))
    }

    /// The middle of all items: on a globe that of the sphere, if there is one.
    var middle: Point {
        let flat = items.reduce(into: Rect.null) { $0.extend(to: $1.position) }.center
        if let start { return start }
        guard frame.projection != .mercator else { return flat }
        var sum = SIMD3<Double>()
        for item in items {
            let coordinate = WebMercator.unproject(item.position)
            let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
            sum += SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
        }
        let length = (sum * sum).sum().squareRoot()
        guard length > 0.01 * Double(items.count) else { return flat }
        let center = Coordinate(
            latitude: asin(max(-1, min(1, sum.z / length))) * 180 / .pi, longitude: atan2(sum.y, sum.x) * 180 / .pi)
        return WebMercator.project(center)
    }

    /// Finds the closest view in a range of zooms.
    ///
    /// - Parameters:
    ///   - center: at which the search starts, in the unit square of Web Mercator.
    ///   - zooms: the zooms to choose from.
    /// - Returns: the center in the unit square of Web Mercator, and the zoom; nil when nothing fits.
    func closest(from center: Point, in zooms: ClosedRange<Double>) -> (center: Point, zoom: Double)? {
        var (low, high) = (zooms.lowerBound, zooms.upperBound)
        let nearest = solved(center, high)
        if nearest.fits { return (nearest.center, high) }
        let farthest = solved(center, low)
        guard farthest.fits else { return nil }
        var best = farthest.center
        for _ in 0..<Self.halvings {
            let zoom = (low + high) / 2
            let found = solved(best, zoom)
            if found.fits { (low, best) = (zoom, found.center) } else { high = zoom }
        }
        return (best, low)
    }

    /// A view around a position that need not lie within the world.
    private struct View {
        private let center: Point
        private let toGround: Transform
        private let perspective: Perspective

        init(_ frame: ViewportFrame, _ center: Point, _ zoom: Double) {
            self.center = center
            let world = worldSize(atZoom: zoom)
            toGround = Transform.translation(-center).then(.scale(world, world)).then(frame.turn)
                .then(.translation(frame.content.center))
            let blend = frame.projection.globeBlend(atZoom: zoom)
            let latitude = WebMercator.unproject(Point(center.x, max(0, min(1, center.y)))).latitude
            let globe = Globe.Shape(latitude: latitude, worldSize: world, bearing: frame.bearing, blend: blend)
            perspective = Perspective(
                size: frame.size, focus: frame.content.center, frame.tilt.angles, globe: blend > 0 ? globe : nil)
        }

        /// The box around all items in points; nil when one is not in front of the camera.
        func box(of items: [Item]) -> Rect? {
            var box = Rect.null
            for item in items {
                let ground = toGround.apply(item.position)
                guard perspective.shows(ground) else { return nil }
                box = box.union(item.extent.offset(by: perspective.apply(ground)))
            }
            return box
        }

        var isGlobe: Bool { perspective.sphere != nil }

        /// The middle of the items behind the horizon or the camera, of which there is one at least.
        func middleOfHidden(_ items: [Item]) -> Point {
            let hidden = items.map(\.position).filter { !perspective.shows(toGround.apply($0)) }
            let sum = hidden.reduce(Point.zero) { $0 + $1 - Point(($1.x - center.x).rounded(), 0) }
            return sum * (1 / Double(max(1, hidden.count)))
        }

        func mercator(at point: Point) -> Point? {
            toGround.inverse?.apply(perspective.nearestGround(at: point))
        }
    }
}

extension ViewportFrame {
    func tiltedFit(
        _ items: [TiltedFit.Item], _ zooms: ClosedRange<Double>, from start: Point? = nil
    ) -> FittedViewport {
        var search = TiltedFit(frame: self, items: items)
        search.start = start
        let middle = search.middle
        let whole = wholeGlobeZoom(middle, zooms)
        // A ball that is smaller than the image shows hardly more.
        let zooms = (whole ?? zooms.lowerBound)...zooms.upperBound
        var found = search.closest(from: middle, in: zooms)
        let showsAll = found != nil
        if found == nil {
            search = TiltedFit(frame: self, items: items.map { TiltedFit.Item(position: $0.position, extent: .point) })
            search.start = start
            found = search.closest(from: middle, in: zooms)
        }
        let (center, zoom) = found ?? (middle, zooms.lowerBound)
        return FittedViewport(
            viewport: viewport(center: WebMercator.unproject(center), zoom: zoom), showsAll: showsAll)
    }

    /// The closest view that contains the region, with its center in the middle.
    func tiltedViewport(
        showing span: CoordinateSpan, around center: Coordinate, zooms: ClosedRange<Double>
    ) -> FittedViewport {
        let c = WebMercator.project(center)
        let found = search(for: span, around: center).closest(from: c, in: zooms)
        return FittedViewport(
            viewport: viewport(
                center: center, zoom: found?.zoom ?? wholeGlobeZoom(c, zooms) ?? zooms.lowerBound),
            showsAll: found != nil)
    }

    /// True when a camera that looks at a coordinate sees the span around it within the content rectangle.
    func shows(_ span: CoordinateSpan, around center: Coordinate, zoom: Double) -> Bool {
        if let projection = projection.cartographic {
            let closest = ProjectedFit(self, projection).viewport(showing: span, around: center, -50...50)
            return closest.viewport.zoom >= zoom - 1e-9
        }
        return search(for: span, around: center).solved(WebMercator.project(center), zoom).fits
    }

    private func search(for span: CoordinateSpan, around center: Coordinate) -> TiltedFit {
        let corners = [-0.5, 0.5].flatMap { north in
            [-0.5, 0.5].map { east in
                WebMercator.project(
                    Coordinate(
                        latitude: center.latitude + north * span.latitudeDelta,
                        longitude: center.longitude + east * span.longitudeDelta))
            }
        }
        return TiltedFit(
            frame: self, items: corners.map { TiltedFit.Item(position: $0, extent: .point) }, isMovable: false)
    }

    /// How much of the rectangle the whole ball takes.
    private static let wholeGlobe = 0.96

    /// The zoom at which the whole ball fits into the rectangle; nil for a flat map.
    private func wholeGlobeZoom(_ center: Point, _ zooms: ClosedRange<Double>) -> Double? {
        guard projection.globeBlend(atZoom: zooms.lowerBound) > 0 else { return nil }
        let latitude = WebMercator.unproject(center).latitude * .pi / 180
        // The angle under which the camera may see the ball, and the ball's radius for it.
        let room = Self.wholeGlobe * min(content.width, content.height) / 2
        let distance = size.height / 2 / tan(tilt.verticalFieldOfView * .pi / 360)
        let sine = room / (room * room + distance * distance).squareRoot()
        let radius = distance * sine / (1 - sine)
        let wanted = MapGeo.zoom(ofWorldSize: 2 * .pi * radius * cos(latitude))
        return max(zooms.lowerBound, min(zooms.upperBound, wanted))
    }
}

extension Rect {
    /// The extent of what is no larger than its position.
    static var point: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }
}
