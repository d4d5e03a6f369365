// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeo
import MapTiles
import TestSupport
import Testing

@Suite("Listing tiles") struct TileListingTests {
    private func listed(
        _ archive: some TileListing, zooms: ClosedRange<Int> = 0...30,
        where isWanted: (Range<UInt64>) -> Bool = { _ in true }
    ) throws -> [TileID: [UInt8]] {
        var tiles: [TileID: [UInt8]] = [:]
        try archive.forEachStored(zooms: zooms, where: isWanted) { stored in
            for number in stored.numbers {
                if let id = TileID(hilbertNumber: number) { tiles[id] = stored.bytes }
            }
            return true
        }
        return tiles
    }

    @Test("a database and a folder list what they have") func fixtures() throws {
        let fixtures = packageRoot.appending(path: "Tests/Fixtures")
        let database = try MBTilesArchive(path: fixtures.appending(path: "tiles.mbtiles").path)
        let rows = try listed(database)
        #expect(rows.count > 1)
        for (id, bytes) in rows { #expect(try decompressed(bytes) == database.tile(id)) }
        let high = try listed(database, zooms: database.info.maxZoom...database.info.maxZoom)
        #expect(!high.isEmpty && high.keys.allSatisfy { $0.z == database.info.maxZoom })

        let scratch = try ScratchFolder()
        for (id, bytes) in rows { try scratch.write("t/\(id).pbf", bytes) }
        #expect(try listed(FolderArchive(folder: scratch.file("t"))) == rows)
    }

    @Test("an archive lists what its leaves have, and reads no leaf that is not wanted", arguments: [false, true])
    func archive(usesLeaf: Bool) throws {
        let scratch = try ScratchFolder()
        let ids = [TileID(z: 0, x: 0, y: 0), TileID(z: 2, x: 3, y: 1), TileID(z: 5, x: 0, y: 31)]
        var builder = PMTilesBuilder(tiles: ids.map { ($0, Array($0.description.utf8)) })
        builder.usesLeaf = usesLeaf
        let archive = try PMTilesArchive(path: try scratch.write("a.pmtiles", builder.archive()))
        let tiles = try listed(archive)
        #expect(Set(tiles.keys) == Set(ids))
        for (id, bytes) in tiles { #expect(bytes == Array(id.description.utf8)) }
        #expect(try listed(archive, zooms: 2...4).keys.map(\.description) == ["2/3/1"])
        #expect(try listed(archive, where: { $0.contains(0) }).keys.map(\.description) == ["0/0/0"])
    }
}
