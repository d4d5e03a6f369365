// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import MapText
import TestSupport
import Testing

@Suite("Cards in callouts") struct CalloutCardTests {
    static let fonts = FontLibrary(folders: testFontFolders.map(\.path), useSystemFonts: false)

    private func image(_ width: Int, _ height: Int) -> AnnotationImage {
        AnnotationImage(
            Bitmap(width: width, height: height, pixels: Array(repeating: 0xFF00_0000, count: width * height)))
    }

    private let viewport = Viewport(
        size: Size(width: 600, height: 400), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 6.4)

    /// The rectangles of the parts by the last component of their paths, from the card's top-left corner.
    private func parts(_ card: CalloutCard, icon: AnnotationImage? = nil, rating: AnnotationImage? = nil) throws
        -> [String: Rect]
    {
        var pin = Annotation(id: "a", at: Coordinate(latitude: 0, longitude: 0), view: .pin())
        pin.selected = true
        pin.callout = Callout()
        pin.callout?.content = card
        pin.callout?.tail = false
        var images: [ImageAsset: AnnotationImage] = [:]
        (images["icon"], images["rating"]) = (icon, rating)
        let targets = AnnotationLayout(viewport: viewport, fonts: Self.fonts, images: images).place([pin]).items
            .flatMap(\.targets)
        let bubble = try #require(targets.first { $0.path == "annotation/a/callout" }).shape.bounds
        return targets.reduce(into: [:]) { parts, target in
            let name = target.path.split(separator: "/").last.map(String.init) ?? ""
            parts[name] = target.shape.bounds.offset(by: -Point(bubble.minX, bubble.minY))
        }
    }

    private let seed = CalloutCard(icon: "icon", text: "全场一律15折,会员20折", rating: "rating")

    @Test("are laid out with the icon at (5, 5), the text 5 to its right, the rating 5 below it, and 5 around")
    func seedNumbers()
        throws
    {
        let parts = try parts(seed, icon: image(30, 30), rating: image(60, 12))
        let text = try #require(parts["text"])
        #expect(parts["icon"] == Rect(x: 5, y: 5, width: 30, height: 30))
        #expect(Point(text.minX, text.minY) == Point(40, 5))
        #expect(text.height == 14)
        #expect(parts["rating"] == Rect(x: 40, y: text.maxY + 5, width: 60, height: 12))
        #expect(parts["callout"] == Rect(x: 0, y: 0, width: text.maxX + 5, height: text.maxY + 5 + 12 + 5))
    }

    @Test("are as high as the longer column, and as wide as the widest line") func columns() throws {
        let tall = try parts(seed, icon: image(30, 90), rating: image(300, 12))
        #expect(tall["callout"] == Rect(x: 0, y: 0, width: 40 + 300 + 5, height: 100))
    }

    @Test(
        "wrap between any two characters, at 200 points by default, and are at most 200 high", arguments: [200.0, 60])
    func wraps(width: Double) throws {
        var card = seed
        card.text = String(repeating: "会员二十折", count: 60)
        card.maxTextWidth = width
        let text = try #require(try parts(card)["text"])
        // All letters are 12 points wide.
        #expect(text.width == (width / 12).rounded(.down) * 12)
        #expect(text.height <= 200)
        #expect(text.minX == 5, "without an icon the text comes first")
    }

    @Test("float above the coordinate as views, offset in percent of their height") func floats() throws {
        var view = Annotation(id: "a", at: Coordinate(latitude: 0, longitude: 0), view: .callout)
        view.callout = Callout()
        view.callout?.content = seed
        view.centerOffset.y = .percent(-100)
        let items = AnnotationLayout(viewport: viewport, fonts: Self.fonts).place([view]).items
        let frame = try #require(items.first?.targets.first).shape.bounds
        let pixel = viewport.pixel(for: view.coordinate)
        // Its lower edge floats half its height above the coordinate.
        #expect(abs(pixel.y - frame.maxY - frame.height / 2) <= 0.5)
        #expect(abs(frame.center.x - pixel.x) <= 0.5)
        #expect(items.map(\.id) == ["annotation/a", "annotation/a/callout/text"])
    }

    @Test("have the same targets where they are translucent") func translucent() throws {
        var view = Annotation(id: "a", at: Coordinate(latitude: 0, longitude: 0), view: .callout)
        view.callout = Callout()
        view.callout?.content = seed
        func targets() -> [Target] {
            AnnotationLayout(viewport: viewport, fonts: Self.fonts).place([view]).items.flatMap(\.targets)
        }
        let opaque = targets()
        view.alpha = 0.5
        #expect(targets() == opaque)
        #expect(opaque.map(\.path) == ["annotation/a", "annotation/a/callout/text"])
    }

    @Test("overlap the annotation by `overlap` points") func overlap() throws {
        var pin = Annotation(id: "a", at: Coordinate(latitude: 0, longitude: 0), view: .pin())
        pin.selected = true
        pin.callout = Callout()
        pin.callout?.content = seed
        pin.callout?.tail = false
        pin.callout?.overlap = 15
        let items = AnnotationLayout(viewport: viewport, fonts: Self.fonts).place([pin]).items
        let frame = try #require(items.first { $0.id == "annotation/a/callout" }?.targets.first).shape.bounds
        #expect(abs(frame.maxY - (viewport.pixel(for: pin.coordinate).y - 36 + 15)) <= 0.5)
    }
}
