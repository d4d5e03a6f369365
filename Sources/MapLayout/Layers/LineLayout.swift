// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages
import MapStyle
import MapTiles

/// Lines of one paint.
struct LineShape: Sendable {
    var key: Double
    var ribbon: Ribbon
    /// For all of a tile, the boxes of the ribbon's lines in tile units, and how far they paint, in pixels.
    var boxes: [(box: Rect, margin: Double)] = []

    /// What a view shows of it, moved from the tile's corner into the tile's outline; nil for nothing.
    func placed(at offset: Point, in tile: TileProjection) -> LineShape? {
        let ribbon = ribbon.placed(at: offset, clip: tile.seenSquare.corners) {
            boxes[$0].box.intersects(tile.clipRect(margin: boxes[$0].margin))
        }
        return ribbon.isEmpty ? nil : LineShape(key: key, ribbon: ribbon)
    }

    var vertexCount: Int { ribbon.vertices.count }
}

/// Where the lines of a tile are drawn.
private struct LinePlacement {
    /// Is added to the points of lines, in pixels.
    let translation: Point
    /// Is added to what is laid out, in pixels.
    let offset: Point
    /// The tile, in pixels; nil for no limit.
    let clip: [Point]?
    /// As a camera sees it; nil for a flat map.
    let ground: GroundProjection?

    /// - Parameters:
    ///   - translation: of the layer, in pixels.
    ///   - tile: where the tile is drawn.
    ///   - isMovable: true for lines that are laid out from the tile's corner.
    init(_ translation: Point, of tile: TileProjection, isMovable: Bool) {
        self.translation = isMovable ? .zero : translation
        offset = isMovable && !tile.isOfAnyView ? tile.toPixel.apply(.zero) + translation : .zero
        ground = tile.ground
        // The tiles of a globe are not convex: there, all of a tile's lines are clipped together.
        clip = tile.isOfAnyView ? nil : tile.seenSquare.corners
    }
}

/// The properties of a `line` layer at a zoom. Of the context, they depend on nothing else.
final class LineRules: Sendable {
    fileprivate let color: StyleProperty
    fileprivate let opacity: StyleProperty
    fileprivate let width: StyleProperty
    /// The width at the tiles' zoom, which dashes and patterns are measured in.
    fileprivate let baseWidth: StyleProperty
    fileprivate let gapWidth: StyleProperty
    fileprivate let offset: StyleProperty
    fileprivate let blur: StyleProperty
    fileprivate let cap: StyleProperty
    fileprivate let join: StyleProperty
    fileprivate let miterLimit: StyleProperty
    fileprivate let roundLimit: StyleProperty
    fileprivate let dashes: StyleProperty?
    fileprivate let pattern: StyleProperty?
    fileprivate let gradient: StyleProperty?
    fileprivate let sortKey: StyleProperty?
    /// True when no property depends on the feature.
    fileprivate let isUniform: Bool

    init(_ style: StyleLayer, _ context: LayerContext) {
        color = context.paintProperty(style, .lineColor)
        opacity = context.paintProperty(style, .lineOpacity)
        width = context.paintProperty(style, .lineWidth)
        baseWidth = context.tilePaintProperty(style, .lineWidth)
        gapWidth = context.paintProperty(style, .lineGapWidth)
        offset = context.paintProperty(style, .lineOffset)
        blur = context.paintProperty(style, .lineBlur)
        cap = context.layoutProperty(style, .lineCap)
        join = context.layoutProperty(style, .lineJoin)
        miterLimit = context.layoutProperty(style, .lineMiterLimit)
        roundLimit = context.layoutProperty(style, .lineRoundLimit)
        pattern = style.sets(.linePattern) ? context.tilePaintProperty(style, .linePattern) : nil
        dashes =
            pattern == nil && style.sets(.lineDasharray) ? context.tilePaintProperty(style, .lineDasharray) : nil
        gradient = pattern == nil && style.sets(.lineGradient) ? context.paintProperty(style, .lineGradient) : nil
        sortKey = style.sets(.lineSortKey) ? context.layoutProperty(style, .lineSortKey) : nil
        isUniform =
            color.isFeatureConstant && opacity.isFeatureConstant && width.isFeatureConstant
            && baseWidth.isFeatureConstant && gapWidth.isFeatureConstant && offset.isFeatureConstant
            && blur.isFeatureConstant && cap.isFeatureConstant && join.isFeatureConstant
            && miterLimit.isFeatureConstant && roundLimit.isFeatureConstant
            && [dashes, pattern, sortKey].allSatisfy { $0?.isFeatureConstant ?? true }
    }
}

/// Lines of `line` layers; polygons are drawn as their rings.
final class LineLayout: Sendable {
    private let layer: ShapeLayer
    private let rules: LineRules
    /// True when what is painted changes along a line.
    private let isMeasured: Bool
    /// False for colors of gradients and for patterns: they are counted from what a view shows of a line.
    let isMovable: Bool
    /// `line-translate`, in pixels.
    var translation: Point { layer.translation }
    /// The opacity of the layer as a whole.
    let layerOpacity: Double

    init(_ style: StyleLayer, _ rules: LineRules, _ context: LayerContext) {
        self.rules = rules
        layer = ShapeLayer(
            style, context, sortKey: rules.sortKey, translate: .lineTranslate, anchor: .lineTranslateAnchor)
        isMovable = rules.gradient == nil && rules.pattern == nil
        isMeasured = !isMovable || rules.dashes != nil
        layerOpacity = style.sets(.lineLayerOpacity) ? style.property(.lineLayerOpacity).number(context.paint()) : 1
    }

    /// The evaluated properties of one feature. A class: to pass it on copies nothing.
    private final class Properties {
        let paint: Ribbon.Paint
        let outline: RibbonOutline
        let shape: Ribbon.Shape
        /// The distance from the tile's line that paint can cover, in pixels.
        let margin: Double
        let key: Double

        init(paint: Ribbon.Paint, outline: RibbonOutline, shape: Ribbon.Shape, margin: Double, key: Double) {
            (self.paint, self.outline, self.shape, self.margin, self.key) = (paint, outline, shape, margin, key)
        }
    }

    func marks(of tile: TileLayer) -> [LineShape] {
        let (isMovable, isUniform) = (isMovable && tile.projection.isMovable, rules.isUniform)
        let projection = isMovable ? tile.projection.fromCorner : tile.projection
        var lines = TileLines(self, LinePlacement(translation, of: tile.projection, isMovable: isMovable))
        let rounding = layer.rounding(of: tile)
        let context = layer.context
        let reach =
            rounding == nil && isUniform
            ? tile.reach(context) {
                properties(context.paint(in: tile), context.layout(in: tile)).map {
                    projection.window(margin: $0.margin, isMovable: isMovable).shown
                }
            } : nil
        let isMeasured = isMeasured
        // Their memory serves all features.
        var (geometry, piece) = (TileGeometry(), LinePiece())
        layer.forEachFeature(
            [.lineString, .polygon], of: tile, isUniform: isUniform, within: reach, evaluate: properties
        ) { feature, properties, evaluation in
            feature.read(into: &geometry)
            let isClosed = if case .polygon = feature.type { true } else { false }
            if let rounding, isClosed { geometry = rounding.rounded(geometry) }
            projection.forEachLine(
                of: geometry, within: projection.window(margin: properties.margin, isMovable: isMovable),
                closed: isClosed, measured: isMeasured, span: feature.lineClip, in: &piece
            ) {
                lines.add($0, properties, evaluation)
            }
        }
        let shapes = lines.shapes.filter { !$0.ribbon.isEmpty }
        return layer.sortKey == nil ? shapes : shapes.sortedByKey(\.key)
    }

    /// The lines of a tile.
    private struct TileLines {
        private let layout: LineLayout
        private let placement: LinePlacement
        private(set) var shapes: [LineShape] = []
        /// What the last shape was made for.
        private var last: Properties?
        private var (pieceCount, isStopped) = (0, false)

        init(_ layout: LineLayout, _ placement: LinePlacement) { (self.layout, self.placement) = (layout, placement) }

        /// Adds what is seen of a piece.
        mutating func add(_ piece: LinePiece, _ properties: Properties, _ evaluation: () -> EvaluationContext) {
            pieceCount += 1
            if pieceCount & 255 == 0 { isStopped = WorkContext.isCancelled }
            guard !isStopped else { return }
            guard let ground = placement.ground, !piece.isWhole(on: ground, margin: properties.margin) else {
                return draw(piece, properties, evaluation)
            }
            for part in piece.parts(on: ground, margin: properties.margin) { draw(part, properties, evaluation) }
        }

        private mutating func draw(
            _ piece: LinePiece, _ properties: Properties, _ evaluation: () -> EvaluationContext
        ) {
            let translation = placement.translation
            let line = translation == .zero ? piece.points : piece.points.map { $0 + translation }
            let dashScale =
                piece.isMeasured && layout.rules.dashes != nil ? layout.layer.context.dashScale(of: piece) : 1
            var ownPaint: Ribbon.Paint?
            var progress = Ribbon.Progress.pixels
            if let gradient = layout.rules.gradient, case .ramp(_, let opacity) = properties.paint {
                guard let ramp = LineRamp(gradient, along: piece, evaluation(), layer: layout.layer.style.id)
                else { return }
                ownPaint = .ramp(ramp.colors, opacity: opacity)
                progress = Ribbon.Progress(start: ramp.start, rate: ramp.rate * dashScale)
            }
            // Lines with gradients and patterns are not joined.
            if last !== properties || !layout.isMovable {
                if last?.key != properties.key || last?.paint.matches(properties.paint) != true {
                    // In another projection, the image is the plane that lines are drawn on.
                    let perspective = placement.ground?.perspective
                    let ribbon = Ribbon(
                        paint: ownPaint ?? properties.paint,
                        perspective: perspective?.projected == nil ? perspective : nil)
                    shapes.append(LineShape(key: properties.key, ribbon: ribbon))
                }
                last = properties
            }
            let count = piece.box == nil ? 0 : shapes[shapes.count - 1].ribbon.count
            shapes[shapes.count - 1].ribbon.add(
                line, isRing: piece.isRing, outline: properties.outline, shape: properties.shape, start: piece.start,
                stretch: dashScale, progress: progress, at: placement.offset, clip: placement.clip)
            if let box = piece.box, shapes[shapes.count - 1].ribbon.count > count {
                shapes[shapes.count - 1].boxes.append((box, properties.margin))
            }
        }
    }

    /// Nil for a line that is not visible.
    private func properties(_ evaluation: EvaluationContext, _ layout: EvaluationContext) -> Properties? {
        let context = layer.context
        let points = rules.width.number(evaluation)
        guard points > 0, let paint = paint(evaluation) else { return nil }
        let outline = outline(layout, evaluation)
        let shape = Ribbon.Shape(
            width: points * context.scale, gap: max(0, rules.gapWidth.number(evaluation)) * context.scale,
            blur: max(0, rules.blur.number(evaluation)) * context.scale, dashes: dashes(evaluation, outline.cap))
        return Properties(
            paint: paint, outline: outline, shape: shape, margin: outline.margin(shape) + layer.translation.length,
            key: layer.sortKey?.number(layout) ?? 0)
    }

    /// Merges consecutive lines of the same paint, across tiles too: each line carries its tile's outline.
    func items(_ tiles: [(tile: TileOutline, shapes: [LineShape])], id: String, within rect: Rect) -> [DrawingItem] {
        if tiles.contains(where: { $0.tile.square.corners == nil }) {
            return tiles.flatMap { clippedItems($0.tile, $0.shapes, id: id, within: rect) }
        }
        var items: [DrawingItem] = []
        for (mask, shapes) in maskedRuns(tiles) {
            var pending: [Ribbon] = []
            func flush() {
                guard let ribbon = Ribbon(joining: pending) else { return }
                pending.removeAll()
                let item = DrawingItem(layer: id, .ribbon(ribbon), bounds: ribbon.bounds, mask: mask, within: rect)
                if let item { items.append(item) }
            }
            for shape in shapes {
                if let first = pending.first, !first.paint.matches(shape.ribbon.paint) { flush() }
                pending.append(shape.ribbon)
            }
            flush()
        }
        return items
    }

    /// The lines of a tile that is not convex, clipped to it.
    private func clippedItems(
        _ tile: TileOutline, _ shapes: [LineShape], id: String, within rect: Rect
    ) -> [DrawingItem] {
        var ribbons: [Ribbon] = []
        for shape in shapes {
            if let last = ribbons.last, last.paint.matches(shape.ribbon.paint) {
                ribbons[ribbons.count - 1].append(shape.ribbon)
            } else {
                ribbons.append(shape.ribbon)
            }
        }
        let clip = tile.clip
        return ribbons.compactMap { ribbon in
            let mark = Mark.group(Group(clip: clip, marks: [.ribbon(ribbon)]))
            let bounds = ribbon.bounds.intersection(clip.bounds.integral)
            return DrawingItem(layer: id, mark, bounds: bounds, mask: tile.mask, within: rect)
        }
    }

    private func paint(_ evaluation: EvaluationContext) -> Ribbon.Paint? {
        let opacity = rules.opacity.number(evaluation)
        guard opacity > 0 else { return nil }
        if let pattern = rules.pattern {
            let image = layer.context.images.image(pattern.value(evaluation), layer.context, layer: layer.style.id)
            let width = rules.baseWidth.number(evaluation)
            guard let image, image.height > 0, width > 0 else { return nil }
            return .image(
                image.bitmap, period: image.width * width / image.height * layer.context.tileScale, opacity: opacity)
        }
        // A gradient's colors are evaluated for each piece of the line.
        if rules.gradient != nil { return .ramp([], opacity: opacity) }
        let color = rules.color.color(evaluation).opacity(opacity)
        return color.isInvisible ? nil : .color(color)
    }

    private func outline(_ layout: EvaluationContext, _ paint: EvaluationContext) -> RibbonOutline {
        RibbonOutline(
            cap: StrokeStyle.Cap(rawValue: rules.cap.string(layout)) ?? .butt,
            join: StrokeStyle.Join(rawValue: rules.join.string(layout)) ?? .miter,
            miterLimit: rules.miterLimit.number(layout), roundLimit: rules.roundLimit.number(layout),
            offset: rules.offset.number(paint) * layer.context.scale, cornerReach: 15 * layer.context.tileScale)
    }

    /// Dash lengths are multiples of the line width at the integer zoom, and scale with the map up to the next.
    private func dashes(_ evaluation: EvaluationContext, _ cap: StrokeStyle.Cap) -> DashPattern? {
        guard let dashes = rules.dashes else { return nil }
        let width = rules.baseWidth.number(evaluation) * layer.context.tileScale
        guard width > 0 else { return nil }
        return DashPattern(dashes.numbers(evaluation).map { $0 * width }, radius: cap == .round ? width / 2 : 0)
    }
}

extension RibbonOutline {
    /// The distance from the line that paint can cover, in pixels.
    fileprivate func margin(_ shape: Ribbon.Shape) -> Double {
        let miter = join == .miter ? max(2, min(miterLimit, 100)) : 2
        return (Double(shape.outset) + abs(offset)) * miter
    }
}

extension LayerContext {
    /// Output pixels per point of a tile; grows with the map up to the next integer zoom.
    var tileScale: Double { scale * powerOfTwo(zoom - tileZoom) }

    /// The scale of dashes along a line with `lineMetrics`: MapLibre measures it in 1/32,767 of its length, and draws
    /// dashes as if these were tile units of 1/16 point.
    func dashScale(of piece: LinePiece) -> Double {
        piece.fractionPerPixel > 0 ? 1 / (piece.fractionPerPixel * 32_767 / 16 * tileScale) : 1
    }
}

/// A gradient's colors along the visible piece of a line.
private struct LineRamp {
    /// About the number of pixels along the diagonal of a large output.
    private static let maxColors = 4096.0

    let colors: [Color]
    /// The line's start in the ramp, where 0...1 is the ramp, and the increment per pixel.
    let start: Double
    let rate: Double

    /// Nil past a limit of the map: each color is computed and kept.
    init?(_ gradient: StyleProperty, along piece: LinePiece, _ evaluation: EvaluationContext, layer: String) {
        let pixels = piece.length
        let from = piece.start * piece.fractionPerPixel
        let to = from + pixels * piece.fractionPerPixel
        let last = max(1, min(Self.maxColors, (pixels * 2).rounded(.up)))
        guard RenderBudget.spend((Int(last) + 1) * MemoryLayout<Color>.stride, .bytes, at: "layers.\(layer)"),
            RenderBudget.spend((Int(last) + 1) * gradient.expression.steps, .expressionSteps, at: "layers.\(layer)")
        else { return nil }
        var evaluation = evaluation
        colors = (0...Int(last)).map {
            evaluation.lineProgress = max(0, min(1, from + (to - from) * Double($0) / last))
            return gradient.color(evaluation)
        }
        rate = pixels > 0 ? 1 / pixels : 0
        start = -piece.start * rate
    }
}
