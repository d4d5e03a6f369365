// SPDX-License-Identifier: MIT

extension Bitmap {
    /// A part of the picture, enlarged with linear interpolation; its edges repeat, so that enlarged neighbours meet.
    ///
    /// - Parameters:
    ///   - x: left edge of the part, in pixels; fractions allowed.
    ///   - y: top edge of the part, in pixels.
    ///   - side: width and height of the part, in pixels.
    ///   - size: width and height of the result.
    /// - Returns: a picture of `size` by `size` pixels.
    package func magnified(x: Double, y: Double, side: Double, to size: Int) -> Bitmap {
        let step = side / Double(size)
        let columns = (0..<size).map { weight(at: x + (Double($0) + 0.5) * step, count: width) }
        var result: [UInt32] = []
        result.reserveCapacity(size * size)
        for row in 0..<size {
            let (top, bottom, down) = weight(at: y + (Double(row) + 0.5) * step, count: height)
            for (left, right, across) in columns {
                let above = mixed(pixels[top * width + left], pixels[top * width + right], across)
                let below = mixed(pixels[bottom * width + left], pixels[bottom * width + right], across)
                result.append(mixed(above, below, down))
            }
        }
        return Bitmap(width: size, height: size, pixels: result, isOpaque: isOpaque ? true : nil)
    }

    /// The two pixels around a place and the share of the second, in 1/256.
    private func weight(at place: Double, count: Int) -> (Int, Int, UInt32) {
        let shifted = max(0, min(Double(count - 1), place - 0.5))
        let first = Int(shifted)
        return (first, min(first + 1, count - 1), UInt32((shifted - Double(first)) * 256))
    }
}

/// Mixes all four channels at once, two by two; `share` of the second in 1/256.
private func mixed(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
    let rest = 256 &- share
    let odd: UInt32 = 0x00FF_00FF
    // Each product fits: 255 * 256 < 2^16, so neighbouring channels do not run into each other.
    let low = ((a & odd) &* rest &+ (b & odd) &* share) >> 8 & odd
    let high = ((a >> 8 & odd) &* rest &+ (b >> 8 & odd) &* share) & ~odd
    return low | high
}
