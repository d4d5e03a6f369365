// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import MapLayout
import MapVector

extension PDFGeoreference {
    /// Nil for what lies not flat: tilted maps, globes, and a projection that ends within the image; and for other datums than WGS 84.
    init?(_ map: MapRenderer.OpenedMap) {
        let viewport = map.input.viewport
        guard viewport.tilt.isFlat, !viewport.isGlobe, viewport.terrain == nil, map.systems.map == .wgs84 else {
            return nil
        }
        let frame =
            map.input.page?.geometry.map
            ?? Rect(x: 0, y: 0, width: viewport.size.width, height: viewport.size.height)
        let corners = [
            Point(frame.minX, frame.minY), Point(frame.minX, frame.maxY), Point(frame.maxX, frame.maxY),
            Point(frame.maxX, frame.minY),
        ]
        guard corners.allSatisfy(viewport.showsGround) else { return nil }
        let places = corners.map { WebMercator.unproject(viewport.mercator(atPixel: $0 * viewport.scale)) }
        guard places.allSatisfy({ abs($0.latitude) <= 90 }) else { return nil }
        let projection = viewport.projection.cartographic
        self.init(
            frame: frame, corners: places.map { Point($0.longitude, $0.latitude) },
            epsg: projection == nil ? 3857 : projection?.epsg, wellKnownText: projection?.wellKnownText ?? "")
    }
}
