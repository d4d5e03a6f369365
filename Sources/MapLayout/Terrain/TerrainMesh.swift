// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

/// A tile of the ground as a grid of triangles, in the picture.
///
/// - SeeAlso: MapLibre GL JS, `terrain.ts`, for the size of the grid, and for the skirts that hide gaps between tiles.
struct TerrainMesh: Sendable {
    struct Vertex: Sendable {
        /// Pixels of the picture.
        var x, y: Double
        /// The reciprocal of the depth; 0 for what is not before the camera.
        var nearness: Double
        /// The position in the tile, as fractions of its sides.
        var u, v: Double
    }

    /// Squares along a side.
    let count: Int
    /// Rows of `count + 1` vertices, from the north.
    let vertices: [Vertex]
    /// The lower ends of the skirts: along the northern, southern, western and eastern side.
    let skirts: [[Vertex]]
    /// The rows of the picture that each row of squares touches.
    let rows: [ClosedRange<Double>]

    /// MapLibre's number of squares.
    private static let detail = 128
    private static let corners = [Point(0, 0), Point(1, 0), Point(0, 1), Point(1, 1)]

    init(_ tile: PlacedTile, _ viewport: Viewport, _ perspective: Perspective) {
        let patch = viewport.terrain?.patch(below: tile.id)
        let toGround = tile.toPixel(in: viewport)
        let (scale, center) = (viewport.pixelsPerMeter, viewport.centerHeight)
        let least = perspective.distance / 1024
        func vertex(_ u: Double, _ v: Double, below: Double) -> Vertex {
            let p = toGround.apply(Point(u, v))
            let height = ((patch?.height(u, v) ?? 0) - center - below) * scale
            let depth = perspective.depth(p, height: height)
            guard depth > least else { return Vertex(x: 0, y: 0, nearness: 0, u: u, v: v) }
            let q = perspective.apply(p, height: height)
            return Vertex(x: q.x, y: q.y, nearness: 1 / depth, u: u, v: v)
        }
        let isBeforeCamera = Self.corners.allSatisfy { vertex($0.x, $0.y, below: 0).nearness > 0 }
        let needed = patch.map { $0.isLevel ? 1 : max(8, 4 * $0.sampleCount) } ?? 1
        // Triangles that reach behind the camera are left out: small ones, which the picture does not show.
        let count = isBeforeCamera ? min(Self.detail, needed) : Self.detail
        self.count = count
        let steps = (0...count).map { Double($0) / Double(count) }
        vertices = steps.flatMap { v in steps.map { vertex($0, v, below: 0) } }
        let drop = 2 * Double.pi * WebMercator.earthRadius / powerOfTwo(Double(tile.id.z)) / 5
        skirts = [
            steps.map { vertex($0, 0, below: drop) }, steps.map { vertex($0, 1, below: drop) },
            steps.map { vertex(0, $0, below: drop) }, steps.map { vertex(1, $0, below: drop) },
        ]
        let all = vertices
        rows = (0..<count).map { row in
            var (low, high) = (Double.infinity, -Double.infinity)
            for vertex in all[row * (count + 1)..<(row + 2) * (count + 1)] where vertex.nearness > 0 {
                (low, high) = (min(low, vertex.y), max(high, vertex.y))
            }
            return low <= high ? low...high : -1...(-1)
        }
    }

    /// Calls `body` with each triangle that may touch rows of the picture.
    func forEachTriangle(from top: Double, to bottom: Double, _ body: (Vertex, Vertex, Vertex) -> Void) {
        let stride = count + 1
        vertices.withUnsafeBufferPointer { vertices in
            for row in 0..<count where rows[row].lowerBound < bottom && rows[row].upperBound > top {
                for column in 0..<count {
                    let i = row * stride + column
                    let (a, b, c, d) = (vertices[i], vertices[i + 1], vertices[i + stride], vertices[i + stride + 1])
                    body(a, c, b)
                    body(b, c, d)
                }
            }
            let edges: [(Int) -> Int] = [
                { $0 }, { count * stride + $0 }, { $0 * stride }, { $0 * stride + count },
            ]
            for (skirt, edge) in zip(skirts, edges) {
                for i in 0..<count {
                    let (a, b, c, d) = (vertices[edge(i)], vertices[edge(i + 1)], skirt[i], skirt[i + 1])
                    body(a, c, b)
                    body(b, c, d)
                }
            }
        }
    }
}
