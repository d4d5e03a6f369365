// SPDX-License-Identifier: MIT
import TestSupport

/// Writes small files of OpenStreetMap's data in protocol buffers.
///
/// - SeeAlso: https://wiki.openstreetmap.org/wiki/PBF_Format
struct OSMBuilder {
    private var strings: [String] = [""]
    private var nodes: [UInt8] = []
    private var ways: [UInt8] = []
    private var relations: [UInt8] = []
    private var nextNode: Int64 = 1
    private var nextID: Int64 = 1

    /// How blocks are packed: 1 not at all, 6 by lz4, 7 by zstd.
    var packing: UInt64 = 1

    typealias Place = (longitude: Double, latitude: Double)

    /// Adds a node.
    @discardableResult
    mutating func node(_ longitude: Double, _ latitude: Double, _ tags: KeyValuePairs<String, String> = [:]) -> Int64 {
        var message = Message()
        message.field(1, signed: nextNode)
        message.tags(tags, &strings)
        message.field(8, signed: Int64((latitude * 1e7).rounded()))
        message.field(9, signed: Int64((longitude * 1e7).rounded()))
        nodes += Message.framed(1, message.bytes)
        defer { nextNode += 1 }
        return nextNode
    }

    /// Adds a way of nodes that are there.
    mutating func way(of ids: [Int64], _ tags: KeyValuePairs<String, String>) {
        var message = Message()
        message.field(1, UInt64(nextID))
        message.tags(tags, &strings)
        message.field(8, packed: Self.deltas(ids))
        ways += Message.framed(3, message.bytes)
        nextID += 1
    }

    /// Adds a way with its nodes; a closed one ends with its first place.
    @discardableResult
    mutating func way(_ places: [Place], _ tags: KeyValuePairs<String, String> = [:]) -> Int64 {
        var ids: [Int64] = []
        for place in places {
            let isEnd = ids.count > 2 && ids.count == places.count - 1 && place == places[0]
            ids.append(isEnd ? ids[0] : node(place.longitude, place.latitude))
        }
        var message = Message()
        message.field(1, UInt64(nextID))
        message.tags(tags, &strings)
        message.field(8, packed: Self.deltas(ids))
        ways += Message.framed(3, message.bytes)
        defer { nextID += 1 }
        return nextID
    }

    /// A closed way around a box.
    @discardableResult
    mutating func box(
        _ west: Double, _ south: Double, _ east: Double, _ north: Double, _ tags: KeyValuePairs<String, String> = [:]
    ) -> Int64 {
        way([(west, south), (east, south), (east, north), (west, north), (west, south)], tags)
    }

    /// Adds a relation of ways.
    mutating func relation(_ members: [(way: Int64, role: String)], _ tags: KeyValuePairs<String, String>) {
        var message = Message()
        message.field(1, UInt64(nextID))
        nextID += 1
        message.tags(tags, &strings)
        message.field(8, packed: members.map { UInt64(Self.index($0.role, &strings)) })
        message.field(9, packed: Self.deltas(members.map(\.way)))
        message.field(10, packed: members.map { _ in 1 })
        relations += Message.framed(4, message.bytes)
    }

    /// The file; its header states a box.
    func file(west: Double, south: Double, east: Double, north: Double) -> [UInt8] {
        var box = Message()
        for (number, value) in [(1, west), (2, east), (3, north), (4, south)] as [(UInt64, Double)] {
            box.field(number, signed: Int64((value * 1e9).rounded()))
        }
        var header = Message()
        header.field(1, bytes: box.bytes)
        header.field(4, bytes: Array("OsmSchema-V0.6".utf8))
        header.field(16, bytes: Array("tests".utf8))
        var table = Message()
        for string in strings { table.field(1, bytes: Array(string.utf8)) }
        var file = blob("OSMHeader", header.bytes)
        for group in [nodes, ways, relations] where !group.isEmpty {
            var block = Message()
            block.field(1, bytes: table.bytes)
            block.field(2, bytes: group)
            file += blob("OSMData", block.bytes)
        }
        return file
    }

    /// Writes the file into a folder.
    func write(
        to folder: ScratchFolder, west: Double = 24.9, south: Double = 60.1, east: Double = 25, north: Double = 60.2
    ) throws -> String {
        try folder.write("tiny.osm.pbf", file(west: west, south: south, east: east, north: north))
    }

    private func blob(_ type: String, _ content: [UInt8]) -> [UInt8] {
        var blob = Message()
        if packing > 1 { blob.field(2, UInt64(content.count)) }
        blob.field(packing, bytes: packing == 7 ? Self.zstd(content) : content)
        var header = Message()
        header.field(1, bytes: Array(type.utf8))
        header.field(3, UInt64(blob.bytes.count))
        let size = UInt32(header.bytes.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + header.bytes + blob.bytes
    }

    /// A frame of one block that is stored as it is (RFC 8878, 3.1.1).
    private static func zstd(_ content: [UInt8]) -> [UInt8] {
        func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + littleEndian(content.count, 4) + littleEndian(content.count << 3 | 1, 3)
            + content
    }

    private static func deltas(_ ids: [Int64]) -> [UInt64] {
        zip(ids, [0] + ids).map { Message.zigzag($0 - $1) }
    }

    fileprivate static func index(_ string: String, _ strings: inout [String]) -> Int {
        if let index = strings.firstIndex(of: string) { return index }
        strings.append(string)
        return strings.count - 1
    }
}

/// A message of protocol buffers.
private struct Message {
    var bytes: [UInt8] = []

    static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

    static func framed(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
        var message = Message()
        message.field(number, bytes: content)
        return message.bytes
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func field(_ number: UInt64, _ value: UInt64) {
        varint(number << 3)
        varint(value)
    }

    mutating func field(_ number: UInt64, signed value: Int64) { field(number, Self.zigzag(value)) }

    mutating func field(_ number: UInt64, bytes content: [UInt8]) {
        varint(number << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }

    mutating func field(_ number: UInt64, packed values: [UInt64]) {
        var content = Message()
        for value in values { content.varint(value) }
        field(number, bytes: content.bytes)
    }

    mutating func tags(_ tags: KeyValuePairs<String, String>, _ strings: inout [String]) {
        guard !tags.isEmpty else { return }
        field(2, packed: tags.map { UInt64(OSMBuilder.index($0.key, &strings)) })
        field(3, packed: tags.map { UInt64(OSMBuilder.index($0.value, &strings)) })
    }
}
