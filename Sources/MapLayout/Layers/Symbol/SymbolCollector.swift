import MapCanvas
import MapGeo
import MapPlane
// SPDX-License-Identifier: MIT
import MapRuntime
import MapStyle
import MapTiles

/// Reads the features of a `symbol` layer: what each says, how it looks, and where it may stand.
struct SymbolCollector {
    private let style: StyleLayer
    private let context: LayerContext
    private let looks: SymbolPropertyReader
    private let placement: SymbolLayer.Placement

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        looks = SymbolPropertyReader(style, context)
        placement = SymbolLayer.Placement(style, context.layout())
    }

    func features(of tile: TileLayer) -> [SymbolFeature] {
        placement == .point ? pointFeatures(of: tile) : lineFeatures(of: tile)
    }

    private func pointFeatures(of tile: TileLayer) -> [SymbolFeature] {
        let visible = tile.projection.cutting(reach: 300 * context.scale)
        let points = pointSymbols(of: tile)
        guard let first = points.symbols.first else { return [] }
        let seen = TileFeature(feature: first.feature, tile: tile.placed.id, extent: Double(tile.layer.extent))
        return points.symbols.indices.compactMap { index in
            let anchors = points.symbols[index].places.filter(visible.contains)
                .map { SymbolAnchor(place: tile.projection.toPixel.apply($0)) }
            guard !anchors.isEmpty else { return nil }
            let look = points.look(of: index) { feature in
                seen.move(to: feature)
                return looks.look(of: seen)
            }
            return look.map { SymbolFeature(look: $0, anchors: anchors) }
        }
    }

    private func pointSymbols(of tile: TileLayer) -> PointSymbols {
        func make() -> PointSymbols {
            var found: [PointSymbols.Symbol] = []
            tile.forEachFeature(of: style, context) { feature, _ in
                let places = places(of: feature, tile)
                if !places.isEmpty { found.append(PointSymbols.Symbol(feature: feature, places: places)) }
            }
            return PointSymbols(found)
        }
        guard let (memory, key) = tile.key(style, context) else { return make() }
        return memory.points.value(for: TileLayoutCache.SymbolKey(key, context), cost: { $0.byteCount }, make: make)
    }

    /// Where a point symbol stands: points, a line's first point, a polygon's inside.
    private func places(of feature: VectorFeature, _ tile: TileLayer) -> [Point] {
        let geometry = feature.geometry()
        let candidates: [Point]
        switch feature.type {
        case .point: candidates = geometry.points
        case .lineString: candidates = geometry.parts.compactMap { geometry.points[$0].first }
        case .polygon: candidates = interiorPoints(of: geometry)
        case .unknown: candidates = []
        }
        let square = tile.projection.square
        return candidates.filter { p in
            p.x >= square.minX && p.x < square.maxX && p.y >= square.minY && p.y < square.maxY
        }
    }

    private func lineFeatures(of tile: TileLayer) -> [SymbolFeature] {
        let visible = tile.projection.cutting(reach: 100 * context.scale)
        let lines = lineSymbols(of: tile)
        var near = NearbyNames()
        return lines.symbols.indices.compactMap { index -> SymbolFeature? in
            let symbol = lines.symbols[index]
            guard meets(symbol.bounds, visible) else { return nil }
            let stretches = lines.stretches(of: index) { self.stretches(of: $0, tile) }
            let places = anchors(of: symbol.look, stretches, tile, visible, &near)
            let pieces = joinsStreets ? symbol.lines.flatMap { self.pieces(of: $0, tile, visible: visible) } : []
            return places.isEmpty && pieces.isEmpty
                ? nil : SymbolFeature(look: symbol.look, anchors: places, pieces: pieces)
        }
    }

    private func lineSymbols(of tile: TileLayer) -> LineSymbols {
        func make() -> LineSymbols {
            var looks: [SymbolProperties] = []
            var merger = LineMerger()
            var isQuiet = true
            tile.forEachFeature(of: style, context) { feature, seen in
                guard feature.type == .lineString || feature.type == .polygon else { return }
                let parts = self.parts(of: feature)
                guard !parts.isEmpty else { return }
                let read = self.looks.look(of: seen)
                isQuiet = isQuiet && read.isQuiet
                guard let look = read.look else { return }
                looks.append(look)
                merger.add(placement == .line ? look.text?.plain : nil, parts)
            }
            let symbols = zip(looks, merger.merged).compactMap { look, lines -> LineSymbols.Symbol? in
                guard !lines.isEmpty else { return nil }
                let bounds = lines.reduce(Rect.null) { $0.union(MapLayout.bounds(of: $1[...])) }
                return LineSymbols.Symbol(look: look, lines: lines, bounds: bounds)
            }
            return LineSymbols(symbols, isQuiet: isQuiet)
        }
        guard let (memory, key) = tile.key(style, context) else { return make() }
        return memory.lines.value(
            for: TileLayoutCache.SymbolKey(key, context), cost: { $0.byteCount }, isLasting: \.isQuiet, make: make)
    }

    /// True when names that find no room in any tile are tried on streets joined across tiles.
    private var joinsStreets: Bool {
        placement == .line && context.glyphs == nil && SymbolLayer.textFollowsLine(style, context.layout())
    }

    /// What the tile and the picture show of a line, in pixels.
    private func pieces(of line: [Point], _ tile: TileLayer, visible: Rect) -> [[Point]] {
        let frame = visible.intersection(tile.projection.square)
        guard !frame.isNull, meets(bounds(of: line[...]), frame) else { return [] }
        return clippedLine(line, to: frame).filter { $0.count > 1 }.map { $0.map(tile.projection.toPixel.apply) }
    }

    /// A feature's lines in tile units.
    private func parts(of feature: VectorFeature) -> [[Point]] {
        let geometry = feature.geometry()
        return geometry.parts.compactMap { part in
            guard part.count >= 2 else { return nil }
            var line = Array(geometry.points[part])
            if feature.type == .polygon, let first = line.first, line.last != first { line.append(first) }
            return line
        }
    }

    /// What the tile owns of a symbol's lines: what lies in its buffer belongs to the neighbour.
    private func stretches(of symbol: LineSymbols.Symbol, _ tile: TileLayer) -> [LineSymbols.Stretch] {
        let finder = finder(symbol.look, tile)
        let square = tile.projection.square
        return symbol.lines.flatMap { whole -> [LineSymbols.Stretch] in
            let isInside = square.contains(bounds(of: whole[...]))
            let lines = placement == .line && !isInside ? clippedLine(whole, to: square) : [whole]
            return lines.compactMap { line in
                guard line.count > 1 else { return nil }
                let stops =
                    placement == .line
                    ? finder.stops(on: line)
                    : finder.center(of: line).map { [$0] }?.filter { square.contains($0.place) } ?? []
                guard !stops.isEmpty else { return nil }
                return LineSymbols.Stretch(line: line, bounds: bounds(of: line[...]), stops: stops)
            }
        }
    }

    private func anchors(
        of look: SymbolProperties, _ stretches: [LineSymbols.Stretch], _ tile: TileLayer, _ visible: Rect,
        _ near: inout NearbyNames
    ) -> [SymbolAnchor] {
        let apart = spacing(in: tile) / 2
        return stretches.flatMap { stretch -> [SymbolAnchor] in
            guard meets(stretch.bounds, visible) else { return [] }
            let measured = MeasuredLine(stretch.line.map(tile.projection.toPixel.apply))
            return stretch.stops.compactMap { stop in
                if placement == .line, let name = look.text?.plain,
                    !near.add(name, stop.place, apart: apart)
                {
                    return nil
                }
                return SymbolAnchor(
                    place: tile.projection.toPixel.apply(stop.place), line: measured,
                    distance: stop.distance * tile.projection.pixelsPerUnit)
            }
        }
    }

    private func meets(_ a: Rect, _ b: Rect) -> Bool {
        a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY
    }

    /// A tile's magnification beyond its zoom, and its units in a point.
    private func grid(of tile: TileLayer) -> (overscaling: Double, unit: Double) {
        let overscaling = powerOfTwo(max(0, context.tileZoom - Double(tile.placed.id.z)))
        return (overscaling, Double(tile.layer.extent) / (512 * overscaling))
    }

    /// Between two labels on a line, in tile units.
    private func spacing(in tile: TileLayer) -> Double {
        max(1, style.property(.symbolSpacing).number(context.layout())) * grid(of: tile).unit
    }

    private func finder(_ look: SymbolProperties, _ tile: TileLayer) -> LineAnchors {
        let (overscaling, unit) = grid(of: tile)
        let textScale = (look.text?.largestSize ?? 16) / 24
        var length = look.icon.map { $0.frame.width } ?? 0
        var window = 0.0
        if let text = look.text, let block = text.options.first?.block, text.size > 0 {
            let width = block.bounds.isNull ? 0 : block.bounds.width * 24 / text.size
            length = max(length, width)
            if width > 0 { window = 0.6 * 24 * textScale * unit }
        }
        return LineAnchors(
            extent: Double(tile.layer.extent), spacing: spacing(in: tile),
            maxAngle: style.property(.textMaxAngle).number(context.layout()) * .pi / 180,
            labelLength: length * textScale * unit, angleWindow: window, boxScale: textScale * unit,
            overscaling: overscaling)
    }
}

/// The places of names in a tile, which keeps two of one name apart.
private struct NearbyNames {
    private var places: [String: [Point]] = [:]

    /// False when the name stands too near already.
    mutating func add(_ name: String, _ place: Point, apart distance: Double) -> Bool {
        if places[name, default: []].contains(where: { $0.distance(to: place) < distance }) { return false }
        places[name, default: []].append(place)
        return true
    }
}
