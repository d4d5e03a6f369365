// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Lowers a ribbon to strokes and filled paths, for formats without meshes.
struct RibbonStrokes {
    enum Stroke {
        /// Strokes each path with all pens, the first one lowest; paths overlap in order.
        case lines([Path], [VectorPen])
        case area(Path, Paint)
    }

    private(set) var strokes: [Stroke] = []

    init(_ ribbon: Ribbon) {
        if let perspective = ribbon.perspective {
            strokes = TiltedRibbonAreas(ribbon, perspective).areas.map { .area($0.path, .color($0.color)) }
            return
        }
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

    /// Lines of one color: their order is irrelevant, so that lines with the same pen are joined, also across tiles.
    private mutating func add(_ lines: some Sequence<Ribbon.Line>, _ color: Color) {
        guard !color.isInvisible else { return }
        var order: [PenStyle] = []
        var pieces: [PenStyle: [LinePart]] = [:]
        for line in lines {
            for piece in line.pieces {
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
                var all = Path()
                for path in paths { all.append(path) }
                strokes.append(.lines([all], pens))
            } else {
                strokes.append(.lines(paths, pens))
            }
        }
    }

    private mutating func add(_ piece: LinePart, _ colors: GradientSegments) {
        let style = PenStyle(piece, stretch: 1)
        for (points, color) in colors.pieces(of: piece) where !color.isInvisible {
            var path = Path()
            path.addLines(points, closed: false)
            strokes.append(.lines([path], style.pens(color)))
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
    /// The lines to stroke: offset from the original, two of them around a gap, and clipped.
    var pieces: [LinePart] {
        let width = Double(shape.inset > 0 ? shape.outset - shape.inset : 2 * shape.outset - 1)
        let middle = shape.inset > 0 ? Double(shape.outset + shape.inset - 1) / 2 : 0
        guard width > 0, points.count > 1 else { return [] }
        let offsets = middle > 0 ? [outline.offset - middle, outline.offset + middle] : [outline.offset]
        let limit = clip.flatMap(ConvexClip.init(corners:))
        return offsets.flatMap { offset -> [LinePart] in
            let centerline = offset == 0 ? points : offsetLine(points, by: offset, closed: isRing)
            guard centerline.count > 1, centerline.allSatisfy({ abs($0.x) <= 1e9 && abs($0.y) <= 1e9 }) else {
                return []
            }
            let unclipped = LinePart(
                points: centerline, isRing: isRing && centerline.count > 3, start: start, width: width,
                blur: max(0, Double(shape.softness) - 1), outline: outline, dashes: shape.dashes)
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
