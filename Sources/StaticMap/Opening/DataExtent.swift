// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapScene
import MapTiles

/// Where a map has data of its own, and how near the camera must be to see them.
struct DataExtent {
    var box: CoordinateBox?
    var center: Coordinate?
    /// The lowest zoom with tiles.
    var minZoom = 0

    init(box: CoordinateBox?) { self.box = box }

    init(_ archive: any TileArchive) {
        (box, center, minZoom) = (archive.extent(), archive.info.center, archive.info.minZoom)
    }
}

extension [DataExtent] {
    /// Where a scene looks that has nothing to fit: at all of the data. Where there is no tile for so low a zoom, at their
    /// center.
    ///
    /// - Parameter scene: its size decides about the zoom.
    /// - Returns: nil when it is not known where the data are, or they cover the world.
    func startingCamera(of scene: Scene) -> Camera? {
        let boxes = compactMap(\.box)
        let center = lazy.compactMap(\.center).first
        let minZoom = Double(map(\.minZoom).min() ?? 0)
        guard var box = boxes.first else {
            // Metadata without bounds may name a center.
            return center.map { Camera(.center($0, zoom: Swift.max(minZoom, Self.plainZoom))) }
        }
        for other in boxes.dropFirst() {
            box = CoordinateBox(
                west: Swift.min(box.west, other.west), south: Swift.min(box.south, other.south),
                east: Swift.max(box.east, other.east), north: Swift.max(box.north, other.north))
        }
        guard box.east - box.west < 359 else { return nil }
        // A point alone, or a line along a parallel or meridian.
        if box.west == box.east || box.south == box.north {
            let margin = Self.pointMargin
            box = CoordinateBox(
                west: box.west - margin, south: Swift.max(-90, box.south - margin), east: box.east + margin,
                north: Swift.min(90, box.north + margin))
        }
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

    /// What is shown around a point, in degrees.
    private static let pointMargin = 0.005
    /// The zoom at a center of unknown surroundings.
    private static let plainZoom = 10.0
}
