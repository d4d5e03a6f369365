// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapTiles
import Testing

@Suite("Vector tiles") struct VectorTileTests {
    @Test("properties are found by name and by token")
    func properties() throws {
        var builder = TileBuilder(keys: ["class", "name", "class"], texts: ["road", "Main"])
        builder.feature(id: 7, tags: [0, 0, 1, 1])
        builder.feature(tags: [2, 1])
        let layer = try #require(try VectorTile(decoding: builder.tile)["layer"])
        let (first, second) = (layer.features[0], layer.features[1])
        #expect(first.id == .number(7))
        #expect(second.id == nil)
        #expect(first.property("class") == .string("road"))
        #expect(first.property("none") == nil)
        #expect(second.property("name") == nil)
        #expect(second.property("class") == .string("Main"), "a key that stands twice in the table is one key")
        #expect(first.properties == ["class": .string("road"), "name": .string("Main")])
        let token = try #require(first.keyIndex(of: "class"))
        #expect(first.sharesKeys(with: second))
        #expect(second.value(atKey: token) == .string("Main"))
    }

    @Test("a ring's repeated first point is left out")
    func rings() throws {
        var builder = TileBuilder()
        // (0,0) (4,0) (4,4) (0,0), close.
        builder.feature(type: 3, geometry: [9, 0, 0, 26, 8, 0, 0, 8, 7, 7, 15])
        let geometry = try VectorTile(decoding: builder.tile).layers[0].features[0].geometry()
        #expect(geometry.points == [Point(0, 0), Point(4, 0), Point(4, 4)])
        #expect(geometry.parts == [0..<3])
    }

    @Test("more features than the limit end the map, whatever is written behind them")
    func featureLimit() throws {
        var layer = Message()
        for _ in 0..<3 { layer.add(2, bytes: []) }
        layer.add(1, text: "late")
        layer.add(15, number: 2)
        var tile = Message()
        tile.add(3, bytes: layer.bytes)
        for (limit, code) in [(2, "limits.features"), (3, nil)] as [(Int, Diagnostic.Code?)] {
            var limits = RenderLimits.generous
            limits.features = limit
            let budget = RenderBudget(limits)
            let decoded = try budget.run { try VectorTile(decoding: tile.bytes) }
            #expect(budget.problem?.code == code)
            #expect(decoded.layers.count == (code == nil ? 1 : 0))
        }
    }

    @Test("a broken feature is left out with a warning, and the others stay")
    func recovers() throws {
        var builder = TileBuilder(keys: ["a"], texts: ["b"])
        builder.feature(id: 1, type: nil)
        builder.feature(id: 2, geometry: nil)
        builder.feature(id: 3, tags: [0])
        builder.feature(id: 4, tags: [0, 0])
        let tile = try VectorTile(decoding: builder.tile)
        #expect(tile.layers[0].features.map(\.id) == [.number(4)])
        #expect(tile.layers[0].features[0].property("a") == .string("b"))
        #expect(
            tile.warnings.map(\.description) == [
                "warning: layer \"layer\": left out feature 0: it has no geometry type; 2 more features are broken"
            ])
    }

    @Test(
        "a tile with broken geometry is refused, and the message says where",
        arguments: [
            ([9, 50], "geometry ends inside a command"), ([7], "no ring is open"), ([15], "where no ring is open"),
            ([12, 1, 1], "unknown command 4"), ([10, 1, 1], "LineTo before any MoveTo"),
            ([((1 << 29) - 1) << 3 | 1, 1, 1], "geometry ends inside a command"), ([1 << 40], "beyond 32 bits"),
        ] as [([UInt64], String)])
    func refuses(_ geometry: [UInt64], _ message: String) {
        var builder = TileBuilder()
        builder.feature(type: 3, geometry: geometry)
        do {
            _ = try VectorTile(decoding: builder.tile)
            Issue.record("the tile was accepted")
        } catch {
            #expect(error.path == "layer \"layer\": feature 0")
            #expect(error.message.contains(message))
        }
    }

    @Test(
        "a geometry is the same however long its numbers are written",
        arguments: [
            (1, [9, 50, 34]), (1, [9, 50, 34, 9, 2, 2]), (1, [17, 10, 14, 3, 9]), (0, [9, 50, 34, 18, 0, 16, 16, 0]),
            (2, [9, 4, 4]), (2, [9, 4, 4, 18, 0, 16, 16, 0]), (2, [9, 4, 4, 18, 0, 300, 9999, 0, 9, 17, 17, 10, 4, 8]),
            (2, [9, 4, 4, 10, 0, 16, 10, 16, 0]), (2, [17, 4, 4, 1, 1]), (3, [9, 6, 6, 18, 4, 4, 4, 3]),
            (3, [9, 0, 0, 26, 8, 0, 0, 8, 7, 7, 15, 9, 4, 5, 18, 200, 0, 0, 200, 15]), (3, [9, 2, 2, 15, 10, 4, 4]),
        ] as [(UInt64, [UInt64])])
    func longNumbers(_ type: UInt64, _ geometry: [UInt64]) throws {
        var builder = TileBuilder()
        builder.feature(type: type, geometry: geometry)
        var feature = Message()
        feature.add(3, number: type)
        // Each takes three bytes.
        feature.add(4, bytes: geometry.flatMap { [UInt8($0 & 0x7F) | 0x80, UInt8($0 >> 7) | 0x80, 0] })
        builder.features.append(feature.bytes)
        let features = try VectorTile(decoding: builder.tile).layers[0].features
        #expect(features.count == 2)
        #expect(features[0].geometry() == features[1].geometry())
        #expect(!features[0].geometry().points.isEmpty)
    }

    @Test("of two layers with one name the last one counts") func duplicateLayers() throws {
        var tile = Message()
        for id in [1, 2] as [UInt64] {
            var builder = TileBuilder()
            builder.feature(id: id)
            tile.add(3, bytes: builder.layer)
        }
        let layers = try VectorTile(decoding: tile.bytes).layers
        #expect(layers.map { $0.features.map(\.id) } == [[.number(2)]])
    }

    @Test("a tile cut off anywhere, or with any bit flipped, never traps") func hostile() {
        var builder = TileBuilder(keys: ["class", "name"], texts: ["road", "Main Street"])
        builder.feature(id: 300, tags: [0, 0, 1, 1])
        builder.feature(type: 2, tags: [1, 1], geometry: [9, 4, 4, 18, 0, 16, 16, 0])
        builder.feature(type: 3, geometry: [9, 0, 0, 18, 200, 0, 0, 200, 15])
        mutate(builder.tile)
    }
}

/// Decodes all truncations and all single-bit mutations of a tile, and reads what comes out.
func mutate(_ tile: [UInt8], step: Int = 1) {
    for length in stride(from: 0, to: tile.count, by: step) { readAll(Array(tile[..<length])) }
    for index in stride(from: 0, to: tile.count, by: step) {
        for bit in 0..<8 {
            var copy = tile
            copy[index] ^= 1 << bit
            readAll(copy)
        }
    }
}

private func readAll(_ bytes: [UInt8]) {
    guard let tile = try? VectorTile(decoding: bytes) else { return }
    for feature in tile.layers.flatMap(\.features) {
        _ = feature.properties
        let geometry = feature.geometry()
        precondition(geometry.parts.last.map { $0.upperBound <= geometry.points.count } ?? true)
    }
}
