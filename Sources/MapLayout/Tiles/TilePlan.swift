// SPDX-License-Identifier: MIT
package import MapGeo
import MapPlane

/// A tile and the copy of the world that it is drawn in.
package struct PlacedTile: Hashable, Sendable {
    package let id: TileID
    /// Whole worlds to the east; 0 is the copy that holds longitudes -180...180.
    package let wrap: Int

    package init(id: TileID, wrap: Int) {
        (self.id, self.wrap) = (id, wrap)
    }

    /// The tile's square in the unit Mercator square, offset by its world copy.
    var mercatorRect: Rect { id.mercatorRect.offset(by: Point(Double(wrap), 0)) }

    /// Maps the tile's unit square (0...1, y downwards) to pixels of the ground.
    func toPixel(in viewport: Viewport) -> Transform {
        let r = mercatorRect
        return Transform(a: r.width, b: 0, c: 0, d: r.height, tx: r.minX, ty: r.minY).then(viewport.mercatorToGround)
    }

}

/// The tiles that cover a view.
package enum TilePlan {
    /// More than an output of 32,767 pixels needs with 256-pixel tiles.
    static let limit = 20_000

    /// The tiles that a map shows.
    ///
    /// - Parameters:
    ///   - viewport: of the map.
    ///   - zoom: of the tiles, or of those at the center of a tilted view, which takes lower ones towards the horizon and higher
    ///     ones near the camera.
    ///   - finest: the highest zoom of tiles that there are; nil for `zoom`.
    ///   - margin: pixels around the map that are covered too.
    ///   - detail: the zoom from which that of the tiles was rounded down.
    /// - Returns: rows from the north, each from the west; nil when there would be more than `limit`.
    package static func covering(
        _ viewport: Viewport, zoom: Int, finest: Int? = nil, margin: Double = 0, detail: Double? = nil
    ) -> [PlacedTile]? {
        if let drape = viewport.drape {
            return covering(drape.camera, zoom: zoom, finest: finest, detail: detail).map(drape.visible)
        }
        if let perspective = viewport.perspective, perspective.isGlobe {
            return GlobeTilePlan(viewport, perspective, zoom: zoom, margin: margin, detail: detail ?? viewport.zoom)
                .tiles(limit: limit)
        }
        if let perspective = viewport.perspective {
            return TiltedTilePlan(
                viewport, perspective, zoom: zoom, finest: finest, margin: margin, detail: detail ?? viewport.zoom
            ).tiles(limit: limit)
        }
        let side = 1 << zoom
        let view =
            margin > 0
            ? viewport.groundToMercator.apply(viewport.pixelRect.inset(by: -margin)) : viewport.mercatorBounds
        let columns = Double(side) * view.minX...Double(side) * view.maxX
        let rows = max(0, Double(side) * view.minY)...max(0, min(Double(side), Double(side) * view.maxY))
        guard (columns.upperBound - columns.lowerBound + 2) * (rows.upperBound - rows.lowerBound + 2) < Double(limit)
        else { return nil }
        guard view.minY < 1, view.maxY > 0 else { return [] }
        let firstColumn = Int(columns.lowerBound.rounded(.down))
        let lastColumn = Int(columns.upperBound.rounded(.up)) - 1
        let firstRow = min(side - 1, Int(rows.lowerBound.rounded(.down)))
        let lastRow = min(side - 1, max(firstRow, Int(rows.upperBound.rounded(.up)) - 1))
        var tiles: [PlacedTile] = []
        for y in firstRow...lastRow {
            for column in firstColumn...max(firstColumn, lastColumn) {
                let wrap = Int((Double(column) / Double(side)).rounded(.down))
                let tile = PlacedTile(id: TileID(z: zoom, x: column - wrap * side, y: y), wrap: wrap)
                if tile.touches(viewport, margin: margin) { tiles.append(tile) }
            }
        }
        return tiles
    }
}

extension Drape {
    /// Those tiles of the camera's view that touch the tile of the terrain, in the copy of the world that holds longitudes
    /// -180...180.
    fileprivate func visible(_ tiles: [PlacedTile]) -> [PlacedTile] {
        func holds(_ large: TileID, _ small: TileID) -> Bool {
            let zooms = small.z - large.z
            return zooms >= 0 && small.x >> zooms == large.x && small.y >> zooms == large.y
        }
        return tiles.filter { $0.wrap == wrap && (holds($0.id, tile) || holds(tile, $0.id)) }
            .map { PlacedTile(id: $0.id, wrap: 0) }
    }
}

extension PlacedTile {
    /// True when shapes of the tile may reach into a part of a flat picture, in pixels; `*-translate` moves them a little.
    func touches(_ viewport: Viewport, area: Rect) -> Bool {
        let square = toPixel(in: viewport).apply(Rect(x: 0, y: 0, width: 1, height: 1))
        return square.intersects(area.inset(by: -32 * viewport.scale))
    }

    /// False when a rotated view does not show the tile.
    func touches(_ viewport: Viewport, margin: Double = 0) -> Bool {
        if let perspective = viewport.perspective, perspective.isGlobe {
            return GlobeView(viewport, perspective, margin: margin).shows(id)
        }
        if let perspective = viewport.perspective {
            let quad = Rect(x: 0, y: 0, width: 1, height: 1).corners.map(toPixel(in: viewport).apply)
            return !perspective.footprint(margin: margin).clipped(ring: quad).isEmpty
        }
        let quad = toPixel(in: viewport).apply(Rect(x: 0, y: 0, width: 1, height: 1))
        return quad.intersects(viewport.pixelRect.inset(by: -margin))
    }
}
