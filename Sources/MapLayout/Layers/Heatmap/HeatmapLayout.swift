// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapRuntime
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
    fileprivate var countedPoints: [Point] {
        let geometry = geometry()
        guard type == .polygon else { return geometry.points }
        return geometry.points + geometry.parts.compactMap { $0.isEmpty ? nil : geometry.points[$0.lowerBound] }
    }
}
