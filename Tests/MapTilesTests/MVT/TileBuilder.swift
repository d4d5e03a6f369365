// SPDX-License-Identifier: MIT

/// Writes protobuf messages, so that tests can build tiles, sound or broken.
struct Message {
    private(set) var bytes: [UInt8] = []

    static func varint(_ n: UInt64) -> [UInt8] {
        var (n, out) = (n, [UInt8]())
        while n >= 0x80 {
            out.append(UInt8(n & 0x7F) | 0x80)
            n >>= 7
        }
        return out + [UInt8(n)]
    }

    mutating func add(_ field: UInt64, number: UInt64) { bytes += Self.varint(field << 3) + Self.varint(number) }

    mutating func add(_ field: UInt64, bytes payload: [UInt8]) {
        bytes += Self.varint(field << 3 | 2) + Self.varint(UInt64(payload.count)) + payload
    }

    mutating func add(_ field: UInt64, text: String) { add(field, bytes: Array(text.utf8)) }

    mutating func add(_ field: UInt64, packed: [UInt64]) { add(field, bytes: packed.flatMap(Self.varint)) }
}

/// A tile with one layer.
struct TileBuilder {
    var name = "layer"
    var keys: [String] = []
    var texts: [String] = []
    var features: [[UInt8]] = []

    mutating func feature(id: UInt64? = nil, type: UInt64? = 1, tags: [UInt64] = [], geometry: [UInt64]? = [9, 50, 34])
    {
        var message = Message()
        if let id { message.add(1, number: id) }
        if !tags.isEmpty { message.add(2, packed: tags) }
        if let type { message.add(3, number: type) }
        if let geometry { message.add(4, packed: geometry) }
        features.append(message.bytes)
    }

    var layer: [UInt8] {
        var layer = Message()
        layer.add(15, number: 2)
        layer.add(1, text: name)
        for feature in features { layer.add(2, bytes: feature) }
        for key in keys { layer.add(3, text: key) }
        for text in texts {
            var value = Message()
            value.add(1, text: text)
            layer.add(4, bytes: value.bytes)
        }
        layer.add(5, number: 4096)
        return layer.bytes
    }

    var tile: [UInt8] {
        var tile = Message()
        tile.add(3, bytes: layer)
        return tile.bytes
    }

    /// One point with the id as its only mark.
    static func point(id: UInt64) -> [UInt8] {
        var builder = TileBuilder()
        builder.feature(id: id)
        return builder.tile
    }
}
