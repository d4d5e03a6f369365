// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapScene
import MapStyle
import MapTiles

/// What one style layer takes from one tile.
enum TileLayerOutput: Sendable {
    case marks(TileMarks)
    case symbols([SymbolFeature])
    case heatPoints([HeatPoint])

    var marks: TileMarks? { if case .marks(let marks) = self { marks } else { nil } }
    var symbols: [SymbolFeature]? { if case .symbols(let symbols) = self { symbols } else { nil } }
    var heatPoints: [HeatPoint]? { if case .heatPoints(let points) = self { points } else { nil } }
}

/// Reads and decodes the vector tiles of a map, and evaluates all layers on them, in parallel.
struct TileEvaluator {
    /// How many decoded tiles are in memory at a time.
    private static let batchSize = 16

    let input: LayoutInput
    let context: LayerContext
    let layers: [StyleLayer]
    /// One per layer; nil for layers that draw no shapes.
    let shapeLayouts: [ShapeLayout?]
    /// Nil for a view that is new.
    let viewedShapes: ViewedShapes?

    /// One style layer to evaluate on one decoded tile; the unit of parallel work, as tiles differ too much in size.
    private struct LayerTask: Sendable {
        let job: Int
        let contents: TileJob.Contents
        let layer: Int
    }

    /// The outputs of each tile, in the order of the plan, by layer index.
    func outputs() -> [[Int: TileLayerOutput]] {
        let jobs = jobs()
        guard RenderBudget.spend(jobs.count, .tiles, at: "sources") else { return [] }
        var outputs = [[Int: TileLayerOutput]](repeating: [:], count: jobs.count)
        let groups = groupedByTile(jobs)
        for start in stride(from: 0, to: groups.count, by: Self.batchSize) {
            let batch = Array(groups[start..<min(start + Self.batchSize, groups.count)])
            let contents = parallelMap(batch, threads: input.threads) {
                let job = jobs[$0[0]]
                return RenderBudget.locate(at: "tile \(job.placed.id)") {
                    job.read(input.missingTiles, context.diagnostics)
                }
            }
            let tasks = zip(batch, contents).flatMap { copies, contents -> [LayerTask] in
                guard let contents else { return [] }
                return copies.flatMap { job in
                    layers.indices.filter { layers[$0].source == jobs[job].sourceName }
                        .map { LayerTask(job: job, contents: contents, layer: $0) }
                }
            }
            let results = parallelMap(tasks, threads: input.threads) { task in
                let job = jobs[task.job]
                return RenderBudget.locate(at: "layers.\(layers[task.layer].id), tile \(job.placed.id)") {
                    output(of: job, task.contents, task.layer)
                }
            }
            for (task, output) in zip(tasks, results) { outputs[task.job][task.layer] = output }
        }
        return outputs
    }

    /// The tiles of all vector sources that a visible layer uses.
    private func jobs() -> [TileJob] {
        let used = Set(layers.compactMap(\.source))
        // As in MapLibre, a circle on the map's edge is also that of the next copy of the world.
        let circled = Set(layers.filter { $0.kind == .circle || $0.kind == .heatmap }.compactMap(\.source))
        let planner = TileJobPlanner(
            viewport: input.viewport, blockGrid: input.blockGrid, painted: input.paintedArea,
            diagnostics: input.diagnostics)
        return input.sources.sorted { $0.key < $1.key }.flatMap { name, source -> [TileJob] in
            guard used.contains(name), case .vector(let stack) = source else { return [] }
            return planner.jobs(name, stack, touching: circled.contains(name))
        }
    }

    /// The indices of jobs that read the same tile, which several copies of the world may show: it is read once.
    private func groupedByTile(_ jobs: [TileJob]) -> [[Int]] {
        let copies = Dictionary(grouping: jobs.indices) { jobs[$0].readKey }
        return jobs.indices.compactMap { index in
            copies[jobs[index].readKey].flatMap { $0.first == index ? $0 : nil }
        }
    }

    private func output(of job: TileJob, _ contents: TileJob.Contents, _ index: Int) -> TileLayerOutput? {
        guard !WorkContext.isCancelled else { return nil }
        let style = layers[index]
        guard !job.isAround(for: style) else { return nil }
        // A GeoJSON source has a single layer, and styles do not name it.
        let tile = contents.tile
        guard let layer = style.sourceLayer.map({ tile[$0] }) ?? tile.layers.first else { return nil }
        let tileLayer = TileLayer(layer, of: contents, for: job, viewport: input.viewport, painted: input.paintedArea)
        if let layout = shapeLayouts[index] {
            let known = viewedShapes?.marks(layout, of: tileLayer, shown: job.placed, style, context)
            let marks = known ?? layout.marks(of: tileLayer)
            RenderBudget.spend(marks.shapes.vertexCost, .vertices)
            return .marks(marks)
        }
        switch style.kind {
        case .symbol:
            return .symbols(SymbolFeatureReader(style, context, blockGrid: input.blockGrid).features(of: tileLayer))
        case .heatmap:
            let layout = HeatmapLayout(style, context, hasTerrain: input.style.terrain != nil)
            return .heatPoints(layout.points(of: tileLayer))
        case .background, .fill, .fillExtrusion, .line, .circle, .raster, .hillshade, .colorRelief: return nil
        }
    }
}

extension TileJob {
    /// True where nothing of a layer's shapes can reach what is painted.
    fileprivate func isAround(for style: StyleLayer) -> Bool {
        switch style.kind {
        case .symbol, .circle, .heatmap: false
        case .fillExtrusion: isAround
        default: isAround || !isPainted
        }
    }
}

/// Counts the steps that expressions take for the features of a layer in a tile, and reports them many at a time.
struct StepMeter {
    /// About as long as some hundred features take.
    private static let stepsAtOnce = 20_000

    private let steps: Int
    private var pending = 0
    private var isWithin = true

    /// - Parameter steps: of each feature, at least 1.
    init(steps: Int) { self.steps = max(1, steps) }

    /// False when the map has passed a limit, and the feature is to be left out.
    mutating func takesFeature() -> Bool {
        pending += steps
        if pending > Self.stepsAtOnce { report() }
        return isWithin
    }

    /// Reports what is left.
    mutating func end() { report() }

    private mutating func report() {
        isWithin = RenderBudget.spend(pending, .expressionSteps) && isWithin && !WorkContext.isCancelled
        pending = 0
    }
}
