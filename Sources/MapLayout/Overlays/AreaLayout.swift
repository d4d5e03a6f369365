// SPDX-License-Identifier: MIT
package import MapCanvas
import MapCore
package import MapGeo
package import MapGeometry
import MapImages
package import MapScene

/// Lays out polygons and circles.
struct AreaLayout {
    let viewport: Viewport

    /// Of circles. Those on a terrain are drawn into each of its tiles.
    private static let (mostCorners, mostDrapedCorners) = (4096.0, 1024.0)

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
            // Each lies in the one before.
            output.veil = output.veil ?? layer.hitShapes[0]
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
        let most = viewport.drape == nil ? Self.mostCorners : Self.mostDrapedCorners
        let count = max(64, min(most, 10 * pixels.squareRoot()))
        return unwrappedRing(circle.center.circle(radius: circle.radius, count: Int(count)))
    }

    private func paint(_ rings: [[Coordinate]], fill: Color?, lineStyle: LineStyle?) -> OverlayMarks {
        var output = OverlayMarks()
        let latitudes = rings.first.map { $0.map(\.latitude) } ?? []
        let latitude = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
        let strokes = lineStyle.map { StrokeLayout($0, viewport: viewport, latitude: latitude) }
        let reach = strokes?.reach ?? 1
        let window = viewport.groundWindow(reach: reach + 4)
        let edges = rings.map { drawnEdges(of: $0) }
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
            output.marks += strokes?.marks(rings: copy, edges: edges, in: window) ?? []
        }
        output.bounds = output.bounds.inset(by: -reach)
        // The whole area can be hit, filled or not.
        output.hitShapes = [all.isEmpty ? nil : .area(all, .evenOdd)]
        return output
    }

    /// For each edge of a ring, from its corner to the next, whether it is drawn: there is no edge where a ring around a
    /// pole is closed along it, and where a flat map ends before the ring does.
    private func drawnEdges(of ring: [Coordinate]) -> [Bool] {
        // Boxes of the world are written with fewer digits.
        let limit = WebMercator.maxLatitude + 1e-6
        let isBeyond = ring.map { !viewport.isCurved && abs($0.latitude) > limit }
        var edges = ring.indices.map { !(isBeyond[$0] && isBeyond[($0 + 1) % ring.count]) }
        if ring.endsAtPole { edges.replaceSubrange((ring.count - 3)..., with: [false, false, false]) }
        return edges
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
        let project = viewport.isCurved ? viewport.mercator : { WebMercator.project($0) }
        self.lines = lines.map { $0.map(project) }
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

/// Lays out the vertex handles of polygons that are being edited.
///
/// They are painted above everything but the attribution, so that each can be grabbed.
package struct HandleLayout {
    /// A handle; lengths in pixels.
    package struct Handle {
        /// The id of its drawing item, such as `overlay/area/handle/3`.
        package var id: String
        /// The index of the polygon's overlay.
        package var overlay: Int
        /// The index of the vertex in ring order.
        package var vertex: Int
        package var coordinate: Coordinate
        /// The vertex's pixel.
        package var center: Point
        /// The touch area.
        package var hitBox: Rect
        var isHighlighted: Bool
        fileprivate var mark: Mark
    }

    /// Those that the camera sees.
    package private(set) var handles: [Handle] = []

    package init(viewport: Viewport, overlays: [Overlay], images: [ImageAsset: AnnotationImage] = [:]) {
        for (index, overlay) in overlays.enumerated() {
            guard case .polygon(let polygon) = overlay.content, let style = polygon.handles, overlay.isFinite,
                overlay.alpha > 0
            else {
                continue
            }
            let artwork = HandleArtwork(style, color: polygon.style?.strokeColor, images: images)
            let size = style.hitSize * viewport.scale
            for (vertex, corner) in polygon.corners.enumerated() where viewport.isInFront(corner) {
                let center = viewport.pixel(for: corner)
                let isHighlighted = style.highlighted == vertex
                handles.append(
                    Handle(
                        id: "\(overlay.path(at: index))/handle/\(vertex)", overlay: index, vertex: vertex,
                        coordinate: corner, center: center,
                        hitBox: Rect(center: center, size: size), isHighlighted: isHighlighted,
                        mark: artwork.mark(isHighlighted: isHighlighted, at: center, scale: viewport.scale)))
            }
        }
    }

    /// Highlighted handles are painted last.
    package var items: [DrawingItem] {
        (handles.filter { !$0.isHighlighted } + handles.filter(\.isHighlighted)).map {
            DrawingItem(
                id: $0.id, role: .handle, bounds: $0.mark.bounds, mark: $0.mark,
                targets: [Target(path: $0.id, shape: .box($0.hitBox))])
        }
    }

    /// Boxes that map labels must avoid, in pixels.
    package var boxes: [Rect] { handles.map { $0.mark.bounds } }
}

/// The artwork of handles.
struct HandleArtwork {
    private let normal: AnnotationImage?
    private let highlighted: AnnotationImage?
    private let color: Color

    /// Images that failed to load were reported by the loader; the default dot replaces them.
    init(_ style: Handles, color: Color?, images: [ImageAsset: AnnotationImage]) {
        normal = style.image.flatMap { images[$0] }
        highlighted = style.highlightedImage.flatMap { images[$0] } ?? normal
        self.color = (color ?? .systemBlue).withoutOpacity
    }

    /// The handle in pixels; images keep their natural size and are aligned to whole pixels.
    func mark(isHighlighted: Bool, at center: Point, scale: Double) -> Mark {
        guard let image = isHighlighted ? highlighted : normal else {
            return dot(isHighlighted).placed(scale: scale, at: center)
        }
        let (width, height) = (image.size.width, image.size.height)
        let corner = center - Point(width / 2, height / 2) * scale
        return image.mark(in: Rect(x: 0, y: 0, width: width, height: height))
            .placed(scale: scale, at: Point(corner.x.rounded(), corner.y.rounded()))
    }

    /// A dot in a white ring; the highlighted one is larger and has a halo.
    private func dot(_ isHighlighted: Bool) -> Mark {
        let ring = isHighlighted ? 11.0 : 7.5
        let shadow = SoftShadow.circle(
            center: Point(0, 1), radius: ring, blur: isHighlighted ? 4 : 2.5, color: .black.opacity(0.3))
        let glow = Mark.fill(.circle(center: .zero, radius: 20), .nonZero, .color(color.opacity(0.2)))
        return .group(
            Group(
                marks: (isHighlighted ? [glow] : []) + [
                    shadow, .fill(.circle(center: .zero, radius: ring), .nonZero, .color(.white)),
                    .stroke(.circle(center: .zero, radius: ring), StrokeStyle(width: 0.5), .black.opacity(0.16)),
                    .fill(.circle(center: .zero, radius: ring - (isHighlighted ? 3.2 : 2.4)), .nonZero, .color(color)),
                ]))
    }
}

extension Color {
    /// The same color, opaque.
    fileprivate var withoutOpacity: Color { Color(red: red, green: green, blue: blue) }
}
