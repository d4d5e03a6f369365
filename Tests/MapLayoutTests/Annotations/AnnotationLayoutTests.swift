// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import MapText
import Synchronization
import TestSupport
import Testing

@Suite("Annotations") struct AnnotationLayoutTests {
    static let fonts = FontLibrary(folders: testFontFolders.map(\.path), useSystemFonts: false)
    static let image = AnnotationImage(
        Bitmap(width: 40, height: 20, pixels: Array(repeating: 0xFF00_0000, count: 800)), density: 2)

    private func viewport(scale: Double = 1, bearing: Double = 0) -> Viewport {
        Viewport(
            size: Size(width: 600, height: 400), scale: scale, center: Coordinate(latitude: 0, longitude: 0),
            zoom: 6.4, bearing: bearing)
    }

    private func place(
        _ annotations: [Annotation], _ viewport: Viewport, user: UserLocation? = nil,
        diagnostics: DiagnosticSink = DiagnosticSink()
    ) -> AnnotationLayout.Output {
        AnnotationLayout(
            viewport: viewport, fonts: Self.fonts, images: ["a.png": Self.image], diagnostics: diagnostics
        ).place(annotations, user)
    }

    private func annotation(_ id: String, _ latitude: Double = 0, _ longitude: Double = 0) -> Annotation {
        Annotation(id: id, at: Coordinate(latitude: latitude, longitude: longitude), view: .pin())
    }

    private func image(anchor: Point? = nil, offset: AnnotationOffset = AnnotationOffset()) -> Annotation {
        var image = annotation("image", 0.3, 0.4)
        image.view = .image("a.png")
        image.anchor = anchor
        image.centerOffset = offset
        return image
    }

    @Test("with leaders, each title of a cluster of markers has a place, off all others") func leaders() {
        let crowd = (0..<6).map { index in
            var marker = Annotation(
                id: "\(index)",
                at: Coordinate(latitude: Double(index % 3) * 0.12, longitude: Double(index / 3) * 0.15), view: .marker()
            )
            marker.title = "Place number \(index)"
            marker.displayPriority = 1000
            return marker
        }
        func output(_ annotations: [Annotation], leaders: Bool) -> AnnotationLayout.Output {
            AnnotationLayout(viewport: viewport(), fonts: Self.fonts, leaders: leaders).place(annotations)
        }
        let (plain, led) = (output(crowd, leaders: false), output(crowd, leaders: true))
        #expect(plain.omissions.contains { $0.reason == .noRoom })
        #expect(!led.omissions.contains { $0.reason == .noRoom })
        let untitled = crowd.map { marker in
            var marker = marker
            marker.title = nil
            return marker
        }
        let markers = output(untitled, leaders: true).boxes
        let captions = led.boxes.filter { !markers.contains($0) }
        #expect(captions.count == 6)
        for (index, box) in captions.enumerated() {
            #expect(!captions[(index + 1)...].contains { $0.intersects(box) }, "\(box)")
            #expect(!markers.contains { $0.inset(by: 3).intersects(box) }, "\(box)")
        }
    }

    @Test(
        "anchor and offset position the image",
        arguments: [
            (nil, AnnotationOffset(), Point(0.5, 0.5), Point.zero),
            (Point(0.5, 1), AnnotationOffset(), Point(0.5, 1), .zero),
            (Point(0, 0), AnnotationOffset(x: .points(3), y: .points(-4)), Point(0, 0), Point(3, -4)),
            (nil, AnnotationOffset(x: .points(0), y: .percent(-50)), Point(0.5, 1), .zero),
        ] as [(Point?, AnnotationOffset, Point, Point)],
        [(1.0, 0.0), (2, 0), (3, 0), (1, 37), (2, 37), (3, 37)])
    func anchor(
        given: (anchor: Point?, offset: AnnotationOffset, fraction: Point, shift: Point),
        view: (scale: Double, bearing: Double)
    ) throws {
        let scale = view.scale
        let viewport = viewport(scale: scale, bearing: view.bearing)
        let image = image(anchor: given.anchor, offset: given.offset)
        let bounds = try #require(place([image], viewport).items.first).bounds
        let anchored = Point(
            bounds.minX + given.fraction.x * bounds.width, bounds.minY + given.fraction.y * bounds.height)
        let wanted = viewport.pixel(for: image.coordinate) + given.shift * scale
        #expect(abs(anchored.x - wanted.x) <= 0.5001 && abs(anchored.y - wanted.y) <= 0.5001)
        #expect(bounds.width == 20 * scale)
    }

    @Test("an image that cannot be painted where it is shown is reported") func unpaintable() throws {
        let problems = Mutex<[String]>([])
        let report: AnnotationImage.Report = { problem, consequence in
            problems.withLock { $0.append("\(problem.code): \(consequence)") }
        }
        // 40,000 pixels wide in the marker's tint, more than there are in any surface.
        let strokes = (0..<2).map { y in
            VectorDrawing.Element.fill(
                .rectangle(Rect(x: 0, y: Double(y) * 4, width: 2000, height: 2)), .black, evenOdd: false)
        }
        let wide = AnnotationImage(
            VectorDrawing(size: Size(width: 2000, height: 8), elements: strokes), fonts: Self.fonts, images: [:],
            scale: 20, report: report)
        // 40,000 pixels wide at eight times its size.
        let icon = try SVGIcon(
            Array("<svg xmlns='http://www.w3.org/2000/svg' width='5000' height='1'><path d='M0 0h9v9z'/></svg>".utf8))
        let layout = AnnotationLayout(
            viewport: viewport(), fonts: Self.fonts,
            images: ["wide": wide, "a.png": try AnnotationImage(icon, scale: 1, maxPixels: 5000, report: report)],
            diagnostics: DiagnosticSink())
        var marker = annotation("marker")
        marker.view = .marker(Annotation.Marker(glyphImage: "wide"))
        _ = layout.place([marker], nil)
        #expect(problems.withLock { $0 } == ["render.unpaintable: it is left out"])
        var image = image()
        image.imageScale = 8
        #expect(layout.place([image], nil).items.count == 1)
        #expect(problems.withLock { $0.dropFirst() } == ["image.too-large: it is not sharp"])
    }

    @Test("an image of the output's density is copied pixel by pixel") func copies() throws {
        let item = try #require(place([image()], viewport(scale: 2)).items.first)
        guard case .group(let artwork) = item.mark, case .image(let mark)? = artwork.marks.first else {
            Issue.record("no image")
            return
        }
        #expect(mark.transform.a == 1 && mark.transform.tx == mark.transform.tx.rounded())
    }

    @Test("an image is drawn at its scale, and its anchor stays on the coordinate") func scaled() throws {
        var image = image(anchor: Point(0, 1))
        let own = try #require(place([image], viewport()).items.first).bounds
        image.imageScale = 2.5
        let bounds = try #require(place([image], viewport()).items.first).bounds
        #expect(abs(bounds.width - 2.5 * own.width) <= 1 && abs(bounds.height - 2.5 * own.height) <= 1)
        #expect(abs(bounds.minX - own.minX) <= 1 && abs(bounds.maxY - own.maxY) <= 1)
    }

    @Test("a turned image keeps its anchor on the coordinate") func turned() throws {
        var image = image(anchor: Point(0, 0))
        image.rotation = 90
        let bounds = try #require(place([image], viewport()).items.first).bounds
        let pixel = viewport().pixel(for: image.coordinate)
        #expect(abs(bounds.maxX - pixel.x) < 1e-6 && abs(bounds.minY - pixel.y) < 1e-6)
        #expect(abs(bounds.width - 10) < 1e-6)
    }

    @Test("an unknown image becomes a marker") func unknownImage() throws {
        var image = image()
        image.view = .image("b.png")
        let bounds = try #require(place([image], viewport()).items.first).bounds
        #expect(bounds.height > 30)
    }

    @Test("what is selected lies on top, then the higher zPriority, then the south, then the later one") func order() {
        var (low, high, chosen) = (annotation("low", -1), annotation("high", 1), annotation("chosen", 1.2))
        low.zPriority = 100
        high.zPriority = 600
        chosen.selected = true
        let all = [chosen, high, annotation("a", 0), annotation("south", -0.5), annotation("b", 0), low]
        let ids = place(all, viewport()).items.map { $0.id.dropFirst("annotation/".count) }
        #expect(ids == ["low", "a", "b", "south", "high", "chosen"])
    }

    @Test(
        "colliding markers yield by priority",
        arguments: [
            (nil, nil, Annotation.CollisionMode.rectangle, ["b"]), (750.0, nil, .rectangle, ["a"]),
            (1000, 1000, .rectangle, ["a", "b"]), (nil, nil, .none, ["a", "b"]), (nil, nil, .circle, ["a", "b"]),
        ] as [(Double?, Double?, Annotation.CollisionMode, [String])])
    func crowd(a: Double?, b: Double?, mode: Annotation.CollisionMode, shown: [String]) {
        var (first, second) = (annotation("a"), annotation("b", -0.2, 0.2))
        (first.view, second.view) = (.marker(), .marker())
        (first.displayPriority, second.displayPriority) = (a, b)
        (first.collisionMode, second.collisionMode) = (mode, mode)
        let diagnostics = DiagnosticSink()
        let ids = place([first, second], viewport(), diagnostics: diagnostics).items.map(\.id)
        #expect(ids == shown.map { "annotation/" + $0 })
        #expect(diagnostics.all.count == 2 - shown.count)
        #expect(diagnostics.all.allSatisfy { $0.severity == .note })
    }

    @Test(
        "a title that does not fit is omitted unless it is required",
        arguments: [Annotation.TextVisibility.adaptive, .visible])
    func captions(visibility: Annotation.TextVisibility) {
        var (north, south) = (annotation("north"), annotation("south", -0.34))
        (north.view, south.view) = (.marker(), .marker())
        (north.title, south.title) = ("North", "South")
        north.view = .marker(Annotation.Marker(titleVisibility: visibility))
        let count = place([north, south], viewport()).items.count
        #expect(count == (visibility == .visible ? 4 : 3))
    }

    @Test("the halo of accuracy is true in metres", arguments: [0.0, 60], [1.0, 2])
    func accuracy(latitude: Double, scale: Double) throws {
        let center = Coordinate(latitude: latitude, longitude: 10)
        let viewport = Viewport(
            size: Size(width: 600, height: 400), scale: scale, center: center, zoom: 14, bearing: 37)
        let placed = place([], viewport, user: UserLocation(at: center, accuracy: 500))
        let item = try #require(placed.items.first)
        #expect(item.id == "userLocation")
        let radius = 500 / WebMercator.metersPerPoint(at: latitude, zoom: 14) * scale
        #expect(abs(item.bounds.width / 2 - radius) < 2 * scale)
    }

    @Test("transparent annotations are blended as one") func alpha() throws {
        var pin = annotation("pin")
        pin.alpha = 0.4
        guard case .group(let artwork)? = place([pin], viewport()).items.first?.mark,
            case .group(let group)? = artwork.marks.first
        else {
            Issue.record("no group")
            return
        }
        #expect(group.opacity == 0.4)
    }
}
