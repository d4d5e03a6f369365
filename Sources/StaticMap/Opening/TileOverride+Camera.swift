// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapScene
import MapTiles

extension TileOverride {
    /// Where a scene looks that has nothing to fit: at all of its tiles. Where they have no tile for so low a zoom, at their
    /// center.
    ///
    /// - Parameter scene: its size decides about the zoom.
    /// - Returns: nil when the tiles do not say where they are, or cover the world.
    func startingCamera(of scene: Scene) -> Camera? {
        let boxes = infos.compactMap(\.bounds)
        let center = infos.lazy.compactMap(\.center).first
        let minZoom = Double(infos.map(\.minZoom).min() ?? 0)
        guard var box = boxes.first else {
            // Metadata without bounds may name a center.
            return center.map { Camera(.center($0, zoom: max(minZoom, Self.plainZoom))) }
        }
        for other in boxes.dropFirst() {
            box = CoordinateBox(
                west: min(box.west, other.west), south: min(box.south, other.south), east: max(box.east, other.east),
                north: max(box.north, other.north))
        }
        guard box.east - box.west < 359 else { return nil }
        var probe = scene
        probe.camera = scene.camera.looking(as: Camera(.bounds(box)))
        let silent = SceneReporter(diagnostics: DiagnosticSink())
        guard let view = probe.viewport(extent: { _ in .null }, silent), view.zoom < minZoom else {
            return Camera(.bounds(box))
        }
        let inside = center.flatMap { c in
            (box.south...box.north).contains(c.latitude) && (box.west...box.east).contains(c.longitude) ? c : nil
        }
        return Camera(.center(inside ?? view.center, zoom: minZoom))
    }

    /// The zoom at a center of unknown surroundings.
    private static let plainZoom = 10.0
}
