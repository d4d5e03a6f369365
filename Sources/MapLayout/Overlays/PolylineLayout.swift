// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapRuntime
import MapScene

/// Lays out polylines of one style.
struct PolylineLayout {
    let viewport: Viewport

    /// Paints lines together; all have the style of the first.
    func paint(_ lines: [Polyline]) -> OverlayMarks {
        guard let first = lines.first else { return OverlayMarks() }
        var output = OverlayMarks()
        var (casing, strokes, arrows): ([Mark], [Mark], [Mark]) = ([], [], [])
        var lineStyle = first.style
        // Translucent lines with a casing, gradient or arrows are painted opaque and blended as a group, so that the
        // parts do not show through each other.
        if lineStyle.casing != nil || first.gradient != nil || first.arrows != nil {
            output.opacity = lineStyle.strokeColor.alpha
            lineStyle.strokeColor.alpha = 1
        }
        let layout = StrokeLayout(
            lineStyle, viewport: viewport, latitude: middleLatitude(lines), isShaded: first.gradient != nil)
        let reach = max(layout.reach, first.arrows == nil ? 0 : 24 * viewport.scale + 2 * layout.width)
        let window = viewport.groundWindow(reach: reach + 4)
        var plain: [PolylineSegment] = []
        output.hitShapes = []
        for line in lines {
            var visible: [PolylineSegment] = []
            defer { output.hitShapes.append(layout.hitShape(visible)) }
            for copy in ground(line).copies(in: viewport, reach: reach).joined() {
                let path = simplified(copy, tolerance: line.simplify * viewport.scale)
                let total = length(of: path)
                guard let shown = lineStyle.drawnPart(of: path, length: total) else { continue }
                let segments = visibleSegments(of: shown.points, in: window, from: shown.start)
                guard !segments.isEmpty else { continue }
                visible += segments
                for p in segments.lazy.flatMap(\.points) { output.bounds.extend(to: p) }
                var color: (Double) -> Color = { _ in lineStyle.strokeColor }
                if let gradient = line.gradient {
                    let shaded = GradientStroke(gradient: gradient, strokes: layout, length: total)
                    casing += layout.casing(segments)
                    strokes += shaded.marks(segments)
                    color = { shaded.color(at: $0 / total) }
                } else {
                    plain += segments
                }
                if let lineArrows = line.arrows {
                    arrows += DirectionArrows(arrows: lineArrows, strokes: layout, lineColor: color)
                        .marks(segments, length: total)
                }
            }
        }
        if !plain.isEmpty { strokes = layout.marks(plain) + strokes }
        output.marks = casing + strokes + arrows
        output.bounds = output.bounds.inset(by: -reach)
        return output
    }

    private func ground(_ line: Polyline) -> MercatorShape {
        // A fifth of a pixel, in widths of the world.
        let tolerance = 0.2 / (512 * powerOfTwo(viewport.zoom) * viewport.scale)
        let shape =
            line.geodesic
            ? geodesicLine(line.coordinates, tolerance: tolerance, limit: RenderBudget.rest(of: .vertices))
            : unwrapped(line.coordinates)
        return MercatorShape([shape], in: viewport)
    }

    /// The latitude at which a width in metres is measured for the whole line.
    private func middleLatitude(_ lines: [Polyline]) -> Double {
        let latitudes = lines.flatMap { $0.coordinates.map(\.latitude) }
        return ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
    }
}
