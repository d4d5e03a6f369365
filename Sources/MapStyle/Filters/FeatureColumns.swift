// SPDX-License-Identifier: MIT

/// The properties of many features as in an encoded layer: a table of keys, a table of distinct values, and for each
/// feature its pairs of indices into the two.
package protocol FeatureColumns: AnyObject {
    /// The index of a key; nil when no feature has it.
    func key(_ name: String) -> UInt32?
    var valueCount: Int { get }
    /// The number of features.
    var rowCount: Int { get }
    /// The value with an index below `valueCount`.
    func value(_ index: Int) -> Value
}

/// A feature in columns.
package struct FeatureRow {
    /// Pairs of key index and value index.
    package var tags: UnsafeBufferPointer<UInt32>
    package var shape: FeatureShape

    @inlinable package init(tags: UnsafeBufferPointer<UInt32>, shape: FeatureShape) {
        self.tags = tags
        self.shape = shape
    }
}

/// The geometry type of a feature, as `geometry-type` and `$type` see it.
@frozen package enum FeatureShape: UInt8, Sendable, CaseIterable {
    case unknown, point, lineString, polygon

    /// As spelled in expressions; nil when unknown.
    package var name: String? {
        switch self {
        case .unknown: nil
        case .point: "Point"
        case .lineString: "LineString"
        case .polygon: "Polygon"
        }
    }
}
