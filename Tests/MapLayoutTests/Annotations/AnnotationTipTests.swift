// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapText
import TestSupport
import Testing

/// What marks a coordinate marks it to half a pixel; measured on what is painted, not on what was meant to be.
@Suite("Annotation tips lie on their coordinates") struct AnnotationTipTests {
    static let fonts = FontLibrary(folders: testFontFolders.map(\.path), useSystemFonts: false)

    private func viewport(_ scale: Double, _ bearing: Double) -> Viewport {
        Viewport(
            size: Size(width: 320, height: 240), scale: scale, center: Coordinate(latitude: 0, longitude: 0), zoom: 6.4,
            bearing: bearing)
    }

    /// A coordinate between pixels.
    private let coordinate = Coordinate(latitude: -0.213, longitude: 0.137)

    private func items(_ annotation: Annotation, _ viewport: Viewport) -> [DrawingItem] {
        AnnotationLayout(viewport: viewport, fonts: Self.fonts).place([annotation]).items
    }

    /// Points on the edges of all filled paths of an item.
    private func edges(_ mark: Mark) -> [Point] {
        switch mark {
        case .group(let group): group.marks.flatMap(edges)
        case .fill(let path, _, .linearGradient), .fill(let path, _, .color): path.samples
        default: []
        }
    }

    @Test("of pins", arguments: [1.0, 2, 3], [0.0, 37]) func pin(scale: Double, bearing: Double) throws {
        try expectTip(.pin(), scale, bearing)
    }

    @Test("of markers", arguments: [1.0, 2, 3], [0.0, 37]) func marker(scale: Double, bearing: Double) throws {
        try expectTip(.marker(), scale, bearing)
    }

    private func expectTip(_ view: Annotation.View, _ scale: Double, _ bearing: Double) throws {
        let viewport = viewport(scale, bearing)
        let item = try #require(items(Annotation(at: coordinate, view: view), viewport).first)
        let tip = try #require(edges(item.mark).max { $0.y < $1.y })
        let pixel = viewport.pixel(for: coordinate)
        #expect(abs(tip.x - pixel.x) < 0.5 && abs(tip.y - pixel.y) < 0.5)
    }

    @Test("of user locations", arguments: [1.0, 2, 3], [0.0, 37]) func user(scale: Double, bearing: Double) throws {
        let viewport = viewport(scale, bearing)
        let placed = AnnotationLayout(viewport: viewport, fonts: Self.fonts).place([], UserLocation(at: coordinate))
        let edges = edges(try #require(placed.items.first).mark)
        var box = Rect.null
        edges.forEach { box.extend(to: $0) }
        #expect(box.center.distance(to: viewport.pixel(for: coordinate)) < 0.5)
    }

    @Test(
        "of callouts at every side", arguments: Callout.Placement.allCases,
        [(1.0, 0.0), (2, 0), (3, 0), (1, 37), (2, 37), (3, 37)])
    func callout(side: Callout.Placement, view: (scale: Double, bearing: Double)) throws {
        let viewport = viewport(view.scale, view.bearing)
        var pin = Annotation(id: "a", at: coordinate, view: .pin(), title: "Hotel")
        pin.selected = true
        pin.callout = Callout()
        pin.callout?.placement = side
        let drawn = items(pin, viewport)
        let bubble = try #require(drawn.first { $0.id == "annotation/a/callout" })
        guard case .group(let group) = bubble.mark, let last = group.marks.last else {
            Issue.record("no bubble")
            return
        }
        // The outermost point at the side that faces the pin, whose frame is 16 points wide and 38 high.
        let pixel = viewport.pixel(for: coordinate)
        let samples = edges(last)
        let (found, wanted): (Point?, Point) =
            switch side {
            case .top: (samples.max { $0.y < $1.y }, Point(0, -36))
            case .bottom: (samples.min { $0.y < $1.y }, Point(0, 2))
            case .left: (samples.max { $0.x < $1.x }, Point(-8, -28))
            case .right: (samples.min { $0.x < $1.x }, Point(8, -28))
            }
        #expect(try #require(found).distance(to: pixel + wanted * view.scale) < 0.5)
    }

    @Test("of callouts near the edge of the map", arguments: [-1.25, -1.2, -1.15, -1.05, -0.9, 1.25, 1.15, 1])
    func edge(longitude: Double) throws {
        let viewport = viewport(3, 0)
        var pin = Annotation(id: "a", at: Coordinate(latitude: 0, longitude: longitude), view: .pin(), title: "Hotel")
        pin.selected = true
        pin.callout = Callout()
        let bubble = try #require(items(pin, viewport).first { $0.id == "annotation/a/callout" })
        guard case .group(let group) = bubble.mark, let last = group.marks.last else {
            Issue.record("no bubble")
            return
        }
        let tip = try #require(edges(last).max { $0.y < $1.y })
        #expect(tip.distance(to: viewport.pixel(for: pin.coordinate) + Point(0, -36 * 3)) < 0.5)
    }
}

extension Path {
    /// Points along its lines and curves.
    var samples: [Point] {
        var (points, at) = ([Point](), 0)
        for verb in verbs {
            switch verb {
            case .move, .line:
                points.append(self.points[at])
                at += 1
            case .close: break
            case .curve:
                let p = Array(self.points[(at - 1)...(at + 2)])
                at += 3
                for step in 0...40 {
                    let t = Double(step) / 40
                    let (a, b, c) = (p[0].mix(p[1], t), p[1].mix(p[2], t), p[2].mix(p[3], t))
                    points.append(a.mix(b, t).mix(b.mix(c, t), t))
                }
            }
        }
        return points
    }
}
