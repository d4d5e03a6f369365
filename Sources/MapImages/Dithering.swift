// SPDX-License-Identifier: MIT
import MapCore

/// How areas get tones that a palette does not have.
public enum Dithering: String, CaseIterable, Hashable, Sendable {
    /// Not at all: each pixel has the nearest color.
    case none
    /// A regular pattern of 8 × 8 pixels (Bayer).
    case ordered
    /// Errors are passed on to the neighbors (Floyd and Steinberg).
    case floydSteinberg = "floyd-steinberg"
    /// An irregular pattern without clumps.
    case blueNoise = "blue-noise"
}

extension Bitmap {
    /// The image in the colors of a palette.
    ///
    /// Areas are dithered. What lies on them as a line or a letter keeps sharp edges: each of its pixels has the color of the palette
    /// that is nearest, with few colors after its contrast to the area was raised, so that thin and gray lines stay.
    ///
    /// - Parameters:
    ///   - palette: 1 to 256 opaque colors.
    ///   - dithering: how areas get tones between them.
    ///   - areas: the same image without lines and letters, of the same size.
    /// - Returns: an opaque image.
    package func reduced(to palette: [Color], _ dithering: Dithering, areas: Bitmap) -> Bitmap {
        var reducer = PaletteReducer(palette)
        var result = [UInt32](repeating: 0, count: pixels.count)
        var errors = ErrorRows(width: width)
        for y in 0..<height where !WorkContext.isCancelled {
            for x in 0..<width {
                let index = y * width + x
                let (pixel, area) = (pixels[index], areas.pixels[index])
                let choice: Int
                if pixel != area {
                    choice = reducer.crisp(pixel, on: area)
                } else {
                    switch dithering {
                    case .none: choice = reducer.nearest(RGB(pixel))
                    case .ordered: choice = reducer.mixed(pixel, Self.bayer[(y & 7) << 3 | x & 7], of: 64)
                    case .blueNoise: choice = reducer.mixed(pixel, Int(Self.noise[(y & 31) << 5 | x & 31]), of: 256)
                    case .floydSteinberg:
                        let wanted = errors.corrected(RGB(pixel), at: x)
                        choice = reducer.nearest(wanted)
                        errors.spread(wanted - reducer.colors[choice], at: x)
                    }
                }
                result[index] = reducer.pixels[choice]
            }
            errors.nextRow()
        }
        return Bitmap(width: width, height: height, pixels: result, isOpaque: true)
    }

    /// - SeeAlso: Bayer, *An Optimum Method for Two-Level Rendition of Continuous-Tone Pictures*, 1973.
    private static let bayer: [Int] = (0..<64).map { index in
        let (x, y) = (index & 7, index >> 3)
        var rank = 0
        for bit in 0..<3 {
            rank = rank << 2 | ((x ^ y) >> bit & 1) << 1 | y >> bit & 1
        }
        return rank
    }

    /// Ranks of 32 × 32 pixels, from 0 to 255.
    ///
    /// - SeeAlso: Ulichney, *The Void-and-Cluster Method for Dither Array Generation*, 1993.
    private static let noise: [UInt8] = {
        var ranks: [UInt8] = []
        var high: UInt8?
        for digit in noiseDigits.utf8 where digit > 0x20 {
            let value = digit < UInt8(ascii: "a") ? digit - 48 : digit - 87
            if let first = high {
                ranks.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return ranks + Array(repeating: 128, count: max(0, 1024 - ranks.count))
    }()

    private static let noiseDigits = """
        a06df03b63f9b9d97d1a3597d8763e8231daf38d34e3b54091fe36d2623d8aca2db3d216aa74260f9fef866229b5e21d
        bf0244a4d265802bcc528973bda4215743108450e18b41c057cf46c513f74c95ac5e72b9224b9def06aa1328f301d7ec
        bf77fe9c065cf5319205abe9708c0c69f0cd1585fb0ddb71bb61e9984b7d6792e36037bb21c8a3de67771f3c56a2d338
        7e2de83dc29355381f7f40e0b832a81c09ad29d76d7c4a11f0b8d5832edeb12353a99b5b6c2aa6f3c5d6a1560ccff752
        c999458debb33988294f9bf9c00160ffc511e004d3b17a0f8c2c6e178f723a87dc6af5550018daa8c90a644217789987
        43748e4af71a45dd5d4dfcabc2ec5f27117d1dcf9e65f9735ae5b093e84db81ee5cf31bd8164eb98b405cb821f479fb3
        c03fab30c441911c3580246ed036f469075cae21a0ca352572e73b6430e402fb8b5bee708550d4bba1f5c40d88a72bc1
        9e3df171520788bea21992dbb996764dd8a308e3b20e2ae0044c3edc5d1453d881e79412dbfc43d457f2497b12d0692b
        1a3895235fff7c6b589ab777ea97b3740b492cb663a77c0f6a2cc6a65940aff1c878bc48cd8f3badec8a1628ca45fd22
        65c78bd03a2496eab08503fe24e60a8651df68f215a0c31fd132f86a830237dda2f51879ee5cbe1c4fe13a8f6fbf9b60
        27a805813154710c4863a2c150ad8e59bc3251ac00dd7133ce9d61d7ac4a17f9b78d42d5b8e4f684dab409e11ef0d17b
        10986c87c64791f80bb778112f7ece367312ed9a6426a83995785b3f9b6f2a46ebda3efb2a14a57f3f5423e7f65a93e3
        47c5581e7a024ec910fd2fce821460b606a320d4b25966bcef8cc69f44b00167a4fc34afd18bbd69e9228ebae7a6f8c7
        8466547994e8d1052bdf6d0e85c120d9890980e240f42e9c56ae4566034e39932fe4bf0b33441d74ad4b5fd23675f32e
        ba4e6e9e5e15d8751ae0c47cd92276cd1847acf489c79eff379719a6ea549a6118cc25c30db6498339a10e33f196b45a
        fd709c155edc4fb982d5f627b50841d6abee3cfa8f6bebcaf8618a55a96bd3078a28d73c7f6b25125804708ecb7de591
        0c768651a934972609b1e4c8281342eabe52b1ee01aaf190e2c33e624a1b6c339fdc631ce60359bd426f1b49fa84a434
        7a651d95c032ce4379ae30eca3befe5a48c72cb5d075db80a5d4947bb762dd990fcbe2487356a16620fa9a0bd68825b2
        7ff7138c469d21ff4f2def3a00c3204df4a72e8dfc19df0abc5183165d3bcc00963f6fc1f2376714c25d10a0e65572d6
        3c815f0dd3b4863894d96db6e57553edd55ea70a57b087e990b277cc892faf9006bac8416e294cedc92644f22d92aa1e
        bae6277edf30cd043dde236846ed16fd6824e8ae99f679a55c037e9cc20e6835074c90c61b984b6ca953fabb08a55bcb
        9d507a175808c41b6ae1af194edefb7b
        """
}

/// A color of three numbers of 0 to 255, or a difference of two.
private struct RGB {
    var parts: SIMD4<Float>

    init(_ parts: SIMD4<Float>) { self.parts = parts }

    init(_ pixel: UInt32) {
        parts = SIMD4(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), 0)
    }

    static func - (a: RGB, b: RGB) -> RGB { RGB(a.parts - b.parts) }
    static func + (a: RGB, b: RGB) -> RGB { RGB(a.parts + b.parts) }
    static func * (a: RGB, factor: Float) -> RGB { RGB(a.parts * factor) }

    /// How bright it is (ITU-R BT.601).
    var luma: Float { parts.x * 0.299 + parts.y * 0.587 + parts.z * 0.114 }

    /// How different two colors look: in brightness, and more so in hue, lest gray letters turn orange.
    func distance(to other: RGB) -> Float {
        let difference = self - other
        let luma = difference.luma
        let (blue, red) = ((difference.parts.z - luma) * 0.564, (difference.parts.x - luma) * 0.713)
        return luma * luma + 2 * (blue * blue + red * red)
    }
}

/// Finds colors of a palette.
private struct PaletteReducer {
    let colors: [RGB]
    /// Opaque ARGB.
    let pixels: [UInt32]
    /// How much the contrast of lines and letters is raised.
    private let stretch: Float
    private var mixtures: [UInt32: [Int]] = [:]
    private var crispChoices: [UInt64: Int] = [:]

    /// The colors of a mixture; 64 of them make tones as fine as the finest pattern's.
    private static let mixtureCount = 64
    /// Photographs have more colors than are worth keeping.
    private static let mostKept = 1 << 15

    init(_ palette: [Color]) {
        pixels = palette.map { color in
            let bytes = [color.red, color.green, color.blue].map { UInt32((min(1, max(0, $0)) * 255).rounded()) }
            return 0xFF00_0000 | bytes[0] << 16 | bytes[1] << 8 | bytes[2]
        }
        colors = pixels.map(RGB.init)
        stretch = palette.count == 2 ? 1.5 : palette.count <= 8 ? 1.25 : 1
    }

    func nearest(_ color: RGB) -> Int {
        var best = (index: 0, distance: Float.infinity)
        for (index, candidate) in colors.enumerated() {
            let distance = color.distance(to: candidate)
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }

    mutating func crisp(_ pixel: UInt32, on area: UInt32) -> Int {
        let key = UInt64(pixel) << 32 | UInt64(area)
        if let known = crispChoices[key] { return known }
        let ground = RGB(area)
        let choice = nearest(ground + (RGB(pixel) - ground) * stretch)
        if crispChoices.count < Self.mostKept { crispChoices[key] = choice }
        return choice
    }

    /// The color at a rank of a pattern: colors of the palette whose mean is the color, from dark to light.
    ///
    /// - SeeAlso: Knoll, US patent 6,606,166 (expired).
    mutating func mixed(_ pixel: UInt32, _ rank: Int, of ranks: Int) -> Int {
        if let known = mixtures[pixel] { return known[rank * known.count / ranks] }
        let goal = RGB(pixel)
        var (error, chosen) = (RGB(SIMD4()), [Int]())
        for _ in 0..<Self.mixtureCount {
            let choice = nearest(goal + error)
            chosen.append(choice)
            // A color that no mixture has would add up for ever.
            let rest = (error + (goal - colors[choice])).parts
            error = RGB(rest.clamped(lowerBound: SIMD4(repeating: -512), upperBound: SIMD4(repeating: 512)))
        }
        chosen.sort { colors[$0].luma < colors[$1].luma }
        if mixtures.count < Self.mostKept { mixtures[pixel] = chosen }
        return chosen[rank * chosen.count / ranks]
    }
}

/// What is still to be made up for, in a row and the one below it.
private struct ErrorRows {
    private var current: [RGB]
    private var next: [RGB]

    init(width: Int) {
        current = Array(repeating: RGB(SIMD4()), count: width + 2)
        next = current
    }

    func corrected(_ color: RGB, at x: Int) -> RGB {
        RGB((color + current[x + 1]).parts.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 255)))
    }

    /// - SeeAlso: Floyd and Steinberg, *An Adaptive Algorithm for Spatial Greyscale*, 1976.
    mutating func spread(_ error: RGB, at x: Int) {
        current[x + 2] = current[x + 2] + error * (7.0 / 16)
        next[x] = next[x] + error * (3.0 / 16)
        next[x + 1] = next[x + 1] + error * (5.0 / 16)
        next[x + 2] = next[x + 2] + error * (1.0 / 16)
    }

    mutating func nextRow() {
        swap(&current, &next)
        for index in next.indices { next[index] = RGB(SIMD4()) }
    }
}
