// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapTiles
import Testing

@Suite("Archives as one") struct OverlaidArchivesTests {
    /// Tiles with a point near their north-western corner, in a layer with the archive's name.
    private struct Points: TileArchive {
        let info: ArchiveInfo

        init(_ name: String, _ bounds: CoordinateBox?) {
            var info = ArchiveInfo(file: name, container: .folder, format: .mvt, minZoom: 0, maxZoom: 14)
            info.bounds = bounds
            self.info = info
        }

        func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
            var builder = TileBuilder()
            builder.name = info.file
            builder.feature()
            return builder.tile
        }
    }

    @Test("one across the antimeridian hides the larger one on both sides of it") func antimeridian() throws {
        let box = CoordinateBox(west: 170, south: -10, east: 190, north: 10)
        let archive = try #require(OverlaidArchives([Points("outer", .world), Points("inner", box)]))
        func layers(_ x: Int, _ zoom: Int) throws -> [String] {
            let tile = try archive.vectorTile(TileID(z: zoom, x: x, y: 1 << (zoom - 1)))
            return tile?.layers.filter { !$0.features.isEmpty }.map(\.name) ?? []
        }
        // The corners of tiles at 180° west, at 135° east, at 180° west again and at 174.375° east.
        #expect(try layers(0, 3) == ["inner"])
        #expect(try layers(7, 3) == ["outer"])
        #expect(try layers(0, 6) == ["inner"])
        #expect(try layers(63, 6) == ["inner"])
    }
}
