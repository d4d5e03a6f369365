// SPDX-License-Identifier: MIT
import MapImages

/// Receives the pixels of a ribbon's triangles.
protocol RibbonTarget {
    /// The target as a plain coverage mask; nil for targets that use `along` and `side`.
    var coverage: RibbonCoverage? { get }
    /// Receives a pixel.
    ///
    /// `pixelCoverage` is 0...1, `along` the distance along the line after `Ribbon.Progress`, and `side` runs from -1 at the
    /// right edge to 1 at the left one.
    func mark(x: Int, y: Int, pixelCoverage: Float, along: Float, side: Float)
}

/// A solid color, as the coverage of each pixel.
struct RibbonCoverage: RibbonTarget {
    let values: UnsafeMutablePointer<UInt8>
    let stride: Int
    let area: PixelRect
    let pixelCoverage: Float
    var coverage: RibbonCoverage? { self }

    @inline(__always)
    func mark(x: Int, y: Int, pixelCoverage: Float, along: Float, side: Float) {
        let offset = (y - area.minY) * stride + x - area.minX
        Coverage.add(UInt32(pixelCoverage * self.pixelCoverage + 0.5), to: &values[offset])
    }

    /// Adds part of a row, four pixels at a time: most parts are no longer.
    ///
    /// `across` runs from -1 to 1 between the line's edges: its value at the first pixel and its change per pixel;
    /// `end` is the same along a round cap, 0 at the cap's base, and nil for triangles without one. `outset` is half
    /// the width and `inner` the distance from the center line at which the ramp around a gap starts, both in pixels;
    /// `scale` is the coverage per pixel of distance from an edge.
    @inline(__always)
    func mark(
        _ y: Int, _ from: Int, _ to: Int, across: (first: Float, step: Float), end: (first: Float, step: Float)?,
        outset: Float, inner: Float, scale: Float
    ) {
        let row = UnsafeMutableRawPointer(values + ((y &- area.minY) &* stride &- area.minX))
        var x = from
        while x < to {
            // Every eighth pixel is a new start, so that rounding does not add up.
            let skipped = Float((x &- from) & ~7)
            let lanes = SIMD4<Float>(0, 1, 2, 3) + Float((x &- from) & 4)
            let side = lanes * across.step + (across.first + across.step * skipped)
            var distance = unsafeBitCast(
                unsafeBitCast(side, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
            if let end {
                let front = lanes * end.step + (end.first + end.step * skipped)
                distance = (side * side + front * front).squareRoot()
            }
            let middle = distance * outset
            let (fromGap, fromEdge) = (middle - inner, outset - middle)
            var opacityOfLanes = fromGap.replacing(with: fromEdge, where: fromEdge .< fromGap) * scale
            opacityOfLanes.replace(with: 0, where: opacityOfLanes .< 0)
            opacityOfLanes.replace(with: 1, where: opacityOfLanes .> 1)
            // Adding 1.5·2²³ rounds to an integer in the low mantissa bits.
            let lanes32 = unsafeBitCast(opacityOfLanes * pixelCoverage + 12_582_912, to: SIMD4<UInt32>.self) & 0xFF
            let covers = Coverage.bytes(lanes32)
            let existing = row.loadUnaligned(fromByteOffset: x, as: UInt32.self)
            // Row padding and the tail of the buffer leave room for four bytes at any offset.
            let masked = to &- x < 4 ? covers & ((1 << UInt32(8 &* (to &- x))) &- 1) : covers
            row.storeBytes(of: Coverage.sum(existing, masked), toByteOffset: x, as: UInt32.self)
            x &+= 4
        }
    }
}

/// A color ramp along the line.
struct RibbonGradient: RibbonTarget {
    let pixels: UnsafeMutablePointer<UInt32>
    let stride: Int
    let area: PixelRect
    let colors: UnsafeBufferPointer<SIMD4<Float>>
    var coverage: RibbonCoverage? { nil }

    @inline(__always)
    func mark(x: Int, y: Int, pixelCoverage: Float, along: Float, side: Float) {
        let last = colors.count - 1
        let offset = max(0, min(1, along)) * Float(last)
        let color = colors[min(last, Int(offset + 0.5))]
        PixelLayer.blend(color * pixelCoverage, over: &pixels[(y - area.minY) * stride + x - area.minX])
    }
}

/// An image repeated along the line.
struct RibbonImage: RibbonTarget {
    let pixels: UnsafeMutablePointer<UInt32>
    let stride: Int
    let area: PixelRect
    let source: UnsafeBufferPointer<UInt32>
    let width: Int
    let height: Int
    let period: Float
    let opacity: Float
    var coverage: RibbonCoverage? { nil }

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
