// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapScene

/// A small map, laid out for the map that it is drawn in.
package struct DrawnInset {
    let drawing: Drawing
    let viewport: Viewport
    /// Of the map around it.
    let outerViewport: Viewport

    /// The outline of the map around it; longitudes are wrapped only where that map is cut.
    fileprivate var extent: [Coordinate] {
        let outline = outerViewport.footprint
        let next = outline.dropFirst() + outline.prefix(1)
        guard outerViewport.isCurved, zip(outline, next).contains(where: { abs($0.longitude - $1.longitude) > 180 })
        else {
            return outline
        }
        return outline.map { Coordinate(latitude: $0.latitude, longitude: wrapLongitude($0.longitude)) }
    }
}

/// The marks of an inset: its map, the extent of the map around it, and an edge. In pixels from its top-left corner.
struct InsetArtwork {
    let inset: Inset
    let drawn: DrawnInset
    let palette: DecorationPalette
    /// Pixels per point.
    let scale: Double

    /// The least side of an extent, in points: a smaller one is drawn with that side.
    private static let leastExtent = 5.0

    init(_ inset: Inset, _ drawn: DrawnInset, palette: DecorationPalette, scale: Double) {
        (self.inset, self.drawn, self.palette, self.scale) = (inset, drawn, palette, scale)
    }

    private var rect: Rect { drawn.viewport.pixelRect }

    var marks: [Mark] {
        let hasFrame = inset.hasFrame ?? !drawn.viewport.isGlobe
        // Each item is a group of its own, so that formats do not join what different layers have.
        let items = drawn.drawing.items.map { Mark.group(Group(marks: [$0.mark])) }
        let map = Mark.group(Group(clip: .rectangle(rect), marks: items + (inset.showsExtent ? extentMarks : [])))
        guard hasFrame else { return [map] }
        let edge = { (width: Double, inset: Double, color: Color) in
            Mark.stroke(
                .rectangle(rect.inset(by: inset * scale)), StrokeStyle(width: width * scale, join: .miter), color)
        }
        return [
            .fill(.rectangle(rect.inset(by: -3 * scale)), .nonZero, .color(palette.background)), map,
            edge(0.75, -0.375, palette.foreground), edge(0.4, -2.8, palette.foreground.opacity(0.6)),
        ]
    }

    private var extentMarks: [Mark] {
        let extent = drawn.extent
        let ring = outerRing(extent)
        let outline = outline(of: ring)
        let box = Rect(around: outline)
        guard outline.count > 2, !box.isNull, box.intersects(rect) else { return [] }
        let color = inset.extentColor ?? Color(rgb: 0xD7263D)
        var path = Path()
        let least = Self.leastExtent * scale
        if max(box.width, box.height) < least {
            path = .rectangle(Rect(center: box.center, size: Size(width: least, height: least)))
        } else if ring.count > extent.count {
            let edge = LineStyle(
                strokeColor: color, lineWidth: .points(1.5), lineCap: .butt, lineJoin: .miter,
                casing: LineStyle.Casing(color: palette.background.opacity(0.85), width: 0.75))
            let area = Polygon(extent, fillColor: color.opacity(0.12 * color.alpha), style: edge)
            return AreaLayout(viewport: drawn.viewport).paint(area).projected(in: drawn.viewport).marks
        } else {
            path.addLines(outline, closed: true)
        }
        let stroke = { (width: Double, color: Color) in
            Mark.stroke(path, StrokeStyle(width: width * scale, join: .miter), color)
        }
        return [
            .fill(path, .nonZero, .color(color.opacity(0.12 * color.alpha))),
            stroke(3, palette.background.opacity(0.85)), stroke(1.5, color),
        ]
    }

    /// The extent without jumps where the map around is cut; one around a pole is closed along it, and has more corners.
    private func outerRing(_ extent: [Coordinate]) -> [Coordinate] {
        drawn.outerViewport.isCurved ? unwrappedRing(extent) : extent
    }

    /// A ring in pixels; what a globe hides of it is left out.
    private func outline(of corners: [Coordinate]) -> [Point] {
        let view = drawn.viewport
        guard let first = corners.first else { return [] }
        guard view.perspective == nil else {
            return corners.indices.flatMap { index -> [Coordinate] in
                let (a, b) = (corners[index], corners[(index + 1) % corners.count])
                return (0..<16).map { step in
                    let t = Double(step) / 16
                    return Coordinate(
                        latitude: a.latitude + (b.latitude - a.latitude) * t,
                        longitude: a.longitude + (b.longitude - a.longitude) * t)
                }
            }.filter(view.isInFront).map(view.pixel)
        }
        // The copy of the world that is nearest to the middle.
        let points = corners.map { WebMercator.project($0) }
        let middle = view.groundToMercator.apply(view.pixelRect.center).x
        let shift = Point((middle - WebMercator.project(first).x).rounded(), 0)
        return points.map { view.mercatorToGround.apply($0 + shift) }
    }
}

extension Rect {
    /// The box, in points, with its upper left corner on a whole pixel.
    func onWholePixels(scale: Double) -> Rect {
        Rect(x: (minX * scale).rounded() / scale, y: (minY * scale).rounded() / scale, width: width, height: height)
    }
}
