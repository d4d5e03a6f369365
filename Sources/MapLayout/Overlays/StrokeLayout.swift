// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapScene

/// The marks of lines with one look, in pixels.
struct StrokeLayout {
    let look: LineStyle
    /// Pixels a point.
    let scale: Double
    /// Pixels.
    let width: Double
    /// Nil for a line without a rim.
    let casingColor: Color?

    init(_ look: LineStyle, viewport: Viewport, latitude: Double, isShaded: Bool = false) {
        self.look = look
        casingColor = look.casing.map { $0.color ?? (isShaded ? .white : look.strokeColor.mix(.black, 0.35)) }
        scale = viewport.scale
        switch look.lineWidth {
        case .points(let points): width = points * scale
        case .meters(let meters):
            width = meters / WebMercator.metersPerPoint(at: latitude, zoom: viewport.zoom) * scale
        }
    }

    private var casingWidth: Double { look.casing.map { width + 2 * $0.width * scale } ?? width }

    /// How far from the line something is painted.
    var reach: Double { style(width: casingWidth, from: 0).reach + 1 }

    /// Thinner lines are hit beside them too: a finger has no tip of one point.
    static let minReach = 4.0

    /// Where lines can be hit; nil for none.
    func hitShape(_ stretches: [LineStretch]) -> HitShape? {
        guard !stretches.isEmpty else { return nil }
        var path = Path()
        for stretch in stretches { path.addLines(stretch.points, closed: false) }
        return .line(path, reach: max(casingWidth / 2, Self.minReach * scale))
    }

    /// Casing below line.
    func marks(_ stretches: [LineStretch]) -> [Mark] {
        casing(stretches) + line(stretches)
    }

    func casing(_ stretches: [LineStretch]) -> [Mark] {
        casingColor.map { strokes(stretches, width: casingWidth, $0) } ?? []
    }

    func line(_ stretches: [LineStretch]) -> [Mark] {
        strokes(stretches, width: width, look.strokeColor)
    }

    /// Rings that are seen as a whole stay closed, so that their ends meet in a corner.
    func marks(rings: [[Point]], in rect: Rect) -> [Mark] {
        var closed = Path()
        var open: [LineStretch] = []
        for ring in rings {
            guard let first = ring.first else { continue }
            if look.isPartial {
                let edge = ring + [first]
                guard let shown = look.drawnPart(of: edge, length: length(of: edge)) else { continue }
                open += visibleStretches(of: shown.points, in: rect, from: shown.start)
            } else if ring.allSatisfy(rect.contains) {
                closed.addLines(ring, closed: true)
            } else {
                open += visibleStretches(of: ring + [first], in: rect)
            }
        }
        func both(_ width: Double, _ color: Color) -> [Mark] {
            let whole = closed.isEmpty ? [] : [Mark.stroke(closed, style(width: width, from: 0), color)]
            return whole + strokes(open, width: width, color)
        }
        let edge = casingColor.map { both(casingWidth, $0) } ?? []
        return edge + both(width, look.strokeColor)
    }

    private func strokes(_ stretches: [LineStretch], width: Double, _ color: Color) -> [Mark] {
        guard width > 0, !stretches.isEmpty else { return [] }
        guard !look.lineDashPattern.isEmpty else {
            var path = Path()
            for stretch in stretches { path.addLines(stretch.points, closed: false) }
            return [.stroke(path, style(width: width, from: 0), color)]
        }
        return stretches.map { stretch in
            var path = Path()
            path.addLines(stretch.points, closed: false)
            return .stroke(path, style(width: width, from: stretch.start), color)
        }
    }

    func style(width: Double, from start: Double) -> StrokeStyle {
        StrokeStyle(
            width: width, cap: look.lineCap.inDrawing, join: look.lineJoin.inDrawing, miterLimit: look.miterLimit,
            dash: look.lineDashPattern.map { $0 * scale }, dashPhase: look.lineDashPhase * scale + start)
    }
}

extension LineStyle {
    /// True when a line is not drawn from its start to its end.
    var isPartial: Bool { strokeStart > 0 || strokeEnd < 1 }

    /// The part of a line between `strokeStart` and `strokeEnd`; nil when there is none.
    func drawnPart(of line: [Point], length: Double) -> LineStretch? {
        guard isPartial else { return LineStretch(points: line, start: 0) }
        let (from, to) = (max(0, strokeStart) * length, min(1, strokeEnd) * length)
        return LineStretch(points: line, start: 0).part(from: from, to: to).map { LineStretch(points: $0, start: from) }
    }
}

extension LineStyle.Cap {
    var inDrawing: StrokeStyle.Cap {
        switch self {
        case .butt: .butt
        case .round: .round
        case .square: .square
        }
    }
}

extension LineStyle.Join {
    var inDrawing: StrokeStyle.Join {
        switch self {
        case .miter: .miter
        case .round: .round
        case .bevel: .bevel
        }
    }
}
