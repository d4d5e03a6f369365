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

    /// The features that pass the layer's filter.
    func forEachFeature(
        of style: StyleLayer, _ context: LayerContext, _ body: (VectorFeature, TileFeature) -> Void
    ) {
        var evaluation = context.layout()
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

/// What a style layer draws of one tile.
struct TileMarks: Sendable {
    /// Marks with their sort keys, in the order of the features.
    var marks: [(key: Double, mark: PaintedShape)] = []
    /// Where they may be painted: the tile itself, hard-edged, so that neighbours meet without seam or overlap.
    var clip: Path
    var mask: Path?
}

/// A shape with its paint, before neighbours with the same paint are joined.
struct PaintedShape: Sendable {
    enum Look: Sendable {
        case fill(Paint, antialias: Bool)
        case stroke(StrokeStyle, Color)
    }
    var path: Path
    var look: Look
}
