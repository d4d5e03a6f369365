import MapCanvas
package import MapGeo
import MapPlane
// SPDX-License-Identifier: MIT
import MapRuntime
package import MapStyle
package import MapTiles

/// The features of one source layer in one tile, as a style layer reads them.
struct TileLayer: Sendable {
    /// Where the features come from.
    let placed: PlacedTile
    let layer: VectorLayer
    let projection: TileProjection
    /// Only what lies inside is shown (pixels); nil for the whole picture.
    let mask: Path?
    /// True when further pictures may show the same features in the same tile.
    let isKept: Bool

    /// - Parameters:
    ///   - layer: the features.
    ///   - contents: the tile that has them: the job's, or a larger one of which only that part is shown.
    ///   - job: the tile that is wanted.
    ///   - viewport: the picture.
    init(_ layer: VectorLayer, of contents: TileJob.Contents, for job: TileJob, viewport: Viewport) {
        let id = contents.id
        self.layer = layer
        isKept = contents.tile.isKept && id == job.placed.id
        placed = PlacedTile(id: id, wrap: job.placed.wrap)
        projection = TileProjection(
            tile: placed, showing: job.placed, extent: Double(layer.extent), viewport: viewport)
        let isPart = id != job.placed.id
        mask = job.mask ?? (isPart ? TileOutline(corners: projection.corners, mask: nil).clip : nil)
    }

    var outline: TileOutline { TileOutline(corners: projection.corners, mask: mask) }

    /// The features that pass the layer's filter.
    func forEachFeature(
        of style: StyleLayer, _ context: LayerContext, _ body: (VectorFeature, TileFeature) -> Void
    ) {
        let evaluation = context.layout(in: self)
        guard let (cache, key) = cacheKey(style, context), style.filter != nil else {
            return layer.forEach(passing: style.filter, in: placed.id, evaluation, body)
        }
        let passing = cache.value(for: key) {
            var indices: [Int32] = []
            layer.forEachIndex(passing: style.filter, in: placed.id, evaluation) { index, _ in
                indices.append(Int32(truncatingIfNeeded: index))
            }
            return PassingFeatures(indices: indices)
        }
        layer.forEach(of: passing.indices, in: placed.id, body)
    }

    /// Where to look for what a style layer found in the tile before; nil where nothing is kept of it.
    func cacheKey(_ style: StyleLayer, _ context: LayerContext) -> (TileLayoutCache, TileLayoutKey)? {
        guard isKept, let cache = context.layoutCache, let rows = layer.rows else { return nil }
        return (
            cache,
            TileLayoutKey(
                features: ObjectIdentity(rows), tile: placed.id, rules: ObjectIdentity(style.rules),
                zoom: context.tileZoom, globalState: context.globalState)
        )
    }
}

/// The indices of the features that pass a layer's filter.
private struct PassingFeatures: CacheableTileLayout {
    typealias CacheKey = TileLayoutKey
    static let cacheFraction = 1.0 / 8

    let indices: [Int32]

    var byteCount: Int { 64 + 4 * indices.count }
}

extension VectorLayer {
    /// The features that pass a filter, each with itself as expressions see it: the same object for all of them, not to
    /// be kept.
    package func forEach(
        passing filter: Filter?, in tile: TileID, _ evaluation: EvaluationContext,
        _ body: (VectorFeature, TileFeature) -> Void
    ) {
        forEachIndex(passing: filter, in: tile, evaluation) { index, expressionFeature in
            expressionFeature.move(to: features[index])
            body(features[index], expressionFeature)
        }
    }

    /// Some features, as above.
    func forEach(of indices: [Int32], in tile: TileID, _ body: (VectorFeature, TileFeature) -> Void) {
        guard let first = indices.first else { return }
        let expressionFeature = TileFeature(feature: features[Int(first)], tile: tile, extent: Double(extent))
        for index in indices {
            let feature = features[Int(index)]
            expressionFeature.move(to: feature)
            body(feature, expressionFeature)
        }
    }

    /// The places of the features that pass a filter, each with an object that may be moved to the feature.
    func forEachIndex(
        passing filter: Filter?, in tile: TileID, _ evaluation: EvaluationContext, _ body: (Int, TileFeature) -> Void
    ) {
        guard let first = features.first else { return }
        let expressionFeature = TileFeature(feature: first, tile: tile, extent: Double(extent))
        guard let filter else {
            for index in features.indices { body(index, expressionFeature) }
            return
        }
        guard let rows else {
            var evaluation = evaluation
            evaluation.feature = expressionFeature
            for index in features.indices {
                expressionFeature.move(to: features[index])
                if filter.matches(evaluation) { body(index, expressionFeature) }
            }
            return
        }
        var program = filter.program(over: TileColumns(rows), evaluation)
        guard !program.keepsNone else { return }
        rows.forEach { index, row in
            let row = FeatureRow(tags: row.tags, shape: FeatureShape(row.type))
            let isKept = program.matches(row) {
                expressionFeature.move(to: features[index])
                return expressionFeature
            }
            if isKept { body(index, expressionFeature) }
        }
    }
}
