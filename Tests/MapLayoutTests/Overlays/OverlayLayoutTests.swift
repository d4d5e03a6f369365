// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapScene
import Testing

@Suite("Overlays in the drawing") struct OverlayLayoutTests {
    private func c(_ longitude: Double, _ latitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)
    }

    private func viewport(scale: Double = 1, bearing: Double = 0, zoom: Double = 12) -> Viewport {
        Viewport(
            size: Size(width: 200, height: 150), scale: scale, center: c(24.94, 60.17), zoom: zoom, bearing: bearing)
    }

    private func items(_ overlays: [Overlay], _ viewport: Viewport) -> [DrawingItem] {
        OverlayLayout(viewport: viewport, overlays: overlays, diagnostics: DiagnosticSink()).found(.aboveRoads).items
    }

    private func strokes(_ mark: Mark) -> [(Path, StrokeStyle)] {
        switch mark {
        case .stroke(let path, let style, _): [(path, style)]
        case .group(let group): group.marks.flatMap(strokes)
        default: []
        }
    }

    @Test("dashes too fine to be seen are one stroke of all pieces of the line", arguments: [(0.1, 1), (3, 3)])
    func fineDashes(length: Double, count: Int) throws {
        // Leaves the image twice.
        let line = [
            c(24.93, 60.168), c(24.94, 61), c(24.941, 60.172), c(25.5, 60.1), c(24.945, 60.169), c(24.94, 60.17),
        ]
        let style = LineStyle(lineDashPattern: [length, length])
        let item = try #require(items([Overlay(.polyline(Polyline(line, style: style)))], viewport()).first)
        #expect(strokes(item.mark).count == count)
        #expect(strokes(item.mark).allSatisfy { $0.1.dash.isEmpty == (count == 1) })
    }

    private func fog(_ mark: Mark) -> MaskedFill? {
        switch mark {
        case .maskedFill(let fill): fill
        case .group(let group): group.marks.first.flatMap(fog)
        default: nil
        }
    }

    @Test("fog ends with the world on a turned or tilted map", arguments: [(70.0, 0.0, 70.0), (85, 30, 0)])
    func fogAtTheEnd(latitude: Double, bearing: Double, pitch: Double) throws {
        let view = Viewport(
            size: Size(width: 400, height: 300), scale: 1, center: c(0, latitude), zoom: 2, bearing: bearing,
            tilt: Tilt(pitch: pitch))
        var map = MapFixture(layers: #"{"id": "ground", "type": "background"}"#, sources: [:], view: view)
        map.overlays = [Overlay(.fog(Fog(color: .systemRed, reveal: [])))]
        let image = try map.image()
        #expect(image.pixel(200, 40) >> 24 == 0)
        #expect(image.pixel(200, 250) >> 16 & 255 > 100)
    }

    @Test("a large circle has fewer corners in each tile of a terrain") func drapedCircle() {
        let view = viewport(zoom: 14)
        let circle = Overlay(.circle(Circle(center: c(24, 55), radius: 2_000_000)), level: .aboveRoads)
        var limits = RenderLimits.generous
        limits.vertices = 2000
        func count(_ view: Viewport) -> Int { RenderBudget(limits).run { items([circle], view).count } }
        #expect(count(view) == 0)
        #expect(count(view.draped(Drape(camera: view, tile: TileID(z: 14, x: 9326, y: 4745), wrap: 0))) == 1)
    }

    @Test("fog along lines that are wider than the map is one hole", arguments: [-5.0, 0, 12], [0.0, 40])
    func wideHole(zoom: Double, bearing: Double) throws {
        let view = viewport(bearing: bearing, zoom: zoom)
        let line = [c(24.93, 60.168), c(24.94, 60.172)]
        for (track, width, isWhole) in [(line, 3000.0, true), (line, 60, false), ([line[0]], 3000, true)] {
            let reveal = Fog.Reveal(.line(track), reach: .width(width))
            let item = try #require(items([Overlay(.fog(Fog(reveal: [reveal])), level: .aboveRoads)], view).first)
            let fill = try #require(fog(item.mark))
            let hole = try #require(fill.holes.first)
            #expect(hole.isFilled == isWhole)
            #expect(fill.holes.count == 1)
            if isWhole {
                #expect(hole.path.points.count == 4 && Rect(around: hole.path.points).contains(view.groundRect))
            }
        }
    }

    @Test(
        "of a line that is wider than the map, the area is painted that is seen",
        arguments: [[], [10, 10]] as [[Double]])
    func wideLine(_ dash: [Double]) throws {
        // Thousands of corners.
        let line = (0..<4000).map { c(24.93 + Double($0) / 1e5, 60.168 + Double($0 % 2) / 1e5) }
        let view = viewport()
        let style = LineStyle(lineWidth: .points(5000), lineJoin: .miter, miterLimit: 450, lineDashPattern: dash)
        let item = try #require(items([Overlay(.polyline(Polyline(line, style: style)))], view).first)
        guard case .fill(let area, .nonZero, _) = item.mark else { return #expect(Bool(false), "no area") }
        #expect(area.points.count == 4 && Rect(around: area.points).contains(view.groundRect))
    }

    @Test("vertices lie on the pixel that project gives", arguments: [1.0, 2, 3], [0.0, 37])
    func vertices(scale: Double, bearing: Double) throws {
        let line = [c(24.93, 60.168), c(24.94, 60.172), c(24.945, 60.169)]
        let view = viewport(scale: scale, bearing: bearing)
        let item = try #require(items([Overlay(.polyline(Polyline(line)), id: "walk")], view).first)
        #expect(item.id == "overlay/walk")
        #expect(item.role == .overlay)
        let path = try #require(strokes(item.mark).first?.0)
        #expect(path.points.count == 3)
        for (point, place) in zip(path.points, line) {
            #expect(point.distance(to: view.point(for: place) * scale) < 0.01)
        }
        #expect(strokes(item.mark).first?.1.width == 3 * scale)
    }

    @Test("colors of corners stay where the corners were, though the line is simplified") func cornerColors() throws {
        // To and fro within a fifth of a pixel, which is long and is left out; then far away.
        let noise = (0..<2000).map { c(24.93 + Double($0 % 2) * 0.0000005, 60.17) }
        let line = noise + [c(24.94, 60.17), c(24.95, 60.17)]
        var polyline = Polyline(line, style: LineStyle(lineWidth: .points(4)), simplify: 1)
        polyline.gradient = Polyline.Gradient(noise.map { _ in .black } + [.black, .white])
        polyline.gradient?.followsCorners = true
        let view = viewport(zoom: 13)
        let item = try #require(items([Overlay(.polyline(polyline))], view).first)
        func pieces(_ mark: Mark) -> [(x: Double, color: Color)] {
            switch mark {
            case .stroke(let path, _, let color): [(path.points.map(\.x).max() ?? 0, color)]
            case .group(let group): group.marks.flatMap(pieces)
            default: []
            }
        }
        // From there on the color changes evenly up to a corner beyond the edge.
        let (middle, end) = (view.point(for: c(24.94, 60.17)).x, view.point(for: c(24.95, 60.17)).x)
        for piece in pieces(item.mark) {
            let expected = max(0, (piece.x - middle) / (end - middle))
            #expect(abs(piece.color.red - expected) < 0.03, "\(piece)")
        }
        #expect(pieces(item.mark).contains { $0.color.red > 0.8 })
    }

    @Test("dashes of a gradient have caps of their own, and no piece shows through another") func dashedGradient()
        throws
    {
        var style = LineStyle(lineWidth: .points(10), lineDashPattern: [20, 16])
        style.lineCap = .round
        var polyline = Polyline([c(24.93, 60.17), c(24.95, 60.17)], style: style)
        polyline.gradient = Polyline.Gradient([Color(red: 1, green: 0, blue: 0, alpha: 0.5), .black.opacity(0.5)])
        let item = try #require(items([Overlay(.polyline(polyline))], viewport(zoom: 13)).first)
        func groups(_ mark: Mark) -> [Group] {
            if case .group(let group) = mark { [group] + group.marks.flatMap(groups) } else { [] }
        }
        let pieces = try #require(groups(item.mark).first { $0.opacity == 0.5 }).marks.flatMap(strokes)
        let length = try #require(pieces.last?.0.points.last).distance(to: try #require(pieces.first?.0.points.first))
        let dashes = pieces.filter { $0.1.cap == .round }
        #expect(pieces.allSatisfy { $0.1.dash.isEmpty } && abs(Double(dashes.count) / 2 - length / 36) < 2)
    }

    @Test("a width in metres is that wide on the ground") func meters() throws {
        let view = viewport(scale: 2)
        let style = LineStyle(lineWidth: .meters(500))
        let item = try #require(
            items([Overlay(.polyline(Polyline([c(24.93, 60.17), c(24.95, 60.17)], style: style)))], view).first)
        let width = try #require(strokes(item.mark).first?.1.width)
        #expect(abs(width - 500 / view.metersPerPoint * 2) < 0.01)
    }

    @Test("dashes continue where the line re-enters the map") func dashes() throws {
        let view = viewport()
        let style = LineStyle(lineDashPattern: [10, 5])
        let far = [c(24.90, 60.17), c(24.94, 60.17), c(24.94, 60.30), c(24.95, 60.30), c(24.95, 60.17)]
        let item = try #require(items([Overlay(.polyline(Polyline(far, style: style)))], view).first)
        let parts = strokes(item.mark)
        #expect(parts.count == 2)
        let whole = far.map { view.pixel(for: $0) }
        for (path, style) in parts {
            let start = try #require(path.points.first)
            // The length along the whole line up to this part's beginning.
            var before = 0.0
            for (a, b) in zip(whole, whole.dropFirst()) {
                let (da, db) = (a.distance(to: start), start.distance(to: b))
                if abs(da + db - a.distance(to: b)) < 1e-6 {
                    before += da
                    break
                }
                before += a.distance(to: b)
            }
            #expect(abs(style.dashPhase - before) < 1e-6)
        }
    }

    @Test("a line across the antimeridian is one short line") func antimeridian() throws {
        let view = Viewport(size: Size(width: 300, height: 200), scale: 1, center: c(180, 0), zoom: 2)
        let item = try #require(items([Overlay(.polyline(Polyline([c(170, 0), c(-170, 0)])))], view).first)
        let path = try #require(strokes(item.mark).first?.0)
        #expect(abs(path.bounds.width - 20.0 / 360 * 2048) < 0.01)
    }

    @Test("a small world shows the line in each of its copies") func copies() throws {
        let view = Viewport(size: Size(width: 600, height: 100), scale: 1, center: c(0, 0), zoom: -2)
        let item = try #require(items([Overlay(.polyline(Polyline([c(0, 0), c(40, 10)])))], view).first)
        #expect(try #require(strokes(item.mark).first?.0).verbs.count { $0 == .move } == 5)
    }

    @Test("merged lines are one stroke") func merged() throws {
        var a = Polyline([c(24.93, 60.17), c(24.95, 60.17)])
        a.mergeStrokes = true
        var b = Polyline([c(24.94, 60.16), c(24.94, 60.18)])
        b.mergeStrokes = true
        let drawn = items([Overlay(.polyline(a), alpha: 0.5), Overlay(.polyline(b), alpha: 0.5)], viewport())
        #expect(drawn.count == 1)
        #expect(strokes(try #require(drawn.first).mark).count == 1)
    }

    @Test("features that cover what is below are painted each by itself, their parts at once") func features() {
        func part(_ feature: Int, _ latitude: Double, _ color: Color) -> Overlay {
            let line = Polyline(
                [c(24.93, latitude), c(24.95, latitude)], style: LineStyle(strokeColor: color), mergeStrokes: true)
            var overlay = Overlay(.polyline(line), id: "data")
            overlay.feature = feature
            return overlay
        }
        func drawn(_ color: Color) -> [DrawingItem] {
            items([part(1, 60.17, color), part(1, 60.171, color), part(2, 60.172, color)], viewport())
        }
        #expect(drawn(.black).count == 2)
        #expect(drawn(.black.opacity(0.5)).count == 1)
    }

    @Test("bounds hold the line, its casing and its arrows") func bounds() throws {
        let style = LineStyle(lineWidth: .points(8), casing: LineStyle.Casing(width: 3))
        let line = Polyline([c(24.94, 60.165), c(24.94, 60.175)], style: style, arrows: Polyline.Arrows())
        let item = try #require(items([Overlay(.polyline(line))], viewport()).first)
        #expect(item.bounds.width >= 14)
    }

    @Test("a circle is true on the ground", arguments: [0.0, 60])
    func circle(latitude: Double) throws {
        let view = Viewport(size: Size(width: 400, height: 400), scale: 1, center: c(20, latitude), zoom: 12)
        let overlay = Overlay(.circle(Circle(center: c(20, latitude), radius: 1000)))
        let item = try #require(items([overlay], view).first)
        let path = try #require(strokes(item.mark).first?.0)
        let wanted = 2000 / view.metersPerPoint
        #expect(abs(path.bounds.width / wanted - 1) < 0.007)
        #expect(abs(path.bounds.height / wanted - 1) < 0.007)
    }

    @Test("a circle over a pole has no edge where the map ends") func circleOverPole() throws {
        let view = Viewport(size: Size(width: 600, height: 400), scale: 1, center: c(20, 70), zoom: 0.3)
        let item = try #require(items([Overlay(.circle(Circle(center: c(20, 84), radius: 1_000_000)))], view).first)
        let top = view.pixel(for: c(20, 90)).y
        let lines = strokes(item.mark).flatMap { $0.0.flatFigures.map(\.points) }
        #expect(!lines.isEmpty)
        for line in lines {
            #expect(line.count > 20)
            #expect(zip(line, line.dropFirst()).allSatisfy { max($0.y, $1.y) > top + 1e-6 })
        }
    }

    @Test("a line is drawn from strokeStart to strokeEnd, its dashes where they would be") func part() throws {
        let view = viewport()
        let line = [c(24.93, 60.17), c(24.95, 60.17)]
        var style = LineStyle(lineDashPattern: [10, 5])
        (style.strokeStart, style.strokeEnd) = (0.25, 0.5)
        let item = try #require(items([Overlay(.polyline(Polyline(line, style: style)))], view).first)
        let (path, stroke) = try #require(strokes(item.mark).first)
        let (from, to) = (view.pixel(for: line[0]), view.pixel(for: line[1]))
        #expect(
            path.points.map(\.x).elementsEqual([from.mix(to, 0.25).x, from.mix(to, 0.5).x]) { abs($0 - $1) < 1e-6 })
        #expect(abs(stroke.dashPhase - from.distance(to: to) / 4) < 1e-6)
    }

    @Test("the edge of an area has a strokeEnd too") func partOfRing() throws {
        let view = viewport()
        let ring = [c(24.935, 60.168), c(24.945, 60.168), c(24.945, 60.172), c(24.935, 60.172)]
        var style = LineStyle(lineWidth: .points(2))
        style.strokeEnd = 0.5
        let overlay = Overlay(.polygon(Polygon(ring, fillColor: nil, style: style)))
        let item = try #require(items([overlay], view).first)
        let path = try #require(strokes(item.mark).first?.0)
        let (width, height) = (path.bounds.width, path.bounds.height)
        let edges = zip(path.points, path.points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        #expect(path.verbs.allSatisfy { $0 != .close })
        #expect(abs(edges - (width + height)) < 1e-6)
    }

    @Test("an overlay is mixed as one with what is below") func blend() throws {
        var overlay = Overlay(.circle(Circle(center: c(24.94, 60.17), radius: 300)), alpha: 0.5)
        overlay.blendMode = .multiply
        guard case .group(let group) = try #require(items([overlay], viewport()).first).mark else {
            Issue.record("no group")
            return
        }
        #expect(group.blend == .multiply)
        #expect(group.opacity == 0.5)
    }

    @Test("coordinates that are not finite draw nothing") func noNumbers() {
        let overlays = [
            Overlay(.polyline(Polyline([c(.nan, 0), c(1, 1)]))),
            Overlay(.circle(Circle(center: c(0, 0), radius: .infinity))),
            Overlay(.polygon(Polygon([c(0, .infinity), c(1, 1), c(2, 0)]))), Overlay(.polyline(Polyline([]))),
        ]
        #expect(items(overlays, viewport()).isEmpty)
    }
}
