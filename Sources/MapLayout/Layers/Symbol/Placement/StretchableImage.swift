// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Renders a stretchable image (`stretchX`, `stretchY`) at its stretched size.
struct StretchableImage {
    let columns: StretchAxis
    let rows: StretchAxis

    /// The largest side in pixels; no label is longer.
    private static let maxSide = 2048.0

    /// The stretched image and the position of its corner relative to the anchor. Its pixels coincide with output
    /// pixels if `transform` does not rotate.
    func rendered(_ bitmap: Bitmap, _ transform: Transform, isSmooth: Bool) -> (Bitmap, corner: Point) {
        let isUpright = transform.keepsRectangles && transform.a == 1 && transform.d == 1
        let fraction =
            isUpright
            ? Point(transform.tx - transform.tx.rounded(.down), transform.ty - transform.ty.rounded(.down)) : .zero
        // Antialiased edges fade over one image pixel.
        let margin = isSmooth ? 2.0 : 0
        func corner(_ axis: StretchAxis, _ part: Double) -> Double {
            (axis.start + part - margin).rounded(.down) - part
        }
        let left = corner(columns, fraction.x)
        let top = corner(rows, fraction.y)
        let width = Int(max(1, min(Self.maxSide, (columns.end + margin - left).rounded(.up))))
        let height = Int(max(1, min(Self.maxSide, (rows.end + margin - top).rounded(.up))))
        let across = (0..<width).map { linearNeighbors(columns, left + Double($0), bitmap.width, isSmooth) }
        let down = (0..<height).map { linearNeighbors(rows, top + Double($0), bitmap.height, isSmooth) }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        bitmap.pixels.withUnsafeBufferPointer { source in
            for row in down {
                for column in across { pixels.append(blend(source, bitmap.width, column, row)) }
            }
        }
        return (Bitmap(width: width, height: height, pixels: pixels), Point(left, top))
    }

    /// The two image pixels around a position, the weight of the second, and the coverage of the output pixel.
    private struct LinearNeighbors {
        var first: Int
        var second: Int
        var fraction: Double
        var coverage: Double
    }

    private func linearNeighbors(_ axis: StretchAxis, _ edge: Double, _ count: Int, _ isSmooth: Bool) -> LinearNeighbors
    {
        let position = max(-1e6, min(1e6, axis.source(of: edge + 0.5)))
        func inside(_ index: Double) -> Int { Int(max(0, min(Double(count - 1), index))) }
        guard isSmooth else {
            let nearest = position.rounded(.down)
            let isInside = nearest >= 0 && nearest < Double(count)
            return LinearNeighbors(
                first: inside(nearest), second: inside(nearest), fraction: 0, coverage: isInside ? 1 : 0)
        }
        let u = position - 0.5
        let low = u.rounded(.down)
        let coverage = max(0, min(1, position + 0.5)) * max(0, min(1, Double(count) - position + 0.5))
        return LinearNeighbors(first: inside(low), second: inside(low + 1), fraction: u - low, coverage: coverage)
    }

    private func blend(_ source: UnsafeBufferPointer<UInt32>, _ width: Int, _ x: LinearNeighbors, _ y: LinearNeighbors)
        -> UInt32
    {
        let coverage = x.coverage * y.coverage
        let weights = [
            (1 - x.fraction) * (1 - y.fraction), x.fraction * (1 - y.fraction), (1 - x.fraction) * y.fraction,
            x.fraction * y.fraction,
        ]
        let indices = [
            y.first * width + x.first, y.first * width + x.second, y.second * width + x.first,
            y.second * width + x.second,
        ]
        var result: UInt32 = 0
        for shift in [24, 16, 8, 0] as [UInt32] {
            var sum = 0.0
            for (weight, position) in zip(weights, indices) { sum += weight * Double(source[position] >> shift & 0xFF) }
            result |= UInt32(sum * coverage + 0.5) << shift
        }
        return result
    }
}
