// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapStyle
import MapTiles
import Testing

/// `icon-text-fit` as MapLibre GL JS 5.3 draws it.
@Suite("Icons fitted to text") struct IconFitTests {
    /// The bounds of the icons that a layer draws for texts.
    private func icons(_ texts: [String], _ layout: String = "") throws -> [Rect] {
        let layer = """
            {"id": "t", "type": "symbol", "source": "s", "source-layer": "l", "layout": {"icon-image": "box",
             "icon-text-fit": "both", "icon-text-fit-padding": [2, 2, 2, 2], "text-field": ["get", "name"],
             "text-size": 12, "icon-allow-overlap": true\(layout)}}
            """
        let features = texts.enumerated().map { index, text in
            VectorFeature.point(2048, 1024 + 1024 * Double(index), ["name": .string(text)])
        }
        var map = MapFixture(StubArchive(features), layers: layer, view: .square(512))
        map.images = ImageSet(SpriteSheet(images: ["box": SpriteImage(plain(0xff00_00ff, side: 60))]))
        return try map.drawing().items(.label).filter { if case .image = $0.mark { true } else { false } }.map(\.bounds)
    }

    @Test("an icon is as large as its image where there is no text to fit", arguments: ["", "  ", "\n", "\u{1}"])
    func noText(text: String) throws {
        let icon = try #require(try icons([text]).first)
        #expect(abs(icon.width - 60) <= 2 && abs(icon.height - 60) <= 2, "\(icon)")
        let fitted = try #require(try icons(["A"]).first)
        #expect(fitted.width < 30 && fitted.height < 30, "\(fitted)")
    }

    @Test("with variable anchors an icon is drawn with its text or not at all")
    func variableAnchors() throws {
        let anchors = #", "text-variable-anchor": ["center"]"#
        #expect(try icons(["", "A"], anchors).count == 1)
        // The second text has no room, as it lies on the first.
        let layer = #", "text-optional": true, "text-padding": 400"#
        #expect(try icons(["A", "B"], layer).count == 2)
        #expect(try icons(["A", "B"], layer + anchors).count == 1)
    }

    @Test("a variable anchor moves an icon on the ground as far as its text") func groundAnchors() throws {
        let layer = """
            {"id": "t", "type": "symbol", "source": "s", "source-layer": "l", "layout": {"icon-image": "box",
             "icon-text-fit": "both", "icon-pitch-alignment": "map", "text-field": "A", "text-size": 16,
             "text-pitch-alignment": "map", "text-variable-anchor": ["left"], "text-radial-offset": 3}}
            """
        let view = Viewport(
            size: Size(width: 512, height: 256), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 2,
            tilt: Tilt(pitch: 60))
        for y in [1648.0, 2048, 2288] {
            var map = MapFixture(StubArchive([.point(2048, y)]), layers: layer, view: view)
            map.images = ImageSet(SpriteSheet(images: ["box": SpriteImage(plain(0xff00_00ff, side: 60))]))
            var (icon, text) = (Rect.null, Rect.null)
            for item in try map.drawing().items(.label) {
                if case .image = item.mark { icon = icon.union(item.bounds) } else { text = text.union(item.bounds) }
            }
            #expect(!icon.isNull && !text.isNull)
            #expect(abs(icon.center.x - text.center.x) < 3, "\(icon) \(text)")
        }
    }

    @Test("an icon without text is scaled as a whole, although parts of its image may be stretched") func size() throws
    {
        let sprite =
            #"{"box": {"x": 0, "y": 0, "width": 20, "height": 20, "stretchX": [[5, 15]], "stretchY": [[5, 15]]}}"#
        let document = try JSONDocument(file: "sprite.json", text: Array(sprite.utf8))
        let sheet = Bitmap(
            width: 20, height: 20,
            pixels: (0..<400).map {
                (5..<15).contains($0 % 20) && (5..<15).contains($0 / 20) ? 0xFFFF_0000 : 0xFF00_00FF
            })
        let layer = """
            {"id": "t", "type": "symbol", "source": "s", "source-layer": "l",
             "layout": {"icon-image": "box", "icon-size": 2}}
            """
        var map = MapFixture(StubArchive([.point(2048, 2048)]), layers: layer, view: .square(512))
        map.images = ImageSet(
            SpriteSheet(images: SpriteIndex(sheet: sheet).images(Field(document, diagnostics: DiagnosticSink()))))
        let image = try map.image()
        // From 236 to 276, with a frame of 10 pixels.
        #expect([237, 243, 248].map { image.pixel($0, 256) } == [0xFF00_00FF, 0xFF00_00FF, 0xFFFF_0000])
    }

    @Test("halos of icons that may overlap lie below all icons", arguments: [true, false])
    func halos(overlaps: Bool) throws {
        let layer = """
            {"id": "t", "type": "symbol", "source": "s", "source-layer": "l",
             "layout": {"icon-image": "dot", "icon-allow-overlap": \(overlaps)},
             "paint": {"icon-color": "red", "icon-halo-color": "blue", "icon-halo-width": 2}}
            """
        var map = MapFixture(
            StubArchive([.point(1024, 1024), .point(1040, 1040)]), layers: layer, view: .square(512))
        let image = SpriteImage(plain(0xFFFF_FFFF, side: 20), isSDF: true)
        map.images = ImageSet(SpriteSheet(images: ["dot": image]))
        let colors = try map.drawing().items(.label).compactMap { item -> Bool? in
            guard case .sdf(let mark) = item.mark else { return nil }
            return mark.color.isInvisible
        }
        #expect(colors == (overlaps ? [true, true, false, false] : [false]))
    }
}
