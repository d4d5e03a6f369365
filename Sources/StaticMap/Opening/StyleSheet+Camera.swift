// SPDX-License-Identifier: MIT
import MapGeo
import MapScene
import MapStyle

extension Camera {
    /// The same camera with the framing of another one, whose bearing counts unless this one has its own.
    func looking(as other: Camera) -> Camera {
        var camera = self
        camera.framing = other.framing
        if bearing == 0 { camera.bearing = other.bearing }
        if tilt.isFlat { camera.tilt = other.tilt }
        // A framing with a zoom of its own takes the zoom that was asked for.
        if let zoom, case .center(let center, _) = other.framing { camera.framing = .center(center, zoom: zoom) }
        return camera
    }
}

extension StyleSheet {
    /// The projection of its maps.
    var mapProjection: MapProjection {
        guard let projection else { return .mercator }
        switch projection {
        case .mercator: return .mercator
        case .globe: return .globe
        case .verticalPerspective: return .verticalPerspective
        case .byZoom(let property): return .custom(MapProjection.Curve { property.globeBlend(atZoom: $0) })
        }
    }

    /// True for a map of raster tiles, which are sharp at whole zooms.
    var hasOnlyRasterLayers: Bool {
        let drawn = layers.filter { $0.kind != .background }
        return !drawn.isEmpty && drawn.allSatisfy { $0.kind == .raster }
    }

    /// Where a scene looks that has nothing to fit; nil when the style does not say.
    var startingCamera: Camera? {
        guard let center = camera.center, center.count == 2, let zoom = camera.zoom else { return nil }
        let clamped = max(Camera.zooms.lowerBound, min(Camera.zooms.upperBound, zoom))
        return Camera(
            .center(Coordinate(latitude: center[1], longitude: center[0]), zoom: clamped), bearing: camera.bearing ?? 0)
    }
}
