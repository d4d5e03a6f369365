// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeometry

/// A raster whose pixels go on with those of another one, as the files of a mosaic do.
struct RasterNeighbor: Sendable {
    let raster: GeoTIFF
    /// Where its first pixel is, in pixels of the other one.
    private let column: Int
    private let row: Int

    /// Of a pixel.
    private static let tolerance = 0.01

    /// Nil for one of another kind or grid.
    init?(_ raster: GeoTIFF, of other: GeoTIFF) {
        let (a, b) = (raster.position, other.position)
        guard a.system == b.system, raster.bandCount == other.bandCount, raster.main.bits == other.main.bits,
            raster.main.sampleFormat == other.main.sampleFormat, !raster.hasPalette, !other.hasPalette
        else { return nil }
        let corner = b.inverse.apply(a.transform.apply(.zero))
        let end = b.inverse.apply(a.transform.apply(Point(Double(raster.main.width), Double(raster.main.height))))
        let (x, y) = (corner.x.rounded(), corner.y.rounded())
        guard corner.x.magnitude < 1e9, corner.y.magnitude < 1e9, (corner.x - x).magnitude < Self.tolerance,
            (corner.y - y).magnitude < Self.tolerance,
            (end.x - x - Double(raster.main.width)).magnitude < Self.tolerance,
            (end.y - y - Double(raster.main.height)).magnitude < Self.tolerance
        else { return nil }
        (self.raster, column, row) = (raster, Int(x), Int(y))
    }

    /// Writes what it has of a window of the other raster, which begins at a column and row and reaches beyond its edge, where nothing is
    /// written yet.
    func fill(
        _ window: inout GeoTIFF.Window, columns: Range<Int>, rows: Range<Int>, bands: [Int]
    ) throws(Diagnostic) {
        let across = columns.clamped(to: column..<column + raster.main.width)
        let down = rows.clamped(to: row..<row + raster.main.height)
        guard !across.isEmpty, !down.isEmpty else { return }
        let own = try raster.window(
            raster.levels[0], columns: across.lowerBound - column..<across.upperBound - column,
            rows: down.lowerBound - row..<down.upperBound - row, bands: bands)
        window.fill(own, column: across.lowerBound - columns.lowerBound, row: down.lowerBound - rows.lowerBound)
    }
}

extension GeoTIFF.Window {
    /// One without data.
    init(emptyOf columns: Int, _ rows: Int, bands: Int) {
        self.init(
            width: columns, height: rows, bands: bands, values: [Float](repeating: 0, count: columns * rows * bands),
            opacity: [Float](repeating: 0, count: columns * rows))
    }

    /// Writes another one into it, where nothing is yet.
    mutating func fill(_ other: GeoTIFF.Window, column: Int, row: Int) {
        for y in 0..<other.height {
            for x in 0..<other.width {
                let (from, to) = (y * other.width + x, (row + y) * width + column + x)
                guard opacity[to] == 0 else { continue }
                opacity[to] = other.opacity.isEmpty ? 1 : other.opacity[from]
                for band in 0..<bands { values[to * bands + band] = other.values[from * bands + band] }
            }
        }
    }
}
