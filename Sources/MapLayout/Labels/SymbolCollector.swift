// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapStyle
import MapTiles

/// Reads the features of a `symbol` layer: what each says, how it looks, and where it may stand.
struct SymbolCollector {
    private let style: StyleLayer
    private let context: LayerContext
    private let looks: SymbolLookReader
    private let placement: SymbolLayer.Placement

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        looks = SymbolLookReader(style, context)
        placement = SymbolLayer.Placement(style, context.layout())
    }

    func features(of tile: TileLayer) -> [SymbolFeature] {
        placement == .point ? pointFeatures(of: tile) : lineFeatures(of: tile)
    }

    private func pointFeatures(of tile: TileLayer) -> [SymbolFeature] {
        var found: [SymbolFeature] = []
        tile.forEachFeature(of: style, context) { feature, seen in
            let anchors = anchors(of: feature, tile)
            guard !anchors.isEmpty, let look = looks.look(of: seen) else { return }
            found.append(SymbolFeature(look: look, anchors: anchors))
        }
        return found
    }

    /// Where a point symbol stands: points, a line's first point, a polygon's inside.
    private func anchors(of feature: VectorFeature, _ tile: TileLayer) -> [SymbolAnchor] {
        let geometry = feature.geometry()
        let candidates: [Point]
        switch feature.type {
        case .point: candidates = geometry.points
        case .lineString: candidates = geometry.parts.compactMap { geometry.points[$0].first }
        case .polygon: candidates = interiorPoints(of: geometry)
        case .unknown: candidates = []
        }
        let square = tile.projection.square
        let visible = tile.projection.cutting(reach: 300 * context.scale)
        return candidates.filter { p in
            p.x >= square.minX && p.x < square.maxX && p.y >= square.minY && p.y < square.maxY
                && visible.contains(p)
        }.map { SymbolAnchor(place: tile.projection.toPixel.apply($0)) }
    }

    private func lineFeatures(of tile: TileLayer) -> [SymbolFeature] {
        let visible = tile.projection.cutting(reach: 100 * context.scale)
        var looks: [SymbolLook] = []
        var merger = LineMerger()
        tile.forEachFeature(of: style, context) { feature, seen in
            guard feature.type == .lineString || feature.type == .polygon else { return }
            let parts = self.parts(of: feature)
            guard !parts.isEmpty, let look = self.looks.look(of: seen) else { return }
            looks.append(look)
            merger.add(placement == .line ? look.text?.plain : nil, parts)
        }
        var near = NearbyNames()
        return zip(looks, merger.merged).compactMap { look, lines -> SymbolFeature? in
            let places = lines.flatMap { anchors(of: look, along: $0, tile, visible: visible, &near) }
            let pieces = joinsStreets ? lines.flatMap { self.pieces(of: $0, tile, visible: visible) } : []
            return places.isEmpty && pieces.isEmpty
                ? nil : SymbolFeature(look: look, anchors: places, pieces: pieces)
        }
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

    private func anchors(
        of look: SymbolLook, along whole: [Point], _ tile: TileLayer, visible: Rect, _ near: inout NearbyNames
    ) -> [SymbolAnchor] {
        let square = tile.projection.square
        guard let finder = finder(look, tile) else { return [] }
        // What lies in the tile's buffer belongs to the neighbour.
        let lines =
            placement == .line && !square.contains(bounds(of: whole[...])) ? clippedLine(whole, to: square) : [whole]
        return lines.flatMap { line -> [SymbolAnchor] in
            guard line.count > 1, meets(bounds(of: line[...]), visible) else { return [] }
            let stops =
                placement == .line
                ? finder.stops(on: line)
                : finder.center(of: line).map { [$0] }?.filter { square.contains($0.place) } ?? []
            guard !stops.isEmpty else { return [] }
            let measured = MeasuredLine(line.map(tile.projection.toPixel.apply))
            return stops.compactMap { stop in
                if placement == .line, let name = look.text?.plain,
                    !near.add(name, stop.place, apart: finder.spacing / 2)
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

    private func finder(_ look: SymbolLook, _ tile: TileLayer) -> LineAnchors? {
        let extent = Double(tile.layer.extent)
        let overscaling = powerOfTwo(max(0, context.tileZoom - Double(tile.placed.id.z)))
        let unit = extent / (512 * overscaling)
        let textScale = (look.text?.largestSize ?? 16) / 24
        var length = look.icon.map { $0.frame.width } ?? 0
        var window = 0.0
        if let text = look.text, let block = text.options.first?.block, text.size > 0 {
            let width = block.bounds.isNull ? 0 : block.bounds.width * 24 / text.size
            length = max(length, width)
            if width > 0 { window = 0.6 * 24 * textScale * unit }
        }
        let layout = context.layout()
        return LineAnchors(
            extent: extent, spacing: max(1, style.property(.symbolSpacing).number(layout)) * unit,
            maxAngle: style.property(.textMaxAngle).number(layout) * .pi / 180,
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
