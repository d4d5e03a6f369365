// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeometry
import MapImages

/// The image of a terrain while it is painted: tile after tile, the nearest ground at each pixel.
struct TerrainCanvas: ~Copyable {
    let width: Int
    let height: Int
    /// Premultiplied.
    private(set) var pixels: [UInt32]
    /// The reciprocal of the depth, 0 where there is nothing.
    private(set) var inverseDepth: [Float]

    /// A tile with what is draped over it.
    struct Tile: Sendable {
        var mesh: TerrainMesh
        var texture: Bitmap
    }

    private static let bandHeight = 32

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt32](repeating: 0, count: width * height)
        inverseDepth = [Float](repeating: 0, count: width * height)
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
            inverseDepth.withUnsafeMutableBufferPointer { inverseDepth in
                // Each band is written by one thread only.
                nonisolated(unsafe) let (pixels, inverseDepth) = (pixels, inverseDepth)
                parallelLoop(count: bands, threads: threads) { band in
                    let (top, bottom) = (band * Self.bandHeight, min(height, (band + 1) * Self.bandHeight))
                    for tile in tiles where !WorkContext.isCancelled {
                        let texture = TerrainTexture(tile.texture)
                        tile.mesh.forEachTriangle(from: Double(top), to: Double(bottom)) { a, b, c in
                            guard let triangle = TerrainTriangle(a, b, c, width: width, top: top, bottom: bottom)
                            else { return }
                            let direction = texture.anisotropy(of: triangle)
                            triangle.forEachSpan { y, columns in
                                for x in columns {
                                    let value = triangle.inverseDepth(x, y)
                                    let index = y * width + x
                                    let near = Float(value)
                                    guard visible.contains(near), near >= inverseDepth[index] else { continue }
                                    inverseDepth[index] = near
                                    let position = triangle.texture(x, y)
                                    let color = texture.color(
                                        position.u / value, position.v / value, direction)
                                    pixels[index] = fog?.applied(to: color, inverseDepth: value) ?? color
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A triangle in the image, over which inverse depth and texture coordinates divided by the depth change evenly.
struct TerrainTriangle {
    typealias Vertex = TerrainMesh.Vertex

    private let (a, b, c): (Vertex, Vertex, Vertex)
    let rows: Range<Int>
    private let width: Int
    private let near: AffineFunction
    private let (u, v): (AffineFunction, AffineFunction)

    /// Nil when it touches none of the rows.
    init?(_ a: Vertex, _ b: Vertex, _ c: Vertex, width: Int, top: Int, bottom: Int) {
        guard a.inverseDepth > 0, b.inverseDepth > 0, c.inverseDepth > 0 else { return nil }
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
        near = plane(a.inverseDepth, b.inverseDepth, c.inverseDepth)
        u = plane(a.u * a.inverseDepth, b.u * b.inverseDepth, c.u * c.inverseDepth)
        v = plane(a.v * a.inverseDepth, b.v * b.inverseDepth, c.v * c.inverseDepth)
    }

    /// Calls `body` with the columns of each row whose centers are inside; triangles that share an edge share no pixel.
    @inline(__always)
    func forEachSpan(_ body: (_ y: Int, _ columns: Range<Int>) -> Void) {
        for y in rows {
            let columns = columns(ofRow: y)
            if !columns.isEmpty { body(y, columns) }
        }
    }

    /// The columns of a row whose centers are inside.
    @inline(__always)
    func columns(ofRow y: Int) -> Range<Int> {
        guard rows.contains(y) else { return 0..<0 }
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
        guard low < high else { return 0..<0 }
        let (first, last) = ((low - 0.5).rounded(.up), (high - 0.5).rounded(.up))
        let (from, to) = (Int(max(0, min(Double(width), first))), Int(max(0, min(Double(width), last))))
        return from < to ? from..<to : 0..<0
    }

    @inline(__always)
    func inverseDepth(_ x: Int, _ y: Int) -> Double { near(Point(Double(x) + 0.5, Double(y) + 0.5)) }

    /// The position in the tile, times the inverse depth.
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

/// Samples a bitmap that is draped over a tile, seen at an angle: several samples along the direction in which it is seen
/// more densely.
///
/// - SeeAlso: `EXT_texture_filter_anisotropic`, whose suggestion for the samples this is.
struct TerrainTexture {
    private let bitmap: Bitmap

    /// Where samples are taken around a position.
    struct Anisotropy {
        fileprivate var count: Int
        /// From one sample to the next, as fractions of the bitmap's sides.
        fileprivate var step: Point
    }

    private static let maxSamples = 16.0

    init(_ bitmap: Bitmap) { self.bitmap = bitmap }

    func anisotropy(of triangle: TerrainTriangle) -> Anisotropy {
        let (column, row) = triangle.gradients
        let size = Double(bitmap.width)
        let (across, down) = (column.length * size, row.length * size)
        let (longer, shorter) = (max(across, down), max(1e-9, min(across, down)))
        // A bitmap that is enlarged has no more detail to be found.
        guard longer > 1, longer.isFinite else { return Anisotropy(count: 1, step: .zero) }
        let count = max(1, min(Self.maxSamples, (longer / max(1, shorter)).rounded(.up)))
        return Anisotropy(count: Int(count), step: (across > down ? column : row) * (1 / count))
    }

    /// The color at a position in fractions of the bitmap's sides, premultiplied.
    @inline(__always)
    func color(_ u: Double, _ v: Double, _ anisotropy: Anisotropy) -> UInt32 {
        if anisotropy.count == 1 { return packed(linear(u, v)) }
        var sum = SIMD4<Float>.zero
        for index in 0..<anisotropy.count {
            let offset = Double(index) - Double(anisotropy.count - 1) / 2
            sum += linear(u + anisotropy.step.x * offset, v + anisotropy.step.y * offset)
        }
        return packed(sum / Float(anisotropy.count))
    }

    /// Blue, green, red, alpha; 0...255.
    @inline(__always)
    private func linear(_ u: Double, _ v: Double) -> SIMD4<Float> {
        let (x, y) = (u * Double(bitmap.width) - 0.5, v * Double(bitmap.height) - 0.5)
        let (maxX, maxY) = (bitmap.width - 1, bitmap.height - 1)
        let (left, top) = (max(0, min(Double(maxX), x)), max(0, min(Double(maxY), y)))
        let (column, row) = (Int(left), Int(top))
        let (across, down) = (Float(left - Double(column)), Float(top - Double(row)))
        let (nextColumn, nextRow) = (min(maxX, column + 1), min(maxY, row + 1))
        return bitmap.pixels.withUnsafeBufferPointer { pixels in
            func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
                let p = pixels[y * bitmap.width + x]
                return SIMD4<Float>(SIMD4<UInt32>(p & 255, p >> 8 & 255, p >> 16 & 255, p >> 24))
            }
            let upper = pixel(column, row) * (1 - across) + pixel(nextColumn, row) * across
            let lower = pixel(column, nextRow) * (1 - across) + pixel(nextColumn, nextRow) * across
            return upper * (1 - down) + lower * down
        }
    }

    @inline(__always)
    private func packed(_ color: SIMD4<Float>) -> UInt32 {
        let bytes = SIMD4<UInt32>(color + 0.5)
        return bytes.w << 24 | bytes.z << 16 | bytes.y << 8 | bytes.x
    }
}

/// The fog between the camera and a terrain.
///
/// - SeeAlso: MapLibre GL JS, `terrain.fragment.glsl`.
struct TerrainFog: Sendable {
    private let (fog, horizon): (SIMD3<Float>, SIMD3<Float>)
    /// Where the fog begins, and where it takes on the color of the horizon: depths from 0 at the center to 1 at the end.
    private let (start, change): (Float, Float)
    private let strength: Float
    private let (near, far): (Double, Double)

    /// - Parameters:
    ///   - fog: its color.
    ///   - horizon: the color that it has in the distance.
    ///   - start: from 0 at the map's center to 1 at the end of the ground.
    ///   - change: where it begins to take on the color of the horizon, in the same way.
    ///   - strength: 0...1.
    ///   - camera: that looks at it.
    init(
        _ fog: Color, horizon: Color, start: Double, change: Double, strength: Double, _ camera: PlanePerspective
    ) {
        func linear(_ color: Color) -> SIMD3<Float> {
            let c = SIMD3(Float(color.red), Float(color.green), Float(color.blue))
            return SIMD3(pow(c.x, Self.gamma), pow(c.y, Self.gamma), pow(c.z, Self.gamma))
        }
        (self.fog, self.horizon) = (linear(fog), linear(horizon))
        (self.start, self.change, self.strength) = (Float(start), Float(change), Float(strength))
        (near, far) = (camera.distance, camera.depths.upperBound)
    }

    private static let gamma: Float = 2.2

    /// A premultiplied pixel of the ground, seen through the fog.
    @inline(__always)
    func applied(to pixel: UInt32, inverseDepth: Double) -> UInt32 {
        let depth = Float(far / (far - near) * (1 - near * inverseDepth))
        guard depth > start, strength > 0 else { return pixel }
        let t = change < 1 ? max(0, min(1, (depth - change) / (1 - change))) : 0
        let color = fog + (horizon - fog) * (t * t * (3 - 2 * t))
        let amount = (depth - start) / (1 - start)
        let share = min(1, amount * amount * strength)
        func component(_ shift: UInt32) -> Float { Float(pixel >> shift & 255) / 255 }
        let alpha = component(24)
        let own = SIMD3(component(16), component(8), component(0))
        func mixed(_ a: Float, _ b: Float) -> Float {
            let linear = pow(a, Self.gamma)
            return pow(linear + (b - linear) * share, 1 / Self.gamma)
        }
        return packed(
            red: mixed(own.x, color.x), green: mixed(own.y, color.y), blue: mixed(own.z, color.z),
            alpha: alpha + (1 - alpha) * share)
    }
}
