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
