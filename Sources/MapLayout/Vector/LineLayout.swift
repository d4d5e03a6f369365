// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle
import MapTiles

/// Lines of `line` layers; polygons are drawn as their rings.
struct LineLayout {
    private let style: StyleLayer
    private let context: LayerContext
    private let color: StyleProperty
    private let opacity: StyleProperty
    private let width: StyleProperty
    private let gapWidth: StyleProperty
    private let offset: StyleProperty
    private let sortKey: StyleProperty?
    private let join: StyleProperty
    private let cap: StrokeStyle.Cap
    private let miterLimit: Double
    private let dashes: [Double]
    private let shift: Point

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        color = style.property(.lineColor)
        opacity = style.property(.lineOpacity)
        width = style.property(.lineWidth)
        gapWidth = style.property(.lineGapWidth)
        offset = style.property(.lineOffset)
        sortKey = style.sets(.lineSortKey) ? style.property(.lineSortKey) : nil
        join = style.property(.lineJoin)
        cap = StrokeStyle.Cap(rawValue: style.property(.lineCap).string(context.layout())) ?? .butt
        miterLimit = style.property(.lineMiterLimit).number(context.layout())
        let dash = style.property(.lineDasharray).numbers(context.layout())
        dashes = dash.contains { $0 > 0 } && dash.allSatisfy { $0 >= 0 } ? dash : []
        shift = context.translation(style, .lineTranslate, anchor: .lineTranslateAnchor)
    }

    /// True when every feature gets the same opaque paint: then tiles can be joined into one path.
    var joinsTiles: Bool {
        guard color.isFeatureConstant, opacity.isFeatureConstant, width.isFeatureConstant, join.isFeatureConstant,
            sortKey == nil, dashes.isEmpty
        else { return false }
        let paint = context.paint()
        return color.color(paint).isOpaque && opacity.number(paint) >= 1
    }

    func marks(of tile: TileLayer) -> TileMarks {
        var result = TileMarks(clip: tile.placed.outline(in: context.viewport), mask: tile.mask)
        var evaluation = context.paint()
        tile.forEachFeature(of: style, context) { feature, seen in
            guard feature.type == .lineString || feature.type == .polygon else { return }
            evaluation.feature = seen
            let paint = color.color(evaluation).opacity(opacity.number(evaluation))
            let points = width.number(evaluation)
            guard !paint.isInvisible, points > 0 else { return }
            let stroke = stroke(width: points * context.scale, evaluation, seen)
            let sides = sides(width: stroke.width, evaluation)
            let reach = stroke.reach + (sides.map(abs).max() ?? 0) + shift.length
            let pieces = tile.projection.lines(
                feature.geometry(), cutting: tile.projection.cutting(reach: reach), closed: feature.type == .polygon,
                measured: !dashes.isEmpty)
            let key = sortKey?.number(evaluation) ?? 0
            for side in sides {
                append(pieces, side: side, stroke, paint, key, to: &result)
            }
        }
        return result
    }

    private func append(
        _ pieces: [LinePiece], side: Double, _ stroke: StrokeStyle, _ paint: Color, _ key: Double,
        to result: inout TileMarks
    ) {
        if stroke.dash.isEmpty {
            var path = Path()
            for piece in pieces { moved(piece, side: side).add(to: &path) }
            guard !path.isEmpty else { return }
            result.marks.append((key, PaintedShape(path: path, look: .stroke(stroke, paint))))
            return
        }
        for piece in pieces {
            var path = Path()
            moved(piece, side: side).add(to: &path)
            var phased = stroke
            phased.dashPhase = piece.start
            result.marks.append((key, PaintedShape(path: path, look: .stroke(phased, paint))))
        }
    }

    private func moved(_ piece: LinePiece, side: Double) -> LinePiece {
        var piece = piece
        if side != 0 { piece.points = offsetLine(piece.points, by: side, closed: piece.isRing) }
        if shift != .zero { piece.points = piece.points.map { $0 + shift } }
        return piece
    }

    /// Where the strokes run beside the line, in pixels to its right: one, or two around a gap.
    private func sides(width: Double, _ evaluation: EvaluationContext) -> [Double] {
        let offset = offset.number(evaluation) * context.scale
        let gap = gapWidth.number(evaluation) * context.scale
        guard gap > 0 else { return [offset] }
        let aside = (gap + width) / 2
        return [offset - aside, offset + aside]
    }

    private func stroke(width: Double, _ evaluation: EvaluationContext, _ feature: TileFeature) -> StrokeStyle {
        let join = StrokeStyle.Join(rawValue: join.string(context.layout(feature))) ?? .miter
        return StrokeStyle(
            width: width, cap: cap, join: join, miterLimit: miterLimit, dash: dash(evaluation, feature: feature))
    }

    /// Dashes count in line widths at the whole zoom, and grow with the map until the next.
    private func dash(_ evaluation: EvaluationContext, feature: TileFeature) -> [Double] {
        guard !dashes.isEmpty else { return [] }
        var whole = evaluation
        whole.zoom = context.tileZoom
        let unit = width.number(whole) * context.scale * powerOfTwo(context.zoom - context.tileZoom)
        guard unit > 0 else { return [] }
        return dashes.map { $0 * unit }
    }
}
