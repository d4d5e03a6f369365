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
        var field: Int
        var value: SchemaValue
        var minZoom: Int
        /// The row makes no feature that does not have it.
        var isNeeded: Bool
    }

    /// Rows are handed about for each feature and zoom, which a class makes cheap.
    final class Row: Sendable {
        let layer: Int
        /// Of the rows of a layer with the same group, the first that fits makes a feature.
        let group: Int
        let source: Source
        let condition: SchemaCondition
        let minZoom: SchemaValue
        let maxZoom: Int
        let order: SchemaValue
        let attributes: [Attribute]
        /// Attributes for the names in all languages: their fields, nil for none.
        let names: NameFields?
        let minArea: [Stop]

        init(
            layer: Int, group: Int, source: Source, condition: SchemaCondition, minZoom: SchemaValue, maxZoom: Int,
            order: SchemaValue, attributes: [Attribute], names: NameFields?, minArea: [Stop]
        ) {
            (self.layer, self.group, self.source, self.condition) = (layer, group, source, condition)
            (self.minZoom, self.maxZoom, self.order) = (minZoom, maxZoom, order)
            (self.attributes, self.names, self.minArea) = (attributes, names, minArea)
        }
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
    struct Trigger: Sendable {
        var any: [Int] = []
        var byValue: [OSMWord: [Int]] = [:]
    }

    package let name: String
    /// Who made the data.
    package let attribution: String?
    let layers: [Layer]
    let rows: [Row]
    package let vocabulary: OSMVocabulary
    /// By the key's number; nil for keys that no row asks for.
    let triggers: [Trigger?]
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
        known = KnownWords(&decoder.vocabulary)
        vocabulary = decoder.vocabulary
        words = vocabulary.words.map { PropertyValue.string($0).tileBytes }
        var triggers = [Trigger?](repeating: nil, count: vocabulary.words.count)
        var memberRows: [Int] = []
        for (index, row) in rows.enumerated() {
            for trigger in row.condition.triggers ?? [] {
                switch trigger {
                case .member: memberRows.append(index)
                case .tag(let key, let values):
                    var known = triggers[Int(key)] ?? Trigger()
                    if values.isEmpty { known.any.append(index) }
                    for value in values { known.byValue[value, default: []].append(index) }
                    triggers[Int(key)] = known
                }
            }
        }
        (self.triggers, self.memberRows) = (triggers, memberRows)
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
        let attributes = rows.lazy.filter { $0.layer == layer }.flatMap(\.attributes).filter { $0.field == field }
        return attributes.compactMap(\.value.metadataType).first ?? "String"
    }
}

extension [ImportSchema.Stop] {
    /// The value at a zoom; 0 before the first stop.
    func value(at zoom: Int) -> Double { last { $0.zoom <= zoom }?.value ?? 0 }
}
