// SPDX-License-Identifier: MIT
import MapPlane

/// Samples the elevation of a set of tiles, in metres.
struct ElevationSampler: Sendable {
    private struct Tile: Sendable {
        var start: Int
        var side: Int
    }

    private var tiles: [Tile] = []
    private var heights: [Float] = []
    /// The lowest and highest elevation of all tiles.
    private(set) var range: ClosedRange<Float> = 0...0

    init(_ parts: [ElevationTile]) {
        var (low, high) = (Float.infinity, -Float.infinity)
        for part in parts {
            tiles.append(Tile(start: heights.count, side: part.side))
            heights.append(contentsOf: part.heights)
            for height in part.heights { (low, high) = (min(low, height), max(high, height)) }
        }
        if low <= high, low.isFinite, high.isFinite { range = low...high }
    }

    func withHeights(_ body: (UnsafeBufferPointer<Float>) -> Void) { heights.withUnsafeBufferPointer(body) }

    @inline(__always)
    func linear(_ tile: Int, _ u: Double, _ v: Double, _ heights: UnsafeBufferPointer<Float>) -> Float {
        let t = tiles[tile]
        let stride = t.side + 2
        let (left, right, across) = linearNeighbors(u * Double(t.side) + 1, stride)
        let (top, bottom, down) = linearNeighbors(v * Double(t.side) + 1, stride)
        let (above, below) = (t.start + top * stride, t.start + bottom * stride)
        let upper = heights[above + left] + (heights[above + right] - heights[above + left]) * across
        let lower = heights[below + left] + (heights[below + right] - heights[below + left]) * across
        return upper + (lower - upper) * down
    }

    @inline(__always)
    func nearest(_ tile: Int, _ u: Double, _ v: Double, _ heights: UnsafeBufferPointer<Float>) -> Float {
        let t = tiles[tile]
        let x = max(0, min(t.side - 1, Int(u * Double(t.side)))) + 1
        let y = max(0, min(t.side - 1, Int(v * Double(t.side)))) + 1
        return heights[t.start + y * (t.side + 2) + x]
    }
}
