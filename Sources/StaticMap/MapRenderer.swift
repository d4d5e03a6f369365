// SPDX-License-Identifier: MIT
import MapCanvas
package import MapDiagnostics
import MapGeo
package import MapLayout
public import MapScene
import MapStyle
import MapTiles

/// Draws scenes. One renderer may be used from any number of tasks.
public struct MapRenderer: Sendable {
    let home: Home
    let fonts: FontLibrary
    let threads: Int
    let assetFolders: [String]
    let tileProviders: [any TileProvider]
    package let cache: RendererCache
    /// Gives annotations looks of their own, as `mapView(_:viewFor:)` does; nil for those that keep the one of the scene.
    /// It is asked once for each annotation and picture, those of files of data included.
    public var viewForAnnotation: (@Sendable (Annotation) -> AnnotationView?)?

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - home: the folder with styles and base map.
    ///   - fontFolders: folders to look for fonts in, before those of the machine.
    ///   - useSystemFonts: false to see only `fontFolders`: then pictures are the same on every machine.
    ///   - assetFolders: folders that a scene may take images from, besides its own.
    ///   - tileProviders: asked for tiles before the archives that style and scene name.
    ///   - threads: how many processors to use, all by default. The picture is the same for any number.
    ///   - cacheBytes: how much memory decoded tiles, styles, sprites and glyphs may take from one picture to the next;
    ///     0 for a renderer that draws one picture.
    public init(
        home: Home, fontFolders: [String] = [], useSystemFonts: Bool = true, assetFolders: [String] = [],
        tileProviders: [any TileProvider] = [], threads: Int? = nil, cacheBytes: Int = 256 << 20
    ) {
        self.tileProviders = tileProviders
        cache = RendererCache(limit: max(0, cacheBytes))
        self.home = home
        self.assetFolders = assetFolders
        fonts = FontLibrary(folders: fontFolders, useSystemFonts: useSystemFonts)
        self.threads = max(1, threads ?? processorCount())
    }

    /// Draws a scene that was built in Swift; relative paths begin in the working folder.
    public func render(
        _ scene: Scene, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> Rendered {
        try render(SceneDocument(scene: scene), as: format, options: options)
    }

    /// Draws a scene that was read from a file.
    public func render(
        _ document: SceneDocument, as format: OutputFormat = .png, options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> Rendered {
        try render(document, as: [format], options: options)[0]
    }

    /// Draws a scene once and writes it in several formats.
    ///
    /// - Returns: a picture for each format, in their order. The phases of the first are those of the whole work.
    public func render(
        _ document: SceneDocument, as formats: [OutputFormat], options: EncodingOptions = EncodingOptions()
    ) throws(RenderError) -> [Rendered] {
        let diagnostics = DiagnosticSink()
        document.findings.forEach(diagnostics.add)
        var clock = PhaseClock()
        let map = try open(document, diagnostics)
        clock.end("open")
        let drawing = SceneLayout(map.input).drawing()
        map.reportEmptyMap(diagnostics)
        if diagnostics.hasErrors { throw RenderError(kind: .badData, diagnostics: diagnostics.all) }
        clock.end("layout")
        do {
            var writer = OutputWriter(
                drawing, size: map.input.viewport.size, options, attribution: map.attribution, threads: threads,
                facts: { MapMetadata(map, drawing) })
            let outputs = try formats.map { try writer.write($0, clock: &clock) }
            let hitMap = map.hitMap(drawing.hitTargets, diagnostics)
            return zip(formats, outputs).map { format, output in
                Rendered(
                    bytes: output.bytes, mediaType: format.mediaType, width: drawing.width, height: drawing.height,
                    viewport: map.input.viewport, warnings: diagnostics.all, attribution: map.attribution,
                    phases: clock.phases, files: output.files, hitMap: hitMap,
                    facts: map.facts(of: drawing, format))
            }
        } catch {
            diagnostics.add(Diagnostic(.error, "\(error)"))
            throw RenderError(kind: .unsupported, diagnostics: diagnostics.all)
        }
    }

    /// A scene with everything opened and the camera solved.
    package struct OpenedMap {
        package var input: LayoutInput
        var attribution: String
        var tileLog: TileLog
        /// The datum of the scene's coordinates, and that of the map.
        var systems: (scene: CoordinateSystem, map: CoordinateSystem)
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
        if diagnostics.hasErrors { throw RenderError(kind: .badData, diagnostics: diagnostics.all) }
        let language = scene.basemap.language.map(LabelLanguage.init)
        var style: StyleSheet
        if scene.basemap.style == nil, let plain = tiles.styleForImages {
            style = plain
        } else {
            let chosen = scene.basemap.style ?? (scene.appearance == .dark ? .named("dark") : nil)
            let loader = StyleLoader(home: home, language: language, cache: cache, diagnostics: diagnostics)
            style = try loader.load(chosen, of: document)
        }
        style = StyleEditing(document: document, diagnostics: diagnostics).apply(scene.basemap, to: style)
        if diagnostics.hasErrors { throw RenderError(kind: .badData, diagnostics: diagnostics.all) }
        if scene.overlays.contains(where: \.replacesBaseMap) { style.layers = [] }
        // A scene that asks for a fit and holds nothing is a mistake; one that asks for nothing gets the style's view.
        if !document.namesCamera, scene.annotations.isEmpty, scene.overlays.isEmpty, scene.userLocation == nil {
            scene.camera = style.startingCamera
        }

        let reporter = document.reporter(diagnostics)
        // The scene as it was written comes first: the places in its text are known. The rest is named by data.
        let written = document.scene.imageReferences
        let known = Set(written.map(\.name))
        let named = scene.imageReferences.filter { !known.contains($0.name) }
            .map { Scene.ImageReference(name: $0.name, path: ["overlays"]) }
        var pictures = ImageLoader(folders: [document.folder] + assetFolders, scale: scene.scale)
            .load(written + named, reporter)
        applyViews(to: &scene, &pictures, reporter)
        let extent = { [pictures] in AnnotationLayout.extent(of: $0, fonts: fonts, images: pictures) }
        guard let viewport = scene.viewport(extent: extent, reporter) else {
            throw RenderError(kind: .badData, diagnostics: diagnostics.all)
        }
        var opener = SourceOpener(
            home: home, viewport: viewport, fillsHoles: scene.basemap.missingTiles == nil, cache: cache,
            diagnostics: diagnostics)
        let sources = tiles.replacing(style, at: viewport.zoom, with: &opener)
        style.reportUnsupported(at: viewport.zoom, sources: sources, diagnostics)
        let overlayTiles = loader.tiles(of: scene, &opener)
        let attribution = scene.attribution.line(automatic: opener.attributions.text)
        let images = cache.sprites(of: style, scale: scene.scale, diagnostics)
        var input = LayoutInput(viewport: viewport, style: style, fonts: fonts, diagnostics: diagnostics)
        (input.sources, input.styleImages, input.glyphFiles) = (sources, images, cache.glyphs)
        input.missingTiles = scene.basemap.missingTiles ?? .skip
        input.language = language?.tag
        (input.annotations, input.clusters, input.userLocation) = (
            scene.annotations, scene.clusters, scene.userLocation
        )
        (input.overlays, input.overlayTiles, input.decorations) = (scene.overlays, overlayTiles, scene.decorations)
        (input.sceneImages, input.appearance, input.attribution) = (pictures, scene.appearance, attribution)
        (input.tileLayouts, input.threads) = (cache.tileLayouts, threads)
        let log = TileLog()
        input.watch(log, providers: tileProviders)
        return OpenedMap(
            input: input, attribution: opener.attributions.text, tileLog: log,
            systems: (document.scene.coordinateSystem, document.scene.basemap.coordinateSystem))
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
