// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
package import MapGeo
import MapGeometry
package import MapScene
import MapTiles

/// Raster tiles above the map, clipped to their bounds.
struct TileOverlayLayout {
    let viewport: Viewport
    let threads: Int
    let diagnostics: DiagnosticSink

    func paint(_ overlay: TileOverlay, _ tiles: RasterTiles, alpha: Double) -> OverlayMarks {
        let source = tiles.limited(to: overlay)
        guard overlay.shows(source, in: viewport) else { return OverlayMarks() }
        let image = RasterMosaic(
            tiles: source, policy: overlay.missingTiles, threads: threads, diagnostics: diagnostics)
        let own = overlay.shift.map(viewport.shifted) ?? viewport
        guard let item = image.item(id: "", in: own), case .image(var image) = item.mark else {
            return OverlayMarks()
        }
        image.opacity = alpha
        guard let bounds = overlay.bounds else { return OverlayMarks(marks: [.image(image)], bounds: image.bounds) }
        return clipped(image, to: bounds)
    }

    /// An aliased clip: a pixel is in or out by its center.
    private func clipped(_ image: ImageMark, to box: CoordinateBox) -> OverlayMarks {
        let ring = [(box.west, box.north), (box.east, box.north), (box.east, box.south), (box.west, box.south)]
            .map { Coordinate(latitude: $0.1, longitude: $0.0) }
        var output = OverlayMarks()
        for copy in MercatorShape([ring], in: viewport).copies(in: viewport, reach: 0) {
            let clip = Path(rings: copy)
            output.marks.append(.group(Group(clip: clip, marks: [.image(image)])))
            output.bounds = output.bounds.union(clip.bounds.intersection(image.bounds))
        }
        return output
    }
}

extension RasterTiles {
    /// The tiles at the zooms that an overlay allows.
    func limited(to overlay: TileOverlay) -> RasterTiles {
        var tiles = self
        tiles.minZoom = max(minZoom, overlay.minZoom ?? 0)
        if overlay.minZoom != nil { tiles.underzoom = 0 }
        tiles.maxZoom = min(maxZoom, overlay.maxZoom ?? TileID.maxZoom)
        return tiles
    }
}

extension TileOverlay {
    /// True when limited tiles are drawn at the view's zoom.
    fileprivate func shows(_ tiles: RasterTiles, in viewport: Viewport) -> Bool {
        let zoom = tiles.tileZoom(in: viewport)
        return zoom >= Double(tiles.minZoom - tiles.underzoom) && tiles.minZoom <= tiles.maxZoom
            && (overzoom || zoom <= Double(tiles.maxZoom))
    }

    /// Why the view shows none of the overlay's tiles; nil where it shows some.
    package func reasonToHide(_ tiles: RasterTiles, in viewport: Viewport) -> String? {
        let limited = tiles.limited(to: self)
        guard limited.minZoom <= limited.maxZoom else {
            return "its zooms \(minZoom ?? 0) to \(maxZoom ?? TileID.maxZoom) are not those of its tiles, "
                + "\(tiles.minZoom) to \(tiles.maxZoom)"
        }
        guard shows(limited, in: viewport) else {
            let zoom = Int(max(0, limited.tileZoom(in: viewport)))
            return "it is drawn at the zooms \(limited.minZoom) to \(limited.maxZoom) of its tiles; "
                + "this view is one for tiles of zoom \(zoom)"
        }
        let isSeen = limited.isVisible(in: viewport) && bounds?.touches(viewport.bounds) ?? true
        return isSeen ? nil : "its bounds are outside of this view"
    }
}
