// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Images of a scene") struct AnnotationImageTests {
    /// One image annotation on a white ground, 40 × 40 points.
    private func scene(_ image: String, scale: Int = 1) -> String {
        """
        {"version": 1, "size": [40, 40], "scale": \(scale), "basemap": {"style": {"version": 8, "sources": {}, "layers":
         [{"id": "g", "type": "background", "paint": {"background-color": "white"}}]}},
         "camera": {"center": [0, 0], "zoom": 3},
         "annotations": [{"coordinate": [0, 0], "view": "image", "image": "\(image)"}]}
        """
    }

    private let red: UInt32 = 0xFFFF_0000
    private let blue: UInt32 = 0xFF00_00FF

    @Test("the file for the image's scale is taken", arguments: [(1, 64, 0), (2, 0, 256), (3, 0, 576)])
    func density(scale: Int, red count: Int, blue: Int) throws {
        let folder = try ScratchFolder()
        try folder.write("a.png", try encodePNG(.plain(red, side: 8)))
        try folder.write("a@2x.png", try encodePNG(.plain(self.blue, side: 16)))
        let map = try Maps.render(scene("a.png", scale: scale), folder: folder.path)
        #expect(map.warningTexts == [])
        #expect(try map.bitmap().count(of: red) == count)
        #expect(try map.bitmap().count(of: self.blue) == blue)
    }

    @Test("an address may hold the image itself") func data() throws {
        let base64 = Data(try encodePNG(.plain(red, side: 4))).base64EncodedString()
        #expect(try Maps.render(scene("data:image/png;base64," + base64)).bitmap().count(of: red) == 16)
        let svg =
            "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='4' height='4'%3E"
            + "%3Crect width='4' height='4' fill='red'/%3E%3C/svg%3E"
        #expect(try Maps.render(scene(svg)).bitmap().count(of: red) == 16)
    }

    @Test("an address states the pixels per point of its image", arguments: [("0.5", 256), ("2", 16), ("1", 64)])
    func dataScale(scale: String, red count: Int) throws {
        let base64 = Data(try encodePNG(.plain(red, side: 8))).base64EncodedString()
        let map = try Maps.render(scene("data:image/png;scale=\(scale);base64," + base64))
        #expect(map.warningTexts == [])
        #expect(try map.bitmap().count(of: red) == count)
        for bad in ["0", "-1", "two", "inf", ""] {
            let map = try Maps.render(scene("data:image/png;scale=\(bad);base64," + base64))
            #expect(map.warningTexts.first?.contains("a scale above 0") == true)
        }
    }

    /// Something that wants an image, on a white ground.
    private func scene(with item: String) -> String {
        """
        {"version": 1, "size": [80, 60], "basemap": {"style": {"version": 8, "sources": {}, "layers":
         [{"id": "g", "type": "background", "paint": {"background-color": "white"}}]}},
         "camera": {"center": [0, 0], "zoom": 3}, \(item)}
        """
    }

    @Test("decorations have images, one for each state", arguments: [(false, 0), (true, 64)])
    func decoration(selected: Bool, blue count: Int) throws {
        let folder = try ScratchFolder()
        try folder.write("a.png", try encodePNG(.plain(red, side: 8)))
        try folder.write("b.png", try encodePNG(.plain(blue, side: 8)))
        let button =
            #"{"image": {"normal": "a.png", "selected": "b.png"}, "selected": \#(selected), "at": "bottomRight", "#
            + #""margin": [9, 9]}"#
        let map = try Maps.render(scene(with: #""decorations": [\#(button)]"#), folder: folder.path)
        #expect(map.warningTexts == [])
        let bitmap = try map.bitmap()
        #expect(bitmap.count(of: blue) == count)
        #expect(bitmap.pixel(80 - 9 - 1, 60 - 9 - 1) == (selected ? blue : red))
        #expect(bitmap.pixel(80 - 9, 60 - 9) == 0xFFFF_FFFF)
    }

    @Test("the tip of a picker's pin is the image's middle") func picker() throws {
        let folder = try ScratchFolder()
        try folder.write("pin.png", try encodePNG(.plain(red, side: 10)))
        let bitmap = try Maps.render(
            scene(with: #""decorations": [{"image": "pin.png", "at": "center", "anchor": "bottom"}]"#),
            folder: folder.path
        ).bitmap()
        #expect(bitmap.pixel(40, 29) == red && bitmap.pixel(40, 20) == red)
        #expect(bitmap.pixel(40, 30) == 0xFFFF_FFFF && bitmap.pixel(40, 19) == 0xFFFF_FFFF)
    }

    @Test(
        "images of handles and decorations that are not there are told at their place",
        arguments: [
            (#""decorations": [{"type": "logo", "image": "x.png"}]"#, "decorations[0].image"),
            (
                #""overlays": [{"type": "polygon", "coordinates": [[0, 0], [1, 0], [1, 1]], "handles": {"image": "x.png"}}]"#,
                "overlays[0].handles.image"
            ),
        ])
    func missing(item: String, path: String) throws {
        let map = try Maps.render(scene(with: item))
        #expect(map.warnings.map(\.path) == [path])
        #expect(map.warnings.allSatisfy { $0.position != nil && $0.message.contains("there is no such file") })
    }

    @Test("a scene may hold SVG, and Swift may draw") func drawn() throws {
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><rect width='4' height='4' fill='red'/></svg>"
        #expect(try Maps.render(scene(svg)).bitmap().count(of: red) == 16)

        let image = ImageAsset.drawing(size: Size(width: 8, height: 8)) {
            canvas in
            var square = Path()
            square.move(to: Point(2, 2))
            for corner in [Point(6, 2), Point(6, 6), Point(2, 6)] { square.line(to: corner) }
            square.close()
            canvas.fill(square, with: Color(rgb: 0xFF0000))
            canvas.fill(.circle(center: Point(.nan, 0), radius: 3), with: .black)
        }
        var document = try SceneDocument(text: Array(scene("none.png").utf8), file: "scene.json")
        document.scene.annotations = [.image(image, at: Coordinate(latitude: 0, longitude: 0))]
        #expect(try Maps.shared.render(document).bitmap().count(of: red) == 16)
    }

    @Test(
        "what cannot be had becomes a marker, with a warning",
        arguments: [
            ("none.png", "there is no such file"), ("https://example.org/a.png", "images are not fetched"),
            ("data:image/png;base64,!", "not valid base64"), ("../secret.png", "outside of the scene's folder"),
            ("link.png", "outside of the scene's folder"), ("text.png", "expected a PNG, JPEG or WebP image"),
            ("/etc/passwd", "outside of the scene's folder"),
        ])
    func refused(image: String, message: String) throws {
        let parent = try ScratchFolder()
        try parent.write("secret.png", try encodePNG(.plain(red, side: 4)))
        try parent.write("scene/text.png", Array("hello".utf8))
        try FileManager.default.createSymbolicLink(
            atPath: parent.path + "/scene/link.png", withDestinationPath: parent.path + "/secret.png")
        let map = try Maps.render(scene(image), folder: parent.path + "/scene")
        #expect(map.warningTexts.count == 1)
        #expect(map.warningTexts.first?.contains(message) == true)
        #expect(map.warningTexts.first?.contains("annotations[0].image") == true)
        #expect(try map.bitmap().count(of: red) == 0)
        #expect(try map.bitmap().colorCount > 10)
    }

    @Test("an image too long to be painted becomes a marker, and the rest is drawn") func long() throws {
        let folder = try ScratchFolder()
        let pixels = [UInt32](repeating: red, count: 40_000)
        try folder.write("long.png", try encodePNG(Bitmap(width: 1, height: 40_000, pixels: pixels)))
        let map = try Maps.render(scene("long.png"), folder: folder.path)
        #expect(map.warningTexts.count == 1)
        #expect(map.warningTexts.first?.contains("expected sides up to 32767 pixels") == true)
        #expect(try map.bitmap().colorCount > 10)
    }

    @Test("a folder of assets is searched as well") func assets() throws {
        let (folder, assets) = (try ScratchFolder(), try ScratchFolder())
        try assets.write("a.png", try encodePNG(.plain(red, side: 4)))
        let renderer = MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false,
            assetFolders: [URL(filePath: assets.path)])
        let map = try Maps.render(scene("a.png"), folder: folder.path, with: renderer)
        #expect(try map.bitmap().count(of: red) == 16)
    }

    @Test("warnings about the scene's text reach the caller") func findings() throws {
        let json = scene("data:,").replacingOccurrences(
            of: #""view": "image""#, with: #""selected": true, "view": "pin""#)
        #expect(try Maps.render(json).warningTexts.contains { $0.contains("canShowCallout is false") })
    }
}
