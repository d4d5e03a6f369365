// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Pictograms") struct PictogramTests {
    private let library = PictogramLibrary(home: Maps.home)

    private func scene(_ annotation: String, _ more: String = "", size: Int = 80) -> String {
        """
        {"version": 1, "size": [\(size), \(size)], "attribution": "none", "basemap": {"style": {"version": 8,
         "sources": {}, "layers": [{"id": "g", "type": "background", "paint": {"background-color": "white"}}]}},
         "camera": {"center": [0, 0], "zoom": 3}, "annotations": [{"coordinate": [0, 0], \(annotation)}]\(more)}
        """
    }

    @Test("each can be drawn, and the documentation lists its name") func all() throws {
        let page = try String(contentsOf: packageRoot.appending(path: "docs/pictograms.md"), encoding: .utf8)
        #expect(library.names.count > 200)
        for name in library.names {
            #expect(library.drawing(name) != nil, "\(name)")
            #expect(page.contains("`\(name)`"), "\(name)")
        }
    }

    @Test("one in a marker is a shape in SVG, not an image") func vector() throws {
        let json = scene(##""glyphImage": "hospital", "glyphTint": "#abcdef""##)
        let document = try SceneDocument(text: Array(json.utf8), file: "scene.json", folder: ".")
        let svg = String(decoding: try Maps.shared.render(document, as: .svg).bytes, as: UTF8.self)
        #expect(!svg.contains("<image"))
        #expect(svg.lowercased().contains("#abcdef"))
    }

    @Test("a misspelt name is a warning that suggests the right one") func misspelt() throws {
        let image = try Maps.render(scene(#""glyphImage": "hospitel""#))
        #expect(image.warningTexts.count == 1)
        #expect(image.warningTexts.first?.contains("there is no such pictogram or file") == true)
        #expect(image.warningTexts.first?.contains("did you mean \"hospital\"?") == true)
    }

    @Test("a file of the scene wins over a pictogram of the same name", arguments: ["cafe", "cafe.svg"])
    func file(name: String) throws {
        let folder = try ScratchFolder()
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='18' height='18'><rect width='18' height='18'/></svg>"
        try folder.write(name, svg)
        let marker = scene(##""glyphImage": "cafe", "glyphTint": "#010203""##)
        let own = try Maps.render(marker, folder: folder.path).bitmap().count(of: 0xFF01_0203)
        let pictogram = try Maps.render(marker).bitmap().count(of: 0xFF01_0203)
        #expect(own > 250)
        #expect(pictogram < 200)
    }

    @Test("a folder of the same name is none of its files") func folder() throws {
        let folder = try ScratchFolder()
        try folder.write("cafe/readme.txt", "text")
        let image = try Maps.render(scene(#""glyphImage": "cafe""#), folder: folder.path)
        #expect(image.warningTexts == [])
    }

    @Test("the symbol and size of simplestyle features") func simplestyle() throws {
        func tinted(_ size: String) throws -> Int {
            let overlay = """
                , "overlays": [{"type": "geojson", "data": {"type": "Feature", "properties": {"marker-symbol": "square",
                 "marker-size": "\(size)", "marker-color": "#102030"},
                 "geometry": {"type": "Point", "coordinates": [0, 0]}}}]
                """
            let base = scene(#""alpha": 0, "collisionMode": "none""#, overlay)
            let image = try Maps.render(base)
            #expect(image.warningTexts == [])
            return try image.bitmap().pixels.count { $0 == 0xFFFF_FFFF }
        }
        #expect(try tinted("small") > (try tinted("medium")))
        #expect(try tinted("medium") > (try tinted("large")))
    }

    @Test("a legend lists titled markers by their pictogram") func legend() throws {
        let legend = #", "decorations": [{"type": "legend"}]"#
        let listed = try Maps.render(scene(#""glyphImage": "hospital", "title": "St. Mary""#, legend, size: 300))
        #expect(listed.warningTexts == [])
        let untitled = try Maps.render(scene(#""glyphImage": "hospital""#, legend, size: 300))
        #expect(untitled.warningTexts.contains { $0.contains("the legend has no entries") })
    }
}
