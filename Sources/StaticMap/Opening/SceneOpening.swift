// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapLayout
import MapScene
import MapStyle
import MapText
import MapTiles

/// Opens everything that a scene names, stage by stage: scene, style, images, camera, sources. Each stage takes values and
/// returns one; what is wrong goes to `diagnostics`.
struct SceneOpening {
    let renderer: MapRenderer
    let document: SceneDocument
    let diagnostics: DiagnosticSink

    func map() throws(RenderError) -> MapRenderer.OpenedMap {
        var content = try content()
        let style = try style(for: &content)
        try expand(&content, on: style)
        try stopPastLimit()
        if style.hasText, renderer.threads > 1 { renderer.fonts.prepareInBackground() }
        let illustrated = illustrated(content, framedBy: style)
        let view = try view(of: illustrated, style, content.tiles)
        try stopIfInvalid()
        RenderBudget.checkImage(pixels: view.viewport.pixelWidth * view.viewport.pixelHeight, at: "size")
        try stopPastLimit()
        let drawings = drawings(of: illustrated.scene, on: view.viewport)
        let sources = sources(of: illustrated.scene, style, in: view)
        let log = TileLog()
        var credit = sources.attribution
        let insets = try insets(of: illustrated.scene, in: view.viewport, &credit)
        var input = input(illustrated, style, view.viewport, drawings, sources, credit, log)
        input.insets = insets
        return MapRenderer.OpenedMap(
            input: input, attribution: credit.text,
            tileLog: log, systems: (document.scene.coordinateSystem, document.scene.basemap.coordinateSystem),
            followsContent: illustrated.scene.camera.followsContent, dataZoom: view.dataZoom,
            words: (document.scene.basemap.language, document.scene.title, document.scene.description),
            display: illustrated.scene.display)
    }

    /// The scene with its data files read, for many maps of other cameras; nil where what is read depends on the camera, unless all
    /// is needed.
    func withData(needsAll: Bool) throws(RenderError) -> Scene? {
        let hasData = document.scene.overlays.contains { if case .data = $0.content { true } else { false } }
        guard hasData, needsAll || !dependsOnCamera else { return nil }
        var content = try content()
        let style = try style(for: &content)
        let isDark = (content.scene.appearance ?? style.appearance) == .dark
        // Files of features among the tiles are overlays of each map anew.
        var loader = overlayLoader
        loader.ground = ground(of: content.scene, style)
        let scene = loader.expand(document.scene, isDark: isDark)
        try stopIfInvalid()
        return scene
    }

    /// True where of some data files only what lies in the view is read.
    var dependsOnCamera: Bool {
        document.scene.overlays.contains { overlay in
            guard case .data(let data) = overlay.content else { return false }
            return DataFile.isIndexed(data.format) && !data.dependsOnAllFeatures
        }
    }

    /// Ends the opening when a limit is passed; the error is replaced by that of the limit.
    private func stopPastLimit() throws(RenderError) {
        if WorkContext.current.budget?.isSpent ?? false { throw RenderError(.pastLimit, diagnostics.all) }
    }

    /// Ends the opening if something that was found is an error.
    private func stopIfInvalid() throws(RenderError) {
        guard diagnostics.hasErrors else { return }
        let areMissing = diagnostics.all.allSatisfy { $0.severity < .error || $0.code == Diagnostic.Code.fileMissing }
        throw RenderError(areMissing ? .missingInput : .badData, diagnostics.all)
    }
}

// MARK: - Scene

extension SceneOpening {
    /// The scene, at last with its data files read and its coordinates in the map's datum, and the archives that it names in
    /// place of those of the style.
    private struct Content {
        var scene: Scene
        var tiles: TileOverride
        /// Of names; nil for the style's own.
        let language: LabelLanguage?
    }

    private func content() throws(RenderError) -> Content {
        guard var scene = document.scene.sized(reporter) else { throw RenderError(.badData, diagnostics.all) }
        var tiles = try TileOverride(
            scene.basemap.tiles.map(document.resolve), scale: scene.scale, cache: renderer.cache,
            diagnostics: diagnostics)
        if scene.basemap.style == nil {
            // Without a style that is made for it, a file of features lies on the map as an overlay.
            let files = tiles.takeGeoJSON()
            scene.overlays += scene.basemap.tiles.filter { files.contains(document.resolve($0)) }
                .map { Overlay(.data(DataOverlay(.geojson, .file($0)))) }
        }
        return Content(
            scene: scene, tiles: tiles, language: scene.basemap.language.map(renderer.home.labelLanguage))
    }

    /// Reads the data files; the colors of values suit the map that they lie on.
    private func expand(_ content: inout Content, on style: StyleSheet) throws(RenderError) {
        // Those of data are counted as they are read.
        RenderBudget.spend(content.scene.annotations.count * Annotation.layoutBytes, .bytes, at: "annotations")
        let isDark = (content.scene.appearance ?? style.appearance) == .dark
        var loader = overlayLoader
        loader.reach = reach(of: content.scene)
        loader.ground = ground(of: content.scene, style)
        content.scene = loader.expand(content.scene, isDark: isDark).inBaseMapSystem
        if let ground = loader.ground { content.scene = standing(content.scene, on: ground) }
        content.scene = content.scene.numbered.withSelection
        try stopIfInvalid()
    }

    /// About what the map will show, in degrees; nil when that follows from its content, or is a large part of the world.
    private func reach(of scene: Scene) -> CoordinateBox? {
        guard document.namesFraming, !scene.camera.followsContent else { return nil }
        var probe = scene
        // A box may be shown at a lower zoom.
        probe.camera.snapZoom = true
        let silent = SceneReporter(diagnostics: DiagnosticSink())
        guard let viewport = probe.viewport(extent: { _ in .null }, silent), viewport.zoom >= Self.leastZoomOfReach
        else {
            return nil
        }
        let box = viewport.bounds
        // Lines are wide, symbols reach beyond their points, and other datums shift by less than this.
        let (x, y) = ((box.east - box.west) / 4 + 0.02, (box.north - box.south) / 4 + 0.02)
        return CoordinateBox(west: box.west - x, south: box.south - y, east: box.east + x, north: box.north + y)
    }

    /// From here on a globe shows no more than a flat map.
    private static let leastZoomOfReach = 6.0

    /// The heights on which something of the scene is to stand; nil where nothing does, or there are none, which is reported.
    private func ground(of scene: Scene, _ style: StyleSheet) -> GroundHeights? {
        guard scene.needsGround else { return nil }
        let opener = GroundOpener(cache: renderer.cache, diagnostics: diagnostics)
        return opener.heights(of: style, prefersScene: scene.basemap.elevation != nil, for: document)
    }

    private func standing(_ scene: Scene, on ground: GroundHeights) -> Scene {
        // Those of data were told of together.
        let imported = scene.annotations.count - document.scene.annotations.count
        return scene.standing(on: ground) { index in
            guard index >= imported else { return }
            reporter.report(
                "annotations", String(index - imported), "elevation", severity: .warning, code: .dataNoHeights,
                message: "the height of the ground is not known at the annotation", hint: nil)
        }
    }

    private var overlayLoader: OverlayLoader { OverlayLoader(document: document, diagnostics: diagnostics) }
}

// MARK: - Style

extension SceneOpening {
    /// The style with the scene's changes. Archives of which it draws nothing get a source of their own.
    private func style(for content: inout Content) throws(RenderError) -> StyleSheet {
        let scene = content.scene
        var basemap = scene.basemap
        let hasOwnTiles = !basemap.tiles.isEmpty || scene.overlays.contains(where: \.replacesBaseMap)
        let loader = StyleLoader(
            home: renderer.home, named: renderer.namedStyles, language: content.language, cache: renderer.cache,
            threads: renderer.threads, diagnostics: diagnostics, scale: hasOwnTiles ? nil : scene.scale)
        basemap.style = loader.resolved(basemap.style)
        var style: StyleSheet
        if let imagery = loader.imagery(basemap.style), let images = content.tiles.styleOfImages {
            let roads = imagery == .hybrid ? try loader.load(renderer.defaultStyle, of: document) : nil
            style = roads?.overImages(images) ?? images
        } else if basemap.style == nil, let plain = content.tiles.styleForImages {
            style = plain
        } else {
            let chosen = basemap.style ?? (scene.appearance == .dark ? .named("dark") : renderer.defaultStyle)
            style = content.tiles.separatingContours(of: try loader.load(chosen, of: document))
            let isDark = scene.appearance == .dark
            if basemap.style == nil,
                let own = content.tiles.automaticStyle(besides: style, isDark: isDark, language: content.language)
            {
                style = own
            }
        }
        style = StyleEditing(document: document, language: content.language, diagnostics: diagnostics)
            .apply(basemap, to: style, isTilted: scene.camera.tilt.pitch > 0)
        try stopIfInvalid()
        if scene.overlays.contains(where: \.replacesBaseMap) { style.layers = [] }
        return style
    }
}

extension StyleSheet {
    /// True if layers have names to set.
    fileprivate var hasText: Bool {
        layers.contains { $0.kind == .symbol && $0.isVisible && $0.sets(.textField) }
    }
}

extension Overlay {
    /// True for tiles that stand in for the base map.
    fileprivate var replacesBaseMap: Bool {
        if case .tiles(let tiles) = content { tiles.canReplaceMapContent && alpha > 0 } else { false }
    }
}

// MARK: - Images and camera

extension SceneOpening {
    /// A scene with the images that it shows.
    private struct Illustrated {
        var scene: Scene
        var images: [ImageAsset: AnnotationImage]
    }

    /// The scene with its camera, its images, and the views that code gives to its annotations.
    private func illustrated(_ content: Content, framedBy style: StyleSheet) -> Illustrated {
        var scene = content.scene
        // A scene that asks for a fit and holds nothing is a mistake; one that asks for nothing gets the style's view.
        let asksForOverlays = !document.scene.overlays.isEmpty || !scene.overlays.isEmpty
        if !document.namesFraming, scene.camera.fallback == nil, scene.annotations.isEmpty, !asksForOverlays,
            scene.userLocation == nil
        {
            let camera = content.tiles.extents.startingCamera(of: scene) ?? style.startingCamera
            scene.camera = scene.camera.looking(
                as: camera ?? extents(of: style).startingCamera(of: scene) ?? Camera(.bounds(Self.world)))
        } else if scene.camera.framing == .fit(.all), scene.camera.fallback == nil, !scene.hasContent(.all) {
            let ways = [
                { overlayLoader.extents(of: scene, renderer.cache) }, { content.tiles.extents }, { extents(of: style) },
            ]
            scene.camera.fallback = ways.firstNonNil { $0().startingCamera(of: scene)?.framing }
        }
        style.checkOverlays(of: &scene, written: document.scene, reporter)
        // References of the scene itself come first: their positions in the text are known. Others come from data files.
        let written = document.scene.imageReferences
        var imports = scene
        let importCount = max(0, scene.annotations.count - document.scene.annotations.count)
        imports.annotations = Array(scene.annotations[..<importCount])
        let found = imports.imageReferences
        let known = found.isEmpty ? [] : Set(written.map(\.asset))
        let imported = found.filter { !known.contains($0.asset) }.map { Scene.ImageReference($0.asset, in: "overlays") }
        let loader = imageLoader(scale: scene.scale)
        var images = loader.load(written + imported, reporter)
        renderer.applyViews(to: &scene, &images, loader, reporter)
        return Illustrated(scene: scene, images: images)
    }

    private static let world = CoordinateBox(west: -180, south: -60, east: 180, north: 75)

    /// Where the style's own sources have data.
    private func extents(of style: StyleSheet) -> [DataExtent] {
        StyleExtents(cache: renderer.cache, scale: document.scene.scale).extents(of: style)
    }

    /// The solved camera with the sources of the style.
    private func view(
        of illustrated: Illustrated, _ style: StyleSheet, _ tiles: TileOverride
    ) throws(RenderError) -> OpenedView {
        var extents = AnnotationExtents(fonts: renderer.fonts, images: illustrated.images)
        var scene = illustrated.scene
        let covered = DecorationExtents(scene, fonts: renderer.fonts, images: illustrated.images)
        scene.camera.snapZoom = scene.camera.snapZoom ?? style.hasOnlyRasterLayers
        guard
            let view = renderer.openView(
                of: scene, extent: { extents.extent(of: $0) }, covered: covered.boxes, style: style, tiles: tiles,
                worldview: worldview(of: scene.basemap), reporter, diagnostics)
        else { throw RenderError(.badData, diagnostics.all) }
        return view
    }

    /// The view that borders are drawn in; nil for that of the tiles.
    private func worldview(of basemap: BaseMap) -> Worldview? {
        guard let code = basemap.worldview else { return nil }
        do throws(Diagnostic) {
            let table = try renderer.cache.worldviews(at: renderer.home.worldviewFile)
            if let view = Worldview(code, in: table) { return view }
            reporter.report(
                "basemap", "worldview", code: .basemapUnknownWorldview,
                message: "no worldview is known for \"\(code)\"",
                hint: "there are \(listing(table.views))")
        } catch {
            diagnostics.add(error.at("basemap.worldview"))
        }
        return nil
    }

    /// What overlays have drawn, by their index, and the images that they show.
    private struct Drawings {
        var recordings: [Int: VectorDrawing]
        var images: [ImageAsset: AnnotationImage]
    }

    private func drawings(of scene: Scene, on viewport: Viewport) -> Drawings {
        let recordings = scene.overlayRecordings(on: viewport)
        let references = recordings.sorted { $0.key < $1.key }.flatMap { index, recording in
            recording.images.map { Scene.ImageReference($0, in: "overlays", at: index) }
        }
        return Drawings(recordings: recordings, images: imageLoader(scale: scene.scale).load(references, reporter))
    }

    private var reporter: SceneReporter { document.reporter(diagnostics) }

    private func imageLoader(scale: Double) -> ImageLoader {
        ImageLoader(
            folders: [document.folderPath] + renderer.assetFolders, scale: scale, fonts: renderer.fonts,
            pictograms: renderer.pictograms)
    }
}

// MARK: - Sources

extension SceneOpening {
    /// The opened tiles of style and overlays.
    private struct Sources {
        var style: [String: LayoutSource]
        var overlays: [TileOverlay: RasterTiles]
        var attribution: Attributions
    }

    private func sources(of scene: Scene, _ style: StyleSheet, in view: OpenedView) -> Sources {
        style.reportUnsupported(at: view.viewport.zoom, sources: view.sources, diagnostics)
        var opener = view.opener
        let overlays = overlayLoader.tiles(of: scene, &opener)
        if scene.attribution == .automatic { opener.uncredited.forEach(reportUncredited) }
        return Sources(style: view.sources, overlays: overlays, attribution: opener.attributions)
    }

    private func reportUncredited(_ file: String) {
        diagnostics.add(
            Diagnostic(
                .warning, code: .tilesNoAttribution, file: file, "nobody is credited for these tiles",
                hint: "name the makers with --attribution, or \"attribution\" in the scene, the style's source or the "
                    + "archive's metadata; \"none\" if no credit is due"))
    }
}

// MARK: - Insets

extension SceneOpening {
    /// The small maps in the map, opened as scenes of their own within the same budget.
    ///
    /// - Parameters:
    ///   - scene: with its camera.
    ///   - view: of the scene.
    ///   - credit: gets those who made the insets.
    /// - Returns: what each is laid out from, by the index of the decoration.
    /// - Throws: when an inset cannot be opened.
    private func insets(
        of scene: Scene, in view: Viewport, _ credit: inout Attributions
    ) throws(RenderError) -> [Int: LayoutInput] {
        var inputs: [Int: LayoutInput] = [:]
        for (index, decoration) in scene.decorations.enumerated() where decoration.isVisible {
            guard case .inset(let inset) = decoration.content else { continue }
            var own = document
            own.scene = inset.scene(in: document.scene, view: view)
            // Positions in the text are those of the scene around it.
            let found = DiagnosticSink()
            let opening = SceneOpening(renderer: renderer, document: own.withoutPositions, diagnostics: found)
            let result = Result { () throws(RenderError) in try opening.map() }
            for var diagnostic in found.all {
                diagnostic.path = "decorations[\(index)]" + (diagnostic.path.isEmpty ? "" : "." + diagnostic.path)
                diagnostics.add(diagnostic)
            }
            switch result {
            case .success(let map):
                inputs[index] = map.input
                credit.add(map.attribution)
            case .failure(let error):
                try stopIfInvalid()
                throw error
            }
        }
        return inputs
    }
}

// MARK: - Layout

extension SceneOpening {
    private func input(
        _ illustrated: Illustrated, _ style: StyleSheet, _ viewport: Viewport, _ drawings: Drawings,
        _ sources: Sources, _ credit: Attributions, _ log: TileLog
    ) -> LayoutInput {
        let (scene, cache) = (illustrated.scene, renderer.cache)
        var input = LayoutInput(viewport: viewport, style: style, fonts: renderer.fonts, diagnostics: diagnostics)
        input.sources = sources.style
        input.styleImages = cache.sprites(of: style, scale: scene.scale, diagnostics)
        input.glyphFiles = cache.glyphs
        input.missingTiles = scene.basemap.missingTiles ?? .skip
        input.language = scene.basemap.language.map { LabelLanguage($0).tag } ?? nil
        input.contentInsets = scene.mapInsets(reporter) ?? scene.camera.contentInsets
        if let page = scene.page, let geometry = scene.mapFrame { input.page = (page, geometry) }
        input.annotations = scene.annotations
        input.clusters = scene.clusters
        input.userLocation = scene.userLocation
        input.overlays = scene.overlays
        input.tracks = scene.tracks
        input.patterns = scene.patterns
        input.overlayTiles = sources.overlays
        input.overlayRecordings = drawings.recordings
        input.decorations = scene.decorations
        input.sceneImages = illustrated.images.merging(drawings.images) { image, _ in image }
        input.appearance = scene.appearance
        (input.labels, input.leaders) = (scene.labels, scene.leaders)
        input.attribution = scene.attribution.line(automatic: credit)
        input.tileLayouts = cache.tileLayouts
        input.threads = renderer.threads
        input.watch(log, providers: renderer.tileProviders)
        return input
    }
}

extension Attribution {
    fileprivate func line(automatic: Attributions) -> AttributionLine {
        switch self {
        case .automatic: AttributionLine(automatic.text, initials: automatic.initials)
        case .hidden: AttributionLine("")
        case .text(let text): AttributionLine(text)
        }
    }
}

extension MapRenderer {
    /// Replaces the views of annotations by those of `viewForAnnotation`. A view whose image cannot be read is reported,
    /// and the scene's own view stays.
    func applyViews(
        to scene: inout Scene, _ images: inout [ImageAsset: AnnotationImage], _ loader: ImageLoader,
        _ reporter: SceneReporter
    ) {
        guard let viewForAnnotation else { return }
        for (index, annotation) in scene.annotations.enumerated() {
            guard let view = viewForAnnotation(annotation) else { continue }
            let references = view.images.filter { images[$0] == nil }.map {
                Scene.ImageReference(
                    $0, in: "annotations", at: index, replacement: "the scene's own view is drawn instead")
            }
            images.merge(loader.load(references, reporter)) { old, _ in old }
            if case .image(let asset) = view, images[asset] == nil { continue }
            scene.annotations[index].view = view
        }
    }
}
