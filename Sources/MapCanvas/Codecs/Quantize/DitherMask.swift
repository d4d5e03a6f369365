// SPDX-License-Identifier: MIT

/// Tells where a picture changes slowly, as in shadows and fog: not in plain areas, nor at edges and in letters.
struct DitherMask {
    /// How much a channel of pixels side by side may differ.
    private static let steepest = 6
    /// How many pixels away plain areas are told from slopes.
    private static let reach = 4
    /// How much a channel may differ over that way: no edge is within.
    private static let highest = 40

    let pixels: [UInt32]
    let width: Int
    let height: Int

    func isDithered(_ x: Int, _ y: Int) -> Bool {
        guard change(x, y, 1) <= Self.steepest else { return false }
        return (1...Self.highest).contains(change(x, y, Self.reach))
    }

    /// The most that any channel differs from the pixels so far to the left, right, top and bottom.
    private func change(_ x: Int, _ y: Int, _ way: Int) -> Int {
        let (row, pixel) = (y * width, pixels[y * width + x])
        let left = difference(pixel, pixels[row + max(x - way, 0)])
        let right = difference(pixel, pixels[row + min(x + way, width - 1)])
        let above = difference(pixel, pixels[max(y - way, 0) * width + x])
        let below = difference(pixel, pixels[min(y + way, height - 1) * width + x])
        return max(left, right, above, below)
    }

    @inline(__always)
    private func difference(_ a: UInt32, _ b: UInt32) -> Int {
        if a == b { return 0 }
        func channel(_ shift: UInt32) -> Int { abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
        return max(channel(0), channel(8), channel(16), channel(24))
    }
}
