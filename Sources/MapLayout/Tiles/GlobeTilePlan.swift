// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The tiles that a view of a globe shows: those before its horizon, the farther away from the camera, the lower their zoom.
///
/// - SeeAlso: MapLibre GL JS, `globe_covering_tiles_details_provider.ts`.
struct GlobeTilePlan {
    private let view: GlobeView
    private let zoom: Int
    private let grading: TileGrading?
    /// In the unit square of Web Mercator.
    private let (camera, center): (Point, Point)

    /// Up to this zoom, all tiles have the same.
    private static let lastEvenZoom = 4.0

    init(_ viewport: Viewport, _ perspective: Perspective, zoom: Int, margin: Double, detail: Double) {
        view = GlobeView(viewport, perspective, margin: margin)
        self.zoom = zoom
        center = WebMercator.project(viewport.center)
        let below = perspective.focus + Point(0, perspective.distance * perspective.sinPitch)
        camera = viewport.groundToMercator.apply(below)
        grading = detail.rounded(.down) > Self.lastEvenZoom ? TileGrading(viewport, perspective, detail: detail) : nil
    }

    /// Rows from the north, each from the west; nil for too many.
    func tiles(limit: Int) -> [PlacedTile]? {
        var tiles: [PlacedTile] = []
        guard add(TileID(z: 0, x: 0, y: 0), to: &tiles, limit: limit) else { return nil }
        return tiles.sorted { a, b in
            let (first, second) = (a.mercatorRect, b.mercatorRect)
            return (first.minY, first.minX, a.id.z) < (second.minY, second.minX, b.id.z)
        }
    }

    /// Adds a tile or its descendants; false for too many.
    private func add(_ tile: TileID, to tiles: inout [PlacedTile], limit: Int) -> Bool {
        guard view.shows(tile) else { return true }
        let square = tile.mercatorRect
        let wanted = grading?.wantedZoom(away: distance(to: square)) ?? zoom
        guard tile.z < zoom, tile.z < wanted else {
            // The copy of the tile that is nearest to the center.
            tiles.append(PlacedTile(id: tile, wrap: Int((center.x - square.center.x).rounded())))
            return tiles.count < limit
        }
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let child = TileID(z: tile.z + 1, x: 2 * tile.x + dx, y: 2 * tile.y + dy)
            guard add(child, to: &tiles, limit: limit) else { return false }
        }
        return true
    }

    /// From the camera to a square, around the Earth and over the poles, in widths of the world.
    private func distance(to square: Rect) -> Double {
        func away(_ square: Rect) -> Double {
            let x = [-1.0, 0, 1].map { max(square.minX + $0 - camera.x, 0, camera.x - square.maxX - $0) }.min() ?? 0
            return max(x, square.minY - camera.y, camera.y - square.maxY)
        }
        func mirrored(_ y: Double) -> Rect {
            Rect(minX: square.minX + 0.5, minY: y - square.maxY, maxX: square.maxX + 0.5, maxY: y - square.minY)
        }
        return min(away(square), away(mirrored(0)), away(mirrored(2)))
    }
}

/// What of the globe a view shows, tile by tile.
struct GlobeView {
    private let perspective: Perspective
    private let viewport: Viewport
    /// The picture with a margin.
    private let rect: Rect

    init(_ viewport: Viewport, _ perspective: Perspective, margin: Double) {
        (self.viewport, self.perspective) = (viewport, perspective)
        rect = viewport.pixelRect.inset(by: -margin)
    }

    /// False for a tile behind the horizon or beside the picture.
    func shows(_ tile: TileID) -> Bool {
        // Larger tiles go around too much of the globe to be judged by their edges.
        guard tile.z > 1 else { return true }
        let toGround = PlacedTile(id: tile, wrap: 0).toPixel(in: viewport)
        let unit = Rect(x: 0, y: 0, width: 1, height: 1).corners
        let seen = perspective.globeArea(of: unit.map(toGround.apply))
        let frame = ConvexRegion(rect.corners)
        return seen.contains { ring in
            let box = ring.reduce(into: Rect.null) { $0.extend(to: $1) }
            guard box.intersects(rect) else { return false }
            return rect.contains(box) || !frame.clipped(ring: ring).isEmpty
        }
    }
}
