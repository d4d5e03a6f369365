// SPDX-License-Identifier: MIT
import MapCore
package import MapGeo
package import MapGeometry
package import MapStyle
package import MapTiles
import Synchronization

/// The features of one source layer in one tile.
struct TileLayer: Sendable {
    /// The tile that the features come from.
    let placed: PlacedTile
    let layer: VectorLayer
    private(set) var projection: TileProjection
    /// The area to draw in, in pixels; nil for the whole output.
    let mask: Path?
    /// Areas in pixels in which symbols of other archives are shown instead.
    let hiddenAreas: [ConvexRegion]
    /// True when the decoded tile is cached, so that further maps may read the same features.
    let isKept: Bool

    /// - Parameters:
    ///   - layer: the features.
    ///   - contents: the tile that was read: the job's, or an ancestor of which only a part is shown.
    ///   - job: the tile that was requested.
    ///   - projection: of the tile, with the layer's extent.
    init(_ layer: VectorLayer, of contents: TileJob.Contents, for job: TileJob, _ projection: TileProjection) {
        let id = contents.id
        self.layer = layer
        self.projection = projection
        isKept = contents.tile.isKept && id == job.placed.id
        placed = contents.placed(for: job)
        hiddenAreas = job.hiddenAreas
        let isPart = id != job.placed.id
        mask = job.mask ?? (isPart ? TileOutline(projection, mask: nil).clip : nil)
    }

    /// All of the tile, in pixels from its corner.
    var ofAnyView: TileLayer {
        var copy = self
        copy.projection = projection.ofAnyView
        return copy
    }

    /// False where an archive above has its own symbols.
    func showsSymbol(at position: Point) -> Bool {
        !hiddenAreas.contains { $0.contains(position) }
    }

    var outline: TileOutline { TileOutline(projection, mask: mask) }

    /// The features that pass the layer's filter.
    ///
    /// Past a limit of the map, the rest is left out.
    ///
    /// - Parameters:
    ///   - style: the layer.
    ///   - context: the map's.
    ///   - steps: those that `body` takes to evaluate a feature's properties.
    ///   - reach: what leaves features out; nil for all.
    ///   - body: takes a feature, and a view for expressions to move to it.
    func forEachFeature(
        of style: StyleLayer, _ context: LayerContext, steps: Int, within reach: FeatureReach? = nil,
        _ body: (VectorFeature, TileFeature) -> Void
    ) {
        var meter = StepMeter(steps: steps)
        forEachPassingFeature(of: style, context, reach) { feature, expressionFeature in
            if meter.takesFeature() { body(feature, expressionFeature) }
        }
        meter.end()
    }

    private func forEachPassingFeature(
        of style: StyleLayer, _ context: LayerContext, _ reach: FeatureReach?,
        _ body: (VectorFeature, TileFeature) -> Void
    ) {
        guard let (cache, key) = cacheKey(style, context), style.filter != nil else {
            return layer.forEachIndex(passing: style.filter, in: placed.id, context.layout(in: self)) {
                if reach.takes($0) { body(layer.features[$0], $1) }
            }
        }
        let passing = cache.value(for: key) {
            var indices: [Int32] = []
            layer.forEachIndex(passing: style.filter, in: placed.id, context.layout(in: self)) { index, _ in
                indices.append(Int32(truncatingIfNeeded: index))
            }
            return PassingFeatures(indices: indices)
        }
        layer.forEach(of: passing.indices, in: placed.id, within: reach, body)
    }

    /// What leaves out features that do not reach into an area, in tile units; nil where their boxes are not kept. They are for tiles
    /// whose shapes are laid out for each view, from the second view on.
    func reach(_ context: LayerContext, into area: () -> Rect?) -> FeatureReach? {
        guard !projection.isMovable, isKept, let cache = context.layoutCache, let rows = layer.rows else { return nil }
        let kept = cache.value(for: ObjectIdentity(rows)) { FeatureBoxes(of: layer, in: context.viewHash) }
        guard let boxes = kept.boxes(of: layer, in: context.viewHash), let area = area() else { return nil }
        return FeatureReach(boxes: boxes, area: area)
    }

    /// The cache and the key for a style layer's results in the tile; nil where they are not cached.
    func cacheKey(_ style: StyleLayer, _ context: LayerContext) -> (TileLayoutCache, TileLayoutKey)? {
        guard isKept, let cache = context.layoutCache, let rows = layer.rows else { return nil }
        return (
            cache,
            TileLayoutKey(
                features: ObjectIdentity(rows), tile: placed.id, rules: ObjectIdentity(style.rules),
                zoom: context.tileZoom, globalState: context.globalState)
        )
    }
}

/// The indices of the features that pass a layer's filter.
private struct PassingFeatures: CacheableTileLayout {
    typealias CacheKey = TileLayoutKey
    static let cacheFraction = 1.0 / 16

    let indices: [Int32]

    var byteCount: Int { 64 + 4 * indices.count }
}

/// The boxes of a tile layer's features, in tile units. They are found for the second view that asks for them.
private final class FeatureBoxes: CacheableTileLayout {
    typealias CacheKey = ObjectIdentity<FeatureRows>
    static let cacheFraction = 1.0 / 32

    private let firstView: Int
    private let count: Int
    private let known = Mutex<[Rect]?>(nil)

    init(of layer: VectorLayer, in view: Int) { (firstView, count) = (view, layer.features.count) }

    var byteCount: Int { 256 + MemoryLayout<Rect>.stride * count }

    /// Nil for the first view.
    func boxes(of layer: VectorLayer, in view: Int) -> [Rect]? {
        guard view != firstView else { return nil }
        return known.withLock { known in
            if let known { return known }
            var geometry = TileGeometry()
            let boxes = layer.features.map { feature in
                feature.read(into: &geometry)
                return Rect(around: geometry.points)
            }
            known = boxes
            return boxes
        }
    }
}

/// Leaves out features that do not reach into an area.
struct FeatureReach {
    fileprivate let boxes: [Rect]
    fileprivate let area: Rect
}

extension FeatureReach? {
    /// True for a feature that may reach into the area.
    fileprivate func takes(_ index: Int) -> Bool {
        map { $0.boxes[index].intersects($0.area) } ?? true
    }
}

extension VectorLayer {
    /// Calls `body` with the features that pass a filter, each with its expression view: one object for all of them,
    /// which must not be stored.
    package func forEach(
        passing filter: Filter?, in tile: TileID, _ evaluation: EvaluationContext,
        _ body: (VectorFeature, TileFeature) -> Void
    ) {
        forEachIndex(passing: filter, in: tile, evaluation) { index, expressionFeature in
            let feature = features[index]
            expressionFeature.move(to: feature)
            body(feature, expressionFeature)
        }
    }

    /// Calls `body` with the features at the given indices, as far as they reach, and an expression view to move to them.
    func forEach(
        of indices: [Int32], in tile: TileID, within reach: FeatureReach?, _ body: (VectorFeature, TileFeature) -> Void
    ) {
        guard let first = indices.first else { return }
        let expressionFeature = TileFeature(feature: features[Int(first)], tile: tile, extent: Double(extent))
        for index in indices where reach.takes(Int(index)) { body(features[Int(index)], expressionFeature) }
    }

    /// Calls `body` with the indices of the features that pass a filter, and an expression view to move to them.
    func forEachIndex(
        passing filter: Filter?, in tile: TileID, _ evaluation: EvaluationContext, _ body: (Int, TileFeature) -> Void
    ) {
        guard let first = features.first else { return }
        let expressionFeature = TileFeature(feature: first, tile: tile, extent: Double(extent))
        guard let filter else {
            for index in features.indices { body(index, expressionFeature) }
            return
        }
        guard let rows else {
            var evaluation = evaluation
            evaluation.feature = expressionFeature
            for index in features.indices {
                if index & 1023 == 1023,
                    !RenderBudget.spend(1024 * filter.steps, .expressionSteps)
                {
                    return
                }
                expressionFeature.move(to: features[index])
                if filter.matches(evaluation) { body(index, expressionFeature) }
            }
            return
        }
        var program = filter.program(over: TileColumns(rows), evaluation)
        guard !program.keepsNone else { return }
        let groups = program.decidingKeys.flatMap(rows.groups)
        let isGrouped = groups != nil
        var isKept: [Bool] = []
        var (spent, isWithin) = (0, true)
        rows.forEach(of: groups?.examples) { index, row in
            if program.stepsTaken - spent > Self.stepsAtOnce {
                isWithin = RenderBudget.spend(program.stepsTaken - spent, .expressionSteps)
                spent = program.stepsTaken
            }
            guard isWithin else { return }
            let passes = program.matches(FeatureRow(tags: row.tags, shape: FeatureShape(row.type))) {
                expressionFeature.move(to: features[index])
                return expressionFeature
            }
            if isGrouped { isKept.append(passes) } else if passes { body(index, expressionFeature) }
        }
        if let groups, isWithin, isKept.contains(true) {
            // Not the variable, which the function above shares.
            let isKept = isKept
            for (index, number) in groups.numbers.enumerated() where isKept[Int(number)] {
                body(index, expressionFeature)
            }
        }
        RenderBudget.spend(program.stepsTaken - spent, .expressionSteps)
    }

    /// So many steps of filters are reported at a time.
    private static var stepsAtOnce: Int { 20_000 }
}

/// A tile's feature as expressions see it. One object is moved from feature to feature of a layer.
package final class TileFeature: ExpressionFeature {
    private(set) var feature: VectorFeature
    /// Becomes true when an expression asks for anything but properties.
    var isReadBeyondProperties = false
    private let tile: TileID
    private let extent: Double
    /// The key indices of properties that were read. A linear search beats hashing for so few.
    private var keyIndices: [(name: String, keyIndex: Int?)] = []

    init(feature: VectorFeature, tile: TileID, extent: Double) {
        self.feature = feature
        self.tile = tile
        self.extent = extent
    }

    /// Moves to another feature of the layer.
    func move(to next: VectorFeature) {
        if !next.sharesKeys(with: feature) { keyIndices.removeAll(keepingCapacity: true) }
        feature = next
    }

    package var featureID: Value? {
        isReadBeyondProperties = true
        return feature.id.map(Value.init)
    }

    package var geometryType: String? {
        isReadBeyondProperties = true
        return FeatureShape(feature.type).name
    }

    package func property(_ name: String) -> Value? {
        keyIndex(of: name).flatMap { feature.value(atKey: $0) }.map(Value.init)
    }

    private func keyIndex(of name: String) -> Int? {
        for cached in keyIndices where cached.name == name { return cached.keyIndex }
        let keyIndex = feature.keyIndex(of: name)
        if keyIndices.count < 16 { keyIndices.append((name, keyIndex)) }
        return keyIndex
    }

    package var allProperties: [String: Value] { feature.properties.mapValues(Value.init) }

    package var lonLatGeometry: [[Point]] {
        isReadBeyondProperties = true
        let geometry = feature.geometry()
        let rect = tile.mercatorRect
        return geometry.parts.map { part in
            geometry.points[part].map { p in
                let c = WebMercator.unproject(
                    Point(rect.minX + p.x / extent * rect.width, rect.minY + p.y / extent * rect.height))
                return Point(c.longitude, c.latitude)
            }
        }
    }
}

/// The columns of a tile layer, for compiled filters.
final class TileColumns: FeatureColumns {
    private let rows: FeatureRows

    init(_ rows: FeatureRows) { self.rows = rows }

    var valueCount: Int { rows.valueCount }
    var rowCount: Int { rows.count }
    func key(_ name: String) -> UInt32? { rows.key(name) }
    func value(_ keyIndex: Int) -> Value { Value(rows.value(keyIndex)) }
}

extension FeatureShape {
    init(_ type: GeometryType) {
        switch type {
        case .unknown: self = .unknown
        case .point: self = .point
        case .lineString: self = .lineString
        case .polygon: self = .polygon
        }
    }
}

extension Value {
    init(_ value: PropertyValue) {
        switch value {
        case .string(let s): self = .string(s)
        case .number(let n): self = .number(n)
        case .bool(let b): self = .bool(b)
        case .null: self = .null
        case .array(let items): self = .array(items.map(Value.init))
        case .object(let members): self = .object(members.mapValues(Value.init))
        }
    }
}
