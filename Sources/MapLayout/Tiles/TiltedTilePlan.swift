// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

/// The tiles that a tilted view shows: the farther away, the lower their zoom, so that their number stays small.
///
/// - SeeAlso: MapLibre GL JS, `covering_tiles.ts`, for the zoom of each tile, and
///   `mercator_covering_tiles_details_provider.ts` for the views that have tiles of one zoom.
struct TiltedTilePlan {
    private let zoom: Int
    /// The highest zoom of tiles that there are.
    private let finest: Int
    /// In the unit square of Web Mercator, as all lengths here; x may leave 0...1.
    private let footprint: ConvexRegion
    /// The point of the ground below the camera.
    private let camera: Point
    /// Nil where tiles of one zoom are not too many.
    private let grading: TileGrading?

    init(
        _ viewport: Viewport, _ perspective: Perspective, zoom: Int, finest: Int?, margin: Double, detail: Double
    ) {
        self.zoom = zoom
        self.finest = finest ?? zoom
        footprint = ConvexRegion(viewport.groundCorners(margin: margin).map(viewport.groundToMercator.apply))
        let below = perspective.focus + Point(0, perspective.distance * perspective.sinPitch)
        camera = viewport.groundToMercator.apply(below)
        let tilt = viewport.tilt
        let aspect = viewport.size.width / viewport.size.height
        let seen = tilt.verticalFieldOfView * (abs(perspective.cosRoll) + abs(perspective.sinRoll) * aspect)
        let isGraded = viewport.terrain != nil || tilt.pitch > max(0, min(60, 78.5 - seen / 2))
        grading = isGraded ? TileGrading(viewport, perspective, detail: detail) : nil
    }

    /// Rows from the north, each from the west; nil for too many.
    func tiles(limit: Int) -> [PlacedTile]? {
        guard !footprint.isEmpty else { return [] }
        var tiles: [PlacedTile] = []
        let worlds = (first: footprint.bounds.minX.rounded(.down), last: footprint.bounds.maxX.rounded(.down))
        guard worlds.last - worlds.first < Double(limit) else { return nil }
        for wrap in Int(worlds.first)...Int(worlds.last) {
            guard add(PlacedTile(id: TileID(z: 0, x: 0, y: 0), wrap: wrap), to: &tiles, limit: limit) else {
                return nil
            }
        }
        return tiles.sorted { a, b in
            let (first, second) = (a.mercatorRect, b.mercatorRect)
            return (first.minY, first.minX, a.id.z) < (second.minY, second.minX, b.id.z)
        }
    }

    /// Adds a tile or its descendants; false for too many.
    private func add(_ tile: PlacedTile, to tiles: inout [PlacedTile], limit: Int) -> Bool {
        let square = tile.mercatorRect
        guard footprint.overlaps(square), !footprint.clipped(ring: square.corners).isEmpty else { return true }
        guard tile.id.z < wantedZoom(square) else {
            tiles.append(tile)
            return tiles.count < limit
        }
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let child = TileID(z: tile.id.z + 1, x: 2 * tile.id.x + dx, y: 2 * tile.id.y + dy)
            guard add(PlacedTile(id: child, wrap: tile.wrap), to: &tiles, limit: limit) else { return false }
        }
        return true
    }

    /// The zoom of tiles in a square.
    private func wantedZoom(_ square: Rect) -> Int {
        guard let grading else { return zoom }
        let away = Point(
            max(square.minX - camera.x, 0, camera.x - square.maxX),
            max(square.minY - camera.y, 0, camera.y - square.maxY)
        ).length
        return min(finest, grading.wantedZoom(away: away))
    }
}
