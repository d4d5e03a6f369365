// SPDX-License-Identifier: MIT
import MapCore
package import MapGeo
public import MapGeometry
public import MapImages

/// A small map in the map that shows where it lies, or a part of it: a scene within the scene. The extent of the map is drawn in
/// it. It has no annotations, overlays and decorations of its own.
public struct Inset: Hashable, Sendable {
    /// Its size, in points.
    public var size: Size
    /// Its base map. Where it names neither a style nor tiles, these are the scene's, with its changes; then come the inset's own.
    public var basemap: BaseMap
    /// What it shows; nil for the center of the map, from farther away.
    public var camera: Camera?
    /// How many zooms it is farther away than the map, within `Inset.zoomOuts`, where it has no camera; negative for a magnifying
    /// glass.
    public var zoomOut: Double
    /// Whether the extent of the map is drawn in it.
    public var showsExtent: Bool
    /// The color of the extent; nil for red.
    public var extentColor: Color?
    /// Whether it has an edge; nil for one around flat maps alone.
    public var hasFrame: Bool?

    /// Creates an inset.
    public init(
        size: Size = Inset.usualSize, basemap: BaseMap = BaseMap(), camera: Camera? = nil, zoomOut: Double = 5,
        showsExtent: Bool = true, extentColor: Color? = nil, hasFrame: Bool? = nil
    ) {
        self.size = size
        self.basemap = basemap
        self.camera = camera
        self.zoomOut = zoomOut
        self.showsExtent = showsExtent
        self.extentColor = extentColor
        self.hasFrame = hasFrame
    }

    /// The size of one that names none, in points.
    public static let usualSize = Size(width: 120, height: 90)
    /// The valid differences of zooms.
    public static let zoomOuts: ClosedRange<Double> = -10...20
}

extension Inset {
    /// As a scene of its own.
    ///
    /// - Parameters:
    ///   - scene: that it is a part of.
    ///   - view: of the scene, in the datum of its base map.
    /// - Returns: a scene without an attribution: the map's has that of the inset.
    package func scene(in scene: Scene, view: Viewport) -> Scene {
        var base = scene.basemap
        if basemap.style != nil || !basemap.tiles.isEmpty {
            base = basemap
        } else {
            base.furtherEdits = basemap.edits
            base.recolor = basemap.recolor ?? base.recolor
            base.elevation = basemap.elevation ?? base.elevation
            base.missingTiles = basemap.missingTiles ?? base.missingTiles
            if basemap.coordinateSystem != .wgs84 { base.coordinateSystem = basemap.coordinateSystem }
        }
        base.projection = basemap.projection ?? (basemap.style == nil ? scene.basemap.projection : nil)
        base.language = basemap.language ?? scene.basemap.language
        base.worldview = basemap.worldview ?? scene.basemap.worldview
        var own = Scene(size: size, scale: scene.scale, basemap: base, attribution: .hidden)
        own.appearance = scene.appearance
        own.coordinateSystem = scene.coordinateSystem
        let zoom = max(Camera.zooms.lowerBound, min(Camera.zooms.upperBound, view.zoom - zoomOut))
        let center = scene.basemap.coordinateSystem.convert(view.center, to: scene.coordinateSystem)
        own.camera = camera ?? Camera(.center(center, zoom: zoom), bearing: view.bearing)
        return own
    }

    mutating func keys(_ k: inout Keys) {
        k("size", &size, .paper("[width, height]", of: 16...4096))
        k("basemap", &basemap, .basemap)
        k("camera", &camera)
        k("zoomOut", &zoomOut, .number(Inset.zoomOuts))
        k("extent", &showsExtent)
        k("extentColor", &extentColor, .color)
        k("frame", &hasFrame)
        guard k.isReading else { return }
        if camera != nil { k.noteNoEffect("zoomOut", "beside a \"camera\"") }
        if !showsExtent { k.noteNoEffect("extentColor", "without an extent") }
        if let framing = camera?.framing {
            switch framing {
            case .fit, .followUser:
                k.given("camera")?.report(
                    expected: "a center with a zoom, a region, bounds or a mapRect",
                    found: "nothing that an inset has to fit", code: .sceneConflictingKeys,
                    hint: "an inset has no annotations and overlays of its own")
            case .center, .lookingAt, .region, .distance, .bounds: break
            }
        }
    }
}
