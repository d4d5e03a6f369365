// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapText
import TestSupport
import Testing

@Suite("Annotations and attribution") struct AnnotationOrderTests {
    private func fixture(
        _ annotations: [Annotation] = [], attribution: String = "", width: Double = 300, height: Double = 200
    )
        -> MapFixture
    {
        var fixture = MapFixture(
            layers: #"{"id": "b", "type": "background"}"#, sources: [:],
            view: Viewport(
                size: Size(width: width, height: height), scale: 1, center: Coordinate(latitude: 0, longitude: 0),
                zoom: 2))
        fixture.annotations = annotations
        fixture.attribution = AttributionLine(attribution)
        return fixture
    }

    @Test("what lies further south is drawn over what lies further north; in a row the later over the earlier")
    func order() throws {
        let positions: [(String, Double, Double)] = [
            ("south", -3, 0), ("north", 3, 0), ("east", 0, 2), ("west", 0, -2),
        ]
        let drawing = try fixture(
            positions.map { Annotation(id: $0.0, at: Coordinate(latitude: $0.1, longitude: $0.2), view: .pin()) }
        ).drawing()
        var ids: [String] = []
        for item in drawing.items(.annotation) where ids.last != item.id { ids.append(item.id) }
        #expect(ids == ["north", "east", "west", "south"].map { "annotation/\($0)" })
    }

    @Test(
        "in a turned map, what is lower in the image is drawn over what is higher",
        arguments: [
            (180.0, ["south", "west", "east", "north"]), (90, ["east", "south", "north", "west"]),
            (30, ["north", "east", "west", "south"]),
        ] as [(Double, [String])])
    func turned(bearing: Double, expected: [String]) throws {
        let positions: [(String, Double, Double)] = [
            ("south", -3, 0), ("north", 3, 0), ("west", 0, -2), ("east", 0, 2),
        ]
        var fixture = MapFixture(
            layers: #"{"id": "b", "type": "background"}"#, sources: [:],
            view: Viewport(
                size: Size(width: 300, height: 200), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 2,
                bearing: bearing))
        fixture.annotations = positions.map {
            Annotation(id: $0.0, at: Coordinate(latitude: $0.1, longitude: $0.2), view: .pin())
        }
        var ids: [String] = []
        for item in try fixture.drawing().items(.annotation) where ids.last != item.id { ids.append(item.id) }
        #expect(ids == expected.map { "annotation/\($0)" })
    }

    @Test("annotations lie over the map's labels and under nothing but the attribution")
    func roles() throws {
        let drawing = try fixture(
            [Annotation(at: Coordinate(latitude: 0, longitude: 0), title: "Here")], attribution: "© me"
        ).drawing()
        var roles: [DrawingItem.Role] = []
        for item in drawing.items where roles.last != item.role { roles.append(item.role) }
        #expect(roles.last == .attribution)
        #expect(roles.dropLast().last == .annotation)
    }

    @Test("what an item paints lies within its bounds", arguments: [Annotation.View.pin(), .marker()])
    func bounds(view: Annotation.View) throws {
        let drawing = try fixture(
            [
                Annotation(
                    at: Coordinate(latitude: 0, longitude: 0), view: view, title: "A title that is long enough to wrap")
            ],
            attribution: "© me"
        ).drawing()
        for item in drawing.items {
            let paintedPixels = try drawing.paintedPixels(of: item)
            for index in paintedPixels {
                let center = Point(Double(index % 300) + 0.5, Double(index / 300) + 0.5)
                #expect(item.bounds.inset(by: -0.5).contains(center))
            }
        }
    }

    @Test(
        "an attribution is never truncated: it wraps, then shrinks, and a symbol stands for it at last",
        arguments: [(600.0, 200.0), (300, 200), (160, 120), (100, 160), (90, 90)])
    func whole(width: Double, height: Double) throws {
        let text = "© OpenStreetMap contributors | Natural Earth | Someone else with a long name"
        let drawing = try fixture(attribution: text, width: width, height: height).drawing()
        let items = drawing.items(.attribution)
        var letters = ""
        let bounds = Rect(x: 0, y: 0, width: width, height: height)
        for item in items {
            guard case .glyphs(let run) = item.mark else { continue }
            letters += run.text
            for glyph in run.glyphs { #expect(bounds.contains(glyph.origin)) }
        }
        if width < 100 {
            #expect(letters.isEmpty)
            #expect(drawing.omissions.contains { $0.id == "attribution" && $0.text == text })
        } else {
            let short = text.replacing(" contributors", with: "")
            let drawn = letters.filter { !$0.isWhitespace }
            #expect([text, short].map { $0.filter { !$0.isWhitespace } }.contains(drawn))
        }
        for item in items.dropFirst() {
            let paintedPixels = try drawing.paintedPixels(of: item)
            // Ink in the outermost pixels would be a letter that the edge cuts.
            #expect(paintedPixels.allSatisfy { $0 % Int(width) < Int(width) - 1 && $0 / Int(width) < Int(height) - 1 })
        }
    }

    @Test("no attribution, no background", arguments: ["", " ", "\n"])
    func nothing(text: String) throws {
        #expect(try fixture(attribution: text).drawing().items(.attribution).isEmpty)
    }
}
