// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

/// The tiles of a view as a grid, so that each pixel finds its tile without a search, and adjacent tiles meet exactly.
struct TileGrid: Sendable {
    /// The tile that a cell of the grid shows.
    struct Cell: Sendable {
        /// The index into the loaded tiles; -1 for none.
        var tile: Int32
        /// The part of that tile: left edge, top edge and side, as fractions of its side. 0, 0 and 1 for the tile
        /// itself.
        var x: Double
        var y: Double
        var side: Double
    }

    let columns: Int
    let rows: Int
    /// In row-major order.
    let cells: [Cell]
    /// Output pixels to cells of the grid.
    let toGrid: Transform
    /// The grid's bounding box in output pixels.
    let bounds: Rect

    /// Nil when no tile of the plan was resolved.
    init?(_ plan: [PlacedTile], in viewport: Viewport, _ resolved: [TileID: ResolvedTile]) {
        guard let first = plan.first else { return nil }
        let count = 1 << first.id.z
        let available = plan.filter { resolved[$0.id] != nil }
        let columnIndices = available.map { $0.id.x + $0.wrap * count }
        let lines = available.map(\.id.y)
        guard let left = columnIndices.min(), let right = columnIndices.max(), let top = lines.min(),
            let bottom = lines.max()
        else {
            return nil
        }
        columns = right - left + 1
        rows = bottom - top + 1
        var cells = [Cell](repeating: Cell(tile: -1, x: 0, y: 0, side: 1), count: columns * rows)
        for (tile, column) in zip(available, columnIndices) {
            guard let resolved = resolved[tile.id] else { continue }
            cells[(tile.id.y - top) * columns + column - left] = resolved.cell(for: tile.id)
        }
        self.cells = cells
        let unit = Double(count)
        toGrid = viewport.groundToMercator.then(.scale(unit, unit)).then(
            .translation(Point(Double(-left), Double(-top))))
        let toPixel = Transform.translation(Point(Double(left), Double(top))).then(.scale(1 / unit, 1 / unit))
            .then(viewport.mercatorToGround)
        bounds = toPixel.apply(Rect(x: 0, y: 0, width: Double(columns), height: Double(rows)))
    }

    /// Calls `body` with each pixel of a row that has a tile: its x, the tile's index, and the position in the tile as
    /// fractions of its side.
    @inline(__always)
    func forEachPixel(
        ofRow row: Int, _ area: PixelArea, _ body: (_ x: Int, _ tile: Int, _ u: Double, _ v: Double) -> Void
    ) {
        let start = toGrid.apply(area.start(ofRow: row))
        let (width, height) = (Double(columns), Double(rows))
        cells.withUnsafeBufferPointer { cells in
            for x in 0..<area.width {
                let u = start.x + toGrid.a * Double(x)
                let v = start.y + toGrid.b * Double(x)
                guard u >= 0, u < width, v >= 0, v < height else { continue }
                let (column, line) = (Int(u), Int(v))
                let cell = cells[line &* columns &+ column]
                guard cell.tile >= 0 else { continue }
                body(
                    x, Int(cell.tile), cell.x + (u - Double(column)) * cell.side,
                    cell.y + (v - Double(line)) * cell.side)
            }
        }
    }
}

/// The tile that is drawn for a requested one: itself or an ancestor.
struct ResolvedTile: Sendable {
    let id: TileID
    /// The index into the loaded tiles.
    let index: Int

    fileprivate func cell(for requested: TileID) -> TileGrid.Cell {
        let depth = requested.z - id.z
        let parts = Double(1 << depth)
        return TileGrid.Cell(
            tile: Int32(index), x: Double(requested.x - id.x << depth) / parts,
            y: Double(requested.y - id.y << depth) / parts, side: 1 / parts)
    }
}
