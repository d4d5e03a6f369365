// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapText
import Testing

@Suite("Captions") struct CaptionTests {
    private func output(_ annotations: [Annotation]) -> AnnotationLayout.Output {
        let viewport = Viewport(
            size: Size(width: 600, height: 400), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 6)
        return AnnotationLayout(
            viewport: viewport, fonts: AnnotationLayoutTests.fonts, diagnostics: DiagnosticSink()
        ).place(annotations, nil)
    }

    private func marker(_ id: String, x: Double, y: Double = 0, title: String) -> Annotation {
        // At zoom 6 a degree is 91 points wide.
        Annotation(id: id, at: Coordinate(latitude: -y / 91, longitude: x / 91), title: title)
    }

    /// The baselines of the text of an item, from the top.
    private func baselines(_ item: DrawingItem) -> [Double] {
        guard case .group(let group) = item.mark else { return Set(item.mark.baselines).sorted() }
        return Set(group.marks.flatMap(\.baselines)).sorted()
    }

    @Test("a title of many words ends after three lines with an ellipsis") func lines() throws {
        let words = Array(repeating: "Kirkkokatu", count: 30).joined(separator: " ")
        let caption = try #require(output([marker("a", x: 0, title: words)]).items.first)
        #expect(baselines(caption).count == 3)
        #expect(caption.mark.lineTexts.joined().hasSuffix("…"))
        let short = try #require(output([marker("a", x: 0, title: "Kirkkokatu")]).items.first)
        #expect(baselines(short).count == 1)
        #expect(short.mark.lineTexts == ["Kirkkokatu"])
    }

    @Test("a title is as translucent as its marker") func translucent() throws {
        var pin = marker("a", x: 0, title: "Kirkkokatu")
        pin.alpha = 0.4
        let marks = output([pin]).items.map(\.mark)
        let opacities = marks.map { mark -> Double in
            // A marker's group places that of the annotation.
            if case .group(let group) = mark { group.opacity * (group.marks.first?.groupOpacity ?? 1) } else { 1 }
        }
        #expect(opacities == [0.4, 0.4])
    }

    @Test("a marker and its title are drawn one after the other, so that they are one group in SVG") func together() {
        let items = output([
            marker("a", x: -150, title: "West"), marker("b", x: 0, title: "Middle"), marker("c", x: 150, title: "East"),
        ]).items
        #expect(items.map(\.id) == ["a", "a", "b", "b", "c", "c"].map { "annotation/\($0)" })
    }
}

extension Mark {
    fileprivate var glyphRuns: [GlyphRun] {
        switch self {
        case .glyphs(let run): [run]
        case .group(let group): group.marks.flatMap(\.glyphRuns)
        default: []
        }
    }

    fileprivate var groupOpacity: Double? { if case .group(let group) = self { group.opacity } else { nil } }
    fileprivate var lineTexts: [String] { glyphRuns.map(\.text) }
    fileprivate var baselines: [Double] { glyphRuns.flatMap { $0.glyphs.map(\.origin.y) } }
}
