// SPDX-License-Identifier: MIT

/// One feature of a layer: a light handle on tables that it shares with its neighbours.
package struct VectorFeature: Sendable {
    package var id: PropertyValue?
    package var type: GeometryType
    /// The part of the original line that this one is, as shares of its length; nil where that is not known. Only
    /// GeoJSON sources with `lineMetrics` say it, and then each feature is one piece of one line.
    package var lineClip: ClosedRange<Double>?
    private let tables: PropertyTables
    /// Where the feature's pairs of key and value lie in `tables.tags`.
    private let tags: Range<UInt32>
    private let shape: Shape

    private enum Shape: Sendable {
        case encoded(EncodedGeometries, UInt32)
        case decoded(TileGeometry)
    }

    /// A feature without properties and geometry.
    package init(id: PropertyValue?, type: GeometryType) {
        self.init(id: id, type: type, tables: .empty, tags: 0..<0, geometry: TileGeometry())
    }

    /// A feature made in memory.
    package init(id: PropertyValue?, type: GeometryType, properties: [String: PropertyValue], geometry: TileGeometry) {
        var builder = PropertyTables.Builder()
        let tags = builder.add(properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        self.init(id: id, type: type, tables: builder.finish(), tags: tags, geometry: geometry)
    }

    init(id: PropertyValue?, type: GeometryType, tables: PropertyTables, tags: Range<UInt32>, geometry: TileGeometry) {
        self.id = id
        self.type = type
        self.tables = tables
        self.tags = tags
        shape = .decoded(geometry)
    }

    init(
        id: PropertyValue?, type: GeometryType, tables: PropertyTables, tags: Range<UInt32>,
        encoded: EncodedGeometries, at index: Int
    ) {
        self.id = id
        self.type = type
        self.tables = tables
        self.tags = tags
        shape = .encoded(encoded, UInt32(truncatingIfNeeded: index))
    }

    /// The value under a key, nil when the feature has no such key.
    package func property(_ name: String) -> PropertyValue? {
        tables.index(of: name).flatMap { tables.value(ofKey: $0, in: tags) }
    }

    package var properties: [String: PropertyValue] { tables.properties(in: tags) }

    package func geometry() -> TileGeometry {
        switch shape {
        case .encoded(let encoded, let index): encoded.geometry(at: Int(index), type: type)
        case .decoded(let geometry): geometry
        }
    }
}

extension VectorFeature {
    /// A token for a key name, valid for all features that share this one's tables (see `sharesKeys(with:)`).
    package func keyIndex(of name: String) -> Int? { tables.index(of: name).map(Int.init) }

    /// The value under a key's token: as `property`, without looking the name up.
    package func value(atKey index: Int) -> PropertyValue? {
        UInt32(exactly: index).flatMap { tables.value(ofKey: $0, in: tags) }
    }

    /// True when key tokens of the one are valid for the other, as they are within a layer of a tile.
    package func sharesKeys(with other: VectorFeature) -> Bool { tables === other.tables }

    /// The number of points that `geometry()` has at most, without decoding it.
    package var vertexCount: Int {
        switch shape {
        case .encoded(let encoded, let index): encoded.vertexCount(at: Int(index))
        case .decoded(let geometry): geometry.points.count
        }
    }
}
