// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapScene
import MapTiles

/// Raster tiles in the output's pixels: each pixel looks up its tile, so that no seam can show at any zoom or bearing.
struct RasterMosaic {
    let tiles: RasterTiles
    let policy: MissingTilePolicy
    let threads: Int
    let diagnostics: DiagnosticSink
    /// False for nearest-neighbor sampling.
    var isSmooth = true

    /// The tiles as one image; nil when none is visible.
    ///
    /// - Parameters:
    ///   - id: of the item.
    ///   - viewport: of the map.
    ///   - adjust: changes a row of premultiplied pixels.
    /// - Returns: an item with the role `layer`.
    func item(
        id: String, in viewport: Viewport, adjust: @Sendable (UnsafeMutableBufferPointer<UInt32>) -> Void = { _ in }
    ) -> DrawingItem? {
        let viewport = viewport.alignedToWorldPoints
        let isSmooth = isSmooth
        let loader = RasterTileLoader<Bitmap>(
            tiles: tiles, policy: policy, viewport: viewport, threads: threads, diagnostics: diagnostics)
        let selection = loader.load { id, bytes, limit throws(Diagnostic) in
            let image = try tiles.bitmap(bytes, maxPixels: limit)
            guard isSmooth else { return image }
            let side = 512 * powerOfTwo(viewport.zoom - Double(id.z)) * viewport.scale * viewport.magnification(of: id)
            return image.halved(forDensity: Double(max(image.width, image.height)) / side)
        }
        guard let selection, let grid = TileGrid(selection.plan, in: viewport, selection.resolved),
            let area = PixelArea(grid.bounds, within: viewport.pixelRect)
        else { return nil }
        var textures = TextureSet(selection.contents.map(\.content))
        let aligned = AlignedTileGrid(grid, in: area, textures)
        let upright = aligned == nil && isSmooth ? UprightTileGrid(grid, in: area, textures) : nil
        if aligned == nil, upright == nil { textures.join() }
        return area.item(id: id, threads: threads) { [textures] row, output in
            if let aligned {
                aligned.copy(row: row, width: area.width, textures, to: output)
            } else if let upright {
                upright.sample(row: row, textures, to: output)
            } else {
                textures.pixels.withUnsafeBufferPointer { pixels in
                    if isSmooth {
                        grid.forEachPixel(ofRow: row, area) { output[$0] = textures.linear($1, $2, $3, pixels) }
                    } else {
                        grid.forEachPixel(ofRow: row, area) { output[$0] = textures.nearest($1, $2, $3, pixels) }
                    }
                }
            }
            adjust(output)
        }
    }
}
