// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapText
import TestSupport
import Testing

@Suite("Images and gradients") struct ImagePaintingTests {
    @Test("Images on whole pixels are copied one to one", arguments: [true, false])
    func copies(_ opaque: Bool) throws {
        let bitmap = randomBitmap(width: 8, height: 6, seed: 4, opaque: opaque)
        let painted = try paint([.image(ImageMark(bitmap, transform: .translation(Point(3, -2))))])
        for y in 2..<6 {
            for x in 0..<8 { #expect(painted[x + 3, y - 2] == bitmap[x, y]) }
        }
        #expect(painted[2, 0] == 0 && painted[11, 0] == 0 && painted[5, 4] == 0)
    }

    @Test("Images that reach beyond all edges are copied, and painted over", arguments: [true, false])
    func fills(_ opaque: Bool) throws {
        let bitmap = randomBitmap(width: 40, height: 330, seed: 5, opaque: opaque)
        let image = Mark.image(ImageMark(bitmap, transform: .translation(Point(-7, -11))))
        let square = Path.rectangle(Rect(x: 2, y: 3, width: 4, height: 4))
        let painted = try paint([image, .fill(square, .nonZero, .color(.black))], width: 30, height: 300)
        for y in 0..<300 {
            for x in 0..<30 {
                let isCovered = (2..<6).contains(x) && (3..<7).contains(y)
                #expect(painted[x, y] == (isCovered ? 0xFF00_0000 : bitmap[x + 7, y + 11]))
            }
        }
    }

    @Test("Images between pixels are blended, their edges too") func fractions() throws {
        let bitmap = Bitmap(width: 4, height: 4, pixels: Array(repeating: 0xFF00_00FF, count: 16))
        let painted = try paint([.image(ImageMark(bitmap, transform: .translation(Point(2.5, 3))))])
        #expect(painted[4, 4] == 0xFF00_00FF)
        #expect(abs(Int(painted[2, 4] >> 24) - 128) <= 1 && abs(Int(painted[6, 4] >> 24) - 128) <= 1)
        #expect(painted[1, 4] == 0 && painted[7, 4] == 0)
    }

    @Test("Scaled images do not bleed at their edges", arguments: [0.125, 0.4, 2.5, 3])
    func scaled(_ scale: Double) throws {
        let bitmap = Bitmap(width: 40, height: 40, pixels: Array(repeating: 0xFF20_4060, count: 1600))
        let side = Int(40 * scale)
        let painted = try paint([.image(ImageMark(bitmap, transform: .scale(scale, scale)))], width: side, height: side)
        #expect(Set(painted.pixels) == [0xFF20_4060])
        #expect(painted.isOpaque)
    }

    @Test("Much smaller images are means, not picks") func minified() throws {
        let checks = (0..<64 * 64).map { ($0 + $0 / 64) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 as UInt32 }
        let bitmap = Bitmap(width: 64, height: 64, pixels: checks)
        let painted = try paint([.image(ImageMark(bitmap, transform: .scale(0.25, 0.25)))], width: 16, height: 16)
        #expect(Set(painted.pixels) == [0xFF80_8080])
    }

    @Test("Opacity thins an image") func opacity() throws {
        let bitmap = Bitmap(width: 4, height: 4, pixels: Array(repeating: 0xFFFF_FFFF, count: 16))
        let painted = try paint([.image(ImageMark(bitmap, transform: .identity, opacity: 0.5))])
        #expect(painted[1, 1] == 0x8080_8080)
    }

    @Test("Nearest sampling keeps pixels sharp") func nearest() throws {
        let bitmap = Bitmap(width: 2, height: 1, pixels: [0xFFFF_0000, 0xFF00_00FF])
        let mark = ImageMark(bitmap, transform: .scale(5, 5), sampling: .nearest)
        let painted = try paint([.image(mark)])
        #expect((0..<10).map { painted[$0, 2] } == (0..<10).map { $0 < 5 ? 0xFFFF_0000 : 0xFF00_00FF })
    }

    @Test("Patterns repeat from their origin", arguments: [1.0, 0.5])
    func patterns(_ opacity: Double) throws {
        let bitmap = Bitmap(width: 2, height: 2, pixels: [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF])
        let paint = Paint.pattern(bitmap, .translation(Point(-3, 5)), opacity: opacity)
        let painted = try MapCanvasTests.paint([.fill(rectangle(0, 0, 20, 20), .nonZero, paint)])
        for y in 0..<20 {
            for x in 0..<20 {
                let straight = bitmap[(x + 3) % 2, (y + 1) % 2]
                let expected = opacity == 1 ? straight : (straight >> 1 & 0x7F7F_7F7F) + (straight & 0x0101_0101)
                #expect(painted[x, y] == expected)
            }
        }
    }

    @Test("Linear gradients run from first to last stop") func linear() throws {
        let stops = [GradientStop(0, .black), GradientStop(1, .white)]
        let gradient = LinearGradient(from: Point(5, 0), to: Point(15, 0), stops: stops)
        let painted = try paint([.fill(rectangle(0, 0, 20, 20), .nonZero, .linearGradient(gradient))])
        #expect(painted[0, 9] == 0xFF00_0000 && painted[19, 9] == 0xFFFF_FFFF)
        #expect(abs(Int(painted[9, 9] & 255) - 115) <= 2)
    }

    @Test("Radial gradients run outwards; without extent the last stop is left") func radial() throws {
        let stops = [GradientStop(0, .black), GradientStop(1, .white)]
        for (radius, middle) in [(10.0, 0xFF12_1212), (0, 0xFFFF_FFFF)] as [(Double, UInt32)] {
            let gradient = RadialGradient(center: Point(10, 10), radius: radius, stops: stops)
            let painted = try paint([.fill(rectangle(0, 0, 20, 20), .nonZero, .radialGradient(gradient))])
            #expect(abs(Int(painted[10, 10] & 255) - Int(middle & 255)) <= 2)
            #expect(painted[0, 0] == 0xFFFF_FFFF)
        }
    }

    @Test("Halo rings fade from all to nothing around the width") func halo() {
        let sharp = GlyphRun.Halo(color: .white, width: 2)
        #expect(sharp.rings == [GlyphRun.Halo.Ring(radius: 2, opacity: 1)])
        let soft = GlyphRun.Halo(color: .white, width: 2, blur: 1).rings
        #expect(soft.first?.radius == 3 && soft.last == GlyphRun.Halo.Ring(radius: 1, opacity: 1))
        #expect(zip(soft, soft.dropFirst()).allSatisfy { $0.radius > $1.radius })
        #expect(soft.allSatisfy { (0...1).contains($0.opacity) })
        // Laid over each other, half of the color is left at the width.
        let through = soft.filter { $0.radius > 2 }.reduce(1) { $0 * (1 - $1.opacity) }
        #expect(abs(through - 0.65) < 0.2)
    }
}
