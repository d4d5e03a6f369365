// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// Arrowheads along a line: chevrons inside a wide line, solid heads on a narrow one.
struct DirectionArrows {
    let arrows: Polyline.Arrows
    let strokes: StrokeLayout
    /// The line's color at a distance from its start, in pixels.
    let lineColor: (Double) -> Color

    private var scale: Double { strokes.scale }
    private var isInside: Bool { strokes.width >= 5 * scale }

    /// The distance from the line that arrows cover, in pixels.
    var reach: Double { isInside ? strokes.width : size * 1.3 }

    private var size: Double { max(5 * scale, strokes.width * 1.5) }

    func marks(_ segments: [PolylineSegment], length: Double) -> [Mark] {
        let spacing = max(4 * scale, arrows.spacing * scale)
        guard length > 0, strokes.width > 0 else { return [] }
        // Evenly spaced along the whole line, half a step from its ends; at least one.
        let count = max(1, min(10_000, (length / spacing).rounded(.down)))
        return segments.flatMap { segment -> [Mark] in
            let end = segment.start + MapLayout.length(of: segment.points)
            let step = length / count
            let first = max(0, (segment.start / step - 0.5).rounded(.up))
            let last = min(count - 1, (end / step - 0.5).rounded(.down))
            guard first <= last else { return [] }
            return (Int(first)...Int(last)).flatMap { index -> [Mark] in
                let position = (Double(index) + 0.5) * step
                // The direction is measured over an arrow's length, so that small bends do not deflect it.
                guard let part = segment.part(from: position - size * 0.6, to: position + size * 0.6),
                    let a = part.first,
                    let b = part.last, a != b, let tip = segment.part(from: position - 0.01, to: position + 0.01)?.last
                else { return [] }
                let turn = Transform.rotation(angle(of: b - a)).then(.translation(tip))
                return isInside ? chevron(turn) : head(turn, position)
            }
        }
    }

    private func chevron(_ position: Transform) -> [Mark] {
        let half = strokes.width * 0.31
        var path = Path()
        path.addLines([Point(-half * 0.55, -half), Point(half * 0.55, 0), Point(-half * 0.55, half)], closed: false)
        let style = StrokeStyle(width: max(1.2 * scale, strokes.width * 0.17), cap: .round, join: .round)
        return [.stroke(path.transformed(by: position), style, arrows.color ?? .white)]
    }

    private func head(_ position: Transform, _ length: Double) -> [Mark] {
        var path = Path()
        path.addLines(
            [
                Point(-size * 0.7, -size * 0.72), Point(size * 0.8, 0), Point(-size * 0.7, size * 0.72),
                Point(-size * 0.38, 0),
            ], closed: true)
        let head = path.transformed(by: position)
        let edge = strokes.lineStyle.casing?.color ?? Color.white.opacity(0.9)
        return [
            .stroke(head, StrokeStyle(width: 2.4 * scale, join: .round), edge),
            .fill(head, .nonZero, .color(arrows.color ?? lineColor(length))),
            .stroke(head, StrokeStyle(width: 0.8 * scale, join: .round), arrows.color ?? lineColor(length)),
        ]
    }
}
