// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import MapText
import MapTiles
import TestSupport
import Testing

@Suite("Labels") struct LabelTests {
    private func layer(_ id: String = "t", filter: String? = nil, _ layout: String...) -> String {
        let members = (["\"text-field\": [\"get\", \"name\"]", "\"text-size\": 12"] + layout).joined(separator: ", ")
        let filter = filter.map { "\"filter\": \($0), " } ?? ""
        return """
            {"id": "\(id)", "type": "symbol", "source": "s", "source-layer": "l", \(filter)"layout": {\(members)}}
            """
    }

    private func named(_ x: Double, _ y: Double, _ name: String, rank: Double = 0) -> VectorFeature {
        .point(x, y, ["name": .string(name), "rank": .number(rank)])
    }

    /// The ids of the layers that show a label.
    private func shown(_ drawing: Drawing) -> [String] { drawing.items(.label).map(\.id) }

    @Test("no two labels of a crowd touch, in one layer or in several", arguments: 0..<6)
    func crowd(seed: Int) throws { try expectNoTouch(seed: seed) }

    @Test("no two labels touch that turn with the map", arguments: 0..<6)
    func rotatedDenseLabels(seed: Int) throws {
        try expectNoTouch(
            seed: seed, "\"text-rotation-alignment\": \"map\"",
            "\"text-variable-anchor\": [\"left\", \"right\", \"top\"]")
    }

    @Test("a variable anchor's text stands where its drawn size puts it, whatever size the next zoom has")
    func variableAnchorSize() throws {
        func bounds(_ size: String) throws -> Rect {
            let layer = """
                {"id": "t", "type": "symbol", "source": "s", "source-layer": "l", "layout": {"text-field": "Name",
                 "text-size": \(size), "text-variable-anchor": ["left"], "text-radial-offset": 1, "text-padding": 0}}
                """
            let map = MapFixture(
                StubArchive([named(2048, 2048, "Name")]), layers: layer, view: .square(320, zoom: 0.5))
            return try #require(try map.drawing().items(.label).first).bounds
        }
        let fixed = try bounds("20")
        let growing = try bounds(#"["interpolate", ["linear"], ["zoom"], 0, 10, 1, 30]"#)
        #expect(abs(fixed.minX - growing.minX) < 0.01)
        #expect(abs(fixed.maxX - growing.maxX) < 0.01)
    }

    private func expectNoTouch(seed: Int, _ layout: String...) throws {
        var random = SplitMix(seed: UInt64(seed))
        let features = (0..<150).map { index in
            named(
                Double.random(in: 0...4096, using: &random), Double.random(in: 0...4096, using: &random),
                "Place \(index)", rank: Double(index % 3))
        }
        let layout = layout.isEmpty ? "\"text-optional\": false" : layout.joined(separator: ", ")
        let layers = (0..<3).map { layer("t\($0)", filter: "[\"==\", [\"get\", \"rank\"], \($0)]", layout) }
        let drawing = try MapFixture(
            StubArchive(features), layers: layers.joined(separator: ","),
            view: .square(320, zoom: -0.5, bearing: Double(seed) * 13)
        ).drawing()
        let labels = drawing.items(.label)
        #expect((8..<150).contains(labels.count))
        var taken: Set<Int> = []
        for label in labels {
            let paintedPixels = try drawing.paintedPixels(of: label)
            #expect(taken.isDisjoint(with: paintedPixels))
            taken.formUnion(paintedPixels)
        }
    }

    @Test("glyphs on a line rotate with it, or stay upright with viewport-glyph", arguments: ["map", "viewport-glyph"])
    func letters(alignment: String) throws {
        let source = StubArchive([.made(.lineString, [[(0, 4096), (4096, 0)]], ["name": .string("Along")])])
        let style = layer("t", "\"symbol-placement\": \"line\"", "\"text-rotation-alignment\": \"\(alignment)\"")
        let item = try #require(try MapFixture(source, layers: style).drawing().items(.label).first)
        guard case .glyphs(let run) = item.mark else {
            Issue.record("no letters")
            return
        }
        #expect(run.glyphs.allSatisfy { abs($0.angle - (alignment == "map" ? -.pi / 4 : 0)) < 0.001 })
        #expect(
            zip(run.glyphs, run.glyphs.dropFirst()).allSatisfy {
                $0.origin.y > $1.origin.y && $0.origin.x < $1.origin.x
            })
    }

    @Test("Chinese characters of installed fonts stand upright on lines that run down or up", arguments: [false, true])
    func uprightCharacters(runsUp: Bool) throws {
        let line: [(Double, Double)] = runsUp ? [(2048, 4096), (2048, 0)] : [(2048, 0), (2048, 4096)]
        let source = StubArchive([.made(.lineString, [line], ["name": .string("中央大道")])])
        let style = layer("t", "\"symbol-placement\": \"line-center\"")
        let item = try #require(try MapFixture(source, layers: style).drawing().items(.label).first)
        guard case .glyphs(let run) = item.mark else {
            Issue.record("no letters")
            return
        }
        #expect(run.glyphs.count == 4 && run.glyphs.allSatisfy { abs($0.angle) < 0.001 })
        // Em squares of 12 pixels around the line, from top to bottom.
        #expect(run.glyphs.allSatisfy { abs($0.origin.x - (128 - 6)) < 1 })
        #expect(
            zip(run.glyphs, run.glyphs.dropFirst()).allSatisfy { abs($1.origin.y - $0.origin.y - 12) < 0.01 })
    }

    @Test("glyphs beside a bend are spaced as beside a straight line", arguments: [-3.0, 3])
    func besideBend(offset: Double) throws {
        let arc = (0...60).map { step -> (Double, Double) in
            let turn = Double.pi * (1 + Double(step) / 60)
            return (2048 + 900 * cosine(turn), 2600 + 900 * sine(turn))
        }
        let style = layer(
            "t", "\"symbol-placement\": \"line-center\"", "\"text-offset\": [0, \(offset)]", "\"text-max-angle\": 180")
        let gaps = try [arc, [(600, 2048), (3500, 2048)]].map { line -> [Double] in
            let source = StubArchive([.made(.lineString, [line], ["name": .string("nnnnnnnn")])])
            let item = try #require(try MapFixture(source, layers: style).drawing().items(.label).first)
            guard case .glyphs(let run) = item.mark else { return [] }
            return zip(run.glyphs, run.glyphs.dropFirst()).map { $0.origin.distance(to: $1.origin) }
        }
        #expect(gaps[0].count == 7 && gaps[1].count == 7)
        // A glyph rotates about its center, which changes the distance of baselines a little.
        #expect(zip(gaps[0], gaps[1]).allSatisfy { abs($0 / $1 - 1) < 0.12 }, "\(gaps)")
    }

    @Test("a label along a line keeps no more free at its ends than its glyphs need", arguments: [(-16.0, 1), (7, 2)])
    func endsOfLineLabels(gap: Double, count: Int) throws {
        let line = VectorFeature.made(.lineString, [[(0, 2048), (4096, 2048)]], ["name": .string("HHHHHHHH")])
        let along = layer("along", filter: #"["has", "name"]"#, #""symbol-placement": "line-center""#)
        let view = Viewport.square(512)
        let end = try #require(
            try MapFixture(StubArchive([line]), layers: along, view: view).drawing().items(.label).first
        ).bounds.maxX
        // The upper layer's label first; the neighbor's box reaches two pixels, its padding, to the left.
        let beside = """
            {"id": "beside", "type": "symbol", "source": "s", "source-layer": "l", "filter": ["!", ["has", "name"]],
             "layout": {"text-field": "H", "text-size": 12, "text-anchor": "left"}}
            """
        let source = StubArchive([line, .point((end + gap) * 8, 2048)])
        let drawing = try MapFixture(source, layers: beside + "," + along, view: view).drawing()
        #expect(shown(drawing).count == count)
    }

    @Test("an upper layer's label goes before a lower one's")
    func priority() throws {
        let source = StubArchive([named(2048, 2048, "Below"), named(2048, 2048, "Above", rank: 1)])
        let layers = [
            layer("low", filter: "[\"==\", [\"get\", \"rank\"], 0]"),
            layer("high", filter: "[\"==\", [\"get\", \"rank\"], 1]"),
        ]
        #expect(shown(try MapFixture(source, layers: layers.joined(separator: ",")).drawing()) == ["layer/high"])
        let turned = layers.reversed().joined(separator: ",")
        #expect(shown(try MapFixture(source, layers: turned).drawing()) == ["layer/low"])
    }

    @Test("within a layer the smaller sort key goes first")
    func sortKey() throws {
        let source = StubArchive([named(2048, 2048, "Long name", rank: 2), named(2048, 2048, "I", rank: 1)])
        let small = try MapFixture(source, layers: layer("t", "\"symbol-sort-key\": [\"get\", \"rank\"]")).drawing()
        let plain = try MapFixture(source, layers: layer()).drawing()
        #expect(shown(small).count == 1)
        let (narrow, wide) = (
            try small.paintedPixels(of: small.items(.label)[0]), try plain.paintedPixels(of: plain.items(.label)[0])
        )
        #expect(narrow.count < wide.count / 2)
    }

    @Test("labels that may overlap are all placed")
    func overlap() throws {
        let source = StubArchive([named(2048, 2048, "One"), named(2048, 2048, "Two")])
        #expect(shown(try MapFixture(source, layers: layer()).drawing()).count == 1)
        #expect(shown(try MapFixture(source, layers: layer("t", "\"text-allow-overlap\": true")).drawing()).count == 2)
    }

    @Test(
        "a label that cooperates lies on those that may overlap",
        arguments: [("always", 2), ("cooperative", 2), ("never", 1)])
    func cooperation(overlap: String, count: Int) throws {
        let layers = [
            layer("low", "\"text-overlap\": \"cooperative\""), layer("high", "\"text-overlap\": \"\(overlap)\""),
        ]
        let source = StubArchive([named(2048, 2048, "Name")])
        #expect(shown(try MapFixture(source, layers: layers.joined(separator: ",")).drawing()).count == count)
    }

    @Test("a label never covers a pin", arguments: [Annotation.View.pin(), .marker()])
    func pins(view: Annotation.View) throws {
        let features = (0..<20).flatMap { x in
            (0..<20).map { y in named(Double(x) * 204, Double(y) * 204, "Name \(x) \(y)") }
        }
        var fixture = MapFixture(StubArchive(features), layers: layer(), view: .square(400, zoom: 0))
        let without = try fixture.drawing().items(.label).count
        fixture.annotations = [(-70.0, 20.0), (10, -30), (60, 60)].map {
            Annotation(at: Coordinate(latitude: $0.1, longitude: $0.0), view: view, title: "A long title of a place")
        }
        let drawing = try fixture.drawing()
        let labels = drawing.items(.label)
        #expect(labels.count < without)
        #expect(labels.count > without / 4)
        let signs = try drawing.items(.annotation).reduce(into: Set<Int>()) {
            $0.formUnion(try drawing.paintedPixels(of: $1))
        }
        #expect(!signs.isEmpty)
        for label in labels { #expect(try drawing.paintedPixels(of: label).isDisjoint(with: signs)) }
    }

    @Test("no label lies under the attribution")
    func attribution() throws {
        let features = (0..<40).map { named(2048 + Double($0) * 25, 3010, "Name \($0)") }
        var fixture = MapFixture(
            StubArchive(features), layers: layer("t", "\"text-size\": 8"), view: .square(256))
        fixture.attribution = AttributionLine("© everybody who had a hand in it")
        let drawing = try fixture.drawing()
        let plate = try #require(drawing.items(.attribution).first)
        let covered = try drawing.paintedPixels(of: plate)
        let without = try MapFixture(StubArchive(features), layers: layer("t", "\"text-size\": 8")).drawing()
        #expect(drawing.items(.label).count < without.items(.label).count)
        for label in drawing.items(.label) { #expect(try drawing.paintedPixels(of: label).isDisjoint(with: covered)) }
    }

    @Test("a label that the edge would cut is left out if the style says so")
    func edges() throws {
        let source = StubArchive([named(1030, 2048, "Cut off"), named(2048, 2048, "Whole")])
        let view = Viewport.square(256, zoom: 0)
        #expect(shown(try MapFixture(source, layers: layer(), view: view).drawing()).count == 2)
        let kept = try MapFixture(source, layers: layer("t", "\"symbol-avoid-edges\": true"), view: view).drawing()
        #expect(shown(kept).count == 1)
    }

    @Test(
        "a label whose anchor lies beside the map is shown if its offset leads into it",
        arguments: [
            ("\"text-anchor\": \"left\", \"text-offset\": [1, 0]", 1), ("\"text-anchor\": \"left\"", 0),
            ("\"text-anchor\": \"left\", \"text-offset\": [0.2, 0]", 0),
            ("\"text-variable-anchor\": [\"right\", \"left\"], \"text-radial-offset\": 1", 1),
        ])
    func anchorOutside(layout: String, count: Int) throws {
        // Four points left of the map, whose text of 12 points begins 8 points to the right of its edge.
        let source = StubArchive([named(992, 2048, "Inside")])
        let text = layer("t", "\"symbol-avoid-edges\": true", "\"text-padding\": 0", layout)
        #expect(shown(try MapFixture(source, layers: text, view: .square(256)).drawing()).count == count)
    }

    @Test("with line-center a name is placed once per tile, as in MapLibre")
    func street() throws {
        // The same line runs through all four tiles of zoom 1, half a tile north of the middle.
        let source = StubArchive(
            maxZoom: 1,
            tiles: { id in
                guard id.y == 0 else { return nil }
                return VectorTile([.made(.lineString, [[(-64, 2048), (4160, 2048)]], ["name": .string("Long Street")])])
            })
        let text = layer("t", "\"symbol-placement\": \"line-center\"")
        let drawing = try MapFixture(source, layers: text, view: .square(500, latitude: 40, zoom: 1)).drawing()
        #expect(shown(drawing).count == 2)
    }

    @Test("labels do not depend on the number of threads")
    func threads() throws {
        let source = StubArchive(
            maxZoom: 2,
            tiles: { id in
                var random = SplitMix(seed: UInt64(id.x * 17 + id.y))
                return VectorTile(
                    (0..<30).map { index in
                        .point(
                            Double.random(in: 0..<4096, using: &random), Double.random(in: 0..<4096, using: &random),
                            ["name": .string("Place \(index)")])
                    })
            })
        var fixture = MapFixture(source, layers: layer(), view: .square(500, zoom: 2.3, bearing: 15))
        fixture.threads = 1
        let alone = try fixture.image().pixels
        fixture.threads = 8
        #expect(try fixture.image().pixels == alone)
    }
}
