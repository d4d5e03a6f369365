// SPDX-License-Identifier: MIT
import MapPlane

/// The slope of a set of tiles to the east and south, with 8 bits each as in MapLibre.
///
/// - SeeAlso: MapLibre GL JS, `hillshade_prepare.fragment.glsl`: the Sobel operator, and its exaggeration below zoom
///   15.
struct SlopeSampler: Sendable {
    private struct Tile: Sendable {
        var start: Int
        var side: Int
    }

    private var tiles: [Tile] = []
    /// The eastward slope in the low byte, the southward slope in the high byte; -4...4 is encoded as 0...255.
    private var slopes: [UInt16] = []

    /// The encoded slopes of one tile.
    static func slopes(of tile: ElevationTile, zoom: Int) -> [UInt16] {
        let zoom = Double(zoom)
        let factor = zoom < 2 ? 0.4 : zoom < 4.5 ? 0.35 : 0.3
        let exaggeration = zoom < 15 ? (zoom - 15) * factor : 0
        // 2^28.2562 is eight times the circumference of the Earth in metres.
        let scale = Float(Double(tile.side) / powerOfTwo(exaggeration + 28.2562 - zoom) / 8)
        let (side, stride) = (tile.side, tile.stride)
        return [UInt16](unsafeUninitializedCapacity: side * side) { output, count in
            tile.heights.withUnsafeBufferPointer { h in
                for row in 0..<side {
                    for column in 0..<side {
                        let north = row * stride + column
                        let (middle, south) = (north + stride, north + 2 * stride)
                        let west = h[north] + 2 * h[middle] + h[south]
                        let east = h[north + 2] + 2 * h[middle + 2] + h[south + 2]
                        let upper = h[north] + 2 * h[north + 1] + h[north + 2]
                        let lower = h[south] + 2 * h[south + 1] + h[south + 2]
                        output[row * side + column] =
                            byte((east - west) * scale + 0.5) | byte((lower - upper) * scale + 0.5) << 8
                    }
                }
            }
            count = side * side
        }
    }

    init(_ parts: [(side: Int, slopes: [UInt16])]) {
        for part in parts {
            tiles.append(Tile(start: slopes.count, side: part.side))
            slopes.append(contentsOf: part.slopes)
        }
    }

    func withSlopes(_ body: (UnsafeBufferPointer<UInt16>) -> Void) { slopes.withUnsafeBufferPointer(body) }

    /// The bilinearly interpolated slope at a position of a tile, -4...4.
    @inline(__always)
    func linear(
        _ tile: Int, _ u: Double, _ v: Double, _ slopes: UnsafeBufferPointer<UInt16>
    ) -> (east: Float, south: Float) {
        let t = tiles[tile]
        let (left, right, across) = linearNeighbors(u * Double(t.side), t.side)
        let (top, bottom, down) = linearNeighbors(v * Double(t.side), t.side)
        let (above, below) = (t.start + top * t.side, t.start + bottom * t.side)
        let (a, b, c, d) = (
            slopes[above + left], slopes[above + right], slopes[below + left], slopes[below + right]
        )
        let mixed = { (shift: UInt16) -> Float in
            let component = { (p: UInt16) in Float(p >> shift & 255) }
            let upper = component(a) + (component(b) - component(a)) * across
            let lower = component(c) + (component(d) - component(c)) * across
            return (upper + (lower - upper) * down) * (8 / 255) - 4
        }
        return (mixed(0), mixed(8))
    }

    /// The slope of the cell at a position.
    @inline(__always)
    func nearest(
        _ tile: Int, _ u: Double, _ v: Double, _ slopes: UnsafeBufferPointer<UInt16>
    ) -> (east: Float, south: Float) {
        let t = tiles[tile]
        let x = max(0, min(t.side - 1, Int(u * Double(t.side))))
        let y = max(0, min(t.side - 1, Int(v * Double(t.side))))
        let slope = slopes[t.start + y * t.side + x]
        return (Float(slope & 255) * (8 / 255) - 4, Float(slope >> 8) * (8 / 255) - 4)
    }

    private static func byte(_ fraction: Float) -> UInt16 {
        fraction > 0 ? UInt16(min(fraction, 1) * 255 + 0.5) : 0
    }
}
