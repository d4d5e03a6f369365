// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages

/// Lowers a ribbon to strokes and filled paths, for formats without meshes.
struct RibbonStrokes {
    enum Stroke {
        /// Strokes each path with all pens, the first one lowest; paths overlap in order.
        case lines([Path], [VectorPen])
        case area(Path, Paint)
        /// What may lie over itself, composited as one layer.
        indirect case layer([Stroke], opacity: Double)
    }

    private(set) var strokes: [Stroke] = []

    init(_ ribbon: Ribbon) {
        if let perspective = ribbon.perspective {
            strokes = TiltedRibbonAreas(ribbon, perspective).strokes
            return
        }
        switch ribbon.paint {
        case .color(let color): add(ribbon.lines, color)
        case .ramp(let colors, let opacity):
            guard !colors.isEmpty, opacity > 0 else { return }
            let layer = ribbon.paint.layer
            for line in ribbon.lines {
                let gradient = LineGradient(colors, opacity: opacity, line)
                // The next tile draws the rest on its own.
                let pieces = line.pieces().map { $0.extended(by: gradient.isOpaque ? 0.5 : 0) }
                let parts = pieces.flatMap { $0.dashParts(stretch: line.stretch) }
                guard !parts.isEmpty else { continue }
                if let layer, line.shape.dashes?.overlap == true || !parts.allSatisfy(\.isSharp) {
                    let opaque = LineGradient(layer.colors, opacity: 1, line)
                    strokes.append(.layer(parts.flatMap(opaque.strokes), opacity: layer.opacity))
                } else {
                    strokes += parts.flatMap(gradient.strokes)
                }
            }
        case .image(let bitmap, let period, let opacity):
            guard period > 0, opacity > 0 else { return }
            for line in ribbon.lines {
                for piece in line.pieces() {
                    strokes += ImageStroke(bitmap, period: period * line.stretch, opacity: opacity).areas(piece)
                }
            }
        }
    }

    /// Lines of one color: their order is irrelevant, so that lines with the same pen are joined, also across tiles.
    private mutating func add(_ lines: some Sequence<Ribbon.Line>, _ color: Color) {
        guard !color.isInvisible else { return }
        var order: [PenStyle] = []
        var pieces: [PenStyle: [LinePart]] = [:]
        for line in lines {
            for piece in line.pieces() {
                let style = PenStyle(piece, stretch: line.stretch)
                if pieces[style] == nil { order.append(style) }
                pieces[style, default: []].append(piece)
            }
        }
        for style in order {
            let pens = style.pens(color)
            guard let parts = pieces[style], !pens.isEmpty else { continue }
            let paths = style.isDashed ? parts.map(\.path) : LineChains(parts, overlap: color.isOpaque ? 0.5 : 0).paths
            if color.isOpaque, pens.count == 1 {
                let all = Path(joining: paths)
                strokes.append(.lines([all], pens))
            } else {
                strokes.append(.lines(paths, pens))
            }
        }
    }
}

/// A part of a ribbon's line, offset to where its center is drawn.
struct LinePart {
    var points: [Point]
    var isRing: Bool
    /// The distance along the line at its first point, in pixels.
    var start: Double
    var isCutAtStart = false
    var isCutAtEnd = false
    /// Pixels.
    var width: Double
    /// How far to the right of the ribbon's middle it is, in pixels: 0, unless it is one of two lines around a gap.
    var shift = 0.0
    var blur: Double
    var outline: RibbonOutline
    var dashes: DashPattern?
    /// How far round caps reach, in pixels; nil for half the width.
    var capReach: Double?

    var isSharp: Bool { dashes == nil && blur <= PenStyle.leastBlur }

    var path: Path {
        Path(isRing ? points.dropLast() : points[...], closed: isRing)
    }

    /// Half a disk beyond each end that is not cut, and as much of the line as they overlap it.
    func caps(overlap: Double = 0) -> (start: Path?, end: Path?) {
        guard !isRing, points.count > 1 else { return (nil, nil) }
        func cap(_ end: Point, _ next: Point) -> Path? {
            let way = end - next
            guard way.length > 0 else { return nil }
            let out = way * (1 / way.length)
            let side = Point(-out.y, out.x) * (width / 2)
            let half = stride(from: -90.0, through: 90, by: 10).map { degrees in
                end + out * ((capReach ?? width / 2) * cosine(degrees * .pi / 180)) + side * sine(degrees * .pi / 180)
            }
            let (left, right) = (end - side - out * overlap, end + side - out * overlap)
            return Path(overlap > 0 ? [left] + half + [right] : half, closed: true)
        }
        let last = points.count - 1
        return (
            isCutAtStart ? nil : cap(points[0], points[1]), isCutAtEnd ? nil : cap(points[last], points[last - 1])
        )
    }
}

extension Ribbon.Line {
    /// The lines to stroke.
    ///
    /// - Parameter groundScale: how many pixels of the ground at a point are one of the Earth's surface there.
    /// - Returns: the line, offset, or two lines around a gap; those parts of them that the clip leaves.
    func pieces(groundScale: (Point) -> Double = { _ in 1 }) -> [LinePart] {
        let width = Double(shape.inset > 0 ? shape.outset - shape.inset : 2 * shape.outset - 1)
        let middle = shape.inset > 0 ? Double(shape.outset + shape.inset - 1) / 2 : 0
        // Of dashes without length, nothing is drawn.
        guard width > 0, points.count > 1, shape.dashes?.dashes.isEmpty != true else { return [] }
        let shifts = middle > 0 ? [-middle, middle] : [0]
        let limit = clip.flatMap(ConvexClip.init(corners:))
        return shifts.flatMap { shift -> [LinePart] in
            let offset = outline.offset + shift
            let centerline =
                offset == 0
                ? points : offsetLine(points, by: offset, closed: isRing, bevels: true, scale: groundScale)
            guard centerline.count > 1, centerline.allSatisfy({ abs($0.x) <= 1e9 && abs($0.y) <= 1e9 }) else {
                return []
            }
            let unclipped = LinePart(
                points: centerline, isRing: isRing && centerline.count > 3, start: start, width: width,
                shift: shift, blur: max(0, Double(shape.softness) - 1), outline: outline, dashes: shape.dashes)
            guard let limit else { return [unclipped] }
            let parts = limit.parts(of: centerline)
            if parts.count == 1, parts[0].points.count == centerline.count, !parts[0].isCutAtStart, !parts[0].isCutAtEnd
            {
                return [unclipped]
            }
            return parts.map { part in
                var piece = unclipped
                piece.points = part.points
                piece.isRing = false
                piece.start = start + part.start
                piece.isCutAtStart = part.isCutAtStart
                piece.isCutAtEnd = part.isCutAtEnd
                return piece
            }
        }
    }
}

/// Joins lines that were cut at tile borders, where their cut ends meet.
struct LineChains {
    private struct EndpointKey: Hashable {
        var x: Int
        var y: Int

        /// Ends within about 1/20 pixel are equal.
        init(_ p: Point) {
            x = Int((p.x * 20).rounded())
            y = Int((p.y * 20).rounded())
        }
    }

    private(set) var paths: [Path] = []

    /// - Parameters:
    ///   - parts: lines drawn with one pen.
    ///   - overlap: the length by which cut ends without a counterpart are extended.
    init(_ parts: [LinePart], overlap: Double) {
        let lines = parts
        var isUsed = [Bool](repeating: false, count: parts.count)
        var startsByKey: [EndpointKey: [Int]] = [:]
        for (i, part) in parts.enumerated() where part.isCutAtStart {
            startsByKey[EndpointKey(part.points[0]), default: []].append(i)
        }
        var hasPredecessor = Set<Int>()
        var next = [Int?](repeating: nil, count: parts.count)
        for (i, part) in parts.enumerated() where part.isCutAtEnd {
            guard let end = part.points.last else { continue }
            let key = EndpointKey(end)
            guard let index = startsByKey[key]?.firstIndex(where: { $0 != i }) else { continue }
            guard let successor = startsByKey[key]?.remove(at: index) else { continue }
            next[i] = successor
            hasPredecessor.insert(successor)
        }
        func chain(from first: Int) {
            guard !isUsed[first] else { return }
            isUsed[first] = true
            var line = lines[first]
            var last = first
            while let successor = next[last], !isUsed[successor] {
                isUsed[successor] = true
                line.points += lines[successor].points.dropFirst()
                line.isCutAtEnd = lines[successor].isCutAtEnd
                last = successor
            }
            // A cut ring returns to its start.
            if next[last] == first, line.points.count > 3 {
                line.isRing = true
                line.isCutAtStart = false
                line.isCutAtEnd = false
            } else if next[last] != nil {
                line.isCutAtEnd = false
            }
            paths.append(line.extended(by: overlap).path)
        }
        for i in parts.indices where !hasPredecessor.contains(i) { chain(from: i) }
        for i in parts.indices { chain(from: i) }
    }
}

extension LinePart {
    /// The line with its cut ends extended.
    fileprivate func extended(by overlap: Double) -> LinePart {
        guard overlap > 0, points.count > 1 else { return self }
        var line = self
        if isCutAtStart {
            line.points[0] = points[0].extended(from: points[1], by: overlap)
            line.start -= overlap
        }
        if isCutAtEnd {
            let last = points.count - 1
            line.points[last] = points[last].extended(from: points[last - 1], by: overlap)
        }
        return line
    }
}

extension Point {
    fileprivate func extended(from other: Point, by distance: Double) -> Point {
        let offset = self - other
        return offset.length > 1e-6 ? self + offset * (distance / offset.length) : self
    }
}

/// The stroke parameters of a line without its color.
struct PenStyle: Hashable {
    private var width: Double
    private var blur: Double
    private var cap: StrokeStyle.Cap
    private var join: StrokeStyle.Join
    private var miterLimit: Double
    private var dash: [Double]
    private var phase: Double
    /// What is blurred less is sharp.
    static let leastBlur = 0.1

    init(_ part: LinePart, stretch: Double) {
        width = part.width
        blur = part.blur
        cap = part.outline.cap
        join = part.outline.join
        // The full miter length in widths, where MapLibre's is measured from the center line.
        miterLimit = join == .miter ? max(1, min(part.outline.miterLimit, 100)) : 4
        dash = []
        phase = 0
        if let pattern = part.dashes {
            (dash, phase) = pattern.lengths(stretch: stretch, at: part.start)
            cap = pattern.radius > 0 ? .round : .butt
        }
    }

    var isDashed: Bool { !dash.isEmpty }

    /// One pen for sharp edges; for blurred ones several that approximate the ramp, from the outermost inwards.
    func pens(_ color: Color) -> [VectorPen] {
        // By the pens before.
        var covered = 0.0
        return rings.map { ring in
            let target = color.alpha * ring.share
            var ringColor = color
            ringColor.alpha = (target - covered) / (1 - covered)
            covered = target
            return VectorPen(
                style: StrokeStyle(
                    width: ring.width, cap: cap, join: join, miterLimit: miterLimit, dash: dash, dashPhase: phase),
                color: ringColor)
        }
    }

    /// Widths that approximate the ramp of a blurred edge, and the share of the line's opacity that is reached in each.
    private var rings: [(width: Double, share: Double)] {
        guard blur > Self.leastBlur else { return [(width, 1)] }
        let depth = min(blur, width / 2)
        let steps = max(2, min(16, Int((depth * 2).rounded(.up))))
        // A ring's edge lies halfway between its shade and the previous one.
        let edges = (0..<steps).map { step in
            let edge = Double(step) / Double(steps) * depth
            return (width - 2 * edge, (edge + 0.5 / Double(steps) * depth) / blur)
        }
        let middle = width - 2 * depth
        return middle > 0 && depth == blur ? edges + [(middle, 1)] : edges
    }
}

extension DashPattern {
    /// True when the round caps of dashes that follow each other meet.
    fileprivate var overlap: Bool { gaps.contains { $0 < 2 * radius } }

    /// The length of the gap after each dash.
    private var gaps: [Float] {
        let next = dashes.dropFirst().map(\.lowerBound) + dashes.prefix(1).map { $0.lowerBound + period }
        return zip(dashes, next).map { max(0, $1 - $0.upperBound) }
    }

    /// Alternating dash and gap lengths, starting with a dash, and the phase at a distance along the line.
    fileprivate func lengths(stretch: Double, at start: Double) -> (lengths: [Double], phase: Double) {
        guard let first = dashes.first else { return ([], 0) }
        let lengths = zip(dashes, gaps).flatMap { dash, gap in
            [Double(dash.upperBound - dash.lowerBound) * stretch, Double(gap) * stretch]
        }
        let whole = Double(period) * stretch
        let phase = (start - Double(first.lowerBound) * stretch).truncatingRemainder(dividingBy: whole)
        return (lengths, phase < 0 ? phase + whole : phase)
    }
}
