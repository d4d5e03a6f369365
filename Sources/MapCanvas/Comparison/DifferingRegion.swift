// SPDX-License-Identifier: MIT

/// Differing pixels that touch each other, at corners too.
package struct DifferingRegion: Hashable, Sendable, CustomStringConvertible {
    package var pixels: Int
    /// What they lie in.
    package var bounds: PixelRect

    package var description: String {
        "\(pixels) pixels, \(bounds.width)×\(bounds.height) at \(bounds.minX),\(bounds.minY)"
    }
}

extension ImageComparison {
    /// The one with most pixels, the first of several; nil when no pixel differs.
    ///
    /// A share of all pixels forgives much at once: noise of 0.5 % along all edges and a pin that is missing are the same
    /// number, but not the same region.
    package var largestRegion: DifferingRegion? {
        var seen = differences.map { $0 != .different }
        var largest: DifferingRegion?
        for start in seen.indices where !seen[start] {
            let region = region(from: start, &seen)
            if region.pixels > largest?.pixels ?? 0 { largest = region }
        }
        return largest
    }

    private func region(from start: Int, _ seen: inout [Bool]) -> DifferingRegion {
        var (stack, pixels) = ([start], 0)
        var (minX, minY, maxX, maxY) = (width, height, 0, 0)
        seen[start] = true
        while let index = stack.popLast() {
            let (x, y) = (index % width, index / width)
            pixels += 1
            (minX, minY, maxX, maxY) = (min(minX, x), min(minY, y), max(maxX, x + 1), max(maxY, y + 1))
            for nextY in max(0, y - 1)...min(height - 1, y + 1) {
                for nextX in max(0, x - 1)...min(width - 1, x + 1) where !seen[nextY * width + nextX] {
                    seen[nextY * width + nextX] = true
                    stack.append(nextY * width + nextX)
                }
            }
        }
        return DifferingRegion(
            pixels: pixels, bounds: PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
    }
}
