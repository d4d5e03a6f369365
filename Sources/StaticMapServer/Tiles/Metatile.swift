// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapLayout
import MapPlane

/// A square block of rendered tiles that is drawn as one picture and cut.
///
/// Inside of the block one layout serves all tiles. What lies on its edges is placed first, and alike in the blocks on both
/// sides (`BlockGrid`), so no label or icon is cut.
struct Metatile: Sendable {
    /// Whole blocks are kept as pixels for a short while: clients ask for the tiles of a block together.
    let bitmap: Bitmap
}

struct MetatilePlan: Hashable {
    /// The most pixels of a block's side.
    private static let longestSide = 2048

    let style: String
    let zoom: Int
    /// Tiles of the block's side.
    let count: Int
    /// The block's column and row.
    let column: Int
    let row: Int
    /// Points of a tile's side: 256 or 512.
    let tileSize: Int
    let scale: Double

    init(_ id: TileID, style: String, tileSize: Int, scale: Double, count: Int) {
        let pixels = Int(Double(tileSize) * scale)
        var side = max(1, count)
        while side > 1, side * pixels > Self.longestSide || side > 1 << min(id.z, 30) { side /= 2 }
        self.style = style
        zoom = id.z
        self.count = side
        column = id.x / side
        row = id.y / side
        self.tileSize = tileSize
        self.scale = scale
    }

    var key: String { "\(style)/\(tileSize)@\(scale)/\(zoom)/\(count)/\(column)/\(row)" }

    /// The scene of the whole block.
    var scene: JSONNode {
        let world = Double(1 << zoom)
        let middle = WebMercator.unproject(
            Point(
                (Double(column * count) + Double(count) / 2) / world, (Double(row * count) + Double(count) / 2) / world)
        )
        let side = Double(count * tileSize)
        return .members([
            "version": .count(1), "size": .list([.number(side), .number(side)]), "scale": .number(scale),
            "basemap": .members(["style": .text(style)]),
            "camera": .members([
                "center": middle.pair, "zoom": .number(Double(zoom) - (tileSize == 512 ? 0 : 1)),
            ]),
            "attribution": .text("none"),
        ])
    }

    /// The edges of all blocks of this size.
    var grid: BlockGrid { BlockGrid(side: Double(count * tileSize) * scale, scale: scale) }

    /// Where a tile lies in the block, in pixels.
    func origin(of id: TileID) -> (x: Int, y: Int) {
        let pixels = Int(Double(tileSize) * scale)
        return ((id.x - column * count) * pixels, (id.y - row * count) * pixels)
    }
}
