// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
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
        @Sendable func reduced(_ image: Bitmap, _ id: TileID) -> Bitmap {
            guard isSmooth else { return image }
            let side = 512 * powerOfTwo(viewport.zoom - Double(id.z)) * viewport.scale * viewport.magnification(of: id)
            return image.halved(forDensity: Double(max(image.width, image.height)) / side)
        }
        var loader = RasterTileLoader<Bitmap>(
            tiles: tiles, policy: policy, viewport: viewport, threads: threads, diagnostics: diagnostics)
        loader.take = { id, made in
            reduced(Bitmap(width: made.side, height: made.side, pixels: made.pixels), id)
        }
        let selection = loader.load { id, bytes, limit throws(Diagnostic) in
            reduced(try tiles.bitmap(bytes, maxPixels: limit), id)
        }
        guard let selection,
            let grid = TileGrid(
                selection.plan, in: viewport, selection.resolved, reachesPoles: tiles.reachesPoles(in: viewport)),
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

extension Viewport {
    /// The view moved by up to half a point so that tile pixels coincide with output pixels.
    ///
    /// Raster tiles stay crisp where they need no scaling. MapLibre aligns them in the same way at every zoom and
    /// bearing (`alignedProjMatrix`).
    var alignedToWorldPoints: Viewport {
        guard drape == nil, !isCurved else { return self }
        let world = 512 * powerOfTwo(zoom)
        let c = WebMercator.project(center) * world
        let half = Point(focus.x - focus.x.rounded(.down), focus.y - focus.y.rounded(.down))
        let angle = -bearing * .pi / 180
        let (s, k) = (sine(angle), cosine(angle))
        var shift = Point(
            c.x - c.x.rounded() + k * half.x + s * half.y, c.y - c.y.rounded() + k * half.y + s * half.x)
        if shift.x > 0.5 { shift.x -= 1 }
        if shift.y > 0.5 { shift.y -= 1 }
        let moved = WebMercator.unproject((c - shift) * (1 / world))
        return Viewport(
            size: size, scale: scale, center: moved, zoom: zoom, bearing: bearing, focus: focus, tilt: tilt,
            projection: projection)
    }

    /// How much larger than at the center a tile's pixels are drawn on a tilted map: where it is nearest to the camera, in the
    /// copy of the world that is nearest to the center.
    func magnification(of tile: TileID) -> Double {
        guard let perspective else { return 1 }
        let square = tile.mercatorRect
        let worlds = (square.center.x - WebMercator.project(center).x).rounded()
        let placed = square.offset(by: Point(-worlds, 0))
        let middle = WebMercator.project(center)
        func nearest(_ y: Double) -> Point {
            Point(max(placed.minX, min(placed.maxX, middle.x)), max(placed.minY, min(placed.maxY, y)))
        }
        // On a globe, large tiles are nearer in their midst, and less stretched at the equator.
        let points = placed.corners + [nearest(middle.y)]
        let stretch = perspective.groundScale(at: mercatorToGround.apply(nearest(0.5)))
        let (depths, distance) = (
            points.map { perspective.depth(mercatorToGround.apply($0)) }, perspective.camera.distance
        )
        return distance / max(distance / 4, depths.min() ?? distance) / stretch
    }
}
