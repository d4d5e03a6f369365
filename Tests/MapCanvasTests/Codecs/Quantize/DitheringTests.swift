// SPDX-License-Identifier: MIT
import MapImages
import Testing

@Suite("Few colors") struct DitheringTests {
    private func gray(_ level: UInt32) -> UInt32 { 0xFF00_0000 | level << 16 | level << 8 | level }
    private let blackAndWhite = [Color.black, .white]

    @Test("a gray area becomes as much white as it is bright", arguments: Dithering.allCases)
    func areas(_ dithering: Dithering) {
        for level in [UInt32(64), 128, 200] {
            let image = Bitmap(width: 64, height: 64, pixels: Array(repeating: gray(level), count: 4096))
            let reduced = image.reduced(to: blackAndWhite, dithering, areas: image)
            let white = Double(reduced.pixels.count { $0 == 0xFFFF_FFFF }) / 4096
            #expect(Set(reduced.pixels).isSubset(of: [0xFF00_0000, 0xFFFF_FFFF]))
            if dithering == .none {
                #expect(white == (level < 128 ? 0 : 1))
            } else {
                #expect(abs(white - Double(level) / 255) < 0.03, "\(level)")
            }
        }
    }

    @Test("lines and letters on an area are not dithered", arguments: Dithering.allCases)
    func lines(_ dithering: Dithering) {
        let areas = Bitmap(width: 32, height: 8, pixels: Array(repeating: gray(230), count: 256))
        var pixels = areas.pixels
        // A line with soft edges.
        for x in 0..<32 {
            pixels[3 * 32 + x] = gray(160)
            pixels[4 * 32 + x] = gray(40)
        }
        let reduced = Bitmap(width: 32, height: 8, pixels: pixels).reduced(to: blackAndWhite, dithering, areas: areas)
        #expect(Set(reduced.pixels[4 * 32..<5 * 32]) == [0xFF00_0000])
        #expect(Set(reduced.pixels[3 * 32..<4 * 32]).count == 1)
    }

    @Test("a mixture of colors has the color's mean") func colors() {
        let orange = Bitmap(width: 64, height: 64, pixels: Array(repeating: 0xFFFF_8000, count: 4096))
        let palette = [Color.black, .white, Color(rgb: 0xFF0000), Color(rgb: 0xFFFF00)]
        let reduced = orange.reduced(to: palette, .ordered, areas: orange)
        let greens = reduced.pixels.reduce(0) { $0 + Int($1 >> 8 & 255) }
        #expect(abs(Double(greens) / 4096 - 128) < 6)
    }
}

@Suite("Recoloring") struct RecoloringTests {
    @Test("colors change in hue, saturation and brightness") func steps() {
        let red = Color(rgb: 0xFF0000)
        #expect(Recoloring().apply(to: red) == red)
        #expect(Recoloring(hue: 120).apply(to: red).hexText == "#00ff00")
        #expect(Recoloring(saturate: -1).apply(to: red).hexText == "#808080")
        #expect(Recoloring(invertBrightness: true).apply(to: .white).hexText == "#000000")
        #expect(Recoloring(invertBrightness: true).apply(to: Color(rgb: 0xCCDDFF)).hexText == "#001133")
        #expect(Recoloring(brightness: 0.5).apply(to: .black).hexText == "#808080")
        #expect(Recoloring(contrast: 0).apply(to: red).hexText == "#808080")
        #expect(Recoloring(gamma: 2).apply(to: Color(rgb: 0x808080)).hexText == "#404040")
        let tinted = Recoloring(tint: .init(Color(rgb: 0x0000FF))).apply(to: Color(rgb: 0x808080))
        #expect(tinted.hexText == "#0101ff")
        #expect(Recoloring(hue: 90).apply(to: red.opacity(0.3)).alpha == 0.3)
    }
}
