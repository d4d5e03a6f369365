// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapScene
import MapStyle
import MapTiles

/// A `raster` layer.
struct RasterLayout {
    let context: LayerContext
    let policy: MissingTilePolicy
    let threads: Int

    func item(_ style: StyleLayer, _ tiles: RasterTiles) -> DrawingItem? {
        let adjustment = ColorAdjustment(style, context.paint())
        guard adjustment.opacity > 0 else { return nil }
        let image = RasterMosaic(
            tiles: tiles, policy: policy, threads: threads, diagnostics: context.diagnostics,
            isSmooth: !isNearest(style))
        return image.item(id: "layer/\(style.id)", in: context.viewport) { row in
            if !adjustment.isIdentity { adjustment.apply(to: row) }
        }
    }

    private func isNearest(_ style: StyleLayer) -> Bool {
        let name: PropertyName = style.sets(.resampling) ? .resampling : .rasterResampling
        return style.property(name).string(context.paint()) == "nearest"
    }
}

extension RasterLayout {
    /// Draws an `image` source.
    func item(_ style: StyleLayer, _ image: GroundImage) -> DrawingItem? {
        let adjustment = ColorAdjustment(style, context.paint())
        guard adjustment.opacity > 0 else { return nil }
        let viewport = context.viewport.alignedToWorldPoints
        let quads = image.quads(in: viewport)
        let box = quads.reduce(Rect.null) { $0.union($1.bounds) }
        guard let first = quads.first,
            let area = PixelArea(viewport.perspective == nil ? box : .everything, within: viewport.pixelRect)
        else { return nil }
        let isNearest = isNearest(style)
        let density = Double(image.bitmap.width) / max(first.width, 1e-9)
        // MapLibre samples such images without mipmaps; they are used only where more than every other pixel would be
        // skipped.
        let bitmap = isNearest || density <= 2 ? image.bitmap : image.bitmap.halved(forDensity: density / 2)
        var textures = TextureSet([bitmap])
        textures.join()
        return area.item(id: "layer/\(style.id)", threads: threads) { [textures] row, output in
            textures.pixels.withUnsafeBufferPointer { pixels in
                func paint(_ x: Int, _ u: Double, _ v: Double) {
                    let pixel = isNearest ? textures.nearest(0, u, v, pixels) : textures.linear(0, u, v, pixels)
                    output[x] = adjustment.isIdentity ? pixel : adjustment.apply(pixel)
                }
                for quad in quads {
                    if let perspective = viewport.perspective {
                        quad.forEachPixel(ofRow: row, area, perspective, paint)
                    } else {
                        quad.forEachPixel(ofRow: row, area, paint)
                    }
                }
            }
        }
    }
}
