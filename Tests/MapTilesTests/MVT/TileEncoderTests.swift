// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapTiles
import Testing

@Suite("Encoding vector tiles") struct TileEncoderTests {
    @Test("attributes and geometry come back from a decoded tile")
    func roundTrip() throws {
        var layer = LayerEncoder(name: "roads", extent: 512)
        var geometry = GeometryEncoder()
        let values: [PropertyValue] = [
            .string("Großer Weg"), .number(3), .number(-2), .number(0.5), .number(1e300), .bool(true), .bool(false),
            .string(""),
        ]
        for (index, value) in values.enumerated() {
            geometry.removeAll()
            geometry.add(line: [TilePoint(0, 0), TilePoint(-64, 600), TilePoint(-64, 600), TilePoint(2, 3)])
            guard let tag = layer.value(value) else { return #expect(Bool(false), "\(value) fits tiles") }
            layer.add(
                id: UInt64(index) << 40, type: .lineString, tags: [layer.key("v"), tag], geometry: geometry.bytes[...])
        }
        let null = layer.value(.null)
        #expect(null == nil)
        var tile = TileEncoder()
        tile.add(LayerEncoder(name: "empty"))
        tile.add(layer)
        let decoded = try VectorTile(decoding: tile.bytes)
        #expect(decoded.warnings.isEmpty)
        #expect(decoded.layers.map(\.name) == ["roads"])
        let roads = try #require(decoded["roads"])
        #expect(roads.extent == 512)
        #expect(roads.features.map { $0.property("v") } == values.map(Optional.some))
        #expect(roads.features.map(\.id) == values.indices.map { .number(Double($0) * 0x1p40) })
        for feature in roads.features {
            #expect(feature.type == .lineString)
            #expect(feature.geometry().points == [Point(0, 0), Point(-64, 600), Point(2, 3)])
        }
    }

    @Test("each key and value is written once, however many there are")
    func deduplicates() throws {
        var layer = LayerEncoder(name: "a")
        var geometry = GeometryEncoder()
        geometry.add(points: [TilePoint(1, 2)])
        for number in 0..<5000 {
            let bytes = PropertyValue.string("value \(number % 1000)").tileBytes
            let value = bytes.withUnsafeBufferPointer { layer.value(encoded: $0) }
            layer.add(id: nil, type: .point, tags: [layer.key("key"), value], geometry: geometry.bytes[...])
        }
        var tile = TileEncoder()
        tile.add(layer)
        let decoded = try #require(try VectorTile(decoding: tile.bytes)["a"])
        #expect(decoded.rows?.valueCount == 1000)
        for (number, feature) in decoded.features.enumerated() {
            #expect(feature.properties == ["key": .string("value \(number % 1000)")])
        }
    }

    @Test("outer rings run clockwise on screen and holes the other way; rings without area are left out")
    func winding() throws {
        let square = [TilePoint(0, 0), TilePoint(10, 0), TilePoint(10, 10), TilePoint(0, 10)]
        let hole = [TilePoint(2, 2), TilePoint(4, 2), TilePoint(4, 4), TilePoint(2, 4), TilePoint(2, 2)]
        for (outer, inner) in [(square, hole), (square.reversed(), hole.reversed())] {
            var geometry = GeometryEncoder()
            let thin = [TilePoint(0, 0), TilePoint(5, 5), TilePoint(0, 0)]
            let straight = [TilePoint(0, 0), TilePoint(5, 5), TilePoint(9, 9)]
            let added = [(outer, true), (inner, false), (thin, true), (straight, true)].map { ring, isOuter in
                geometry.add(ring: ring[...], isOuter: isOuter)
            }
            #expect(added == [true, true, false, false])
            var layer = LayerEncoder(name: "a")
            layer.add(id: nil, type: .polygon, tags: [], geometry: geometry.bytes[...])
            var tile = TileEncoder()
            tile.add(layer)
            let shape = try #require(try VectorTile(decoding: tile.bytes)["a"]).features[0].geometry()
            #expect(shape.parts.map { signedArea(shape.points[$0]) } == [100, -4])
        }
    }

    @Test("a decoded tile that is encoded again is the same tile")
    func encodedAgain() throws {
        var geometry = TileGeometry()
        geometry.append([Point(0, 0), Point(9, 0), Point(9, 9)])
        geometry.append([Point(20, 0), Point(29, 0), Point(29, 9)])
        let feature = VectorFeature(
            id: .number(5), type: .polygon, properties: ["a": .number(1), "b": .string("x"), "c": .null],
            geometry: geometry)
        let bytes = VectorTile(layers: [VectorLayer(name: "l", version: 2, extent: 4096, features: [feature])]).encoded
        let again = try VectorTile(decoding: bytes)
        #expect(again.layers[0].features[0].geometry() == geometry)
        #expect(again.layers[0].features[0].properties == ["a": .number(1), "b": .string("x")])
        #expect(again.encoded == bytes)
    }

    @Test("packed tiles are unpacked again, at every level")
    func packing() throws {
        let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        for level in [1, 6, 12] {
            let packed = try GzipPacker(level: level).packed(bytes)
            #expect(packed.count < bytes.count / 10)
            #expect(try decompressed(packed) == bytes)
        }
    }
}
