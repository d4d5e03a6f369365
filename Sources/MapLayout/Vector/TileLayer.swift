// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapStyle
import MapTiles

/// The features of one source layer in one tile, as a style layer reads them.
struct TileLayer: Sendable {
    let placed: PlacedTile
    let layer: VectorLayer
    let projection: TileProjection
    /// Only what lies inside is shown (pixels); nil for the whole picture.
    let mask: Path?

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
