// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeo
import MapTiles
import TestSupport
import Testing

@Suite("PMTiles") struct PMTilesTests {
    private static let ids = [
        TileID(z: 0, x: 0, y: 0), TileID(z: 2, x: 3, y: 1), TileID(z: 5, x: 0, y: 31), TileID(z: 30, x: 12_345, y: 7),
    ]

    private func builder() -> PMTilesBuilder {
        PMTilesBuilder(tiles: Self.ids.enumerated().map { ($1, TileBuilder.point(id: UInt64($0))) })
    }

    @Test(
        "tile numbers follow the specification's examples",
        arguments: [
            (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
            (12, 3423, 1763, 19_078_479),
        ] as [(Int, Int, Int, UInt64)])
    func numbers(z: Int, x: Int, y: Int, number: UInt64) {
        #expect(TileID(z: z, x: x, y: y).hilbertNumber == number)
    }

    @Test("neighbouring numbers are neighbouring tiles, and no number stands twice") func curve() {
        var tiles = [(number: UInt64, id: TileID)]()
        for x in 0..<32 {
            for y in 0..<32 { tiles.append((TileID(z: 5, x: x, y: y).hilbertNumber, TileID(z: 5, x: x, y: y))) }
        }
        tiles.sort { $0.number < $1.number }
        for (a, b) in zip(tiles, tiles.dropFirst()) {
            #expect(b.number == a.number + 1)
            #expect(abs(a.id.x - b.id.x) + abs(a.id.y - b.id.y) == 1)
        }
    }

    @Test("tiles are found in the root and in leaves", arguments: [false, true])
    func finds(usesLeaf: Bool) throws {
        let scratch = try ScratchFolder()
        var builder = builder()
        builder.usesLeaf = usesLeaf
        // A wrong name on purpose: archives are told by their content.
        let archive = try openArchive(at: try scratch.write("a.mbtiles.bak", builder.archive()))
        for (index, id) in Self.ids.enumerated() {
            #expect(try archive.vectorTile(id)?.layers[0].features[0].id == .number(Double(index)))
            #expect(try archive.hasTile(id))
        }
        #expect(try archive.tile(TileID(z: 2, x: 3, y: 2)) == nil)
        #expect(try !archive.hasTile(TileID(z: 2, x: 3, y: 2)))
        #expect(try archive.tile(TileID(z: 31, x: 0, y: 0)) == nil)
        #expect(archive.info.attribution == "© Me")
        #expect(archive.info.tileCount == 4)
        #expect(archive.info.bounds == CoordinateBox(west: -10, south: -20, east: 10, north: 20))
        #expect(archive.info.vectorLayers.first?.fields == ["b": "String"])
    }

    @Test("the stated compression may be wrong", arguments: [0, 1, 2, 3, 4] as [UInt8])
    func wrongCompression(stated: UInt8) throws {
        let scratch = try ScratchFolder()
        var builder = builder()
        builder.tileCompression = stated
        let archive = try openArchive(at: try scratch.write("a.pmtiles", builder.archive()))
        if stated == 3 {
            #expect(throws: Diagnostic.self) { try archive.tile(Self.ids[0]) }
        } else {
            #expect(try archive.tile(Self.ids[0]) == TileBuilder.point(id: 0))
        }
    }

    @Test("MapLibre tiles are recognised") func mapLibreTiles() throws {
        let scratch = try ScratchFolder()
        var builder = builder()
        builder.tileType = 6
        #expect(try openArchive(at: try scratch.write("a.pmtiles", builder.archive())).info.format == .mlt)
    }

    @Test("other versions, other data and empty files are refused") func refuses() throws {
        let scratch = try ScratchFolder()
        var old = builder()
        old.version = 2
        for bytes in [old.archive(), [], Array("PMTiles".utf8), Array(repeating: 0x41, count: 500)] {
            let path = try scratch.write("a.pmtiles", bytes)
            #expect(throws: Diagnostic.self) { try openArchive(at: path) }
        }
        let path = try scratch.write("old.pmtiles", old.archive())
        let refusal = #expect(throws: Diagnostic.self) { try openArchive(at: path) }
        #expect(refusal?.message == "expected PMTiles version 3, found 2")
    }

    @Test("a leaf that leads to itself ends in a diagnostic") func loop() throws {
        let scratch = try ScratchFolder()
        var builder = builder()
        builder.loops = true
        let archive = try openArchive(at: try scratch.write("a.pmtiles", builder.archive()))
        #expect(throws: Diagnostic.self) { try archive.tile(Self.ids[1]) }
    }

    @Test("an archive that is truncated while it is open gives an error, and no signal")
    func truncated() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write("truncated.pmtiles", builder().archive())
        let archive = try openArchive(at: path)
        #expect(try archive.tile(Self.ids[0]) != nil)
        #expect(truncate(path, 0) == 0)
        let problem = try #require(throws: Diagnostic.self) { try archive.tile(Self.ids[0]) }
        #expect(problem.message.contains("beyond the end of the file"))
    }

    @Test("no truncation or flipped byte of an archive traps", arguments: [false, true])
    func hostile(usesLeaf: Bool) throws {
        let scratch = try ScratchFolder()
        var builder = builder()
        builder.usesLeaf = usesLeaf
        let whole = builder.archive()
        for index in 0..<whole.count {
            for bytes in [Array(whole[..<index]), whole[..<index] + [whole[index] ^ 0xFF] + whole[(index + 1)...]] {
                guard let archive = try? PMTilesArchive(path: try scratch.write("a", bytes)) else { continue }
                for id in Self.ids { _ = try? archive.vectorTile(id) }
            }
        }
    }
}
