// SPDX-License-Identifier: MIT
import MapCore
import MapTiles
import TestSupport
import Testing

@Suite("Layers of vector tiles") struct TileOutlineTests {
    private let whole =
        VectorTileFile.square(layer: "land", count: 2) + VectorTileFile.square(layer: "water")
        + VectorTileFile.damaged(layer: "lost") + VectorTileFile.square(layer: "road")

    @Test("only layers that are asked for are decoded, others later, in the order of the tile")
    func later() throws {
        var tile = try VectorTile(decoding: whole, layers: ["road", "none"])
        #expect(tile.layers.map(\.name) == ["road"])
        #expect(tile.featureCounts.map { $0.layer } == ["land", "water", "lost", "road"])
        #expect(tile.featureCounts.map { $0.count } == [2, 1, 1, 1])
        #expect(!tile.lacks(["road", "none"]) && tile.lacks(["road", "land"]) && tile.lacks(nil))
        let (road, size) = (try #require(tile["road"]?.rows), tile.byteCount)
        try tile.decode(["road", "land"])
        #expect(tile.layers.map(\.name) == ["land", "road"])
        #expect(tile["land"]?.features.count == 2)
        #expect(tile["road"]?.rows === road, "what is decoded stays the same")
        #expect(tile.byteCount > size)
        try tile.decode(nil)
        let once = try VectorTile(decoding: whole)
        #expect(!tile.lacks(nil) && !once.lacks(nil))
        #expect(tile.layers.map(\.name) == once.layers.map(\.name))
        #expect(tile.encoded == once.encoded)
        #expect(tile.warnings == once.warnings)
        #expect(tile.byteCount == once.byteCount)
    }

    @Test("a map is shown the layers that it asks for, and told what they lost")
    func showing() throws {
        let tile = try VectorTile(decoding: whole)
        #expect(tile.warnings.count == 1)
        let shown = tile.showing(["road", "land"])
        #expect(shown.layers.map(\.name) == ["land", "road"])
        #expect(shown.warnings.isEmpty)
        #expect(tile.showing(["lost"]).warnings == tile.warnings)
        #expect(tile.showing(nil).layers.count == 4)
    }

    @Test("a broken layer makes the tile useless to those who ask for it")
    func broken() throws {
        let bytes = whole + VectorTileFile.broken(layer: "bad")
        var tile = try VectorTile(decoding: bytes, layers: ["road"])
        #expect(throws: Diagnostic.self) { try VectorTile(decoding: bytes) }
        #expect(throws: Diagnostic.self) { try VectorTile(decoding: bytes, layers: ["bad"]) }
        #expect(throws: Diagnostic.self) { try tile.decode(["bad"]) }
        #expect(tile.layers.map(\.name) == ["road"])
        try tile.decode(["land"])
        #expect(tile.layers.map(\.name) == ["land", "road"])
    }

    @Test("where the parts of a layer lie is checked in all layers")
    func frame() {
        var layer = Message()
        layer.add(1, text: "other")
        for bytes in [layer.bytes + [18, 9], layer.bytes + [0x79], [0x78, 2]] {
            var tile = Message()
            tile.add(3, bytes: bytes)
            #expect(throws: Diagnostic.self) { try VectorTile(decoding: tile.bytes, layers: ["road"]) }
        }
    }

    @Test("a layer has the last of its names, wherever it stands")
    func names() throws {
        for names in [["a", "b"], ["b", "a"], ["b", "a", "b"]] {
            var builder = TileBuilder()
            builder.feature(id: 1)
            var tile = Message()
            var (start, end) = (Message(), Message())
            for name in names.dropLast() { start.add(1, text: name) }
            end.add(1, text: names[names.count - 1])
            end.add(15, number: 2)
            // Without the version and the name that it begins with.
            tile.add(3, bytes: start.bytes + builder.layer.dropFirst(2 + 7) + end.bytes)
            let found = try VectorTile(decoding: tile.bytes, layers: ["a"])
            #expect(found.featureCounts.map { $0.layer } == [names[names.count - 1]])
            #expect(found.layers.map(\.features.count) == (names.last == "a" ? [1] : []))
        }
    }

    @Test("bytes that are changed anywhere never trap, and one half gives what the whole gives")
    func hostile() {
        for index in whole.indices {
            for bit in 0..<8 {
                var copy = whole
                copy[index] ^= 1 << bit
                guard var half = try? VectorTile(decoding: copy, layers: ["land", "lost"]) else { continue }
                let isDecoded = (try? half.decode(nil)) != nil
                let once = try? VectorTile(decoding: copy)
                #expect(isDecoded == (once != nil))
                guard let once, isDecoded else { continue }
                #expect(half.layers.map(\.name) == once.layers.map(\.name))
                #expect(half.encoded == once.encoded)
            }
        }
    }
}
