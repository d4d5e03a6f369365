// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapStyle
import MapTiles

/// What `fill`, `line` and `circle` layers have in common: how their features are evaluated, sorted and translated.
struct ShapeLayer: Sendable {
    let style: StyleLayer
    let context: LayerContext
    /// `*-sort-key`; nil where the style does not set it.
    let sortKey: StyleProperty?
    /// `*-translate`, in pixels.
    let translation: Point

    /// - Parameters:
    ///   - style: the layer.
    ///   - context: the map's.
    ///   - sortKey: `*-sort-key`; nil where the style does not set it.
    ///   - translate: the property of the translation.
    ///   - anchor: the property that says whether it turns with the map.
    init(
        _ style: StyleLayer, _ context: LayerContext, sortKey: StyleProperty?, translate: PropertyName,
        anchor: PropertyName
    ) {
        self.style = style
        self.context = context
        self.sortKey = sortKey
        translation = context.translation(style, translate, anchor: anchor)
    }

    /// Rounds the corners of a tile's polygons; nil where the layer does not.
    func rounding(of tile: TileLayer) -> CornerRounding? {
        style.hasRoundCorners ? CornerRounding(tile, scale: context.scale) : nil
    }

    /// Calls `body` for each feature that passes the filter, has one of the types, and is visible.
    ///
    /// - Parameters:
    ///   - types: the geometry types that the layer draws.
    ///   - tile: the features.
    ///   - isUniform: true when no property depends on the feature: then they are evaluated once per tile.
    ///   - reach: what leaves features out; nil for all.
    ///   - evaluate: takes the paint and the layout context; returns nil for a feature that is not visible.
    ///   - body: takes the feature, its properties, and the paint context for properties that vary along a feature.
    func forEachFeature<Properties>(
        _ types: [GeometryType], of tile: TileLayer, isUniform: Bool, within reach: FeatureReach? = nil,
        evaluate: (_ paint: EvaluationContext, _ layout: EvaluationContext) -> Properties?,
        _ body: (VectorFeature, Properties, _ paint: () -> EvaluationContext) -> Void
    ) {
        // No feature may pass.
        lazy var paint = context.paint(in: tile)
        lazy var layout = context.layout(in: tile)
        // None of a feature that is not visible.
        var properties: Properties?
        var isEvaluated = false
        let steps = isUniform ? 1 : style.stepsPerFeature
        let types = types.reduce(0) { $0 | $1.bit }
        tile.forEachFeature(of: style, context, steps: steps, within: reach) { feature, expressionFeature in
            guard types & feature.type.bit != 0 else { return }
            // One object for all features.
            if !isEvaluated { (paint.feature, layout.feature) = (expressionFeature, expressionFeature) }
            if !isUniform || !isEvaluated {
                expressionFeature.move(to: feature)
                properties = evaluate(paint, layout)
            }
            isEvaluated = true
            guard let properties else { return }
            body(feature, properties) {
                expressionFeature.move(to: feature)
                return paint
            }
        }
    }
}

extension GeometryType {
    /// To look for it in a set.
    fileprivate var bit: UInt8 {
        switch self {
        case .unknown: 1
        case .point: 2
        case .lineString: 4
        case .polygon: 8
        }
    }
}

/// The properties of a style's fill and line layers at a zoom, for all maps that have it.
final class ShapeRules: CacheableTileLayout {
    struct CacheKey: Hashable, Sendable {
        let layers: [ObjectIdentity<StyleLayer.Rules>]
        let zoom: Double
    }

    enum Layer: Sendable {
        case fill(FillRules)
        case line(LineRules)
        /// Of another type.
        case other
    }

    static let cacheFraction = 1.0 / 32

    let layers: [Layer]

    private init(_ layers: [StyleLayer], _ context: LayerContext, threads: Int) {
        self.layers = parallelMap(layers, threads: threads) { style in
            switch style.kind {
            case .fill: .fill(FillRules(style, context))
            case .line: .line(LineRules(style, context))
            default: .other
            }
        }
    }

    /// Of the layers of a map, made unless they are known.
    static func of(_ layers: [StyleLayer], _ context: LayerContext, threads: Int) -> ShapeRules {
        let key = CacheKey(layers: layers.map { ObjectIdentity($0.rules) }, zoom: context.zoom)
        if let known: ShapeRules = context.layoutCache?.known(key) { return known }
        let made = ShapeRules(layers, context, threads: threads)
        return context.layoutCache?.value(for: key) { made } ?? made
    }

    var byteCount: Int {
        layers.reduce(256) { if case .other = $1 { $0 + 16 } else { $0 + 1024 } }
    }
}

/// A fill, line or circle layer with its properties specialized to the map's zoom, once for all tiles.
enum ShapeLayout: Sendable {
    case fill(FillLayout)
    case line(LineLayout)
    case circle(CircleLayout)
    case extrusion(ExtrusionLayout)

    /// Nil for other types of layers.
    init?(_ style: StyleLayer, _ rules: ShapeRules.Layer, _ context: LayerContext) {
        switch (rules, style.kind) {
        case (.fill(let rules), _): self = .fill(FillLayout(style, rules, context))
        case (.line(let rules), _): self = .line(LineLayout(style, rules, context))
        case (.other, .fillExtrusion): self = .extrusion(ExtrusionLayout(style, context))
        case (.other, .circle): self = .circle(CircleLayout(style, context))
        case (.other, _): return nil
        }
    }

    /// The layer's shapes in one tile.
    func marks(of tile: TileLayer) -> TileMarks {
        TileMarks(tile: tile.outline, shapes: shapes(of: tile))
    }

    /// The same as `marks(of:)`.
    ///
    /// - Parameters:
    ///   - shapes: those of the whole tile, from its corner.
    ///   - tile: the features, of a layer that is movable in the tile.
    /// - Returns: what the view shows, where it shows it.
    func placed(_ shapes: TileMarks.Shapes, in tile: TileLayer) -> TileMarks {
        let projection = tile.projection
        let corner = projection.toPixel.apply(.zero)
        let placed: TileMarks.Shapes =
            switch (self, shapes) {
            case (.fill(let layout), .fills(let all)):
                .fills(
                    all.compactMap {
                        $0.placed(at: corner + layout.translation, in: projection.clipRect(margin: layout.margin))
                    })
            case (.line(let layout), .lines(let all)):
                .lines(all.compactMap { $0.placed(at: corner + layout.translation, in: projection) })
            default: shapes
            }
        return TileMarks(tile: tile.outline, shapes: placed)
    }

    /// True when the layer's shapes in the tile are laid out as a whole, and moved for each view of one zoom.
    func isMovable(in tile: TileLayer) -> Bool {
        switch self {
        case .fill(let layout): layout.isMovable && tile.projection.isMovable
        case .line(let layout): layout.isMovable && tile.projection.isMovable
        case .circle, .extrusion: false
        }
    }

    func shapes(of tile: TileLayer) -> TileMarks.Shapes {
        switch self {
        case .fill(let layout): .fills(layout.marks(of: tile))
        case .line(let layout): .lines(layout.marks(of: tile))
        case .circle(let layout): .circles(layout.marks(of: tile))
        case .extrusion(let layout): .extrusions(layout.marks(of: tile))
        }
    }

    /// True when the items of each tile are its own, whatever other tiles have.
    var assemblesByTile: Bool {
        if case .fill(let layout) = self { !layout.joinsTiles && layout.layerOpacity >= 1 } else { false }
    }

    /// Assembles the shapes of all tiles.
    func items(_ tiles: [TileMarks], id: String, within rect: Rect) -> [DrawingItem] {
        switch self {
        case .fill(let layout):
            let shapes = tiles.compactMap { if case .fills(let fills) = $0.shapes { ($0.tile, fills) } else { nil } }
            return grouped(layout.items(shapes, id: id, within: rect), layout.layerOpacity)
        case .line(let layout):
            let shapes = tiles.compactMap { if case .lines(let lines) = $0.shapes { ($0.tile, lines) } else { nil } }
            return grouped(layout.items(shapes, id: id, within: rect), layout.layerOpacity)
        case .circle(let layout):
            let shapes = tiles.compactMap { if case .circles(let all) = $0.shapes { ($0.tile, all) } else { nil } }
            return layout.items(shapes, id: id, within: rect)
        case .extrusion(let layout):
            let shapes = tiles.compactMap { if case .extrusions(let all) = $0.shapes { ($0.tile, all) } else { nil } }
            return layout.items(shapes, id: id, within: rect)
        }
    }

    /// Applies the opacity of the layer as a whole.
    private func grouped(_ items: [DrawingItem], _ opacity: Double) -> [DrawingItem] {
        guard opacity < 1, let first = items.first else { return items }
        guard opacity > 0 else { return [] }
        let bounds = items.reduce(Rect.null) { $0.union($1.bounds) }
        let group = Group(opacity: opacity, marks: items.map(\.mark))
        return [DrawingItem(id: first.id, role: first.role, bounds: bounds, mark: .group(group))]
    }
}

/// A layer's shapes in one tile.
struct TileMarks: Sendable {
    enum Shapes: Sendable {
        case fills([FillShape])
        case lines([LineShape])
        case circles([CircleShape])
        case extrusions([Face])
    }

    let tile: TileOutline
    let shapes: Shapes
}

extension TileMarks.Shapes {
    /// Each shape takes as much memory as some vertices, apart from those that it has.
    private static let verticesPerShape = 8

    /// The vertices, as they count for the limit of the map.
    var vertexCost: Int {
        switch self {
        case .fills(let all): all.reduce(0) { $0 + $1.vertexCount } + Self.verticesPerShape * all.count
        case .lines(let all): all.reduce(0) { $0 + $1.vertexCount } + Self.verticesPerShape * all.count
        case .circles(let all): all.count
        case .extrusions(let all):
            all.reduce(0) { $0 + $1.path.points.count } + Self.verticesPerShape * all.count
        }
    }

    /// About as many as they take in memory.
    var byteCount: Int {
        let boxes =
            switch self {
            case .fills(let all): all.reduce(0) { $0 + $1.boxes.count }
            case .lines(let all): all.reduce(0) { $0 + 5 * $1.boxes.count }
            case .circles, .extrusions: 0
            }
        return 24 * vertexCost + MemoryLayout<Rect>.stride * boxes
    }
}

/// The area in which a tile's shapes are painted.
struct TileOutline: Sendable {
    let square: SeenSquare
    /// The area that no archive above covers; nil for all of it.
    let mask: Path?

    init(_ projection: TileProjection, mask: Path?) {
        (square, self.mask) = (projection.seenSquare, mask)
    }

    /// The square as an aliased clip: a pixel belongs to the tile that contains its center.
    var clip: Path {
        switch square {
        case .polygon(let corners):
            return Path(corners, closed: true)
        case .area(let path): return path
        }
    }
}

/// The shapes of all tiles in order, grouped by runs of tiles with the same mask.
func maskedRuns<Shape>(
    _ tiles: [(tile: TileOutline, shapes: [Shape])]
) -> [(mask: Path?, shapes: [Shape])] {
    var runs: [(mask: Path?, shapes: [Shape])] = []
    for (tile, shapes) in tiles {
        if let last = runs.indices.last, runs[last].mask == tile.mask {
            runs[last].shapes += shapes
        } else {
            runs.append((tile.mask, shapes))
        }
    }
    return runs
}

extension DrawingItem {
    /// An item painted through a mask; nil when it lies outside `rect`.
    init?(layer id: String, _ mark: Mark, bounds: Rect, mask: Path?, within rect: Rect) {
        let bounds = bounds.intersection(rect)
        guard !bounds.isNull else { return nil }
        self.init(
            id: id, role: .layer, bounds: bounds, mark: mask.map { .group(Group(clip: $0, marks: [mark])) } ?? mark)
    }
}
