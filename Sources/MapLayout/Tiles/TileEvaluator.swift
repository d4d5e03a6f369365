// SPDX-License-Identifier: MIT
package import MapCore
import MapGeo
import MapGeometry
package import MapStyle
package import MapTiles

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
    /// Nil where no shapes are kept.
    let shapeKeeper: ShapeKeeper?

    /// One style layer to evaluate on one decoded tile; the unit of parallel work, as tiles differ too much in size.
    private struct LayerTask: Sendable {
        let job: Int
        let tile: Handout<TileJob.Contents>
        let layer: Int
    }

    /// The outputs of each tile, in the order of the plan, by layer index. Other work is done while tiles are read.
    func outputs(besides work: @Sendable () -> Void) -> [[Int: TileLayerOutput]] {
        let jobs = jobs()
        guard RenderBudget.spend(jobs.count, .tiles, at: "sources") else {
            work()
            return []
        }
        var outputs = [[Int: TileLayerOutput]](repeating: [:], count: jobs.count)
        let groups = groupedByTile(jobs)
        let layersBySource = Dictionary(grouping: layers.indices) { layers[$0].source ?? "" }
        var known: [TileJob.View: Set<String>?] = [:]
        for job in jobs where known[job.view] == nil { known[job.view] = .some(sourceLayers(of: job, layersBySource)) }
        let names = known
        for start in stride(from: 0, to: groups.count, by: Self.batchSize) {
            let batch = Array(groups[start..<min(start + Self.batchSize, groups.count)])
            var read = parallelMap(batch, threads: input.threads, besides: { if start == 0 { work() } }) { copies in
                let job = jobs[copies[0]]
                let asked = copies.dropFirst().reduce(names[job.view] ?? nil) { all, copy in
                    (names[jobs[copy].view] ?? nil).flatMap { all?.union($0) }
                }
                return RenderBudget.locate(at: { [id = job.placed.id] in "tile \(id)" }) {
                    job.read(asked, input.missingTiles, context.diagnostics)
                }
            }
            let tasks = zip(batch, read).flatMap { copies, contents -> [LayerTask] in
                guard let contents else { return [] }
                let places = copies.flatMap { index in
                    let job = jobs[index]
                    // Most tiles lack most layers.
                    return (layersBySource[job.sourceName] ?? []).filter {
                        features(of: $0, in: contents.tile) != nil && !job.isAround(for: layers[$0])
                    }.map { (job: index, layer: $0) }
                }
                let tile = Handout(contents, takers: places.count)
                return places.map { LayerTask(job: $0.job, tile: tile, layer: $0.layer) }
            }
            let projections = projections(of: zip(batch, read), jobs)
            read = []
            let results = parallelMap(tasks, threads: input.threads) { task in
                let job = jobs[task.job]
                return RenderBudget.locate(at: { [layer = layers[task.layer].id, id = job.placed.id] in
                    "layers.\(layer), tile \(id)"
                }) {
                    task.tile.take().flatMap { output(of: job, $0, task.layer, projections[task.job]) }
                }
            }
            for (task, output) in zip(tasks, results) { outputs[task.job][task.layer] = output }
        }
        if groups.isEmpty { work() }
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

    /// For each job, that of the first layer: nearly all tiles have one extent.
    private func projections(
        of tiles: some Sequence<([Int], TileJob.Contents?)>, _ jobs: [TileJob]
    ) -> [Int: TileProjection] {
        var projections: [Int: TileProjection] = [:]
        for (copies, contents) in tiles {
            guard let contents, let layer = contents.tile.layers.first else { continue }
            for job in copies { projections[job] = projection(of: layer, contents, jobs[job]) }
        }
        return projections
    }

    private func projection(of layer: VectorLayer, _ contents: TileJob.Contents, _ job: TileJob) -> TileProjection {
        TileProjection(
            tile: contents.placed(for: job), showing: job.placed, extent: Double(layer.extent),
            viewport: input.viewport,
            painted: input.paintedArea)
    }

    /// The layers of a tile that a job shows something of; nil, for all, where a style layer does not name one.
    private func sourceLayers(of job: TileJob, _ layersBySource: [String: [Int]]) -> Set<String>? {
        var names: Set<String> = []
        for index in layersBySource[job.sourceName] ?? [] where !job.isAround(for: layers[index]) {
            guard let name = layers[index].sourceLayer else { return nil }
            names.insert(name)
        }
        return names
    }

    /// What a style layer may show of a tile. A GeoJSON source has a single layer, and styles do not name it.
    private func features(of index: Int, in tile: VectorTile) -> VectorLayer? {
        layers[index].sourceLayer.map { tile[$0] } ?? tile.layers.first
    }

    private func output(
        of job: TileJob, _ contents: TileJob.Contents, _ index: Int, _ projection: TileProjection?
    ) -> TileLayerOutput? {
        guard !WorkContext.isCancelled else { return nil }
        let style = layers[index]
        guard let layer = features(of: index, in: contents.tile) else { return nil }
        let known = projection.flatMap { $0.extent == Double(layer.extent) ? $0 : nil }
        let tileLayer = TileLayer(layer, of: contents, for: job, known ?? self.projection(of: layer, contents, job))
        if let layout = shapeLayouts[index] {
            let kept = shapeKeeper?.marks(layout, of: tileLayer, style, context)
            let marks = kept ?? layout.marks(of: tileLayer)
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
    /// What decides which layers of its source a tile shows.
    fileprivate struct View: Hashable {
        let sourceName: String
        let isAround: Bool
        let isPainted: Bool
    }

    fileprivate var view: View { View(sourceName: sourceName, isAround: isAround, isPainted: isPainted) }

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
    func end() { RenderBudget.spend(pending, .expressionSteps) }

    private mutating func report() {
        isWithin = RenderBudget.spend(pending, .expressionSteps) && isWithin && !WorkContext.isCancelled
        pending = 0
    }
}

/// Compiles the `filter` of a GeoJSON source.
///
/// - Returns: a predicate for features whose geometry is in the unit Mercator square.
/// - Throws: all compile errors.
package func featureFilter(_ node: JSONNode) throws(ExpressionErrors) -> @Sendable (VectorFeature) -> Bool {
    let filter = try Filter.compile(node)
    return { feature in
        let expressionFeature = TileFeature(feature: feature, tile: TileID(z: 0, x: 0, y: 0), extent: 1)
        return filter.matches(EvaluationContext(zoom: 0, feature: expressionFeature))
    }
}

/// The `clusterProperties` of a GeoJSON source: a map expression for points and a reduce expression for clusters, as in
/// supercluster.
package struct ClusterProperties: Sendable {
    private struct Reducer: Sendable {
        var name: String
        var map: CompiledExpression
        var reduce: CompiledExpression
    }

    private let reducers: [Reducer]

    /// Omits expressions that do not compile; they were reported when the style was decoded.
    package init(_ properties: JSONObject) {
        var reducers: [Reducer] = []
        for member in properties.members {
            guard let parts = member.node.array, parts.count == 2 else { continue }
            // A bare operator is short for `[operator, ["accumulated"], ["get", name]]`.
            let reduce = parts[0].string == nil ? parts[0] : Self.sum(parts[0], of: member.key)
            guard let map = try? CompiledExpression(parts[1], spec: nil),
                let reduce = try? CompiledExpression(reduce, spec: nil)
            else { continue }
            reducers.append(Reducer(name: member.key, map: map, reduce: reduce))
        }
        self.reducers = reducers
    }

    /// The initial cluster properties of a point.
    package func map(_ properties: [String: PropertyValue]) -> [String: PropertyValue] {
        let context = EvaluationContext(zoom: 0, feature: PropertiesOnly(properties: properties))
        var result: [String: PropertyValue] = [:]
        for sum in reducers {
            if let value = try? sum.map.evaluate(context) { result[sum.name] = PropertyValue(value) }
        }
        return result
    }

    /// Accumulates the properties of a point or cluster into those of a cluster.
    package func reduce(_ total: inout [String: PropertyValue], _ other: [String: PropertyValue]) {
        var context = EvaluationContext(zoom: 0, feature: PropertiesOnly(properties: other))
        for sum in reducers {
            context.accumulated = total[sum.name].map(Value.init) ?? .null
            if let value = try? sum.reduce.evaluate(context) { total[sum.name] = PropertyValue(value) }
        }
    }

    private static func sum(_ name: JSONNode, of property: String) -> JSONNode {
        let text = { (text: String) in JSONNode(.string(text), offset: name.offset) }
        let list = { (items: [JSONNode]) in JSONNode(.array(items), offset: name.offset) }
        return list([name, list([text("accumulated")]), list([text("get"), text(property)])])
    }
}

/// A feature that has only properties.
private final class PropertiesOnly: ExpressionFeature {
    let properties: [String: PropertyValue]

    init(properties: [String: PropertyValue]) { self.properties = properties }

    var featureID: Value? { nil }
    var geometryType: String? { "Point" }
    func property(_ name: String) -> Value? { properties[name].map(Value.init) }
    var allProperties: [String: Value] { properties.mapValues(Value.init) }
    var lonLatGeometry: [[Point]] { [] }
}

extension PropertyValue {
    /// The result of an expression; null for values that a property cannot have, such as colors.
    fileprivate init(_ value: Value) {
        switch value {
        case .string(let s): self = .string(s)
        case .number(let n): self = .number(n)
        case .bool(let b): self = .bool(b)
        case .array(let items): self = .array(items.map { PropertyValue($0) })
        case .object(let members): self = .object(members.mapValues { PropertyValue($0) })
        default: self = .null
        }
    }
}
