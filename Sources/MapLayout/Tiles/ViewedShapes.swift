// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapStyle

/// The shapes of a layer in a tile, as one view shows them.
extension TileMarks: CacheableTileLayout {
    struct CacheKey: Hashable, Sendable {
        let features: TileLayoutKey
        let viewport: Viewport
        /// The tile that is drawn, and that of which it is a part.
        let shown: PlacedTile
        let tile: PlacedTile
        let mask: Path?
        let painted: Rect?
        let light: StyleLight
        let images: ObjectIdentity<SpriteNameSuggestions>
    }

    static let cacheFraction = 1.0 / 4

    var byteCount: Int { 256 + 16 * shapes.vertexCost + (tile.mask?.points.count ?? 0) * MemoryLayout<Point>.stride }
}

/// Keeps the shapes of views that are drawn again: with other annotations, or in another format.
struct ViewedShapes: Sendable {
    private let cache: TileLayoutCache
    private let viewport: Viewport
    private let painted: Rect?

    /// Nil for a view that was not seen before: most views are drawn once. What hangs over terrain is not kept.
    init?(_ input: LayoutInput) {
        guard let cache = input.tileLayouts, input.viewport.terrain == nil, input.viewport.drape == nil,
            cache.isRepeated(input.viewport)
        else { return nil }
        self.cache = cache
        (viewport, painted) = (input.viewport, input.paintedArea)
    }

    /// - Parameters:
    ///   - layout: of the style layer.
    ///   - tile: the features.
    ///   - shown: the tile that the map shows, which may be a part of `tile`.
    ///   - style: the style layer.
    ///   - context: the map's.
    /// - Returns: the shapes, made now or for an earlier map.
    func marks(
        _ layout: ShapeLayout, of tile: TileLayer, shown: PlacedTile, _ style: StyleLayer, _ context: LayerContext
    ) -> TileMarks {
        guard let features = tile.cacheKey(style, context)?.1 else { return layout.marks(of: tile) }
        let key = TileMarks.CacheKey(
            features: features, viewport: viewport, shown: shown, tile: tile.placed, mask: tile.mask, painted: painted,
            light: context.light, images: context.images.identity)
        // What was reported is to be reported for each map.
        return cache.value(for: key, isLasting: { _ in context.diagnostics.count == 0 }) { layout.marks(of: tile) }
    }
}
