// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapStyle
import MapTiles

/// The properties of a `fill` layer at a zoom. Of the context, they depend on nothing else.
final class FillRules: Sendable {
    fileprivate let color: StyleProperty
    fileprivate let opacity: StyleProperty
    fileprivate let outline: StyleProperty?
    fileprivate let pattern: StyleProperty?
    fileprivate let sortKey: StyleProperty?
    /// True when no property depends on the feature.
    fileprivate let isUniform: Bool

    init(_ style: StyleLayer, _ context: LayerContext) {
        color = context.paintProperty(style, .fillColor)
        opacity = context.paintProperty(style, .fillOpacity)
        outline = style.sets(.fillOutlineColor) ? context.paintProperty(style, .fillOutlineColor) : nil
        pattern = style.sets(.fillPattern) ? context.tilePaintProperty(style, .fillPattern) : nil
        sortKey = style.sets(.fillSortKey) ? context.layoutProperty(style, .fillSortKey) : nil
        isUniform = [color, opacity, outline, pattern, sortKey].compactMap(\.self).allSatisfy(\.isFeatureConstant)
    }
}

/// Polygons of `fill` layers.
final class FillLayout: Sendable {
    private let layer: ShapeLayer
    private let rules: FillRules
    private let antialias: Bool
    /// False for patterns: they are counted from what a view shows.
    var isMovable: Bool { rules.pattern == nil }
    /// `fill-translate`, in pixels.
    var translation: Point { layer.translation }
    /// The distance from a tile's polygon that paint can cover, in pixels.
    var margin: Double { translation.length + 2 }
    /// The opacity of the layer as a whole.
    let layerOpacity: Double
    /// True when every feature has the same opaque paint, so that tiles can be joined into one path.
    let joinsTiles: Bool

    init(_ style: StyleLayer, _ rules: FillRules, _ context: LayerContext) {
        self.rules = rules
        layer = ShapeLayer(
            style, context, sortKey: rules.sortKey, translate: .fillTranslate, anchor: .fillTranslateAnchor)
        let paint = context.paint()
        layerOpacity = style.sets(.fillLayerOpacity) ? style.property(.fillLayerOpacity).number(paint) : 1
        antialias = !style.sets(.fillAntialias) || style.property(.fillAntialias).bool(paint)
        joinsTiles =
            rules.isUniform && rules.outline == nil && rules.pattern == nil && rules.sortKey == nil
            && rules.color.color(paint).isOpaque && rules.opacity.number(paint) >= 1
    }

    /// The evaluated properties of one feature. A class: to pass it on copies nothing.
    private final class Properties {
        let paint: Paint
        let edgePaint: Paint?
        let key: Double

        init(paint: Paint, edgePaint: Paint?, key: Double) {
            (self.paint, self.edgePaint, self.key) = (paint, edgePaint, key)
        }
    }

    func marks(of tile: TileLayer) -> [FillShape] {
        var shapes: [FillShape] = []
        let projection = tile.projection.isOfAnyView ? tile.projection : tile.projection.moved(by: translation)
        var window = projection.window(margin: margin, isMovable: isMovable)
        let joinsTiles = joinsTiles
        if joinsTiles {
            // Joined tiles are not clipped, so the part beyond the tile's edge is cut off here.
            window = window.cut(to: projection.square)
        }
        let ground = projection.ground
        let (isUniform, isOnePath) = (rules.isUniform, rules.isUniform && rules.pattern == nil)
        let rounding = layer.rounding(of: tile)
        let reach = rounding == nil ? tile.reach(layer.context) { window.shown } : nil
        // Its memory serves all features.
        var geometry = TileGeometry()
        layer.forEachFeature([.polygon], of: tile, isUniform: isUniform, within: reach, evaluate: properties) {
            feature, properties, _ in
            feature.read(into: &geometry)
            if let rounding { geometry = rounding.rounded(geometry) }
            let box = Rect(around: geometry.points)
            guard box.intersects(window.shown) else { return }
            // That of a polygon which a camera sees as a whole.
            var plane: PlanePerspective?
            if let ground {
                let box = projection.toPixel.apply(box)
                plane = ground.plane(keeping: box)
                guard plane != nil || ground.mayShow(box) else { return }
            }
            if isOnePath, plane != nil || ground == nil, let last = shapes.indices.last, shapes[last].edges == nil,
                projection.square.contains(box)
            {
                return shapes[last].add(geometry, around: box, in: window, projection, plane, joined: joinsTiles)
            }
            var boxes: [Rect] = []
            let polygon = projection.polygon(geometry, around: box, in: window, grows: isOnePath, boxes: &boxes)
            guard var (path, edges) = polygon else { return }
            if let plane, edges == nil {
                path.project(by: plane)
            } else if let ground {
                edges = properties.edgePaint == nil ? nil : ground.lines(edges ?? path)
                path = ground.tileArea(path)
                guard !path.isEmpty else { return }
            }
            shapes.append(
                FillShape(
                    key: properties.key, path: path, paint: properties.paint, edges: edges,
                    edgePaint: properties.edgePaint, boxes: boxes))
        }
        if rules.pattern != nil, let patterns = GroundPatterns(layer.context.viewport) { patterns.project(&shapes) }
        if layer.sortKey != nil { shapes = shapes.sortedByKey(\.key) }
        return shapes
    }

    func items(_ tiles: [(tile: TileOutline, shapes: [FillShape])], id: String, within rect: Rect) -> [DrawingItem] {
        joinsTiles
            ? FillAssembly.joined(tiles, id: id, within: rect)
            : FillAssembly.clipped(tiles, id: id, within: rect)
    }

    /// Nil for a polygon that is not visible.
    private func properties(_ evaluation: EvaluationContext, _ layout: EvaluationContext) -> Properties? {
        let opacity = rules.opacity.number(evaluation)
        guard opacity > 0, let paint = paint(evaluation, opacity) else { return nil }
        var edgePaint = antialias ? paint : nil
        if antialias, let outline = rules.outline, rules.pattern == nil {
            edgePaint = .color(outline.color(evaluation).opacity(opacity))
        }
        return Properties(paint: paint, edgePaint: edgePaint, key: layer.sortKey?.number(layout) ?? 0)
    }

    private func paint(_ evaluation: EvaluationContext, _ opacity: Double) -> Paint? {
        if let pattern = rules.pattern {
            let image = layer.context.images.image(pattern.value(evaluation), layer.context, layer: layer.style.id)
            guard let image else { return nil }
            return layer.context.patternPaint(image, opacity: opacity, translation: layer.translation)
        }
        let color = rules.color.color(evaluation).opacity(opacity)
        // An invisible fill may still have a visible outline.
        return color.isInvisible && (rules.outline == nil || !antialias) ? nil : .color(color)
    }
}

extension LayerContext {
    /// A pattern that is fixed to the world, as a paint of the ground.
    ///
    /// - Parameters:
    ///   - image: one tile of the pattern.
    ///   - opacity: that of the pattern.
    ///   - translation: moves the pattern, in pixels; patterns move with what they fill.
    /// - Returns: the pattern as seen from above; `GroundPatterns` shows it to a tilted camera.
    func patternPaint(_ image: SpriteImage, opacity: Double, translation: Point = .zero) -> Paint {
        .pattern(image.bitmap, patternTransform(image, translation: translation), opacity: opacity)
    }

    /// From a pattern's bitmap to pixels of the ground: at its natural size at integer zooms, scaled with the map between
    /// them.
    func patternTransform(_ image: SpriteImage, translation: Point) -> Transform {
        let whole = max(0, zoom.rounded(.down))
        let pixelsPerWorld = 512 * powerOfTwo(whole)
        let imagePoint = 1 / (image.pixelRatio * pixelsPerWorld)
        // Most patterns do not divide the world's width; counting from the tile at the center keeps coordinates small
        // and precise.
        let middle = viewport.mercatorBounds.center
        let originX = (middle.x * pixelsPerWorld / image.width).rounded(.down) * image.width / pixelsPerWorld
        let originY = (middle.y * pixelsPerWorld / image.height).rounded(.down) * image.height / pixelsPerWorld
        return Transform(a: imagePoint, b: 0, c: 0, d: imagePoint, tx: originX, ty: originY)
            .then(viewport.mercatorToGround).then(.translation(translation))
    }
}

/// A feature's polygon with its paint.
struct FillShape: Sendable {
    var key: Double
    var path: Path
    var paint: Paint
    /// The rings to stroke; nil when they are those of `path`.
    var edges: Path?
    /// The paint of antialiased edges or of the outline; nil for aliased edges.
    var edgePaint: Paint?
    /// Those of the figures of `path` and then of `edges`, in tile units, for all of a tile.
    var boxes: [Rect] = []
    /// Of several polygons that are painted one by one, the number of figures of `path` up to the end of each.
    var polygonEnds: [Int] = []

    /// Adds a polygon that lies within the tile.
    ///
    /// - Parameters:
    ///   - geometry: in tile units.
    ///   - box: around it.
    ///   - window: what is laid out.
    ///   - projection: of the tile.
    ///   - plane: of the ground that a camera sees, where it sees all of the polygon; nil for a flat map.
    ///   - joined: true where it does not matter which polygon a ring belongs to.
    mutating func add(
        _ geometry: TileGeometry, around box: Rect, in window: TileWindow, _ projection: TileProjection,
        _ plane: PlanePerspective?, joined: Bool
    ) {
        let (rings, start) = (path.ringCount, path.points.count)
        projection.addPolygon(geometry, around: box, in: window, to: &path, boxes: &boxes)
        if let plane { path.project(from: start, by: plane) }
        guard !joined else { return }
        if polygonEnds.isEmpty { polygonEnds.append(rings) }
        // A polygon of which nothing is laid out has no ring.
        if polygonEnds.last != path.ringCount { polygonEnds.append(path.ringCount) }
    }

    /// What a view shows of it, with points moved by an offset; nil for nothing.
    func placed(at offset: Point, in view: Rect) -> FillShape? {
        let isShown = boxes.map { $0.intersects(view) }
        let count = path.ringCount
        let shown = path.figures(movedBy: offset, where: isShown[..<count])
        guard !shown.isEmpty else { return nil }
        var (ends, figure, kept) = ([Int](), 0, 0)
        for end in polygonEnds {
            for index in figure..<end where isShown[index] { kept += 1 }
            ends.append(kept)
            figure = end
        }
        return FillShape(
            key: key, path: shown, paint: paint, edges: edges?.figures(movedBy: offset, where: isShown[count...]),
            edgePaint: edgePaint, polygonEnds: ends)
    }

    var vertexCount: Int { path.points.count + (edges?.points.count ?? 0) }
}

/// Turns the polygons of all tiles into drawing items of one layer.
enum FillAssembly {
    /// All tiles' shapes as one path per mask: only for layers whose features all get the same opaque paint. It is then
    /// invisible which tile or feature a part came from, and no seam can show.
    static func joined(
        _ tiles: [(tile: TileOutline, shapes: [FillShape])], id: String, within rect: Rect
    ) -> [DrawingItem] {
        maskedRuns(tiles.filter { !$0.shapes.isEmpty }).compactMap { mask, shapes in
            guard let shape = FillShape(joining: shapes) else { return nil }
            let bounds = shape.bounds.intersection(rect)
            guard !bounds.isNull else { return nil }
            var marks: [Mark] = []
            // The edge is painted first, so that only its outer half remains visible.
            if let edgePaint = shape.edgePaint { marks.append(.edge(shape.edges ?? shape.path, edgePaint)) }
            marks.append(.aliasedFill(shape.path, shape.paint))
            return DrawingItem(id: id, role: .layer, bounds: bounds, mark: .group(Group(clip: mask, marks: marks)))
        }
    }

    /// Each tile's shapes in order, clipped to the tile, with the edges above all fills.
    static func clipped(
        _ tiles: [(tile: TileOutline, shapes: [FillShape])], id: String, within rect: Rect
    ) -> [DrawingItem] {
        tiles.compactMap { tile, shapes in
            var box = Rect.null
            for index in shapes.indices { box = box.union(shapes[index].bounds) }
            let clip = tile.clip
            let bounds = box.intersection(clip.bounds.integral).intersection(rect)
            guard !bounds.isNull else { return nil }
            let marks = fills(shapes, in: clip.bounds) + edges(shapes)
            guard !marks.isEmpty else { return nil }
            var mark = Mark.group(Group(clip: clip, marks: marks))
            if let mask = tile.mask { mark = .group(Group(clip: mask, marks: [mark])) }
            return DrawingItem(id: id, role: .layer, bounds: bounds, mark: mark)
        }
    }

    /// Merges consecutive shapes with the same color, where no polygon of a translucent one lies over another.
    private static func fills(_ shapes: [FillShape], in area: Rect) -> [Mark] {
        runs(shapes.indices) { shapes[$0].paint }.flatMap { paint, indices -> [Mark] in
            guard case .color(let color) = paint, !color.isOpaque else {
                return [.aliasedFill(joined(indices.map { shapes[$0].path }), paint)]
            }
            if indices.count == 1, shapes[indices[0]].polygonEnds.isEmpty {
                return [.aliasedFill(shapes[indices[0]].path, paint)]
            }
            var layers = PolygonLayers(area)
            for index in indices { layers.add(shapes[index].path, shapes[index].polygonEnds) }
            return layers.paths.map { .aliasedFill($0, paint) }
        }
    }

    /// Merges consecutive edges with the same color: the segments of an edge are blended one by one in any case.
    private static func edges(_ shapes: [FillShape]) -> [Mark] {
        runs(shapes.indices) { shapes[$0].edgePaint }.map { paint, indices in
            .edge(joined(indices.map { shapes[$0].edges ?? shapes[$0].path }), paint)
        }
    }

    private static func joined(_ paths: [Path]) -> Path { paths.count == 1 ? paths[0] : Path(joining: paths) }

    /// What can be seen, in order, by runs of one color. By index: a shape need not be copied to look at a part of it.
    private static func runs(_ indices: Range<Int>, _ paint: (Int) -> Paint?) -> [(paint: Paint, indices: [Int])] {
        var runs: [(paint: Paint, indices: [Int])] = []
        for index in indices {
            guard let paint = paint(index) else { continue }
            if case .color(let color) = paint {
                guard !color.isInvisible else { continue }
                if case .color(color)? = runs.last?.paint {
                    runs[runs.count - 1].indices.append(index)
                    continue
                }
            }
            runs.append((paint, [index]))
        }
        return runs
    }
}

extension FillShape {
    /// Joins shapes of the same paint; nil for none.
    fileprivate init?(joining shapes: [FillShape]) {
        guard let first = shapes.first else { return nil }
        self = first
        guard shapes.count > 1 else { return }
        path = Path(joining: shapes.map(\.path))
        let hasOwnEdges = edgePaint != nil && shapes.contains { $0.edges != nil }
        edges = hasOwnEdges ? Path(joining: shapes.map { $0.edges ?? $0.path }) : nil
    }

    /// Edges extend one pixel to either side.
    var bounds: Rect { path.bounds.inset(by: edgePaint == nil ? 0 : -1.5) }
}

extension Array {
    /// Sorts by ascending keys; the order of equal keys is preserved.
    func sortedByKey(_ key: KeyPath<Element, Double>) -> [Element] {
        enumerated()
            .sorted { ($0.element[keyPath: key], $0.offset) < ($1.element[keyPath: key], $1.offset) }
            .map(\.element)
    }
}

/// The `background` layer.
enum BackgroundLayout {
    static func item(_ style: StyleLayer, _ context: LayerContext) -> DrawingItem? {
        let paint = context.paint()
        let opacity = style.property(.backgroundOpacity).number(paint)
        guard opacity > 0 else { return nil }
        let ground: Paint
        if style.sets(.backgroundPattern) {
            let name = style.property(.backgroundPattern).value(paint)
            guard let image = context.images.image(name, context, layer: style.id) else { return nil }
            let pattern = context.patternPaint(image, opacity: opacity)
            ground = GroundPatterns(context.viewport)?.projected(pattern, in: context.viewport.pixelRect) ?? pattern
        } else {
            let color = style.property(.backgroundColor).color(paint).opacity(opacity)
            guard !color.isInvisible else { return nil }
            ground = .color(color)
        }
        let rect = context.viewport.pixelRect
        return DrawingItem(
            id: "layer/\(style.id)", role: .background, bounds: rect,
            mark: .fill(area(of: context.viewport), .nonZero, ground))
    }

    /// The image, up to the horizon of a tilted map. As in MapLibre, a map that is turned or tilted ends at the northern and southern
    /// edge of the world; one from straight above may be higher than the world.
    private static func area(of viewport: Viewport) -> Path {
        guard let world = viewport.endingWorld else {
            return viewport.perspective.map { Path($0.visibleImage(), closed: true) } ?? .rectangle(viewport.pixelRect)
        }
        let seen = viewport.groundCorners(margin: 0).map(viewport.groundToMercator.apply)
        let part = ConvexRegion(world.corners).clipped(ring: seen).map(viewport.mercatorToGround.apply)
        return Path(part.map { viewport.perspective?.apply($0) ?? $0 }, closed: true)
    }
}

extension Viewport {
    /// The world of a turned or tilted plane that shows where it ends, wider than what is seen, in units of Web Mercator's square;
    /// nil for other maps.
    var endingWorld: Rect? {
        let seen = mercatorBounds
        guard !isCurved, bearing != 0 || !tilt.isFlat, !seen.isNull, seen.minY < 0 || seen.maxY > 1 else { return nil }
        return Rect(minX: seen.minX - 1, minY: 0, maxX: seen.maxX + 1, maxY: 1)
    }
}
