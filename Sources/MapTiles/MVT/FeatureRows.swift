// SPDX-License-Identifier: MIT

/// A layer's features in columns, for filters: their types, and their keys and values as indices into tables that all of
/// them share.
package final class FeatureRows: Sendable {
    private let tables: PropertyTables
    private let types: [GeometryType]
    private let ranges: [Range<UInt32>]

    /// Nil when the features do not share their tables.
    init?(_ features: [VectorFeature]) {
        guard let first = features.first, features.allSatisfy({ $0.sharesKeys(with: first) }) else { return nil }
        tables = first.tables
        types = features.map(\.type)
        ranges = features.map(\.tags)
    }

    package var count: Int { ranges.count }
    package var valueCount: Int { tables.values.count }
    package func key(_ name: String) -> UInt32? { tables.index(of: name) }
    package func value(_ index: Int) -> PropertyValue { tables.values[index] }

    /// One feature: its pairs of key index and value index, and its type.
    package struct Row {
        package var tags: UnsafeBufferPointer<UInt32>
        package var type: GeometryType
    }

    /// Calls `body` for all features in order. A row is valid only during the call.
    package func forEach(_ body: (Int, Row) -> Void) {
        tables.tags.withUnsafeBufferPointer { tags in
            types.withUnsafeBufferPointer { types in
                ranges.withUnsafeBufferPointer { ranges in
                    for index in ranges.indices {
                        let range = ranges[index]
                        let own = tags[Int(range.lowerBound)..<min(Int(range.upperBound), tags.count)]
                        body(index, Row(tags: UnsafeBufferPointer(rebasing: own), type: types[index]))
                    }
                }
            }
        }
    }
}
