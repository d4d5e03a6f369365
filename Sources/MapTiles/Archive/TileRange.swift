// SPDX-License-Identifier: MIT
import MapGeo

/// The columns and rows of some tiles of one zoom.
struct TileRange {
    let zoom: Int
    private var columns: ClosedRange<Int>
    private var rows: ClosedRange<Int>

    init(_ id: TileID) {
        zoom = id.z
        columns = id.x...id.x
        rows = id.y...id.y
    }

    /// Nil for no tiles. All must have one zoom.
    init?(_ ids: some Sequence<TileID>) {
        var range: TileRange?
        for id in ids {
            if range == nil { range = TileRange(id) }
            range?.add(id, side: 1)
        }
        guard let range else { return nil }
        self = range
    }

    /// Adds a square of tiles.
    ///
    /// - Parameters:
    ///   - first: the north-western one.
    ///   - side: how many tiles wide and high it is.
    mutating func add(_ first: TileID, side: Int) {
        columns = min(columns.lowerBound, first.x)...max(columns.upperBound, first.x + side - 1)
        rows = min(rows.lowerBound, first.y)...max(rows.upperBound, first.y + side - 1)
    }

    var box: CoordinateBox {
        let northWest = TileID(z: zoom, x: columns.lowerBound, y: rows.lowerBound).box
        let southEast = TileID(z: zoom, x: columns.upperBound, y: rows.upperBound).box
        return CoordinateBox(
            west: northWest.west, south: southEast.south, east: southEast.east, north: northWest.north)
    }
}
