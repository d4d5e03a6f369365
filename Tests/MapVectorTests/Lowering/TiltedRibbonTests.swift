// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeometry
import MapImages
import MapVector
import Testing

@Suite("Lines on the ground of tilted maps") struct TiltedRibbonTests {
    /// How opaque the middle of a blurred line is that runs across the image.
    private func opacity(pitch: Double, _ color: Color = .black) throws -> Double {
        let perspective = Perspective(
            size: Size(width: 100, height: 100), focus: Point(50, 50),
            Perspective.Angles(pitch: pitch, roll: 0, fieldOfView: 36.87))
        var ribbon = Ribbon(paint: .color(color), perspective: perspective)
        ribbon.add(
            [Point(20, 50), Point(80, 50)], isRing: false, outline: RibbonOutline(),
            shape: Ribbon.Shape(width: 24, blur: 12))
        var drawing = Drawing(width: 100, height: 100, scale: 1)
        drawing.items = [DrawingItem(id: "layer/x", role: .layer, bounds: drawing.rect, mark: .ribbon(ribbon))]
        let text = String(decoding: try SVGWriter().write(drawing).bytes, as: UTF8.self)
        var transparency = 1.0
        for part in text.components(separatedBy: "fill-opacity=\"").dropFirst() {
            transparency *= 1 - (Double(part.prefix { $0 != "\"" }) ?? 0)
        }
        return 1 - transparency
    }

    @Test("blurred edges reach farther inwards where the ground is seen at an angle") func blur() throws {
        #expect(try opacity(pitch: 1) > 0.9)
        // There, a pixel of the image has two of the ground.
        #expect(abs(try opacity(pitch: 60) - 0.5) < 0.08)
    }

    @Test("a line of a tilted map that was moved lies where it was moved to") func moved() throws {
        let perspective = Perspective(
            size: Size(width: 100, height: 100), focus: Point(50, 50),
            Perspective.Angles(pitch: 50, roll: 20, fieldOfView: 36.87))
        var ribbon = Ribbon(paint: .color(.black), perspective: perspective)
        ribbon.add(
            [Point(20, 40), Point(80, 60)], isRing: false, outline: RibbonOutline(), shape: Ribbon.Shape(width: 6))
        /// The start of the line's area, as SVG has it.
        func start(_ mark: Mark) throws -> Point {
            var drawing = Drawing(width: 600, height: 400, scale: 1)
            drawing.items = [DrawingItem(id: "layer/x", role: .layer, bounds: drawing.rect, mark: mark)]
            let text = String(decoding: try SVGWriter().write(drawing).bytes, as: UTF8.self)
            let match = try #require(text.firstMatch(of: #/ d="M(-?[0-9.]+)[ ,]?(-?[0-9.]+)/#))
            return Point(try #require(Double(match.1)), try #require(Double(match.2)))
        }
        let own = try start(.ribbon(ribbon))
        let moved = try start(Mark.ribbon(ribbon).placed(scale: 1, at: Point(300, 70)))
        #expect(moved.distance(to: own + Point(300, 70)) < 0.05)
    }

    @Test("the middle of a blurred line is as translucent as the line") func translucentBlur() throws {
        #expect(abs(try opacity(pitch: 1, .black.opacity(0.5)) - 0.5) < 0.05)
    }

    @Test("a translucent line in several colors has one opacity where its parts meet", arguments: [true, false])
    func gradient(isDashed: Bool) throws {
        let perspective = Perspective(
            size: Size(width: 100, height: 100), focus: Point(50, 50),
            Perspective.Angles(pitch: 50, roll: 0, fieldOfView: 36.87))
        func text(_ colors: [Color], opacity: Double) throws -> String {
            var ribbon = Ribbon(paint: .ramp(colors, opacity: opacity), perspective: perspective)
            ribbon.add(
                [Point(20, 50), Point(80, 50)], isRing: false, outline: RibbonOutline(cap: .round),
                shape: Ribbon.Shape(width: 10, dashes: isDashed ? DashPattern([20, 5], radius: 5) : nil),
                progress: Ribbon.Progress(start: 0, rate: 1.0 / 60))
            var drawing = Drawing(width: 100, height: 100, scale: 1)
            drawing.items = [DrawingItem(id: "layer/x", role: .layer, bounds: drawing.rect, mark: .ribbon(ribbon))]
            return String(decoding: try SVGWriter().write(drawing).bytes, as: UTF8.self)
        }
        let colors = (0...16).map { Color(red: Double($0) / 16, green: 0, blue: 0) }
        let whole = try text(colors, opacity: 0.5)
        #expect(whole.components(of: #"<g opacity=".5">"#) == 1)
        #expect(whole.components(of: "opacity") == 1)
        #expect(try text(colors.map { $0.opacity(0.5) }, opacity: 1) == whole)
        #expect(try !text(colors, opacity: 1).contains("opacity"))
        // What is of one color is one area.
        let plain = try text([.black, .black], opacity: 0.5)
        #expect(plain.contains("fill-opacity=\".5\"") && !plain.contains("<g opacity"))
    }

    /// The globe at latitude 60, a pixel of which is two kilometers.
    private let globe = Perspective(
        size: Size(width: 400, height: 400), focus: Point(200, 200),
        Perspective.Angles(pitch: 0, roll: 0, fieldOfView: 36.87),
        globe: Globe.Shape(latitude: 60, worldSize: 2000, bearing: 0, blend: 1))

    /// The area that is drawn of a line on the globe, as SVG's path.
    private func path(_ line: [Point], _ outline: RibbonOutline, _ shape: Ribbon.Shape) throws -> Substring {
        var ribbon = Ribbon(paint: .color(.black), perspective: globe)
        ribbon.add(line, isRing: false, outline: outline, shape: shape)
        var drawing = Drawing(width: 400, height: 400, scale: 1)
        drawing.items = [DrawingItem(id: "layer/x", role: .layer, bounds: drawing.rect, mark: .ribbon(ribbon))]
        let text = String(decoding: try SVGWriter().write(drawing).bytes, as: UTF8.self)
        return try #require(text.firstMatch(of: #/<path fill="#000" d="([^"]*)"/#)).1
    }

    @Test("offsets and gaps are as wide everywhere on a globe") func offset() throws {
        // To the south, where the ground has fewer pixels for one of the image.
        let line = stride(from: 190.0, through: 210, by: 1).map { Point($0, 380) }
        /// What lies so many pixels of the Earth's surface south of the line.
        func south(_ pixels: Double) -> Double {
            globe.apply(Point(200, 380 + pixels * globe.groundScale(at: line[10]))).y
        }
        func top(_ outline: RibbonOutline, _ shape: Ribbon.Shape) throws -> Double {
            let start = try #require(path(line, outline, shape).firstMatch(of: #/^M-?[0-9.]+[ ,]?(-?[0-9.]+)/#))
            return try #require(Double(start.1))
        }
        let shape = Ribbon.Shape(width: 2)
        #expect(abs(try top(RibbonOutline(), shape) - south(-1)) < 0.5)
        #expect(abs(try top(RibbonOutline(offset: 20), shape) - south(19)) < 0.5)
        #expect(abs(try top(RibbonOutline(), Ribbon.Shape(width: 2, gap: 38)) - south(-21)) < 0.5)
    }

    @Test("a line to a pole does not go around it again and again") func pole() throws {
        let north = Point(200, -1500)
        #expect(globe.groundScale(at: north) > 20)
        let line = stride(from: 0.0, through: 1, by: 0.02).map { Point(200, 0).mix(north, $0) }
        #expect(try path(line, RibbonOutline(), Ribbon.Shape(width: 60)).count < 50_000)
    }
}
