// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapVector
import Testing

@Suite("Artwork in SVG") struct SVGArtworkTests {
    /// A disk with a shadow, in points around its position.
    private let disk: [Mark] = [
        .fill(
            .circle(center: Point(0, 1), radius: 9), .nonZero,
            .radialGradient(
                RadialGradient(
                    center: Point(0, 1), radius: 9,
                    stops: [GradientStop(0, .black), GradientStop(1, .transparent)]))),
        .fill(.circle(center: .zero, radius: 8.125), .nonZero, .color(.white)),
    ]

    private func svg(_ marks: [Mark]) throws -> String {
        var drawing = Drawing(width: 200, height: 100, scale: 2)
        for (index, mark) in marks.enumerated() {
            drawing.items.append(
                DrawingItem(id: "annotation/\(index)", role: .annotation, bounds: drawing.rect, mark: mark))
        }
        return String(decoding: try SVGWriter().write(drawing).bytes, as: UTF8.self)
    }

    private func copies(_ positions: [Point]) -> [Mark] {
        positions.map { .group(Group(disk, scale: 2, at: $0)) }
    }

    @Test("equal artwork is written once and placed by reference") func once() throws {
        let positions = (0..<20).map { Point(10.37 + Double($0) * 7.013, 50.5) }
        let text = try svg(copies(positions))
        #expect(text.matches(of: /<g id="s\d+">/).count == 1)
        #expect(text.matches(of: /<use xlink:href="#s1" x="[\d.]+" y="50.5"\/>/).count == 20)
        #expect(text.matches(of: /<radialGradient/).count == 1)
        #expect(text.contains(#"x="17.38" y="50.5""#))
        let one = try svg(copies([positions[0]]))
        #expect((text.utf8.count - one.utf8.count) / 19 < 160)
    }

    @Test("artwork of another look or size is written too") func others() throws {
        let large = Mark.group(Group(disk, scale: 3, at: Point(50, 50)))
        let text = try svg(copies([Point(10, 10), Point(30, 10)]) + [large])
        #expect(text.matches(of: /<g id="s\d+">/).count == 2)
        #expect(text.contains(##"<use xlink:href="#s2" x="50" y="50"/>"##))
    }

    @Test("a group that was moved since is written where it is") func moved() throws {
        let moved = copies([Point(10, 10)])[0].moved(by: Point(5, 0))
        let text = try svg([moved])
        #expect(!text.contains("<use"))
        #expect(text.contains("M15-6c"))
    }
}
