// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry

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

    /// A tile that takes several cells.
    private struct Area: Sendable {
        /// In cells of the grid.
        var (left, top, side): (Double, Double, Double)
        var cell: Cell
    }

    let columns: Int
    let rows: Int
    /// In row-major order; none where there would be too many.
    let cells: [Cell]
    /// The tiles where there would be too many cells: tilted maps whose tiles differ much in size.
    private let areas: [Area]
    /// Pixels of the ground to cells of the grid.
    let toGrid: Transform
    /// The grid's bounding box in output pixels; everything for a tilted map.
    let bounds: Rect
    /// From the ground to the image of a tilted map.
    let perspective: Perspective?
    /// True when the outermost rows go on to the poles.
    private let reachesPoles: Bool
    /// Cells around the world, and the first row of the grid counted from the north.
    private let (tilesPerWorld, firstRow): (Double, Double)

    /// Nil when no tile of the plan was resolved.
    init?(
        _ plan: [PlacedTile], in viewport: Viewport, _ resolved: [TileID: ResolvedTile], reachesPoles: Bool
    ) {
        self.reachesPoles = reachesPoles
        // Tiles of a lower zoom, which tilted maps have in the distance, take several cells.
        guard let zoom = plan.map(\.id.z).max() else { return nil }
        let count = 1 << zoom
        let available = plan.filter { resolved[$0.id] != nil }
        let sides = available.map { 1 << (zoom - $0.id.z) }
        let columnIndices = zip(available, sides).map { $0.id.x * $1 + $0.wrap * count }
        let lines = zip(available, sides).map { $0.id.y * $1 }
        guard let left = columnIndices.min(), let right = zip(columnIndices, sides).map({ $0 + $1 - 1 }).max(),
            let top = lines.min(), let bottom = zip(lines, sides).map({ $0 + $1 - 1 }).max()
        else {
            return nil
        }
        columns = right - left + 1
        rows = bottom - top + 1
        let isLarge = Double(columns) * Double(rows) > Double(Self.maxCells)
        guard !isLarge || viewport.perspective != nil else { return nil }
        areas =
            !isLarge
            ? []
            : available.indices.compactMap { index in
                resolved[available[index].id].map {
                    Area(
                        left: Double(columnIndices[index] - left), top: Double(lines[index] - top),
                        side: Double(sides[index]), cell: $0.cell(for: available[index].id))
                }
            }
        var cells: [Cell] = []
        if !isLarge { cells = Array(repeating: Cell(tile: -1, x: 0, y: 0, side: 1), count: columns * rows) }
        for (index, tile) in available.enumerated() where !isLarge {
            guard let resolved = resolved[tile.id] else { continue }
            let (column, line, side) = (columnIndices[index], lines[index], sides[index])
            for y in 0..<side {
                for x in 0..<side {
                    let cell = TileID(z: zoom, x: tile.id.x * side + x, y: tile.id.y * side + y)
                    cells[(line + y - top) * columns + column + x - left] = resolved.cell(for: cell)
                }
            }
        }
        self.cells = cells
        perspective = viewport.perspective
        (tilesPerWorld, firstRow) = (Double(count), Double(top))
        let unit = Double(count)
        toGrid = viewport.groundToMercator.then(.scale(unit, unit)).then(
            .translation(Point(Double(-left), Double(-top))))
        let toPixel = Transform.translation(Point(Double(left), Double(top))).then(.scale(1 / unit, 1 / unit))
            .then(viewport.mercatorToGround)
        let grid = toPixel.apply(Rect(x: 0, y: 0, width: Double(columns), height: Double(rows)))
        bounds = perspective == nil ? grid : .everything
    }

    /// More than a tilted view's tiles can need.
    private static let maxCells = 1 << 22

    /// Calls `body` with each pixel of a row that has a tile: its x, the tile's index, and the position in the tile as
    /// fractions of its side.
    @inline(__always)
    func forEachPixel(
        ofRow row: Int, _ area: PixelArea, _ body: (_ x: Int, _ tile: Int, _ u: Double, _ v: Double) -> Void
    ) {
        switch perspective {
        case nil: forEachFlatPixel(ofRow: row, area, body)
        case .plane(let plane)?:
            forEachPixel(ofRow: row, area, body) { plane.drawnGround(at: $0).map(toGrid.apply) }
        case .sphere(let sphere)?:
            forEachPixel(ofRow: row, area, body) { sphere.ground(at: $0).map { wrapped(toGrid.apply($0)) } }
        case .projected(let projected)?:
            let start = area.start(ofRow: row)
            let grounds = projected.grounds(alongRow: start, count: area.width)
            forEachPixel(ofRow: row, area, body) { grounds[Int($0.x - start.x)].map { wrapped(toGrid.apply($0)) } }
        }
    }

    @inline(__always)
    private func forEachFlatPixel(
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

extension TileGrid {
    /// A position on the grid, which goes around the globe and, if the tiles do, from pole to pole.
    @inline(__always)
    private func wrapped(_ p: Point) -> Point {
        var p = p
        if p.x < 0 { p.x += tilesPerWorld } else if p.x >= Double(columns) { p.x -= tilesPerWorld }
        guard reachesPoles else { return p }
        let last = firstRow + p.y
        if last < 0 { p.y = -firstRow } else if last >= tilesPerWorld { p.y = (tilesPerWorld - firstRow).nextDown }
        return p
    }

    /// As `forEachPixel(ofRow:_:_:)`, with the position on the grid that is seen at a pixel.
    @inline(__always)
    private func forEachPixel(
        ofRow row: Int, _ area: PixelArea, _ body: (_ x: Int, _ tile: Int, _ u: Double, _ v: Double) -> Void,
        seen: (Point) -> Point?
    ) {
        let start = area.start(ofRow: row)
        let (width, height) = (Double(columns), Double(rows))
        var last = 0
        for x in 0..<area.width {
            guard let p = seen(Point(start.x + Double(x), start.y)), p.x >= 0, p.x < width, p.y >= 0, p.y < height
            else { continue }
            if !areas.isEmpty {
                guard let found = areaIndex(at: p, last: last) else { continue }
                last = found
                let (area, cell) = (areas[found], areas[found].cell)
                body(
                    x, Int(cell.tile), cell.x + (p.x - area.left) / area.side * cell.side,
                    cell.y + (p.y - area.top) / area.side * cell.side)
                continue
            }
            let (column, line) = (Int(p.x), Int(p.y))
            let cell = cells[line &* columns &+ column]
            guard cell.tile >= 0 else { continue }
            body(
                x, Int(cell.tile), cell.x + (p.x - Double(column)) * cell.side,
                cell.y + (p.y - Double(line)) * cell.side)
        }
    }

    /// The area that holds a position; most often, that of the pixel before.
    private func areaIndex(at p: Point, last: Int) -> Int? {
        func holds(_ area: Area) -> Bool {
            p.x >= area.left && p.x < area.left + area.side && p.y >= area.top && p.y < area.top + area.side
        }
        return holds(areas[last]) ? last : areas.firstIndex(where: holds)
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
