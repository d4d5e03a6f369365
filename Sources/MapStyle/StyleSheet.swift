// SPDX-License-Identifier: MIT

/// A decoded MapLibre style (specification version 8).
package struct StyleSheet: Sendable {
    package var name: String?
    /// The folder to which relative addresses refer: that of the style's file.
    package var baseFolder: String
    package var sources: [String: StyleSource]
    package var layers: [StyleLayer]
    /// Sprite addresses by id; a single sprite is called "default".
    package var sprites: [(id: String, url: String)]
    package var glyphs: String?
    /// The location of `glyphs`.
    package var glyphsLocation: StyleLocation?
    /// Defaults of the `global-state` operator.
    package var globalState: [String: Value]
    /// The style's own camera, for a scene without one.
    package var camera: StyleCamera
    package var light = StyleLight()
    /// Nil for a style whose tilted maps end at the horizon.
    package var sky: StyleSky?
    /// Nil for Web Mercator.
    package var projection: StyleProjection?
    /// Nil for a style whose ground is level.
    package var terrain: StyleTerrain?

    package init(
        name: String?, baseFolder: String, sources: [String: StyleSource], layers: [StyleLayer],
        sprites: [(id: String, url: String)], glyphs: String?, globalState: [String: Value],
        camera: StyleCamera = StyleCamera()
    ) {
        self.name = name
        self.baseFolder = baseFolder
        self.sources = sources
        self.layers = layers
        self.sprites = sprites
        self.glyphs = glyphs
        self.globalState = globalState
        self.camera = camera
    }

    /// The layer of an id.
    package func layer(id: String) -> StyleLayer? {
        layers.first { $0.id == id }
    }
}

/// The view that a style proposes.
package struct StyleCamera: Sendable, Hashable {
    /// Longitude and latitude in degrees, as written.
    package var center: [Double]?
    package var zoom: Double?
    /// Degrees clockwise from north.
    package var bearing: Double?

    package init(center: [Double]? = nil, zoom: Double? = nil, bearing: Double? = nil) {
        self.center = center
        self.zoom = zoom
        self.bearing = bearing
    }
}
