// SPDX-License-Identifier: MIT
package import MapCore
import MapTiles

/// Which features of OpenStreetMap go into which layers of the tiles, with which attributes: a table, resolved to numbers.
package final class ImportSchema: Sendable {
    /// What a row makes features of.
    enum Source: String, CaseIterable, Sendable {
        /// Nodes.
        case point
        /// Ways.
        case line
        /// Closed ways and multipolygons.
        case area
        /// Nodes, and a point inside of areas.
        case label
    }

    /// A value that holds from a zoom on.
    struct Stop: Sendable {
        var zoom: Int
        var value: Double
    }

    /// How the features of a layer are made small.
    struct Layer: Sendable {
        var name: String
        /// Around each tile, in pixels.
        var buffer = 4.0
        /// Areas that are smaller are left out: square pixels from a zoom on.
        var minArea: [Stop] = []
        /// Lines that are shorter, once they are joined, are left out: pixels from a zoom on.
        var minLength: [Stop] = []
        /// Lines of equal attributes are joined up to this zoom.
        var joinLines = 13
        /// Points of equal attributes become one feature up to this zoom.
        var joinPoints = -1
        /// Areas of equal attributes become one up to this zoom.
        var joinAreas = 13
        /// Areas of equal attributes that are so near to each other are merged up to `joinAreas`: pixels from a zoom on.
        var merge: [Stop] = []
        /// Points for each cell of the grid: a number from a zoom on.
        var gridLimit: [Stop] = []
        /// The side of a cell, in pixels; 0 for no grid.
        var gridSize = 0.0
        /// The attribute that tells a point's place within its cell.
        var gridRank: Int?
        /// What is added to it.
        var gridRankStart = 0
        /// Lines have a direction, and are not turned round.
        var isDirected = false
        /// The names of attributes, in the order in which they are first named.
        var fields: [String] = []
    }

    struct Attribute: Sendable {
        /// Of the layer.
        let field: Int
        /// Of the table of values.
        let value: Int
        /// The key without which there is no value: most features lack most keys.
        let key: OSMWord?
        let minZoom: Int
        /// The row makes no feature that does not have it.
        let isNeeded: Bool
    }

    /// Rows are handed about for each feature and zoom, which a class makes cheap.
    final class Row: Sendable {
        let layer: Int
        /// Of the rows of a layer with the same group, the first that fits makes a feature.
        let group: Int
        let source: Source
        /// Of the table of conditions.
        let condition: Int
        let triggers: [SchemaCondition.Trigger]
        /// Of the table of values, as is the order.
        let minZoom: Int
        let maxZoom: Int
        let order: Int
        let attributes: FixedArray<Attribute>
        /// Of each attribute, as the metadata of archives name it.
        let types: [String?]
        /// Attributes for the names in all languages: their fields, nil for none.
        let names: NameFields?
        let minArea: [Stop]

        init(
            layer: Int, group: Int, source: Source, condition: Int, triggers: [SchemaCondition.Trigger], minZoom: Int,
            maxZoom: Int, order: Int, attributes: [Attribute], types: [String?], names: NameFields?, minArea: [Stop]
        ) {
            (self.layer, self.group, self.source, self.condition) = (layer, group, source, condition)
            (self.triggers, self.types) = (triggers, types)
            (self.minZoom, self.maxZoom, self.order) = (minZoom, maxZoom, order)
            (self.attributes, self.names, self.minArea) = (FixedArray(attributes), names, minArea)
        }

        deinit { attributes.free() }
    }

    /// What says whether a feature fits a row.
    struct RowHead: Sendable {
        let group: Int
        let source: Source
        let condition: Int
        /// One of the schema's rows. Taken from an array, it would be counted, and all threads would write the count.
        let row: Unmanaged<Row>
    }

    /// Fields of a layer for the names of features.
    struct NameFields: Sendable {
        var name = 0
        var latin = 0
        var nonlatin = 0
        var international = 0
        var english = 0
        var german = 0
        /// The vocabulary's number of `name:xx`, and the field.
        var languages: [(key: OSMWord, field: Int)] = []
        /// The least zoom of the languages.
        var minZoom = 0
    }

    /// The rows that a tag may lead to.
    struct Triggers: Sendable {
        /// For each key's number, where those stand that any value leads to, and the place of the key's values; no rows and -1 for
        /// keys that no row asks for.
        private let keys: FixedArray<Key>
        /// For each key with values and each value, where the rows stand.
        private let values: FixedArray<Range<Int>>
        private let rows: FixedArray<Int>

        private struct Key: Sendable {
            var any = 0..<0
            var values = -1
        }

        init(_ all: [Row], wordCount: Int) {
            var keys = [Key](repeating: Key(), count: wordCount)
            var values: [Range<Int>] = []
            var rows: [Int] = []
            var any: [Int: [Int]] = [:]
            var byValue: [Int: [Int: [Int]]] = [:]
            for (index, row) in all.enumerated() {
                for case .tag(let key, let values) in row.triggers {
                    if values.isEmpty { any[Int(key), default: []].append(index) }
                    for value in values { byValue[Int(key), default: [:]][Int(value), default: []].append(index) }
                }
            }
            for (key, found) in any.sorted(by: { $0.key < $1.key }) {
                keys[key].any = rows.count..<rows.count + found.count
                rows += found
            }
            for (key, found) in byValue.sorted(by: { $0.key < $1.key }) {
                keys[key].values = values.count
                let start = values.count
                values += [Range<Int>](repeating: 0..<0, count: wordCount)
                for (value, found) in found.sorted(by: { $0.key < $1.key }) {
                    values[start + value] = rows.count..<rows.count + found.count
                    rows += found
                }
            }
            (self.keys, self.values, self.rows) = (FixedArray(keys), FixedArray(values), FixedArray(rows))
        }

        func free() {
            keys.free()
            values.free()
            rows.free()
        }

        func addRows(of tags: Range<Int>, _ block: OSMBlock, to candidates: inout [Int]) {
            for index in tags {
                let tag = block.tags[index]
                guard Int(tag.key) < keys.count else { continue }
                let key = keys[Int(tag.key)]
                for index in key.any { candidates.append(rows[index]) }
                // Values that no row asks for are strings of the block.
                guard key.values >= 0, Int(tag.value) < keys.count else { continue }
                for index in values[key.values + Int(tag.value)] { candidates.append(rows[index]) }
            }
        }
    }

    package let name: String
    /// Who made the data.
    package let attribution: String?
    let layers: [Layer]
    let rows: [Row]
    /// Of each row, what is asked first.
    let heads: FixedArray<RowHead>
    let conditions: ConditionTable
    let values: ValueTable
    /// What becomes of texts, by the places of values.
    let texts: [[String: Int]]
    /// What conditions want of the relations that a feature is a member of.
    let memberships: [[(key: OSMWord, values: Set<OSMWord>)]]
    package let vocabulary: OSMVocabulary
    let triggers: Triggers
    /// Rows for members of relations.
    let memberRows: [Int]
    /// The vocabulary's words as tiles have them.
    let words: [[UInt8]]
    let known: KnownWords

    init(_ decoder: SchemaDecoder) {
        name = decoder.name
        attribution = decoder.attribution
        layers = decoder.layers
        rows = decoder.rows
        heads = FixedArray(
            rows.map {
                RowHead(
                    group: $0.group, source: $0.source, condition: $0.condition, row: .passUnretained($0))
            })
        conditions = ConditionTable(decoder.conditions)
        values = ValueTable(decoder.values)
        texts = decoder.values.tables
        memberships = decoder.conditions.memberships
        known = KnownWords(&decoder.vocabulary)
        vocabulary = decoder.vocabulary
        words = vocabulary.words.map { PropertyValue.string($0).tileBytes }
        triggers = Triggers(rows, wordCount: vocabulary.words.count)
        memberRows = decoder.rows.enumerated().filter { _, row in
            row.triggers.contains { if case .member = $0 { true } else { false } }
        }.map(\.offset)
    }

    deinit {
        heads.free()
        conditions.free()
        values.free()
        triggers.free()
    }

    /// The layers as TileJSON lists them.
    package func vectorLayers(zooms: ClosedRange<Int>) -> JSONNode {
        .list(
            layers.enumerated().map { index, layer in
                var fields = JSONObject()
                for (field, name) in layer.fields.enumerated() {
                    fields.members.append(.init(name, .text(type(ofField: field, layer: index))))
                }
                return .members([
                    "id": .text(layer.name), "fields": JSONNode(.object(fields)),
                    "minzoom": .count(zooms.lowerBound), "maxzoom": .count(zooms.upperBound),
                ])
            })
    }

    private func type(ofField field: Int, layer: Int) -> String {
        if layers[layer].gridRank == field { return "Number" }
        for row in rows where row.layer == layer {
            for (index, type) in row.types.enumerated() where row.attributes[index].field == field {
                if let type { return type }
            }
        }
        return "String"
    }
}

extension [ImportSchema.Stop] {
    /// The value at a zoom; 0 before the first stop.
    func value(at zoom: Int) -> Double { last { $0.zoom <= zoom }?.value ?? 0 }
}
