// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapStyle
import MapText

/// A glyph with its transform.
struct PositionedGlyph: Sendable {
    var glyph: LabelGlyph
    /// From the glyph's origin to output pixels.
    var transform: Transform
    /// The rotation of `transform` in radians, clockwise.
    var angle: Double
}

/// A text at a possible position, with its collision shapes.
struct TextCandidate: Sendable {
    /// Where the glyphs of a text stand.
    enum Positions: Sendable {
        /// All as the text's block has them: most candidates never ask for more.
        case block(Transform, angle: Double)
        case each([PositionedGlyph])
    }

    var shapes: [CollisionShape]
    var positions: Positions
    var option: TextProperties.Option
    /// Which of the text's possible positions it is.
    var number = 0
    /// The plane that the text is on, on a tilted map.
    var frame: SymbolFrame?

    var glyphs: [PositionedGlyph] {
        switch positions {
        case .block(let transform, let angle):
            option.block.glyphs.map { PositionedGlyph(glyph: $0, transform: transform, angle: angle) }
        case .each(let glyphs): glyphs
        }
    }

    /// The text with each transform of its glyphs changed.
    func withTransforms(_ change: (Transform) -> Transform) -> TextCandidate {
        var copy = self
        switch positions {
        case .block(let transform, let angle): copy.positions = .block(change(transform), angle: angle)
        case .each(var glyphs):
            for index in glyphs.indices { glyphs[index].transform = change(glyphs[index].transform) }
            copy.positions = .each(glyphs)
        }
        return copy
    }
}

extension TextCandidate {
    /// True for a text that no edge of the area cuts.
    func lies(in area: Rect) -> Bool { shapes.allSatisfy { area.contains($0.bounds) } }

    /// True for a text that has the Earth behind all of it: a globe, or the whole world in another projection.
    func lies(on perspective: Perspective) -> Bool {
        switch perspective {
        case .plane: return true
        case .sphere, .projected:
            return shapes.allSatisfy { shape in
                switch shape {
                case .circle(let center, _): perspective.showsGround(at: center)
                case .box(let box): box.corners.allSatisfy(perspective.showsGround)
                }
            }
        }
    }

    /// The text moved by at most half its size so that no edge cuts it; nil when that is not enough.
    func moved(into area: Rect) -> TextCandidate? {
        let box = shapes.reduce(Rect.null) { $0.union($1.bounds) }
        guard !box.isNull, box.width <= area.width, box.height <= area.height else { return nil }
        let shift = Point(
            max(area.minX - box.minX, min(area.maxX - box.maxX, 0)),
            max(area.minY - box.minY, min(area.maxY - box.maxY, 0)))
        guard abs(shift.x) <= box.width / 2, abs(shift.y) <= box.height / 2 else { return nil }
        return shift == .zero ? self : moved(by: shift)
    }

    /// The text above and below its place, as near as `isClear` allows and at most half its width away; nothing for a text that
    /// is clear where it is.
    func movedUpOrDown(until isClear: (TextCandidate) -> Bool) -> [TextCandidate] {
        let box = shapes.reduce(Rect.null) { $0.union($1.bounds) }
        guard !box.isNull, box.height > 0, !isClear(self) else { return [] }
        let step = box.height / 4
        let ways = (1...max(1, Int(box.width / 2 / step))).flatMap { [-Double($0) * step, Double($0) * step] }
        return ways.lazy.filter { abs($0) <= box.width / 2 }.map { moved(by: Point(0, $0)) }.filter(isClear)
    }

    func moved(by shift: Point) -> TextCandidate {
        var moved = withTransforms { $0.then(.translation(shift)) }
        moved.shapes = shapes.map { $0.moved(by: shift) }
        return moved
    }
}

extension TextProperties {
    /// The text of a point symbol.
    func placed(_ option: Option, at anchor: SymbolAnchor, in layer: SymbolBucket) -> TextCandidate {
        guard let frame = layer.textFrame(at: anchor) else {
            return placed(
                option, at: anchor.position, mapRotation: layer.textRotation, collisionUnit: anchor.collisionUnit)
        }
        return placed(
            option, at: frame.origin, mapRotation: frame.rotation, anchorScale: frame.anchorScale,
            collisionUnit: anchor.collisionUnit
        )
        .projected(by: frame, isVariable: isVariable)
    }

    /// The text at a point.
    func placed(
        _ option: Option, at position: Point, mapRotation: Double, anchorScale: Double = 1, collisionUnit: Double = 0
    ) -> TextCandidate {
        let block = option.block
        let angle = rotation + mapRotation + block.rotation
        let turn = Transform.rotation(mapRotation)
        let drawnPosition = position + turn.apply(drawnAnchorOffset(option) * anchorScale)
        let boxPosition = position + turn.apply(option.anchorOffset)
        let transform = Transform.translation(option.offset).then(.rotation(angle)).then(.translation(drawnPosition))
        var shapes: [CollisionShape] = []
        if !block.bounds.isNull, block.bounds.width > 0 || block.bounds.height > 0 {
            let box = Transform.scale(layoutScale, layoutScale)
                .apply(block.bounds.offset(by: option.offset)).inset(by: -padding)
            // As in MapLibre, the box is rotated with the text, its upright bounds with the map.
            let upright = Transform.rotation(rotation + block.rotation).apply(box).cut(to: collisionUnit)
            shapes = [.box(turn.apply(upright).offset(by: boxPosition))]
        }
        return TextCandidate(shapes: shapes, positions: .block(transform, angle: angle), option: option)
    }

    /// The offset of a variable anchor for the drawn text: as in MapLibre, collisions are decided at the size of the next
    /// integer zoom, but the text stands where its own size puts it.
    func drawnAnchorOffset(_ option: Option) -> Point {
        layoutScale > 0 ? option.anchorOffset * (1 / layoutScale) : option.anchorOffset
    }

    /// The text along a line; nil where the line is too short.
    func placed(
        along line: MeasuredLine, at distance: Double, keepsUpright: Bool, glyphsFaceViewport: Bool = false,
        toImage: (Point) -> Point = { $0 }
    ) -> TextCandidate? {
        guard let first = options.first, let segment = line.direction(at: distance) else { return nil }
        var option = first
        var flipped = false
        if keepsUpright {
            if let verticalOption, abs(segment.y) > abs(segment.x) {
                option = verticalOption
                flipped = segment.y < 0
            } else {
                flipped = runsBackwards(option, line, distance, toImage)
            }
        }
        let glyphs = glyphs(
            of: option, along: line, at: distance, flipped: flipped, facesViewport: glyphsFaceViewport)
        guard let glyphs else { return nil }
        return TextCandidate(shapes: circles(option, line, distance), positions: .each(glyphs), option: option)
    }

    private func runsBackwards(
        _ option: Option, _ line: MeasuredLine, _ distance: Double, _ toImage: (Point) -> Point
    ) -> Bool {
        guard let first = option.block.glyphs.first, let last = option.block.glyphs.last else { return false }
        let from = toImage(line.point(at: distance + first.center + option.offset.x))
        let to = toImage(line.point(at: distance + last.center + option.offset.x))
        if option.block.glyphs.count > 1, from != to { return from.x > to.x }
        return (line.direction(at: distance)?.x ?? 1) < 0
    }

    private func glyphs(
        of option: Option, along line: MeasuredLine, at distance: Double, flipped: Bool, facesViewport: Bool
    ) -> [PositionedGlyph]? {
        // Text with an offset is set along a parallel line, so that bends neither compress nor spread its glyphs.
        let side = flipped ? -option.offset.y : option.offset.y
        let parallel = side == 0 ? (line, distance, distance) : line.parallel(by: side, at: distance)
        guard let (line, forward, backward) = parallel else { return nil }
        func place(_ offset: Double) -> Double {
            let signedOffset = flipped ? -offset : offset
            return signedOffset < 0 ? backward + signedOffset : forward + signedOffset
        }
        // Most texts that are too long for their line are so at their end.
        if let last = option.block.glyphs.last {
            let end = place(last.center + option.offset.x)
            guard end >= 0, end <= line.length else { return nil }
        }
        var placed: [PositionedGlyph] = []
        placed.reserveCapacity(option.block.glyphs.count)
        for glyph in option.block.glyphs {
            let offset = glyph.center + option.offset.x
            let at = place(offset)
            guard at >= 0, at <= line.length,
                let direction = line.direction(at: at, forwards: offset >= 0 ? !flipped : flipped)
            else { return nil }
            let turn = facesViewport ? 0 : angle(of: direction) + (flipped ? .pi : 0)
            // The line passes through the center of the glyph's advance.
            let transform = Transform.translation(Point(-glyph.center, 0)).then(.rotation(rotation + turn))
                .then(.translation(line.point(at: at)))
            placed.append(PositionedGlyph(glyph: glyph, transform: transform, angle: turn + rotation))
        }
        return placed
    }

    /// Circles with the height of the text, along the line from its first glyph to its last.
    ///
    /// - SeeAlso: MapLibre GL JS, `placeCollisionCircles` in `collision_index.ts`.
    private func circles(_ option: Option, _ line: MeasuredLine, _ distance: Double) -> [CollisionShape] {
        guard !option.block.bounds.isNull, let first = option.block.glyphs.first, let last = option.block.glyphs.last
        else { return [] }
        let side = option.offset.y
        let parallel = side == 0 ? (line, distance, distance) : line.parallel(by: side, at: distance)
        guard let (line, forward, backward) = parallel else { return [] }
        let ends = [first, last].map { glyph in
            let offset = glyph.center + option.offset.x
            return (offset < 0 ? backward : forward) + offset
        }.sorted()
        let radius = max(10 * size / 24, option.block.bounds.height) / 2 + padding
        let length = ends[1] - ends[0]
        guard radius > 0, length.isFinite else { return [] }
        let margin = min(radius / 4, length / 2)
        let covered = length - 2 * margin
        let count = length <= radius / 2 ? 1 : min(1000, Int((covered / (radius * 2.5)).rounded(.up)) + 1)
        return (0..<count).map { index in
            let fraction = Double(index) / Double(max(1, count - 1))
            return .circle(line.point(at: ends[0] + margin + covered * fraction), radius: radius)
        }
    }
}

extension TextProperties {
    /// The marks of a placed label: halos, then glyphs, then images.
    func marks(of placed: TextCandidate) -> [(mark: Mark, bounds: Rect)] {
        let frame = placed.frame
        let isUpright = if case .block = placed.positions { frame == nil } else { false }
        var letters = GlyphMarks(properties: self, frame: frame)
        var images: [(Mark, Rect)] = []
        for placed in placed.glyphs {
            let glyph = placed.glyph
            let transform = Transform.rotation(glyph.angle).then(.translation(glyph.origin))
                .then(placed.transform)
            switch glyph.content {
            case .field(let field, let corner, let scale):
                letters.add(
                    SDFMark.Piece(
                        field, Transform.scale(scale, scale).then(.translation(corner)).then(transform)),
                    section: glyph.section)
            case .outline(let face, let id, let size) where frame?.isOnGround == true:
                letters.add(
                    face.outline(of: id).transformed(by: Transform.scale(size, size).then(transform)),
                    section: glyph.section)
            case .outline(let face, let id, let size):
                letters.add(
                    GlyphRun.Glyph(
                        face: face, id: id, origin: transform.apply(.zero), angle: glyph.angle + placed.angle),
                    size: size * (frame?.scale ?? 1), section: glyph.section)
            case .image(let image, let corner, let scale):
                // As in MapLibre, images of upright labels keep their own colors, and fade at their edges in others.
                let own = Transform.translation(Point(-1, -1)).then(.scale(scale, scale)).then(.translation(corner))
                let mark = ImageMark(
                    image.borderedBitmap, transform: own.then(transform), opacity: color.alpha,
                    sampling: isUpright ? .nearest : .linear)
                images.append((.image(mark), mark.bounds))
            }
        }
        return letters.marks + images
    }
}

/// A label's glyphs, grouped by color and size.
private struct GlyphMarks {
    private let properties: TextProperties
    private var fields: [(color: Color, pieces: [SDFMark.Piece])] = []
    private var runs: [GlyphRun] = []
    /// Outlines that lie on the ground of a tilted map, where letters are not similar to those of the font.
    private var outlines: [(color: Color, path: Path)] = []
    private let frame: SymbolFrame?
    private let halo: GlyphRun.Halo?

    init(properties: TextProperties, frame: SymbolFrame?) {
        self.properties = properties
        self.frame = frame
        halo = frame.map { frame in properties.halo?.widened(by: frame.haloScale) } ?? properties.halo
    }

    private func color(_ section: Int) -> Color {
        guard properties.sectionColors.indices.contains(section) else { return properties.color }
        return properties.sectionColors[section] ?? properties.color
    }

    mutating func add(_ piece: SDFMark.Piece, section: Int) {
        let color = color(section)
        if let index = fields.firstIndex(where: { $0.color == color }) {
            fields[index].pieces.append(piece)
        } else {
            fields.append((color, [piece]))
        }
    }

    mutating func add(_ outline: Path, section: Int) {
        let color = color(section)
        if let index = outlines.firstIndex(where: { $0.color == color }) {
            outlines[index].path.append(outline)
        } else {
            outlines.append((color, outline))
        }
    }

    mutating func add(_ glyph: GlyphRun.Glyph, size: Double, section: Int) {
        let color = color(section)
        if let index = runs.firstIndex(where: { $0.color == color && $0.size == size }) {
            runs[index].glyphs.append(glyph)
        } else {
            let text = runs.isEmpty && fields.isEmpty ? properties.text : ""
            runs.append(GlyphRun(text: text, glyphs: [glyph], size: size, color: color, halo: properties.halo))
        }
    }

    var marks: [(mark: Mark, bounds: Rect)] {
        let scale = properties.size / SDFShaping.em * (frame?.sharpness ?? 1)
        var marks: [(Mark, Rect)] = []
        func add(_ mark: SDFMark) { marks.append((.sdf(mark), mark.bounds)) }
        if fields.count == 1 {
            add(
                SDFMark(
                    fields[0].pieces, scale: scale, color: fields[0].color, halo: halo, text: properties.text))
        } else if !fields.isEmpty {
            // All halos are painted below all glyphs.
            if let halo {
                add(SDFMark(fields.flatMap(\.pieces), scale: scale, color: .transparent, halo: halo))
            }
            for (index, field) in fields.enumerated() {
                add(
                    SDFMark(
                        field.pieces, scale: scale, color: field.color, text: index == 0 ? properties.text : ""))
            }
        }
        if let halo {
            let style = StrokeStyle(width: 2 * halo.width, join: .round)
            marks += outlines.map { outline in
                let mark = Mark.stroke(outline.path, style, halo.color)
                return (mark, mark.bounds)
            }
        }
        marks += outlines.map { (.fill($0.path, .nonZero, .color($0.color)), $0.path.bounds) }
        let isWhole = runs.count == 1 && marks.isEmpty
        return marks
            + runs.map { run in
                var run = run
                run.isWholeText = isWhole
                return (.glyphs(run), run.paintedBounds)
            }
    }
}

extension GlyphRun.Halo {
    /// The halo with its width multiplied.
    func widened(by factor: Double) -> GlyphRun.Halo {
        GlyphRun.Halo(color: color, width: width * factor, blur: blur)
    }
}
