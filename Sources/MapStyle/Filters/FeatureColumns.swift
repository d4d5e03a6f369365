// SPDX-License-Identifier: MIT

/// The properties of many features as an encoded layer holds them: a table of keys, one of distinct values, and for each
/// feature its pairs of places in the two.
package protocol FeatureColumns: AnyObject {
    /// The place of a key; nil when no feature has it.
    func key(_ name: String) -> UInt32?
    var valueCount: Int { get }
    /// How many features there are.
    var rowCount: Int { get }
    /// The value at a place below `valueCount`.
    func value(_ place: Int) -> Value
}

/// What a filter looks at first of a feature in columns.
package struct FeatureRow {
    /// Pairs of key place and value place.
    package var tags: UnsafeBufferPointer<UInt32>
    package var shape: FeatureShape

    @inlinable package init(tags: UnsafeBufferPointer<UInt32>, shape: FeatureShape) {
        self.tags = tags
        self.shape = shape
    }
}

/// What `geometry-type` and `$type` tell of a feature.
@frozen package enum FeatureShape: UInt8, Sendable, CaseIterable {
    case unknown, point, lineString, polygon

    /// As expressions spell it; nil when it is not known.
    package var name: String? {
        switch self {
        case .unknown: nil
        case .point: "Point"
        case .lineString: "LineString"
        case .polygon: "Polygon"
        }
    }
}
