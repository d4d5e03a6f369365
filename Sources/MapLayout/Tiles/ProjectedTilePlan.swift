// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry

/// The tiles that a map in another projection than Web Mercator shows. A tile that the map is cut through is there twice.
struct ProjectedTilePlan {
    private let viewport: Viewport
    private let projected: ProjectedPerspective
    private let zoom: Int
    /// The image with a margin.
    private let frame: ConvexRegion

    init(_ viewport: Viewport, _ projected: ProjectedPerspective, zoom: Int, margin: Double) {
        (self.viewport, self.projected, self.zoom) = (viewport, projected, zoom)
        frame = ConvexRegion(viewport.pixelRect.inset(by: -min(margin, ProjectedPerspective.margin)).corners)
    }

    /// Rows from the north, each from the west; nil for too many.
    func tiles(limit: Int) -> [PlacedTile]? {
        var tiles: [PlacedTile] = []
        let window = viewport.mercatorBounds
        guard !window.isNull else { return [] }
        for wrap in Int(window.minX.rounded(.down))...Int(window.maxX.rounded(.down)) {
            let world = PlacedTile(id: TileID(z: 0, x: 0, y: 0), wrap: wrap)
            guard add(world, to: &tiles, limit: limit) else { return nil }
        }
        return tiles.sorted { a, b in
            let (first, second) = (a.mercatorRect, b.mercatorRect)
            return (first.minY, first.minX) < (second.minY, second.minX)
        }
    }

    /// Adds a tile or its descendants; false for too many.
    private func add(_ tile: PlacedTile, to tiles: inout [PlacedTile], limit: Int) -> Bool {
        guard shows(tile) else { return true }
        guard tile.id.z < zoom else {
            tiles.append(tile)
            return tiles.count < limit
        }
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let child = TileID(z: tile.id.z + 1, x: 2 * tile.id.x + dx, y: 2 * tile.id.y + dy)
            guard add(PlacedTile(id: child, wrap: tile.wrap), to: &tiles, limit: limit) else { return false }
        }
        return true
    }

    /// False for a tile beside the image, or beyond where the map is cut.
    func shows(_ tile: PlacedTile) -> Bool {
        let corners = Rect(x: 0, y: 0, width: 1, height: 1).corners.map(tile.toPixel(in: viewport).apply)
        // A tile that only touches the cut is on the other side.
        let inside = projected.region.clipped(ring: corners)
        guard abs(signedArea(inside)) > 1e-9 * abs(signedArea(corners)) else { return false }
        return projected.area(of: corners).contains { ring in
            let box = Rect(around: ring)
            guard box.intersects(frame.bounds) else { return false }
            return frame.bounds.contains(box) || !frame.clipped(ring: ring).isEmpty
        }
    }
}
