// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapScene
import MapStyle
import MapTiles

/// A `raster` layer: its tiles joined to one picture, so that no seam can show at any zoom or bearing.
struct RasterLayout {
    let context: LayerContext
    let policy: MissingTilePolicy
    let threads: Int

    func item(_ style: StyleLayer, _ tiles: RasterTiles) -> DrawingItem? {
        let paint = context.paint()
        let opacity = style.property(.rasterOpacity).number(paint)
        let zoom = Int((context.zoom + binaryLogarithm(512 / tiles.tileSize)).rounded())
        guard opacity > 0, zoom >= tiles.minZoom else { return nil }
        guard let plan = TilePlan.covering(context.viewport, zoom: max(0, min(zoom, tiles.maxZoom))) else {
            context.problems.add(
                Diagnostic(.warning, file: tiles.archive.info.file, "the view needs too many tiles; none are drawn"))
            return nil
        }
        let reader = RasterReader(tiles: tiles, policy: policy, problems: context.problems)
        let pictures = parallelMap(plan.map(\.id).uniqued(), threads: threads) { ($0, reader.picture($0)) }
        let byID = Dictionary(uniqueKeysWithValues: pictures)
        guard let mosaic = RasterMosaic(plan, pictures: byID.compactMapValues(\.self)) else { return nil }
        let nearest = style.property(.rasterResampling).string(paint) == "nearest"
        let mark = ImageMark(
            mosaic.bitmap, transform: mosaic.toPixel(in: context.viewport), opacity: opacity,
            sampling: nearest ? .nearest : .linear)
        return DrawingItem(
            id: "layer/\(style.id)", role: .layer, bounds: mark.bounds.intersection(context.viewport.pixelRect),
            mark: .image(mark))
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, in the order of the first.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
