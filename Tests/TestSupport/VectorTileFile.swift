// SPDX-License-Identifier: MIT

/// Encoded vector tiles (MVT 2.1) with one layer.
package enum VectorTileFile {
    /// A polygon that covers the whole tile, once or several times.
    package static func square(layer: String, count: Int = 1) -> [UInt8] {
        // MoveTo (0, 0); LineTo (4096, 0), (4096, 4096), (0, 4096); ClosePath, as zigzag deltas.
        let geometry = [9, 0, 0, 26, 8192, 0, 0, 8192, 8191, 0, 15].flatMap(varint)
        return message(layer, features: Array(repeating: [0x18, 3] + field(4, geometry), count: count))
    }

    /// A layer whose feature has a geometry that ends inside a command: such a tile is refused.
    package static func broken(layer: String) -> [UInt8] {
        message(layer, features: [[0x18, 3] + field(4, [9, 0])])
    }

    /// A layer whose feature has no geometry: it is left out.
    package static func damaged(layer: String) -> [UInt8] { message(layer, features: [[0x18, 3]]) }

    private static func message(_ layer: String, features: [[UInt8]]) -> [UInt8] {
        field(3, field(1, Array(layer.utf8)) + features.flatMap { field(2, $0) } + [0x28] + varint(4096) + [0x78, 2])
    }

    private static func field(_ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [number << 3 | 2] + varint(payload.count) + payload
    }

    private static func varint(_ value: Int) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
