// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapStyle
import MapTiles

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
        var evaluation = context.layout(in: self)
        for feature in layer.features {
            let seen = TileFeature(feature: feature, tile: placed.id, extent: Double(layer.extent))
            if let filter = style.filter {
                evaluation.feature = seen
                guard filter.matches(evaluation) else { continue }
            }
            body(feature, seen)
        }
    }
}
