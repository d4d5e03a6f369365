// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapText
import TestSupport
import Testing

@Suite("Callouts and captions without room") struct CrowdedMapTests {
    private static let fonts = FontLibrary(folders: testFontFolders.map(\.path), useSystemFonts: false)
    private let diagnostics = DiagnosticSink()

    private func viewport(_ width: Double, _ height: Double) -> Viewport {
        Viewport(
            size: Size(width: width, height: height), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 6.4
        )
    }

    /// An annotation at a point of the map.
    private func annotation(_ id: String, at point: Point, in viewport: Viewport, marker: Bool = false) -> Annotation {
        let coordinate = viewport.coordinate(at: point)
        var annotation = Annotation(
            id: id, at: coordinate, view: marker ? .marker(Annotation.Marker()) : .pin(), title: "Grand Hotel \(id)",
            subtitle: "Open until ten")
        annotation.selected = !marker
        annotation.canShowCallout = true
        annotation.displayPriority = Annotation.DisplayPriority.required
        return annotation
    }

    private func place(_ annotations: [Annotation], in viewport: Viewport, avoiding obstacles: [Rect] = [])
        -> AnnotationLayout.Output
    {
        let layout = AnnotationLayout(viewport: viewport, fonts: Self.fonts, diagnostics: diagnostics)
        return layout.place(layout.stack(annotations), avoiding: obstacles)
    }

    /// The outlines of bubbles by the id of their annotation.
    private func bubbles(_ output: AnnotationLayout.Output) -> [String: Rect] {
        var bubbles: [String: Rect] = [:]
        for item in output.items where item.id.hasSuffix("/callout") {
            guard case .group(let group) = item.mark, case .fill(let path, _, _)? = group.marks.last else { continue }
            bubbles[item.id] = path.bounds
        }
        return bubbles
    }

    @Test(
        "a callout is drawn whole, or omitted and reported",
        arguments: [(60.0, 200.0), (90, 70), (120, 90), (150, 150), (200, 150), (300, 200), (800, 600)])
    func whole(width: Double, height: Double) {
        let viewport = viewport(width, height)
        let attribution = Rect(x: width * 0.3, y: height - 15, width: width * 0.7, height: 15)
        let annotations = [(0.0, 0.0), (21, 3), (-18, 11), (10, -14), (-15, -10)].enumerated().map { index, offset in
            annotation(
                "\(index)", at: Point(width / 2 + offset.0, height / 2 + offset.1), in: viewport)
        }
        let output = place(annotations, in: viewport, avoiding: [attribution])
        let bubbles = bubbles(output)
        for (id, bubble) in bubbles {
            #expect(bubble.minX >= -0.5 && bubble.minY >= -0.5 && bubble.maxX <= width + 0.5, "\(id)")
            #expect(!bubble.inset(by: 1).intersects(attribution), "\(id)")
            // The bubble's own box: without its tail.
            for (other, box) in bubbles where other < id {
                let overlap = bubble.intersection(box)
                #expect(overlap.isNull || overlap.width <= 12 || overlap.height <= 12, "\(id), \(other)")
            }
        }
        let omitted = output.omissions.filter { $0.id.hasSuffix("/callout") }
        #expect(bubbles.count + omitted.count == 5)
        #expect(diagnostics.all.contains { $0.message.contains("callouts") } == !omitted.isEmpty)
        if width >= 800 { #expect(omitted.count <= 1) }
    }

    @Test("the callout of an annotation outside the map is drawn whole or not at all")
    func outside() {
        let viewport = viewport(300, 200)
        let points = [Point(340, 100), Point(150, 210), Point(150, -30), Point(-20, 60), Point(310, 100)]
        let annotations = points.enumerated().map { annotation("\($0.offset)", at: $0.element, in: viewport) }
        let output = place(annotations, in: viewport)
        let room = Rect(x: -0.5, y: -0.5, width: 301, height: 231)
        for bubble in bubbles(output).values { #expect(room.contains(bubble)) }
        #expect(
            output.omissions.contains(Omission(id: "annotation/0/callout", text: "Grand Hotel 0", reason: .outside)))
    }

    @Test("no caption is covered by a callout or a decoration") func captions() {
        let viewport = viewport(300, 200)
        let compass = Rect(x: 200, y: 120, width: 36, height: 36)
        var annotations = [annotation("open", at: Point(150, 100), in: viewport)]
        for (index, point) in [
            Point(120, 45), Point(170, 60), Point(210, 80), Point(218, 110), Point(60, 120), Point(50, 30),
        ]
        .enumerated() {
            annotations.append(annotation("m\(index)", at: point, in: viewport, marker: true))
        }
        let output = place(annotations, in: viewport, avoiding: [compass])
        let captions = output.items.filter { $0.role == .annotation && $0.mark.isGlyphs }.map(\.bounds)
        #expect(!captions.isEmpty)
        let covering = bubbles(output).values + [compass]
        for caption in captions { #expect(!covering.contains { $0.inset(by: 3).intersects(caption.inset(by: 3)) }) }
    }
}

extension Mark {
    fileprivate var isGlyphs: Bool {
        switch self {
        case .glyphs: true
        case .group(let group): group.marks.allSatisfy(\.isGlyphs)
        default: false
        }
    }
}
