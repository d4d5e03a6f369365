// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapScene
import MapTiles

/// Raster tiles above the map, clipped to their bounds.
struct TileOverlayLayout {
    let viewport: Viewport
    let threads: Int
    let diagnostics: DiagnosticSink

    func paint(_ overlay: TileOverlay, _ tiles: RasterTiles, alpha: Double) -> OverlayMarks {
        var source = tiles
        source.minZoom = max(tiles.minZoom, overlay.minZoom ?? 0)
        source.maxZoom = min(tiles.maxZoom, overlay.maxZoom ?? TileID.maxZoom)
        let tileZoom = (viewport.zoom + binaryLogarithm(512 / source.tileSize)).rounded()
        guard tileZoom >= Double(source.minZoom), source.minZoom <= source.maxZoom,
            overlay.overzoom || tileZoom <= Double(source.maxZoom)
        else { return OverlayMarks() }
        let image = RasterMosaic(
            tiles: source, policy: overlay.missingTiles, threads: threads, diagnostics: diagnostics)
        guard let item = image.item(id: "", in: viewport), case .image(var image) = item.mark else {
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
        for copy in MercatorShape([ring]).copies(in: viewport, reach: 0) {
            var clip = Path()
            for corners in copy { clip.addLines(corners, closed: true) }
            output.marks.append(.group(Group(clip: clip, marks: [.image(image)])))
            output.bounds = output.bounds.union(clip.bounds.intersection(image.bounds))
        }
        return output
    }
}
