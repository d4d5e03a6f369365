// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeo
import MapTiles
import TestSupport
import Testing

@Suite("Folders of tiles") struct FolderTests {
    /// Tile 3/5/1 in each layout; its row from the south is 6.
    private static let id = TileID(z: 3, x: 5, y: 1)

    @Test(
        "a template names the file",
        arguments: [
            ("{z}/{x}/{y}.mvt", "3/5/1.mvt"), ("{z}/{x}_{y}.pbf", "3/5_1.pbf"), ("{z}/{x}/{-y}.pbf", "3/5/6.pbf"),
            ("{q}.mvt", "103.mvt"), ("q/{quadkey}.mvt", "q/103.mvt"), ("{z}-{x}-{y}.mvt", "3-5-1.mvt"),
            ("{prefix}/{z}-{x}-{y}.mvt", "51/3-5-1.mvt"), ("a b/{z}/{x}/{y}", "a b/3/5/1"),
        ])
    func templates(_ template: String, _ file: String) throws {
        let scratch = try ScratchFolder()
        try scratch.write(file, TileBuilder.point(id: 9))
        let archive = try openArchive(at: scratch.path + "/" + template)
        #expect(try archive.vectorTile(Self.id)?.layers[0].features[0].id == .number(9))
        #expect(try archive.tile(TileID(z: 3, x: 5, y: 2)) == nil)
        #expect(archive.info.format == .mvt)
    }

    @Test("a template may name the tile's box in metres") func box() throws {
        let scratch = try ScratchFolder()
        try scratch.write("0,-20037508.342789244,20037508.342789244,0.pbf", TileBuilder.point(id: 9))
        let archive = try openArchive(at: scratch.path + "/{bbox-epsg-3857}.pbf")
        #expect(try archive.tile(TileID(z: 1, x: 1, y: 1)) != nil)
        #expect(try archive.tile(TileID(z: 1, x: 0, y: 1)) == nil)
    }

    @Test(
        "a bare folder's layout is found by looking",
        arguments: [
            "3/5/1.mvt", "3/5_1.pbf", "3/5-1.mvt", "3-5-1.mvt", "3_5_1.mvt", "103.mvt", "3/3_5_1.mvt", "3/5/1@2x.mvt",
        ])
    func probes(_ file: String) throws {
        let scratch = try ScratchFolder()
        try scratch.write(file, TileBuilder.point(id: 9))
        try scratch.write("README.txt", [1])
        let archive = try openArchive(at: scratch.path)
        #expect(try archive.tile(Self.id) == TileBuilder.point(id: 9))
        #expect(archive.info.minZoom == 3 && archive.info.maxZoom == 3)
    }

    @Test("tiles of twice the pixels are chosen by scale, and stand in for each other") func ratio() throws {
        let scratch = try ScratchFolder()
        try scratch.write("0/0/0.png", [1])
        try scratch.write("0/0/0@2x.png", [2])
        try scratch.write("1/0/0.png", [3])
        for path in [scratch.path, scratch.path + "/{z}/{x}/{y}{ratio}.png"] {
            let (plain, fine) = (try openArchive(at: path), try openArchive(at: path, scale: 2))
            #expect(try plain.tile(TileID(z: 0, x: 0, y: 0)) == [1])
            #expect(try fine.tile(TileID(z: 0, x: 0, y: 0)) == [2])
            #expect(try fine.tile(TileID(z: 1, x: 0, y: 0)) == [3])
        }
    }

    @Test("tiles.json tells scheme, bounds and zooms") func tileJSON() throws {
        let scratch = try ScratchFolder()
        try scratch.write("3/5/6.mvt", TileBuilder.point(id: 1))
        let text =
            #"{"scheme": "tms", "minzoom": 2, "maxzoom": 5, "bounds": [170, -10, -170, 10], "attribution": "<b>A</b>"}"#
        try scratch.write("tiles.json", Array(text.utf8))
        let archive = try openArchive(at: scratch.path)
        #expect(try archive.tile(Self.id) != nil)
        #expect(archive.info.minZoom == 2 && archive.info.maxZoom == 5)
        #expect(archive.info.bounds == CoordinateBox(west: 170, south: -10, east: 190, north: 10))
        #expect(archive.info.attribution == "A")
    }

    @Test("what no map has room for of a credit is not read") func longCredit() throws {
        let scratch = try ScratchFolder()
        try scratch.write("0/0/0.mvt", TileBuilder.point(id: 9))
        try scratch.write("metadata.json", #"{"attribution": "\#(String(repeating: "©", count: 100_000))"}"#)
        let credit = try #require(try openArchive(at: scratch.path).info.attribution)
        #expect(credit.allSatisfy { $0 == "©" })
        #expect((1000...4096).contains(credit.count))
    }

    @Test("a symbolic link out of the folder is refused, one within it is followed") func links() throws {
        let (scratch, outside) = (try ScratchFolder(), try ScratchFolder())
        let secret = try outside.write("secret.mvt", [1])
        try scratch.write("3/5/0.mvt", TileBuilder.point(id: 1))
        let files = FileManager.default
        try files.createSymbolicLink(atPath: scratch.path + "/3/5/1.mvt", withDestinationPath: secret)
        try files.createSymbolicLink(atPath: scratch.path + "/3/5/2.mvt", withDestinationPath: "0.mvt")
        let archive = try openArchive(at: scratch.path + "/{z}/{x}/{y}.mvt")
        #expect(throws: Diagnostic.self) { try archive.tile(Self.id) }
        #expect(try archive.tile(TileID(z: 3, x: 5, y: 2)) == TileBuilder.point(id: 1))
    }

    @Test(
        "what cannot be a folder of tiles is refused",
        arguments: ["{z}/{x}.png", "{z}/{x}/{y}/{what}.png", "{z", "nowhere"])
    func refuses(_ template: String) throws {
        let scratch = try ScratchFolder()
        #expect(throws: Diagnostic.self) { try openArchive(at: scratch.path + "/" + template) }
        #expect(throws: Diagnostic.self) { try openArchive(at: scratch.path) }
    }
}
