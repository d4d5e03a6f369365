// SPDX-License-Identifier: MIT
import StaticMap
import TestSupport
import Testing

@Suite("Threads") struct ThreadTests {
    static let scenes = [
        "city": """
        {"version": 1, "size": [500, 400], "scale": 2, "camera": {"center": [24.944, 60.171], "zoom": 14.7, "bearing": 20},
         "annotations": [{"coordinate": [24.944, 60.171], "title": "Helsinki"}]}
        """,
        "world": """
        {"version": 1, "size": [900, 500], "camera": {"center": [10, 25], "zoom": 1.3}}
        """,
    ]

    @Test("the image has the same bytes for any number of threads", arguments: scenes.keys.sorted())
    func sameBytes(scene: String) throws {
        let json = try #require(Self.scenes[scene])
        let one = try Maps.render(json, with: Maps.renderer(threads: 1))
        #expect(try one.bitmap().colorCount > 20)
        for threads in [2, 8] {
            #expect(try Maps.render(json, with: Maps.renderer(threads: threads)).bytes == one.bytes)
        }
    }

    @Test("so has an image of turned and enlarged raster tiles")
    func raster() throws {
        let folder = try ScratchFolder()
        var tiles: [String: UInt32] = [:]
        for x in 0..<8 {
            for y in 0..<8 { tiles["3/\(x)/\(y)"] = 0xFF00_0000 | UInt32(x * 30) << 16 | UInt32(y * 30) << 8 | 0x40 }
        }
        try folder.writeTiles(tiles)
        let json = """
            {"version": 1, "size": [600, 400], "scale": 2, "basemap": {"tiles": "tiles"},
             "camera": {"center": [20, 30], "zoom": 2.4, "bearing": 33}}
            """
        let one = try Maps.render(json, folder: folder.path, with: Maps.renderer(threads: 1))
        #expect(try one.bitmap().colorCount > 4)
        for threads in [2, 8] {
            let other = try Maps.render(json, folder: folder.path, with: Maps.renderer(threads: threads))
            #expect(other.bytes == one.bytes)
        }
    }

    @Test("one renderer serves many tasks at once")
    func tasks() async throws {
        let json = try #require(Self.scenes["city"])
        let renderer = Maps.renderer(threads: 2)
        let alone = try Maps.render(json, with: renderer).bytes
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<4 { group.addTask { try Maps.render(json, with: renderer).bytes } }
            for try await bytes in group { #expect(bytes == alone) }
        }
    }
}
