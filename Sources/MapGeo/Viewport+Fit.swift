// SPDX-License-Identifier: MIT
import Libc
package import MapGeometry

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
        if let projection = projection.cartographic {
            return ProjectedFit(self, projection).viewport(showing: span, around: center, zooms)
        }
        let flat = flatViewport(showing: span, around: center, zooms: zooms)
        return flat.viewport.perspective == nil ? flat : tiltedViewport(showing: span, around: center, zooms: zooms)
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
        if let projection = projection.cartographic {
            return ProjectedFit(self, projection).viewport(showing: box, zooms)
        }
        let corners = [
            Coordinate(latitude: box.north, longitude: box.west), Coordinate(latitude: box.north, longitude: box.east),
            Coordinate(latitude: box.south, longitude: box.east), Coordinate(latitude: box.south, longitude: box.west),
        ]
        let none = Rect(x: 0, y: 0, width: 0, height: 0)
        let flat = fit(
            corners.map { FitSolver.Item(position: turn.apply(WebMercator.project($0)), extent: none) }, zooms)
        guard flat.viewport.perspective != nil else { return flat }
        let middle = Rect(around: corners.map(WebMercator.project)).center
        return tiltedFit(outline(of: box).map { TiltedFit.Item(position: $0, extent: .point) }, zooms, from: middle)
    }

    /// The closest view that contains every item with its extent; nil without items.
    ///
    /// The items may lie on both sides of the antimeridian: the map is cut where the widest gap between them is.
    package func viewport(showing items: [FitItem], zooms: ClosedRange<Double>) -> FittedViewport? {
        guard !items.isEmpty else { return nil }
        if let projection = projection.cartographic {
            return ProjectedFit(self, projection).viewport(showing: items, zooms)
        }
        let flat = fit(solverItems(items), zooms)
        guard flat.viewport.perspective != nil else { return flat }
        return tiltedFit(
            zip(items, positions(of: items)).map { TiltedFit.Item(position: $1, extent: $0.extent) }, zooms)
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
        let solver = FitSolver(items: solverItems(items), room: content.size)
        let back = Transform.rotation(bearing * .pi / 180)
        let center = WebMercator.unproject(back.apply(solver.centerOfMost(ofWorld: worldSize(atZoom: zoom))))
        let viewport = viewportWithinWorld(center: center, zoom: zoom)
        let bounds = Rect(size: size).inset(by: -1e-6)
        let frames = items.map { $0.extent.offset(by: viewport.point(for: $0.coordinate)) }
        return FittedViewport(viewport: viewport, showsAll: frames.allSatisfy { bounds.union($0) == bounds })
    }

    /// The items on the rotated map.
    private func solverItems(_ items: [FitItem]) -> [FitSolver.Item] {
        let turn = turn
        return zip(items, positions(of: items)).map { FitSolver.Item(position: turn.apply($1), extent: $0.extent) }
    }

    /// Where items are in units of Web Mercator's square, which is cut where the narrowest box around them begins.
    private func positions(of items: [FitItem]) -> [Point] {
        let places = items.map(\.coordinate.wrapped)
        let boxes = places.compactMap { CoordinateBox(around: CollectionOfOne($0)) }
        let cut = CoordinateBox(narrowestAround: boxes).map { WebMercator.project($0.corners[0]).x } ?? 0
        return places.map { place in
            var position = WebMercator.project(place)
            position.x -= (position.x - cut).rounded(.down)
            return position
        }
    }

    private func fit(_ items: [FitSolver.Item], _ zooms: ClosedRange<Double>) -> FittedViewport {
        let sizes = worldSize(atZoom: zooms.lowerBound)...worldSize(atZoom: zooms.upperBound)
        var solver = FitSolver(items: items, room: content.size)
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
}

extension Coordinate {
    /// The same coordinate with a longitude within -180...180.
    fileprivate var wrapped: Coordinate { Coordinate(latitude: latitude, longitude: wrapLongitude(longitude)) }
}

/// Finds the largest size of the world at which items, whose size on screen is fixed, fit into a rectangle.
///
/// Along each axis the items need `max(size * position + maximum) - min(size * position + minimum)` points. That is a convex,
/// piecewise linear function of the world's size, so Newton's steps from above meet the answer after few rounds.
struct FitSolver {
    struct Item {
        /// In the unit square of Web Mercator, rotated with the map.
        var position: Point
        /// In points, relative to the position.
        var extent: Rect
    }

    var items: [Item]
    /// Points.
    var room: Size

    /// The same items without extents.
    var withoutExtents: FitSolver {
        let none = Rect(x: 0, y: 0, width: 0, height: 0)
        return FitSolver(items: items.map { Item(position: $0.position, extent: none) }, room: room)
    }

    /// The largest size of the world, in points, at which all items fit; nil when there is none in the range.
    func largestWorld(in sizes: ClosedRange<Double>) -> Double? {
        var size = sizes.upperBound
        for axis in [Axis(items, \.x, \.minX, \.maxX, room.width), Axis(items, \.y, \.minY, \.maxY, room.height)] {
            guard let limit = axis.largestWorld(atMost: size) else { return nil }
            size = min(size, limit)
        }
        // The second axis may have reduced the size below the range in which the first fits.
        let fits = Axis(items, \.x, \.minX, \.maxX, room.width).need(size).length <= room.width + 1e-6
        return fits && size >= sizes.lowerBound ? size : nil
    }

    /// The rotated position that is in the middle of all items with their extents.
    func center(ofWorld size: Double) -> Point {
        let x = Axis(items, \.x, \.minX, \.maxX, room.width).need(size)
        let y = Axis(items, \.y, \.minY, \.maxY, room.height).need(size)
        let origin = items.first?.position ?? .zero
        return origin + Point((x.low + x.high) / 2 / size, (y.low + y.high) / 2 / size)
    }

    /// The rotated position in the middle of as many items as there is room for, found for each axis by itself.
    func centerOfMost(ofWorld size: Double) -> Point {
        let x = Axis(items, \.x, \.minX, \.maxX, room.width).middleOfMost(size)
        let y = Axis(items, \.y, \.minY, \.maxY, room.height).middleOfMost(size)
        return (items.first?.position ?? .zero) + Point(x / size, y / size)
    }

    private struct Axis {
        /// Positions relative to the first item's, so that close ones keep their precision at high zooms.
        var spans: [(position: Double, low: Double, high: Double)]
        var room: Double

        init(
            _ items: [Item], _ position: KeyPath<Point, Double>, _ low: KeyPath<Rect, Double>,
            _ high: KeyPath<Rect, Double>, _ room: Double
        ) {
            let origin = items.first.map { $0.position[keyPath: position] } ?? 0
            spans = items.map {
                ($0.position[keyPath: position] - origin, $0.extent[keyPath: low], $0.extent[keyPath: high])
            }
            self.room = room
        }

        /// The extent of all items at a size of the world, and the derivative of its length by the size.
        func need(_ size: Double) -> (low: Double, high: Double, length: Double, slope: Double) {
            var (low, high) = (Double.infinity, -Double.infinity)
            var (lowPosition, highPosition) = (0.0, 0.0)
            for span in spans {
                let (a, b) = (span.position * size + span.low, span.position * size + span.high)
                if a < low { (low, lowPosition) = (a, span.position) }
                if b > high { (high, highPosition) = (b, span.position) }
            }
            return (low, high, high - low, highPosition - lowPosition)
        }

        /// The middle of the largest group of spans that there is room for; of all spans where they fit, or none does.
        func middleOfMost(_ size: Double) -> Double {
            let all = need(size)
            let middle = (all.low + all.high) / 2
            guard all.length > room + 1e-6 else { return middle }
            // The comparison of the loop below, so that each span that is kept fits into the group that it begins.
            let ends = spans.map { (low: $0.position * size + $0.low, high: $0.position * size + $0.high) }
                .filter { $0.high <= $0.low + room }
            let (lows, highs) = (ends.map(\.low).sorted(), ends.map(\.high).sorted())
            var best = (count: 0, middle: middle)
            var last = 0
            for (first, low) in lows.enumerated() {
                // What begins before `low` ends before `low + room`, so that the counts can be subtracted.
                while last < highs.count, highs[last] <= low + room { last += 1 }
                let group = (count: last - first, middle: (low + highs[last - 1]) / 2)
                let isCloser = abs(group.middle - middle) < abs(best.middle - middle)
                if group.count > best.count || (group.count == best.count && isCloser) { best = group }
            }
            return best.middle
        }

        func largestWorld(atMost limit: Double) -> Double? {
            var size = limit
            // Each step makes another pair of items the outermost; a convex function needs far fewer than 64.
            for _ in 0..<64 {
                let need = need(size)
                if need.length <= room + 1e-9 { return size }
                guard need.slope > 0 else { return nil }
                let next = size - (need.length - room) / need.slope
                guard next > 0 else { return nil }
                if next >= size { return size }
                size = next
            }
            return need(size).length <= room + 1e-6 ? size : nil
        }
    }
}

extension Viewport {
    /// The region that a camera with the same insets, bearing and tilt shows from here, as MapKit's `region`: framed again, it
    /// leads to the same view.
    ///
    /// Its center is in the middle of `content`. A turned or tilted camera sees more than that; see `bounds` and `footprint`. It
    /// ends at the ends of the world, where it may lead to a view that is a little farther away.
    package var region: (center: Coordinate, span: CoordinateSpan) {
        let center = coordinate(at: content.center)
        let frame = ViewportFrame(
            size: size, scale: scale, bearing: bearing, content: content, tilt: tilt, projection: projection)
        let flat = frame.flatSpan(around: center, zoom: zoom)
        return (center, perspective == nil ? flat : frame.tiltedSpan(flat, around: center, zoom: zoom))
    }
}

extension ViewportFrame {
    /// The span that fills the content rectangle of a map seen from straight above, in the proportion of the box around what is
    /// seen.
    fileprivate func flatSpan(around center: Coordinate, zoom: Double) -> CoordinateSpan {
        let world = worldSize(atZoom: zoom)
        let seen = turn.apply(Rect(size: content.size))
        let turned = turn.apply(Rect(size: seen.size))
        let scale = min(content.width / turned.width, content.height / turned.height) / world
        let (c, half) = (WebMercator.project(center), seen.height * scale / 2)
        // A degree is longest on the map at the end that is farther from the equator.
        let ends = [-half, half].map { WebMercator.unproject(c + Point(0, $0)).latitude }
        let latitude = max(-WebMercator.maxLatitude, min(WebMercator.maxLatitude, center.latitude))
        return CoordinateSpan(
            latitudeDelta: min(180, 2 * min(ends[0] - latitude, latitude - ends[1])),
            longitudeDelta: min(360, 360 * seen.width * scale))
    }

    /// The largest span in the proportion of another that a tilted camera, or one before a globe, sees within the content
    /// rectangle.
    fileprivate func tiltedSpan(_ flat: CoordinateSpan, around center: Coordinate, zoom: Double) -> CoordinateSpan {
        func scaled(_ factor: Double) -> CoordinateSpan {
            CoordinateSpan(
                latitudeDelta: min(180, factor * flat.latitudeDelta),
                longitudeDelta: min(360, factor * flat.longitudeDelta))
        }
        var (low, high) = (0.0, 2.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if shows(scaled(middle), around: center, zoom: zoom) { low = middle } else { high = middle }
        }
        return scaled(low)
    }
}
