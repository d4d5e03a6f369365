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

    /// The layers of tiles of the schema that become something.
    var knownLayers: Set<String> { Set(table.layers.keys) }

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
    let geometries: TileGeometries

    /// Nil for one without features, and for one that no tile stores.
    init?(_ layer: VectorLayer) {
        guard let store = layer.features.first?.store, case .encoded(let geometries) = store.shape else { return nil }
        self.layer = layer
        self.store = store
        self.geometries = geometries
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
    private var values: [UInt32]
    /// Pairs of key and value that do not depend on the feature.
    private var tags: [UInt32] = []
    private var derivations: [Derivation] = []
    private var plans: [PropertyPlan] = []
    /// Once it is needed.
    private var names: NameReader?

    private typealias Derivation = @Sendable (ForeignFeature) -> [(key: String, value: PropertyValue)]

    /// What features become whose tags are the same, by the number of the first of them.
    private var results: [Result] = []
    private var copies: [Copy] = []

    /// What a feature becomes, with the indices of the layer that is built: plain numbers, since each feature reads them.
    private struct Outcome {
        var builder: Int
        var plan: Int
        var tags: Range<Int>
        var derivation: Int?
    }

    /// What all features of a type with the same tags become.
    private struct Result {
        var type: GeometryType
        /// In `copies`.
        var copies: Range<Int>
    }

    /// A feature in a layer that is built: where its tags stand there.
    private struct Copy {
        var builder: Int
        var tags: Range<UInt32>
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
        values = [UInt32](repeating: 0, count: deciding.count + 1)
    }

    mutating func present(into builders: inout LayerBuilders) {
        let records = source.store.records
        var numbers = TagNumbers(tables)
        for index in records.indices {
            let (type, tags) = (records[index].type, records[index].tags)
            var number = numbers[tags] ?? results.count
            if number == results.count || results[number].type != type {
                number = results.count
                let start = copies.count
                for outcome in parts[part(type, tags, &builders)] { copy(index, outcomes[outcome], &builders) }
                results.append(Result(type: type, copies: start..<copies.count))
                numbers[tags] = number
            }
            for copy in results[number].copies {
                builders[copies[copy].builder].append(records[index], tags: copies[copy].tags)
            }
        }
    }

    /// The number of what features with these deciding values become.
    private mutating func part(
        _ type: GeometryType, _ tags: Range<UInt32>, _ builders: inout LayerBuilders
    ) -> Int {
        // The type, then the indices of the deciding values from 1; 0 for those that the feature lacks.
        for place in values.indices { values[place] = 0 }
        values[0] = UInt32(type.number)
        for (key, value) in tables.pairs(in: tags) {
            let place = places[Int(key)]
            if place >= 0 { values[place + 1] = value + 1 }
        }
        let number = values.withUnsafeBytes { Int(combinations.index(of: $0.bindMemory(to: UInt8.self))) }
        if number == parts.count { parts.append(found(type, values, &builders)) }
        return number
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
            var outcome = Outcome(builder: builder, plan: plan, tags: firstTag..<tags.count)
            if let derived = presentation.derived {
                outcome.derivation = derivations.count
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

    /// Adds the tags of what a feature becomes, unless there are too many.
    private mutating func copy(_ index: Int, _ outcome: Outcome, _ builders: inout LayerBuilders) {
        let own = source.store.records[index].tags
        let range = builders.tags(of: outcome.builder) { builder in
            for index in stride(from: outcome.tags.lowerBound, to: outcome.tags.upperBound, by: 2) {
                builder.append(tags[index], tags[index + 1])
            }
            if !plans[outcome.plan].isEmpty { plans[outcome.plan].copy(own, tables, to: &builder) }
            if plans[outcome.plan].hasNames { names?.copy(own, outcome.builder, to: &builder) }
            guard let derivation = outcome.derivation else { return }
            for (key, value) in derivations[derivation](ForeignFeature(source.layer.features[index])) {
                builder.append(builder.key(key), builder.value(value))
            }
        }
        if let range { copies.append(Copy(builder: outcome.builder, tags: range)) }
    }
}

/// The name of a property as version 4 of Protomaps has it.
func plainKey(_ key: String) -> String {
    key.hasPrefix(TileSchema.version3Prefix) ? String(key.dropFirst(TileSchema.version3Prefix.count)) : key
}
