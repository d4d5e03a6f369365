// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeometry
import MapTiles
import TestSupport
import Testing

@Suite("MapLibre tiles") struct MLTTileTests {
    private static let header: [UInt8] = [1] + text("sights") + [0x80, 0x20, 2, 4, 29] + text("name")
    /// Two points, of which the second has a name.
    private static let columns: [UInt8] =
        [2]
        + stream(0x10, encodings: 0x02, count: 2, [0, 0])
        + stream(0x13, encodings: 0x42, count: 4, [20, 40, 5, 6])
        + [3]
        + stream(0x00, encodings: 0x60, count: 2, [255, 0b10])
        + stream(0x30, encodings: 0x02, count: 1, [5])
        + stream(0x10, encodings: 0x00, count: 5, Array("Tower".utf8))

    private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }

    private static func stream(_ type: UInt8, encodings: UInt8, count: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [type, encodings, count, UInt8(payload.count)] + payload
    }

    private static var tile: [UInt8] {
        let block = header + columns
        return [UInt8(block.count)] + block
    }

    @Test("points, coordinate differences and missing strings are read")
    func points() throws {
        #expect(MLTTile.matches(Self.tile))
        let tile = try VectorTile(decoding: try MLTTile.vectorTileBytes(Self.tile))
        let layer = try #require(tile["sights"])
        #expect(layer.extent == 4096)
        #expect(layer.features.count == 2)
        #expect(layer.features.map { $0.property("name") } == [nil, .string("Tower")])
        #expect(layer.features.map { $0.geometry().points } == [[Point(10, 20)], [Point(7, 23)]])
    }

    @Test("a tile cut off anywhere is refused")
    func truncated() {
        for length in 1..<Self.tile.count {
            #expect(throws: Diagnostic.self) { try MLTTile.vectorTileBytes(Array(Self.tile[..<length])) }
        }
    }

    @Test("a stream that claims more values than a tile may hold is refused before they are made")
    func bomb() {
        // Runs of one geometry type: 2³¹ − 1 points out of a dozen bytes.
        let types: [UInt8] = [0x10, 0x62, 2, 6, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0]
        let block = Self.header + [2] + types
        #expect(throws: Diagnostic.self) { try MLTTile.vectorTileBytes([UInt8(block.count)] + block) }
    }

    @Test("bytes changed at random are read or refused, never trapped on")
    func mutations() {
        var random = SplitMix(seed: 7)
        for _ in 0..<20_000 {
            var bytes = Self.tile
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = try? MLTTile.vectorTileBytes(bytes)
        }
    }

    @Test("FastPFOR: blocks with exceptions, then single numbers")
    func fastPFOR() throws {
        var expected = (0..<256).map { UInt32($0 % 8) }
        var packed = [UInt32](repeating: 0, count: 24)
        for (index, value) in expected.enumerated() {
            let bit = 3 * index
            packed[bit / 32] |= value << UInt32(bit % 32)
            if bit % 32 > 29 { packed[bit / 32 + 1] |= value >> UInt32(32 - bit % 32) }
        }
        // Two numbers need seven more bits; their low bits are in the block.
        expected[7] = 125 << 3 | 7
        expected[9] = 1 << 3 | 1
        let metadata: [UInt32] = [5, 3 | 2 << 8 | 10 << 16 | 7 << 24, 9, 1 << 6, 2, 125 | 1 << 7]
        let tail: [UInt32] = [0x8182_2C85]
        let words: [UInt32] = [256, 25] + packed + metadata + tail
        let bytes = words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
        expected += [5, 300, 1]
        #expect(try FastPFOR.decode(bytes[...], count: 259) == expected)
        #expect(throws: Diagnostic.self) { try FastPFOR.decode(bytes[..<100], count: 259) }
    }

    @Test("real tiles hold what they are known to hold", .requiresShared("data/mlt"))
    func realTiles() throws {
        let counts = [
            "5/17/10": ["boundary": 6054, "place": 139, "transportation": 1065],
            "5/22/12": ["boundary": 1008, "landcover": 206, "water": 8],
            "14/8716/5685": ["building": 1514, "housenumber": 1949, "poi": 1763],
            "14/8717/5679": ["poi": 96, "transportation": 121, "aeroway": 11],
        ]
        for (id, layers) in counts {
            let bytes = Array(try Data(contentsOf: URL(filePath: SharedData.path("data/mlt/\(id).mlt"))))
            let tile = try VectorTile(decoding: try MLTTile.vectorTileBytes(bytes))
            #expect(tile.warnings.isEmpty)
            for (name, count) in layers { #expect(tile[name]?.features.count == count, "\(id) \(name)") }
        }
    }
}
