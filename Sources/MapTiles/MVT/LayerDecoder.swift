// SPDX-License-Identifier: MIT
import Libc
import MapCore

/// Decodes one layer of a vector tile: its tables and geometries at once, its features as handles.
struct LayerDecoder {
    private let buffer: UnsafeBufferPointer<UInt8>
    private let range: Range<Int>

    private(set) var name: String?
    /// With those that are broken.
    private(set) var featureCount = 0
    private var version: UInt64?
    private var extent: UInt64 = 4096
    private var features: [Range<Int>] = []
    private var keys: [Range<Int>] = []
    private var values: [Range<Int>] = []

    private var dropped = 0
    private var firstDropped = ""

    /// `buffer` must outlive the decoder.
    init(buffer: UnsafeBufferPointer<UInt8>, range: Range<Int>) {
        self.buffer = buffer
        self.range = range
    }

    /// Reports the features that were left out; nil when there are none.
    var warning: Diagnostic? {
        guard dropped > 0 else { return nil }
        let others = dropped > 1 ? "; \(dropped - 1) more features are broken" : ""
        return Diagnostic(.warning, code: .tilesDamagedFeatures, path: path, "left out \(firstDropped)\(others)")
    }

    private var path: String { "layer \"\(name ?? "")\"" }

    /// A layer whose geometries are among those that have been decoded.
    struct Layer {
        let name: String
        fileprivate let version: Int
        fileprivate let extent: Int
        fileprivate let tables: PropertyTables
        fileprivate let records: [FeatureStore.Record]

        var featureCount: Int { records.count }

        func layer(_ geometries: TileGeometries) -> VectorLayer {
            let store = FeatureStore(tables: tables, records: records, shape: .encoded(geometries))
            return VectorLayer(name: name, version: version, extent: extent, VectorFeatures(store))
        }
    }

    /// The layer, if it is among those to decode (nil for all); nil for others, and when it has more features than may be
    /// decoded.
    mutating func layer(
        _ asked: Set<String>?, _ geometries: inout GeometryDecoder
    ) throws(Diagnostic) -> Layer? {
        let isAsked: Bool
        do {
            isAsked = try scan(asked)
        } catch {
            throw Diagnostic(code: .tilesDamagedTile, path: path, error.message)
        }
        // Reading stopped there, so that other parts of the layer may not be known.
        guard features.count <= RenderBudget.rest(of: .features) else {
            RenderBudget.spend(features.count, .features, at: path)
            return nil
        }
        guard let name else { throw Diagnostic(code: .tilesDamagedTile, "a layer has no name") }
        guard isAsked else { return nil }
        guard let version else { throw Diagnostic(code: .tilesDamagedTile, path: path, "the layer has no version") }
        guard RenderBudget.spend(features.count, .features, at: path) else { return nil }
        guard version == 1 || version == 2 else {
            throw Diagnostic(code: .tilesDamagedTile, path: path, expected: "version 1 or 2", found: "\(version)")
        }
        guard extent > 0, extent <= UInt64(UInt32.max) else {
            throw Diagnostic(code: .tilesDamagedTile, path: path, expected: "an extent from 1", found: "\(extent)")
        }
        let (tables, records) = try decodedFeatures(&geometries)
        return Layer(name: name, version: Int(version), extent: Int(extent), tables: tables, records: records)
    }

    /// Finds the layer's name and, if it is asked for, its parts.
    private mutating func scan(_ asked: Set<String>?) throws(ProtobufError) -> Bool {
        var reader = ProtobufReader(buffer, range)
        let most = RenderBudget.rest(of: .features)
        // Names come first, but need not.
        var (isAsked, isCut) = (true, false)
        featureCount = 0
        while let tag = try reader.tag() {
            switch tag {
            case 1 << 3 | 2:
                let name = try reader.string()
                self.name = name
                isAsked = asked?.contains(name) ?? true
                isCut = isCut || !isAsked
            case 2 << 3 | 2:
                let range = try reader.range()
                featureCount &+= 1
                guard isAsked else { continue }
                features.append(range)
                if features.count > most { return true }
            case 3 << 3 | 2:
                let range = try reader.range()
                if isAsked { keys.append(range) }
            case 4 << 3 | 2:
                let range = try reader.range()
                if isAsked { values.append(range) }
            case 5 << 3: extent = try reader.varint()
            case 15 << 3: version = try reader.varint()
            default: try reader.skip(tag, isKnown: 1...5 ~= tag >> 3 || tag >> 3 == 15)
            }
        }
        // The last of several names counts.
        guard isAsked, isCut else { return isAsked }
        (features, keys, values) = ([], [], [])
        return try scan(nil)
    }

    private mutating func decodedFeatures(
        _ geometries: inout GeometryDecoder
    ) throws(Diagnostic) -> (PropertyTables, [FeatureStore.Record]) {
        let keyTable = KeyTable(keys.map { String(decoding: UnsafeBufferPointer(rebasing: buffer[$0]), as: UTF8.self) })
        let valueTable = try decodedValues()
        var tags = TagLists()
        var records: [FeatureStore.Record] = []
        records.reserveCapacity(features.count)
        let firstPoint = geometries.count
        for (index, range) in features.enumerated() {
            do {
                let record = try FeatureRecord(buffer, range)
                let own = try tags.range(of: record, in: buffer, keyTable, values: valueTable.count)
                let place = try geometries.place(of: record)
                records.append(FeatureStore.Record(id: record.id, type: record.type, tags: own, geometry: place))
            } catch {
                switch error {
                case .invalidFeature(let reason): drop(index, reason)
                case .invalidTile(let reason):
                    throw Diagnostic(code: .tilesDamagedTile, path: "\(path): feature \(index)", reason)
                }
            }
        }
        RenderBudget.spend(geometries.count - firstPoint, .vertices, at: path)
        let tables = PropertyTables(
            keys: keyTable.names, values: valueTable, tags: tags.all, indices: keyTable.indices)
        return (tables, records)
    }

    private mutating func drop(_ index: Int, _ reason: String) {
        if dropped == 0 { firstDropped = "feature \(index): \(reason)" }
        dropped += 1
    }

    private func decodedValues() throws(Diagnostic) -> [PropertyValue] {
        var table: [PropertyValue] = []
        table.reserveCapacity(values.count)
        for range in values {
            do {
                table.append(try decodedValue(range))
            } catch {
                throw Diagnostic(code: .tilesDamagedTile, path: "\(path): value \(table.count)", error.message)
            }
        }
        return table
    }

    private func decodedValue(_ range: Range<Int>) throws(ProtobufError) -> PropertyValue {
        var reader = ProtobufReader(buffer, range)
        var value = PropertyValue.null
        while let tag = try reader.tag() {
            switch tag {
            case 1 << 3 | 2: value = .string(try reader.string())
            case 2 << 3 | 5: value = .number(Double(try reader.float()))
            case 3 << 3 | 1: value = .number(try reader.double())
            case 4 << 3: value = .number(Double(Int64(bitPattern: try reader.varint())))
            case 5 << 3: value = .number(Double(try reader.varint()))
            case 6 << 3: value = .number(Double(zigzagDecoded(try reader.varint())))
            case 7 << 3: value = .bool(try reader.varint() != 0)
            default: throw 1...7 ~= tag >> 3 ? .wireType(Int(tag & 7)) : .unknownField(tag >> 3)
            }
        }
        return value
    }
}

/// The tags of a layer's features. Those that are the same, as for most streets and buildings, are kept once.
private struct TagLists {
    /// Where a list stands in the tile and, unless it is broken, in `all`.
    private struct List {
        var bytes: Range<Int>
        var tags: Range<UInt32>?
    }

    /// Pairs of key index and value index.
    private(set) var all: [UInt32] = []
    private var lists: [List] = []
    private var numbers = HashedNumbers()

    /// Checks a feature's tags, and finds or appends them.
    mutating func range(
        of record: FeatureRecord, in buffer: UnsafeBufferPointer<UInt8>, _ keys: KeyTable, values: Int
    ) throws(FeatureError) -> Range<UInt32> {
        guard let range = try found(record.tags, in: buffer, keys, values) else {
            throw .invalidFeature("a tag has no value")
        }
        return range
    }

    private mutating func found(
        _ bytes: Range<Int>, in buffer: UnsafeBufferPointer<UInt8>, _ keys: KeyTable, _ values: Int
    ) throws(FeatureError) -> Range<UInt32>? {
        // Often the last one comes again.
        if let last = lists.last, isEqual(last.bytes, bytes, in: buffer) { return last.tags }
        let hash = ByteTable.hash(UnsafeBufferPointer(rebasing: buffer[bytes]))
        let (known, slot) = numbers.find(hash) { isEqual(lists[$0].bytes, bytes, in: buffer) }
        if let known { return lists[known].tags }
        let tags = try appended(ProtobufReader(buffer, bytes), keys, values)
        numbers.add(hash, at: slot)
        lists.append(List(bytes: bytes, tags: tags))
        return tags
    }

    private func isEqual(_ one: Range<Int>, _ other: Range<Int>, in buffer: UnsafeBufferPointer<UInt8>) -> Bool {
        guard one.count == other.count, let base = buffer.baseAddress else { return one.isEmpty && other.isEmpty }
        return memcmp(base + one.lowerBound, base + other.lowerBound, one.count) == 0
    }

    /// Nil when a tag has no value.
    private mutating func appended(
        _ reader: ProtobufReader, _ keys: KeyTable, _ values: Int
    ) throws(FeatureError) -> Range<UInt32>? {
        var reader = reader
        let start = all.count
        while !reader.isAtEnd {
            guard let key = try? reader.varint() else { throw .invalidTile("a tag is cut off") }
            guard !reader.isAtEnd else {
                all.removeSubrange(start...)
                return nil
            }
            guard let value = try? reader.varint() else { throw .invalidTile("a tag is cut off") }
            guard key < UInt64(keys.canonical.count) else {
                throw .invalidTile("a tag has key \(key) of \(keys.canonical.count)")
            }
            guard value < UInt64(values) else { throw .invalidTile("a tag has value \(value) of \(values)") }
            all.append(keys.canonical[Int(key)])
            all.append(UInt32(truncatingIfNeeded: value))
        }
        return UInt32(truncatingIfNeeded: start)..<UInt32(truncatingIfNeeded: all.count)
    }
}

/// A layer's key names; a repeated name has one index.
private struct KeyTable {
    let names: [String]
    private(set) var indices: [String: UInt32] = [:]
    /// The first index with the same name, for each index of the tile.
    private(set) var canonical: [UInt32] = []

    init(_ names: [String]) {
        self.names = names
        indices.reserveCapacity(names.count)
        canonical.reserveCapacity(names.count)
        for (index, name) in names.enumerated() {
            let own = UInt32(truncatingIfNeeded: index)
            let first = indices[name] ?? own
            if first == own { indices[name] = own }
            canonical.append(first)
        }
    }
}

/// The keys and values shared by the features of a layer, as in an encoded tile.
final class PropertyTables: Sendable {
    let keys: [String]
    let values: [PropertyValue]
    /// Pairs of key index and value index of all features, one after the other; all are in range.
    let tags: [UInt32]
    private let indices: [String: UInt32]

    static let empty = PropertyTables(keys: [], values: [], tags: [], indices: [:])

    /// - Precondition: every tag is in range, and `indices` is the inverse of `keys`.
    init(keys: [String], values: [PropertyValue], tags: [UInt32], indices: [String: UInt32]) {
        self.keys = keys
        self.values = values
        self.tags = tags
        self.indices = indices
    }

    func index(of name: String) -> UInt32? { indices[name] }

    /// The value of a feature for a key; of a repeated key the last one counts.
    func value(ofKey key: UInt32, in range: Range<UInt32>) -> PropertyValue? {
        valueIndex(ofKey: key, in: range).map { values[$0] }
    }

    /// The index of that value.
    func valueIndex(ofKey key: UInt32, in range: Range<UInt32>) -> Int? {
        tags.withUnsafeBufferPointer { tags in
            var i = min(Int(range.upperBound), tags.count) - 2
            while i >= Int(range.lowerBound) {
                if tags[i] == key { return Int(tags[i + 1]) }
                i -= 2
            }
            return nil
        }
    }

    /// The pairs of a feature, as indices of key and value.
    func pairs(in range: Range<UInt32>) -> PropertyPairs {
        PropertyPairs(tags: tags, in: range)
    }

    func properties(in range: Range<UInt32>) -> [String: PropertyValue] {
        var all: [String: PropertyValue] = [:]
        for i in stride(from: Int(range.lowerBound), to: min(Int(range.upperBound), tags.count), by: 2) {
            all[keys[Int(tags[i])]] = values[Int(tags[i + 1])]
        }
        return all
    }
}

/// Some pairs of key and value of `PropertyTables`.
struct PropertyPairs: Sequence, IteratorProtocol {
    private let tags: [UInt32]
    private var index: Int
    private let end: Int

    init(tags: [UInt32], in range: Range<UInt32>) {
        self.tags = tags
        index = Int(range.lowerBound)
        end = Swift.min(Int(range.upperBound), tags.count)
    }

    mutating func next() -> (key: UInt32, value: UInt32)? {
        guard index + 1 < end else { return nil }
        defer { index += 2 }
        return (tags[index], tags[index + 1])
    }
}

extension PropertyTables {
    /// Builds tables feature by feature.
    struct Builder {
        private var keys: [String] = []
        private var values: [PropertyValue] = []
        private var tags: [UInt32] = []
        private var indices: [String: UInt32] = [:]

        /// Adds one feature's members; returns its range of tags.
        mutating func add(_ members: some Sequence<(String, PropertyValue)>) -> Range<UInt32> {
            let start = UInt32(truncatingIfNeeded: tags.count)
            for (key, value) in members {
                add(self.key(key), self.value(value))
            }
            return start..<UInt32(truncatingIfNeeded: tags.count)
        }

        /// Adds a pair of the indices of a key and a value.
        mutating func add(_ key: UInt32, _ value: UInt32) {
            tags.append(key)
            tags.append(value)
        }

        /// The index of a key.
        mutating func key(_ name: String) -> UInt32 {
            if let known = indices[name] { return known }
            let index = UInt32(truncatingIfNeeded: keys.count)
            keys.append(name)
            indices[name] = index
            return index
        }

        /// The index of a new value.
        mutating func value(_ value: PropertyValue) -> UInt32 {
            values.append(value)
            return UInt32(truncatingIfNeeded: values.count - 1)
        }

        var tagCount: Int { tags.count }
        var valueCount: Int { values.count }

        func finish() -> PropertyTables {
            PropertyTables(keys: keys, values: values, tags: tags, indices: indices)
        }
    }
}
