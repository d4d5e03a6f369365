// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapStyle
import MapTiles

/// Reads the symbols of a `symbol` layer from tiles: their properties and anchors. A class, as closures would copy its many parts.
final class SymbolFeatureReader {
    private let style: StyleLayer
    private let context: LayerContext
    private let evaluators: Evaluators
    private let placement: SymbolBucket.Placement
    /// `symbol-spacing` in points.
    private let spacing: Double
    /// `text-max-angle` in radians.
    private let maxAngle: Double
    private let blockGrid: BlockGrid?
    /// True where placement leaves out what an edge of the map cuts, and so all around the map: no name need be shaped there.
    private let keepsWithinEdges: Bool
    /// Of evaluating a feature's properties.
    private let steps: Int
    /// Up to so many points in all, each anchor on a line gets a line of its own that passes through it. Beyond that the
    /// anchors share the line, half a tile unit beside it.
    private static let maxAnchoredPoints = 100_000

    init(_ style: StyleLayer, _ context: LayerContext, blockGrid: BlockGrid? = nil) {
        self.blockGrid = blockGrid
        self.style = style
        self.context = context
        evaluators = Evaluators(style, context)
        let layout = context.layout()
        placement = SymbolBucket.Placement(style, layout)
        spacing = max(1, style.property(.symbolSpacing).number(layout))
        maxAngle = style.property(.textMaxAngle).number(layout) * .pi / 180
        keepsWithinEdges =
            blockGrid == nil && context.viewport.perspective == nil && !style.sets(.iconTextFit)
            && style.property(.symbolAvoidEdges).bool(layout)
        steps = style.stepsPerFeature
    }

    func features(of tile: TileLayer) -> [SymbolFeature] {
        placement == .point ? pointFeatures(of: tile) : lineFeatures(of: tile)
    }

    private func pointFeatures(of tile: TileLayer) -> [SymbolFeature] {
        let visible = tile.projection.labelRect(margin: max(300 * context.scale, blockGrid?.margin ?? 0))
        let image = context.viewport.pixelRect
        let unit = collisionUnit(of: tile)
        let points = pointSymbols(of: tile)
        guard let first = points.symbols.first else { return [] }
        let expressionFeature = TileFeature(
            feature: first.feature, tile: tile.placed.id, extent: Double(tile.layer.extent))
        var meter = StepMeter(steps: steps)
        defer { meter.end() }
        return points.symbols.indices.compactMap { index in
            guard meter.takesFeature() else { return nil }
            var anchors: [SymbolAnchor] = []
            for position in points.symbols[index].positions where visible.contains(position) {
                let ground = tile.projection.toPixel.apply(position)
                guard tile.projection.showsLabel(at: ground), let anchor = anchor(at: ground, in: tile),
                    mayShow(anchor.position)
                else { continue }
                anchors.append(anchor.onGrid(of: unit))
            }
            if keepsWithinEdges, !anchors.allSatisfy({ image.contains($0.position) }) {
                expressionFeature.move(to: points.symbols[index].feature)
                let area = image.inset(by: -evaluators.shared(expressionFeature).reach - 1)
                anchors.removeAll { !area.contains($0.position) }
            }
            guard !anchors.isEmpty else { return nil }
            let symbol = points.evaluated(index) { feature in
                expressionFeature.move(to: feature)
                return evaluators.shared(expressionFeature).evaluate()
            }
            symbol.report(to: context)
            return symbol.properties.map { SymbolFeature(properties: $0, anchors: anchors) }
        }
    }

    /// An anchor at a point of the ground; nil where a hill hides it, and where an archive above has its own symbols.
    private func anchor(
        at ground: Point, in tile: TileLayer, line: MeasuredLine? = nil, distance: Double = 0
    ) -> SymbolAnchor? {
        let perspective = tile.projection.perspective(at: ground)
        guard perspective != nil || tile.projection.terrainView == nil else { return nil }
        let anchor = SymbolAnchor(ground: ground, perspective, line: line, distance: distance)
        return tile.showsSymbol(at: anchor.position) ? anchor : nil
    }

    /// False where placement would leave out whatever has its anchor at a position on a map that is cut.
    private func mayShow(_ position: Point) -> Bool {
        blockGrid?.mayShow(position, in: context.viewport.pixelRect) ?? true
    }

    private func pointSymbols(of tile: TileLayer) -> PointSymbols {
        func make() -> PointSymbols {
            var symbols: [PointSymbols.Symbol] = []
            tile.forEachFeature(of: style, context, steps: 1) { feature, _ in
                let positions = positions(of: feature, tile)
                if !positions.isEmpty { symbols.append(PointSymbols.Symbol(feature: feature, positions: positions)) }
            }
            return PointSymbols(symbols)
        }
        guard let (cache, key) = tile.cacheKey(style, context) else { return make() }
        return cache.value(for: SymbolLayoutKey(key, style, context), make: make)
    }

    /// The anchors of a point symbol: points, a line's first point, a point inside a polygon.
    private func positions(of feature: VectorFeature, _ tile: TileLayer) -> [Point] {
        let geometry = feature.geometry()
        let candidates: [Point]
        switch feature.type {
        case .point: candidates = geometry.points
        case .lineString: candidates = geometry.parts.compactMap { geometry.points[$0].first }
        case .polygon: candidates = interiorPoints(of: geometry, extent: Double(tile.layer.extent))
        case .unknown: candidates = []
        }
        let square = tile.projection.square
        return candidates.filter { isOwned($0, square) }
    }

    /// True when the tile, and not its neighbor, contains a position.
    private func isOwned(_ p: Point, _ square: Rect) -> Bool {
        p.x >= square.minX && p.x < square.maxX && p.y >= square.minY && p.y < square.maxY
    }

    private func lineFeatures(of tile: TileLayer) -> [SymbolFeature] {
        let visible = tile.projection.labelRect(margin: max(100 * context.scale, blockGrid?.margin ?? 0))
        let lines = lineSymbols(of: tile)
        lines.diagnostics.forEach(context.diagnostics.add)
        context.report(lines.fallback)
        var repeats = RepeatedLabelFilter(minDistance: spacing(in: tile) / 2)
        let joinsLines = joinsLinesAcrossTiles
        return lines.symbols.indices.compactMap { index -> SymbolFeature? in
            let symbol = lines.symbols[index]
            // On a grid, which labels repeat others must not depend on what is visible.
            guard blockGrid != nil || intersects(symbol.bounds, visible) else { return nil }
            let anchoredLines = lines.anchoredLines(of: index) { self.anchoredLines(of: $0, tile) }
            let positions = anchors(of: symbol.properties, anchoredLines, tile, visible, &repeats)
            let pieces =
                joinsLines ? symbol.lines.flatMap { self.pieces(of: $0, tile, visible: visible) } : []
            return positions.isEmpty && pieces.isEmpty
                ? nil : SymbolFeature(properties: symbol.properties, anchors: positions, pieces: pieces)
        }
    }

    private func lineSymbols(of tile: TileLayer) -> LineSymbols {
        func make() -> LineSymbols {
            var properties: [SymbolProperties] = []
            var merger = LineMerger()
            var fallback: [FallbackWarning] = []
            let diagnostics = DiagnosticSink()
            tile.forEachFeature(of: style, context, steps: steps) { feature, expressionFeature in
                guard feature.type == .lineString || feature.type == .polygon else { return }
                let parts = self.parts(of: feature)
                guard !parts.isEmpty else { return }
                expressionFeature.move(to: feature)
                let evaluated = evaluators.shared(expressionFeature).evaluate()
                for warning in evaluated.fallback where !fallback.contains(where: { $0.subject == warning.subject }) {
                    fallback.append(warning)
                }
                evaluated.diagnostics.forEach(diagnostics.add)
                guard let symbol = evaluated.properties else { return }
                properties.append(symbol)
                merger.add(placement == .line ? symbol.text?.text : nil, parts)
            }
            let symbols = zip(properties, merger.merged).compactMap { properties, lines -> LineSymbols.Symbol? in
                guard !lines.isEmpty else { return nil }
                let bounds = lines.reduce(Rect.null) { $0.union(Rect(around: $1)) }
                return LineSymbols.Symbol(properties: properties, lines: lines, bounds: bounds)
            }
            return LineSymbols(symbols, diagnostics.all, fallback)
        }
        guard let (cache, key) = tile.cacheKey(style, context) else { return make() }
        return cache.value(for: SymbolLayoutKey(key, style, context), make: make)
    }

    /// True when names without an anchor in any tile are tried on lines joined across tiles.
    private var joinsLinesAcrossTiles: Bool {
        placement == .line && context.glyphs == nil && SymbolBucket.textFollowsLine(style, context.layout())
    }

    /// The visible parts of a line inside the tile, in pixels of the ground.
    private func pieces(of line: [Point], _ tile: TileLayer, visible: Rect) -> [[Point]] {
        let frame = visible.intersection(tile.projection.square)
        guard !frame.isNull, intersects(Rect(around: line), frame) else { return [] }
        return clippedLine(line, to: frame).filter { $0.count > 1 }.map { $0.map(tile.projection.toPixel.apply) }
    }

    /// A feature's lines in tile units.
    private func parts(of feature: VectorFeature) -> [[Point]] {
        let geometry = feature.geometry()
        return geometry.parts.compactMap { part in
            guard part.count >= 2 else { return nil }
            var line = part.count == geometry.points.count ? geometry.points : Array(geometry.points[part])
            if feature.type == .polygon, let first = line.first, line.last != first { line.append(first) }
            return line
        }
    }

    /// A symbol's lines inside the tile with their anchors; lines in the buffer belong to the neighboring tile.
    private func anchoredLines(of symbol: LineSymbols.Symbol, _ tile: TileLayer) -> [LineSymbols.AnchoredLine] {
        let anchorFinder = anchorFinder(symbol.properties, tile)
        let square = tile.projection.square
        let clipper = TileLineClipper(extent: Double(tile.layer.extent))
        return symbol.lines.flatMap { whole -> [LineSymbols.AnchoredLine] in
            let isInside = square.contains(Rect(around: whole))
            let lines = placement == .line && !isInside ? clipper.parts(of: whole) : [whole]
            return lines.compactMap { line in
                guard line.count > 1 else { return nil }
                let anchors =
                    placement == .line
                    ? anchorFinder.anchors(on: line)
                    : anchorFinder.centerAnchor(of: line).map { [$0] } ?? []
                let owned = anchors.filter { isOwned($0.position, square) }
                guard !owned.isEmpty else { return nil }
                return LineSymbols.AnchoredLine(line: line, bounds: Rect(around: line), anchors: owned)
            }
        }
    }

    private func anchors(
        of properties: SymbolProperties, _ anchoredLines: [LineSymbols.AnchoredLine], _ tile: TileLayer,
        _ visible: Rect, _ repeats: inout RepeatedLabelFilter
    ) -> [SymbolAnchor] {
        let unit = collisionUnit(of: tile)
        return anchoredLines.flatMap { anchoredLine -> [SymbolAnchor] in
            let isVisible = intersects(anchoredLine.bounds, visible)
            guard isVisible || blockGrid != nil else { return [] }
            let kept = anchoredLine.anchors.filter { anchor in
                guard placement == .line, let name = properties.text?.text else { return true }
                return repeats.add(name, anchor.position)
            }
            guard isVisible, !kept.isEmpty else { return [] }
            let line = anchoredLine.line.map(tile.projection.toPixel.apply)
            let whole = MeasuredLine(line)
            return kept.compactMap { anchor in
                let position = tile.projection.toPixel.apply(anchor.position)
                guard tile.projection.showsLabel(at: position), mayShow(position) else { return nil }
                var (measured, distance) = (whole, anchor.distance * tile.projection.pixelsPerUnit)
                let ends = [anchoredLine.line[anchor.segment], anchoredLine.line[anchor.segment + 1]]
                // Close to a corner, half a unit beside the line would be a bend.
                let isClear = ends.allSatisfy { $0.distance(to: anchor.position) > 32 }
                if isClear, line.count * kept.count <= Self.maxAnchoredPoints {
                    // The anchor need not be exactly on the line, which is led through it as in MapLibre.
                    measured = MeasuredLine(Array(line[...anchor.segment]) + [position] + line[(anchor.segment + 1)...])
                    distance = measured.distance(toPoint: anchor.segment + 1)
                }
                return self.anchor(at: position, in: tile, line: measured, distance: distance)?.onGrid(of: unit)
            }
        }
    }

    private func intersects(_ a: Rect, _ b: Rect) -> Bool {
        a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY
    }

    /// The tile's overscaling beyond its zoom, and its units per point.
    private func grid(of tile: TileLayer) -> (overscaling: Double, unit: Double) {
        let overscaling = powerOfTwo(max(0, context.tileZoom - Double(tile.placed.id.z)))
        return (overscaling, Double(tile.layer.extent) / (512 * overscaling))
    }

    /// MapLibre's unit of the tile, in pixels.
    private func collisionUnit(of tile: TileLayer) -> Double {
        grid(of: tile).overscaling * 512 / TileLineClipper.units * context.scale
    }

    /// `symbol-spacing` in tile units.
    private func spacing(in tile: TileLayer) -> Double {
        spacing * grid(of: tile).unit
    }

    private func anchorFinder(_ properties: SymbolProperties, _ tile: TileLayer) -> LineAnchorFinder {
        let (overscaling, unit) = grid(of: tile)
        let textScale = (properties.text?.largestSize ?? 16) / 24
        var length = properties.icon.map { $0.frame.width } ?? 0
        var window = 0.0
        if let text = properties.text, let block = text.options.first?.block, text.size > 0 {
            let width = block.bounds.isNull ? 0 : block.bounds.width * 24 / text.size
            length = max(length, width)
            if width > 0 { window = 0.6 * 24 * textScale * unit }
        }
        return LineAnchorFinder(
            extent: Double(tile.layer.extent), spacing: spacing(in: tile),
            maxAngle: maxAngle, labelLength: length * textScale * unit, angleWindow: window, boxScale: textScale * unit,
            overscaling: overscaling)
    }
}

/// What evaluates a layer's properties, made when the first feature of a tile needs it: most tiles have nothing for most layers,
/// or were evaluated for an earlier map.
private final class Evaluators {
    private let style: StyleLayer
    private let context: LayerContext
    private var known: SymbolPropertyEvaluator?

    init(_ style: StyleLayer, _ context: LayerContext) {
        (self.style, self.context) = (style, context)
    }

    /// What evaluates the features to which a view is moved.
    func shared(_ feature: TileFeature) -> SymbolPropertyEvaluator {
        if let known, known.feature === feature { return known }
        let made = SymbolPropertyEvaluator(style, context, feature)
        known = made
        return made
    }
}
