// SPDX-License-Identifier: MIT
import Libc
import MapCanvas
import MapCore
import MapGeo
import MapImages
import MapScene
import MapStyle

/// Layers that draw elevation: `hillshade` and `color-relief`.
struct ReliefLayout {
    let context: LayerContext
    let policy: MissingTilePolicy
    let threads: Int

    /// The elevation of the visible tiles, borders backfilled, and their positions.
    private struct Elevation {
        var viewport: Viewport
        var tiles: [(id: TileID, heights: ElevationTile)]
        var grid: TileGrid
        var area: PixelArea
    }

    func shadedItem(
        _ style: StyleLayer, _ tiles: RasterTiles, _ code: ElevationCode
    ) -> DrawingItem? {
        guard let elevation = elevation(tiles, code) else { return nil }
        let shading = HillshadeShader(
            style, context.paint(), bearing: (context.viewport.drape?.camera ?? context.viewport).bearing)
        let parts = parallelMap(elevation.tiles, threads: threads) {
            (side: $0.heights.side, slopes: SlopeSampler.slopes(of: $0.heights, zoom: $0.id.z))
        }
        let map = SlopeSampler(parts)
        let latitudes = elevation.tiles.map { (north: Float($0.id.box.north), south: Float($0.id.box.south)) }
        let isNearest = isNearest(style)
        let (grid, area) = (elevation.grid, elevation.area)
        return area.item(id: "layer/\(style.id)", threads: threads) { row, output in
            map.withSlopes { slopes in
                grid.forEachPixel(ofRow: row, area) { x, tile, u, v in
                    let found = isNearest ? map.nearest(tile, u, v, slopes) : map.linear(tile, u, v, slopes)
                    guard let slope = found else { return }
                    // Web Mercator scales with 1/cos φ; latitude is interpolated linearly within a tile.
                    let range = latitudes[tile]
                    let latitude = range.north + (range.south - range.north) * Float(v)
                    let mercatorScale = 1 / cos(latitude * (.pi / 180))
                    let color = shading.color(east: slope.east * mercatorScale, south: slope.south * mercatorScale)
                    output[x] = packed(red: color.x, green: color.y, blue: color.z, alpha: color.w)
                }
            }
        }
    }

    func coloredItem(
        _ style: StyleLayer, _ tiles: RasterTiles, _ code: ElevationCode
    ) -> DrawingItem? {
        let opacity = max(0, min(1, style.property(.colorReliefOpacity).number(context.paint())))
        guard opacity > 0, style.sets(.colorReliefColor), let elevation = elevation(tiles, code) else { return nil }
        let map = ElevationSampler(elevation.tiles.map(\.heights))
        let ramp = elevationRamp(style, map.range, opacity)
        let isNearest = isNearest(style)
        let (grid, area) = (elevation.grid, elevation.area)
        let (low, scale) = (map.range.lowerBound, 1 / max(1e-3, map.range.upperBound - map.range.lowerBound))
        return area.item(id: "layer/\(style.id)", threads: threads) { row, output in
            map.withHeights { heights in
                grid.forEachPixel(ofRow: row, area) { x, tile, u, v in
                    let metres = isNearest ? map.nearest(tile, u, v, heights) : map.linear(tile, u, v, heights)
                    if metres.isFinite { output[x] = ramp.pixel(at: (metres - low) * scale) }
                }
            }
        }
    }

    /// The colors of an elevation range, in steps finer than any style needs.
    private func elevationRamp(_ style: StyleLayer, _ range: ClosedRange<Float>, _ opacity: Double) -> ColorRamp {
        let steps = 8192
        var evaluation = context.paint()
        let property = style.property(.colorReliefColor)
        let (low, extent) = (Double(range.lowerBound), max(1e-3, Double(range.upperBound - range.lowerBound)))
        let colors = (0..<steps).map { step in
            evaluation.elevation = low + (Double(step) + 0.5) / Double(steps) * extent
            return property.color(evaluation)
        }
        return ColorRamp(colors, opacity: opacity)
    }

    private func isNearest(_ style: StyleLayer) -> Bool {
        style.property(.resampling).string(context.paint()) == "nearest"
    }

    private func elevation(_ tiles: RasterTiles, _ code: ElevationCode) -> Elevation? {
        let viewport = context.viewport.alignedToWorldPoints
        let loader = RasterTileLoader<ElevationTile>(
            tiles: tiles, policy: policy, viewport: viewport, threads: threads, diagnostics: context.diagnostics)
        let selection = loader.load { _, bytes, limit throws(Diagnostic) in
            try ElevationTile(tiles.bitmap(bytes, maxPixels: limit), code)
        }
        guard let selection,
            let grid = TileGrid(
                selection.plan, in: viewport, selection.resolved, reachesPoles: tiles.reachesPoles(in: viewport)),
            let area = PixelArea(grid.bounds, within: viewport.pixelRect)
        else { return nil }
        let around = viewport.drape == nil ? [] : neighbors(of: selection.contents.map(\.id), loader, tiles, code)
        let filled = ElevationTile.backfillingEdges(selection.contents + around, threads: threads)
        return Elevation(
            viewport: viewport, tiles: Array(filled.prefix(selection.contents.count)), grid: grid, area: area)
    }

    /// The tiles around those of a part of a map that is draped over a terrain: it sees none of them, and its edges need theirs.
    private func neighbors(
        of ids: [TileID], _ loader: RasterTileLoader<ElevationTile>, _ tiles: RasterTiles,
        _ code: ElevationCode
    ) -> [(id: TileID, content: ElevationTile)] {
        var wanted: [PlacedTile] = []
        for id in ids {
            let count = 1 << id.z
            for dy in -1...1 where (0..<count).contains(id.y + dy) {
                for dx in -1...1 {
                    wanted.append(
                        PlacedTile(id: TileID(z: id.z, x: (id.x + dx + count) % count, y: id.y + dy), wrap: 0))
                }
            }
        }
        let known = Set(ids)
        let found = loader.load(wanted.filter { !known.contains($0.id) }) { _, bytes, limit throws(Diagnostic) in
            try ElevationTile(tiles.bitmap(bytes, maxPixels: limit), code)
        }
        // What stands in for a missing tile is of another zoom.
        return found.contents.filter { content in ids.contains { $0.z == content.id.z } && !known.contains(content.id) }
    }
}
