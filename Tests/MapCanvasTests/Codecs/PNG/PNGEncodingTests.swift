// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import TestSupport
import Testing

/// What libpng makes of files written for all kinds of images.
@Suite("PNG encoding") struct PNGEncodingTests {
    private static let limit = 4_000_000

    /// Two thousand images of all sizes up to 90 pixels: plain areas, repeated rows, noise, few and many colors.
    @Test("is lossless for random images", arguments: 0..<20) func random(_ block: Int) throws {
        for seed in block * 100..<(block + 1) * 100 {
            let bitmap = RandomImage(seed: UInt64(seed)).bitmap
            let back = try decodeImage(try encodePNG(bitmap), maxPixels: Self.limit)
            #expect((back.width, back.height) == (bitmap.width, bitmap.height), "seed \(seed)")
            #expect(back.pixels == bitmap.pixels, "seed \(seed)")
        }
    }

    @Test("loses nothing where strips, the window and blocks end", arguments: [(3000, 200), (20_000, 20), (32_767, 5)])
    func large(_ width: Int, _ height: Int) throws {
        for kind in RandomImage.Kind.allCases {
            let bitmap = RandomImage(seed: 7, width: width, height: height, kind: kind).bitmap
            let back = try decodeImage(try encodePNG(bitmap), maxPixels: Self.limit)
            #expect(back.pixels == bitmap.pixels, "\(kind)")
        }
    }

    /// Pixels are compared with their neighbors 128 at a time.
    @Test("loses nothing where rows end near a multiple of 64 pixels") func words() throws {
        for width in [61, 62, 63, 64, 65, 126, 127, 128, 129, 255] {
            for height in 1...4 {
                for kind in RandomImage.Kind.allCases {
                    let bitmap = RandomImage(seed: 5, width: width, height: height, kind: kind).bitmap
                    let back = try decodeImage(try encodePNG(bitmap), maxPixels: Self.limit)
                    #expect(back.pixels == bitmap.pixels, "\(width) × \(height), \(kind)")
                }
            }
        }
    }

    /// The larger image has larger blocks.
    @Test("gives the same bytes for any number of threads", arguments: [(900, 700), (1700, 1300)])
    func threads(_ width: Int, _ height: Int) throws {
        let bitmap = RandomImage(seed: 3, width: width, height: height, kind: .map).bitmap
        let one = try encodePNG(bitmap, threads: 1)
        for threads in [2, 3, 16] { #expect(try encodePNG(bitmap, threads: threads) == one) }
        #expect(try decodeImage(one, maxPixels: Self.limit).pixels == bitmap.pixels)
    }

    /// The last strips are so wide that each is compressed as several blocks.
    @Test(
        "is the same painted strip by strip", arguments: [(120, 1), (120, 37), (120, 1000), (3000, 60)], [true, false])
    func strips(_ size: (width: Int, rows: Int), _ hasGround: Bool) throws {
        let (width, rows) = size
        var drawing = Drawing(width: width, height: 90, scale: 1)
        func add(_ path: Path, _ color: Color) {
            drawing.items.append(
                DrawingItem(id: "a", role: .layer, bounds: path.bounds, mark: .fill(path, .nonZero, .color(color))))
        }
        if hasGround { add(.rectangle(drawing.rect), .white) }
        add(.rectangle(Rect(x: 10.3, y: 20.6, width: 70, height: 50)), Color(red: 1, green: 0.2, blue: 0, alpha: 0.5))
        let whole = try RasterPainter().paint(drawing, threads: 1)
        let file = try gathered { try encodePNG(painting: drawing, threads: 3, stripPixels: rows * width, to: $0) }
        let back = try decodeImage(file, maxPixels: Self.limit)
        #expect(back.pixels == whole.pixels)
        #expect(file[25] == (hasGround ? 2 : 6))
        let same = try gathered { try encodePNG(painting: drawing, threads: 1, stripPixels: rows * width, to: $0) }
        #expect(same == file)
    }

    private struct Case: Sendable {
        var pixels: [UInt32]
        var type: UInt8
        var depth: UInt8

        init(_ pixels: [UInt32], _ type: UInt8, _ depth: UInt8) {
            (self.pixels, self.type, self.depth) = (pixels, type, depth)
        }
    }

    private static let cases = [
        Case([0xFF00_0000, 0xFFFF_FFFF], 3, 1), Case([0xFF00_0000, 0xFFFF_FFFF, 0xFF12_3456], 3, 2),
        Case(colors(16), 3, 4), Case(colors(17), 3, 8), Case(colors(256), 3, 8), Case(colors(257), 2, 8),
        Case((0..<256).map { (x: UInt32) in 0xFF00_0000 | x * 0x01_0101 }, 0, 8), Case([0, 0x8000_0000], 3, 1),
        Case(colors(256) + [0], 6, 8),
    ]

    @Test("takes the shortest way to say pixels", arguments: cases.indices) func kinds(_ index: Int) throws {
        let expected = Self.cases[index]
        let bitmap = Bitmap(width: expected.pixels.count, height: 1, pixels: expected.pixels)
        for effort in [PNGEffort.fast, .small] {
            let file = try encodePNG(bitmap, effort)
            #expect((file[24], file[25]) == (expected.depth, expected.type))
            #expect(try decodeImage(file, maxPixels: Self.limit).pixels == expected.pixels)
        }
    }

    @Test("filters slopes, but neither areas nor noise") func filters() throws {
        for kind in [RandomImage.Kind.plain, .map, .noise, .few, .slopes] {
            let bitmap = RandomImage(seed: 11, width: 300, height: 200, kind: kind).bitmap
            #expect((PNGPixelFormat(bitmap).filter == 4) == (kind == .slopes), "\(kind)")
        }
    }

    /// Where all differences are small, three literals take fewer bits than the distance of the same pixel.
    @Test("writes what the filter predicts well as literals") func slightDifferences() throws {
        var random = SplitMix(seed: 11)
        let (width, height) = (300, 200)
        let pixels = (0..<width * height).map { (index: Int) -> UInt32 in
            let (x, y) = (UInt32(index % width), UInt32(index / width))
            let noise = UInt32(truncatingIfNeeded: random.next())
            let (red, green, blue) = (x / 4 + noise % 4, y / 4 + noise >> 4 % 4, (x + y) / 8 + noise >> 8 % 4)
            return 0xFF5A_5A5A + red << 16 + green << 8 + blue
        }
        let bitmap = Bitmap(width: width, height: height, pixels: pixels)
        #expect(PNGPixelFormat(bitmap).filter == 4)
        let file = try encodePNG(bitmap)
        #expect(try decodeImage(file, maxPixels: Self.limit).pixels == pixels)
        // As matches: 89 kB.
        #expect(file.count < 75_000)
    }

    /// A pixel that is like the one above, between others that are not, is written as the nearest that is like it.
    @Test("writes a pixel by the nearest one that is the same") func nearest() throws {
        let (width, height) = (1024, 64)
        let colors = Self.colors(UInt32(width * height))
        let pixels = colors.indices.map { $0 % 2 == 0 ? 0xFF20_4060 : colors[$0] }
        let file = try encodePNG(Bitmap(width: width, height: height, pixels: pixels))
        #expect(try decodeImage(file, maxPixels: Self.limit).pixels == pixels)
        // By those above: 155 kB.
        #expect(file.count < 125_000)
    }

    private static func colors(_ count: UInt32) -> [UInt32] {
        (0..<count).map { 0xFF00_0000 | $0 &* 2_654_435 & 0xFF_FFFF }
    }
}

/// An image with the traits that compressors stumble over.
private struct RandomImage {
    enum Kind: CaseIterable { case plain, map, noise, few, translucent, stripes, slopes, repeats }

    let bitmap: Bitmap

    init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let kind = Kind.allCases[Int(random.next() % UInt64(Kind.allCases.count))]
        let (width, height) = (Int(random.next() % 90) + 1, Int(random.next() % 90) + 1)
        self.init(seed: seed, width: width, height: height, kind: kind)
    }

    init(seed: UInt64, width: Int, height: Int, kind: Kind) {
        var random = SplitMix(seed: seed)
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        var color: UInt32 = 0xFF80_C0E0
        for index in 0..<width * height {
            let chance = UInt32(truncatingIfNeeded: random.next())
            switch kind {
            case .plain: break
            case .map:
                if index >= width, chance % 8 > 0 {
                    color = pixels[index - width]
                } else if chance % 16 == 8 {
                    color = 0xFF00_0000 | chance >> 8
                }
            case .repeats:
                // Of pixels before, in the same row or in one of the last twelve.
                let back = [1, 2, 7, width, width + 1, 3 * width, 9 * width + 2, 11 * width, 12 * width]
                let source = index - back[Int(chance % 9)]
                color = source >= 0 && chance >> 8 % 8 > 0 ? pixels[source] : 0xFF00_0000 | (chance >> 12) % 5000 * 3001
            case .noise: color = 0xFF00_0000 | chance >> 8
            case .few: color = 0xFF00_0000 | chance % 200 * 70_001
            case .translucent:
                let alpha = chance >> 24
                color = alpha << 24 | alpha / 2 << 16 | alpha / 3 << 8 | alpha
            case .slopes:
                let (x, y) = (UInt32(index % width), UInt32(index / width))
                color = 0xFF00_0000 | (2 * x + y) % 256 << 16 | (x + 3 * y) % 256 << 8 | (x + chance % 4) % 256
            case .stripes: color = index % 3 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 | UInt32(index % 700)
            }
            pixels.append(color)
        }
        bitmap = Bitmap(width: width, height: height, pixels: pixels)
    }
}
