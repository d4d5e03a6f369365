// SPDX-License-Identifier: MIT
import MapCanvas
package import MapGeo
import MapPlane
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

    /// - Parameters:
    ///   - layer: the features.
    ///   - id: the tile that has them: the job's, or a larger one of which only that part is shown.
    ///   - job: the tile that is wanted.
    ///   - viewport: the picture.
    init(_ layer: VectorLayer, of id: TileID, for job: TileJob, viewport: Viewport) {
        self.layer = layer
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
        layer.forEach(passing: style.filter, in: placed.id, context.layout(in: self), body)
    }
}

extension VectorLayer {
    /// The features that pass a filter, each with itself as expressions see it: the same object for all of them, not to
    /// be kept.
    package func forEach(
        passing filter: Filter?, in tile: TileID, _ evaluation: EvaluationContext,
        _ body: (VectorFeature, TileFeature) -> Void
    ) {
        guard let first = features.first else { return }
        let seen = TileFeature(feature: first, tile: tile, extent: Double(extent))
        guard let filter else {
            for feature in features { pass(feature, seen, body) }
            return
        }
        guard let rows else {
            var evaluation = evaluation
            evaluation.feature = seen
            for feature in features {
                seen.move(to: feature)
                if filter.matches(evaluation) { body(feature, seen) }
            }
            return
        }
        var program = filter.program(over: TileColumns(rows), evaluation)
        guard !program.keepsNone else { return }
        rows.forEach { index, row in
            let row = FeatureRow(tags: row.tags, shape: FeatureShape(row.type))
            let isKept = program.matches(row) {
                seen.move(to: features[index])
                return seen
            }
            if isKept { pass(features[index], seen, body) }
        }
    }

    private func pass(_ feature: VectorFeature, _ seen: TileFeature, _ body: (VectorFeature, TileFeature) -> Void) {
        seen.move(to: feature)
        body(feature, seen)
    }
}
