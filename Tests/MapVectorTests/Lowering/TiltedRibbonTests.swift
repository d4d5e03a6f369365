// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeometry
import MapImages
import MapVector
import Testing

@Suite("Lines on the ground of tilted maps") struct TiltedRibbonTests {
    /// How opaque the middle of a blurred line is that runs across the image.
    private func opacity(pitch: Double) throws -> Double {
        let perspective = Perspective(
            size: Size(width: 100, height: 100), focus: Point(50, 50),
            Perspective.Angles(pitch: pitch, roll: 0, fieldOfView: 36.87))
        var ribbon = Ribbon(paint: .color(.black), perspective: perspective)
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
}
