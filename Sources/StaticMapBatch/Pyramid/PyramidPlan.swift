// SPDX-License-Identifier: MIT
import MapGeo
import StaticMap

/// Blocks beside each other.
struct BlockRow: Sendable {
    let zoom: Int
    let row: Int
    let columns: Range<Int>
}

/// The blocks of tiles that a pyramid consists of.
package struct PyramidPlan: Sendable {
    package var style = "streets"
    package var region: TileRegion
    package var zooms: ClosedRange<Int>
    /// Points of a tile's side.
    package var tileSize = 256
    package var scale = 1.0
    /// Tiles of a block's side.
    package var metatile = 8
    /// Which of how many shards, from 0.
    package var shard = (index: 0, count: 1)

    package init(region: TileRegion, zooms: ClosedRange<Int>) {
        self.region = region
        self.zooms = zooms
    }

    /// All rows of blocks, of all shards. The highest zoom, which has most of the work, comes first, so that the last blocks are
    /// small ones and no thread waits long for another.
    var rows: [BlockRow] { zooms.reversed().flatMap(rows(ofZoom:)) }

    /// A block of a row.
    func block(_ row: BlockRow, column: Int) -> MetatilePlan {
        let side = side(ofZoom: row.zoom)
        return MetatilePlan(
            TileID(z: row.zoom, x: column * side, y: row.row * side), style: style, tileSize: tileSize, scale: scale,
            count: metatile)
    }

    private func side(ofZoom zoom: Int) -> Int {
        MetatilePlan(TileID(z: zoom, x: 0, y: 0), style: style, tileSize: tileSize, scale: scale, count: metatile).count
    }

    /// The rows of blocks of a zoom; each block is in one of them.
    private func rows(ofZoom zoom: Int) -> [BlockRow] {
        let side = side(ofZoom: zoom)
        var rows: [BlockRow] = []
        for range in region.ranges(ofZoom: zoom) {
            for row in range.rows.lowerBound / side...range.rows.upperBound / side {
                var columns = range.columns.lowerBound / side..<range.columns.upperBound / side + 1
                // The two boxes of a region across the antimeridian may share blocks at low zooms.
                for other in rows where other.row == row && other.columns.overlaps(columns) {
                    columns =
                        columns.lowerBound < other.columns.lowerBound
                        ? columns.lowerBound..<other.columns.lowerBound
                        : min(other.columns.upperBound, columns.upperBound)..<columns.upperBound
                }
                if !columns.isEmpty { rows.append(BlockRow(zoom: zoom, row: row, columns: columns)) }
            }
        }
        return rows
    }
}
