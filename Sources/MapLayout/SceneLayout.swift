// SPDX-License-Identifier: MIT
package import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapScene
import MapStyle
import MapText
import Synchronization

/// Lays out scene, style and tiles as a `Drawing`.
///
/// Stages: plan the tiles; read, decode and evaluate them in parallel; lay out everything above the map; place labels in
/// one serial pass over the whole map, and at the same time assemble each layer's shapes in parallel; put all items in painting
/// order. Parallel results are combined in the order of the plan, so the drawing is the same for any number of threads.
package struct SceneLayout: Sendable {
    let input: LayoutInput
    let context: LayerContext
    /// The layers that are visible at the viewport's zoom, bottom to top.
    let layers: [StyleLayer]

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
        let shapeLayouts: [ShapeLayout?]
        /// By tile, then by the layer's index.
        var outputs: [[Int: TileLayerOutput]]
        /// Its text is set while tiles are read.
        let attribution: AttributionLayout?
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
        let rules = ShapeRules.of(layers, context, threads: input.threads)
        let shapeLayouts = zip(layers, rules.layers).map { ShapeLayout($0, $1, context) }
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
    var appearance: Appearance { input.appearance ?? BackgroundAppearance.of(layers, context.paint()) }

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
        let (shapes, placed) = shapesAndSymbols(&tiles, keepingFree: covered + graticules.labelBoxes)
        reportMissingFonts(placed)
        let heatmaps = heatmapItems(tiles)
        let overlays = overlayLayout(graticules)

        let viewport = input.viewport
        var drawing = Drawing(width: viewport.pixelWidth, height: viewport.pixelHeight, scale: viewport.scale)
        drawing.items = stack(overlays) { index in
            placed.items[index] ?? heatmaps[index] ?? shapes[index] ?? backgroundItems(layers[index])
        }
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

    /// Assembles the shapes, and at the same time places symbols, which keep out of boxes in pixels.
    private func shapesAndSymbols(
        _ tiles: inout EvaluatedTiles, keepingFree boxes: [Rect]
    ) -> (shapes: [[DrawingItem]?], symbols: PlacedItems) {
        if input.labels == .best, input.blockGrid == nil {
            // Names are to keep away from lines.
            let shapes = shapeItems(&tiles)
            return (shapes, symbolItems(tiles, keepingFree: boxes, shapes))
        }
        let found = Mutex(PlacedItems([:], []))
        let shapes = shapeItems(&tiles) { tiles in
            let items = symbolItems(tiles, keepingFree: boxes, nil)
            found.withLock { $0 = items }
        }
        return (shapes, found.withLock(\.self))
    }

    private func overlayLayout(_ graticules: GraticuleLayout) -> OverlayLayout {
        var overlays = OverlayLayout(
            viewport: input.viewport, overlays: input.overlays, tiles: input.overlayTiles, threads: input.threads,
            diagnostics: input.diagnostics)
        overlays.drawings = DrawingLayout(
            viewport: input.viewport, fonts: input.fonts, images: input.sceneImages,
            recordings: input.overlayRecordings)
        overlays.graticules = graticules
        return overlays
    }

    /// Sky, style layers and overlays in painting order, with the terrain among them; the items of a layer are asked for by its index.
    private func stack(_ overlays: OverlayLayout, _ items: (Int) -> [DrawingItem]) -> [DrawingItem] {
        var stacked: [DrawingItem] = []
        let sky = SkyLayout(input.style.sky, context)
        // As in MapLibre, only a terrain lies in fog.
        var surface = TerrainSurface(input, fog: sky?.terrainFog)
        if let item = sky?.item { stacked.append(item) }
        var overlays = overlays
        overlays.isDraped = surface != nil
        func addOverlays(_ found: (items: [DrawingItem], draped: [Int])) {
            surface?.take(overlays: found.draped)
            if !found.items.isEmpty { stacked += (surface?.finished() ?? []) + found.items }
        }
        let firstSymbolLayer = layers.firstIndex { $0.kind == .symbol }
        // Overlays that name a layer which is not drawn lie below the next one that is.
        var passed = input.style.layers.map(\.id)[...]
        for index in PaintingOrder.indices(of: layers, context) {
            if let end = passed.firstIndex(of: layers[index].id) {
                addOverlays(overlays.found(before: Array(passed[...end])))
                passed = passed[(end + 1)...]
            }
            if index == firstSymbolLayer { addOverlays(overlays.found(.aboveRoads)) }
            if let (isTaken, below) = surface?.take(layers[index]) {
                stacked += below
                if isTaken { continue }
            }
            stacked += items(index)
        }
        addOverlays(overlays.found(before: Array(passed)))
        if firstSymbolLayer == nil { addOverlays(overlays.found(.aboveRoads)) }
        if let sky = input.style.sky, let atmosphere = AtmosphereLayout(sky, context) {
            stacked += surface?.finished() ?? []
            stacked += atmosphere.item(threads: input.threads).map { [$0] } ?? []
        }
        addOverlays(overlays.found(.aboveLabels))
        return stacked + (surface?.finished() ?? [])
    }

    /// Reports fonts that set labels in place of the style's own.
    private func reportMissingFonts(_ placed: PlacedItems) {
        guard context.glyphs == nil else { return }
        let labelled = layers.indices.lazy.filter { !(placed.items[$0] ?? []).isEmpty }.map { layers[$0] }
        input.style.reportMissingFonts(
            of: labelled, zoom: input.viewport.zoom, fonts: input.fonts, files: input.glyphFiles, input.diagnostics)
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

    private func pageLayout(below foreground: Foreground) -> PageLayout? {
        guard let page = input.page else { return nil }
        return PageLayout(
            page: page.page, geometry: page.geometry, viewport: input.viewport, fonts: input.fonts,
            images: input.sceneImages, annotations: input.annotations, overlays: input.overlays,
            panels: foreground.panels, diagnostics: input.diagnostics)
    }
}
