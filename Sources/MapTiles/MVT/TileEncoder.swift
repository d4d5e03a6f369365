// SPDX-License-Identifier: MIT
import CDeflate
import Libc
package import MapCore

/// Writes a vector tile layer by layer (Mapbox Vector Tile 2.1).
package struct TileEncoder {
    /// The tile so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package var isEmpty: Bool { bytes.isEmpty }

    /// Adds a layer; one without features is left out, since a layer must have one.
    package mutating func add(_ layer: LayerEncoder) {
        guard layer.featureCount > 0 else { return }
        let start = layer.head
        appendVarint(3 << 3 | 2, to: &bytes)
        appendVarint(UInt64(start.count + layer.features.count + layer.tables.count), to: &bytes)
        bytes += start
        bytes += layer.features
        bytes += layer.tables
    }
}

/// Writes one layer of a vector tile: features with their attributes, of which each different key and value is kept once.
///
/// Keys, values and features stand in the order in which they are first added.
package struct LayerEncoder {
    package let name: String
    /// Tile units per side.
    package let extent: Int
    package private(set) var featureCount = 0
    fileprivate private(set) var features: [UInt8] = []
    private var keys = ByteTable()
    private var values = ByteTable()

    /// - Parameters:
    ///   - name: of the layer.
    ///   - extent: tile units per side.
    ///   - room: bytes that features are expected to take.
    package init(name: String, extent: Int = 4096, room: Int = 0) {
        self.name = name
        self.extent = extent
        features.reserveCapacity(room)
    }

    /// The index of a key.
    package mutating func key(_ name: String) -> UInt32 {
        var name = name
        return name.withUTF8 { keys.index(of: $0) }
    }

    /// The index of a value; nil for what tiles do not hold: null, arrays and objects.
    package mutating func value(_ value: PropertyValue) -> UInt32? {
        let bytes = value.tileBytes
        return bytes.isEmpty ? nil : bytes.withUnsafeBufferPointer { self.value(encoded: $0) }
    }

    /// The index of a value that `PropertyValue.tileBytes` has encoded.
    package mutating func value(encoded bytes: UnsafeBufferPointer<UInt8>) -> UInt32 { values.index(of: bytes) }

    /// Adds a feature.
    ///
    /// - Parameters:
    ///   - id: nil for none.
    ///   - type: of the geometry.
    ///   - tags: pairs of the indices of a key and a value.
    ///   - geometry: commands as `GeometryEncoder` writes them; a feature without any is left out.
    package mutating func add(id: UInt64?, type: GeometryType, tags: [UInt32], geometry: ArraySlice<UInt8>) {
        guard !geometry.isEmpty else { return }
        featureCount += 1
        let tagSize = tags.reduce(0) { $0 + varintSize(UInt64($1)) }
        var size = 2 + 1 + varintSize(UInt64(geometry.count)) + geometry.count
        if let id { size += 1 + varintSize(id) }
        if tagSize > 0 { size += 1 + varintSize(UInt64(tagSize)) + tagSize }
        features.append(2 << 3 | 2)
        appendVarint(UInt64(size), to: &features)
        if let id {
            features.append(1 << 3)
            appendVarint(id, to: &features)
        }
        if tagSize > 0 {
            features.append(2 << 3 | 2)
            appendVarint(UInt64(tagSize), to: &features)
            for tag in tags { appendVarint(UInt64(tag), to: &features) }
        }
        features.append(3 << 3)
        features.append(type.number)
        features.append(4 << 3 | 2)
        appendVarint(UInt64(geometry.count), to: &features)
        features += geometry
    }

    /// The fields before the features: version and name.
    fileprivate var head: [UInt8] {
        var bytes: [UInt8] = [15 << 3, 2, 1 << 3 | 2]
        appendVarint(UInt64(name.utf8.count), to: &bytes)
        bytes += name.utf8
        return bytes
    }

    /// The fields behind the features: keys, values and extent.
    fileprivate var tables: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(keys.fieldSize + values.fieldSize + 8)
        keys.append(asField: 3, to: &bytes)
        values.append(asField: 4, to: &bytes)
        bytes.append(5 << 3)
        appendVarint(UInt64(max(1, extent)), to: &bytes)
        return bytes
    }
}

/// Finds numbers, which count from 0 in the order in which they are added, by the hashes of what they stand for. It is a hash table with
/// linear probing.
struct HashedNumbers {
    private var hashes: [UInt32] = []
    /// Numbers plus one; as many as a power of two.
    private var slots = [UInt32](repeating: 0, count: 64)

    /// The number with a hash that is the wanted one; else nil, and the slot to add the next number at.
    @inline(__always)
    func find(_ hash: UInt32, where isWanted: (Int) -> Bool) -> (number: Int?, slot: Int) {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] > 0 {
            let number = Int(slots[slot]) - 1
            if hashes[number] == hash, isWanted(number) { return (number, slot) }
            slot = (slot + 1) & mask
        }
        return (nil, slot)
    }

    /// Adds the next number at a slot that `find` has just given.
    mutating func add(_ hash: UInt32, at slot: Int) {
        hashes.append(hash)
        slots[slot] = UInt32(truncatingIfNeeded: hashes.count)
        if 2 * hashes.count > slots.count { grow() }
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: 4 * slots.count)
        let mask = slots.count - 1
        for (number, hash) in hashes.enumerated() {
            var slot = Int(hash) & mask
            while slots[slot] > 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(truncatingIfNeeded: number + 1)
        }
    }
}

/// Distinct strings of bytes, numbered in the order in which they come.
package struct ByteTable {
    private var content: [UInt8] = []
    private var ends: [Int] = []
    private var numbers = HashedNumbers()

    package init() {}

    /// The number of a string, which is added when it is new.
    package mutating func index(of bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        // Often the last one comes again.
        if let last = ends.indices.last, isEqual(last, bytes) { return UInt32(last) }
        let hash = Self.hash(bytes)
        let (known, slot) = numbers.find(hash) { isEqual($0, bytes) }
        if let known { return UInt32(known) }
        numbers.add(hash, at: slot)
        content += bytes
        ends.append(content.count)
        return UInt32(ends.count - 1)
    }

    private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    private func isEqual(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = range(index)
        guard range.count == bytes.count else { return false }
        return content.withUnsafeBytes { content in
            guard let own = content.baseAddress, let other = bytes.baseAddress else { return range.isEmpty }
            return memcmp(own + range.lowerBound, other, range.count) == 0
        }
    }

    /// As FNV-1a does it, eight bytes at a time; low bits are mixed into the high ones, which are taken.
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let factor: UInt64 = 0x9FB2_1C65_1E98_DF25
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let raw = UnsafeRawBufferPointer(bytes)
        var start = 0
        if raw.count >= 32 {
            // Two halves that do not wait for each other.
            var other = factor
            while raw.count - start >= 16 {
                hash = (hash ^ raw.loadUnaligned(fromByteOffset: start, as: UInt64.self)) &* factor
                other = (other ^ raw.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)) &* factor
                hash ^= hash >> 32
                other ^= other >> 32
                start += 16
            }
            hash ^= other &* factor
        }
        while raw.count - start >= 8 {
            hash = (hash ^ raw.loadUnaligned(fromByteOffset: start, as: UInt64.self)) &* factor
            hash ^= hash >> 32
            start += 8
        }
        while start < raw.count {
            hash = (hash ^ UInt64(raw[start])) &* factor
            start += 1
        }
        return UInt32(truncatingIfNeeded: ((hash ^ hash >> 29) &* factor) >> 32)
    }

    /// The bytes that `append` appends, or some more.
    fileprivate var fieldSize: Int { content.count + 6 * ends.count }

    /// Appends all strings as fields of a message.
    fileprivate func append(asField number: UInt8, to bytes: inout [UInt8]) {
        content.withUnsafeBufferPointer { content in
            for index in ends.indices {
                let range = range(index)
                bytes.append(number << 3 | 2)
                appendVarint(UInt64(range.count), to: &bytes)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: content[range]))
            }
        }
    }
}

extension PropertyValue {
    /// A `Value` of Mapbox Vector Tile 2.1; empty for what tiles do not hold. Whole numbers are written as such, which is short.
    package var tileBytes: [UInt8] {
        var bytes: [UInt8] = []
        appendTileBytes(to: &bytes)
        return bytes
    }

    /// Appends `tileBytes`.
    package func appendTileBytes(to bytes: inout [UInt8]) {
        switch self {
        case .string(let text):
            bytes.append(1 << 3 | 2)
            appendVarint(UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .number(let number):
            if let whole = Int64(exactly: number), abs(number) <= 9_007_199_254_740_992 {
                bytes.append(whole < 0 ? 6 << 3 : 4 << 3)
                appendVarint(whole < 0 ? UInt64(bitPattern: whole << 1 ^ whole >> 63) : UInt64(whole), to: &bytes)
            } else {
                bytes.append(3 << 3 | 1)
                for shift in stride(from: UInt64(0), to: 64, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
                }
            }
        case .bool(let flag): bytes += [7 << 3, flag ? 1 : 0]
        case .null, .array, .object: break
        }
    }
}

extension GeometryType {
    /// `GeomType` of Mapbox Vector Tile 2.1.
    var number: UInt8 {
        switch self {
        case .unknown: 0
        case .point: 1
        case .lineString: 2
        case .polygon: 3
        }
    }
}

/// Appends a number in groups of seven bits, the lowest first.
@inline(__always)
package func appendVarint(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
}

/// The bytes that `appendVarint` appends.
package func varintSize(_ value: UInt64) -> Int { value == 0 ? 1 : (70 - value.leadingZeroBitCount) / 7 }

/// Packs with gzip, tile after tile.
package struct GzipPacker: ~Copyable {
    private let handle: OpaquePointer

    /// - Parameter level: from 1, the fastest, to 12, the smallest.
    /// - Throws: when there is not enough memory.
    package init(level: Int = 6) throws(Diagnostic) {
        guard let handle = libdeflate_alloc_compressor(Int32(max(1, min(12, level)))) else {
            throw Diagnostic(code: .fileCannotWrite, "there is not enough memory to compress")
        }
        self.handle = handle
    }

    deinit { libdeflate_free_compressor(handle) }

    package func packed(_ bytes: [UInt8]) -> [UInt8] {
        let bound = libdeflate_gzip_compress_bound(handle, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_gzip_compress(handle, bytes, bytes.count, buffer.baseAddress, bound)
        }
    }
}
