// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapScene

/// Strokes lines in one `LineStyle`, in pixels.
struct StrokeLayout {
    let lineStyle: LineStyle
    /// Output pixels per point.
    let scale: Double
    /// In pixels.
    let width: Double
    /// Nil for a line without a casing.
    let casingColor: Color?
    /// All that is seen, and some pixels more; nil where the ground is seen in perspective.
    private let frame: Rect?

    init(_ lineStyle: LineStyle, viewport: Viewport, latitude: Double, isShaded: Bool = false) {
        self.lineStyle = lineStyle
        casingColor = lineStyle.casing.map { $0.color ?? (isShaded ? .white : lineStyle.strokeColor.mix(.black, 0.35)) }
        scale = viewport.scale
        frame = viewport.perspective == nil ? viewport.pixelRect.inset(by: -2) : nil
        switch lineStyle.lineWidth {
        case .points(let points): width = points * scale
        case .meters(let meters):
            width = meters / viewport.metersPerPoint(at: latitude) * scale
        }
    }

    private var casingWidth: Double { lineStyle.casing.map { width + 2 * $0.width * scale } ?? width }

    /// The distance from the line that paint can cover, in pixels.
    var reach: Double { style(width: casingWidth, from: 0).outset + 1 }

    /// The least distance from a line at which it is hit, in points; a touch is imprecise.
    static let minReach = 4.0

    /// The hit shape of a line; nil when none of it is visible.
    func hitShape(_ segments: [PolylineSegment]) -> HitShape? {
        guard !segments.isEmpty else { return nil }
        var path = Path()
        for segment in segments { path.addLines(segment.points, closed: false) }
        return .line(path, tolerance: max(casingWidth / 2, Self.minReach * scale))
    }

    /// The casing and the line.
    func marks(_ segments: [PolylineSegment]) -> [Mark] {
        casing(segments) + line(segments)
    }

    func casing(_ segments: [PolylineSegment]) -> [Mark] {
        casingColor.map { strokes(segments, width: casingWidth, $0) } ?? []
    }

    func line(_ segments: [PolylineSegment]) -> [Mark] {
        strokes(segments, width: width, lineStyle.strokeColor)
    }

    /// Rings that are entirely visible stay closed, so that their ends are joined.
    ///
    /// - Parameters:
    ///   - rings: without repeating the first point.
    ///   - edges: for each ring, whether the edges from its points to the next ones are drawn.
    ///   - rect: the window.
    /// - Returns: the casings, and the lines on them.
    func marks(rings: [[Point]], edges: [[Bool]], in rect: Rect) -> [Mark] {
        var closed = Path()
        var open: [PolylineSegment] = []
        for (ring, edges) in zip(rings, edges) {
            guard let first = ring.first else { continue }
            if lineStyle.isPartial || edges.contains(false) {
                let lines = lines(of: ring, edges)
                let length = lines.reduce(0) { $0 + $1.lineLength }
                var start = 0.0
                for line in lines {
                    if let shown = lineStyle.drawnPart(of: line, from: start, length: length) {
                        open += visibleSegments(of: shown.points, in: rect, from: shown.start)
                    }
                    start += line.lineLength
                }
            } else if ring.allSatisfy(rect.contains) {
                closed.addLines(ring, closed: true)
            } else {
                open += visibleSegments(of: ring + [first], in: rect)
            }
        }
        func both(_ width: Double, _ color: Color) -> [Mark] {
            let whole = closed.isEmpty ? [] : [mark(closed, style(width: width, from: 0), color)]
            return whole + strokes(open, width: width, color)
        }
        let edge = casingColor.map { both(casingWidth, $0) } ?? []
        return edge + both(width, lineStyle.strokeColor)
    }

    /// The edges of a ring that are drawn, joined where they meet.
    private func lines(of ring: [Point], _ edges: [Bool]) -> [[Point]] {
        let start = (edges.lastIndex(of: false) ?? -1) + 1
        var lines: [[Point]] = []
        var isOpen = false
        for offset in ring.indices {
            let index = (start + offset) % ring.count
            if edges[index] {
                if !isOpen { lines.append([ring[index]]) }
                lines[lines.count - 1].append(ring[(index + 1) % ring.count])
            }
            isOpen = edges[index]
        }
        return lines
    }

    private func strokes(_ segments: [PolylineSegment], width: Double, _ color: Color) -> [Mark] {
        guard width > 0, !segments.isEmpty else { return [] }
        var solid = style(width: width, from: 0)
        guard solid.isDashed else {
            solid.dash = []
            var path = Path()
            for segment in segments { path.addLines(segment.points, closed: false) }
            return [mark(path, solid, color)]
        }
        return segments.map { segment in
            let path = Path(segment.points, closed: false)
            return mark(path, style(width: width, from: segment.start), color)
        }
    }

    /// A stroke; or what is seen of it, as an area, where it is so wide that thousands of dashes or corners would lie one over the
    /// other.
    private func mark(_ path: Path, _ style: StrokeStyle, _ color: Color) -> Mark {
        guard let frame, style.width > frame.width + frame.height else {
            return .stroke(path, style, color)
        }
        return .fill(path.strokeAreas(style, in: frame), .nonZero, .color(color))
    }

    func style(width: Double, from start: Double) -> StrokeStyle {
        StrokeStyle(
            width: width, cap: lineStyle.lineCap.inDrawing, join: lineStyle.lineJoin.inDrawing,
            miterLimit: lineStyle.miterLimit,
            dash: lineStyle.lineDashPattern.map { $0 * scale }, dashPhase: lineStyle.lineDashPhase * scale + start)
    }
}

extension LineStyle {
    /// True when only a part of a line is drawn.
    var isPartial: Bool { strokeStart > 0 || strokeEnd < 1 }

    /// The part between `strokeStart` and `strokeEnd`; nil when it is empty.
    ///
    /// - Parameters:
    ///   - line: all, or a part of what is drawn.
    ///   - start: the distance of its first point along the whole.
    ///   - length: of the whole.
    /// - Returns: its distance is along the whole.
    func drawnPart(of line: [Point], from start: Double = 0, length: Double) -> PolylineSegment? {
        guard isPartial else { return PolylineSegment(points: line, start: start) }
        let (from, to) = (max(start, strokeStart * length), min(1, strokeEnd) * length)
        let part = MeasuredLine(line, from: start).part(from: from, to: to)
        return part.count > 1 ? PolylineSegment(points: part, start: from) : nil
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
