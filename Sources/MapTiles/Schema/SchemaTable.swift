// SPDX-License-Identifier: MIT

/// How features of a schema are presented in the schema OpenMapTiles: for each of its layers, what its features become.
struct SchemaTable: Sendable {
    let layers: [String: LayerTable]
}

/// What the features of one layer become.
struct LayerTable: Sendable {
    /// The layers of OpenMapTiles that features may get into.
    let targets: [String]
    /// The properties that decide what a feature becomes.
    let deciding: [String]
    /// What a feature becomes: nothing, or a feature in one layer or in several.
    let presentations: @Sendable (DecidingValues) -> [Presentation]

    init(
        to targets: [String], by deciding: [String],
        _ presentations: @escaping @Sendable (DecidingValues) -> [Presentation]
    ) {
        self.targets = targets
        self.deciding = deciding
        self.presentations = presentations
    }
}

/// The values that decide what a feature becomes.
struct DecidingValues {
    let type: GeometryType
    let zoom: Int
    /// Those that `LayerTable.deciding` lists: few, so that they are looked through.
    let keys: [String]
    /// In the order of the keys.
    let values: [PropertyValue?]

    private func value(_ key: String) -> PropertyValue? { keys.firstIndex(of: key).flatMap { values[$0] } }

    /// A text; nil for an empty one.
    func text(_ key: String) -> String? {
        if case .string(let text)? = value(key), !text.isEmpty { text } else { nil }
    }

    func number(_ key: String) -> Double? { value(key)?.asNumber }

    func isTrue(_ key: String) -> Bool { value(key)?.isYes ?? false }
}

/// A feature in a layer of OpenMapTiles. Its geometry and its id stay as they are.
struct Presentation: Sendable {
    var layer: String
    var values: [(key: String, value: PropertyValue)]
    var kept: KeptProperties
    /// Properties that several of the feature's own decide.
    var derived: (@Sendable (ForeignFeature) -> [(key: String, value: PropertyValue)])?

    /// - Parameters:
    ///   - layer: of OpenMapTiles.
    ///   - tags: its class and other texts.
    ///   - kept: what becomes of the feature's own properties.
    init(_ layer: String, _ tags: KeyValuePairs<String, String?> = [:], _ kept: KeptProperties = .none) {
        self.layer = layer
        values = tags.compactMap { key, text in text.map { (key, .string($0)) } }
        self.kept = kept
    }

    func with(_ key: String, _ number: Double?) -> Presentation {
        guard let number else { return self }
        var copy = self
        copy.values.append((key, .number(number)))
        return copy
    }

    func deriving(
        _ derived: @escaping @Sendable (ForeignFeature) -> [(key: String, value: PropertyValue)]
    ) -> Presentation {
        var copy = self
        copy.derived = derived
        return copy
    }
}

/// The properties that a feature has in its own schema.
struct ForeignFeature {
    private let feature: VectorFeature

    init(_ feature: VectorFeature) { self.feature = feature }

    func number(_ key: String) -> Double? {
        (feature.property(key) ?? feature.property(TileSchema.version3Prefix + key))?.asNumber
    }

    func text(_ key: String) -> String? {
        if case .string(let text)? = feature.property(key), !text.isEmpty { text } else { nil }
    }
}

/// Which properties a feature keeps, under which names and with which values.
///
/// It is a class so that plans for a layer's keys can be told apart by identity.
final class KeptProperties: Sendable {
    /// A property of OpenMapTiles that one of another schema becomes.
    struct Rule: Sendable {
        var key: String
        /// Nil to keep the value; a value of nil leaves the property out.
        var translated: (@Sendable (PropertyValue) -> PropertyValue?)?
        /// True for a property that overrules others with the same key.
        var overrules = false
    }

    /// Whether the feature keeps its names, in all languages.
    let hasNames: Bool
    /// By the names of the other schema.
    let rules: [String: Rule]

    init(names hasNames: Bool = false, _ rules: [String: Rule] = [:]) {
        self.hasNames = hasNames
        self.rules = rules
    }

    static let none = KeptProperties()
    static let names = KeptProperties(names: true)
}

extension KeptProperties.Rule {
    static func same(_ key: String) -> Self { Self(key: key) }

    static func translated(
        _ key: String, overrules: Bool = false, _ translated: @escaping @Sendable (PropertyValue) -> PropertyValue?
    ) -> Self {
        Self(key: key, translated: translated, overrules: overrules)
    }

    /// A text where the value is true.
    static func flag(_ key: String, _ text: String) -> Self {
        translated(key) { $0.isYes ? .string(text) : nil }
    }

    /// A number where the value is true.
    static func flag(_ key: String, _ number: Double) -> Self {
        translated(key) { $0.isYes ? .number(number) : nil }
    }

    static func number(_ key: String) -> Self {
        translated(key) { $0.asNumber.map(PropertyValue.number) }
    }
}

extension PropertyValue {
    /// A number, also one that is written as text.
    var asNumber: Double? {
        switch self {
        case .number(let number): number
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// True for what OpenStreetMap writes for "yes": any value but "no".
    var isYes: Bool {
        switch self {
        case .bool(let bool): bool
        case .number(let number): number == 1
        case .string(let text): !["", "no", "false", "0"].contains(text)
        default: false
        }
    }
}
