// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo
import MapGeometry
package import MapImages
package import MapScene

/// Reads the heights of the ground that a view shows.
package struct TerrainLoader: Sendable {
    private let tiles: RasterTiles
    private let code: ElevationCode
    private let exaggeration: Double
    private let policy: MissingTilePolicy
    private let threads: Int
    private let diagnostics: DiagnosticSink

    /// MapLibre takes elevation tiles of half the resolution of the map's.
    private static let zoomDifference = 1
    /// From this size on, in points, the tiles of the map are smaller than the meshes.
    private static let fineTileSize = 512.0

    package init(
        _ tiles: RasterTiles, _ code: ElevationCode, exaggeration: Double, policy: MissingTilePolicy,
        threads: Int, diagnostics: DiagnosticSink
    ) {
        (self.tiles, self.code, self.exaggeration) = (tiles, code, exaggeration)
        (self.policy, self.threads, self.diagnostics) = (policy, threads, diagnostics)
    }

    /// The view over the terrain; nil where no heights can be read.
    package func standing(_ viewport: Viewport) -> Viewport? {
        // The camera's height is that of the center; what it sees then depends on the heights around.
        let center = WebMercator.project(viewport.center)
        let zoom = Int(max(0, min(Self.maxZoom, Self.detail(of: viewport, tileSize: tiles.tileSize).rounded(.down))))
        let count = Double(1 << zoom)
        let middle = TileID(
            z: zoom, x: max(0, min(Int(count) - 1, Int(center.x * count))),
            y: max(0, min(Int(count) - 1, Int(center.y * count))))
        guard let first = terrain(of: [middle]) else { return nil }
        var view = viewport.standing(on: first)
        for _ in 0..<2 {
            guard let seen = Self.tiles(of: view), let terrain = terrain(of: seen.map(\.id) + [middle]) else {
                return nil
            }
            view = viewport.standing(on: terrain)
        }
        return view
    }

    /// The tiles of a view over a terrain, as meshes; nil for too many.
    static func tiles(of view: Viewport) -> [PlacedTile]? {
        let detail = detail(of: view, tileSize: view.terrain?.tileSize ?? 512)
        return TilePlan.covering(
            view, zoom: Int(max(0, min(maxZoom, detail.rounded(.down)))), finest: Int(maxZoom), detail: detail)
    }

    /// The zoom from which that of the meshes is rounded down.
    private static func detail(of view: Viewport, tileSize: Double) -> Double {
        view.zoom + binaryLogarithm(512 / tileSize) - Double(zoomDifference)
    }

    /// Of a mesh.
    private static let maxZoom = 22.0

    /// The heights below tiles of the map; nil when no tile is there.
    private func terrain(of ids: [TileID]) -> Terrain? {
        var tiles = tiles
        // A missing tile is no hole in the ground.
        tiles.overzoomsMissingTiles = true
        var sources = ids.compactMap(source)
        if tiles.tileSize >= Self.fineTileSize, !sources.isEmpty {
            // What stands on the ground does so at heights of twice the resolution.
            for id in ids { sources.append(id.ancestor(atZoom: min(id.z, tiles.maxZoom))) }
        }
        let view = Viewport(
            size: Size(width: 1, height: 1), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
        let loader = RasterTileLoader<ElevationTile>(
            tiles: tiles, policy: policy, viewport: view, threads: threads, diagnostics: diagnostics)
        let selection = loader.load(sources.uniqued().map { PlacedTile(id: $0, wrap: 0) }) {
            [tiles, code] _, bytes, limit throws(Diagnostic) in
            try ElevationTile(tiles.bitmap(bytes, maxPixels: limit), code)
        }
        guard !selection.contents.isEmpty else { return nil }
        let contents = ElevationTile.backfillingEdges(selection.contents, threads: threads)
        let found = contents.map { ($0.id, Terrain.Tile(side: $0.heights.side, heights: $0.heights.heights)) }
        return Terrain(Dictionary(uniqueKeysWithValues: found), exaggeration: exaggeration, tileSize: tiles.tileSize)
    }

    /// The elevation tile below a tile of the map; nil where the source has none.
    private func source(below id: TileID) -> TileID? {
        let zoom = min(id.z - Self.zoomDifference, tiles.maxZoom)
        // Heights of the mesh's own resolution are better than none.
        guard zoom >= max(0, tiles.minZoom) else { return id.z >= tiles.minZoom ? id : nil }
        return id.ancestor(atZoom: zoom)
    }
}
