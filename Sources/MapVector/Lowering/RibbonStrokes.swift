// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// A ribbon as strokes of its lines, for formats that know how to stroke.
struct RibbonStrokes {
    enum Stroke {
        /// Each path is stroked with all pens, the first one lowest; paths lie one over the other.
        case lines([Path], [VectorPen])
        case area(Path, Paint)
    }

    private(set) var strokes: [Stroke] = []

    init(_ ribbon: Ribbon) {
        switch ribbon.paint {
        case .color(let color): add(ribbon.lines, color)
        case .ramp(let colors, let opacity):
            guard !colors.isEmpty, opacity > 0 else { return }
            for line in ribbon.lines {
                for piece in line.pieces { add(piece, GradientSegments(colors, opacity: opacity, line, piece)) }
            }
        case .image(let bitmap, let period, let opacity):
            guard period > 0, opacity > 0 else { return }
            for line in ribbon.lines {
                for piece in line.pieces {
                    strokes += ImageStroke(bitmap, period: period * line.stretch, opacity: opacity).areas(piece)
                }
            }
        }
    }

    /// Lines of one color: the order does not show, so that those of one pen are gathered, across tiles too.
    private mutating func add(_ lines: some Sequence<Ribbon.Line>, _ color: Color) {
        guard !color.isInvisible else { return }
        var order: [PenStyle] = []
        var pieces: [PenStyle: [LinePart]] = [:]
        for line in lines {
            for piece in line.pieces {
                let look = PenStyle(piece, stretch: line.stretch)
                if pieces[look] == nil { order.append(look) }
                pieces[look, default: []].append(piece)
            }
        }
        for look in order {
            let pens = look.pens(color)
            guard let parts = pieces[look], !pens.isEmpty else { continue }
            let paths = look.isDashed ? parts.map(\.path) : LineChains(parts, overlap: color.isOpaque ? 0.5 : 0).paths
            if color.isOpaque, pens.count == 1 {
                var all = Path()
                for path in paths { all.append(path) }
                strokes.append(.lines([all], pens))
            } else {
                strokes.append(.lines(paths, pens))
            }
        }
    }

    private mutating func add(_ piece: LinePart, _ colors: GradientSegments) {
        let look = PenStyle(piece, stretch: 1)
        for (points, color) in colors.pieces(of: piece) where !color.isInvisible {
            var path = Path()
            path.addLines(points, closed: false)
            strokes.append(.lines([path], look.pens(color)))
        }
    }
}

/// A stretch of a ribbon's line, moved to where its middle is drawn.
struct LinePart {
    var points: [Point]
    var isRing: Bool
    /// Pixels along the line at the first point.
    var start: Double
    var isCutAtStart = false
    var isCutAtEnd = false
    /// Pixels.
    var width: Double
    var blur: Double
    var outline: RibbonOutline
    var dashes: DashPattern?

    var path: Path {
        var path = Path()
        path.addLines(isRing ? points.dropLast() : points[...], closed: isRing)
        return path
    }
}

extension Ribbon.Line {
    /// The line as it is drawn: beside its course when it has an offset, twice when it has a gap, cut to its clip.
    var pieces: [LinePart] {
        let width = Double(shape.inset > 0 ? shape.outset - shape.inset : 2 * shape.outset - 1)
        let middle = shape.inset > 0 ? Double(shape.outset + shape.inset - 1) / 2 : 0
        guard width > 0, points.count > 1 else { return [] }
        let offsets = middle > 0 ? [outline.offset - middle, outline.offset + middle] : [outline.offset]
        let limit = clip.flatMap(ConvexClip.init(corners:))
        return offsets.flatMap { offset -> [LinePart] in
            let course = offset == 0 ? points : offsetLine(points, by: offset, closed: isRing)
            guard course.count > 1, course.allSatisfy({ abs($0.x) <= 1e9 && abs($0.y) <= 1e9 }) else { return [] }
            let whole = LinePart(
                points: course, isRing: isRing && course.count > 3, start: start, width: width,
                blur: max(0, Double(shape.softness) - 1), outline: outline, dashes: shape.dashes)
            guard let limit else { return [whole] }
            let parts = limit.parts(of: course)
            if parts.count == 1, parts[0].points.count == course.count, !parts[0].isCutAtStart, !parts[0].isCutAtEnd {
                return [whole]
            }
            return parts.map { part in
                var piece = whole
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
