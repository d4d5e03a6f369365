// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapRuntime

/// The picture of a terrain while it is painted: tile after tile, the nearest ground at each pixel.
struct TerrainCanvas: ~Copyable {
    let width: Int
    let height: Int
    /// Premultiplied.
    private(set) var pixels: [UInt32]
    /// The reciprocal of the depth, 0 where there is nothing.
    private(set) var nearness: [Float]

    /// A tile with what is draped over it.
    struct Tile: Sendable {
        var mesh: TerrainMesh
        var texture: Bitmap
    }

    private static let bandHeight = 32

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt32](repeating: 0, count: width * height)
        nearness = [Float](repeating: 0, count: width * height)
    }

    /// Paints tiles, those at the end over equally near ones.
    ///
    /// - Parameters:
    ///   - tiles: in order.
    ///   - depths: between which the ground is seen.
    ///   - fog: what lies between the camera and the ground.
    ///   - threads: that take part; the result is the same for any number.
    mutating func paint(_ tiles: [Tile], depths: ClosedRange<Double>, fog: TerrainFog?, threads: Int) {
        let (width, height) = (width, height)
        let visible = Float(1 / depths.upperBound)...Float(1 / depths.lowerBound)
        let bands = (height + Self.bandHeight - 1) / Self.bandHeight
        pixels.withUnsafeMutableBufferPointer { pixels in
            nearness.withUnsafeMutableBufferPointer { nearness in
                // Each band is written by one thread only.
                nonisolated(unsafe) let (pixels, nearness) = (pixels, nearness)
                parallelLoop(count: bands, threads: threads) { band in
                    let (top, bottom) = (band * Self.bandHeight, min(height, (band + 1) * Self.bandHeight))
                    for tile in tiles where !WorkCancellation.isRequested {
                        let texture = TerrainTexture(tile.texture)
                        tile.mesh.forEachTriangle(from: Double(top), to: Double(bottom)) { a, b, c in
                            guard let triangle = TerrainTriangle(a, b, c, width: width, top: top, bottom: bottom)
                            else { return }
                            let direction = texture.anisotropy(of: triangle)
                            triangle.forEachSpan { y, columns in
                                for x in columns {
                                    let value = triangle.nearness(x, y)
                                    let index = y * width + x
                                    let near = Float(value)
                                    guard visible.contains(near), near >= nearness[index] else { continue }
                                    nearness[index] = near
                                    let position = triangle.texture(x, y)
                                    let color = texture.color(
                                        position.u / value, position.v / value, direction)
                                    pixels[index] = fog?.applied(to: color, nearness: value) ?? color
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A triangle in the picture, over which nearness and texture coordinates divided by the depth change evenly.
struct TerrainTriangle {
    typealias Vertex = TerrainMesh.Vertex

    private let (a, b, c): (Vertex, Vertex, Vertex)
    private let rows: Range<Int>
    private let width: Int
    private let near: AffineFunction
    private let (u, v): (AffineFunction, AffineFunction)

    /// Nil when it touches none of the rows.
    init?(_ a: Vertex, _ b: Vertex, _ c: Vertex, width: Int, top: Int, bottom: Int) {
        guard a.nearness > 0, b.nearness > 0, c.nearness > 0 else { return nil }
        let (low, high) = (min(a.y, b.y, c.y), max(a.y, b.y, c.y))
        guard low < Double(bottom), high > Double(top), max(a.x, b.x, c.x) > 0, min(a.x, b.x, c.x) < Double(width)
        else { return nil }
        let determinant = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
        guard abs(determinant) > 1e-12 else { return nil }
        // Rows whose centers are inside.
        let first = max(top, Int(max(Double(top), (low - 0.5).rounded(.up))))
        let last = min(bottom, Int(min(Double(bottom), (high - 0.5).rounded(.up))))
        guard first < last else { return nil }
        rows = first..<last
        (self.a, self.b, self.c, self.width) = (a, b, c, width)
        func plane(_ p: Double, _ q: Double, _ r: Double) -> AffineFunction {
            let x = ((q - p) * (c.y - a.y) - (r - p) * (b.y - a.y)) / determinant
            let y = ((r - p) * (b.x - a.x) - (q - p) * (c.x - a.x)) / determinant
            return AffineFunction(x: x, y: y, constant: p - x * a.x - y * a.y)
        }
        near = plane(a.nearness, b.nearness, c.nearness)
        u = plane(a.u * a.nearness, b.u * b.nearness, c.u * c.nearness)
        v = plane(a.v * a.nearness, b.v * b.nearness, c.v * c.nearness)
    }

    /// Calls `body` with the columns of each row whose centers are inside; triangles that share an edge share no pixel.
    @inline(__always)
    func forEachSpan(_ body: (_ y: Int, _ columns: Range<Int>) -> Void) {
        for y in rows {
            let line = Double(y) + 0.5
            var (low, high) = (Double.infinity, -Double.infinity)
            func cross(_ p: Vertex, _ q: Vertex) {
                // From the upper end, so that both triangles compute the same position on an edge.
                let (p, q) = p.y <= q.y ? (p, q) : (q, p)
                guard p.y <= line, line < q.y else { return }
                let x = p.x + (line - p.y) / (q.y - p.y) * (q.x - p.x)
                (low, high) = (min(low, x), max(high, x))
            }
            cross(a, b)
            cross(b, c)
            cross(c, a)
            guard low < high else { continue }
            let from = Int(max(0, (low - 0.5).rounded(.up)))
            let to = Int(min(Double(width), (high - 0.5).rounded(.up)))
            if from < to { body(y, from..<to) }
        }
    }

    @inline(__always)
    func nearness(_ x: Int, _ y: Int) -> Double { near(Point(Double(x) + 0.5, Double(y) + 0.5)) }

    /// The position in the tile, times the nearness.
    @inline(__always)
    func texture(_ x: Int, _ y: Int) -> (u: Double, v: Double) {
        let p = Point(Double(x) + 0.5, Double(y) + 0.5)
        return (u(p), v(p))
    }

    /// How fast the position in the tile changes from column to column and from row to row, in the triangle's middle.
    var gradients: (column: Point, row: Point) {
        let middle = Point((a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3)
        let n = near(middle)
        let (s, t) = (u(middle) / n, v(middle) / n)
        return (
            Point((u.x - s * near.x) / n, (v.x - t * near.x) / n),
            Point((u.y - s * near.y) / n, (v.y - t * near.y) / n)
        )
    }
}
