// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import TestSupport
import Testing

@Suite("Hit targets") struct HitTargetTests {
    private func viewport(_ scale: Double = 2) -> Viewport {
        Viewport(
            size: Size(width: 600, height: 400), scale: scale, center: Coordinate(latitude: 0, longitude: 0),
            zoom: 6.4)
    }

    private var hotel: Annotation {
        var hotel = Annotation(
            id: "hotel", at: Coordinate(latitude: 0, longitude: 0), view: .pin(), title: "Hotel",
            alt: "Hotel, north gate",
            href: "hotel.html")
        hotel.selected = true
        hotel.callout = Callout(
            left: CalloutAccessory(.button(.infoDark)),
            right: CalloutAccessory(.button(.detailDisclosure), id: "more", href: "more.html", label: "More"))
        return hotel
    }

    private func targets(_ annotations: [Annotation], _ user: UserLocation? = nil) -> [Target] {
        AnnotationLayout(viewport: viewport(), fonts: CalloutTests.fonts).place(annotations, user).items
            .flatMap(\.targets)
    }

    private func targets(_ overlays: [Overlay]) -> [Target] {
        OverlayLayout(viewport: viewport(), overlays: overlays, diagnostics: DiagnosticSink()).found(.aboveRoads).items
            .flatMap(\.targets)
    }

    @Test("an annotation, its callout and each part of that are targets, the accessories with their own texts")
    func annotation() throws {
        let targets = targets([hotel])
        #expect(
            targets.map(\.path) == [
                "annotation/hotel", "annotation/hotel/callout", "annotation/hotel/callout/title",
                "annotation/hotel/callout/left", "annotation/hotel/callout/right",
            ])
        #expect(targets.map(\.href) == ["hotel.html", "hotel.html", "hotel.html", "hotel.html", "more.html"])
        #expect(targets.map(\.name) == ["hotel", nil, nil, nil, "more"])
        #expect(targets.map(\.title) == ["Hotel", "Hotel", "Hotel", "Hotel", "More"])
        #expect(targets[0].alt == "Hotel, north gate")
    }

    @Test("accessories are hit in the whole height of the bubble, 44 points wide") func slots() throws {
        let targets = targets([hotel])
        let bubble = try #require(targets.first { $0.path.hasSuffix("/callout") }).shape.bounds
        let right = try #require(targets.first { $0.path.hasSuffix("/right") }).shape.bounds
        #expect(right.width >= 88)
        #expect(right.height >= 88)
        #expect(abs(right.maxX - bubble.maxX) < 1)
        #expect(bubble.height > right.height)
    }

    @Test("ids that look like paths do not become other paths") func escaped() {
        var twin = hotel
        twin.id = "hotel/callout"
        twin.selected = false
        #expect(Set(targets([hotel, twin]).map(\.path)).contains("annotation/hotel%2Fcallout"))
    }

    @Test("the user's dot is a target, as large as it is") func user() throws {
        let dot = try #require(
            targets([], UserLocation(at: Coordinate(latitude: 0, longitude: 0), accuracy: 1e6)).first)
        #expect(dot.path == "userLocation")
        #expect(dot.shape.contains(Point(600, 419)))
        #expect(!dot.shape.contains(Point(600, 421)))
    }

    @Test("a thin line is hit four points beside it, and no farther") func line() throws {
        let line = Polyline(
            [Coordinate(latitude: 0, longitude: -1), Coordinate(latitude: 0, longitude: 1)],
            strokeColor: .systemRed, lineWidth: .points(1))
        let target = try #require(targets([Overlay(.polyline(line), id: "walk", href: "walk.html")]).first)
        #expect((target.path, target.name, target.href) == ("overlay/walk", "walk", "walk.html"))
        #expect(target.shape.contains(Point(600, 408)))
        #expect(!target.shape.contains(Point(600, 408.1)))
    }

    @Test("lines of one stroke are targets of their own") func merged() {
        let lines = [-0.5, 0.5].map { latitude in
            Polyline(
                [Coordinate(latitude: latitude, longitude: -1), Coordinate(latitude: latitude, longitude: 1)],
                mergeStrokes: true)
        }
        let overlays = [Overlay(.polyline(lines[0]), id: "a"), Overlay(.polyline(lines[1]))]
        #expect(targets(overlays).map(\.path) == ["overlay/a", "overlay/1"])
        #expect(targets(overlays)[0].shape.bounds.minY > targets(overlays)[1].shape.bounds.maxY)
    }

    @Test("an area is hit inside, but not in its holes, filled or not") func area() throws {
        func ring(_ side: Double) -> [Coordinate] {
            [(-side, -side), (-side, side), (side, side), (side, -side)].map {
                Coordinate(latitude: $0.0, longitude: $0.1)
            }
        }
        for fill in [nil, Color.systemBlue] {
            let polygon = Polygon(ring(1), holes: [ring(0.3)], fillColor: fill)
            let target = try #require(targets([Overlay(.polygon(polygon))]).first)
            #expect(target.path == "overlay/0")
            #expect(!target.shape.contains(Point(600, 400)))
            #expect(target.shape.contains(Point(600, 520)))
        }
    }

    @Test("what a file of data holds has paths of its own, and all else keeps the number that it has in the scene")
    func data() {
        var scene = Scene()
        let file = DataOverlay(.geojson, .file("parks.geojson"))
        let circle = Overlay(.circle(Circle(center: Coordinate(latitude: 0, longitude: 0), radius: 1000)))
        scene.overlays = [Overlay(.data(file), id: "parks"), circle]
        scene.annotations = [Annotation(at: Coordinate(latitude: 1, longitude: 1))]
        let expanded = scene.expandingData { _, template, _ in
            var data = OverlayData()
            var part = template
            part.content = circle.content
            data.overlays = [part, part]
            data.annotations = [Annotation(at: Coordinate(latitude: 0, longitude: 0))]
            return data
        }
        let overlays = expanded.overlays.enumerated().map { $1.path(at: $0) }
        #expect(overlays == ["overlay/parks/shape/0", "overlay/parks/shape/1", "overlay/1"])
        let paths = expanded.annotations.enumerated().map { $1.path(at: $0) }
        #expect(paths == ["overlay/parks/place/0", "annotation/0"])
    }

    @Test("decorations and attribution are targets") func decorations() {
        let decorations = [
            Decoration(.compass(Compass(visibility: .visible)), id: "rose", alt: "North is up", href: "north.html"),
            Decoration(.scaleBar(ScaleBar())),
        ]
        let layout = DecorationLayout(
            decorations, viewport: viewport(), fonts: CalloutTests.fonts, images: [:], appearance: .light,
            attribution: nil, diagnostics: DiagnosticSink())
        let targets = layout.items.flatMap(\.targets)
        #expect(targets.map(\.path) == ["decoration/rose", "decoration/scaleBar-1"])
        #expect(targets.map(\.href) == ["north.html", nil])
        #expect(targets[0].alt == "North is up")
    }
}
