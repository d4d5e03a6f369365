// SPDX-License-Identifier: MIT

/// A feature of a layer: a small handle to data shared by all features of the layer.
package struct VectorFeature: Sendable {
    private let store: FeatureStore
    private let index: Int32

    init(_ store: FeatureStore, at index: Int) {
        self.store = store
        self.index = Int32(truncatingIfNeeded: index)
    }

    /// A feature without properties and geometry.
    package init(id: PropertyValue?, type: GeometryType) {
        self.init(id: id, type: type, tables: .empty, tags: 0..<0, geometry: TileGeometry())
    }

    /// Creates a feature that is not part of an encoded tile.
    package init(id: PropertyValue?, type: GeometryType, properties: [String: PropertyValue], geometry: TileGeometry) {
        var builder = PropertyTables.Builder()
        let tags = builder.add(properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        self.init(id: id, type: type, tables: builder.finish(), tags: tags, geometry: geometry)
    }

    init(
        id: PropertyValue?, type: GeometryType, tables: PropertyTables, tags: Range<UInt32>, geometry: TileGeometry,
        lineClip: ClosedRange<Double>? = nil
    ) {
        let record = FeatureStore.Record(id: nil, type: type, tags: tags, geometry: 0..<0, size: GeometrySize())
        self.init(
            FeatureStore(
                tables: tables, records: [record],
                shape: .decoded(FeatureStore.Decoded(id: id, geometry: geometry, lineClip: lineClip))), at: 0)
    }

    private var record: FeatureStore.Record { store.records[Int(index)] }

    package var id: PropertyValue? {
        switch store.shape {
        case .encoded: record.id.map { .number(Double($0)) }
        case .decoded(let own): own.id
        }
    }

    package var type: GeometryType { record.type }

    /// The part of the original line that this feature is, in fractions of its length; nil when unknown. Known only for
    /// GeoJSON sources with `lineMetrics`, where each feature is one piece of one line.
    package var lineClip: ClosedRange<Double>? {
        switch store.shape {
        case .encoded: nil
        case .decoded(let own): own.lineClip
        }
    }

    var tables: PropertyTables { store.tables }
    /// The range of the feature's pairs of key and value in `tables.tags`.
    var tags: Range<UInt32> { record.tags }

    /// The value for a key; nil when the feature has no such key.
    package func property(_ name: String) -> PropertyValue? {
        tables.index(of: name).flatMap { tables.value(ofKey: $0, in: tags) }
    }

    package var properties: [String: PropertyValue] { tables.properties(in: tags) }

    package func geometry() -> TileGeometry {
        switch store.shape {
        case .encoded(let bytes):
            let record = record
            return bytes.withUnsafeBufferPointer {
                decodedGeometry($0, record.geometry, type: record.type, size: record.size)
            }
        case .decoded(let own): return own.geometry
        }
    }
}

extension VectorFeature {
    /// The index of a key, valid for all features that share this one's tables (see `sharesKeys(with:)`).
    package func keyIndex(of name: String) -> Int? { tables.index(of: name).map(Int.init) }

    /// The value for a key index: as `property`, without looking the name up.
    package func value(atKey index: Int) -> PropertyValue? {
        UInt32(exactly: index).flatMap { tables.value(ofKey: $0, in: tags) }
    }

    /// True when key indices of one feature are valid for the other, as within a layer of a tile.
    package func sharesKeys(with other: VectorFeature) -> Bool { tables === other.tables }

    /// The maximum number of points of `geometry()`, without decoding it.
    package var vertexCount: Int {
        switch store.shape {
        case .encoded: record.size.points
        case .decoded(let own): own.geometry.points.count
        }
    }
}

/// The shared data of a layer's features, and a record for each of them.
final class FeatureStore: Sendable {
    struct Record: Sendable {
        var id: UInt64?
        var type: GeometryType
        /// Into the tables' tags.
        var tags: Range<UInt32>
        /// The range of the encoded geometry, which has been validated, and its size.
        var geometry: Range<Int>
        var size: GeometrySize
    }

    /// A feature that is not part of an encoded tile.
    struct Decoded: Sendable {
        var id: PropertyValue?
        var geometry: TileGeometry
        var lineClip: ClosedRange<Double>?
    }

    enum Shape: Sendable {
        /// The tile's bytes.
        case encoded([UInt8])
        /// The only feature.
        case decoded(Decoded)
    }

    let tables: PropertyTables
    let records: [Record]
    let shape: Shape

    init(tables: PropertyTables, records: [Record], shape: Shape) {
        self.tables = tables
        self.records = records
        self.shape = shape
    }
}
