// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import TestSupport
import Testing

@Suite("Groups") struct GroupTests {
    private let maskedFill = Mark.fill(
        rectangle(-100, -100, 300, 300), .nonZero, .color(Color(red: 0, green: 0, blue: 0, alpha: 0.5)))

    @Test("with neighbouring clips neither overlap nor leave a seam", arguments: [0, 0.1, 0.5, 1, 2.3])
    func neighbours(_ angle: Double) throws {
        let turn = Transform.rotation(angle).then(.translation(Point(50.3, 50.7)))
        let squares = (0..<16).map { i -> Path in
            let (column, row) = (Double(i % 4), Double(i / 4))
            return rectangle(column * 50 - 100, row * 50 - 100, 50, 50).transformed(by: turn)
        }
        let painted = try paint(squares.map { .group(Group(clip: $0, marks: [maskedFill])) }, width: 100, height: 100)
        #expect(Set(painted.pixels.map { $0 >> 24 }) == [128])
    }

    @Test("clip by pixel centers") func centers() throws {
        let painted = try paint([.group(Group(clip: rectangle(2.4, 2.6, 5, 5), marks: [maskedFill]))])
        #expect(painted[2, 3] != 0 && painted[1, 3] == 0 && painted[2, 2] == 0)
        #expect(painted[6, 7] != 0 && painted[7, 7] == 0)
    }

    @Test("below full opacity are blended once") func opacity() throws {
        let black = Paint.color(.black)
        let marks: [Mark] = [
            .fill(rectangle(0, 0, 10, 10), .nonZero, black), .fill(rectangle(5, 0, 10, 10), .nonZero, black),
        ]
        let painted = try paint([.group(Group(opacity: 0.5, marks: marks))])
        #expect(Set((0..<15).map { painted[$0, 5] >> 24 }) == [128])
        #expect(painted[15, 5] == 0)
    }

    /// The formulas of W3C Compositing and Blending, for opaque colors.
    static let blends: [(BlendMode, @Sendable (Double, Double) -> Double)] = [
        (.normal, { source, _ in source }), (.multiply, { $0 * $1 }), (.screen, { $0 + $1 - $0 * $1 }),
        (.darken, { min($0, $1) }), (.lighten, { max($0, $1) }), (.difference, { abs($0 - $1) }),
        (.exclusion, { $0 + $1 - 2 * $0 * $1 }), (.plusLighter, { min(1, $0 + $1) }),
        (.hardLight, { $0 <= 0.5 ? 2 * $0 * $1 : 1 - 2 * (1 - $0) * (1 - $1) }),
        (.overlay, { $1 <= 0.5 ? 2 * $0 * $1 : 1 - 2 * (1 - $0) * (1 - $1) }),
        (.colorDodge, { $0 >= 1 ? 1 : min(1, $1 / (1 - $0)) }),
        (.colorBurn, { $0 <= 0 ? 0 : 1 - min(1, (1 - $1) / $0) }),
    ]

    @Test("are mixed with what is below as Core Graphics mixes them", arguments: GroupTests.blends.indices)
    func blend(_ index: Int) throws {
        let (mode, formula) = Self.blends[index]
        let (source, ground) = (Color(red: 0.8, green: 0.4, blue: 0.2), Color(red: 0.3, green: 0.6, blue: 0.9))
        let whole = rectangle(0, 0, 20, 20)
        let painted = try paint([
            .fill(whole, .nonZero, .color(ground)),
            .group(Group(blend: mode, marks: [.fill(rectangle(0, 0, 10, 20), .nonZero, .color(source))])),
        ])
        let expected = [formula(0.8, 0.3), formula(0.4, 0.6), formula(0.2, 0.9)]
        let channels = painted[5, 5].channels
        for (index, share) in expected.enumerated() {
            #expect(abs(Double(channels[index]) - share * 255) <= 3, "\(mode)")
        }
        #expect(painted[15, 5] & 255 == 230)
    }

    @Test(
        "of less opacity are between what is below and what is mixed",
        arguments: BlendMode.allCases.filter { $0 != .plusLighter })
    func blendOpacity(_ mode: BlendMode) throws {
        let (source, ground) = (Color(red: 0, green: 0.48, blue: 1), Color(red: 0.79, green: 0.1, blue: 0.05))
        let whole = rectangle(0, 0, 20, 20)
        func pixel(_ opacity: Double, onGround: Bool = true) throws -> UInt32 {
            let mark = Mark.group(Group(opacity: opacity, blend: mode, marks: [.fill(whole, .nonZero, .color(source))]))
            return try paint((onGround ? [.fill(whole, .nonZero, .color(ground))] : []) + [mark])[5, 5]
        }
        let (below, mixed, half) = try (pixel(0), pixel(1), pixel(0.5))
        // Doubled, so that there are no halves.
        let difference = half.channels &+ half.channels &- below.channels &- mixed.channels
        #expect(difference.min() >= -3 && difference.max() <= 3, "\(mode)")
        #expect(try pixel(0.5, onGround: false) == 0x8000_3D80)
    }

    @Test("are mixed in the same way in each band", arguments: BlendMode.allCases) func blendBands(_ mode: BlendMode)
        throws
    {
        var drawing = Drawing(width: 60, height: 90, scale: 1)
        let ramp = LinearGradient(
            from: .zero, to: Point(60, 90),
            stops: [GradientStop(0, Color(rgb: 0x2244FF)), GradientStop(1, Color(rgb: 0xFFAA00))])
        let mark = Mark.group(
            Group(
                opacity: 0.7, blend: mode,
                marks: [.fill(.circle(center: Point(30, 45), radius: 28), .nonZero, .color(Color(rgb: 0xCC5588)))]))
        drawing.items = [
            DrawingItem(
                id: "a", role: .layer, bounds: drawing.rect,
                mark: .fill(.rectangle(drawing.rect), .nonZero, .linearGradient(ramp))),
            DrawingItem(id: "b", role: .overlay, bounds: drawing.rect, mark: mark),
        ]
        let whole = try RasterPainter().paint(drawing, threads: 1, bandHeight: 90)
        let bands = try RasterPainter().paint(drawing, threads: 2, bandHeight: 13)
        #expect(whole.pixels == bands.pixels)
    }

    @Test("inside each other clip to what is common") func nested() throws {
        let inner = Mark.group(Group(clip: rectangle(5, 0, 10, 20), opacity: 0.5, marks: [maskedFill]))
        let painted = try paint([.group(Group(clip: polygon((0, 0), (10, 0), (10, 20), (0, 20)), marks: [inner]))])
        #expect((0..<20).map { painted[$0, 9] != 0 } == (0..<20).map { (5..<10).contains($0) })
    }

    @Test("leave nothing behind for the next mark") func after() throws {
        let painted = try paint([
            .group(Group(clip: rectangle(0, 0, 2, 2), opacity: 0.5, marks: [maskedFill])),
            .fill(rectangle(10, 10, 5, 5), .nonZero, .color(.white)),
        ])
        #expect(painted[12, 12] == 0xFFFF_FFFF)
    }
}
