// SPDX-License-Identifier: MIT
import MapCanvas
package import MapDiagnostics
import MapGeo
package import MapLayout
public import MapScene
import MapStyle
import MapTiles

/// Renders scenes to images.
///
/// ```swift
/// let renderer = MapRenderer()
/// let snapshot = try await renderer.render(scene)
/// try snapshot.write(to: URL(filePath: "map.png"))
/// ```
///
/// Create one renderer and use it from any number of tasks: it keeps decoded tiles, styles and glyphs in memory.
public struct MapRenderer: Sendable {
    let home: Home
    let fonts: FontLibrary
    let threads: Int
    let assetFolders: [String]
    let tileProviders: [any TileProvider]
    let pictograms: PictogramLibrary
    package let cache: RendererCache
    /// Replaces the view of an annotation, as `mapView(_:viewFor:)` does; nil keeps the view that the scene has.
    ///
    /// It is called once for each annotation of a map, including those of data files, on one of the renderer's threads.
    ///
    /// ```swift
    /// renderer.viewForAnnotation = { annotation in
    ///     guard annotation.id == "hotel" else { return nil }
    ///     return .image(.drawing(size: Size(width: 24, height: 24)) { canvas in
    ///         canvas.fill(.circle(center: Point(12, 12), radius: 11), with: .systemGreen)
    ///         canvas.text("H", at: Point(12, 12), size: 14, color: .white)
    ///     })
    /// }
    /// ```
    public var viewForAnnotation: (@Sendable (Annotation) -> Annotation.View?)?

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - home: the folder with the installed styles and base map.
    ///   - fontFolders: folders to search for fonts, before those of the system.
    ///   - useSystemFonts: false to use `fontFolders` only, so that images are the same on every machine.
    ///   - assetFolders: folders that a scene may load images from, besides its own.
    ///   - tileProviders: asked for tiles before the archives that style and scene name.
    ///   - threads: how many threads render one map; nil for one per processor. The image does not depend on it.
    ///   - cacheBytes: the memory, in bytes, for decoded tiles, styles, sprites and glyphs that are kept from one map to
    ///     the next; 0 for a renderer that renders one map.
    public init(
        home: Home = .installed, fontFolders: [String] = [], useSystemFonts: Bool = true, assetFolders: [String] = [],
        tileProviders: [any TileProvider] = [], threads: Int? = nil, cacheBytes: Int = 256 << 20
    ) {
        self.tileProviders = tileProviders
        cache = RendererCache(limit: max(0, cacheBytes))
        self.home = home
        pictograms = PictogramLibrary(home: home)
        self.assetFolders = assetFolders
        fonts = FontLibrary(folders: fontFolders, useSystemFonts: useSystemFonts)
        self.threads = max(1, threads ?? processorCount())
    }

    /// The font files that labels may be set in, sorted.
    package var fontFiles: [String] { fonts.files }

    /// A scene with everything opened and the camera solved.
    package struct OpenedMap {
        package var input: LayoutInput
        var attribution: String
        var tileLog: TileLog
        /// The datum of the scene's coordinates, and that of the map.
        var systems: (scene: CoordinateSystem, map: CoordinateSystem)
        /// True when the view would move with what is moved on the map.
        var followsContent: Bool
        /// How deep the base map's data goes in the view; nil when that is not known.
        var dataZoom: DataZoom?
    }

    /// Opens all that a scene names.
    package func open(_ document: SceneDocument, _ diagnostics: DiagnosticSink) throws(RenderError) -> OpenedMap {
        let loader = OverlayLoader(document: document, diagnostics: diagnostics)
        var asked = document.scene
        var tiles = try TileOverride(
            asked.basemap.tiles.map(document.resolve), scale: asked.scale, cache: cache, diagnostics: diagnostics)
        if asked.basemap.style == nil {
            // Without a style that is made for it, a file of features lies on the map as an overlay.
            let files = tiles.takeGeoJSON()
            asked.overlays += asked.basemap.tiles.filter { files.contains(document.resolve($0)) }
                .map { Overlay(.data(DataOverlay(.geojson, .file($0)))) }
        }
        var scene = loader.expand(asked).inBaseMapSystem.numbered.withSelection
        if diagnostics.hasErrors { throw RenderError(.badData, diagnostics.all) }
        let language = scene.basemap.language.map(LabelLanguage.init)
        var style: StyleSheet
        if scene.basemap.style == nil, let plain = tiles.styleForImages {
            style = plain
        } else {
            let chosen = scene.basemap.style ?? (scene.appearance == .dark ? .named("dark") : nil)
            let loader = StyleLoader(home: home, language: language, cache: cache, diagnostics: diagnostics)
            style = try loader.load(chosen, of: document)
            if scene.basemap.style == nil,
                let own = tiles.automaticStyle(besides: style, isDark: scene.appearance == .dark, language: language)
            {
                style = own
            }
        }
        style = StyleEditing(document: document, diagnostics: diagnostics).apply(scene.basemap, to: style)
        if diagnostics.hasErrors { throw RenderError(.badData, diagnostics.all) }
        if scene.overlays.contains(where: \.replacesBaseMap) { style.layers = [] }
        // A scene that asks for a fit and holds nothing is a mistake; one that asks for nothing gets the style's view.
        if !document.namesFraming, scene.annotations.isEmpty, scene.overlays.isEmpty, scene.userLocation == nil {
            scene.camera = scene.camera.looking(as: tiles.startingCamera ?? style.startingCamera)
        } else if scene.camera.framing == .fit(.all), scene.camera.fallback == nil {
            scene.camera.fallback = tiles.startingCamera?.framing
        }

        let reporter = document.reporter(diagnostics)
        // References of the scene itself come first: their positions in the text are known. Others come from data files.
        let written = document.scene.imageReferences
        let known = Set(written.map(\.asset))
        let imported = scene.imageReferences.filter { !known.contains($0.asset) }
            .map { Scene.ImageReference($0.asset, path: ["overlays"]) }
        let imageLoader = ImageLoader(
            folders: [document.folder] + assetFolders, scale: scene.scale, fonts: fonts,
            pictograms: pictograms)
        var sceneImages = imageLoader.load(written + imported, reporter)
        applyViews(to: &scene, &sceneImages, imageLoader, reporter)
        let extent = { [sceneImages] in AnnotationLayout.extent(of: $0, fonts: fonts, images: sceneImages) }
        guard
            var view = openView(of: scene, extent: extent, style: style, tiles: tiles, reporter, diagnostics)
        else { throw RenderError(.badData, diagnostics.all) }
        let (viewport, sources) = (view.viewport, view.sources)
        style.reportUnsupported(at: viewport.zoom, sources: sources, diagnostics)
        let overlayTiles = loader.tiles(of: scene, &view.opener)
        let attribution = scene.attribution.line(automatic: view.opener.attributions.text)
        let images = cache.sprites(of: style, scale: scene.scale, diagnostics)
        var input = LayoutInput(viewport: viewport, style: style, fonts: fonts, diagnostics: diagnostics)
        (input.sources, input.styleImages, input.glyphFiles) = (sources, images, cache.glyphs)
        input.missingTiles = scene.basemap.missingTiles ?? .skip
        input.language = language?.tag
        (input.annotations, input.clusters, input.userLocation) = (
            scene.annotations, scene.clusters, scene.userLocation
        )
        (input.overlays, input.overlayTiles, input.decorations) = (scene.overlays, overlayTiles, scene.decorations)
        (input.sceneImages, input.appearance, input.attribution) = (sceneImages, scene.appearance, attribution)
        (input.tileLayouts, input.threads) = (cache.tileLayouts, threads)
        let log = TileLog()
        input.watch(log, providers: tileProviders)
        return OpenedMap(
            input: input, attribution: view.opener.attributions.text, tileLog: log,
            systems: (document.scene.coordinateSystem, document.scene.basemap.coordinateSystem),
            followsContent: scene.camera.followsContent, dataZoom: view.dataZoom)
    }
}

extension Attribution {
    fileprivate func line(automatic: String) -> String {
        switch self {
        case .automatic: automatic
        case .hidden: ""
        case .text(let text): text
        }
    }
}

extension Overlay {
    /// True for tiles that stand in for the base map.
    fileprivate var replacesBaseMap: Bool {
        if case .tiles(let tiles) = content { tiles.canReplaceMapContent && alpha > 0 } else { false }
    }
}
