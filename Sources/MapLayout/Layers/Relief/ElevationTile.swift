// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapImages

/// The elevations of a square tile in metres, with a border of one row and column for those of its neighbors.
struct ElevationTile: Sendable {
    /// Elevations along a side, without the border.
    let side: Int
    /// `(side + 2)²` elevations including the border.
    private(set) var heights: [Float]
    /// Where the source says nothing: the ground goes on there, so that nothing stands at a cliff, but is not drawn. Empty where all is
    /// known.
    private(set) var unknown: [Bool] = []

    var stride: Int { side + 2 }

    /// The border repeats the tile's own edge until it is backfilled from the neighbors. Pixels without opacity have no height.
    init(_ bitmap: Bitmap, _ code: ElevationCode) throws(Diagnostic) {
        guard bitmap.width == bitmap.height else {
            throw Diagnostic(
                .warning, code: .tilesElevationNotSquare, expected: "a square elevation tile",
                found: "\(bitmap.width) × \(bitmap.height) pixels")
        }
        let side = bitmap.width
        self.side = side
        heights = [Float](unsafeUninitializedCapacity: (side + 2) * (side + 2)) { buffer, count in
            bitmap.pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<side + 2 {
                    let line = max(0, min(side - 1, row - 1)) * side
                    for column in 0..<side + 2 {
                        let pixel = pixels[line + max(0, min(side - 1, column - 1))]
                        buffer[row * (side + 2) + column] = code.metres(pixel)
                    }
                }
            }
            count = (side + 2) * (side + 2)
        }
        if bitmap.pixels.contains(where: { $0 >> 24 == 0 }) { continueGround(bitmap.pixels) }
    }

    /// Lets the ground go on where nothing is known of it, in rows, then in columns.
    private mutating func continueGround(_ pixels: [UInt32]) {
        unknown = [Bool](repeating: false, count: heights.count)
        for row in 0..<stride {
            let line = max(0, min(side - 1, row - 1)) * side
            for column in 0..<stride where pixels[line + max(0, min(side - 1, column - 1))] >> 24 == 0 {
                unknown[row * stride + column] = true
            }
        }
        var isOpen = unknown
        for number in 0..<stride {
            spread(from: number * stride, step: 1, &isOpen)
            spread(from: number * stride + stride - 1, step: -1, &isOpen)
        }
        for number in 0..<stride {
            spread(from: number, step: stride, &isOpen)
            spread(from: number + stride * (stride - 1), step: -stride, &isOpen)
        }
        for index in heights.indices where isOpen[index] { heights[index] = 0 }
    }

    /// The last height goes on where a row or column is open.
    private mutating func spread(from first: Int, step: Int, _ isOpen: inout [Bool]) {
        var last: Float?
        for number in 0..<stride {
            let at = first + number * step
            if !isOpen[at] {
                last = heights[at]
            } else if let last {
                (heights[at], isOpen[at]) = (last, false)
            }
        }
    }

    /// Backfills the border from the neighbor `dx` and `dy` tiles away; neighbors of another size are ignored.
    mutating func copyEdge(from other: ElevationTile, dx: Int, dy: Int) {
        guard other.side == side else { return }
        let columns = dx == 0 ? 1...side : dx < 0 ? 0...0 : (side + 1)...(side + 1)
        let rows = dy == 0 ? 1...side : dy < 0 ? 0...0 : (side + 1)...(side + 1)
        for row in rows {
            for column in columns {
                let from = (row - dy * side) * stride + column - dx * side
                heights[row * stride + column] = other.heights[from]
                if !unknown.isEmpty { unknown[row * stride + column] = !other.unknown.isEmpty && other.unknown[from] }
            }
        }
    }
}

extension ElevationTile {
    /// Tiles with their borders backfilled from their neighbors.
    static func backfillingEdges(
        _ tiles: [(id: TileID, content: ElevationTile)], threads: Int
    ) -> [(id: TileID, heights: ElevationTile)] {
        let byID = Dictionary(uniqueKeysWithValues: tiles.map { ($0.id, $0.content) })
        return parallelMap(tiles, threads: threads) { tile in
            var heights = tile.content
            let count = 1 << tile.id.z
            for dy in -1...1 {
                for dx in -1...1 where (dx != 0 || dy != 0) && tile.id.y + dy >= 0 && tile.id.y + dy < count {
                    let column = (tile.id.x + dx + count) % count
                    guard let other = byID[TileID(z: tile.id.z, x: column, y: tile.id.y + dy)] else { continue }
                    heights.copyEdge(from: other, dx: dx, dy: dy)
                }
            }
            return (id: tile.id, heights: heights)
        }
    }
}

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
            for (index, isUnknown) in part.unknown.enumerated() where isUnknown {
                heights[heights.count - part.heights.count + index] = .nan
            }
            for height in part.heights { (low, high) = (min(low, height), max(high, height)) }
        }
        if low <= high, low.isFinite, high.isFinite { range = low...high }
    }

    func withHeights(_ body: (UnsafeBufferPointer<Float>) -> Void) { heights.withUnsafeBufferPointer(body) }

    /// Not a number where a neighbor is not known.
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

/// The slope of a set of tiles to the east and south, with 16 bits each: the 8 of MapLibre's textures are seen as steps where the ground is enlarged.
///
/// - SeeAlso: MapLibre GL JS, `hillshade_prepare.fragment.glsl`: the Sobel operator, and its exaggeration below zoom
///   15.
struct SlopeSampler: Sendable {
    private struct Tile: Sendable {
        var start: Int
        var side: Int
    }

    private var tiles: [Tile] = []
    /// The eastward slope in the low half, the southward slope in the high half; -4...4 is encoded as 0...65,535.
    private var slopes: [UInt32] = []
    /// The slope of ground that is not known.
    private static let unknown: UInt32 = 0

    /// The encoded slopes of one tile.
    static func slopes(of tile: ElevationTile, zoom: Int) -> [UInt32] {
        let zoom = Double(zoom)
        let factor = zoom < 2 ? 0.4 : zoom < 4.5 ? 0.35 : 0.3
        let exaggeration = zoom < 15 ? (zoom - 15) * factor : 0
        // 2^28.2562 is eight times the circumference of the Earth in metres.
        let scale = Float(Double(tile.side) / powerOfTwo(exaggeration + 28.2562 - zoom) / 8)
        let (side, stride) = (tile.side, tile.stride)
        return [UInt32](unsafeUninitializedCapacity: side * side) { output, count in
            tile.heights.withUnsafeBufferPointer { h in
                for row in 0..<side {
                    for column in 0..<side {
                        let north = row * stride + column
                        let (middle, south) = (north + stride, north + 2 * stride)
                        let west = h[north] + 2 * h[middle] + h[south]
                        let east = h[north + 2] + 2 * h[middle + 2] + h[south + 2]
                        let upper = h[north] + 2 * h[north + 1] + h[north + 2]
                        let lower = h[south] + 2 * h[south + 1] + h[south + 2]
                        guard tile.unknown.isEmpty || !tile.unknown[middle + 1] else {
                            output[row * side + column] = unknown
                            continue
                        }
                        let slope = half((east - west) * scale + 0.5) | half((lower - upper) * scale + 0.5) << 16
                        output[row * side + column] = max(unknown + 1, slope)
                    }
                }
            }
            count = side * side
        }
    }

    init(_ parts: [(side: Int, slopes: [UInt32])]) {
        for part in parts {
            tiles.append(Tile(start: slopes.count, side: part.side))
            slopes.append(contentsOf: part.slopes)
        }
    }

    func withSlopes(_ body: (UnsafeBufferPointer<UInt32>) -> Void) { slopes.withUnsafeBufferPointer(body) }

    /// The bilinearly interpolated slope at a position of a tile, -4...4; nil where a neighbor is not known.
    @inline(__always)
    func linear(
        _ tile: Int, _ u: Double, _ v: Double, _ slopes: UnsafeBufferPointer<UInt32>
    ) -> (east: Float, south: Float)? {
        let t = tiles[tile]
        let (left, right, across) = linearNeighbors(u * Double(t.side), t.side)
        let (top, bottom, down) = linearNeighbors(v * Double(t.side), t.side)
        let (above, below) = (t.start + top * t.side, t.start + bottom * t.side)
        let (a, b, c, d) = (
            slopes[above + left], slopes[above + right], slopes[below + left], slopes[below + right]
        )
        guard a != Self.unknown, b != Self.unknown, c != Self.unknown, d != Self.unknown else { return nil }
        let mixed = { (shift: UInt32) -> Float in
            let component = { (p: UInt32) in Float(p >> shift & 65535) }
            let upper = component(a) + (component(b) - component(a)) * across
            let lower = component(c) + (component(d) - component(c)) * across
            return (upper + (lower - upper) * down) * (8 / 65535) - 4
        }
        return (mixed(0), mixed(16))
    }

    /// The slope of the cell at a position; nil where it is not known.
    @inline(__always)
    func nearest(
        _ tile: Int, _ u: Double, _ v: Double, _ slopes: UnsafeBufferPointer<UInt32>
    ) -> (east: Float, south: Float)? {
        let t = tiles[tile]
        let x = max(0, min(t.side - 1, Int(u * Double(t.side))))
        let y = max(0, min(t.side - 1, Int(v * Double(t.side))))
        let slope = slopes[t.start + y * t.side + x]
        guard slope != Self.unknown else { return nil }
        return (Float(slope & 65535) * (8 / 65535) - 4, Float(slope >> 16) * (8 / 65535) - 4)
    }

    private static func half(_ fraction: Float) -> UInt32 {
        fraction > 0 ? UInt32(min(fraction, 1) * 65535 + 0.5) : 0
    }
}
