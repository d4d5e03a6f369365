// SPDX-License-Identifier: MIT
import MapCore

/// What a feature's tags must be.
indirect enum SchemaCondition: Sendable {
    case all([SchemaCondition])
    case any([SchemaCondition])
    case none([SchemaCondition])
    /// The key has one of the values; any value where there are none.
    case has(OSMWord, Set<OSMWord>)
    /// The key has another value, or, if it may be, none.
    case hasNot(OSMWord, Set<OSMWord>, mayBeAbsent: Bool)
    /// The way ends where it begins, or does not.
    case isClosed(Bool)
    /// The feature is a member of a relation with such tags.
    case isMember([(key: OSMWord, values: Set<OSMWord>)])

    /// What leads to a row.
    enum Trigger {
        case tag(OSMWord, Set<OSMWord>)
        case member
    }

    /// At least one of these holds where the condition does; nil where nothing follows from it.
    var triggers: [Trigger]? {
        switch self {
        case .all(let parts):
            // The narrowest one: one with few values, else one with any.
            let found = parts.compactMap(\.triggers)
            func isNarrow(_ triggers: [Trigger]) -> Bool {
                triggers.allSatisfy { if case .tag(_, let values) = $0 { !values.isEmpty } else { false } }
            }
            return found.first(where: isNarrow) ?? found.first
        case .any(let parts):
            var all: [Trigger] = []
            for part in parts {
                guard let triggers = part.triggers else { return nil }
                all += triggers
            }
            return all
        case .has(let key, let values): return [.tag(key, values)]
        case .hasNot(let key, _, let mayBeAbsent): return mayBeAbsent ? nil : [.tag(key, [])]
        case .none, .isClosed: return nil
        case .isMember: return [.member]
        }
    }
}

/// A value that is made from a feature's tags.
indirect enum SchemaValue: Sendable {
    case none
    case number(Double)
    case word(OSMWord)
    /// The value of a key.
    case tag(OSMWord)
    /// The first that there is.
    case first([SchemaValue])
    /// By the value of a key.
    case match(OSMWord, [OSMWord: SchemaValue], otherwise: SchemaValue)
    /// By another value, as text.
    case table([SchemaValue], [String: SchemaValue], otherwise: [SchemaValue])
    /// By a condition of the schema's table.
    case choice(Int, SchemaValue, otherwise: SchemaValue)
    case function(SchemaFunction, OSMWord?)
}

extension SchemaValue {
    /// The key without which there is no value; nil where there may be one without it.
    var neededKey: OSMWord? {
        switch self {
        case .tag(let key), .match(let key, _, otherwise: .none): key
        case .function(let function, let key) where function.takesKey: key
        default: nil
        }
    }

    /// As the metadata of archives name types; nil where there is never a value.
    var metadataType: String? {
        switch self {
        case .none: nil
        case .number: "Number"
        case .word, .tag: "String"
        case .first(let values): values.firstNonNil(\.metadataType)
        case .match(_, let table, let otherwise):
            table.values.firstNonNil(\.metadataType) ?? otherwise.metadataType
        case .table(_, let table, let otherwise):
            table.values.firstNonNil(\.metadataType) ?? otherwise.first?.metadataType
        case .choice(_, let value, let otherwise): value.metadataType ?? otherwise.metadataType
        case .function(let function, _): function.metadataType
        }
    }
}

/// A value.
enum Datum {
    case none
    case truth
    case number(Double)
    /// A number of the vocabulary or of the block.
    case word(OSMWord)
    case text(String)

    var isNone: Bool { if case .none = self { true } else { false } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
}

/// A feature with its tags by key, for as long as its rows are looked at.
///
/// One thread has it, and nothing that is called while `set` writes reads it, so that accesses need not be checked.
final class FeatureTags {
    let block: OSMBlock
    let schema: ImportSchema
    @exclusivity(unchecked) private(set) var feature: OSMFeature
    /// By the key's number: the value's number plus one, 0 for none.
    private let values: UnsafeMutableBufferPointer<UInt32>
    /// Of the feature, once they have been asked for.
    @exclusivity(unchecked) private var routes: [RoadRoute]?

    init(_ block: OSMBlock, _ schema: ImportSchema) {
        self.block = block
        self.schema = schema
        feature = OSMFeature(
            origin: .node, id: 0, lines: 0..<0, rings: 0..<0, tags: 0..<0, memberships: 0..<0, isClosed: false)
        values = .allocate(capacity: schema.vocabulary.words.count)
        values.initialize(repeating: 0)
    }

    deinit { values.deallocate() }

    /// Goes on to another feature.
    func set(_ next: OSMFeature) {
        routes = nil
        for index in feature.tags {
            let key = Int(block.tags[index].key)
            if key < values.count { values[key] = 0 }
        }
        feature = next
        for index in feature.tags {
            let tag = block.tags[index]
            if Int(tag.key) < values.count { values[Int(tag.key)] = tag.value + 1 }
        }
    }

    subscript(_ key: OSMWord) -> OSMWord? {
        let value = Int(key) < values.count ? values[Int(key)] : 0
        return value == 0 ? nil : value - 1
    }

    /// The numbered routes that a road is part of: those with a network that maps show first.
    var roadRoutes: [RoadRoute] {
        if let routes { return routes }
        let found = foundRoutes
        routes = found
        return found
    }

    func text(_ key: OSMWord) -> String? { self[key].map { block.string($0, schema.vocabulary) } }

    var relations: [OSMRelation] { feature.memberships.map { block.relations[block.memberships[$0].relation] } }

    func value(_ key: OSMWord, of relation: OSMRelation) -> OSMWord? {
        for index in relation.tags where block.tags[index].key == key { return block.tags[index].value }
        return nil
    }

    func text(_ key: OSMWord, of relation: OSMRelation) -> String? {
        value(key, of: relation).map { block.string($0, schema.vocabulary) }
    }
}
