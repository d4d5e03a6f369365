// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry

/// The tiles that a map in another projection than Web Mercator shows. A tile that the map is cut through is there twice.
struct ProjectedTilePlan {
    private let viewport: Viewport
    private let projected: ProjectedPerspective
    private let zoom: Int
    /// The image with a margin.
    private let frame: ConvexRegion
    /// More than it, and less, by what outlines that are known to about a pixel may be wrong.
    private let (outer, inner): (ConvexRegion, Rect)

    init(_ viewport: Viewport, _ projected: ProjectedPerspective, zoom: Int, margin: Double) {
        (self.viewport, self.projected, self.zoom) = (viewport, projected, zoom)
        let image = viewport.pixelRect.inset(by: -min(margin, ProjectedPerspective.margin))
        frame = ConvexRegion(image.corners)
        (outer, inner) = (ConvexRegion(image.inset(by: -4).corners), image.inset(by: 4))
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

    /// Adds a tile or its descendants; false for too many, or too late.
    private func add(_ tile: PlacedTile, to tiles: inout [PlacedTile], limit: Int) -> Bool {
        guard !WorkContext.isCancelled else { return false }
        guard tile.id.z < zoom else {
            if shows(tile) { tiles.append(tile) }
            return tiles.count < limit
        }
        guard nearly(shows: tile) != .no else { return true }
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let child = TileID(z: tile.id.z + 1, x: 2 * tile.id.x + dx, y: 2 * tile.id.y + dy)
            guard add(PlacedTile(id: child, wrap: tile.wrap), to: &tiles, limit: limit) else { return false }
        }
        return true
    }

    /// False for a tile beside the image, or beyond where the map is cut.
    func shows(_ tile: PlacedTile) -> Bool {
        switch nearly(shows: tile) {
        case .yes: true
        case .no: false
        case .perhaps: projected.area(of: corners(of: tile)).contains { Self.meets($0, frame) }
        }
    }

    private enum Answer { case yes, no, perhaps }

    /// Whether a tile is shown, as far as its outline says when it is known to about a pixel, which takes a fraction of the time.
    private func nearly(shows tile: PlacedTile) -> Answer {
        let corners = corners(of: tile)
        // A tile that only touches the cut is on the other side.
        let inside = projected.region.clipped(ring: corners)
        guard abs(signedArea(inside)) > 1e-9 * abs(signedArea(corners)) else { return .no }
        let rings = projected.roughArea(of: corners)
        if rings.contains(where: { inner.contains(Rect(around: $0)) }) { return .yes }
        return rings.contains { Self.meets($0, outer) } ? .perhaps : .no
    }

    private func corners(of tile: PlacedTile) -> [Point] {
        Rect(x: 0, y: 0, width: 1, height: 1).corners.map(tile.toPixel(in: viewport).apply)
    }

    private static func meets(_ ring: [Point], _ frame: ConvexRegion) -> Bool {
        let box = Rect(around: ring)
        guard box.intersects(frame.bounds) else { return false }
        return frame.bounds.contains(box) || !frame.clipped(ring: ring).isEmpty
    }
}
