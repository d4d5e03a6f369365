// SPDX-License-Identifier: MIT
import Libc
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapStyle
import MapTiles

/// A point of a heatmap on the ground; lengths in its pixels, on a globe in those of the sphere.
struct HeatPoint: Sendable {
    var x: Double
    var y: Double
    var radius: Double
    /// The density at its center, before the kernel's factor.
    var weight: Double
    /// How the camera sees the plane of the ground at the point; nil on a flat map.
    var perspective: Perspective?
}

/// A `heatmap` layer: the density of points, mapped to colors.
struct HeatmapLayout {
    private let style: StyleLayer
    private let context: LayerContext
    private let intensity: Double
    private let hasTerrain: Bool
    /// True for a globe whose style has a terrain: MapLibre measures radii at the equator there.
    private let isOverFlatTerrain: Bool

    init(_ style: StyleLayer, _ context: LayerContext, hasTerrain: Bool) {
        self.style = style
        self.context = context
        isOverFlatTerrain = hasTerrain && context.viewport.isGlobe
        self.hasTerrain = hasTerrain
        intensity = style.property(.heatmapIntensity).number(context.paint())
    }

    /// A tile's points. Each belongs to the one tile that it lies in, so that none is counted twice.
    func points(of tile: TileLayer) -> [HeatPoint] {
        var result: [HeatPoint] = []
        var evaluation = context.paint()
        let (radius, weight) = (style.property(.heatmapRadius), style.property(.heatmapWeight))
        let square = tile.projection.square
        let pixelRect = context.viewport.pixelRect
        let correction = isOverFlatTerrain ? 1 / cosine(context.viewport.center.latitude * .pi / 180) : 1
        tile.forEachFeature(of: style, context, steps: style.stepsPerFeature) { feature, expressionFeature in
            expressionFeature.move(to: feature)
            evaluation.feature = expressionFeature
            let pixels = max(0, radius.number(evaluation)) * context.scale * correction
            let rowWeight = weight.number(evaluation) * intensity
            let extent = HeatKernel.extent(ofWeight: rowWeight) * pixels
            guard extent > 0, extent.isFinite else { return }
            for p in feature.countedPoints
            where p.x >= square.minX && p.x < square.maxX && p.y >= square.minY && p.y < square.maxY {
                var q = tile.projection.toPixel.apply(p)
                var perspective = context.viewport.perspective(at: q)
                if let projected = perspective?.projected {
                    // There the image is flat, and kernels are round in it.
                    guard projected.shows(q) else { continue }
                    (q, perspective) = (projected.apply(q), nil)
                }
                guard perspective != nil || pixelRect.inset(by: -extent).contains(q) else { continue }
                result.append(
                    HeatPoint(x: q.x, y: q.y, radius: pixels, weight: rowWeight, perspective: perspective))
            }
        }
        return result
    }

    /// - Parameters:
    ///   - tiles: the points of each tile. They add up to one density; but where the style has a terrain, also one that a globe
    ///     does not show, each tile has its own, and their colors lie over one another, as in MapLibre.
    ///   - threads: that take part; the result is the same for any number.
    /// - Returns: nil for a layer that shows nothing.
    func item(_ tiles: [[HeatPoint]], threads: Int) -> DrawingItem? {
        let opacity = max(0, min(1, style.property(.heatmapOpacity).number(context.paint())))
        guard opacity > 0, let area = PixelArea(context.viewport.pixelRect, within: context.viewport.pixelRect) else {
            return nil
        }
        let groups = hasTerrain ? tiles.filter { !$0.isEmpty } : [Array(tiles.joined())]
        let (width, height) = (area.width, area.height)
        let grid =
            hasTerrain
            ? DensityGrid(width: width, height: height, columns: Self.tileSide, rows: Self.tileSide)
            : DensityGrid(width: width, height: height)
        let cells = groups.joined().reduce(0) { $0 &+ grid.cells(of: $1) }
        let own = hasTerrain ? groups.count &* (grid.columns * grid.rows &+ width &* height) : 0
        guard RenderBudget.spend(cells &+ own, .paintedPixels, at: "layers.\(style.id)") else { return nil }
        let ramp = ColorRamp(heatColors, opacity: opacity)
        guard hasTerrain else {
            let density = DensityMap(groups[0], grid, threads: threads)
            return area.item(id: "layer/\(style.id)", threads: threads) { row, output in
                density.forEachPixel(ofRow: row) { output[$0] = ramp.pixel(at: $1) }
            }
        }
        var pixels: [UInt32] = []
        for points in groups where !WorkContext.isCancelled {
            let (density, below) = (DensityMap(points, grid, threads: threads), pixels)
            pixels = filledRows(width: width, height: height, threads: threads, zero: UInt32(0)) { row, output in
                density.forEachPixel(ofRow: row) { x, density in
                    let color = ramp.pixel(at: density)
                    output[x] = below.isEmpty ? color : Self.over(color, below[row * width + x])
                }
            }
        }
        guard !pixels.isEmpty else { return nil }
        let painted = pixels
        return area.item(id: "layer/\(style.id)", threads: threads) { row, output in
            for x in 0..<width { output[x] = painted[row * width + x] }
        }
    }

    /// A premultiplied pixel over another.
    @inline(__always)
    private static func over(_ top: UInt32, _ bottom: UInt32) -> UInt32 {
        let rest = 255 - top >> 24
        guard rest > 0, bottom != 0 else { return top }
        var result: UInt32 = 0
        for shift in stride(from: UInt32(0), through: 24, by: 8) {
            let sum = (top >> shift & 255) + ((bottom >> shift & 255) * rest + 127) / 255
            result |= min(255, sum) << shift
        }
        return result
    }

    /// The cells along a side of a tile's own density.
    private static let tileSide = 512

    /// The colors for densities from 0 to 1, in 256 steps.
    private var heatColors: [Color] {
        var evaluation = context.paint()
        let property = style.property(.heatmapColor)
        return (0..<256).map { step in
            evaluation.heatmapDensity = Double(step) / 255
            return property.color(evaluation)
        }
    }
}

extension VectorFeature {
    /// All vertices; the first vertex of a ring is also its last and counts twice, as in MapLibre.
    var countedPoints: [Point] {
        let geometry = geometry()
        guard type == .polygon else { return geometry.points }
        return geometry.points + geometry.parts.compactMap { $0.isEmpty ? nil : geometry.points[$0.lowerBound] }
    }
}

/// The Gaussian kernel of heatmaps.
///
/// - SeeAlso: MapLibre GL JS, `heatmap.vertex.glsl` and `heatmap.fragment.glsl`, for the constants.
enum HeatKernel {
    /// 1 / √(2π).
    static let factor = 0.398_942_280_401_432_7
    /// Densities below a sixteenth of an 8-bit step are ignored.
    static let threshold = 1 / 255.0 / 16

    /// The distance at which a point's density vanishes, in radii; 0 when it is never visible.
    static func extent(ofWeight weight: Double) -> Double {
        guard weight * factor > threshold else { return 0 }
        return (-2 * log(threshold / weight / factor)).squareRoot() / 3
    }
}

/// The cells of a density, over the whole image.
struct DensityGrid: Sendable {
    /// Of the image, in pixels.
    let width: Int
    let height: Int
    let columns: Int
    let rows: Int

    private static let pixelsPerCell = 4

    /// Cells of 4 × 4 pixels.
    init(width: Int, height: Int) {
        self.init(
            width: width, height: height, columns: max(1, width / Self.pixelsPerCell),
            rows: max(1, height / Self.pixelsPerCell))
    }

    init(width: Int, height: Int, columns: Int, rows: Int) {
        (self.width, self.height, self.columns, self.rows) = (width, height, columns, rows)
    }

    /// In pixels.
    var cell: Size {
        Size(width: Double(width) / Double(columns), height: Double(height) / Double(rows))
    }

    /// The most cells that a point adds to.
    func cells(of point: HeatPoint) -> Int {
        let cell = cell
        if let rect = point.areaInImage(width: width, height: height) {
            guard !rect.isNull else { return 0 }
            return Int(rect.width / cell.width + 1) * Int(rect.height / cell.height + 1)
        }
        let side = 2 * HeatKernel.extent(ofWeight: point.weight) * point.radius
        return Int(min((side / cell.width).rounded(.up), Double(columns + 1)))
            * Int(min((side / cell.height).rounded(.up), Double(rows + 1)))
    }
}

/// The sum of all kernels, on a grid.
struct DensityMap: Sendable {
    private let grid: DensityGrid
    private let cells: [Float]

    init(_ points: [HeatPoint], _ grid: DensityGrid, threads: Int) {
        self.grid = grid
        let (columns, cell) = (grid.columns, grid.cell)
        // A flat map's, a tilted one's, and a ball's: all points of a map are of one kind.
        let kernels = points.compactMap { Footprint($0, columns: columns, cellWidth: cell.width) }
        let tilted = points.compactMap { TiltedFootprint($0, grid) }
        let sphere = points.first?.perspective?.sphere
        let isWhole = sphere.map { $0.globe.shape.blend >= 1 } ?? false
        let round = isWhole ? [] : points.compactMap { GlobeFootprint($0, grid) }
        let squares = isWhole ? points.compactMap { GlobeSquares($0, grid) } : []
        let vectors =
            sphere.map { sphere in
                filledRows(width: columns, height: grid.rows, threads: threads, zero: SIMD3<Double>()) { row, output in
                    for column in 0..<columns {
                        let center = Point((Double(column) + 0.5) * cell.width, (Double(row) + 0.5) * cell.height)
                        output[column] = isWhole ? sphere.ray(through: center) : sphere.direction(at: center) ?? SIMD3()
                    }
                }
            } ?? []
        // Each row adds the points in order, so that sums do not depend on the number of threads.
        cells = filledRows(width: columns, height: grid.rows, threads: threads, zero: 0) { row, sums in
            let y = (Double(row) + 0.5) * cell.height
            for kernel in kernels { kernel.add(to: sums, y: y) }
            for kernel in tilted { kernel.add(to: sums, y: y, cellWidth: cell.width) }
            guard !vectors.isEmpty else { return }
            let seen = vectors[row * columns..<(row + 1) * columns]
            for kernel in round { kernel.add(to: sums, y: y, seen) }
            for square in squares { square.add(to: sums, row: row, seen) }
        }
    }

    /// Calls `body` with the bilinearly interpolated density at each pixel of a row.
    @inline(__always)
    func forEachPixel(ofRow row: Int, _ body: (_ x: Int, _ density: Float) -> Void) {
        let (columns, rows) = (grid.columns, grid.rows)
        let (scaleX, scaleY) = (Double(columns) / Double(grid.width), Double(rows) / Double(grid.height))
        let (top, bottom, down) = linearNeighbors((Double(row) + 0.5) * scaleY, rows)
        cells.withUnsafeBufferPointer { cells in
            for x in 0..<grid.width {
                let (left, right, across) = linearNeighbors((Double(x) + 0.5) * scaleX, columns)
                let (a, b) = (cells[top * columns + left], cells[top * columns + right])
                let (c, d) = (cells[bottom * columns + left], cells[bottom * columns + right])
                let (above, below) = (a + (b - a) * across, c + (d - c) * across)
                body(x, above + (below - above) * down)
            }
        }
    }

    /// One point's kernel, precomputed along x: a Gaussian is the product of one along x and one along y.
    private struct Footprint: Sendable {
        let y: Double
        let extent: Double
        /// For exp(-4.5 (d / radius)²).
        let exponent: Double
        let firstColumn: Int
        let along: [Float]

        init?(_ point: HeatPoint, columns: Int, cellWidth: Double) {
            guard point.perspective == nil else { return nil }
            let extent = HeatKernel.extent(ofWeight: point.weight) * point.radius
            let first = max(0, ((point.x - extent) / cellWidth - 0.5).rounded(.up))
            let last = min(Double(columns - 1), ((point.x + extent) / cellWidth - 0.5).rounded(.down))
            guard extent > 0, first <= last else { return nil }
            y = point.y
            self.extent = extent
            let exponent = -4.5 / (point.radius * point.radius)
            self.exponent = exponent
            firstColumn = Int(first)
            along = (Int(first)...Int(last)).map { column in
                let d = (Double(column) + 0.5) * cellWidth - point.x
                return Float(point.weight * HeatKernel.factor * exp(exponent * d * d))
            }
        }

        @inline(__always)
        func add(to sums: UnsafeMutableBufferPointer<Float>, y row: Double) {
            let d = row - y
            guard abs(d) <= extent else { return }
            let rowWeight = Float(exp(exponent * d * d))
            along.withUnsafeBufferPointer { along in
                for i in along.indices { sums[firstColumn &+ i] += along[i] * rowWeight }
            }
        }
    }
}
