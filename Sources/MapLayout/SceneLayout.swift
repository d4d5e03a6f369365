// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapCore
package import MapGeo
package import MapGeometry
import MapImages
package import MapScene
package import MapStyle
package import MapText
import Synchronization

/// Lays out scene, style and tiles as a `Drawing`.
///
/// Stages: plan the tiles; read, decode and evaluate them in parallel; lay out everything above the map; place labels in
/// one serial pass over the whole map, and at the same time assemble each layer's shapes in parallel; put all items in painting
/// order. Parallel results are combined in the order of the plan, so the drawing is the same for any number of threads.
package struct SceneLayout: Sendable {
    private let input: LayoutInput
    private let context: LayerContext
    /// The layers that are visible at the viewport's zoom, bottom to top.
    private let layers: [StyleLayer]

    package init(_ input: LayoutInput) {
        self.input = input
        let glyphs = input.fileAccess.run {
            GlyphStore(input.style, files: input.glyphFiles, diagnostics: input.diagnostics)
        }
        let context = LayerContext(
            viewport: input.viewport, globalState: input.style.globalState,
            light: input.style.light(atZoom: input.viewport.zoom), images: input.styleImages, fonts: input.fonts,
            glyphs: glyphs, language: input.language, diagnostics: input.diagnostics, layoutCache: input.tileLayouts,
            viewHash: input.viewport.hashValue)
        let isFlat = input.viewport.tilt.isFlat
        layers = input.style.layers
            .filter { $0.isVisible(at: input.viewport.zoom) && !(isFlat && $0.isForTiltedMaps) }
            .map { $0.withFilter(at: context.tileZoom) }
        self.context = context
    }

    package func drawing() -> Drawing {
        var tiles = evaluatingTiles()
        return input.fileAccess.run { assemble(&tiles) }
    }

    /// The first half: reads, decodes and evaluates the tiles in parallel.
    package func evaluatingTiles() -> EvaluatedTiles { input.fileAccess.run(evaluate) }

    /// The second half: places labels, and puts all items in painting order.
    package func drawing(_ tiles: EvaluatedTiles) -> Drawing {
        var tiles = tiles
        return input.fileAccess.run { assemble(&tiles) }
    }

    /// The layers' shapes, symbols and heat points of all tiles.
    package struct EvaluatedTiles: Sendable {
        fileprivate let shapeLayouts: [ShapeLayout?]
        /// By tile, then by the layer's index.
        fileprivate var outputs: [[Int: TileLayerOutput]]
        /// Its text is set while tiles are read.
        fileprivate let attribution: AttributionLayout?
    }

    private func evaluate() -> EvaluatedTiles {
        if input.threads > 1, !input.attribution.text.isEmpty { input.fonts.prepareInBackground() }
        // Threads report in any order: diagnostics are collected and sorted.
        let collected = DiagnosticSink()
        let context = context.reporting(to: collected)
        var layers = layers
        if input.viewport.terrain != nil {
            // They are evaluated for the tiles of the terrain.
            for index in layers.indices where TerrainSurface.drapes(layers[index].kind) { layers[index].source = nil }
        }
        let shapeLayouts = parallelMap(layers, threads: input.threads) { ShapeLayout($0, context) }
        let evaluator = TileEvaluator(
            input: input, context: context, layers: layers, shapeLayouts: shapeLayouts,
            shapeKeeper: ShapeKeeper(input))
        let attribution = Mutex<AttributionLayout?>(nil)
        let outputs = evaluator.outputs {
            let layout = self.attribution()
            attribution.withLock { $0 = layout }
        }
        collected.inDocumentOrder.forEach(input.diagnostics.add)
        return EvaluatedTiles(shapeLayouts: shapeLayouts, outputs: outputs, attribution: attribution.withLock(\.self))
    }

    /// The appearance of what lies above the map.
    private var appearance: Appearance { input.appearance ?? BackgroundAppearance.of(layers, context.paint()) }

    private func attribution() -> AttributionLayout? {
        AttributionLayout(
            input.attribution, viewport: input.viewport, insets: input.contentInsets, fonts: input.fonts,
            palette: DecorationPalette(appearance))
    }

    private func assemble(_ tiles: inout EvaluatedTiles) -> Drawing {
        reportFlat()
        let foreground = foreground(tiles.attribution)
        let page = pageLayout(below: foreground)
        let covered = foreground.boxes + (page?.coveredBoxes ?? [])
        let graticules = GraticuleLayout(
            input.overlays, viewport: input.viewport, fonts: input.fonts, appearance: foreground.appearance,
            avoiding: covered, frame: input.frame, diagnostics: input.diagnostics)
        let keptFree = covered + graticules.labelBoxes
        let shapes: [[DrawingItem]?]
        let placed: PlacedItems
        if input.labels == .best, input.blockGrid == nil {
            // Names are to keep away from lines.
            shapes = shapeItems(&tiles)
            placed = symbolItems(tiles, keepingFree: keptFree, shapes)
        } else {
            let found = Mutex(PlacedItems([:], []))
            shapes = shapeItems(&tiles) { tiles in
                let items = symbolItems(tiles, keepingFree: keptFree, nil)
                found.withLock { $0 = items }
            }
            placed = found.withLock(\.self)
        }
        let symbols = placed.items
        if context.glyphs == nil {
            let labelled = layers.indices.lazy.filter { !(symbols[$0] ?? []).isEmpty }.map { layers[$0] }
            input.style.reportMissingFonts(
                of: labelled, zoom: input.viewport.zoom, fonts: input.fonts, files: input.glyphFiles, input.diagnostics)
        }
        let heatmaps = heatmapItems(tiles)

        let viewport = input.viewport
        var drawing = Drawing(width: viewport.pixelWidth, height: viewport.pixelHeight, scale: viewport.scale)
        var overlays = OverlayLayout(
            viewport: viewport, overlays: input.overlays, tiles: input.overlayTiles, threads: input.threads,
            diagnostics: input.diagnostics)
        overlays.drawings = DrawingLayout(
            viewport: viewport, fonts: input.fonts, images: input.sceneImages, recordings: input.overlayRecordings)
        overlays.graticules = graticules
        let firstSymbolLayer = layers.firstIndex { $0.kind == .symbol }
        let sky = SkyLayout(input.style.sky, context)
        // As in MapLibre, only a terrain lies in fog.
        var surface = TerrainSurface(input, fog: sky?.terrainFog)
        if let item = sky?.item { drawing.items.append(item) }
        overlays.isDraped = surface != nil
        func addOverlays(_ found: (items: [DrawingItem], draped: [Int])) {
            surface?.take(overlays: found.draped)
            if !found.items.isEmpty { drawing.items += (surface?.finished() ?? []) + found.items }
        }
        // Overlays that name a layer which is not drawn lie below the next one that is.
        var passed = input.style.layers.map(\.id)[...]
        for index in PaintingOrder.indices(of: layers, context) {
            if let end = passed.firstIndex(of: layers[index].id) {
                addOverlays(overlays.found(before: Array(passed[...end])))
                passed = passed[(end + 1)...]
            }
            if index == firstSymbolLayer { addOverlays(overlays.found(.aboveRoads)) }
            if let (isTaken, below) = surface?.take(layers[index]) {
                drawing.items += below
                if isTaken { continue }
            }
            drawing.items += symbols[index] ?? heatmaps[index] ?? shapes[index] ?? backgroundItems(layers[index])
        }
        addOverlays(overlays.found(before: Array(passed)))
        if firstSymbolLayer == nil { addOverlays(overlays.found(.aboveRoads)) }
        if let sky = input.style.sky, let atmosphere = AtmosphereLayout(sky, context) {
            drawing.items += surface?.finished() ?? []
            drawing.items += atmosphere.item(threads: input.threads).map { [$0] } ?? []
        }
        addOverlays(overlays.found(.aboveLabels))
        drawing.items += surface?.finished() ?? []
        drawing.items += foreground.items
        var omissions: [Omission] = []
        if let page {
            drawing.items = [page.paper] + page.cut(drawing.items) + page.furniture(&omissions)
        }
        drawing.omissions =
            foreground.omissions + omissions + overlays.omissions(from: drawing.items) + placed.omissions
        drawing.clusters = foreground.annotations.clusters.map { cluster in
            (cluster.id, cluster.members.map { input.annotations[$0].path(at: $0) })
        }
        return drawing
    }

    /// Reports what is not drawn on globes.
    private func reportFlat() {
        guard input.viewport.isGlobe else { return }
        for layer in layers where layer.kind == .fillExtrusion && layer.sets(.fillExtrusionPattern) {
            input.diagnostics.add(
                Diagnostic(
                    .warning, code: .basemapNotOnGlobe, path: "basemap.projection",
                    "the layer \"\(layer.id)\" has patterns on buildings, which are not drawn on globes"))
        }
    }

    /// What lies above the map and keeps labels away.
    private struct Foreground {
        let annotations: AnnotationLayout.Output
        let decorations: DecorationLayout
        let handles: HandleLayout
        let attribution: AttributionLayout?
        let appearance: Appearance
        /// The boxes of what is fixed to the image and hides what is below it.
        let panels: [Rect]

        /// In pixels.
        var boxes: [Rect] {
            (attribution.map { [$0.box] } ?? []) + decorations.boxes + annotations.boxes + handles.boxes
        }

        var omissions: [Omission] {
            annotations.omissions + decorations.omissions + (attribution?.omission.map { [$0] } ?? [])
        }

        var items: [DrawingItem] {
            annotations.items + decorations.items + handles.items + (attribution?.items ?? [])
        }
    }

    private func foreground(_ attribution: AttributionLayout?) -> Foreground {
        let (viewport, fonts, images, appearance) = (input.viewport, input.fonts, input.sceneImages, appearance)
        attribution?.reportShortened(input.diagnostics)
        let layout = AnnotationLayout(
            viewport: viewport, fonts: fonts, images: images, appearance: appearance, clusters: input.clusters,
            leaders: input.leaders, diagnostics: input.diagnostics, within: input.page?.geometry.map)
        let stack = layout.stack(input.annotations, input.userLocation)
        let decorations = DecorationLayout(
            input.decorations, viewport: viewport, fonts: fonts, images: images, appearance: appearance,
            attribution: attribution?.box, diagnostics: input.diagnostics, annotations: input.annotations,
            frames: stack.frames, insets: drawnInsets, within: input.page?.geometry.map)
        let panels = decorations.opaqueBoxes + (attribution.map { [$0.box] } ?? [])
        return Foreground(
            annotations: layout.place(stack, avoiding: panels, insets: input.contentInsets), decorations: decorations,
            handles: HandleLayout(viewport: viewport, overlays: input.overlays, images: images),
            attribution: attribution, appearance: appearance, panels: panels)
    }

    private func pageLayout(below foreground: Foreground) -> PageLayout? {
        guard let page = input.page else { return nil }
        return PageLayout(
            page: page.page, geometry: page.geometry, viewport: input.viewport, fonts: input.fonts,
            images: input.sceneImages, annotations: input.annotations, overlays: input.overlays,
            panels: foreground.panels, diagnostics: input.diagnostics)
    }

    /// Insets as maps of their own, with the extent of this map in them.
    private var drawnInsets: [Int: DrawnInset] {
        input.insets.mapValues { inset in
            DrawnInset(
                drawing: SceneLayout(inset).drawing(), viewport: inset.viewport, outerViewport: input.viewport)
        }
    }

    /// The items of symbol layers by layer index, and the labels that found no place.
    private typealias PlacedItems = (items: [Int: [DrawingItem]], omissions: [Omission])

    /// Places symbols from the topmost layer down.
    /// `boxes` is what lies above the map, in pixels; `shapes` are those of the layers below, or nil for MapLibre's placement, which does
    /// not look at them.
    private func symbolItems(
        _ tiles: EvaluatedTiles, keepingFree boxes: [Rect], _ shapes: [[DrawingItem]?]?
    ) -> PlacedItems {
        let indices = layers.indices.reversed().filter { layers[$0].kind == .symbol }
        guard !indices.isEmpty else { return ([:], []) }
        let buckets = indices.map { index in
            SymbolBucket(
                layers[index], context, features: tiles.outputs.flatMap { $0[index]?.symbols ?? [] })
        }
        let (area, scale) = (input.frame, input.viewport.scale)
        guard let shapes else {
            var placement = SymbolPlacement(bounds: area, scale: scale, blockGrid: input.blockGrid)
            placement.memory = input.placementMemory
            boxes.forEach { placement.reserve($0) }
            if input.blockGrid == nil { placement.lines = LineMask(input.overlays, in: input.viewport) }
            return (Dictionary(uniqueKeysWithValues: zip(indices, placement.place(buckets))), placement.omissions)
        }
        var placement = BestPlacement(bounds: area, scale: scale)
        boxes.forEach { placement.reserve($0) }
        let ribbons = shapes.compactMap(\.self).joined().compactMap { item -> Ribbon? in
            if case .ribbon(let ribbon) = item.mark { ribbon } else { nil }
        }
        var water: [Path] = []
        for (layer, items) in zip(layers, shapes) where layer.kind == .fill && layer.sourceLayer == "water" {
            water += (items ?? []).flatMap(\.mark.filledPaths)
        }
        let raster = AreaRaster(water, in: input.viewport.pixelRect, cell: LineMask.cell(in: input.viewport))
        placement.lines = LineMask(input.overlays, in: input.viewport, ribbons: ribbons, areas: raster)
        // On a tilted map, a name in the plane of the image would not lie on the water.
        placement.water = input.viewport.perspective == nil ? raster : nil
        return (Dictionary(uniqueKeysWithValues: zip(indices, placement.place(buckets))), placement.omissions)
    }

    private func heatmapItems(_ tiles: EvaluatedTiles) -> [Int: [DrawingItem]] {
        var items: [Int: [DrawingItem]] = [:]
        for (index, layer) in layers.enumerated() where layer.kind == .heatmap {
            let points = tiles.outputs.map { $0[index]?.heatPoints ?? [] }
            let layout = HeatmapLayout(layer, context, hasTerrain: input.style.terrain != nil)
            items[index] = layout.item(points, threads: input.threads).map { [$0] } ?? []
        }
        return items
    }

    /// The items of fill, line and circle layers by layer index, for which tiles give their shapes away; nil for other layers. At
    /// the same time, other work is done with what the tiles keep.
    private func shapeItems(
        _ tiles: inout EvaluatedTiles, besides work: @Sendable (EvaluatedTiles) -> Void = { _ in }
    ) -> [[DrawingItem]?] {
        let layouts = tiles.shapeLayouts
        let pieces = layouts.enumerated().flatMap { index, layout -> [(layer: Int, marks: Handout<[TileMarks]>)] in
            guard let layout else { return [] }
            let marks = tiles.outputs.indices.compactMap { tiles.outputs[$0].removeValue(forKey: index)?.marks }
            return layout.assemblesByTile ? marks.map { (index, Handout([$0])) } : [(index, Handout(marks))]
        }
        let found = parallelMap(pieces, threads: input.threads, besides: { [tiles] in work(tiles) }) { piece in
            guard !WorkContext.isCancelled, let marks = piece.marks.take() else { return [DrawingItem]() }
            let id = "layer/\(layers[piece.layer].id)"
            return layouts[piece.layer]?.items(marks, id: id, within: input.viewport.pixelRect) ?? []
        }
        var items = layouts.map { $0.map { _ in [DrawingItem]() } }
        for (piece, found) in zip(pieces, found) { items[piece.layer]? += found }
        return items
    }

    /// The items of layers that draw no vector tiles: the background and raster layers.
    private func backgroundItems(_ layer: StyleLayer) -> [DrawingItem] {
        if layer.kind == .background { return BackgroundLayout.item(layer, context).map { [$0] } ?? [] }
        return rasterItem(layer).map { [$0] } ?? []
    }

    private func rasterItem(_ layer: StyleLayer) -> DrawingItem? {
        guard let name = layer.source, let source = input.sources[name] else { return nil }
        let raster = RasterLayout(context: context, policy: input.missingTiles, threads: input.threads)
        let relief = ReliefLayout(context: context, policy: input.missingTiles, threads: input.threads)
        switch (layer.kind, source) {
        case (.raster, .raster(let tiles)): return raster.item(layer, tiles)
        case (.raster, .image(let image)): return raster.item(layer, image)
        case (.hillshade, .elevation(let tiles, let code)): return relief.shadedItem(layer, tiles, code)
        case (.colorRelief, .elevation(let tiles, let code)): return relief.coloredItem(layer, tiles, code)
        default: return nil
        }
    }
}

/// Everything that one map is laid out from: the solved camera, the style with its opened sources, and the scene's content.
package struct LayoutInput: Sendable {
    package var viewport: Viewport
    package var style: StyleSheet
    package var fonts: FontLibrary
    package var diagnostics: DiagnosticSink

    /// The style's sources by name, opened.
    package var sources: [String: LayoutSource] = [:]
    /// The style's sprite images.
    package var styleImages = ImageSet.none
    /// Where the style's glyphs are read from; may be shared by many maps.
    package var glyphFiles = GlyphFiles(limit: 1 << 26)
    package var missingTiles = MissingTilePolicy.skip
    /// BCP 47 tag of the language that text is shaped for; nil when unknown.
    package var language: String?

    /// How the style's labels find their places.
    package var labels = LabelPlacement.standard
    /// Whether titles of annotations may stand at the end of lines.
    package var leaders = false
    /// The parts of the image that will be covered, in points from its edges.
    package var contentInsets = EdgeInsets()
    /// The sheet that the map is a part of; nil for an image that is the map.
    package var page: (page: Page, geometry: PageGeometry)?
    package var annotations: [Annotation] = []
    package var clusters: [ClusterStyle] = []
    package var userLocation: UserLocation?
    package var overlays: [Overlay] = []
    /// What was measured along lines of overlays of data.
    package var tracks: [DrawnTrack] = []
    /// What descriptions say of the values of data.
    package var patterns: [DataPattern] = []
    /// The opened tiles of tile overlays.
    package var overlayTiles: [TileOverlay: RasterTiles] = [:]
    /// What the overlays that code draws have drawn, by their index.
    package var overlayRecordings: [Int: VectorDrawing] = [:]
    package var decorations: [Decoration] = []
    /// What insets are laid out from, by the index of the decoration; they have none of their own.
    package var insets: [Int: LayoutInput] = [:]
    /// The images that annotations, handles, decorations and drawings name.
    package var sceneImages: [ImageAsset: AnnotationImage] = [:]
    /// The appearance of everything above the map; nil to derive it from the style's background.
    package var appearance: Appearance?
    package var attribution = AttributionLine("")

    /// Where the map is cut into tiles; nil for a map that stays whole.
    package var blockGrid: BlockGrid?
    /// The part of the image that will be painted, in pixels: shapes of vector tiles are left out elsewhere, while labels are
    /// placed as on the whole map. Nil for all of it; only for maps from straight above.
    package var paintedArea: Rect?

    /// What the frames before showed; nil for a map that does not move.
    package var placementMemory: PlacementMemory?
    /// Layout results of earlier maps; nil to keep none.
    package var tileLayouts: TileLayoutCache?
    package var threads = 1
    /// The files that tiles, glyphs and images may be read from: as when the input was made.
    package var fileAccess = WorkContext.current.files

    /// The map's part of the image, in pixels.
    var frame: Rect { page.map { PageLayout.frame($0.geometry, scale: viewport.scale) } ?? viewport.pixelRect }

    package init(viewport: Viewport, style: StyleSheet, fonts: FontLibrary, diagnostics: DiagnosticSink) {
        self.viewport = viewport
        self.style = style
        self.fonts = fonts
        self.diagnostics = diagnostics
    }
}

/// The painting order of layers: that of the style, except for heatmaps.
///
/// MapLibre paints opaque layers first and discards what they cover by depth. Heatmaps are exempt, so they show above
/// the opaque layers that directly follow them.
enum PaintingOrder {
    /// Indices into the layers, bottom to top.
    static func indices(of layers: [StyleLayer], _ context: LayerContext) -> [Int] {
        var order: [Int] = []
        var pending: [Int] = []
        for (position, layer) in layers.enumerated() {
            if layer.kind == .heatmap {
                pending.append(position)
            } else {
                if !pending.isEmpty, !isOpaque(layer, context) {
                    order += pending
                    pending = []
                }
                order.append(position)
            }
        }
        return order + pending
    }

    private static func isOpaque(_ layer: StyleLayer, _ context: LayerContext) -> Bool {
        let names: (color: PropertyName, opacity: PropertyName, pattern: PropertyName)
        switch layer.kind {
        case .background: names = (.backgroundColor, .backgroundOpacity, .backgroundPattern)
        case .fill: names = (.fillColor, .fillOpacity, .fillPattern)
        default: return false
        }
        let (color, opacity) = (layer.property(names.color), layer.property(names.opacity))
        guard !layer.sets(names.pattern), color.isFeatureConstant, opacity.isFeatureConstant else { return false }
        return color.color(context.paint()).isOpaque && opacity.number(context.paint()) >= 1
    }
}

extension Mark {
    /// What it fills, with what is beyond its clips.
    fileprivate var filledPaths: [Path] {
        switch self {
        case .fill(let path, _, _), .aliasedFill(let path, _): [path]
        case .group(let group): group.marks.flatMap(\.filledPaths)
        default: []
        }
    }
}
