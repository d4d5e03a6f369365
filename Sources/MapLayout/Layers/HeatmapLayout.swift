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

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        intensity = style.property(.heatmapIntensity).number(context.paint())
    }

    /// A tile's points. Each belongs to the one tile that it lies in, so that none is counted twice.
    func points(of tile: TileLayer) -> [HeatPoint] {
        var result: [HeatPoint] = []
        var evaluation = context.paint()
        let (radius, weight) = (style.property(.heatmapRadius), style.property(.heatmapWeight))
        let square = tile.projection.square
        let pixelRect = context.viewport.pixelRect
        tile.forEachFeature(of: style, context, steps: style.stepsPerFeature) { feature, expressionFeature in
            evaluation.feature = expressionFeature
            let pixels = max(0, radius.number(evaluation)) * context.scale
            let rowWeight = weight.number(evaluation) * intensity
            let extent = HeatKernel.extent(ofWeight: rowWeight) * pixels
            guard extent > 0, extent.isFinite else { return }
            for p in feature.countedPoints
            where p.x >= square.minX && p.x < square.maxX && p.y >= square.minY && p.y < square.maxY {
                let q = tile.projection.toPixel.apply(p)
                let perspective = context.viewport.perspective(at: q)
                guard perspective != nil || pixelRect.inset(by: -extent).contains(q) else { continue }
                result.append(
                    HeatPoint(x: q.x, y: q.y, radius: pixels, weight: rowWeight, perspective: perspective))
            }
        }
        return result
    }

    func item(_ points: [HeatPoint], threads: Int) -> DrawingItem? {
        let opacity = max(0, min(1, style.property(.heatmapOpacity).number(context.paint())))
        guard opacity > 0, let area = PixelArea(context.viewport.pixelRect, within: context.viewport.pixelRect) else {
            return nil
        }
        let cells = points.reduce(0) { $0 &+ DensityMap.cells(of: $1, width: area.width, height: area.height) }
        guard RenderBudget.spend(cells, .paintedPixels, at: "layers.\(style.id)") else { return nil }
        let density = DensityMap(points, width: area.width, height: area.height, threads: threads)
        let ramp = ColorRamp(heatColors, opacity: opacity)
        return area.item(id: "layer/\(style.id)", threads: threads) { row, output in
            density.forEachPixel(ofRow: row, width: area.width) { output[$0] = ramp.pixel(at: $1) }
        }
    }

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

/// The sum of all kernels, on a grid with cells of 4 × 4 pixels.
struct DensityMap: Sendable {
    private static let pixelsPerCell = 4
    private let columns: Int
    private let rows: Int
    /// Cells per pixel.
    private let scaleX: Double
    private let scaleY: Double
    private let cells: [Float]

    /// The most cells that a point adds to.
    static func cells(of point: HeatPoint, width: Int, height: Int) -> Int {
        if let rect = point.areaInImage(width: width, height: height) {
            guard !rect.isNull else { return 0 }
            return Int(rect.width / Double(pixelsPerCell) + 1) * Int(rect.height / Double(pixelsPerCell) + 1)
        }
        let extent = HeatKernel.extent(ofWeight: point.weight) * point.radius
        let side = (2 * extent / Double(pixelsPerCell)).rounded(.up)
        return Int(min(side, Double(width / pixelsPerCell + 1)) * min(side, Double(height / pixelsPerCell + 1)))
    }

    init(_ points: [HeatPoint], width: Int, height: Int, threads: Int) {
        let columns = max(1, width / Self.pixelsPerCell)
        let rows = max(1, height / Self.pixelsPerCell)
        let (cellWidth, cellHeight) = (Double(width) / Double(columns), Double(height) / Double(rows))
        self.columns = columns
        self.rows = rows
        scaleX = 1 / cellWidth
        scaleY = 1 / cellHeight
        // A flat map's, a tilted one's, and a ball's: all points of a map are of one kind.
        let kernels = points.compactMap { Footprint($0, columns: columns, cellWidth: cellWidth) }
        let tilted = points.compactMap { TiltedFootprint($0, width: width, height: height, columns: columns) }
        let round = points.compactMap { GlobeFootprint($0, width: width, height: height, columns: columns) }
        let directions =
            points.first?.perspective?.sphere.map {
                GlobeFootprint.directions(
                    $0, columns: columns, rows: rows, cell: Size(width: cellWidth, height: cellHeight),
                    threads: threads)
            } ?? []
        // Each row adds the points in order, so that sums do not depend on the number of threads.
        cells = filledRows(width: columns, height: rows, threads: threads, zero: 0) { row, sums in
            let y = (Double(row) + 0.5) * cellHeight
            for kernel in kernels { kernel.add(to: sums, y: y) }
            for kernel in tilted { kernel.add(to: sums, y: y, cellWidth: cellWidth) }
            guard !round.isEmpty else { return }
            let seen = directions[row * columns..<(row + 1) * columns]
            for kernel in round { kernel.add(to: sums, y: y, seen) }
        }
    }

    /// Calls `body` with the bilinearly interpolated density at each pixel of a row.
    @inline(__always)
    func forEachPixel(ofRow row: Int, width: Int, _ body: (_ x: Int, _ density: Float) -> Void) {
        let (top, bottom, down) = linearNeighbors((Double(row) + 0.5) * scaleY, rows)
        cells.withUnsafeBufferPointer { cells in
            for x in 0..<width {
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
