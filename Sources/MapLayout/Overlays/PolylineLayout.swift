// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
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
                let total = path.lineLength
                guard let shown = lineStyle.drawnPart(of: path, length: total) else { continue }
                let segments = visibleSegments(of: shown.points, in: window, from: shown.start)
                guard !segments.isEmpty else { continue }
                visible += segments
                for p in segments.lazy.flatMap(\.points) { output.bounds.extend(to: p) }
                var color: (Double) -> Color = { _ in lineStyle.strokeColor }
                if let gradient = line.gradient {
                    let stops =
                        gradient.followsCorners ? cornerStops(gradient, copy, path) : gradient.stops(over: total)
                    let shaded = GradientStroke(stops: stops, strokes: layout, length: total)
                    casing += layout.casing(segments)
                    strokes += shaded.marks(segments)
                    color = { shaded.color(at: $0) }
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

    /// The colors of corners at distances along a line that has fewer of them: those that were left out lie where they are
    /// nearest to it.
    ///
    /// - Parameters:
    ///   - gradient: with a color for each corner.
    ///   - line: all corners, in pixels.
    ///   - path: those that stayed, in order.
    /// - Returns: in ascending order.
    private func cornerStops(_ gradient: Polyline.Gradient, _ line: [Point], _ path: [Point]) -> [GradientStroke.Stop] {
        guard gradient.colors.count == line.count else { return gradient.stops(over: path.lineLength) }
        var stops: [GradientStroke.Stop] = []
        stops.reserveCapacity(line.count)
        var (first, place, distance) = (0, 1, 0.0)
        stops.append(GradientStroke.Stop(0, gradient.colors[0]))
        while first < line.count - 1, place < path.count {
            var next = first + 1
            while next < line.count - 1, line[next] != path[place] { next += 1 }
            let (start, end) = (path[place - 1], path[place])
            let (along, step) = (end - start, start.distance(to: end))
            // Of a way to and fro, what was left out never goes back.
            var reached = 0.0
            for corner in first + 1...next {
                let from = line[corner] - start
                let share = corner == next || step == 0 ? 1 : (from.x * along.x + from.y * along.y) / (step * step)
                reached = max(reached, min(1, share))
                stops.append(GradientStroke.Stop(distance + step * reached, gradient.colors[corner]))
            }
            distance += step
            (first, place) = (next, place + 1)
        }
        return stops
    }

    /// The latitude at which a width in metres is measured for the whole line.
    private func middleLatitude(_ lines: [Polyline]) -> Double {
        let latitudes = lines.flatMap { $0.coordinates.map(\.latitude) }
        return ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
    }
}

/// A contiguous part of a polyline.
struct PolylineSegment: Hashable {
    /// At least two, in pixels.
    var points: [Point]
    /// The line's length before the first point, in pixels.
    var start: Double
}

/// The parts of a polyline inside a rectangle. Each knows its distance along the whole line, so that dashes and
/// gradients are not affected by clipping.
///
/// - Parameters:
///   - line: the polyline.
///   - rect: the clip rectangle.
///   - start: the distance along a longer line at which `line` starts.
/// - Returns: the visible parts in order.
func visibleSegments(of line: [Point], in rect: Rect, from start: Double = 0) -> [PolylineSegment] {
    var segments: [PolylineSegment] = []
    var current: PolylineSegment?
    var length = start
    for (a, b) in zip(line, line.dropFirst()) {
        let step = a.distance(to: b)
        guard step > 0 else { continue }
        if let (enter, leave) = overlap(a, b, rect) {
            if current == nil { current = PolylineSegment(points: [a.mix(b, enter)], start: length + enter * step) }
            current?.points.append(leave == 1 ? b : a.mix(b, leave))
            if leave < 1, let done = current {
                segments.append(done)
                current = nil
            }
        } else if let done = current {
            segments.append(done)
            current = nil
        }
        length += step
    }
    if let done = current { segments.append(done) }
    return segments
}

/// The fractions at which a segment enters and leaves a rectangle; nil when it misses it.
private func overlap(_ a: Point, _ b: Point, _ rect: Rect) -> (Double, Double)? {
    if rect.contains(a), rect.contains(b) { return (0, 1) }
    var (enter, leave) = (0.0, 1.0)
    func cut(_ speed: Double, _ limit: Double) -> Bool {
        guard speed != 0 else { return limit >= 0 }
        if speed < 0 { enter = max(enter, limit / speed) } else { leave = min(leave, limit / speed) }
        return enter <= leave
    }
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    guard cut(-dx, a.x - rect.minX), cut(dx, rect.maxX - a.x), cut(-dy, a.y - rect.minY), cut(dy, rect.maxY - a.y)
    else { return nil }
    return (enter, leave)
}

/// A polyline with a gradient along its length, as short pieces of one color each.
struct GradientStroke {
    /// A color at a distance from the start, in pixels.
    struct Stop {
        var distance: Double
        var color: Color

        init(_ distance: Double, _ color: Color) { (self.distance, self.color) = (distance, color) }
    }

    /// In ascending order.
    let stops: [Stop]
    let strokes: StrokeLayout
    /// Of the whole line, in pixels.
    let length: Double
    /// Of all colors, which are then painted opaque, so that no piece shows through another; nil where it changes.
    private let opacity: Double?

    init(stops: [Stop], strokes: StrokeLayout, length: Double) {
        (self.stops, self.strokes, self.length) = (stops, strokes, length)
        let alpha = stops.first?.color.alpha
        opacity = stops.allSatisfy { $0.color.alpha == alpha } ? alpha : nil
    }

    /// Lines with more of them are drawn solid: the pattern is a mistake, and slow.
    private static let mostDashes = 10_000.0
    /// What shows twice is then about as much as what the edges of two pieces leave out between them, in pixels.
    private static let translucentOverlap = 0.2

    /// Each piece overlaps the previous one slightly, so that no gap shows, and is short enough for its color to be
    /// uniform.
    func marks(_ segments: [PolylineSegment]) -> [Mark] {
        guard length > 0, strokes.width > 0 else { return [] }
        var style = strokes.style(width: strokes.width, from: 0)
        let pattern = style.isDashed ? style.dash : []
        style.dash = []
        let marks = segments.flatMap { segment -> [Mark] in
            let measured = MeasuredLine(segment.points, from: segment.start)
            return dashes(from: segment.start, to: measured.end, pattern, phase: style.dashPhase)
                .flatMap { self.marks(from: $0, to: $1, of: measured, style) }
        }
        guard let opacity, opacity < 1 else { return marks }
        return [.group(Group(opacity: opacity, marks: marks))]
    }

    /// The ranges of the dashes between two distances: each has caps, however its colors change.
    private func dashes(
        from: Double, to: Double, _ pattern: [Double], phase: Double
    ) -> [(from: Double, to: Double)] {
        let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
        let period = lengths.reduce(0, +)
        let (first, last) = (((from + phase) / period).rounded(.down), ((to + phase) / period).rounded(.down))
        let count = (last - first) * Double(lengths.count / 2)
        guard period > 0, count < Self.mostDashes, RenderBudget.spend(Int(count), .dashes) else {
            return [(from, to)]
        }
        var dashes: [(from: Double, to: Double)] = []
        for index in stride(from: first, through: last, by: 1) {
            var start = index * period - phase
            for (number, length) in lengths.enumerated() {
                if number % 2 == 0, start <= to, start + length >= from {
                    // A dash without a length is a dot.
                    dashes.append((max(from, start), min(to, start + max(length, 1.0 / 32))))
                }
                start += length
            }
        }
        return dashes
    }

    private func marks(from: Double, to: Double, of line: MeasuredLine, _ style: StrokeStyle) -> [Mark] {
        let cuts = cuts(from: from, to: to)
        let overlap = opacity == nil ? Self.translucentOverlap : 1
        var marks = zip(cuts, cuts.dropFirst()).enumerated().compactMap { index, piece -> Mark? in
            let points = line.part(from: max(from, piece.0 - overlap), to: piece.1)
            guard points.count > 1 else { return nil }
            var style = style
            // Only the ends have caps.
            if index > 0, index < cuts.count - 2 { style.cap = .butt }
            var color = color(at: (piece.0 + piece.1) / 2)
            if opacity != nil { color.alpha = 1 }
            return .stroke(Path(points, closed: false), style, color)
        }
        // The last piece has a cap at its start as well, which lies below the others.
        if style.cap != .butt, let last = marks.popLast() { marks.insert(last, at: 0) }
        return marks
    }

    /// The distances at which the color changes by about two of 255 steps, at least a pixel apart.
    private func cuts(from: Double, to: Double) -> [Double] {
        var cuts = [from]
        for (a, b) in zip(stops[max(0, index(after: from) - 1)...], stops[index(after: from)...]) {
            guard a.distance < to else { break }
            guard b.distance > a.distance else { continue }
            let change = max(
                abs(a.color.red - b.color.red), abs(a.color.green - b.color.green), abs(a.color.blue - b.color.blue),
                abs(a.color.alpha - b.color.alpha))
            let steps = max(1, min(change * 128, b.distance - a.distance, 2000).rounded(.up))
            for step in 0...Int(steps) {
                let cut = a.distance + (b.distance - a.distance) * Double(step) / steps
                if cut > (cuts.last ?? from) + 0.5, cut < to - 0.5 { cuts.append(cut) }
            }
        }
        return cuts + [to]
    }

    /// The index of the first color beyond a distance.
    private func index(after distance: Double) -> Int {
        stops.partitioningIndex { $0.distance > distance }
    }

    /// The color at a distance from the start, in pixels.
    func color(at distance: Double) -> Color {
        guard let first = stops.first, let last = stops.last else { return strokes.lineStyle.strokeColor }
        let next = index(after: distance)
        guard next < stops.count else { return last.color }
        guard next > 0 else { return first.color }
        let (a, b) = (stops[next - 1], stops[next])
        return a.color.mix(b.color, (distance - a.distance) / (b.distance - a.distance))
    }
}

extension Polyline.Gradient {
    /// The colors at distances along a line of a length, in pixels.
    fileprivate func stops(over length: Double) -> [GradientStroke.Stop] {
        let last = Double(max(1, colors.count - 1))
        let isSpaced = locations.count == colors.count
        return colors.enumerated().map { index, color in
            GradientStroke.Stop((isSpaced ? locations[index] : Double(index) / last) * length, color)
        }
    }
}

/// Arrowheads along a line: chevrons inside a wide line, solid heads on a narrow one.
struct DirectionArrows {
    let arrows: Polyline.Arrows
    let strokes: StrokeLayout
    /// The line's color at a distance from its start, in pixels.
    let lineColor: (Double) -> Color

    private var scale: Double { strokes.scale }
    private var isInside: Bool { strokes.width >= 8 * scale }

    /// The distance from the line that arrows cover, in pixels.
    var reach: Double { isInside ? strokes.width : size * 1.3 }

    private var size: Double { max(5 * scale, strokes.width * 1.5) }

    func marks(_ segments: [PolylineSegment], length: Double) -> [Mark] {
        // Chevrons do not overlap.
        let spacing = max(4 * scale, arrows.spacing * scale, isInside ? strokes.width / 2 : 0)
        guard length > 0, strokes.width > 0 else { return [] }
        // Evenly spaced along the whole line, half a step from its ends; at least one.
        let count = max(1, min(10_000, (length / spacing).rounded(.down)))
        return segments.flatMap { segment -> [Mark] in
            let measured = MeasuredLine(segment.points, from: segment.start)
            let step = length / count
            let first = max(0, (segment.start / step - 0.5).rounded(.up))
            let last = min(count - 1, (measured.end / step - 0.5).rounded(.down))
            guard first <= last else { return [] }
            return (Int(first)...Int(last)).flatMap { index -> [Mark] in
                let position = (Double(index) + 0.5) * step
                // The direction is measured over an arrow's length, so that small bends do not deflect it.
                let part = measured.part(from: position - size * 0.6, to: position + size * 0.6)
                guard let a = part.first, let b = part.last, a != b,
                    let tip = measured.part(from: position - 0.01, to: position + 0.01).last
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
