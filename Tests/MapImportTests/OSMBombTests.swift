// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapImport
import TestSupport
import Testing

/// A message in the encoding of Protocol Buffers.
private struct Message {
    private(set) var bytes: [UInt8] = []

    static func varint(_ value: UInt64) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    mutating func add(_ field: UInt64, _ value: UInt64) { bytes += Self.varint(field << 3) + Self.varint(value) }

    mutating func add(_ field: UInt64, _ value: some Collection<UInt8>) {
        bytes += Self.varint(field << 3 | 2) + Self.varint(UInt64(value.count)) + value
    }
}

/// A block of objects of one kind, not packed.
private func block(strings: [String], kind: UInt64, objects: [[UInt8]]) -> [UInt8] {
    var table = Message()
    for string in strings { table.add(1, Array(string.utf8)) }
    var group = Message()
    for object in objects { group.add(kind, object) }
    var block = Message()
    block.add(1, table.bytes)
    block.add(2, group.bytes)
    var blob = Message()
    blob.add(1, block.bytes)
    return blob.bytes
}

/// A PBF file of blocks.
private func file(_ blocks: [[UInt8]], isSorted: Bool = false) -> [UInt8] {
    func wrapped(_ type: String, _ blob: [UInt8]) -> [UInt8] {
        var header = Message()
        header.add(1, Array(type.utf8))
        header.add(3, UInt64(blob.count))
        let size = UInt32(header.bytes.count)
        return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + header.bytes
            + blob
    }
    var head = Message()
    head.add(4, Array("OsmSchema-V0.6".utf8))
    if isSorted { head.add(5, Array("Sort.Type_then_ID".utf8)) }
    var headBlob = Message()
    headBlob.add(1, head.bytes)
    return wrapped("OSMHeader", headBlob.bytes) + blocks.flatMap { wrapped("OSMData", $0) }
}

@Suite("Files that ask for more than they look like") struct OSMBombTests {
    private func imported(_ bytes: [UInt8]) throws -> Imported {
        let folder = try ScratchFolder()
        return try withExtendedLifetime(folder) { try Imported(path: folder.write("bomb.osm.pbf", bytes)) }
    }

    @Test("a block that says it is larger than allowed is left out")
    func hugeBlock() throws {
        var blob = Message()
        blob.add(2, 64 << 20)
        blob.add(3, [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1])
        let result = try imported(file([blob.bytes]))
        #expect(result.features.isEmpty)
        #expect(result.diagnostics.contains { $0.code == .importDamagedFile })
    }

    @Test("tags that name one long string very often are left out")
    func strings() throws {
        var way = Message()
        way.add(1, 1)
        way.add(2, [UInt8](repeating: 1, count: 1 << 20))
        way.add(3, [UInt8](repeating: 1, count: 1 << 20))
        let result = try imported(
            file([block(strings: ["", String(repeating: "x", count: 1000)], kind: 3, objects: [way.bytes])]))
        #expect(result.features.isEmpty)
        #expect(result.diagnostics.map(\.message) == ["the block takes too much memory; it was left out"])
    }

    @Test("a way of very many nodes is left out")
    func nodes() throws {
        var way = Message()
        way.add(1, 1)
        way.add(8, [UInt8](repeating: 0, count: 9 << 20))
        #expect(try imported(file([block(strings: [""], kind: 3, objects: [way.bytes])])).diagnostics.count == 1)
    }

    @Test("relations of relations, and of themselves, end")
    func relations() throws {
        var objects: [[UInt8]] = []
        for id in 1...1000 as ClosedRange<UInt64> {
            var relation = Message()
            relation.add(1, id)
            relation.add(2, [1])
            relation.add(3, [2])
            relation.add(8, [UInt8](repeating: 0, count: 100))
            relation.add(9, Message.varint(id * 2) + [UInt8](repeating: 0, count: 99))
            relation.add(10, [UInt8](repeating: 2, count: 100))
            objects.append(relation.bytes)
        }
        let result = try imported(file([block(strings: ["", "type", "multipolygon"], kind: 4, objects: objects)]))
        #expect(result.features.isEmpty)
    }

    @Test("an area whose edges are all above one another is too complex, and is left out")
    func crowd() throws {
        var file = OSMFile()
        let cells = (0..<60_000).map { (x: $0 % 2 * 90, y: $0 / 2) }
        file.way(1, cells + [(x: 0, y: 0)], ["natural": "wood"])
        let result = try Imported(file)
        #expect(result.way(1)?.areas.isEmpty == true)
        #expect(result.problems(of: "way 1") == [.importBrokenArea])
        #expect(result.diagnostics.map(\.message).contains("the area would take too long to assemble"))
    }

    @Test("a string with a zero byte does not shift those that follow")
    func zeroByte() throws {
        var node = Message()
        node.add(1, 2)
        node.add(2, [1, 3])
        node.add(3, [2, 4])
        node.add(8, 2_000_000)
        node.add(9, 2_000_000)
        let result = try imported(
            file([block(strings: ["", "na\0me", "x\0", "place", "town"], kind: 1, objects: [node.bytes])]))
        #expect(result.features.first?.tags["place"] == "town")
    }

    @Test("a file that is not sorted as it says is refused, and one that says nothing is read")
    func unsorted() throws {
        func node(_ id: UInt64) -> [UInt8] {
            var node = Message()
            node.add(1, id * 2)
            node.add(8, 1_000_000_000 + id * 20_000)
            node.add(9, 200_000_000)
            return node.bytes
        }
        var way = Message()
        way.add(1, 9)
        way.add(2, [1])
        way.add(3, [2])
        way.add(8, [2, 2])
        let blocks = [
            block(strings: ["", "highway", "path"], kind: 3, objects: [way.bytes]),
            block(strings: [""], kind: 1, objects: [node(2), node(1)]),
        ]
        let read = try imported(file(blocks))
        #expect(read.way(9)?.lines == [[Point(0, 1), Point(0, 2)]])
        do {
            _ = try imported(file(blocks, isSorted: true))
            Issue.record("it was read")
        } catch let error as Diagnostic {
            #expect(error.code == .importUnsupported)
        }
    }
}
