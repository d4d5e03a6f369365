// SPDX-License-Identifier: MIT
package import MapGeo
import MapGeometry
package import MapImages
package import MapTiles

/// An opened source of the style.
package enum LayoutSource: Sendable {
    /// Archives from bottom to top: inside its bounds, an archive hides those below it.
    case vector([VectorStackEntry])
    case raster(RasterTiles)
    /// Raster tiles whose colors encode elevations.
    case elevation(RasterTiles, ElevationCode)
    case image(GroundImage)
}

/// One archive of a vector source.
package struct VectorStackEntry: Sendable {
    package var source: any VectorTileSource
    package var minZoom: Int
    package var maxZoom: Int
    /// Where the archive has data.
    package var bounds: CoordinateBox?
    /// The `bounds` of the style's source: no tiles outside of it are read.
    package var tileBounds: CoordinateBox?
    /// The archive's name in messages.
    package var name: String
    /// How many zooms below `minZoom` the archive's tiles are drawn, reduced.
    package var underzoom = 0
    /// True when the archive should have every tile within its bounds; false for GeoJSON, which has only tiles with
    /// features.
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

/// A source of encoded raster tiles.
package struct RasterTiles: Sendable {
    package var archive: any TileArchive
    package var minZoom: Int
    package var maxZoom: Int
    /// The side of a tile in points at its own zoom.
    package var tileSize: Double
    /// How many zooms below `minZoom` the tiles are drawn, reduced.
    package var underzoom = 0
    /// Where the source has tiles; nil when unknown.
    package var bounds: CoordinateBox?
    /// True when ancestors replace missing tiles, regardless of the scene's policy.
    package var overzoomsMissingTiles = false
    /// The images that were decoded for earlier maps; nil to keep none.
    package var imageCache: RasterImageCache?
    /// What is known to be damaged.
    var failedTiles = FailedTiles.ofProcess

    package init(archive: any TileArchive, minZoom: Int, maxZoom: Int, tileSize: Double) {
        self.archive = archive
        self.minZoom = minZoom
        self.maxZoom = maxZoom
        self.tileSize = tileSize
    }
}

extension RasterTiles {
    /// Whether the outermost pixels of tiles are drawn up to the poles. A raster may have other values there, which a map of the
    /// poles in another projection would show.
    ///
    /// - Parameter viewport: the map's.
    /// - Returns: true for tiles, and for all on a globe.
    package func reachesPoles(in viewport: Viewport) -> Bool {
        archive.info.container != .geotiff || viewport.isGlobe
    }

    /// The zoom of tiles whose pixels are nearest to those of the view.
    func tileZoom(in viewport: Viewport) -> Double {
        (viewport.zoom + binaryLogarithm(512 / tileSize)).rounded()
    }

    /// True when the view is not too far away for the tiles, and shows one that lies in their bounds; tiles reach beyond them.
    package func isVisible(in viewport: Viewport) -> Bool {
        let zoom = tileZoom(in: viewport)
        guard zoom >= Double(minZoom - underzoom) else { return false }
        let limits = [archive.info.bounds, bounds].compactMap(\.self)
        if limits.allSatisfy({ $0.touches(viewport.bounds) }) { return true }
        // Where the archive has no finer tiles, coarser ones are shown.
        let finest = min(maxZoom, archive.info.maxZoom)
        let tiles = TilePlan.covering(viewport, zoom: max(0, min(Int(zoom), finest)), finest: finest) ?? []
        return tiles.contains { tile in limits.allSatisfy { tile.id.lies(in: $0) } }
    }

    /// False when the tile lies outside of the bounds.
    func covers(_ id: TileID) -> Bool { bounds.map { id.lies(in: $0) } ?? true }
}

extension LayoutSource {
    /// The lowest zoom of tiles, as the camera counts, that are drawn reduced because the view is farther away; nil when
    /// none are.
    package func reducedZoom(in viewport: Viewport) -> Int? {
        switch self {
        case .vector(let stack):
            let zoom = Int(max(0, viewport.zoom.rounded(.down)))
            return stack.filter { (($0.minZoom - $0.underzoom)..<$0.minZoom).contains(zoom) }.map(\.minZoom).min()
        case .raster(let tiles), .elevation(let tiles, _):
            let zoom = tiles.tileZoom(in: viewport)
            guard zoom < Double(tiles.minZoom), zoom >= Double(tiles.minZoom - tiles.underzoom) else { return nil }
            return tiles.minZoom - Int(binaryLogarithm(512 / tiles.tileSize).rounded())
        case .image: return nil
        }
    }
}
