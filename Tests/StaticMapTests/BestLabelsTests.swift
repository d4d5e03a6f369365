// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapText
import MapTiles
import StaticMap
import TestSupport
import Testing

@Suite("Labels that are placed by a search") struct BestLabelsTests {
    private static let cameras = [
        "city": #"{"center": [24.944, 60.171], "zoom": 15}"#,
        "turned": #"{"center": [24.944, 60.171], "zoom": 16, "bearing": 30}"#,
        "tilted": #"{"center": [24.944, 60.171], "zoom": 15.5, "pitch": 50}"#,
        "country": #"{"center": [12.5, 42.5], "zoom": 5.8}"#,
    ]

    private func scene(_ camera: String, _ labels: String) -> String {
        #"{"version": 1, "size": [500, 400], "camera": \#(camera), "labels": "\#(labels)"}"#
    }

    /// The texts of a map.
    private func texts(_ scene: String) throws -> [Substring] {
        let document = try SceneDocument(text: Array(scene.utf8), file: "scene.json", folder: ".")
        let svg = String(decoding: try Maps.shared.render(document, as: .svg).bytes, as: UTF8.self)
        return svg.split(separator: #" aria-label=""#).dropFirst().map { $0.prefix { $0 != "\"" } }
    }

    @Test("more labels are shown than in the order of the style", arguments: cameras.keys.sorted())
    func more(camera: String) throws {
        let camera = try #require(Self.cameras[camera])
        let (standard, best) = (try texts(scene(camera, "standard")), try texts(scene(camera, "best")))
        #expect(best.count > standard.count)
        // They are names, and not only more of the same.
        #expect(Set(best).count >= Set(standard).count)
    }

    @Test("the image has the same bytes for any number of threads", arguments: cameras.keys.sorted())
    func sameBytes(camera: String) throws {
        let json = scene(try #require(Self.cameras[camera]), "best")
        let one = try Maps.render(json, with: Maps.renderer(threads: 1))
        for threads in [2, 8] {
            #expect(try Maps.render(json, with: Maps.renderer(threads: threads)).bytes == one.bytes)
        }
    }

    @Test("\"standard\" is the default") func standard() throws {
        let camera = try #require(Self.cameras["city"])
        let plain = #"{"version": 1, "size": [500, 400], "camera": \#(camera)}"#
        #expect(try Maps.render(plain).bytes == Maps.render(scene(camera, "standard")).bytes)
    }

    /// A white map 200 points wide with dots of 10 points that have names.
    private func dots(_ coordinates: String, _ layout: String, labels: String) throws -> [Substring] {
        try texts(
            """
            {"version": 1, "size": [200, 100], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0}, "labels": "\(labels)",
             "basemap": {"style": {"version": 8,
               "sources": {"s": {"type": "geojson", "data": {"type": "MultiPoint", "coordinates": \(coordinates)}}},
               "layers": [{"id": "g", "type": "background", "paint": {"background-color": "white"}},
                 {"id": "n", "type": "symbol", "source": "s",
                  "layout": {"text-field": "Name", "text-size": 12, "text-font": ["Inter"], \(layout)}}]}}}
            """)
    }

    @Test("a name gives way to another, as long as it has another place") func givesWay() throws {
        let two = "[[0, 0], [8, 0]]"
        #expect(try dots(two, #""text-anchor": "center""#, labels: "standard").count == 1)
        #expect(try dots(two, #""text-anchor": "center""#, labels: "best").count == 2)
    }

    /// How far the letters of a name are turned.
    private func turns(of name: String, at center: String, zoom: Double, _ labels: String) throws -> [Double] {
        let json = """
            {"version": 1, "size": [640, 520], "camera": {"center": \(center), "zoom": \(zoom)}, "labels": "\(labels)",
             "basemap": {"language": "en"}}
            """
        func runs(_ mark: Mark) -> [GlyphRun] {
            switch mark {
            case .glyphs(let run): [run]
            case .group(let group): group.marks.flatMap(runs)
            default: []
            }
        }
        let drawing = try Maps.shared.layout(SceneDocument(text: Array(json.utf8))).drawing
        let found = drawing.items.flatMap { runs($0.mark) }.filter { $0.text.contains(name) }
        #expect(found.count == 1)
        return found.flatMap(\.glyphs).map(\.angle)
    }

    @Test("the name of a long water follows it, with letters that turn; others stay level") func arcs() throws {
        let arc = try turns(of: "Red", at: "[38, 20.5]", zoom: 4.5, "best")
        #expect(arc.count == 6 && arc.allSatisfy { (0.4...1.4).contains($0) } && Set(arc).count > 1)
        #expect(try turns(of: "Red", at: "[38, 20.5]", zoom: 4.5, "standard").allSatisfy { $0 == 0 })
        #expect(try turns(of: "Philippine", at: "[133, 18]", zoom: 3.5, "best").allSatisfy { $0 == 0 })
    }

    @Test("the name of a river that winds too much follows its course") func rivers() throws {
        // A line that turns back every 10 points, which takes no name of 60.
        var geometry = TileGeometry()
        geometry.append(
            (0...600).map { Point(800 + 4 * Double($0), 2048 + 50 * sin(2 * .pi * 4 * Double($0) / 160)) })
        let folder = try ScratchFolder()
        for layer in ["waterway", "transportation_name"] {
            let line = VectorFeature(id: nil, type: .lineString, properties: [:], geometry: geometry)
            let tile = VectorTile(layers: [VectorLayer(name: layer, version: 2, extent: 4096, features: [line])])
            try folder.write("\(layer)/0/0/0.mvt", tile.encoded)
        }
        func names(_ labels: String, _ layer: String) throws -> Int {
            try texts(
                """
                {"version": 1, "size": [400, 100], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
                 "labels": "\(labels)",
                 "basemap": {"style": {"version": 8,
                   "sources": {"s": {"type": "vector", "tiles": ["\(folder.file(layer))/{z}/{x}/{y}.mvt"], "maxzoom": 0}},
                   "layers": [{"id": "g", "type": "background", "paint": {"background-color": "white"}},
                     {"id": "n", "type": "symbol", "source": "s", "source-layer": "\(layer)",
                      "layout": {"symbol-placement": "line", "text-field": "Winding River", "text-size": 10,
                        "text-font": ["Inter"]}}]}}}
                """
            ).count { $0 == "Winding River" }
        }
        #expect(try names("standard", "waterway") == 0)
        #expect(try names("best", "transportation_name") == 0)
        #expect(try names("best", "waterway") > 0)
    }
}
