// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import StaticMap
import StaticMapBatch
import TestSupport
import Testing

/// Of a block, only what has wanted tiles is laid out and painted.
@Suite("Blocks of which some tiles are wanted") struct PartialBlockTests {
    private static let home = Home(folder: packageRoot.path(percentEncoded: false))

    /// The tiles of a box as a pyramid has them, by number.
    private func tiles(_ z: Int, _ columns: Range<Int>, _ rows: Range<Int>) throws -> [UInt64: Bitmap] {
        let world = Double(1 << z)
        func coordinate(_ column: Int, _ row: Int, _ inset: Double) -> Coordinate {
            WebMercator.unproject(Point((Double(column) + inset) / world, (Double(row) + inset) / world))
        }
        let northWest = coordinate(columns.lowerBound, rows.lowerBound, 0.25)
        let southEast = coordinate(columns.upperBound, rows.upperBound, -0.25)
        let box = CoordinateBox(
            west: northWest.longitude, south: southEast.latitude, east: southEast.longitude, north: northWest.latitude)
        var plan = PyramidPlan(region: TileRegion(boxes: [box]), zooms: z...z)
        plan.metatile = 4
        let renderer = MapRenderer(home: Self.home, fontFolders: testFontFolders, useSystemFonts: false, threads: 2)
        let folder = try ScratchFolder()
        let run = PyramidRun(
            renderer, plan, basemap: .members(["style": .text("streets")]), format: .png, quality: nil)
        let store = try TileStore(folder.file("store"), settings: run.settings, isResumed: false)
        _ = try run.run(into: store) { _, _ in }
        var found: [UInt64: Bitmap] = [:]
        try store.forEachTile { (number, image) throws(Diagnostic) in
            found[number] = try decodeImage(try store.bytes(of: image), maxPixels: 1 << 20)
        }
        return found
    }

    /// Europe, and the center of Helsinki, on two zooms beyond its data.
    @Test("give the tiles that whole blocks give", arguments: [(5, 16, 8), (16, 37308, 18972)])
    func sameTiles(_ z: Int, _ column: Int, _ row: Int) throws {
        let whole = try tiles(z, column..<column + 4, row..<row + 4)
        #expect(whole.count == 16)
        for (columns, rows) in [(column + 1..<column + 2, row + 2..<row + 3), (column + 2..<column + 4, row..<row + 2)]
        {
            let part = try tiles(z, columns, rows)
            #expect(part.count == columns.count * rows.count)
            for (number, tile) in part {
                let expected = try #require(whole[number])
                // Lines that are cut elsewhere may round in another way.
                let comparison = ImageComparison(expected: expected, actual: tile, tolerance: .exact)
                #expect(comparison.differingPixels <= 40)
            }
        }
    }
}
