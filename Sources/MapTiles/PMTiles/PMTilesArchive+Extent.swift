// SPDX-License-Identifier: MIT
package import MapGeo

extension PMTilesArchive {
    /// The bounds of the header or the metadata, else of the tiles of the highest zoom whose directories are few.
    package func extent() -> CoordinateBox? {
        if let bounds = info.bounds { return bounds }
        for zoom in (info.minZoom...info.maxZoom).reversed() {
            if let range = range(ofZoom: zoom) { return range.box }
        }
        return nil
    }

    /// The most directories that are read.
    private static let maxDirectories = 64

    /// Nil when there is no tile of the zoom, or finding all would take long.
    private func range(ofZoom zoom: Int) -> TileRange? {
        let numbers = TileID.firstHilbertNumber(ofZoom: zoom)..<TileID.firstHilbertNumber(ofZoom: zoom + 1)
        guard let runs = try? runs(in: numbers, maxDirectories: Self.maxDirectories) else { return nil }
        var range: TileRange?
        for run in runs {
            for square in squares(of: run.lowerBound - numbers.lowerBound..<run.upperBound - numbers.lowerBound) {
                let side = 1 << square.level
                // The tile that covers the square, at its own zoom.
                let whole = TileID(z: zoom - square.level, hilbertIndex: square.index)
                let first = TileID(z: zoom, x: whole.x * side, y: whole.y * side)
                if range == nil { range = TileRange(first) }
                range?.add(first, side: side)
            }
        }
        return range
    }

    /// Indexes along the curve as squares: 4ⁿ indexes from a multiple of 4ⁿ are a square of 2ⁿ by 2ⁿ tiles.
    ///
    /// - Returns: n, and the square's index among those of its size.
    private func squares(of run: Range<UInt64>) -> [(level: Int, index: UInt64)] {
        var squares: [(level: Int, index: UInt64)] = []
        var start = run.lowerBound
        while start < run.upperBound {
            var level = 0
            while level < TileID.maxZoom {
                let size = UInt64(1) << UInt64(2 * (level + 1))
                guard start % size == 0, run.upperBound - start >= size else { break }
                level += 1
            }
            squares.append((level, start >> UInt64(2 * level)))
            start += 1 << UInt64(2 * level)
        }
        return squares
    }
}
