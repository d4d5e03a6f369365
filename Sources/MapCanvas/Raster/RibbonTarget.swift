// SPDX-License-Identifier: MIT
import MapImages

/// Receives the pixels of a ribbon's triangles.
protocol RibbonTarget {
    /// True when the position along and across the line does not matter.
    var isMask: Bool { get }

    /// Receives the first four pixels of a part of a row: their opacities are 0...1, `distances` those along the line
    /// in pixels, and `sides` run from -1 at the right edge to 1 at the left one.
    func mark(
        _ y: Int, _ columns: Range<Int>, _ opacities: SIMD4<Float>, _ progress: Ribbon.Progress,
        _ distances: SIMD4<Float>, _ sides: SIMD4<Float>)
}

/// Receives single pixels.
protocol RibbonPixels: RibbonTarget {
    /// `pixelCoverage` is 0...1, `along` the distance along the line after `Ribbon.Progress`, and `side` runs from -1
    /// at the right edge to 1 at the left one.
    func mark(x: Int, y: Int, pixelCoverage: Float, along: Float, side: Float)
}

extension RibbonPixels {
    var isMask: Bool { false }

    @inline(__always)
    func mark(
        _ y: Int, _ columns: Range<Int>, _ opacities: SIMD4<Float>, _ progress: Ribbon.Progress,
        _ distances: SIMD4<Float>, _ sides: SIMD4<Float>
    ) {
        for index in 0..<min(4, columns.count) where opacities[index] > 0 {
            mark(
                x: columns.lowerBound + index, y: y, pixelCoverage: opacities[index],
                along: progress.start + distances[index] * progress.rate, side: max(-1, min(1, sides[index])))
        }
    }
}

/// A solid color, as the coverage of each pixel.
struct RibbonCoverage: RibbonTarget {
    /// Where the pixel at the origin would be.
    private let origin: UnsafeMutablePointer<UInt8>
    private let stride: Int
    private let pixelCoverage: SIMD4<Float>
    var isMask: Bool { true }

    /// Takes the values of an area, and the coverage of a pixel that is covered, 0...255.
    init(_ values: UnsafeMutablePointer<UInt8>, stride: Int, _ area: PixelRect, pixelCoverage: Float) {
        origin = values - (area.minY * stride + area.minX)
        self.stride = stride
        self.pixelCoverage = SIMD4(repeating: pixelCoverage)
    }

    /// Row padding and the tail of the buffer leave room for four pixels at any column of the area.
    @inline(__always)
    func mark(
        _ y: Int, _ columns: Range<Int>, _ opacities: SIMD4<Float>, _: Ribbon.Progress, _: SIMD4<Float>,
        _: SIMD4<Float>
    ) {
        let pixels = origin + (y &* stride &+ columns.lowerBound)
        Coverage.add((opacities * pixelCoverage).levels, to: UnsafeMutableRawPointer(pixels), columns.count)
    }
}

/// A color ramp along the line.
struct RibbonGradient: RibbonPixels {
    let pixels: UnsafeMutablePointer<UInt32>
    let stride: Int
    let area: PixelRect
    let colors: UnsafeBufferPointer<SIMD4<Float>>

    @inline(__always)
    func mark(x: Int, y: Int, pixelCoverage: Float, along: Float, side: Float) {
        let last = colors.count - 1
        let offset = max(0, min(1, along)) * Float(last)
        let color = colors[min(last, Int(offset + 0.5))]
        PixelLayer.blend(color * pixelCoverage, over: &pixels[(y - area.minY) * stride + x - area.minX])
    }
}

/// An image repeated along the line.
struct RibbonImage: RibbonPixels {
    let pixels: UnsafeMutablePointer<UInt32>
    let stride: Int
    let area: PixelRect
    let source: UnsafeBufferPointer<UInt32>
    let width: Int
    let height: Int
    let period: Float
    let opacity: Float

    @inline(__always)
    func mark(x: Int, y: Int, pixelCoverage: Float, along: Float, side: Float) {
        let periods = along / period
        // MapLibre samples one pixel beyond the image's edges, wrapping around.
        let u = (periods - periods.rounded(.down)) * Float(width + 2) - 1.5
        let v = (0.5 * side + 0.5) * Float(height + 2) - 1.5
        let (left, top) = (u.rounded(.down), v.rounded(.down))
        let (du, dv) = (u - left, v - top)
        let (i, j) = (Int(max(-2, min(Float(width) + 1, left))), Int(max(-2, min(Float(height) + 1, top))))
        let upper = pixel(i, j) * (1 - du) + pixel(i + 1, j) * du
        let lower = pixel(i, j + 1) * (1 - du) + pixel(i + 1, j + 1) * du
        let color = (upper * (1 - dv) + lower * dv) * (opacity * pixelCoverage)
        PixelLayer.blend(color, over: &pixels[(y - area.minY) * stride + x - area.minX])
    }

    @inline(__always)
    private func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
        let p = source[wrapped(row, height) * width + wrapped(column, width)]
        return SIMD4<Float>(Float(p >> 16 & 255), Float(p >> 8 & 255), Float(p & 255), Float(p >> 24)) / 255
    }

    @inline(__always)
    private func wrapped(_ index: Int, _ count: Int) -> Int {
        let remainder = index % count
        return remainder < 0 ? remainder + count : remainder
    }
}

extension SIMD4<Float> {
    /// Adding it leaves an integer in the low bits of the mantissa: 1.5·2²³.
    private static var magic: Float { 12_582_912 }

    /// The nearest integers, for magnitudes below 2²².
    var nearestIntegers: SIMD4<Float> {
        @inline(__always) get { self + Self.magic - Self.magic }
    }

    /// The next integers above, for magnitudes below 2²²; others become some number.
    var integersAbove: SIMD4<Int32> {
        @inline(__always) get {
            let sum = self + Self.magic
            let nearest = unsafeBitCast(sum, to: SIMD4<Int32>.self) &- Int32(bitPattern: Self.magic.bitPattern)
            return nearest.replacing(with: nearest &+ 1, where: sum - Self.magic .< self)
        }
    }

    /// Numbers of 0...255 as integers in the lowest 8 bits, a half rounded to the even one.
    var levels: SIMD4<UInt32> {
        @inline(__always) get { unsafeBitCast(self + Self.magic, to: SIMD4<UInt32>.self) }
    }

    /// The lesser of two, the second one where either is no number.
    @inline(__always)
    static func lesser(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { b.replacing(with: a, where: a .< b) }

    /// The greater of two, the second one where either is no number.
    @inline(__always)
    static func greater(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { b.replacing(with: a, where: a .> b) }

    /// Without their signs.
    var magnitude: SIMD4<Float> {
        @inline(__always) get {
            unsafeBitCast(unsafeBitCast(self, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
        }
    }
}
