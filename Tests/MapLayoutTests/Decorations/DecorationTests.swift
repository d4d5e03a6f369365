// SPDX-License-Identifier: MIT
import Libc
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import MapText
import Testing

@Suite("Decorations") struct DecorationTests {
    struct Distance: Sendable {
        var limit: Double
        var units: ScaleBar.Units
        var meters: Double
        var text: String
    }

    static let distances: [Distance] = [
        Distance(limit: 1234, units: .metric, meters: 1000, text: "1 km"),
        Distance(limit: 999, units: .metric, meters: 500, text: "500 m"),
        Distance(limit: 2000, units: .metric, meters: 2000, text: "2 km"),
        Distance(limit: 0.37, units: .metric, meters: 0.2, text: "0.2 m"),
        Distance(limit: 7_000_000, units: .metric, meters: 5_000_000, text: "5000 km"),
        Distance(limit: 5000, units: .imperial, meters: 3218.688, text: "2 mi"),
        Distance(limit: 1000, units: .imperial, meters: 609.6, text: "2000 ft"),
        Distance(limit: 10, units: .imperial, meters: 6.096, text: "20 ft"),
        Distance(limit: 1852, units: .nautical, meters: 1852, text: "1 nm"),
        Distance(limit: 300, units: .nautical, meters: 185.2, text: "0.1 nm"),
        Distance(limit: 100, units: .nautical, meters: 92.6, text: "0.05 nm"),
    ]

    @Test("distances are round", arguments: distances)
    func round(_ expected: Distance) throws {
        let distance = try #require(RoundDistance(atMost: expected.limit, units: expected.units))
        #expect(abs(distance.meters - expected.meters) < 1e-6)
        #expect(distance.text == expected.text)
    }

    private let fonts = FontLibrary(folders: [], useSystemFonts: false)

    private func layout(
        _ decorations: [Decoration], bearing: Double = 0, scale: Double = 1, latitude: Double = 60, zoom: Double = 10,
        attribution: Rect? = nil, diagnostics: DiagnosticSink = DiagnosticSink()
    ) -> DecorationLayout {
        let view = Viewport(
            size: Size(width: 400, height: 300), scale: scale, center: Coordinate(latitude: latitude, longitude: 10),
            zoom: zoom, bearing: bearing)
        return DecorationLayout(
            decorations, viewport: view, fonts: fonts, images: [:], appearance: .light, attribution: attribution,
            diagnostics: diagnostics)
    }

    @Test("a text stands at its position with its box")
    func text() throws {
        var style = AnnotationTextStyle()
        (style.box, style.verticalPadding, style.horizontalPadding) = (.white, 10, 20)
        let title = Decoration(.text(ScreenText("Title", style: style)), location: .origin(Point(30, 40)))
        let map = layout([title])
        let box = try #require(map.boxes.first)
        #expect(box.minX == 30 && box.minY == 40)
        #expect(box.width >= 40 && box.height >= 20)
    }

    @Test("a text on a rectangle has its color around it, and on the map one that tells it apart")
    func halos() throws {
        func halo(_ color: Color?, on panel: Color?) throws -> Color? {
            var style = AnnotationTextStyle()
            style.color = color
            let text = Decoration(.text(ScreenText("Title", style: style)), location: .origin(Point(30, 40)))
            var rectangle = ScreenRectangle(width: .points(200), height: .points(100))
            rectangle.fillColor = panel
            let back = Decoration(.rectangle(rectangle), location: .origin(Point(10, 10)))
            let view = Viewport(
                size: Size(width: 400, height: 300), scale: 1, center: Coordinate(latitude: 60, longitude: 10), zoom: 10
            )
            let layout = DecorationLayout(
                panel == nil ? [text] : [back, text], viewport: view, fonts: MapFixture.fonts, images: [:],
                appearance: .light,
                attribution: nil, diagnostics: DiagnosticSink())
            guard case .group(let group)? = layout.items.last?.mark, case .glyphs(let run)? = group.marks.last else {
                return nil
            }
            return run.halo?.color
        }
        let dark = Color(rgb: 0x222222)
        #expect(try halo(.white, on: dark) == dark.opacity(0.92))
        #expect(try halo(nil, on: nil) == Color.white.opacity(0.92))
        let own = try #require(try halo(.white, on: nil))
        #expect(own.red < 0.2)
        #expect(try halo(.white, on: dark.opacity(0.2)) != dark.opacity(0.92))
    }

    @Test("a scale bar is true at its own latitude", arguments: [1.0, 2], [Decoration.Position.topLeft, .bottomRight])
    func scaleBar(scale: Double, position: Decoration.Position) throws {
        let margin = Size(width: 10, height: 10)
        let bar = Decoration(.scaleBar(ScaleBar()), location: .at(position, margin: margin))
        // At this zoom the top of the map is many degrees farther north than its bottom.
        let box = try #require(layout([bar], scale: scale, zoom: 3).boxes.first)
        let view = Viewport(
            size: Size(width: 400, height: 300), scale: scale, center: Coordinate(latitude: 60, longitude: 10), zoom: 3)
        let points = Transform.scale(1 / scale, 1 / scale).apply(box)
        let latitude = view.coordinate(at: Point(points.center.x, points.maxY)).latitude
        let meters = points.width * WebMercator.metersPerPoint(at: latitude, zoom: 3)
        let round = try #require(RoundDistance(atMost: meters * 1.0001, units: .metric))
        #expect(abs(round.meters / meters - 1) < 0.001)
        #expect(position == .topLeft ? points.minX == 10 : abs(points.maxX - 390) < 1e-9)
    }

    /// On a sphere with the Earth's equatorial radius, as Web Mercator has it.
    private func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let (p, q) = (a.latitude * .pi / 180, b.latitude * .pi / 180)
        let (dp, dl) = ((q - p) / 2, (b.longitude - a.longitude) * .pi / 360)
        let h = sin(dp) * sin(dp) + cos(p) * cos(q) * sin(dl) * sin(dl)
        return 2 * 6_378_137 * asin(h.squareRoot())
    }

    @Test("the bar spans its distance on the ground", arguments: [1.0, 2, 3], [0.0, 37])
    func measured(scale: Double, bearing: Double) throws {
        for (latitude, zoom) in [(0.0, 10.0), (60, 14), (-45, 8), (78, 12)] {
            let view = Viewport(
                size: Size(width: 400, height: 300), scale: scale,
                center: Coordinate(latitude: latitude, longitude: 10), zoom: zoom, bearing: bearing)
            let box = try #require(
                layout(
                    [Decoration(.scaleBar(ScaleBar()))], bearing: bearing, scale: scale, latitude: latitude, zoom: zoom
                ).boxes.first)
            let ends = [box.minX, box.maxX].map { view.coordinate(at: Point($0 / scale, box.maxY / scale)) }
            let meters = distance(ends[0], ends[1])
            let round = try #require(RoundDistance(atMost: meters * 1.01, units: .metric))
            #expect(abs(meters / round.meters - 1) < 0.01, "\(latitude): \(meters) m, \(round.text)")
        }
    }

    @Test("a compass hides at north unless asked") func compass() {
        #expect(layout([Decoration(.compass(Compass()))]).items.isEmpty)
        #expect(layout([Decoration(.compass(Compass()))], bearing: 10).items.count == 1)
        #expect(layout([Decoration(.compass(Compass(visibility: .visible)))]).items.count == 1)
        #expect(layout([Decoration(.compass(Compass(visibility: .hidden)))], bearing: 10).items.isEmpty)
    }

    @Test("decorations in one corner are stacked inwards, off the attribution") func stacking() {
        let margin = Size(width: 5, height: 5)
        let credit = Rect(x: 200, y: 286, width: 200, height: 14)
        let bars = (0..<2).map { _ in Decoration(.scaleBar(ScaleBar()), location: .at(.bottomRight, margin: margin)) }
        let boxes = layout(bars, attribution: credit).boxes
        #expect(boxes.count == 2)
        #expect(boxes.allSatisfy { !$0.intersects(credit) })
        #expect(!boxes[0].intersects(boxes[1]))
        #expect(boxes[1].maxY < boxes[0].minY)
    }

    private func legend(_ count: Int, height: Double = 300, diagnostics: DiagnosticSink = DiagnosticSink())
        -> DecorationLayout
    {
        let annotations = (0..<count).map { number in
            Annotation.marker("Place \(number)", at: Coordinate(latitude: 0, longitude: 0), glyph: String(number))
        }
        let view = Viewport(
            size: Size(width: 400, height: height), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 3)
        return DecorationLayout(
            [Decoration(.legend(Legend()))], viewport: view, fonts: fonts, images: [:], appearance: .light,
            attribution: nil, diagnostics: diagnostics, annotations: annotations)
    }

    @Test("a legend grows with its entries, and reports those that do not fit") func legends() throws {
        let diagnostics = DiagnosticSink()
        let (one, three) = (try #require(legend(1).boxes.first), try #require(legend(3).boxes.first))
        #expect(three.height == one.height + 44)
        let cut = legend(30, height: 200, diagnostics: diagnostics)
        #expect(try #require(cut.boxes.first).maxY <= 198)
        // The fonts are empty, which is reported, too.
        let warnings = diagnostics.all.filter { $0.path == "decorations[0]" }.map(\.message)
        #expect(warnings == ["\(cut.omissions.count) entries do not fit into the legend"])
        #expect(cut.omissions.last == Omission(id: "decoration/legend-0/29", text: "Place 29", reason: .noRoom))
    }

    @Test("a legend without numbers is not drawn, with a warning") func emptyLegend() {
        let diagnostics = DiagnosticSink()
        #expect(legend(0, diagnostics: diagnostics).items.isEmpty)
        #expect(diagnostics.all.map(\.message) == ["the legend has no entries and is not drawn"])
    }

    @Test("a rectangle is as large as asked, and moves nothing aside") func rectangle() {
        let sheet = Decoration(
            .rectangle(ScreenRectangle(width: .percent(100), height: .points(104))),
            location: .at(.bottom, margin: Size(width: 0, height: 0)))
        let bar = Decoration(
            .scaleBar(ScaleBar()), location: .at(.bottomLeft, margin: Size(width: 5, height: 5)))
        let boxes = layout([sheet, bar], attribution: Rect(x: 300, y: 290, width: 100, height: 10)).boxes
        #expect(boxes.first == Rect(x: 0, y: 196, width: 400, height: 104))
        #expect(boxes.last?.maxY == 295)
        var hidden = sheet
        hidden.isVisible = false
        #expect(layout([hidden]).items.isEmpty)
    }

    @Test("callouts keep clear of a sheet, unless it is seen through") func sheets() {
        func opaque(_ color: Color?) -> [Rect] {
            layout([
                Decoration(
                    .rectangle(ScreenRectangle(width: .percent(100), height: .points(104), fillColor: color)),
                    location: .at(.bottom, margin: Size(width: 0, height: 0)))
            ]).opaqueBoxes
        }
        #expect(opaque(nil) == [Rect(x: 0, y: 196, width: 400, height: 104)])
        #expect(opaque(Color.black.opacity(0.9)).count == 1)
        #expect(opaque(Color.black.opacity(0.2)).isEmpty)
    }

    @Test("an origin is the top-left corner; a center outside the map is a warning") func places() {
        let diagnostics = DiagnosticSink()
        let visible = Decoration.Content.compass(Compass(visibility: .visible))
        let boxes = layout(
            [
                Decoration(visible, location: .origin(Point(30, 40))),
                Decoration(visible, location: .center(Point(100, 100))),
                Decoration(visible, location: .center(Point(401, 100))),
            ], diagnostics: diagnostics
        ).boxes
        #expect(boxes.map(\.minX) == [30, 82])
        #expect(boxes.map(\.minY) == [40, 82])
        #expect(diagnostics.all.map(\.path) == ["decorations[2].center"])
    }

    /// Decorations of a map of another size; attribution and frames in points.
    private func layout(
        _ decorations: [Decoration], in size: Size, attribution: Rect? = nil, frames: [Rect] = [], numbers: Int = 0,
        diagnostics: DiagnosticSink = DiagnosticSink()
    ) -> DecorationLayout {
        let center = Coordinate(latitude: 60, longitude: 10)
        return DecorationLayout(
            decorations, viewport: Viewport(size: size, scale: 1, center: center, zoom: 10), fonts: MapFixture.fonts,
            images: [:], appearance: .light, attribution: attribution, diagnostics: diagnostics,
            annotations: (0..<numbers).map { .marker("Place number \($0)", at: center, glyph: String($0)) },
            frames: frames)
    }

    @Test("a legend that meets the attribution shrinks or moves, and is drawn whole") func legendAndAttribution() throws
    {
        let credit = Rect(x: 0, y: 170, width: 300, height: 30)
        let layout = layout(
            [Decoration(.legend(Legend(title: "Places")))], in: Size(width: 300, height: 200), attribution: credit,
            numbers: 6)
        let box = try #require(layout.boxes.first)
        #expect(!box.intersects(credit))
        #expect(Rect(x: 0, y: 0, width: 300, height: 200).contains(box))
        #expect(layout.omissions.isEmpty)
    }

    @Test("a scale bar is never wider than the map", arguments: Decoration.Position.allCases, [60.0, 90, 300])
    func wideScaleBar(position: Decoration.Position, width: Double) throws {
        let bar = Decoration(
            .scaleBar(ScaleBar(maxWidth: 2000)), location: .at(position, margin: Size(width: 12, height: 12)))
        let box = try #require(layout([bar], in: Size(width: width, height: 90)).boxes.first)
        #expect(Rect(x: 0, y: 0, width: width, height: 90).contains(box))
        let free = Decoration(.scaleBar(ScaleBar(maxWidth: 2000)), location: .origin(Point(20, 40)))
        #expect(try #require(layout([free], in: Size(width: width, height: 90)).boxes.first).maxX <= width)
    }

    @Test("a compass gives way to an annotation in its corner") func compassAndPins() throws {
        let pin = Rect(x: 260, y: 10, width: 30, height: 40)
        let compass = Decoration(.compass(Compass(visibility: .visible)))
        let box = try #require(layout([compass], in: Size(width: 300, height: 200), frames: [pin]).boxes.first)
        #expect(!box.intersects(pin))
        // Where the whole map is full of them it stays in its corner.
        let crowd = (0..<100).map { (index: Int) -> Rect in
            Rect(x: Double(index % 10) * 30, y: Double(index / 10) * 20, width: 30, height: 20)
        }
        let among = try #require(layout([compass], in: Size(width: 300, height: 200), frames: crowd).boxes.first)
        #expect(among == Rect(x: 252, y: 12, width: 36, height: 36))
    }

    @Test("a decoration without room is omitted and reported") func omitted() {
        let diagnostics = DiagnosticSink()
        let decorations = [
            Decoration(.compass(Compass(visibility: .visible)), id: "north"), Decoration(.legend(Legend())),
        ]
        let layout = layout(decorations, in: Size(width: 60, height: 25), numbers: 3, diagnostics: diagnostics)
        #expect(layout.items.isEmpty)
        #expect(layout.omissions.map(\.id) == ["decoration/north", "decoration/legend-1"])
        #expect(diagnostics.all.map(\.path) == ["decorations[0]", "decorations[1]"])
    }
}
