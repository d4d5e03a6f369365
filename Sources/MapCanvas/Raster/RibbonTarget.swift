// SPDX-License-Identifier: MIT

/// Takes the pixels of a ribbon's triangles.
protocol RibbonTarget {
    /// Itself, where nothing but the cover counts; nil for targets that look at `along` and `side`.
    var plain: RibbonCoverage? { get }
    /// Takes a pixel: `cover` is 0...1, `along` what the strip's progress makes of the way along the line, `side` -1...1
    /// from its right edge to the left one.
    func mark(x: Int, y: Int, cover: Float, along: Float, side: Float)
}

/// One color: how much of each pixel is covered.
struct RibbonCoverage: RibbonTarget {
    let values: UnsafeMutablePointer<UInt8>
    let stride: Int
    let area: PixelRect
    let cover: Float
    var plain: RibbonCoverage? { self }

    @inline(__always)
    func mark(x: Int, y: Int, cover: Float, along: Float, side: Float) {
        let place = (y - area.minY) * stride + x - area.minX
        Coverage.add(UInt32(cover * self.cover + 0.5), to: &values[place])
    }

    /// Marks a part of a row, eight pixels at a time.
    ///
    /// `across` is -1...1 from one edge of the line to the other, at the first pixel, and what each further pixel adds;
    /// `end` the same along a round cap, 0 at its middle, and nil for triangles that have none. `outset` is half the
    /// width, and `inner` reaches from the middle to where the gap's softened edge begins, both in pixels; `scale` covers
    /// for each pixel of distance from an edge.
    @inline(__always)
    func mark(
        _ y: Int, _ from: Int, _ to: Int, across: (first: Float, step: Float), end: (first: Float, step: Float)?,
        outset: Float, inner: Float, scale: Float
    ) {
        let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
        let row = UnsafeMutableRawPointer(values + ((y &- area.minY) &* stride &- area.minX))
        var x = from
        while x < to {
            let skipped = Float(x &- from)
            let side = lanes * across.step + (across.first + across.step * skipped)
            var distance = unsafeBitCast(
                unsafeBitCast(side, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
            if let end {
                let front = lanes * end.step + (end.first + end.step * skipped)
                distance = (side * side + front * front).squareRoot()
            }
            let middle = distance * outset
            let (fromGap, fromEdge) = (middle - inner, outset - middle)
            var share = fromGap.replacing(with: fromEdge, where: fromEdge .< fromGap) * scale
            share.replace(with: 0, where: share .< 0)
            share.replace(with: 1, where: share .> 1)
            // Near 1.5·2²³ neighbouring numbers are 1 apart, and their last bits count up.
            let wide = unsafeBitCast(share * cover + 12_582_912, to: SIMD8<UInt32>.self) & 0xFF
            let covers = Coverage.bytes(wide)
            let old = row.loadUnaligned(fromByteOffset: x, as: UInt64.self)
            // The rows' padding and the coverage's end leave room for eight at any place.
            let own = to &- x < 8 ? covers & ((1 << UInt64(8 &* (to &- x))) &- 1) : covers
            row.storeBytes(of: Coverage.sum(old, own), toByteOffset: x, as: UInt64.self)
            x &+= 8
        }
    }
}

/// Colors along the line.
struct RibbonGradient: RibbonTarget {
    let pixels: UnsafeMutablePointer<UInt32>
    let stride: Int
    let area: PixelRect
    let shades: UnsafeBufferPointer<SIMD4<Float>>
    var plain: RibbonCoverage? { nil }

    @inline(__always)
    func mark(x: Int, y: Int, cover: Float, along: Float, side: Float) {
        let last = shades.count - 1
        let place = max(0, min(1, along)) * Float(last)
        let shade = shades[min(last, Int(place + 0.5))]
        PixelLayer.blend(shade * cover, over: &pixels[(y - area.minY) * stride + x - area.minX])
    }
}

/// An image that repeats along the line.
struct RibbonImage: RibbonTarget {
    let pixels: UnsafeMutablePointer<UInt32>
    let stride: Int
    let area: PixelRect
    let source: UnsafeBufferPointer<UInt32>
    let width: Int
    let height: Int
    let period: Float
    let opacity: Float
    var plain: RibbonCoverage? { nil }

    @inline(__always)
    func mark(x: Int, y: Int, cover: Float, along: Float, side: Float) {
        let turns = along / period
        // MapLibre looks one pixel beyond the image's edges, where the opposite edge goes on.
        let u = (turns - turns.rounded(.down)) * Float(width + 2) - 1.5
        let v = (0.5 * side + 0.5) * Float(height + 2) - 1.5
        let (left, top) = (u.rounded(.down), v.rounded(.down))
        let (du, dv) = (u - left, v - top)
        let (i, j) = (Int(max(-2, min(Float(width) + 1, left))), Int(max(-2, min(Float(height) + 1, top))))
        let upper = pixel(i, j) * (1 - du) + pixel(i + 1, j) * du
        let lower = pixel(i, j + 1) * (1 - du) + pixel(i + 1, j + 1) * du
        let color = (upper * (1 - dv) + lower * dv) * (opacity * cover)
        PixelLayer.blend(color, over: &pixels[(y - area.minY) * stride + x - area.minX])
    }

    @inline(__always)
    private func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
        let p = source[wrapped(row, height) * width + wrapped(column, width)]
        return SIMD4<Float>(Float(p >> 16 & 255), Float(p >> 8 & 255), Float(p & 255), Float(p >> 24)) / 255
    }

    @inline(__always)
    private func wrapped(_ index: Int, _ count: Int) -> Int {
        let rest = index % count
        return rest < 0 ? rest + count : rest
    }
}
