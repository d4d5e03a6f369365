// SPDX-License-Identifier: MIT
import MapTiles
import TestSupport
import Testing

@Suite("Groups of features") struct FeatureGroupTests {
    /// Roads and points, some of them of a class, each with a name of its own; of a repeated class the last one counts.
    private func layer(of count: Int) throws -> VectorLayer {
        var random = SplitMix(seed: 7)
        var builder = TileBuilder(
            keys: ["class", "name"], texts: ["path", "street"] + (0..<count).map { "name \($0)" })
        for index in 0..<count {
            var tags = [1, UInt64(2 + index)]
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                tags += [0, UInt64.random(in: 0...1, using: &random)]
            }
            let isLine = Bool.random(using: &random)
            builder.feature(type: isLine ? 2 : 1, tags: tags, geometry: isLine ? [9, 0, 0, 10, 2, 2] : [9, 50, 34])
        }
        return try #require(try VectorTile(decoding: builder.tile)["layer"])
    }

    @Test("features are together that agree in type and values, and no others")
    func groups() throws {
        let layer = try layer(of: 200)
        let rows = try #require(layer.rows)
        let key = try #require(rows.key("class"))
        let groups = try #require(rows.groups(by: [key]))
        #expect(groups.numbers.count == 200)
        #expect(groups.examples.count == 6)
        for (index, number) in groups.numbers.enumerated() {
            for (other, example) in groups.examples.enumerated() {
                let agrees =
                    layer.features[index].type == layer.features[example].type
                    && layer.features[index].property("class") == layer.features[example].property("class")
                #expect(agrees == (other == Int(number)))
            }
        }
    }

    @Test("there are none of few features, and none by names that differ")
    func none() throws {
        for (count, name) in [(20, "class"), (200, "name")] {
            let rows = try #require(try layer(of: count).rows)
            let key = try #require(rows.key(name))
            #expect(rows.groups(by: [key]) == nil)
        }
    }
}
