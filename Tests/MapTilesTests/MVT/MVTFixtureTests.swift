// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapTiles
import TestSupport
import Testing

/// The fixtures of mapbox/mvt-fixtures, and summaries of real tiles.
@Suite("Vector tile fixtures", .requiresShared("conformance/mvt")) struct MVTFixtureTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let id: String
        let path: String
        let node: JSONNode
        var testDescription: String { id }
    }

    static let fixtures = cases("fixtures.json")
    static let realTiles = cases("real-world.json")

    static func cases(_ list: String) -> [Case] {
        (sharedJSON("conformance/mvt/\(list)")?.array ?? []).compactMap { node in
            guard let tile = node["tile"]?.string else { return nil }
            return Case(
                id: node["id"]?.string ?? tile, path: SharedData.path("conformance/mvt/\(tile)"), node: node)
        }
    }

    @Test("gives the content of valid tiles, and refuses or mends the others", arguments: fixtures)
    func fixture(_ fixture: Case) { #expect(faults(of: fixture) == []) }

    @Test("sums up real tiles as another decoder does", arguments: realTiles)
    func realTile(_ real: Case) throws { #expect(try faults(ofReal: real) == []) }

    @Test("the score")
    func score() throws {
        let right = Self.fixtures.count { faults(of: $0).isEmpty }
        let real = try Self.realTiles.count { try faults(ofReal: $0).isEmpty }
        printScore(
            "vector tiles",
            "\(right) of \(Self.fixtures.count) fixtures right, \(real) of \(Self.realTiles.count) real tiles")
    }

    /// What is read in another way than it should be, in a word each.
    private func faults(of fixture: Case) -> [String] {
        let tile = try? VectorTile(decoding: bytes(fixture.path))
        guard let layers = fixture.node["facts"]?["layers"]?.array else {
            let isMended = fixture.node["error"]?.string == "recoverable"
            return isMended == (tile != nil) ? [] : [isMended ? "refused" : "not refused"]
        }
        guard let tile else { return ["refused"] }
        let counts = tile.layers.count == layers.count ? [] : ["layers: \(tile.layers.count)"]
        return counts + zip(tile.layers, layers).flatMap { faults(of: $0, $1) }
    }

    private func faults(of layer: VectorLayer, _ fact: JSONNode) -> [String] {
        var faults: [String] = []
        if layer.name != fact["name"]?.string { faults.append("name: \(layer.name)") }
        if Double(layer.extent) != fact["extent"]?.number { faults.append("extent: \(layer.extent)") }
        if Double(layer.version) != fact["version"]?.number { faults.append("version: \(layer.version)") }
        // A feature of unknown type may be left out: without a type (016) it is the broken feature of 003.
        let expected = (fact["features"]?.array ?? []).filter { $0["type"]?.string != "unknown" }
        let features = layer.features.filter { $0.type != .unknown }
        if features.count != expected.count { faults.append("features: \(features.count)") }
        for (feature, fact) in zip(features, expected) {
            let type = feature.type == .lineString ? "line" : feature.type.rawValue
            if feature.id != fact["id"]?.number.map(PropertyValue.number) { faults.append("id") }
            if type != fact["type"]?.string { faults.append("type: \(type)") }
            let properties = (fact["properties"]?.object?.members ?? []).map { ($0.key, PropertyValue($0.node)) }
            if feature.properties != Dictionary(uniqueKeysWithValues: properties) { faults.append("properties") }
            let parts = (fact["geometry"]?.array ?? []).map { part in
                (part.array ?? []).map { Point($0.array?[0].number ?? .nan, $0.array?[1].number ?? .nan) }
            }
            let geometry = feature.geometry()
            if geometry.parts.map({ Array(geometry.points[$0]) }) != parts { faults.append("geometry") }
        }
        return faults
    }

    private func faults(ofReal real: Case) throws -> [String] {
        let tile = try VectorTile(decoding: decompressed(bytes(real.path)))
        let expected = real.node["facts"]?["layers"]?.array ?? []
        var faults = tile.layers.map(\.name) == expected.map { $0["name"]?.string } ? [] : ["layers"]
        for (layer, fact) in zip(tile.layers, expected) {
            let geometries = layer.features.map { $0.geometry() }
            let vertices = geometries.reduce(0) { $0 + $1.points.count }
            let box = geometries.flatMap(\.points).reduce(into: Rect.null) { $0.extend(to: $1) }
            let keys = Set(layer.features.flatMap { $0.properties.keys })
            if Double(layer.features.count) != fact["features"]?.number { faults.append("\(layer.name): features") }
            if Double(vertices) != fact["vertices"]?.number { faults.append("\(layer.name): vertices") }
            if [box.minX, box.minY, box.maxX, box.maxY] != fact["bounds"]?.array?.compactMap(\.number) {
                faults.append("\(layer.name): bounds")
            }
            if keys.sorted() != fact["keys"]?.array?.compactMap(\.string) { faults.append("\(layer.name): keys") }
        }
        return faults
    }

    @Test("no truncation or flipped bit of a fixture traps", arguments: fixtures)
    func hostile(_ fixture: Case) throws { mutate(try bytes(fixture.path)) }

    @Test("no truncation or flipped bit of a real tile traps", arguments: realTiles.prefix(3))
    func hostileRealTile(_ real: Case) throws {
        let tile = try decompressed(bytes(real.path))
        mutate(Array(tile), step: max(1, tile.count / 40))
    }
}
