// SPDX-License-Identifier: MIT

/// Presents tiles of another schema in the schema OpenMapTiles, so that styles which know that draw them.
///
/// Geometries stay where they are, in the tile's bytes: an adapted tile has new tables of keys and values, and a record for
/// each feature.
package struct SchemaAdapter: Sendable {
    package let schema: TileSchema
    private let table: SchemaTable

    /// Nil for OpenMapTiles itself, and for a schema that is not known.
    package init?(_ schema: TileSchema) {
        switch schema {
        case .protomaps3, .protomaps4: table = .protomaps
        case .shortbread: table = .shortbread
        case .openMapTiles, .other: return nil
        }
        self.schema = schema
    }

    /// The layers of OpenMapTiles that tiles may have.
    ///
    /// - Parameter layers: those of the tiles.
    /// - Returns: layers without fields.
    package func layers(presenting layers: [VectorLayerInfo]) -> [VectorLayerInfo] {
        var presented: [VectorLayerInfo] = []
        for layer in layers {
            for target in table.layers[layer.id]?.targets ?? [] {
                guard let index = presented.firstIndex(where: { $0.id == target }) else {
                    var info = VectorLayerInfo(id: target, fields: [:])
                    info.zooms = layer.zooms
                    presented.append(info)
                    continue
                }
                let known = presented[index].zooms
                presented[index].zooms = known.flatMap { known in
                    layer.zooms.map { min(known.lowerBound, $0.lowerBound)...max(known.upperBound, $0.upperBound) }
                }
            }
        }
        return presented
    }

    /// The tile in the schema OpenMapTiles.
    ///
    /// - Parameters:
    ///   - tile: in its own schema.
    ///   - zoom: of the tile.
    /// - Returns: the adapted tile.
    package func presented(_ tile: VectorTile, zoom: Int) -> VectorTile {
        var builders = LayerBuilders()
        for layer in tile.layers {
            guard let table = table.layers[layer.name], let source = SourceLayer(layer) else { continue }
            var presenter = LayerPresenter(source, table, zoom: zoom)
            presenter.present(into: &builders)
        }
        var presented = VectorTile(layers: builders.layers)
        presented.warnings = tile.warnings
        presented.byteCount = tile.byteCount + builders.byteCount
        return presented
    }
}

/// A layer as its tile stores it.
struct SourceLayer {
    let layer: VectorLayer
    let store: FeatureStore
    let bytes: [UInt8]

    /// Nil for one without features, and for one that no tile stores.
    init?(_ layer: VectorLayer) {
        guard let store = layer.features.first?.store, case .encoded(let bytes) = store.shape else { return nil }
        self.layer = layer
        self.store = store
        self.bytes = bytes
    }
}

/// Presents the features of one layer.
private struct LayerPresenter {
    private let source: SourceLayer
    private let tables: PropertyTables
    private let table: LayerTable
    private let zoom: Int
    /// For each key of the layer, its place among the deciding ones; -1 for others.
    private let places: [Int]
    private let deciding: [String]
    /// What features become, and for each combination of deciding values its part of that.
    private var outcomes: [Outcome] = []
    private var parts: [Range<Int>] = []
    private var combinations = ByteTable()
    /// Pairs of key and value that do not depend on the feature.
    private var tags: [UInt32] = []
    private var derivations: [Derivation] = []
    private var plans: [PropertyPlan] = []
    /// Once it is needed.
    private var names: NameReader?

    private typealias Derivation = @Sendable (ForeignFeature) -> [(key: String, value: PropertyValue)]

    /// What a feature becomes, with the indices of the layer that is built: plain numbers, since each feature reads them.
    private struct Outcome {
        var builder: Int
        var plan: Int
        var tags: Range<Int>
        var derivation: Int?
        /// True where nothing depends on the feature.
        var isFixed: Bool
        /// Where the tags of features stand that differ in nothing, once there is one.
        var shared: Range<UInt32>?
    }

    init(_ source: SourceLayer, _ table: LayerTable, zoom: Int) {
        self.source = source
        self.table = table
        self.zoom = zoom
        tables = source.store.tables
        let names = tables.keys.map(plainKey)
        deciding = table.deciding
        let order = Dictionary(uniqueKeysWithValues: table.deciding.enumerated().map { ($1, $0) })
        places = names.map { order[$0] ?? -1 }
    }

    mutating func present(into builders: inout LayerBuilders) {
        // The type, then the indices of the deciding values from 1; 0 for those that the feature lacks.
        var values = [UInt32](repeating: 0, count: deciding.count + 1)
        // Features often stand in the order of their kinds.
        var lastValues: [UInt32] = []
        var number = 0
        let records = source.store.records
        for index in records.indices {
            let (type, range) = (records[index].type, records[index].tags)
            for place in values.indices { values[place] = 0 }
            values[0] = UInt32(type.number)
            for (key, value) in tables.pairs(in: range) {
                let place = places[Int(key)]
                if place >= 0 { values[place + 1] = value + 1 }
            }
            if lastValues != values {
                number = values.withUnsafeBytes { Int(combinations.index(of: $0.bindMemory(to: UInt8.self))) }
                if number == parts.count { parts.append(found(type, values, &builders)) }
                swap(&lastValues, &values)
                if values.isEmpty { values = lastValues }
            }
            for place in parts[number] { add(index, place, to: &builders[outcomes[place].builder]) }
        }
    }

    /// What features of a type with these values become.
    private mutating func found(
        _ type: GeometryType, _ values: [UInt32], _ builders: inout LayerBuilders
    ) -> Range<Int> {
        let start = outcomes.count
        let deciders = values.dropFirst().map { $0 == 0 ? nil : tables.values[Int($0 - 1)] }
        let feature = DecidingValues(type: type, zoom: zoom, keys: deciding, values: deciders)
        for presentation in table.presentations(feature) {
            let builder = builders.index(of: presentation.layer, source)
            let plan = plan(presentation.kept, builder, &builders)
            let firstTag = tags.count
            for (key, value) in presentation.values {
                tags.append(builders[builder].key(key))
                tags.append(builders[builder].value(value))
            }
            var outcome = Outcome(
                builder: builder, plan: plan, tags: firstTag..<tags.count,
                isFixed: plans[plan].isEmpty && !plans[plan].hasNames)
            if let derived = presentation.derived {
                outcome.derivation = derivations.count
                outcome.isFixed = false
                derivations.append(derived)
            }
            outcomes.append(outcome)
        }
        return start..<outcomes.count
    }

    private mutating func plan(
        _ kept: KeptProperties, _ builder: Int, _ builders: inout LayerBuilders
    ) -> Int {
        if let known = plans.firstIndex(where: { $0.kept === kept && $0.builder == builder }) { return known }
        if kept.hasNames, names == nil { names = NameReader(tables) }
        let hasNames = kept.hasNames && names?.hasNames ?? false
        plans.append(PropertyPlan(kept, hasNames: hasNames, builder, tables, &builders[builder]))
        return plans.count - 1
    }

    private mutating func add(_ index: Int, _ place: Int, to builder: inout LayerBuilder) {
        let outcome = outcomes[place]
        let record = source.store.records[index]
        let shares = outcome.isFixed || record.tags.isEmpty
        if shares, let shared = outcome.shared { return builder.append(record, tags: shared) }
        let start = builder.begin()
        for index in stride(from: outcome.tags.lowerBound, to: outcome.tags.upperBound, by: 2) {
            builder.append(tags[index], tags[index + 1])
        }
        if !plans[outcome.plan].isEmpty { plans[outcome.plan].copy(record.tags, tables, to: &builder) }
        if plans[outcome.plan].hasNames { names?.copy(record.tags, outcome.builder, to: &builder) }
        if let derivation = outcome.derivation {
            for (key, value) in derivations[derivation](ForeignFeature(source.layer.features[index])) {
                builder.append(builder.key(key), builder.value(value))
            }
        }
        guard let range = builder.end(from: start) else { return }
        if shares { outcomes[place].shared = range }
        builder.append(record, tags: range)
    }
}

/// The name of a property as version 4 of Protomaps has it.
func plainKey(_ key: String) -> String {
    key.hasPrefix(TileSchema.version3Prefix) ? String(key.dropFirst(TileSchema.version3Prefix.count)) : key
}
