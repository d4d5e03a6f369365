// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import MapGeo
import MapTiles
import TestSupport
import Testing

@Suite("Where an archive has tiles, when it does not say so") struct ExtentTests {
    private static let ids = [
        TileID(z: 0, x: 0, y: 0), TileID(z: 7, x: 72, y: 37), TileID(z: 7, x: 75, y: 36), TileID(z: 7, x: 74, y: 38),
    ]

    /// Of the tiles of zoom 7.
    private static let box = CoordinateBox(
        west: TileID(z: 7, x: 72, y: 36).box.west, south: TileID(z: 7, x: 72, y: 38).box.south,
        east: TileID(z: 7, x: 75, y: 36).box.east, north: TileID(z: 7, x: 75, y: 36).box.north)

    @Test("MBTiles without bounds") func mbtiles() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.mbtiles")
        let database = try DatabaseQueue(path: path)
        try database.write { db in
            try db.execute(sql: "CREATE TABLE metadata (name TEXT, value TEXT)")
            try db.execute(
                sql: "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
            for id in Self.ids {
                try db.execute(
                    sql: "INSERT INTO tiles VALUES (?, ?, ?, ?)",
                    arguments: [id.z, id.x, (1 << id.z) - 1 - id.y, Data(TileBuilder.point(id: 1))])
            }
        }
        try database.close()
        let archive = try openArchive(at: path)
        #expect(archive.info.bounds == nil)
        #expect(archive.extent() == Self.box)
    }

    @Test("PMTiles whose bounds are 0", arguments: [false, true])
    func pmtiles(usesLeaf: Bool) throws {
        let folder = try ScratchFolder()
        var builder = PMTilesBuilder(tiles: Self.ids.map { ($0, TileBuilder.point(id: 1)) })
        builder.bounds = [0, 0, 0, 0]
        builder.usesLeaf = usesLeaf
        let archive = try openArchive(at: try folder.write("a.pmtiles", builder.archive()))
        #expect(archive.info.bounds == nil)
        #expect(archive.extent() == Self.box)
    }

    @Test(
        "folders in every layout",
        arguments: ["{z}/{x}/{y}", "{z}/{x}/{-y}", "{z}-{x}-{y}", "{z}/{x}_{y}", "{q}", "{z}/{q}"])
    func folders(layout: String) throws {
        let folder = try ScratchFolder()
        for id in Self.ids.dropFirst() {
            let digits = (0..<id.z).reversed().map { bit -> String in
                let (x, y) = (id.x >> bit & 1, id.y >> bit & 1)
                return String(x + 2 * y)
            }
            let fromSouth = (1 << id.z) - 1 - id.y
            let values = [
                "{z}": String(id.z), "{x}": String(id.x), "{y}": String(id.y), "{-y}": String(fromSouth),
                "{q}": digits.joined(),
            ]
            let name = values.reduce(layout) { name, value in name.replacing(value.key, with: value.value) }
            try folder.write("tiles/\(name).pbf", TileBuilder.point(id: 1))
        }
        #expect(try openArchive(at: folder.file("tiles/\(layout).pbf")).extent() == Self.box)
    }

    @Test("squares of the Hilbert curve are its tiles") func curve() throws {
        for zoom in [1, 4, 9] {
            for index in stride(from: 0, to: 1 << (2 * zoom), by: zoom == 9 ? 977 : 1) {
                let id = TileID(z: zoom, hilbertIndex: UInt64(index))
                #expect(id.hilbertNumber == TileID.firstHilbertNumber(ofZoom: zoom) + UInt64(index))
            }
        }
    }
}
