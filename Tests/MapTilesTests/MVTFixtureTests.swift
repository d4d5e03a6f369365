// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapPlane
import MapTiles
import Testing

/// The fixtures of mapbox/mvt-fixtures, and summaries of real tiles.
@Suite("Vector tile fixtures") struct MVTFixtureTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let id: String
        let path: String
        let node: JSONNode
        var testDescription: String { id }
    }

    static let fixtures = cases("fixtures.json")
    static let realTiles = cases("real-world.json")

    static func cases(_ list: String) -> [Case] {
        (Shared.json("conformance/mvt/\(list)")?.array ?? []).compactMap { node in
            guard let tile = node["tile"]?.string, let path = Shared.path("conformance/mvt/\(tile)") else { return nil }
            return Case(id: node["id"]?.string ?? tile, path: path, node: node)
        }
    }

    @Test("gives the content of valid tiles, and refuses or mends the others", arguments: fixtures)
    func fixture(_ fixture: Case) throws {
        let tile = try? VectorTile(decoding: bytes(fixture.path))
        if let layers = fixture.node["facts"]?["layers"]?.array {
            let found = try #require(tile)
            #expect(found.layers.count == layers.count)
            for (layer, fact) in zip(found.layers, layers) { expect(layer, fact) }
        } else if fixture.node["error"]?.string == "recoverable" {
            #expect(tile != nil)
        } else {
            #expect(tile == nil)
        }
    }

    private func expect(_ layer: VectorLayer, _ fact: JSONNode) {
        #expect(layer.name == fact["name"]?.string)
        #expect(Double(layer.extent) == fact["extent"]?.number)
        #expect(Double(layer.version) == fact["version"]?.number)
        // A feature of unknown type may be left out: without a type (016) it is the broken feature of 003.
        let facts = (fact["features"]?.array ?? []).filter { $0["type"]?.string != "unknown" }
        let features = layer.features.filter { $0.type != .unknown }
        #expect(features.count == facts.count)
        for (feature, fact) in zip(features, facts) {
            #expect(feature.id == fact["id"]?.number.map(PropertyValue.number))
            #expect((feature.type == .lineString ? "line" : feature.type.rawValue) == fact["type"]?.string)
            #expect(
                feature.properties
                    == Dictionary(
                        uniqueKeysWithValues: (fact["properties"]?.object?.members ?? []).map {
                            ($0.key, PropertyValue($0.node))
                        }))
            let parts = (fact["geometry"]?.array ?? []).map { part in
                (part.array ?? []).map { Point($0.array?[0].number ?? .nan, $0.array?[1].number ?? .nan) }
            }
            let geometry = feature.geometry()
            #expect(geometry.parts.map { Array(geometry.points[$0]) } == parts)
        }
    }

    @Test("sums up real tiles as another decoder does", arguments: realTiles)
    func realTile(_ real: Case) throws {
        let tile = try VectorTile(decoding: decompressed(bytes(real.path)))
        let facts = real.node["facts"]?["layers"]?.array ?? []
        #expect(tile.layers.map(\.name) == facts.map { $0["name"]?.string })
        for (layer, fact) in zip(tile.layers, facts) {
            let geometries = layer.features.map { $0.geometry() }
            #expect(Double(layer.features.count) == fact["features"]?.number)
            #expect(Double(geometries.reduce(0) { $0 + $1.points.count }) == fact["vertices"]?.number)
            let box = geometries.flatMap(\.points).reduce(into: Rect.null) { $0.extend(to: $1) }
            #expect([box.minX, box.minY, box.maxX, box.maxY] == fact["bounds"]?.array?.compactMap(\.number))
            let keys = Set(layer.features.flatMap { $0.properties.keys })
            #expect(keys.sorted() == fact["keys"]?.array?.compactMap(\.string))
        }
    }

    @Test("no truncation or flipped bit of a fixture traps", arguments: fixtures)
    func hostile(_ fixture: Case) throws { mutate(try bytes(fixture.path)) }

    @Test("no truncation or flipped bit of a real tile traps", arguments: realTiles.prefix(3))
    func hostileRealTile(_ real: Case) throws {
        let tile = try decompressed(bytes(real.path))
        mutate(Array(tile), step: max(1, tile.count / 40))
    }
}
