// SPDX-License-Identifier: MIT
import Synchronization

/// A feature of a layer: a small handle to data shared by all features of the layer.
package struct VectorFeature: Sendable {
    let store: FeatureStore
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
        let record = FeatureStore.Record(id: nil, type: type, tags: tags, geometry: .none)
        self.init(
            FeatureStore(
                tables: tables, records: [record],
                shape: .decoded(FeatureStore.Decoded(id: id, geometry: geometry, lineClip: lineClip))), at: 0)
    }

    /// True for two handles of one feature.
    func isSame(as other: VectorFeature) -> Bool { store === other.store && index == other.index }

    fileprivate var record: FeatureStore.Record { store.records[Int(index)] }

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
        var geometry = TileGeometry()
        read(into: &geometry)
        return geometry
    }

    /// Puts the geometry in place of another, whose memory is used again.
    package func read(into geometry: inout TileGeometry) {
        switch store.shape {
        case .encoded(let geometries): geometries.read(record.geometry, into: &geometry)
        case .decoded(let own): geometry = own.geometry
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

    /// A number for the feature's properties, which no feature with others has that shares this one's tables (see
    /// `sharesKeys(with:)`).
    package var propertiesNumber: UInt64 { UInt64(tags.lowerBound) << 32 | UInt64(tags.upperBound) }

    /// True when key indices of one feature are valid for the other, as within a layer of a tile.
    package func sharesKeys(with other: VectorFeature) -> Bool { tables === other.tables }

    /// The number of points of `geometry()`.
    package var vertexCount: Int {
        switch store.shape {
        case .encoded: record.geometry.pointCount
        case .decoded(let own): own.geometry.points.count
        }
    }
}

/// The features of a layer. Those that a tile stores are made when they are looked at: their handles would take memory and time.
package struct VectorFeatures: RandomAccessCollection, Sendable {
    private enum Storage {
        case stored(FeatureStore)
        case listed([VectorFeature])
    }

    private let storage: Storage
    package let endIndex: Int

    /// All features of a store.
    init(_ store: FeatureStore) { (storage, endIndex) = (.stored(store), store.records.count) }

    init(_ features: [VectorFeature]) { (storage, endIndex) = (.listed(features), features.count) }

    package var startIndex: Int { 0 }

    package subscript(index: Int) -> VectorFeature {
        switch storage {
        case .stored(let store): VectorFeature(store, at: index)
        case .listed(let features): features[index]
        }
    }

    /// What is known of each; nil when they do not share their tables.
    fileprivate var records: [FeatureStore.Record]? {
        switch storage {
        case .stored(let store): return store.records
        case .listed(let features):
            guard let first = features.first, features.allSatisfy({ $0.sharesKeys(with: first) }) else { return nil }
            return features.map(\.record)
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
        var geometry: TileGeometries.Place
    }

    /// A feature that is not part of an encoded tile.
    struct Decoded: Sendable {
        var id: PropertyValue?
        var geometry: TileGeometry
        var lineClip: ClosedRange<Double>?
    }

    enum Shape: Sendable {
        /// Of a tile.
        case encoded(TileGeometries)
        /// The only feature.
        indirect case decoded(Decoded)
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

/// Why a feature cannot be decoded.
enum FeatureError: Error {
    /// The feature is invalid, but the rest of the tile can be used.
    case invalidFeature(String)
    /// The data are damaged, so that the whole tile is unusable.
    case invalidTile(String)
}

/// The parts of an encoded feature.
struct FeatureRecord {
    private(set) var id: UInt64?
    private(set) var type = GeometryType.unknown
    private(set) var tags = 0..<0
    private(set) var geometry = 0..<0

    init(_ buffer: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) throws(FeatureError) {
        var typeNumber: UInt64?
        var geometries = 0
        var reader = ProtobufReader(buffer, range)
        do {
            while let tag = try reader.tag() {
                switch tag {
                case 1 << 3: id = try reader.varint()
                case 2 << 3 | 2: tags = try reader.range()
                case 3 << 3: typeNumber = try reader.varint()
                case 4 << 3 | 2:
                    geometry = try reader.range()
                    geometries &+= 1
                default: try reader.skip(tag, isKnown: 1...4 ~= tag >> 3)
                }
            }
        } catch {
            throw .invalidTile(error.message)
        }
        guard let typeNumber else { throw .invalidFeature("it has no geometry type") }
        switch typeNumber {
        case 0: type = .unknown
        case 1: type = .point
        case 2: type = .lineString
        case 3: type = .polygon
        default: throw .invalidFeature("its geometry type is \(typeNumber)")
        }
        guard geometries == 1, !geometry.isEmpty else {
            throw .invalidFeature(geometries > 1 ? "it has \(geometries) geometries" : "it has no geometry")
        }
    }
}

/// A layer's features for filters: their types, and their keys and values as indices into tables that all of
/// them share.
package final class FeatureRows: Sendable {
    private let tables: PropertyTables
    private let records: [FeatureStore.Record]
    /// For each feature, the number of those that have its type and its tags; the first of each number.
    private let equals: [UInt32]
    private let firsts: [Int]
    private let groups = Mutex<[[UInt32]: FeatureGroups?]>([:])
    /// It limits the memory that a style of very many filters takes.
    private static let maxGroupings = 64

    /// Nil when the features do not share their tables.
    init?(_ features: VectorFeatures) {
        guard let first = features.first, let records = features.records else { return nil }
        tables = first.tables
        self.records = records
        var (equals, firsts): ([UInt32], [Int]) = ([], [])
        equals.reserveCapacity(records.count)
        var numbers = TagNumbers(tables)
        for index in records.indices {
            if let number = numbers[records[index].tags], records[firsts[number]].type == records[index].type {
                equals.append(UInt32(truncatingIfNeeded: number))
            } else {
                numbers[records[index].tags] = firsts.count
                equals.append(UInt32(truncatingIfNeeded: firsts.count))
                firsts.append(index)
            }
        }
        (self.equals, self.firsts) = (equals, firsts)
    }

    package var count: Int { records.count }
    package var valueCount: Int { tables.values.count }
    package func key(_ name: String) -> UInt32? { tables.index(of: name) }
    package func value(_ index: Int) -> PropertyValue { tables.values[index] }

    /// The features grouped by the values of some keys; nil where most of them would be alone. Made once.
    package func groups(by keys: [UInt32]) -> FeatureGroups? {
        let (known, isFull) = groups.withLock { ($0[keys], $0.count >= Self.maxGroupings) }
        if let known { return known }
        guard !isFull else { return nil }
        let made = FeatureGroups(tables, records, firsts, by: keys, of: equals)
        groups.withLock { $0[keys] = .some(made) }
        return made
    }

    /// One feature: its pairs of key index and value index, and its type.
    package struct Row {
        package var tags: UnsafeBufferPointer<UInt32>
        package var type: GeometryType
    }

    /// Calls `body` for features in order, all of them or those of some indices. A row is valid only during the call.
    package func forEach(of indices: [Int]? = nil, _ body: (Int, Row) -> Void) {
        tables.tags.withUnsafeBufferPointer { [records] tags in
            for place in 0..<(indices?.count ?? records.count) {
                let index = indices?[place] ?? place
                let range = records[index].tags
                let own = tags[Int(range.lowerBound)..<min(Int(range.upperBound), tags.count)]
                body(index, Row(tags: UnsafeBufferPointer(rebasing: own), type: records[index].type))
            }
        }
    }
}

/// The features of a layer, grouped by their types and by the values of some keys: what depends on nothing else is found once for each
/// group, such as which of them pass a filter.
package struct FeatureGroups: Sendable {
    /// Few features, or groups of fewer, save nothing.
    private static let (minFeatures, featuresPerGroup) = (32, 4)
    /// They limit memory.
    private static let (maxGroups, maxValues) = (4096, 256)

    /// The group of each feature.
    package private(set) var numbers: [UInt16]
    /// The index of a feature of each group.
    package private(set) var examples: [Int] = []

    /// Nil where there are too many groups for it to be worth the effort.
    ///
    /// - Parameters:
    ///   - tables: of the tags.
    ///   - records: of the features.
    ///   - firsts: the features that are looked at.
    ///   - keys: whose values tell groups apart.
    ///   - equals: for each feature, which of those that are looked at has its type and its tags.
    init?(
        _ tables: PropertyTables, _ records: [FeatureStore.Record], _ firsts: [Int], by keys: [UInt32],
        of equals: [UInt32]
    ) {
        guard equals.count >= Self.minFeatures else { return nil }
        let most = min(Self.maxGroups, equals.count / Self.featuresPerGroup)
        numbers = [UInt16](repeating: 0, count: firsts.count)
        guard split(by: firsts.map { UInt16(records[$0].type.number) }, below: 4, most) else { return nil }
        // Values are numbered in the order of the features; 0 stands for none.
        var known = [UInt16](repeating: 0, count: tables.values.count)
        for key in keys {
            var column = [UInt16](repeating: 0, count: firsts.count)
            var values: [Int] = []
            for (place, first) in firsts.enumerated() {
                guard let value = tables.valueIndex(ofKey: key, in: records[first].tags) else { continue }
                if known[value] == 0 {
                    guard values.count < Self.maxValues else { return nil }
                    values.append(value)
                    known[value] = UInt16(values.count)
                }
                column[place] = known[value]
            }
            for value in values { known[value] = 0 }
            guard split(by: column, below: UInt16(values.count + 1), most) else { return nil }
        }
        numbers = equals.map { [numbers] in numbers[Int($0)] }
        examples = examples.map { firsts[$0] }
    }

    /// Splits each group by the numbers of a column; false when there are too many groups.
    private mutating func split(by column: [UInt16], below limit: UInt16, _ most: Int) -> Bool {
        var groups = [UInt16](repeating: .max, count: max(1, examples.count) * Int(limit))
        examples.removeAll(keepingCapacity: true)
        for index in numbers.indices {
            let place = Int(numbers[index]) * Int(limit) + Int(column[index])
            if groups[place] == .max {
                guard examples.count < most else { return false }
                groups[place] = UInt16(examples.count)
                examples.append(index)
            }
            numbers[index] = groups[place]
        }
        return true
    }
}

/// Numbers for lists of tags, by where they start; features without tags have one list.
struct TagNumbers {
    private var numbers: [Int32]

    init(_ tables: PropertyTables) { numbers = [Int32](repeating: -1, count: tables.tags.count / 2 + 1) }

    private func place(_ tags: Range<UInt32>) -> Int {
        min(tags.isEmpty ? .max : Int(tags.lowerBound) / 2, numbers.count - 1)
    }

    subscript(tags: Range<UInt32>) -> Int? {
        get {
            let number = numbers[place(tags)]
            return number < 0 ? nil : Int(number)
        }
        set { numbers[place(tags)] = Int32(truncatingIfNeeded: newValue ?? -1) }
    }
}
