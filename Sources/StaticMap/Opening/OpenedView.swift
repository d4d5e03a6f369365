// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapStyle
import MapTiles

/// A solved camera, and the base map's sources opened for it.
struct OpenedView {
    var viewport: Viewport
    var opener: SourceOpener
    var sources: [String: LayoutSource]
    /// How deep the base map's data goes in the view; nil when that is not known.
    var dataZoom: DataZoom?
}

extension OpenedView {
    /// Gives the ground the heights of a style's terrain.
    fileprivate mutating func stand(
        on terrain: StyleTerrain?, policy: MissingTilePolicy, threads: Int, diagnostics: DiagnosticSink
    ) {
        guard let terrain else { return }
        guard case .elevation(let tiles, let code) = sources[terrain.source] else {
            diagnostics.add(
                terrain.location.warning(
                    "the ground is level: \"\(terrain.source)\" is no source of elevation tiles",
                    code: .styleUnsupportedLayer, hint: "name a source of type \"raster-dem\""))
            return
        }
        guard viewport.projection.cartographic == nil else {
            diagnostics.add(
                terrain.location.warning(
                    "the ground is level: heights are shown on maps in Web Mercator and on globes",
                    code: .styleUnsupportedLayer))
            return
        }
        let loader = TerrainLoader(
            tiles, code, exaggeration: terrain.exaggeration, policy: policy, threads: threads, diagnostics: diagnostics)
        if let standing = loader.standing(viewport) {
            viewport = standing
        } else {
            diagnostics.add(
                terrain.location.warning(
                    "the ground is level: \"\(terrain.source)\" has no elevation tile in this view",
                    code: .styleUnsupportedLayer))
        }
    }
}

extension MapRenderer {
    /// Solves the camera and opens what the view needs. A fit stops where the base map's data ends, or where its content is
    /// spread over half of the image, unless the camera says how near it may be.
    ///
    /// - Parameters:
    ///   - scene: in the base map's datum.
    ///   - extent: what an annotation covers, in points relative to its coordinate.
    ///   - covered: what decorations and attribution cover in a viewport, in points.
    ///   - style: the base map's.
    ///   - tiles: the archives that the scene names for it.
    ///   - worldview: of its borders and names.
    ///   - reporter: takes what is wrong with the camera.
    ///   - diagnostics: takes what is wrong with sources.
    /// - Returns: nil when the camera cannot be solved; that was reported.
    func openView(
        of scene: Scene, extent: (Annotation) -> Rect, covered: (Viewport) -> [Rect], style: StyleSheet,
        tiles: TileOverride, worldview: Worldview?,
        _ reporter: SceneReporter, _ diagnostics: DiagnosticSink
    ) -> OpenedView? {
        func opened(_ viewport: Viewport) -> OpenedView {
            var opener = SourceOpener(
                home: home, viewport: viewport, worldview: worldview, fillsHoles: scene.basemap.missingTiles == nil,
                cache: cache, threads: threads, diagnostics: diagnostics)
            let sources = tiles.replacing(style, at: viewport.zoom, with: &opener)
            // Providers may have tiles that no archive has.
            let dataZoom = tileProviders.isEmpty ? DataZoom(sources, of: style, in: viewport) : nil
            return OpenedView(viewport: viewport, opener: opener, sources: sources, dataZoom: dataZoom)
        }
        func solved(_ scene: Scene) -> Viewport? {
            scene.viewport(extent: extent, covered: covered, projection: style.mapProjection, reporter)
        }
        guard let viewport = solved(scene) else { return nil }
        var view = opened(viewport)
        let distance = scene.fitsContent ? scene.spreadOfContent(in: viewport) : 0
        let spread = distance < DataZoom.leastDistance ? 0 : distance
        if scene.fitsContent, let limit = view.dataZoom?.fitLimit(of: viewport, spread: spread), viewport.zoom > limit {
            var limited = scene
            limited.camera.maxZoom = max(limit, scene.camera.minZoom ?? limit)
            guard let viewport = solved(limited) else { return nil }
            view = opened(viewport)
        }
        if spread > 0, view.viewport.zoom < viewport.zoom {
            view.dataZoom?.reportLimit(of: view.viewport, wanted: viewport.zoom, diagnostics)
        } else {
            view.dataZoom?.report(view.viewport, diagnostics)
        }
        let tilt = scene.camera.tilt
        if tilt.isFlat, tilt.verticalFieldOfView != Tilt.defaultFieldOfView, !viewport.isGlobe, style.terrain == nil {
            diagnostics.add(
                .note, code: .sceneNoEffect, path: "camera.verticalFieldOfView",
                "\"verticalFieldOfView\" has no effect on a flat map from straight above")
        }
        view.stand(
            on: style.terrain, policy: scene.basemap.missingTiles ?? .skip, threads: threads, diagnostics: diagnostics)
        return view
    }
}

extension Scene {
    /// True when the zoom follows from the content alone.
    fileprivate var fitsContent: Bool {
        guard case .fit(let content) = camera.framing else { return false }
        return camera.maxZoom == nil && camera.zoom == nil && hasContent(content)
    }
}

extension Camera {
    /// True when the view would move with what is moved on the map.
    var followsContent: Bool {
        switch framing {
        case .fit, .followUser: true
        case .center, .lookingAt, .region, .distance, .bounds: false
        }
    }
}

extension Camera {
    /// The same camera with the framing of another one, whose bearing counts unless this one has its own.
    func looking(as other: Camera) -> Camera {
        var camera = self
        camera.framing = other.framing
        if bearing == 0 { camera.bearing = other.bearing }
        if tilt.isFlat { camera.tilt = other.tilt }
        // A framing with a zoom of its own takes the requested zoom.
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

/// Gathers who made the parts of a map; each is named once.
package struct Attributions {
    private var parts: [String] = []

    package init() {}

    package mutating func add(_ text: String?) {
        guard let text = text.map(trimmed), !text.isEmpty else { return }
        // An archive often repeats what another one says among others.
        guard !parts.contains(where: { $0.contains(text) }) else { return }
        parts.removeAll { text.contains($0) }
        parts.append(text)
    }

    package var text: String { parts.joined(separator: " | ") }

    /// The makers by their initials, such as "© OSM | NE", for maps without room for their names.
    package var initials: String {
        parts.map { part in
            part.replacing("©", with: ",©").split(separator: ",")
                .filter { $0.contains { !$0.isWhitespace } }
                .map { Self.initials(of: String($0)) }.joined(separator: ", ")
        }.joined(separator: " | ")
    }

    /// The capitals of several words; one word stays. Remarks in parentheses are left out, and so are those who contribute.
    private static func initials(of maker: String) -> String {
        var words = maker.prefix { $0 != "(" }.split(whereSeparator: \.isWhitespace)
        let signs = words.prefix { $0.allSatisfy { !$0.isLetter } }
        words.removeFirst(signs.count)
        let capitals = words.joined().filter { $0.isUppercase || $0.isNumber }
        let name = words.count > 1 && capitals.count > 1 ? capitals : words.joined(separator: " ")
        return (signs.map(String.init) + [name == "OpenStreetMap" ? "OSM" : name]).joined(separator: "\u{A0}")
    }
}
