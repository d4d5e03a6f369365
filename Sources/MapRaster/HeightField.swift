// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapGeo
import MapGeometry
package import MapImages
package import MapTiles

/// The heights of the ground, read from a raster or from tiles of heights, in the pieces that tiles of a map need.
package struct HeightField: Sendable {
    /// Square pieces of heights at the middles of cells, row by row; not a number where nothing is known.
    struct Grid: Sendable {
        /// Cells along a side of the tile.
        var cells: Int
        /// Cells beyond each side.
        var border: Int
        var heights: [Float]
        /// Metres across a cell, at the tile's middle.
        var spacing: Double

        var side: Int { cells + 2 * border }

        /// Between the four heights of a square of cells, at shares of the way to the next column and to the next row.
        @inline(__always)
        func height(_ column: Int, _ row: Int, across: Float, down: Float) -> Float {
            let at = row * side + column
            let upper = heights[at] + (heights[at + 1] - heights[at]) * across
            let lower = heights[at + side] + (heights[at + side + 1] - heights[at + side]) * across
            return upper + (lower - upper) * down
        }
    }

    private struct Tile: Sendable {
        var side: Int
        var heights: [Float]
    }

    package let archive: any TileArchive
    /// The finest tiles that the source itself has.
    package let maxZoom: Int
    package let minZoom: Int
    private let code: ElevationCode
    /// Tiles that were read, of which neighbors share many.
    private let tiles = SharedCache<TileID, Tile?>(limit: 48 << 20)

    /// Larger tiles stand in for those that are missing, if they are no more than so many zooms away.
    private static let coarserZooms = 4
    /// Tiles of another size are refused.
    private static let sides = 32...1024

    /// - Parameters:
    ///   - archive: a GeoTIFF, whose values are lengths, or tiles whose colors mean heights.
    ///   - zooms: of its tiles.
    ///   - code: what the colors mean; a GeoTIFF needs none.
    package init(_ archive: any TileArchive, zooms: ClosedRange<Int>, code: ElevationCode) {
        (self.archive, self.code) = (archive, code)
        // A folder has the zooms that its names show.
        let deepest = (archive as? GeoTIFFArchive)?.nativeZoom ?? archive.info.maxZoom
        let finest = min(deepest, zooms.upperBound)
        (minZoom, maxZoom) = (min(zooms.lowerBound, finest), finest)
    }

    /// How many heights there would be in a row around the equator.
    package var samples: Double { Double(archive.info.tileSide ?? 256) * Double(1 << maxZoom) }

    /// The height at a place in metres, between the four values around it; nil where none is known.
    package func height(at place: Coordinate) throws(Diagnostic) -> Double? {
        if let raster = archive as? GeoTIFFArchive { return try raster.height(at: place) }
        let point = WebMercator.project(place)
        for zoom in stride(from: maxZoom, through: max(minZoom, maxZoom - Self.coarserZooms), by: -1) {
            let count = Double(1 << zoom)
            let (x, y) = (point.x * count, max(0, min(count * (1 - 1e-12), point.y * count)))
            let id = TileID(z: zoom, x: Int(x.rounded(.down)), y: Int(y))
            guard let middle = try tile(id.wrapped) else { continue }
            // Heights are those of the middles of cells.
            let side = middle.side
            let (column, row) = ((x - Double(id.x)) * Double(side) - 0.5, (y - Double(id.y)) * Double(side) - 0.5)
            let (left, top) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
            let (across, down) = (column - Double(left), row - Double(top))
            var (sum, weights) = (0.0, 0.0)
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let (height, weight) = (
                    try sample(id, middle, left + dx, top + dy),
                    (dx == 0 ? 1 - across : across) * (dy == 0 ? 1 - down : down)
                )
                guard height.isFinite else { continue }
                sum += weight * Double(height)
                weights += weight
            }
            return weights > 0.25 ? sum / weights : nil
        }
        return nil
    }

    /// A height of a tile, or of its neighbors; not a number where none is known.
    private func sample(_ id: TileID, _ middle: Tile, _ column: Int, _ row: Int) throws(Diagnostic) -> Float {
        let side = middle.side
        let (dx, dy) = (column < 0 ? -1 : column < side ? 0 : 1, row < 0 ? -1 : row < side ? 0 : 1)
        guard dx != 0 || dy != 0 else { return middle.heights[row * side + column] }
        let neighbor = TileID(z: id.z, x: id.x + dx, y: id.y + dy)
        guard (0..<1 << id.z).contains(neighbor.y), let other = try tile(neighbor.wrapped), other.side == side else {
            return .nan
        }
        return other.heights[(row - dy * side) * side + column - dx * side]
    }

    private func tile(_ id: TileID) throws(Diagnostic) -> Tile? {
        try tiles.value(for: id, cost: { 64 + 4 * ($0?.heights.count ?? 0) }) { () throws(Diagnostic) in
            guard !WorkContext.isCancelled, RenderBudget.spend(1, .tiles, at: "tile \(id)") else { return nil }
            if let raster = archive as? GeoTIFFArchive {
                let side = GeoTIFFArchive.points
                return try raster.heightTile(id, side: side, isSmooth: true).map { Tile(side: side, heights: $0) }
            }
            guard let bytes = try archive.tile(id) else { return nil }
            let bitmap = try decodeImage(bytes, maxPixels: Self.sides.upperBound * Self.sides.upperBound)
            guard bitmap.width == bitmap.height, Self.sides.contains(bitmap.width) else {
                throw Diagnostic(
                    .warning, code: .tilesElevationNotSquare, file: archive.info.file, path: "tile \(id)",
                    expected: "a square elevation tile", found: "\(bitmap.width) × \(bitmap.height) pixels")
            }
            return Tile(side: bitmap.width, heights: bitmap.pixels.map { $0 >> 24 == 0 ? .nan : code.metres($0) })
        }
    }

    /// Of a part of the world that is wider than this, in degrees, heights are not looked at.
    private static let widestSample = 20.0
    /// Tiles that are looked at.
    private static let sampledTiles = 9

    /// The heights between which nearly all of the ground lies; nil where none are known, and for a large part of the world.
    func usualHeights() throws(Diagnostic) -> ClosedRange<Double>? {
        if let raster = archive as? GeoTIFFArchive { return try raster.usualHeights() }
        guard let box = archive.extent(), box.east - box.west <= Self.widestSample,
            box.north - box.south <= Self.widestSample, max(abs(box.west), abs(box.east)) <= 360
        else { return nil }
        let corners = [
            WebMercator.project(Coordinate(latitude: box.north, longitude: box.west)),
            WebMercator.project(Coordinate(latitude: box.south, longitude: box.east)),
        ]
        var ids: [TileID] = []
        for zoom in stride(from: maxZoom, through: minZoom, by: -1) {
            let count = Double(1 << zoom)
            // A box ends where the next tile begins.
            let (x, y) = (corners.map { $0.x * count }, corners.map { $0.y * count })
            let columns = Int(x[0].rounded(.down))...max(Int(x[0].rounded(.down)), Int(x[1].rounded(.up)) - 1)
            let rows = max(0, Int(y[0].rounded(.down)))...max(0, Int(y[0].rounded(.down)), Int(y[1].rounded(.up)) - 1)
            guard columns.count * rows.count <= Self.sampledTiles || zoom == minZoom else { continue }
            ids = rows.prefix(3).flatMap { y in columns.prefix(3).map { TileID(z: zoom, x: $0, y: y).wrapped } }
            break
        }
        var heights: [Float] = []
        for id in ids {
            guard let tile = try tile(id) else { continue }
            heights += stride(from: 0, to: tile.heights.count, by: 7).lazy.map { tile.heights[$0] }.filter(\.isFinite)
        }
        guard !heights.isEmpty else { return nil }
        heights.sort()
        func height(_ share: Double) -> Double { Double(heights[Int(share * Double(heights.count - 1))]) }
        return height(0.02)...height(0.98)
    }

    /// The heights of a tile, with those of its neighbors in a border of at most as many cells as the tile has; nil where it has none.
    /// Beyond the finest tiles, and where one is missing, they are interpolated smoothly.
    ///
    /// - Parameters:
    ///   - id: of any zoom.
    ///   - border: cells beyond each side.
    ///   - cells: along a side of a tile that is interpolated: lines need fewer than images, whose edges would be seen.
    /// - Returns: the heights; nil where there are none.
    /// - Throws: when a tile cannot be read.
    func grid(_ id: TileID, border: Int, cells: Int = Self.fewCells) throws(Diagnostic) -> Grid? {
        if id.z <= maxZoom, let own = try ownGrid(id, border: border) { return own }
        let highest = min(maxZoom, id.z - 1)
        for zoom in stride(from: highest, through: max(minZoom, highest - Self.coarserZooms), by: -1) {
            if let found = try enlarged(id, from: zoom, border: border, cells: cells) { return found }
        }
        return nil
    }

    private func ownGrid(_ id: TileID, border: Int) throws(Diagnostic) -> Grid? {
        guard id.z >= minZoom, let middle = try tile(id) else { return nil }
        let cells = middle.side
        let border = min(border, cells)
        let side = cells + 2 * border
        var heights = [Float](repeating: .nan, count: side * side)
        let rows = 1 << id.z
        for dy in -1...1 where (0..<rows).contains(id.y + dy) {
            for dx in -1...1 {
                guard border > 0 || dx == 0 && dy == 0 else { continue }
                let neighbor = TileID(z: id.z, x: id.x + dx, y: id.y + dy).wrapped
                let found = dx == 0 && dy == 0 ? middle : try tile(neighbor)
                guard let found, found.side == cells else { continue }
                let columns = Self.part(dx, cells, border)
                for row in Self.part(dy, cells, border) {
                    let from = row * cells
                    let to = (row + dy * cells + border) * side + dx * cells + border
                    for column in columns { heights[to + column] = found.heights[from + column] }
                }
            }
        }
        return Grid(cells: cells, border: border, heights: heights, spacing: id.metres / Double(cells))
    }

    /// The rows or columns of a neighbor that lie in the border.
    private static func part(_ step: Int, _ cells: Int, _ border: Int) -> Range<Int> {
        step == 0 ? 0..<cells : step < 0 ? cells - border..<cells : 0..<border
    }

    private static let fewCells = 128

    /// A part of a tile of a lower zoom, interpolated between the sixteen heights around each place (Catmull and Rom).
    private func enlarged(_ id: TileID, from zoom: Int, border: Int, cells: Int) throws(Diagnostic) -> Grid? {
        let steps = min(id.z - zoom, 30)
        let finest = id.ancestor(atZoom: zoom)
        let border = min(border, cells)
        guard let source = try ownGrid(finest, border: min(3 + 2 * border, 256)) else { return nil }
        let share = Double(source.cells) / Double(1 << steps)
        let side = cells + 2 * border
        let step = share / Double(cells)
        // The middles of the part's cells, which are at halves, among those of the source.
        func places(_ offset: Int) -> [Double] {
            let start = Double(offset) * share + Double(source.border)
            return (0..<side).map { cell -> Double in
                let middle = Double(cell - border) + 0.5
                return start + middle * step - 0.5
            }
        }
        let columns = places(id.x - finest.x << steps)
        let rows = places(id.y - finest.y << steps)
        let across = columns.map { Spline($0, source.side) }
        var heights = [Float](repeating: .nan, count: side * side)
        for (row, y) in rows.enumerated() {
            let down = Spline(y, source.side)
            for column in 0..<side {
                var sum: Float = 0
                for index in 0..<4 {
                    let line = down.places[index] * source.side
                    sum += down.weights[index] * across[column].value(source.heights, line)
                }
                heights[row * side + column] = sum
            }
        }
        return Grid(cells: cells, border: border, heights: heights, spacing: id.metres / Double(cells))
    }

    /// The four samples around a place, and their weights.
    private struct Spline {
        var places: SIMD4<Int>
        var weights: SIMD4<Float>

        init(_ x: Double, _ count: Int) {
            let whole = x.rounded(.down)
            places = (Int(whole) &+ SIMD4(-1, 0, 1, 2)).clamped(
                lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: count - 1))
            weights = splineWeights(Float(x - whole))
        }

        @inline(__always)
        func value(_ heights: [Float], _ line: Int) -> Float {
            weights[0] * heights[line + places[0]] + weights[1] * heights[line + places[1]]
                + weights[2] * heights[line + places[2]] + weights[3] * heights[line + places[3]]
        }
    }
}

/// The weights of four neighbors at a share of the way from the second to the third (Catmull and Rom).
func splineWeights(_ t: Float) -> SIMD4<Float> {
    SIMD4(
        t * (-0.5 + t * (1 - 0.5 * t)), 1 + t * t * (-2.5 + 1.5 * t), t * (0.5 + t * (2 - 1.5 * t)),
        t * t * (-0.5 + 0.5 * t))
}

extension TileID {
    /// The same column on the map, for one beyond the antimeridian.
    fileprivate var wrapped: TileID {
        let count = 1 << z
        return TileID(z: z, x: (x % count + count) % count, y: y)
    }

    /// Its width on the ground at its middle, in metres.
    fileprivate var metres: Double {
        512 * WebMercator.metersPerPoint(at: (box.south + box.north) / 2, zoom: Double(z))
    }
}
