// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import Testing

@Suite("Groups") struct GroupTests {
    private let veil = Mark.fill(
        rectangle(-100, -100, 300, 300), .nonZero, .color(Color(red: 0, green: 0, blue: 0, alpha: 0.5)))

    @Test("with neighbouring clips neither overlap nor leave a seam", arguments: [0, 0.1, 0.5, 1, 2.3])
    func neighbours(_ angle: Double) throws {
        let turn = Transform.rotation(angle).then(.translation(Point(50.3, 50.7)))
        let squares = (0..<16).map { i in
            rectangle(Double(i % 4) * 50 - 100, Double(i / 4) * 50 - 100, 50, 50).transformed(by: turn)
        }
        let picture = try paint(squares.map { .group(Group(clip: $0, marks: [veil])) }, width: 100, height: 100)
        #expect(Set(picture.pixels.map { $0 >> 24 }) == [128])
    }

    @Test("clip by pixel centers") func centers() throws {
        let picture = try paint([.group(Group(clip: rectangle(2.4, 2.6, 5, 5), marks: [veil]))])
        #expect(picture[2, 3] != 0 && picture[1, 3] == 0 && picture[2, 2] == 0)
        #expect(picture[6, 7] != 0 && picture[7, 7] == 0)
    }

    @Test("below full opacity are blended once") func opacity() throws {
        let black = Paint.color(.black)
        let marks: [Mark] = [
            .fill(rectangle(0, 0, 10, 10), .nonZero, black), .fill(rectangle(5, 0, 10, 10), .nonZero, black),
        ]
        let picture = try paint([.group(Group(opacity: 0.5, marks: marks))])
        #expect(Set((0..<15).map { picture[$0, 5] >> 24 }) == [128])
        #expect(picture[15, 5] == 0)
    }

    @Test("inside each other clip to what is common") func nested() throws {
        let inner = Mark.group(Group(clip: rectangle(5, 0, 10, 20), opacity: 0.5, marks: [veil]))
        let picture = try paint([.group(Group(clip: polygon((0, 0), (10, 0), (10, 20), (0, 20)), marks: [inner]))])
        #expect((0..<20).map { picture[$0, 9] != 0 } == (0..<20).map { (5..<10).contains($0) })
    }

    @Test("leave nothing behind for the next mark") func after() throws {
        let picture = try paint([
            .group(Group(clip: rectangle(0, 0, 2, 2), opacity: 0.5, marks: [veil])),
            .fill(rectangle(10, 10, 5, 5), .nonZero, .color(.white)),
        ])
        #expect(picture[12, 12] == 0xFFFF_FFFF)
    }
}
