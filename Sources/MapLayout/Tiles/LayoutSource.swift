// SPDX-License-Identifier: MIT
import MapDiagnostics
package import MapGeo
import MapScene
package import MapStyle
package import MapTiles

/// What a style's source turned out to be, opened and ready to read.
package enum LayoutSource: Sendable {
    /// Archives from the lowest to the topmost: inside its bounds an archive hides those before it.
    case vector([VectorStackEntry])
    case raster(RasterTiles)
    /// ImageStorage whose colors mean metres.
    case elevation(RasterTiles, StyleSource.ElevationCode)
    case image(GroundImage)
}

/// One archive of a vector source.
package struct VectorStackEntry: Sendable {
    package var source: any VectorTileSource
    package var minZoom: Int
    package var maxZoom: Int
    /// Where the archive has data.
    package var bounds: CoordinateBox?
    /// What a style says of where there are tiles; no others are asked for.
    package var tileBounds: CoordinateBox?
    /// The archive as messages name it.
    package var name: String
    /// True when there should be a tile everywhere within the bounds; false for GeoJSON, which has tiles only where it
    /// has features.
    package var isComplete: Bool

    package init(
        source: any VectorTileSource, minZoom: Int, maxZoom: Int, bounds: CoordinateBox?, name: String,
        isComplete: Bool = true
    ) {
        self.source = source
        self.minZoom = minZoom
        self.maxZoom = maxZoom
        self.bounds = bounds
        self.name = name
        self.isComplete = isComplete
    }
}

/// A source of encoded pictures.
package struct RasterTiles: Sendable {
    package var archive: any TileArchive
    package var minZoom: Int
    package var maxZoom: Int
    /// Points that a tile's side covers at its own zoom.
    package var tileSize: Double
    /// Where there are tiles; nil where that is not said.
    package var bounds: CoordinateBox?
    /// True when a part of a larger tile takes the place of one that is missing, whatever the scene says.
    package var overzoomsMissingTiles = false
    /// What was decoded for earlier maps; nil where nothing is kept.
    package var imageCache: RasterImageCache?

    package init(archive: any TileArchive, minZoom: Int, maxZoom: Int, tileSize: Double) {
        self.archive = archive
        self.minZoom = minZoom
        self.maxZoom = maxZoom
        self.tileSize = tileSize
    }
}

extension RasterTiles {
    /// False when the tile lies outside of the bounds.
    func covers(_ id: TileID) -> Bool { bounds.map { id.lies(in: $0) } ?? true }
}
