import Dispatch
package import MapCanvas
package import MapDiagnostics
package import MapGeo
import MapPlane
// SPDX-License-Identifier: MIT
import MapRuntime
package import MapScene
package import MapStyle
import MapTiles

/// Scene, style and tiles become a `Drawing`.
///
/// Phases: plan the tiles; read, decode and evaluate them side by side; place labels in one pass over the whole
/// picture; join what the tiles gave for each layer, side by side; put all in painting order. What several threads found
/// is put together in the order of the plan, so that the outcome is the same for any number of them.
package struct SceneLayout: Sendable {
    package var viewport: Viewport
    package var style: StyleSheet
    /// What the style's sources turned out to be, by name.
    package var sources: [String: LayoutSource]
    package var images: ImageSet
    package var fonts: FontLibrary
    package var annotations: [Annotation]
    /// The images that annotations, handles and decorations name.
    package var pictures: [String: AnnotationImage]
    package var userLocation: UserLocation?
    /// Nil for what suits the style's ground.
    package var appearance: Appearance?
    package var overlays: [Overlay] = []
    package var overlayTiles: [TileOverlay: RasterTiles] = [:]
    package var decorations: [Decoration] = []
    package var clusters: [ClusterStyle] = []
    /// Where the style's glyphs are read; may be shared by many pictures.
    package var glyphFiles = GlyphFiles(limit: 1 << 26)
    /// What is kept of tiles from picture to picture; nil for nothing.
    package var tileLayouts: TileLayoutCache?
    /// Plain text; empty for none.
    package var attribution: String
    package var missingTiles: MissingTilePolicy
    package var language: String?
    package var threads: Int
    package var diagnostics: DiagnosticSink

    package init(
        viewport: Viewport, style: StyleSheet, sources: [String: LayoutSource], images: ImageSet, fonts: FontLibrary,
        annotations: [Annotation], attribution: String, missingTiles: MissingTilePolicy, language: String?,
        threads: Int, diagnostics: DiagnosticSink, pictures: [String: AnnotationImage] = [:],
        userLocation: UserLocation? = nil,
        appearance: Appearance? = nil
    ) {
        self.viewport = viewport
        self.style = style
        self.sources = sources
        self.images = images
        self.fonts = fonts
        self.annotations = annotations
        self.pictures = pictures
        self.userLocation = userLocation
        self.appearance = appearance
        self.attribution = attribution
        self.missingTiles = missingTiles
        self.language = language
        self.threads = threads
        self.diagnostics = diagnostics
    }

    package func drawing() -> Drawing { drawing(contents()) }

    /// What all tiles hold, ready to be put together.
    package struct Contents: Sendable {
        fileprivate let context: LayerContext
        fileprivate let layers: [StyleLayer]
        fileprivate let shapes: [ShapeLayout?]
        fileprivate let read: [TileOutput]
    }

    /// The first half: reads, decodes and evaluates the tiles, on several threads.
    package func contents() -> Contents {
        if threads > 1, !attribution.isEmpty { DispatchQueue.global().async { [fonts] in fonts.prepare() } }
        let context = LayerContext(
            viewport: viewport, globalState: style.globalState, images: images, fonts: fonts,
            glyphs: GlyphStore(style, files: glyphFiles, diagnostics: diagnostics), language: language,
            diagnostics: diagnostics,
            memory: tileLayouts)
        let layers = style.layers.filter { $0.isVisible(at: viewport.zoom) }
            .map { $0.withFilter(at: context.tileZoom) }
        let found = DiagnosticSink()
        let own = context.reporting(to: found)
        let shapes = layers.map { ShapeLayout($0, own) }
        let read = tileOutputs(layers, shapes, own)
        // Threads find them in any order.
        found.inDocumentOrder.forEach(diagnostics.add)
        return Contents(context: context, layers: layers, shapes: shapes, read: read)
    }

    /// The second half: places labels, and puts all in painting order.
    package func drawing(_ contents: Contents) -> Drawing {
        let (context, layers, shapes, read) = (contents.context, contents.layers, contents.shapes, contents.read)
        let appearance = appearance ?? BackgroundAppearance.of(layers, context)
        let attributionLine = AttributionLayout(
            attribution, viewport: viewport, fonts: fonts, look: DecorationPalette(appearance))
        let furniture = DecorationLayout(
            decorations, viewport: viewport, fonts: fonts, pictures: pictures, appearance: appearance,
            attribution: attributionLine?.box, diagnostics: diagnostics, annotations: annotations)
        let signs = AnnotationLayout(
            viewport: viewport, fonts: fonts, pictures: pictures, appearance: appearance, clusters: clusters,
            diagnostics: diagnostics
        ).place(annotations, userLocation)
        let handles = HandleLayout(viewport: viewport, overlays: overlays, pictures: pictures)

        var placement = SymbolPlacement(
            picture: viewport.pixelRect, scale: viewport.scale)
        if let attributionLine { placement.reserve(attributionLine.box) }
        furniture.boxes.forEach { placement.reserve($0) }
        signs.boxes.forEach { placement.reserve($0) }
        handles.boxes.forEach { placement.reserve($0) }
        var labels: [Int: [DrawingItem]] = [:]
        for (index, layer) in layers.enumerated().reversed() where layer.kind == .symbol {
            let features = read.flatMap { $0.symbols[index] ?? [] }
            labels[index] = placement.place(SymbolLayer(layer, context, features: features))
        }

        for (index, layer) in layers.enumerated() where layer.kind == .heatmap {
            let points = read.flatMap { $0.heat[index] ?? [] }
            labels[index] = HeatmapLayout(layer, context).item(points, threads: threads).map { [$0] } ?? []
        }

        let painted = parallelMap(Array(shapes.indices), threads: threads) { index in
            shapes[index]?.items(
                read.compactMap { $0.shapes[index] }, id: "layer/\(layers[index].id)", within: viewport.pixelRect)
        }
        var drawing = Drawing(width: viewport.pixelWidth, height: viewport.pixelHeight, scale: viewport.scale)
        let overlays = OverlayLayout(
            viewport: viewport, overlays: overlays, tiles: overlayTiles, threads: threads, diagnostics: diagnostics)
        let firstLabels = layers.firstIndex { $0.kind == .symbol }
        for index in PaintingOrder.places(of: layers, context) {
            if index == firstLabels { drawing.items += overlays.items(.aboveRoads) }
            drawing.items +=
                labels[index] ?? painted[index] ?? items(of: layers[index], context)
        }
        if firstLabels == nil { drawing.items += overlays.items(.aboveRoads) }
        drawing.items += overlays.items(.aboveLabels)
        drawing.items += signs.items
        drawing.items += furniture.items
        drawing.items += handles.items
        drawing.items += attributionLine?.items ?? []
        drawing.omissions = signs.omissions + placement.omissions
        drawing.clusters = signs.clusters.map { cluster in
            (cluster.id, cluster.members.map { annotations[$0].path(at: $0) })
        }
        return drawing
    }

    /// What one tile gives for each layer, by the layer's index.
    fileprivate struct TileOutput: Sendable {
        var shapes: [Int: TileMarks] = [:]
        var symbols: [Int: [SymbolFeature]] = [:]
        var heat: [Int: [HeatPoint]] = [:]

        fileprivate mutating func add(_ output: LayerOutput, of layer: Int) {
            switch output {
            case .shapes(let marks): shapes[layer] = marks
            case .symbols(let features): symbols[layer] = features
            case .heat(let points): heat[layer] = points
            case .nothing: break
            }
        }
    }

    private func tileOutputs(
        _ layers: [StyleLayer], _ shapes: [ShapeLayout?], _ context: LayerContext
    ) -> [TileOutput] {
        let used = Set(layers.compactMap(\.source))
        let planner = TileJobs(viewport: viewport, diagnostics: diagnostics)
        let jobs = sources.sorted { $0.key < $1.key }.flatMap { name, source -> [TileJob] in
            guard used.contains(name), case .vector(let stack) = source else { return [] }
            return planner.jobs(name, stack)
        }
        var outputs = [TileOutput](repeating: TileOutput(), count: jobs.count)
        let readings = readings(of: jobs)
        for start in stride(from: 0, to: readings.count, by: Self.tilesAtOnce) {
            let group = Array(readings[start..<min(start + Self.tilesAtOnce, readings.count)])
            let contents = parallelMap(group, threads: threads) { jobs[$0[0]].read(missingTiles, context.diagnostics) }
            let works = zip(group, contents).flatMap { copies, contents -> [LayerWork] in
                guard let contents else { return [] }
                return copies.flatMap { job in
                    layers.indices.compactMap { layer in
                        layers[layer].source == jobs[job].sourceName
                            ? LayerWork(job: job, contents: contents, layer: layer) : nil
                    }
                }
            }
            // Tiles differ too much for each to be one work: the middle of a city takes as long as all around it.
            let found = parallelMap(works, threads: threads) { work in
                output(of: jobs[work.job], work.contents, layers[work.layer], shapes[work.layer], context)
            }
            for (work, output) in zip(works, found) { outputs[work.job].add(output, of: work.layer) }
        }
        return outputs
    }

    /// So many decoded tiles are held at a time.
    private static let tilesAtOnce = 16

    /// What one style layer draws of one tile.
    private struct LayerWork: Sendable {
        let job: Int
        let contents: TileJob.Contents
        let layer: Int
    }

    fileprivate enum LayerOutput: Sendable {
        case shapes(TileMarks)
        case symbols([SymbolFeature])
        case heat([HeatPoint])
        case nothing
    }

    /// Jobs that read the same tile, which several copies of the world may show: it is asked for once.
    private func readings(of jobs: [TileJob]) -> [[Int]] {
        let copies = Dictionary(grouping: jobs.indices) { jobs[$0].reading }
        return jobs.indices.compactMap { index in
            copies[jobs[index].reading].flatMap { $0.first == index ? $0 : nil }
        }
    }

    private func output(
        of job: TileJob, _ contents: TileJob.Contents, _ style: StyleLayer, _ shape: ShapeLayout?,
        _ context: LayerContext
    ) -> LayerOutput {
        // A GeoJSON source has one layer and its styles name none.
        let tile = contents.tile
        guard let layer = style.sourceLayer.map({ tile[$0] }) ?? tile.layers.first else { return .nothing }
        let tileLayer = TileLayer(layer, of: contents, for: job, viewport: viewport)
        if let shape { return .shapes(shape.marks(of: tileLayer)) }
        switch style.kind {
        case .symbol: return .symbols(SymbolCollector(style, context).features(of: tileLayer))
        case .heatmap: return .heat(HeatmapLayout(style, context).points(of: tileLayer))
        case .background, .fill, .fillExtrusion, .line, .circle, .raster, .hillshade, .colorRelief: return .nothing
        }
    }

    private func items(of layer: StyleLayer, _ context: LayerContext) -> [DrawingItem] {
        switch layer.kind {
        case .background:
            return BackgroundLayout.item(layer, context).map { [$0] } ?? []
        case .raster, .hillshade, .colorRelief:
            return picture(of: layer, context).map { [$0] } ?? []
        case .fill, .fillExtrusion, .line, .circle, .symbol, .heatmap:
            return []
        }
    }

    /// What a layer paints pixel by pixel out of picture tiles.
    private func picture(of layer: StyleLayer, _ context: LayerContext) -> DrawingItem? {
        guard let name = layer.source, let source = sources[name] else { return nil }
        let raster = RasterLayout(context: context, policy: missingTiles, threads: threads)
        let relief = ReliefLayout(context: context, policy: missingTiles, threads: threads)
        switch (layer.kind, source) {
        case (.raster, .raster(let tiles)): return raster.item(layer, tiles)
        case (.raster, .image(let image)): return raster.item(layer, image)
        case (.hillshade, .elevation(let tiles, let code)): return relief.shadedItem(layer, tiles, code)
        case (.colorRelief, .elevation(let tiles, let code)): return relief.coloredItem(layer, tiles, code)
        default: return nil
        }
    }
}
