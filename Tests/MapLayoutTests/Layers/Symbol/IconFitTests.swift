// SPDX-License-Identifier: MIT
import MapCanvas
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
