// SPDX-License-Identifier: MIT
import MapGeometry

/// The layers of an adapted tile, as they are built.
struct LayerBuilders {
    private var builders: [LayerBuilder] = []

    subscript(index: Int) -> LayerBuilder {
        get { builders[index] }
        _modify { yield &builders[index] }
    }

    /// Where the tags stand that `body` adds to a layer; nil when there are too many.
    mutating func tags(of index: Int, _ body: (inout LayerBuilder) -> Void) -> Range<UInt32>? {
        let start = builders[index].tagCount
        body(&builders[index])
        return UInt32(exactly: builders[index].tagCount).map { UInt32(truncatingIfNeeded: start)..<$0 }
    }

    /// The builder of a layer whose features have the extent of a source layer.
    mutating func index(of name: String, _ source: SourceLayer) -> Int {
        let extent = source.layer.extent
        if let known = builders.firstIndex(where: { $0.name == name && $0.extent == extent }) { return known }
        builders.append(LayerBuilder(name: name, source))
        return builders.count - 1
    }

    /// The layers that have features. Where source layers differ in their extents, features of later ones are decoded.
    var layers: [VectorLayer] {
        var layers: [VectorLayer] = []
        for builder in builders where builder.count > 0 {
            let built = builder.layer
            guard let index = layers.firstIndex(where: { $0.name == built.name }) else {
                layers.append(built)
                continue
            }
            let known = layers[index]
            let scale = Double(known.extent) / Double(built.extent)
            layers[index] = VectorLayer(
                name: known.name, version: known.version, extent: known.extent,
                features: known.features + built.features.map { $0.scaled(by: scale) })
        }
        return layers
    }

    /// What the tables take, about.
    var byteCount: Int { builders.reduce(0) { $0 + $1.byteCount } }
}

/// One layer of an adapted tile.
struct LayerBuilder {
    let name: String
    let extent: Int
    private let geometries: TileGeometries
    private var tables = PropertyTables.Builder()
    private var constants: [PropertyValue: UInt32] = [:]
    private var records: [FeatureStore.Record] = []
    /// The tables that values are taken from, and where each of them is here.
    private var source = PropertyTables.empty
    private var places: [Int32] = []

    fileprivate init(name: String, _ source: SourceLayer) {
        self.name = name
        extent = source.layer.extent
        geometries = source.geometries
        records.reserveCapacity(source.store.records.count)
    }

    var count: Int { records.count }

    fileprivate var byteCount: Int { 4 * tables.tagCount + 48 * tables.valueCount + 192 * records.count }

    mutating func key(_ name: String) -> UInt32 { tables.key(name) }

    mutating func value(_ value: PropertyValue) -> UInt32 {
        if let known = constants[value] { return known }
        let index = tables.value(value)
        constants[value] = index
        return index
    }

    private static let unknown: Int32 = -1
    private static let empty: Int32 = -2

    /// A value of a source layer; nil for an empty text, which is as good as none.
    mutating func value(at index: UInt32, of other: PropertyTables) -> UInt32? {
        if source !== other {
            source = other
            places = [Int32](repeating: Self.unknown, count: other.values.count)
        }
        let known = places[Int(index)]
        if known >= 0 { return UInt32(known) }
        guard known == Self.unknown else { return nil }
        let value = other.values[Int(index)]
        guard value != .string(""), value != .null else {
            places[Int(index)] = Self.empty
            return nil
        }
        let own = tables.value(value)
        places[Int(index)] = Int32(truncatingIfNeeded: own)
        return own
    }

    fileprivate var tagCount: Int { tables.tagCount }

    mutating func append(_ key: UInt32, _ value: UInt32) { tables.add(key, value) }

    mutating func append(_ record: FeatureStore.Record, tags: Range<UInt32>) {
        var own = record
        own.tags = tags
        records.append(own)
    }

    fileprivate var layer: VectorLayer {
        let store = FeatureStore(tables: tables.finish(), records: records, shape: .encoded(geometries))
        return VectorLayer(name: name, version: 2, extent: extent, VectorFeatures(store))
    }
}

/// How features of a layer get their properties.
struct PropertyPlan {
    let kept: KeptProperties
    /// Whether features keep names, and may have some.
    let hasNames: Bool
    let builder: Int
    /// For each key of the source, its place among the rules; -1 for those that are left out.
    private let places: [Int32]
    private var rules: [Rule] = []
    /// Pairs that overrule others, for the end.
    private var late: [(key: UInt32, value: UInt32)] = []

    private struct Rule {
        let key: UInt32
        let translated: (@Sendable (PropertyValue) -> PropertyValue?)?
        let isTranslated: Bool
        let overrules: Bool
        private var translations = Translations()

        init(_ rule: KeptProperties.Rule, key: UInt32) {
            self.key = key
            translated = rule.translated
            isTranslated = rule.translated != nil
            overrules = rule.overrules
        }

        mutating func translation(
            of value: UInt32, in tables: PropertyTables, _ builder: inout LayerBuilder
        ) -> UInt32? {
            let translated = translated
            return translations.value(for: value) { translated?(tables.values[Int(value)]).map { builder.value($0) } }
        }
    }

    init(
        _ kept: KeptProperties, hasNames: Bool, _ index: Int, _ tables: PropertyTables,
        _ builder: inout LayerBuilder
    ) {
        self.kept = kept
        self.hasNames = hasNames
        self.builder = index
        var rules: [Rule] = []
        places = tables.keys.map { name in
            guard let rule = kept.rules[plainKey(name)] else { return -1 }
            rules.append(Rule(rule, key: builder.key(rule.key)))
            return Int32(truncatingIfNeeded: rules.count - 1)
        }
        self.rules = rules
    }

    /// True where no property is kept.
    var isEmpty: Bool { rules.isEmpty }

    /// Adds the properties of one feature, those that overrule others at the end.
    mutating func copy(_ range: Range<UInt32>, _ tables: PropertyTables, to builder: inout LayerBuilder) {
        for (key, value) in tables.pairs(in: range) {
            let place = Int(places[Int(key)])
            guard place >= 0 else { continue }
            let known =
                rules[place].isTranslated
                ? rules[place].translation(of: value, in: tables, &builder) : builder.value(at: value, of: tables)
            guard let own = known else { continue }
            if rules[place].overrules {
                late.append((rules[place].key, own))
            } else {
                builder.append(rules[place].key, own)
            }
        }
        guard !late.isEmpty else { return }
        for (key, value) in late { builder.append(key, value) }
        late.removeAll(keepingCapacity: true)
    }
}

/// The values that those of a source become: most tables are short, so that an array is long enough.
private struct Translations {
    private var short: [Int64] = []
    private var long: [UInt32: UInt32?] = [:]

    private static let unknown: Int64 = -1
    private static let none: Int64 = -2
    private static let maxShort = 4096

    mutating func value(for index: UInt32, _ make: () -> UInt32?) -> UInt32? {
        guard index < Self.maxShort else {
            if let known = long[index] { return known }
            let made = make()
            long[index] = .some(made)
            return made
        }
        let place = Int(index)
        while short.count <= place { short.append(Self.unknown) }
        if short[place] == Self.unknown { short[place] = make().map { Int64($0) } ?? Self.none }
        return UInt32(exactly: short[place])
    }
}
