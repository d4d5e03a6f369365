// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapRuntime
import MapStyle

/// The elevations of a square tile in metres, with a border of one row and column for those of its neighbors.
struct ElevationTile: Sendable {
    /// Elevations along a side, without the border.
    let side: Int
    /// `(side + 2)²` elevations including the border.
    private(set) var heights: [Float]

    var stride: Int { side + 2 }

    /// The border repeats the tile's own edge until it is backfilled from the neighbors.
    init(_ bitmap: Bitmap, _ code: StyleSource.ElevationCode) throws(Diagnostic) {
        guard bitmap.width == bitmap.height else {
            throw Diagnostic(
                .warning, code: LayoutCode.elevationNotSquare, expected: "a square elevation tile",
                found: "\(bitmap.width) × \(bitmap.height) pixels")
        }
        let side = bitmap.width
        self.side = side
        let (red, green, blue, base) = (code.red, code.green, code.blue, code.base)
        heights = [Float](unsafeUninitializedCapacity: (side + 2) * (side + 2)) { buffer, count in
            bitmap.pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<side + 2 {
                    let line = max(0, min(side - 1, row - 1)) * side
                    for column in 0..<side + 2 {
                        let p = pixels[line + max(0, min(side - 1, column - 1))]
                        let metres =
                            red * Double(p >> 16 & 255) + green * Double(p >> 8 & 255) + blue * Double(p & 255) - base
                        // The factors of a "custom" encoding are unbounded.
                        buffer[row * (side + 2) + column] = Float(max(-1e7, min(1e7, metres)))
                    }
                }
            }
            count = (side + 2) * (side + 2)
        }
    }

    /// Backfills the border from the neighbor `dx` and `dy` tiles away; neighbors of another size are ignored.
    mutating func copyEdge(from other: ElevationTile, dx: Int, dy: Int) {
        guard other.side == side else { return }
        let columns = dx == 0 ? 1...side : dx < 0 ? 0...0 : (side + 1)...(side + 1)
        let rows = dy == 0 ? 1...side : dy < 0 ? 0...0 : (side + 1)...(side + 1)
        for row in rows {
            for column in columns {
                heights[row * stride + column] = other.heights[(row - dy * side) * stride + column - dx * side]
            }
        }
    }
}

extension ElevationTile {
    /// Tiles with their borders backfilled from their neighbors.
    static func backfillingEdges(
        _ tiles: [(id: TileID, content: ElevationTile)], threads: Int
    ) -> [(id: TileID, heights: ElevationTile)] {
        let byID = Dictionary(uniqueKeysWithValues: tiles.map { ($0.id, $0.content) })
        return parallelMap(tiles, threads: threads) { tile in
            var heights = tile.content
            let count = 1 << tile.id.z
            for dy in -1...1 {
                for dx in -1...1 where (dx != 0 || dy != 0) && tile.id.y + dy >= 0 && tile.id.y + dy < count {
                    let column = (tile.id.x + dx + count) % count
                    guard let other = byID[TileID(z: tile.id.z, x: column, y: tile.id.y + dy)] else { continue }
                    heights.copyEdge(from: other, dx: dx, dy: dy)
                }
            }
            return (id: tile.id, heights: heights)
        }
    }
}
