// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import Testing

@Suite("Colors, sizes and texts by data") struct ScaleTests {
    private func colors(_ scale: ColorScale, _ values: [String], isDark: Bool = false) throws -> ([String], [String]) {
        let diagnostics = DiagnosticSink()
        var data = DataOverlay(.geojson, .file(""))
        data.colorBy = scale
        let colors = try styled(data, values, isDark: isDark, diagnostics)
        return (colors.map(\.hexText), diagnostics.all.map(\.description))
    }

    @Test("of logarithmic classes, a single value above 0 has one of its own, and that is told") func lonelyLogarithm()
        throws
    {
        let (found, messages) = try colors(ColorScale("v", method: .log, classes: 5), ["-3", "0", "5"])
        #expect(found[0] == found[1] && found[1] != found[2])
        #expect(
            messages.contains {
                $0.contains(#"there are 2 classes instead of 5: no two values of "v" above 0 differ"#)
            }, "\(messages)")
    }

    @Test("values without a number have the color for no data, and are told of") func noData() throws {
        let scale = ColorScale("v", classes: 3, palette: .named("Blues"), noData: Color(rgb: 0x123456))
        let (found, messages) = try colors(scale, ["1", "2", "3", "null", #""""#, #""n/a""#])
        #expect(found == ["#deebf7", "#9ecae1", "#3182bd", "#123456", "#123456", "#123456"])
        #expect(messages.count == 1)
        #expect(messages.first?.contains(#"1 of 4 values of "v" are no numbers, such as "n/a""#) == true)
    }

    @Test("numbers that are written as texts are numbers") func texts() throws {
        let scale = ColorScale("v", classes: 3, palette: .named("Blues"))
        #expect(try colors(scale, [#""1""#, #""2""#, #""3""#]).0 == ["#deebf7", "#9ecae1", "#3182bd"])
    }

    @Test("whole numbers have no classes between them, which is told") func wholeNumbers() throws {
        let (found, messages) = try colors(ColorScale("v", palette: .colors([.black, .white])), ["1", "2"])
        #expect(found == ["#000000", "#ffffff"])
        #expect(
            messages.contains {
                $0.hasSuffix("there are 2 classes instead of 5: no whole number would be in the others")
            }, "\(messages)")
    }

    @Test("on dark maps a palette from light to dark is turned, and reverse turns it again") func dark() throws {
        var scale = ColorScale("v", classes: 3, palette: .named("Blues"))
        #expect(try colors(scale, ["1", "2", "3"], isDark: true).0 == ["#3182bd", "#9ecae1", "#deebf7"])
        scale.reverse = true
        #expect(try colors(scale, ["1", "2", "3"], isDark: true).0 == ["#deebf7", "#9ecae1", "#3182bd"])
        // A ramp that begins dark, and one with a middle, stay.
        scale = ColorScale("v", classes: 3, palette: .named("viridis"))
        #expect(try colors(scale, ["1", "2", "3"], isDark: true).0.first == "#440154")
        scale = ColorScale("v", classes: 3, palette: .named("RdBu"))
        #expect(try colors(scale, ["1", "2", "3"], isDark: true).0.first == "#ef8a62")
    }

    @Test("a ramp is spread over its breaks") func ramp() throws {
        let own = Palette.colors([Color(rgb: 0xFF0000), Color(rgb: 0xFFFFFF), Color(rgb: 0x0000FF)])
        let scale = ColorScale("v", method: .continuous, breaks: [-10, 0, 100], palette: own)
        #expect(
            try colors(scale, ["-20", "-10", "-5", "0", "50", "100", "1000"]).0
                == ["#ff0000", "#ff0000", "#ff8080", "#ffffff", "#8080ff", "#0000ff", "#0000ff"])
        let log = ColorScale("v", method: .continuousLog, palette: .colors([.black, .white]))
        #expect(try colors(log, ["1", "10", "100"]).0 == ["#000000", "#808080", "#ffffff"])
    }

    @Test("categories have colors by how many features they have, or their own") func categories() throws {
        let found = try colors(ColorScale("v"), [#""b""#, #""a""#, #""b""#]).0
        #expect(found == ["#66c2a5", "#fc8d62", "#66c2a5"])
        let own = ColorScale("v", categories: [.init("a", color: .black), .init("c", color: .white)])
        let (colors, messages) = try colors(own, [#""a""#, #""C""#])
        #expect(colors == ["#000000", "#9e9e9e"])
        #expect(messages.contains { $0.contains(#"did you mean "C"?"#) })
    }

    @Test("an unknown property is an error with the nearest name") func unknown() throws {
        let diagnostics = DiagnosticSink()
        var data = DataOverlay(.geojson, .file(""))
        data.colorBy = ColorScale("V2")
        data.label = DataLabel("{vv|0}")
        _ = try styled(data, ["1"], diagnostics)
        let messages = diagnostics.all.map(\.description)
        #expect(diagnostics.all.map(\.code) == [.dataNoProperty, .dataNoProperty])
        #expect(diagnostics.all.map(\.path) == ["overlays[0].colorBy.property", "overlays[0].label"])
        #expect(messages.first?.contains(#"no feature has the property "V2""#) == true)
    }

    @Test("the areas of circles are in proportion to values") func circles() throws {
        let text = """
            {"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"v": 100}, "geometry": {"type": "Point", "coordinates": [1, 2]}},
            {"type": "Feature", "properties": {"v": 25}, "geometry": {"type": "Point", "coordinates": [3, 4]}},
            {"type": "Feature", "properties": {"v": 0}, "geometry": {"type": "Point", "coordinates": [3, 5]}},
            {"type": "Feature", "properties": {"v": 100},
             "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]}}]}
            """
        var data = DataOverlay(.geojson, .file(""))
        data.sizeBy = SizeScale("v", maxSize: 40)
        data.label = DataLabel("{v|0} t")
        let sink = DiagnosticSink()
        let json = try JSONDocument(.geojson, file: "a.geojson", text: Array(text.utf8))
        let read = try #require(
            GeoJSONShapes.read(
                Field(json, diagnostics: sink), template: Overlay(.data(data)), style: data,
                in: DataSurroundings(diagnostics: sink)))
        #expect(read.overlays.isEmpty)
        let circles = read.annotations.filter { if case .image = $0.view { true } else { false } }
        #expect(circles.map(\.coordinate.longitude) == [1, 3, 2])
        #expect(circles.compactMap(diameter) == [40, 20, 40])
        let texts = read.annotations.compactMap { if case .text(let text, _) = $0.view { text } else { nil } }
        #expect(texts == ["100 t", "25 t", "100 t"])
        guard case .circles(let sizes, _, _)? = read.sections.first?.content else { Issue.record("no circles"); return }
        #expect(sizes.map(\.text) == ["100", "20"])
        #expect(sizes.first?.points == 40)
    }

    @Test("the text of a colored dot stands above it") func textsOfDots() throws {
        let text =
            #"{"type": "Feature", "properties": {"v": 1}, "geometry": {"type": "Point", "coordinates": [1, 2]}}"#
        var data = DataOverlay(.geojson, .file(""))
        (data.colorBy, data.label) = (ColorScale("v"), DataLabel("{v}"))
        let sink = DiagnosticSink()
        let json = try JSONDocument(.geojson, file: "a.geojson", text: Array(text.utf8))
        let read = try #require(
            GeoJSONShapes.read(
                Field(json, diagnostics: sink), template: Overlay(.data(data)), style: data,
                in: DataSurroundings(diagnostics: sink)))
        try #require(read.annotations.count == 2)
        let (dot, label) = (read.annotations[0], read.annotations[1])
        #expect(diameter(dot) == 9)
        #expect(label.anchor == Point(0.5, 1) && label.centerOffset.y == .points(-4.5))
        #expect(dot.resolvedZPriority < label.resolvedZPriority)
    }

    /// The diameter of the disc that an annotation shows.
    private func diameter(_ annotation: Annotation) -> Double? {
        guard case .image(let asset) = annotation.view, case .drawing(let drawing) = asset.source,
            case .fill(let path, _, _)? = drawing.elements.first
        else { return nil }
        let x = path.points.map(\.x)
        return (((x.max() ?? 0) - (x.min() ?? 0)) * 1000).rounded() / 1000
    }

    @Test("numbers are written as the language has them") func numbers() {
        func text(_ number: Double, _ pattern: String, _ language: String) -> String? {
            NumberPattern(pattern)?.text(number, NumberSymbols(language))
        }
        #expect(text(1234567.891, "#,##0.0", "en") == "1,234,567.9")
        #expect(text(1234567.891, "#,##0.0", "de") == "1.234.567,9")
        #expect(text(1234567.891, "#,##0.0", "fr") == "1\u{202F}234\u{202F}567,9")
        #expect(text(1234.5, "#,##0.0", "es") == "1234,5")
        #expect(text(1234567, "#,##0", "hi") == "12,34,567")
        #expect(text(0.256, "0.0 %", "fi") == "25,6 %")
        #expect(text(-3, "+0", "en") == "−3")
        #expect(text(3, "+0 €", "en") == "+3 €")
        #expect(text(2.50, "0.##", "en") == "2.5")
        #expect(text(12, "0", "ar") == "١٢")
        #expect(text(0.5, "0", "en") == "1")
        #expect(NumberPattern("abc") == nil)
    }

    /// The texts of classes, or along a ramp.
    private func legendTexts(_ scale: ColorScale, _ values: [Double], language: String = "en") throws -> [String] {
        let sink = DiagnosticSink()
        var data = DataOverlay(.geojson, .file(""))
        data.colorBy = scale
        let features = values.map {
            #"{"type": "Feature", "properties": {"v": \#($0)}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#
        }.joined(separator: ",")
        let text = #"{"type": "FeatureCollection", "features": [\#(features)]}"#
        let json = try JSONDocument(.geojson, file: "a.geojson", text: Array(text.utf8))
        let read = GeoJSONShapes.read(
            Field(json, diagnostics: sink), template: Overlay(.data(data)), style: data,
            in: DataSurroundings(language: language, diagnostics: sink))
        switch read?.sections.first?.content {
        case .classes(let rows, _): return rows.map(\.text)
        case .bar(_, let ticks): return ticks.map(\.text)
        default: return []
        }
    }

    @Test("a legend names classes by bounds that tell them apart") func legend() throws {
        #expect(try legendTexts(ColorScale("v", method: .equal, classes: 2), [1, 4, 9]) == ["1 – 5", "6 – 9"])
        #expect(try legendTexts(ColorScale("v", breaks: [5, 8]), [1, 4, 9]) == ["≤ 5", "5 – 8", "> 8"])
        #expect(
            try legendTexts(ColorScale("v", method: .equal, classes: 2), [0.5, 1.5, 2.5], language: "de")
                == ["0,5 – 1,5", "1,5 – 2,5"])
        #expect(try legendTexts(ColorScale("v", method: .continuous), [0, 87]) == ["0", "20", "40", "60", "80"])
        #expect(try legendTexts(ColorScale("v", method: .continuousLog), [1, 5000]) == ["1", "10", "100", "1,000"])
        #expect(try legendTexts(ColorScale("v", classes: 2, labels: ["low", "high"]), [1, 2]) == ["low", "high"])
        // Classes without a whole number are left out, and small numbers have the digits that tell them apart.
        #expect(try legendTexts(ColorScale("v"), [1, 2]) == ["1", "2"])
        #expect(try legendTexts(ColorScale("v", method: .equal), [0, 3]) == ["0", "1", "2", "3"])
        #expect(
            try legendTexts(ColorScale("v", method: .equal, classes: 2), [-1e-7, 3e-7])
                == ["−0.00000010 – 0.00000010", "0.00000010 – 0.00000030"])
        #expect(
            try legendTexts(ColorScale("v", method: .continuous), [0, 4e-7])
                == ["0.0000000", "0.0000001", "0.0000002", "0.0000003", "0.0000004"])
    }

    @Test(
        "breaks have their own decimals in a legend, whatever the values have",
        arguments: [
            ([5, 8], ["≤ 5", "5 – 8", "> 8"]),
            ([0.5, 8], ["≤ 0.5", "0.5 – 8.0", "> 8.0"]),
            ([100.25, 200], ["≤ 100.25", "100.25 – 200.00", "> 200.00"]),
            ([100.5, 200.5], ["≤ 100.5", "100.5 – 200.5", "> 200.5"]),
            ([1.0 / 3], ["≤ 0.3333", "> 0.3333"]),
            ([0.00001], ["≤ 0.00001", "> 0.00001"]),
            ([1000], ["≤ 1,000"]),
        ] as [([Double], [String])], [[0, 150, 900], [0.125, 150.25, 900.5]])
    func breaks(_ row: ([Double], [String]), _ values: [Double]) throws {
        #expect(try legendTexts(ColorScale("v", breaks: row.0), values) == row.1)
    }

    @Test("labels that are not as many as the classes have no effect, which is said") func wrongLabels() throws {
        let diagnostics = DiagnosticSink()
        var data = DataOverlay(.geojson, .file(""))
        data.colorBy = ColorScale("v", breaks: [5, 8], labels: ["low", "high"])
        _ = try styled(data, ["1", "4", "9"], diagnostics)
        #expect(diagnostics.all.map(\.code) == [.sceneNoEffect])
        #expect(diagnostics.all.first?.path == "overlays[0].colorBy.labels")
        #expect(diagnostics.all.first?.message.contains("each of 3 classes, found 2") == true)
    }

    @Test(
        "texts of tables are numbers where they can be read as one alone",
        arguments: [
            ("1.5", 1.5), (" 1.5 ", 1.5), ("1,5", 1.5), ("-52,55", -52.55), ("1,090", nil), ("1,090.5", nil),
            ("1e3", 1000), ("", nil), ("  ", nil), ("a1", nil), ("nan", nil), ("1.", 1), ("1 5", nil),
        ] as [(String, Double?)])
    func datum(text: String, number: Double?) { #expect(JSONNode.text(text).datum == number) }
}
