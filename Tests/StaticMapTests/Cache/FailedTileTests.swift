// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapImages
import MapLayout
import MapTiles
import StaticMap
import TestSupport
import Testing

@Suite("Damaged tiles") struct FailedTileTests {
    /// Writes a file without a change of its size, its date or its identity.
    private func replaceSecretly(_ path: String, with bytes: [UInt8]) throws {
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.write(contentsOf: Data(bytes))
        try file.close()
        try FileManager.default.setAttributes([.modificationDate: try #require(date)], ofItemAtPath: path)
    }

    private func scene(_ basemap: String) -> String {
        """
        {"version": 1, "size": [100, 100], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
         "basemap": \(basemap)}
        """
    }

    @Test("a damaged image is not read again by any renderer, until its file changes") func images() throws {
        let folder = try ScratchFolder()
        let good = try encodePNG(.plain(0xFFFF_0000))
        let path = try folder.write("tiles/0/0/0.png", good.map { _ in UInt8(ascii: "-") })
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        let text = scene(#"{"tiles": "tiles/{z}/{x}/{y}.png"}"#)
        func draw() throws -> MapSnapshot { try Maps.render(text, folder: folder.path, with: Maps.renderer()) }
        let first = try draw()
        #expect(first.warnings.contains { $0.code == Diagnostic.Code.imageUnknownFormat })
        try replaceSecretly(path, with: good)
        // It is reported for each map all the same.
        #expect(try draw().warningTexts == first.warningTexts)
        try FileManager.default.setAttributes([.modificationDate: date + 1], ofItemAtPath: path)
        let mended = try draw()
        #expect(mended.warningTexts.isEmpty)
        #expect(try mended.bitmap().pixel(50, 50) == 0xFFFF_0000)
    }

    @Test("a damaged vector tile is not read again either") func features() throws {
        let folder = try ScratchFolder()
        let good = VectorTileFile.square(layer: "a")
        // A LineTo of four points, where there are three.
        let start = try #require((0..<good.count - 3).first { Array(good[$0..<$0 + 4]) == [9, 0, 0, 26] })
        var damaged = good
        damaged[start + 3] = 34
        let path = try folder.write("tiles/0/0/0.pbf", damaged)
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        let style = """
            {"version": 8, "sources": {"a": {"type": "vector", "tiles": ["tiles/{z}/{x}/{y}.pbf"], "maxzoom": 0}}, "layers":
              [{"id": "a", "type": "fill", "source": "a", "source-layer": "a"}]}
            """
        func draw() throws -> [Diagnostic.Code] {
            let text = scene(#"{"style": \#(style)}"#)
            return try Maps.render(text, folder: folder.path, with: Maps.renderer()).warnings.map(\.code)
        }
        #expect(try draw().contains(Diagnostic.Code.tilesDamagedTile))
        try replaceSecretly(path, with: good)
        #expect(try draw().contains(Diagnostic.Code.tilesDamagedTile))
        try FileManager.default.setAttributes([.modificationDate: date + 1], ofItemAtPath: path)
        #expect(try !draw().contains(Diagnostic.Code.tilesDamagedTile))
    }

    @Test("what is remembered is bounded, and only damage is") func bound() throws {
        let folder = try ScratchFolder()
        let file = try #require(FileStamp(try folder.write("tile", "x")))
        let failed = FailedTiles(limit: 100)
        func read(_ x: Int, _ code: Diagnostic.Code) -> Bool {
            var isRead = false
            _ = try? failed.read(TileID(z: 20, x: x, y: 0), as: .image, of: file) { () throws(Diagnostic) in
                isRead = true
                throw Diagnostic(code: code, "test")
            }
            return isRead
        }
        for x in 0..<1000 {
            #expect(read(x, Diagnostic.Code.tilesDamagedTile))
            #expect(!read(x, Diagnostic.Code.tilesDamagedTile))
            #expect(failed.count <= 100)
        }
        #expect(read(0, Diagnostic.Code.tilesDamagedTile))
        #expect(!read(999, Diagnostic.Code.tilesDamagedTile))
        for _ in 0..<2 { #expect(read(5000, Diagnostic.Code.tilesUnreadable)) }
    }
}
