// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages

/// Approximates a gradient along a line by parts of one color each.
struct LineGradient {
    /// A difference of 2/255 is barely visible.
    private static let step = 2.0 / 255
    /// More steps would only enlarge the file.
    private static let maxSteps = 1024.0

    private let colors: [Color]
    private let opacity: Double
    private let line: Ribbon.Line

    /// Colors from the start of a line to its end, of which there is at least one.
    init(_ colors: [Color], opacity: Double, _ line: Ribbon.Line) {
        (self.colors, self.opacity, self.line) = (colors, opacity, line)
    }

    /// The parts of a line that have one color. Opaque ones overlap slightly, so that no gap shows; ends within the line are
    /// cut, and straight unless dashes are round.
    func parts(of whole: LinePart) -> [(part: LinePart, color: Color)] {
        let line = MeasuredLine(whole.points)
        let length = line.length
        guard length > 0 else { return [] }
        let step = max(1, length / Self.maxSteps)
        var parts: [(part: LinePart, color: Color)] = []
        var segmentStart = 0.0
        var first = color(at: whole.start)
        var position = step
        while position < length + step {
            let distance = min(position, length)
            let last = color(at: whole.start + distance)
            if last.differs(from: first, by: Self.step) || distance == length {
                let color = color(at: whole.start + (segmentStart + distance) / 2)
                let from = max(0, segmentStart - (color.isOpaque ? 0.5 : 0))
                var part = whole
                part.points = line.part(from: from, to: distance)
                part.isRing = false
                part.start += from
                part.isCutAtStart = whole.isRing || whole.isCutAtStart || from > 0
                part.isCutAtEnd = whole.isRing || whole.isCutAtEnd || distance < length
                if part.isCutAtStart, part.isCutAtEnd { part.outline.cap = .butt }
                parts.append((part, color))
                segmentStart = distance
                first = last
            }
            position += step
        }
        return parts
    }

    private func color(at distance: Double) -> Color {
        let along = distance / line.stretch
        let progress = Double(line.progress.start) + Double(line.progress.rate) * along
        let last = colors.count - 1
        let index = Int((max(0, min(1, progress.isFinite ? progress : 0)) * Double(last)).rounded())
        return colors[min(last, index)].opacity(opacity)
    }

    /// A line in parts of one color each. Their round caps are areas: strokes have one at both ends.
    func strokes(of piece: LinePart) -> [RibbonStrokes.Stroke] {
        if piece.isSharp, !isOpaque { return areas(of: piece) }
        return parts(of: piece).flatMap { part, color -> [RibbonStrokes.Stroke] in
            guard !color.isInvisible else { return [] }
            var (part, caps) = (part, [] as [Path])
            if piece.isSharp, part.outline.cap == .round {
                let (start, end) = part.caps(overlap: 0.5)
                caps = [start, end].compactMap(\.self)
                part.outline.cap = .butt
            }
            return caps.map { .area($0, .color(color)) }
                + [.lines([part.path], PenStyle(part, stretch: line.stretch).pens(color))]
        }
    }

    /// A line in which colors show through each other, without a seam between them: an area with a gradient for each of its
    /// segments, and round caps.
    private func areas(of part: LinePart) -> [RibbonStrokes.Stroke] {
        let caps = part.outline.cap == .round ? part.caps() : (start: nil, end: nil)
        let length = part.points.lineLength
        let step = max(1, length / Self.maxSteps)
        let ends: [(path: Path?, distance: Double)] = [(caps.start, 0), (caps.end, length)]
        return part.segments.map { segment in
            let start = part.start + segment.distance
            return .area(segment.area, paint(from: segment.from, segment.to, at: start, step: step))
        }
            + ends.compactMap { end in end.path.map { .area($0, .color(color(at: part.start + end.distance))) } }
    }

    /// The colors between two points of a line.
    private func paint(from a: Point, _ b: Point, at start: Double, step: Double) -> Paint {
        let length = a.distance(to: b)
        var stops = [GradientStop(0, color(at: start))]
        var previous = stops[0]
        for position in stride(from: step, to: length + step, by: step) {
            let stop = GradientStop(min(1, position / length), color(at: start + min(position, length)))
            if stop.color.differs(from: stops[stops.count - 1].color, by: 2 * Self.step) || stop.offset == 1 {
                if previous.offset > stops[stops.count - 1].offset { stops.append(previous) }
                stops.append(stop)
            }
            previous = stop
        }
        return stops.allSatisfy { $0.color == stops[0].color }
            ? .color(stops[0].color) : .linearGradient(LinearGradient(from: a, to: b, stops: stops))
    }

    /// True when nothing shows through any of the colors.
    var isOpaque: Bool { opacity >= 1 && colors.allSatisfy(\.isOpaque) }
}

extension Ribbon.Paint {
    /// The colors of a ramp without opacity, and that of all of them; nil for ramps that are opaque or whose colors are not
    /// equally translucent, and for other paints.
    var layer: (colors: [Color], opacity: Double)? {
        guard case .ramp(let colors, let opacity) = self, let alpha = colors.first?.alpha, 0 < alpha * opacity,
            alpha * opacity < 1, colors.allSatisfy({ abs($0.alpha - alpha) < 1.0 / 255 })
        else { return nil }
        return (colors.map { Color(red: $0.red, green: $0.green, blue: $0.blue) }, alpha * opacity)
    }
}

extension LinePart {
    /// More dashes are left to the pen.
    private static let mostDashes = 4096.0
    /// Dashes without length are dots.
    private static let leastDash = 0.01

    /// The dashes as lines of their own, so that each has caps however its colors change.
    func dashParts(stretch: Double) -> [LinePart] {
        guard let dashes else { return [self] }
        let line = MeasuredLine(points)
        let (period, length) = (Double(dashes.period) * stretch, line.length)
        guard period > 0, length / period * Double(dashes.dashes.count) <= Self.mostDashes else { return [self] }
        var dash = self
        (dash.dashes, dash.isRing) = (nil, false)
        dash.outline.cap = dashes.radius > 0 ? .round : .butt
        // Caps are stretched with the dashes.
        dash.capReach = Double(dashes.radius) * stretch
        var parts: [LinePart] = []
        for origin in stride(from: (start / period).rounded(.down) * period - start, through: length, by: period) {
            for range in dashes.dashes {
                let (first, last) = (
                    origin + Double(range.lowerBound) * stretch, origin + Double(range.upperBound) * stretch
                )
                guard first < length, last >= 0 else { continue }
                let from = max(0, first)
                dash.points = line.part(from: from, to: max(min(last, length), from + Self.leastDash))
                dash.start = start + from
                (dash.isCutAtStart, dash.isCutAtEnd) = (first < 0, last > length)
                if dash.points.count > 1 { parts.append(dash) }
            }
        }
        return parts
    }

    /// Its straight segments, each with its ends, its distance from the start and the area that it covers, which end where
    /// those of its neighbors begin.
    fileprivate var segments: [(from: Point, to: Point, distance: Double, area: Path)] {
        var line: [Point] = []
        for p in points where line.last.map({ $0.distance(to: p) > 1e-6 }) ?? true { line.append(p) }
        guard line.count > 1 else { return [] }
        let right = offsetLine(line, by: width / 2, closed: isRing)
        let left = offsetLine(line, by: -width / 2, closed: isRing)
        guard right.count == line.count, left.count == line.count else { return [] }
        var distance = 0.0
        return line.indices.dropLast().map { i in
            defer { distance += line[i].distance(to: line[i + 1]) }
            let area = Path([right[i], right[i + 1], left[i + 1], left[i]], closed: true)
            return (line[i], line[i + 1], distance, area)
        }
    }
}

extension Color {
    fileprivate func differs(from other: Color, by step: Double) -> Bool {
        max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue), abs(alpha - other.alpha)) > step
    }
}

/// An image repeated along a line: a quadrilateral for each segment, filled with the image rotated into its
/// direction.
struct ImageStroke {
    private let bitmap: Bitmap
    private let period: Double
    private let opacity: Double

    /// Takes a period in pixels along the line.
    init(_ bitmap: Bitmap, period: Double, opacity: Double) {
        self.bitmap = bitmap
        self.period = period
        self.opacity = opacity
    }

    func areas(_ part: LinePart) -> [RibbonStrokes.Stroke] {
        // Lines around a gap show the edges of one image.
        let width = part.width + 2 * abs(part.shift)
        return part.segments.map { from, to, distance, area in
            let direction = (to - from) * (1 / from.distance(to: to))
            let normal = Point(-direction.y, direction.x)
            // The image's first row lies along the right edge.
            let (u, v) = (
                direction * (period / Double(bitmap.width)), normal * (-width / Double(bitmap.height))
            )
            let begun = (part.start + distance).truncatingRemainder(dividingBy: period)
            let origin = from + normal * (width / 2 - part.shift) - direction * begun
            let transform = Transform(a: u.x, b: u.y, c: v.x, d: v.y, tx: origin.x, ty: origin.y)
            return .area(area, .pattern(bitmap, transform, opacity: opacity))
        }
    }
}
