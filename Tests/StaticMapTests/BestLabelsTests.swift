// SPDX-License-Identifier: MIT
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
}
