// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages

/// A grid that is not turned: which columns of a tile's pixels an output pixel lies between, and how far from each, is the same in
/// all rows of a tile, and which rows, in all columns. The results are those of `TextureSet.linear`.
struct UprightTileGrid: Sendable {
    /// A part of an output row that shows one tile.
    private struct Run: Sendable {
        var pixels: Range<Int>
        var cell: TileGrid.Cell
        /// The columns of the tile's pixels that are needed.
        var columns: Range<Int>
        /// The index in `neighbors` of the first pixel.
        var start: Int
    }

    private let grid: TileGrid
    private let area: PixelArea
    /// Of each line of tiles.
    private var runs: [[Run]] = []
    private var neighbors: [TextureSet.LinearNeighbors] = []

    /// Nil when tiles are rotated, or lower than a pixel.
    init?(_ grid: TileGrid, in area: PixelArea, _ textures: TextureSet) {
        guard grid.perspective == nil, grid.toGrid.b == 0, grid.toGrid.c == 0, grid.rows <= area.height + 2 else {
            return nil
        }
        self.grid = grid
        self.area = area
        let start = grid.toGrid.apply(area.start(ofRow: 0))
        for line in 0..<grid.rows {
            var found: [Run] = []
            var last = -1
            for x in 0..<area.width {
                let u = start.x + grid.toGrid.a * Double(x)
                guard u >= 0, u < Double(grid.columns) else { continue }
                let column = Int(u)
                let cell = grid.cells[line * grid.columns + column]
                guard cell.tile >= 0 else { continue }
                let position = cell.x + (u - Double(column)) * cell.side
                let pair = TextureSet.LinearNeighbors(position, textures.bitmaps[Int(cell.tile)].width)
                let columns = min(pair.first, pair.second)..<max(pair.first, pair.second) + 1
                if column == last, var run = found.popLast() {
                    run.pixels = run.pixels.lowerBound..<x + 1
                    let first = min(run.columns.lowerBound, columns.lowerBound)
                    run.columns = first..<max(run.columns.upperBound, columns.upperBound)
                    found.append(run)
                } else {
                    found.append(Run(pixels: x..<x + 1, cell: cell, columns: columns, start: neighbors.count))
                }
                neighbors.append(pair)
                last = column
            }
            runs.append(found)
        }
    }

    /// Interpolates the tiles' pixels in a row.
    func sample(row: Int, _ textures: TextureSet, to output: UnsafeMutableBufferPointer<UInt32>) {
        let v = grid.toGrid.apply(area.start(ofRow: row)).y
        guard v >= 0, v < Double(grid.rows) else { return }
        let line = Int(v)
        for run in runs[line] {
            let bitmap = textures.bitmaps[Int(run.cell.tile)]
            let rows = TextureSet.LinearNeighbors(run.cell.y + (v - Double(line)) * run.cell.side, bitmap.height)
            let (top, bottom) = (rows.first * bitmap.width, rows.second * bitmap.width)
            withUnsafeTemporaryAllocation(of: Blend.self, capacity: run.columns.count) { column in
                bitmap.pixels.withUnsafeBufferPointer { pixels in
                    for x in run.columns {
                        column[x - run.columns.lowerBound] = Blend(pixels[top + x], pixels[bottom + x], rows.fraction)
                    }
                }
                neighbors.withUnsafeBufferPointer { neighbors in
                    for x in run.pixels {
                        let pair = neighbors[run.start + x - run.pixels.lowerBound]
                        output[x] = Blend.pixel(
                            column[pair.first - run.columns.lowerBound], column[pair.second - run.columns.lowerBound],
                            pair.fraction)
                    }
                }
            }
        }
    }

    /// Two pixels above each other, blended: the components of a pixel times 256, two per word.
    private struct Blend {
        var greenAlpha: UInt64
        var blueRed: UInt64

        @inline(__always)
        init(_ top: UInt32, _ bottom: UInt32, _ weight: UInt64) {
            greenAlpha = PixelWords.greenAlpha(top) &* (256 &- weight) &+ PixelWords.greenAlpha(bottom) &* weight
            blueRed = PixelWords.blueRed(top) &* (256 &- weight) &+ PixelWords.blueRed(bottom) &* weight
        }

        /// Two blends beside each other, blended; each component is rounded once.
        @inline(__always)
        static func pixel(_ left: Blend, _ right: Blend, _ weight: UInt64) -> UInt32 {
            PixelWords.pixel(
                greenAlpha: left.greenAlpha &* (256 &- weight) &+ right.greenAlpha &* weight &+ PixelWords.half,
                blueRed: left.blueRed &* (256 &- weight) &+ right.blueRed &* weight &+ PixelWords.half)
        }
    }
}

/// A grid whose tile pixels coincide with output pixels, so that rows can be copied.
struct AlignedTileGrid: Sendable {
    /// The largest tolerated misalignment in pixels: below the resolution of bilinear sampling, 1/256.
    private static let tolerance = 1.0 / 1024

    private let grid: TileGrid
    private let side: Int
    /// The area's first pixel, in pixels of the grid.
    private let left: Int
    private let top: Int

    /// Nil when tiles are scaled, rotated, cropped or of different sizes.
    init?(_ grid: TileGrid, in area: PixelArea, _ textures: TextureSet) {
        guard let size = textures.commonSize, size.width == size.height, size.width > 0, grid.toGrid.keepsRectangles,
            grid.perspective == nil,
            grid.cells.allSatisfy({ $0.tile < 0 || ($0.x == 0 && $0.y == 0 && $0.side == 1) })
        else { return nil }
        let side = Double(size.width)
        // Holds to the far end of the largest output.
        guard abs(grid.toGrid.a * side - 1) < 1e-9, abs(grid.toGrid.d * side - 1) < 1e-9 else { return nil }
        let first = grid.toGrid.apply(area.start(ofRow: 0)) * side - Point(0.5, 0.5)
        guard abs(first.x) < 1e9, abs(first.y) < 1e9, abs(first.x - first.x.rounded()) < Self.tolerance,
            abs(first.y - first.y.rounded()) < Self.tolerance
        else { return nil }
        self.grid = grid
        self.side = size.width
        left = Int(first.x.rounded())
        top = Int(first.y.rounded())
    }

    /// Copies the tiles' pixels of a row.
    func copy(row: Int, width: Int, _ textures: TextureSet, to output: UnsafeMutableBufferPointer<UInt32>) {
        let y = top + row
        guard y >= 0, y < grid.rows * side, let target = output.baseAddress else { return }
        for column in 0..<grid.columns {
            let cell = grid.cells[y / side * grid.columns + column]
            let from = max(0, column * side - left)
            let to = min(width, (column + 1) * side - left)
            guard cell.tile >= 0, from < to else { continue }
            let start = y % side * side + from + left - column * side
            textures.bitmaps[Int(cell.tile)].pixels.withUnsafeBufferPointer { pixels in
                guard let source = pixels.baseAddress else { return }
                (target + from).update(from: source + start, count: to - from)
            }
        }
    }
}
