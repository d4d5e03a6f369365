// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// A polyline with a gradient along its length, as short pieces of one color each.
struct GradientStroke {
    let gradient: Polyline.Gradient
    let strokes: StrokeLayout
    /// Of the whole line, in pixels.
    let length: Double

    /// Each piece overlaps the previous one slightly, so that no gap shows, and is short enough for its color to be
    /// uniform.
    func marks(_ segments: [PolylineSegment]) -> [Mark] {
        guard length > 0, strokes.width > 0 else { return [] }
        return segments.flatMap { segment -> [Mark] in
            let end = segment.start + MapLayout.length(of: segment.points)
            let cuts = cuts(from: segment.start, to: end)
            let style = strokes.style(width: strokes.width, from: 0)
            return zip(cuts, cuts.dropFirst()).enumerated().flatMap { index, piece -> [Mark] in
                let (from, to) = piece
                let isOuter = index == 0 || index == cuts.count - 2
                guard let points = segment.part(from: max(segment.start, from - 1), to: to) else { return [] }
                var path = Path()
                path.addLines(points, closed: false)
                var pieceStyle = style
                pieceStyle.dash = []
                // Only the ends of the line have caps.
                if !isOuter { pieceStyle.cap = .butt }
                let color = color(at: (from + to) / 2 / length)
                guard !style.dash.isEmpty else { return [.stroke(path, pieceStyle, color)] }
                pieceStyle.cap = style.cap
                return dashed(points, from: max(segment.start, from - 1), pieceStyle, style, color)
            }
        }
    }

    private func dashed(
        _ points: [Point], from start: Double, _ pieceStyle: StrokeStyle, _ style: StrokeStyle, _ color: Color
    ) -> [Mark] {
        var path = Path()
        path.addLines(points, closed: false)
        var dashed = pieceStyle
        dashed.cap = .butt
        dashed.dash = style.dash
        dashed.dashPhase = style.dashPhase + start
        return [.stroke(path, dashed, color)]
    }

    /// The distances at which the color changes by about two of 255 steps, at least a pixel apart.
    private func cuts(from: Double, to: Double) -> [Double] {
        let stops = locations.enumerated().map { ($0.element * length, gradient.colors[$0.offset]) }
        var cuts = [from]
        for ((a, colorA), (b, colorB)) in zip(stops, stops.dropFirst()) where b > a {
            let change = max(
                abs(colorA.red - colorB.red), abs(colorA.green - colorB.green), abs(colorA.blue - colorB.blue),
                abs(colorA.alpha - colorB.alpha))
            let steps = max(1, min(change * 128, b - a, 2000).rounded(.up))
            for step in 0...Int(steps) {
                let cut = a + (b - a) * Double(step) / steps
                if cut > (cuts.last ?? from) + 0.5, cut < to - 0.5 { cuts.append(cut) }
            }
        }
        return cuts + [to]
    }

    private var locations: [Double] {
        if gradient.locations.count == gradient.colors.count { return gradient.locations }
        let last = Double(max(1, gradient.colors.count - 1))
        return gradient.colors.indices.map { Double($0) / last }
    }

    /// The color at a fraction of the line's length.
    func color(at fraction: Double) -> Color {
        let locations = locations
        guard let first = gradient.colors.first, let last = gradient.colors.last else {
            return strokes.lineStyle.strokeColor
        }
        guard let next = locations.firstIndex(where: { $0 > fraction }) else { return last }
        guard next > 0 else { return first }
        let (a, b) = (locations[next - 1], locations[next])
        return gradient.colors[next - 1].mix(gradient.colors[next], (fraction - a) / (b - a))
    }
}
