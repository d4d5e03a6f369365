// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

@Suite("Installed styles") struct InstalledStylesTests {
    @Test("are valid, to the last property", arguments: Maps.home.styleNames)
    func valid(name: String) throws {
        let file = packageRoot.appending(path: "styles/\(name)/style.json")
        let found = Maps.shared.check(Array(try Data(contentsOf: file)), file: file.path)
        #expect(found.map(\.description) == [])
    }

    @Test("find every icon and pattern that a city asks for", arguments: Maps.home.styleNames, [14.5, 16, 17.5])
    func icons(name: String, zoom: Double) throws {
        let drawn = try Maps.render(
            """
            {"version": 1, "size": [500, 500], "basemap": "\(name)", "camera": {"center": [24.9444, 60.1716], "zoom": \(zoom)}}
            """)
        #expect(drawn.warningTexts == [])
    }

    @Test(
        "name the first of a road's numbers in its shield", arguments: ["road-shield-main", "road-shield-motorway"])
    func shields(layer: String) throws {
        func map(_ ref: String) throws -> [UInt8] {
            let folder = packageRoot.appending(path: "styles/streets")
            let file = try Data(contentsOf: folder.appending(path: "style.json"))
            var style = try #require(JSONSerialization.jsonObject(with: file) as? [String: Any])
            let layers = try #require(style["layers"] as? [[String: Any]])
            style["layers"] = layers.filter { $0["id"] as? String == layer }
                .map { $0.filter { $0.key != "source-layer" } }
            style["sprite"] = folder.path + "/sprite"
            let road: [String: Any] = [
                "type": "Feature",
                "properties": ["class": layer.hasSuffix("main") ? "primary" : "motorway", "ref": ref],
                "geometry": ["type": "LineString", "coordinates": [[24.8, 60.17], [25.0, 60.17]]],
            ]
            style["sources"] = ["openmaptiles": ["type": "geojson", "data": road]]
            let scene: [String: Any] = [
                "version": 1, "size": [600, 200], "attribution": "none", "basemap": ["style": style],
                "camera": ["center": [24.9, 60.17], "zoom": 14],
            ]
            let json = try JSONSerialization.data(withJSONObject: scene)
            return try Maps.render(String(decoding: json, as: UTF8.self)).bytes
        }
        #expect(try map("7;15") == map("7"))
        #expect(try map("A 1;B 20") == map("A 1"))
        #expect(try map("7") != map("15"))
    }

    @Test("bring their sprite in both scales, their licence and their description", arguments: Maps.home.styleNames)
    func complete(name: String) throws {
        let folder = packageRoot.appending(path: "styles/\(name)")
        func names(_ sprite: String) throws -> [String] {
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: sprite)))
            return try #require(json as? [String: Any]).keys.sorted()
        }
        #expect(try names("sprite.json") == names("sprite@2x.json"))
        for file in ["sprite.png", "sprite@2x.png", "LICENSE", "README.md"] {
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: file).path), "\(file)")
        }
    }
}
