// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene

/// Lays out polygons and circles.
struct AreaLayout {
    let viewport: Viewport

    func paint(_ polygon: Polygon) -> OverlayMarks {
        paint(rings(of: polygon), fill: polygon.fillColor, lineStyle: polygon.style)
    }

    func paint(_ circle: Circle) -> OverlayMarks {
        paint([ring(of: circle)], fill: circle.fillColor, lineStyle: circle.style)
    }

    /// Nobody points at the night.
    func paint(_ night: Night) -> OverlayMarks {
        var output = OverlayMarks()
        for circle in night.areas {
            let layer = paint(circle)
            output.marks += layer.marks
            output.bounds = output.bounds.union(layer.bounds)
        }
        return output
    }

    /// The outer ring and the holes, unwrapped across the antimeridian and aligned with each other.
    func rings(of polygon: Polygon) -> [[Coordinate]] {
        let outer = unwrappedRing(polygon.coordinates)
        return [outer] + polygon.holes.map { aligned(unwrappedRing($0), with: outer) }
    }

    /// A polygon that approximates the circle on the ground.
    func ring(of circle: Circle) -> [Coordinate] {
        let pixels =
            circle.radius / WebMercator.metersPerPoint(at: circle.center.latitude, zoom: viewport.zoom) * viewport.scale
        // A chord deviates by radius · (1 - cos(π / n)): less than 1/20 pixel for n = 10 √radius.
        let count = max(64, min(4096, 10 * pixels.squareRoot()))
        return unwrappedRing(circle.center.circle(radius: circle.radius, count: Int(count)))
    }

    private func paint(_ rings: [[Coordinate]], fill: Color?, lineStyle: LineStyle?) -> OverlayMarks {
        var output = OverlayMarks()
        let latitudes = rings.first.map { $0.map(\.latitude) } ?? []
        let latitude = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
        let strokes = lineStyle.map { StrokeLayout($0, viewport: viewport, latitude: latitude) }
        let reach = strokes?.reach ?? 1
        let window = viewport.groundWindow(reach: reach + 4)
        // Where a ring around a pole is closed along it, there is no edge.
        let isPolar = rings.map(\.endsAtPole)
        var all = Path()
        for copy in MercatorShape(rings, in: viewport).copies(in: viewport, reach: reach) {
            var area = Path()
            for ring in copy {
                let inside = clippedRing(ring, to: window)
                for p in inside { output.bounds.extend(to: p) }
                area.addLines(inside, closed: true)
            }
            all.append(area)
            if let fill, !fill.isInvisible, !area.isEmpty { output.marks.append(.fill(area, .evenOdd, .color(fill))) }
            output.marks += strokes?.marks(rings: copy, isPolar: isPolar, in: window) ?? []
        }
        output.bounds = output.bounds.inset(by: -reach)
        // The whole area can be hit, filled or not.
        output.hitShapes = [all.isEmpty ? nil : .area(all, .evenOdd)]
        return output
    }
}

extension [Coordinate] {
    /// True for a ring around a pole, as `unwrappedRing` closes it.
    fileprivate var endsAtPole: Bool {
        guard count > 3, let first, let last else { return false }
        let (end, pole) = (self[count - 3], self[count - 2])
        return abs(last.latitude) == 90 && pole.latitude == last.latitude && last.longitude == first.longitude
            && pole.longitude == end.longitude && end.latitude == first.latitude && end.longitude != first.longitude
    }
}

/// Lines or rings in the unit Mercator square; x continues beyond it across the antimeridian.
struct MercatorShape {
    private(set) var lines: [[Point]]
    private let box: Rect

    /// - Parameters:
    ///   - lines: unwrapped across the antimeridian.
    ///   - viewport: of the map; a globe reaches to the poles.
    init(_ lines: [[Coordinate]], in viewport: Viewport) {
        self.lines = lines.map { $0.map(viewport.mercator) }
        box = Rect(around: self.lines.joined())
    }

    /// The lines in pixels of the ground, once per copy of the world that may be visible.
    ///
    /// - Parameters:
    ///   - viewport: of the map.
    ///   - reach: how far from the lines paint extends, in pixels.
    /// - Returns: the lines of each copy, in the order of `lines`.
    func copies(in viewport: Viewport, reach: Double) -> [[[Point]]] {
        guard !box.isNull else { return [] }
        let view = viewport.groundToMercator.apply(viewport.groundRect.inset(by: -reach))
        let (first, last) = ((view.minX - box.maxX).rounded(.up), (view.maxX - box.minX).rounded(.down))
        // The lowest zoom shows fewer than a hundred copies of the world, and a line spans a bounded number of them.
        guard first <= last, last - first < 4200, view.minY <= box.maxY, view.maxY >= box.minY else { return [] }
        let count = lines.reduce(0) { $0 + $1.count }
        guard RenderBudget.spend(count * (Int(last - first) + 1), .vertices, at: "overlays") else { return [] }
        // A globe has one world.
        let copies =
            viewport.isGlobe
            ? [(WebMercator.project(viewport.center).x - box.center.x).rounded()]
            : (0...Int(last - first)).map { first + Double($0) }
        return copies.map { worlds in
            let toPixel = Transform.translation(Point(worlds, 0)).then(viewport.mercatorToGround)
            return lines.map { $0.map(toPixel.apply) }
        }
    }
}
