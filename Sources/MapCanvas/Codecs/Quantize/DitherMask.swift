// SPDX-License-Identifier: MIT

/// Selects the pixels to dither: gradients, as in shadows and fog, but not flat areas, edges or text.
struct DitherMask {
    /// The maximum difference per channel between adjacent pixels.
    private static let maxStep = 6
    /// The distance in pixels over which a gradient is distinguished from a flat area.
    private static let gradientDistance = 4
    /// The maximum difference per channel over that distance: no edge lies within.
    private static let maxChange = 40

    /// How far the pixels that decide about one are from it.
    static var reach: Int { gradientDistance }

    let pixels: [UInt32]
    let width: Int
    let height: Int

    func isDithered(_ x: Int, _ y: Int) -> Bool {
        guard change(x, y, 1) <= Self.maxStep else { return false }
        return (1...Self.maxChange).contains(change(x, y, Self.gradientDistance))
    }

    /// The maximum difference per channel from the pixels at a distance to the left, right, top and bottom.
    private func change(_ x: Int, _ y: Int, _ distance: Int) -> Int {
        let (row, pixel) = (y * width, pixels[y * width + x])
        let left = difference(pixel, pixels[row + max(x - distance, 0)])
        let right = difference(pixel, pixels[row + min(x + distance, width - 1)])
        let above = difference(pixel, pixels[max(y - distance, 0) * width + x])
        let below = difference(pixel, pixels[min(y + distance, height - 1) * width + x])
        return max(left, right, above, below)
    }

    @inline(__always)
    private func difference(_ a: UInt32, _ b: UInt32) -> Int {
        if a == b { return 0 }
        func channel(_ shift: UInt32) -> Int { abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
        return max(channel(0), channel(8), channel(16), channel(24))
    }
}
