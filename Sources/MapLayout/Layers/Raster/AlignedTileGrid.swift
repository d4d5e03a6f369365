// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

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
