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
import TestSupport
import Testing

@Suite("Callouts") struct CalloutTests {
    static let fonts = FontLibrary(folders: testFontFolders.map(\.path), useSystemFonts: false)

    /// A view of 600 × 400 points in which a degree is some 120 of them.
    private func viewport(scale: Double, bearing: Double = 0) -> Viewport {
        Viewport(
            size: Size(width: 600, height: 400), scale: scale, center: Coordinate(latitude: 0, longitude: 0),
            zoom: 6.4, bearing: bearing)
    }

    private func hotel(_ latitude: Double, _ longitude: Double, id: String = "hotel") -> Annotation {
        var hotel = Annotation(
            id: id, at: Coordinate(latitude: latitude, longitude: longitude), view: .pin(), title: "Grand Hotel",
            subtitle: "全场一律15折")
        hotel.selected = true
        hotel.callout = Callout(
            left: CalloutAccessory(.button(.infoDark)), right: CalloutAccessory(.button(.detailDisclosure)))
        return hotel
    }

    private func place(_ annotations: [Annotation], _ viewport: Viewport) -> AnnotationLayout.Output {
        AnnotationLayout(viewport: viewport, fonts: Self.fonts).place(annotations)
    }

    /// The fill of a bubble: the last mark of its item.
    private func outline(_ placed: AnnotationLayout.Output, _ id: String) throws -> Path {
        let item = try #require(placed.items.first { $0.id == id })
        guard case .group(let group) = item.mark, case .fill(let path, _, _)? = group.marks.last else {
            throw Missing()
        }
        return path
    }

    struct Missing: Error {}

    /// Points on the path's curves; the outline's controls lie beyond its tip.
    private func samples(_ path: Path) -> [Point] {
        var (points, at) = ([Point](), 0)
        for verb in path.verbs {
            switch verb {
            case .move, .line: at += 1
            case .close: break
            case .curve:
                let p = Array(path.points[(at - 1)...(at + 2)])
                at += 3
                for step in 0...20 {
                    let t = Double(step) / 20
                    let (a, b, c) = (p[0].mix(p[1], t), p[1].mix(p[2], t), p[2].mix(p[3], t))
                    points.append(a.mix(b, t).mix(b.mix(c, t), t))
                }
            }
        }
        return points
    }

    @Test("the tip lies on its point", arguments: [1.0, 2, 3], [0.0, 37])
    func tip(scale: Double, bearing: Double) throws {
        let viewport = viewport(scale: scale, bearing: bearing)
        var hotel = hotel(0.3, 0.4)
        hotel.callout?.offset = Point(4, -10)
        let bubble = try outline(place([hotel], viewport), "annotation/hotel/callout")
        // A pin is 36 points high.
        let tip = viewport.pixel(for: hotel.coordinate) + Point(4, -46) * scale
        let lowest = try #require(samples(bubble).max { $0.y < $1.y })
        #expect(lowest.distance(to: tip) < 0.5)
    }

    @Test("pieces have names, in the order of painting") func ids() {
        let placed = place([hotel(0, 0)], viewport(scale: 1))
        #expect(
            placed.items.map(\.id) == [
                "annotation/hotel", "annotation/hotel/callout", "annotation/hotel/callout/title",
                "annotation/hotel/callout/subtitle", "annotation/hotel/callout/left", "annotation/hotel/callout/right",
            ])
        #expect(placed.items.dropFirst().allSatisfy { $0.role == .callout })
    }

    @Test("bubbles stay inside the map", arguments: [(0.0, -2.4), (0, 2.4), (1.6, 0), (1.6, 2.4), (-1.6, -2.4)])
    func inside(latitude: Double, longitude: Double) throws {
        let viewport = viewport(scale: 2)
        let hotel = hotel(latitude, longitude)
        let bubble = try outline(place([hotel], viewport), "annotation/hotel/callout").bounds
        #expect(viewport.pixelRect.contains(bubble))
        let pixel = viewport.pixel(for: hotel.coordinate)
        #expect(bubble.minX < pixel.x && pixel.x < bubble.maxX)
    }

    @Test("a bubble without room above hangs below") func flips() throws {
        let viewport = viewport(scale: 1)
        let bubble = try outline(place([hotel(1.6, 0)], viewport), "annotation/hotel/callout").bounds
        #expect(bubble.minY >= viewport.pixel(for: Coordinate(latitude: 1.6, longitude: 0)).y)
    }

    @Test("open callouts do not cover each other where there is room") func apart() throws {
        let hotels = [
            hotel(0, -0.5, id: "a"), hotel(0, 0.5, id: "b"), hotel(0.25, 0, id: "c"), hotel(-0.8, 0, id: "d"),
        ]
        let placed = self.place(hotels, viewport(scale: 1))
        let bubbles = try ["a", "b", "c", "d"].map { try outline(placed, "annotation/\($0)/callout").bounds }
        for (index, bubble) in bubbles.enumerated() {
            for other in bubbles[(index + 1)...] { #expect(!bubble.intersects(other)) }
        }
    }

    @Test("callouts reserve their area for label placement") func boxes() throws {
        let placed = place([hotel(0, 0)], viewport(scale: 2))
        let body = try outline(placed, "annotation/hotel/callout").bounds
        #expect(placed.boxes.contains { abs($0.minX - body.minX) < 1 && abs($0.maxX - body.maxX) < 1 })
    }

    @Test("a camera that fits counts the callout") func extent() {
        var closed = hotel(0, 0)
        closed.selected = false
        var extents = AnnotationExtents(fonts: Self.fonts)
        let (open, plain) = (extents.extent(of: hotel(0, 0)), extents.extent(of: closed))
        #expect(open.minY < plain.minY - 50)
        #expect(open.width > plain.width + 100)
    }

    @Test("a title that is too long ends with dots, and no bubble is wider than 280 points") func ellipsis() throws {
        var hotel = hotel(0, 0)
        hotel.title = String(repeating: "Grand Hotel ", count: 400)
        let placed = place([hotel], viewport(scale: 1))
        #expect(try outline(placed, "annotation/hotel/callout").bounds.width <= 280)
        let title = try #require(placed.items.first { $0.id.hasSuffix("/title") })
        guard case .glyphs(let run) = title.mark else { throw Missing() }
        #expect(run.text.hasSuffix("…"))
    }

    @Test(
        "a box needs both width and height",
        arguments: [
            (CalloutDetail(.box(.black), width: 20), false), (CalloutDetail(.box(.black), width: 20, height: 9), true),
        ]
    )
    func box(detail: CalloutDetail, isShown: Bool) {
        var hotel = hotel(0, 0)
        hotel.callout?.detail = detail
        let placed = place([hotel], viewport(scale: 1))
        #expect(placed.items.contains { $0.id.hasSuffix("/detail") } == isShown)
        #expect(!placed.items.contains { $0.id.hasSuffix("/subtitle") })
    }
}
