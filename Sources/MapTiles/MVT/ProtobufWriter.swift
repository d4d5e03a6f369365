// SPDX-License-Identifier: MIT

/// Writes the fields of a protocol buffer message.
///
/// - SeeAlso: Protocol Buffers, "Encoding".
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func number(_ field: UInt64, _ value: UInt64) {
        varint(field << 3)
        varint(value)
    }

    mutating func double(_ field: UInt64, _ value: Double) {
        varint(field << 3 | 1)
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
        }
    }

    mutating func string(_ field: UInt64, _ text: String) { chunk(field, Array(text.utf8)) }

    mutating func data(_ field: UInt64, _ bytes: [UInt8]) { chunk(field, bytes) }

    mutating func message(_ field: UInt64, _ message: ProtobufWriter) { chunk(field, message.bytes) }

    /// Numbers one after another; nothing when there are none.
    mutating func packed(_ field: UInt64, _ values: [UInt64]) {
        guard !values.isEmpty else { return }
        var content = ProtobufWriter()
        for value in values { content.varint(value) }
        chunk(field, content.bytes)
    }

    private mutating func chunk(_ field: UInt64, _ content: [UInt8]) {
        varint(field << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }
}
