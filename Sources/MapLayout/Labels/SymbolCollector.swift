// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle
import MapTiles

/// Reads the features of a `symbol` layer: what each says, how it looks, and where it may stand.
struct SymbolCollector {
    private let style: StyleLayer
    private let context: LayerContext
    private let looks: SymbolLookReader
    private let placement: String

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        looks = SymbolLookReader(style, context)
        placement = style.property(.symbolPlacement).string(context.layout())
    }

    func features(of tile: TileLayer) -> [SymbolFeature] {
        var found: [SymbolFeature] = []
        tile.forEachFeature(of: style, context) { feature, seen in
            guard let place = place(of: feature, tile), let look = looks.look(of: seen) else { return }
            found.append(SymbolFeature(look: look, place: place))
        }
        return found
    }

    private func place(of feature: VectorFeature, _ tile: TileLayer) -> SymbolFeature.Place? {
        if placement == "point" {
            let points = anchors(of: feature, tile)
            return points.isEmpty ? nil : .points(points)
        }
        guard feature.type == .lineString || feature.type == .polygon else { return nil }
        // What lies in the tile's buffer belongs to the neighbour.
        let visible = tile.projection.cutting(reach: 100 * context.scale).intersection(tile.projection.square)
        guard !visible.isNull else { return nil }
        let lines = tile.projection.lines(
            feature.geometry(), cutting: visible, closed: feature.type == .polygon)
        return lines.isEmpty ? nil : .lines(lines)
    }

    /// Pixels at which a point symbol stands: points, a line's first point, a polygon's inside.
    private func anchors(of feature: VectorFeature, _ tile: TileLayer) -> [Point] {
        let geometry = feature.geometry()
        let candidates: [Point]
        switch feature.type {
        case .point: candidates = geometry.points
        case .lineString: candidates = geometry.parts.compactMap { geometry.points[$0].first }
        case .polygon: candidates = interiorPoints(of: geometry)
        case .unknown: candidates = []
        }
        let square = tile.projection.square
        let visible = tile.projection.cutting(reach: 100 * context.scale)
        return candidates.filter { p in
            p.x >= square.minX && p.x < square.maxX && p.y >= square.minY && p.y < square.maxY
                && visible.contains(p)
        }.map(tile.projection.toPixel.apply)
    }
}
