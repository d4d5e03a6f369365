// SPDX-License-Identifier: MIT

/// What filters look at of a layer's features, side by side in memory: their types, and their keys and values as places
/// in tables that all of them share.
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
    package func value(_ place: Int) -> PropertyValue { tables.values[place] }

    /// One feature's pairs of key place and value place, and its type.
    package struct Row {
        package var tags: UnsafeBufferPointer<UInt32>
        package var type: GeometryType
    }

    /// Hands out all features in order, for the length of the call.
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
