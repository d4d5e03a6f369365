// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapScene
import MapStyle
import MapTiles

/// A `raster` layer: every pixel of the picture looks up its tile, so that no seam can show at any zoom or bearing.
struct RasterLayout {
    let context: LayerContext
    let policy: MissingTilePolicy
    let threads: Int

    func item(_ style: StyleLayer, _ tiles: RasterTiles) -> DrawingItem? {
        let adjustment = ColorAdjustment(style, context.paint())
        guard adjustment.opacity > 0 else { return nil }
        let viewport = context.viewport.alignedToWorldPoints
        let isNearest = isNearest(style)
        let picker = TilePicker<Bitmap>(
            tiles: tiles, policy: policy, viewport: viewport, threads: threads, problems: context.problems)
        let selection = picker.pick { id, bytes, limit throws(Diagnostic) in
            let picture = try decodeImage(bytes, maxPixels: limit)
            guard !isNearest else { return picture }
            let side = 512 * powerOfTwo(viewport.zoom - Double(id.z)) * viewport.scale
            return picture.halved(forDensity: Double(max(picture.width, picture.height)) / side)
        }
        guard let selection, let grid = TileGrid(selection.plan, in: viewport, selection.found),
            let area = PixelArea(grid.bounds, within: viewport.pixelRect)
        else { return nil }
        let textures = TextureSet(selection.contents.map(\.content))
        return area.item(id: "layer/\(style.id)", threads: threads) { row, output in
            textures.pixels.withUnsafeBufferPointer { pixels in
                if isNearest {
                    grid.forEachPixel(ofRow: row, area) { output[$0] = textures.nearest($1, $2, $3, pixels) }
                } else {
                    grid.forEachPixel(ofRow: row, area) { output[$0] = textures.linear($1, $2, $3, pixels) }
                }
            }
            if !adjustment.isIdentity { for x in output.indices { output[x] = adjustment.apply(output[x]) } }
        }
    }

    private func isNearest(_ style: StyleLayer) -> Bool {
        let name: PropertyName = style.sets(.resampling) ? .resampling : .rasterResampling
        return style.property(name).string(context.paint()) == "nearest"
    }
}

extension RasterLayout {
    /// The picture of an `image` source.
    func item(_ style: StyleLayer, _ image: GroundImage) -> DrawingItem? {
        let adjustment = ColorAdjustment(style, context.paint())
        guard adjustment.opacity > 0 else { return nil }
        let viewport = context.viewport.alignedToWorldPoints
        let quads = image.quads(in: viewport)
        let box = quads.reduce(Rect.null) { $0.union($1.bounds) }
        guard let first = quads.first, let area = PixelArea(box, within: viewport.pixelRect) else { return nil }
        let isNearest = isNearest(style)
        let density = Double(image.bitmap.width) / max(first.width, 1e-9)
        // MapLibre does not smooth such pictures; where it would leave out every other pixel, they are.
        let bitmap = isNearest || density <= 2 ? image.bitmap : image.bitmap.halved(forDensity: density / 2)
        let textures = TextureSet([bitmap])
        return area.item(id: "layer/\(style.id)", threads: threads) { row, output in
            textures.pixels.withUnsafeBufferPointer { pixels in
                for quad in quads {
                    quad.forEachPixel(ofRow: row, area) { x, u, v in
                        let pixel =
                            isNearest ? textures.nearest(0, u, v, pixels) : textures.linear(0, u, v, pixels)
                        output[x] = adjustment.isIdentity ? pixel : adjustment.apply(pixel)
                    }
                }
            }
        }
    }
}
