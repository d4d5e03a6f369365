// SPDX-License-Identifier: MIT

/// Why bytes are not a valid protobuf message.
enum ProtobufError: Error {
    case truncated
    case overlongVarint
    case wireType(Int)
    case unknownField(UInt64)

    var message: String {
        switch self {
        case .truncated: "the data end inside a field"
        case .overlongVarint: "a number is longer than ten bytes"
        case .wireType(let type): "unexpected wire type \(type)"
        case .unknownField(let number): "unexpected field \(number)"
        }
    }
}

/// Reads the fields of one protobuf message, in place.
///
/// Every read is checked against the message's end, and no allocation depends on a count in the data.
///
/// - SeeAlso: https://protobuf.dev/programming-guides/encoding/
struct ProtobufReader {
    /// How a field's value is laid out.
    enum Wire: Int {
        case varint = 0
        case fixed64 = 1
        case bytes = 2
        case fixed32 = 5
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position: Int
    private let end: Int

    /// Reads a range of a buffer; a range that leaves the buffer is read as empty.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        let isInside = range.lowerBound >= 0 && range.upperBound <= bytes.count
        position = isInside ? range.lowerBound : 0
        end = isInside ? range.upperBound : 0
    }

    var isAtEnd: Bool { position >= end }

    /// The next field's number and layout; nil at the end of the message.
    @inline(__always)
    mutating func field() throws(ProtobufError) -> (number: UInt64, wire: Wire)? {
        guard position < end else { return nil }
        let tag = try varint()
        guard let wire = Wire(rawValue: Int(tag & 7)) else { throw .wireType(Int(tag & 7)) }
        return (tag >> 3, wire)
    }

    /// The next field's number and layout as they are encoded, 8 times the number and the layout; nil at the end of the
    /// message.
    @inline(__always)
    mutating func tag() throws(ProtobufError) -> UInt64? {
        guard position < end else { return nil }
        return try varint()
    }

    @inline(__always)
    mutating func varint() throws(ProtobufError) -> UInt64 {
        guard position < end else { throw .truncated }
        let first = bytes[position]
        if first < 0x80 {
            position &+= 1
            return UInt64(first)
        }
        let (value, next) = try longVarint()
        position = next
        return value
    }

    /// The number here, and the position behind it. It changes nothing, so that the position can stay in a register.
    @inline(never)
    private func longVarint() throws(ProtobufError) -> (UInt64, Int) {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        var position = position
        while position < end {
            let byte = bytes[position]
            position &+= 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return (value, position) }
            shift &+= 7
            if shift > 63 { throw .overlongVarint }
        }
        throw .truncated
    }

    /// Reads a number of at most 32 bits; nil, and nothing is read, when it is longer or cut off.
    @inline(__always)
    mutating func number() -> UInt32? {
        if let short = shortNumber() { return short }
        guard let (wide, next) = try? longVarint(), let number = UInt32(exactly: wide) else { return nil }
        position = next
        return number
    }

    /// Reads a number of one or two bytes; nil, and nothing is read, when it is longer or cut off.
    @inline(__always)
    mutating func shortNumber() -> UInt32? {
        guard position < end else { return nil }
        let first = bytes[position]
        if first < 0x80 {
            position &+= 1
            return UInt32(first)
        }
        guard end &- position > 1, bytes[position &+ 1] < 0x80 else { return nil }
        position &+= 2
        return UInt32(first & 0x7F) | UInt32(bytes[position &- 1]) << 7
    }

    /// Reads such a number if it is one that is asked for.
    @inline(__always)
    mutating func shortNumber(where isWanted: (UInt32) -> Bool) -> UInt32? {
        var next = self
        guard let number = next.shortNumber(), isWanted(number) else { return nil }
        position = next.position
        return number
    }

    /// Reads a varint field.
    mutating func varint(_ wire: Wire) throws(ProtobufError) -> UInt64 {
        guard wire == .varint else { throw .wireType(wire.rawValue) }
        return try varint()
    }

    /// The byte range of a string, packed list or message.
    mutating func range(_ wire: Wire) throws(ProtobufError) -> Range<Int> {
        guard wire == .bytes else { throw .wireType(wire.rawValue) }
        return try range()
    }

    /// The byte range of what follows its length.
    @inline(__always)
    mutating func range() throws(ProtobufError) -> Range<Int> {
        let count = try varint()
        guard count <= UInt64(truncatingIfNeeded: end &- position) else { throw .truncated }
        let start = position
        position &+= Int(truncatingIfNeeded: count)
        return Range(uncheckedBounds: (start, position))
    }

    /// Reads a string; bytes that are not UTF-8 become U+FFFD.
    mutating func string() throws(ProtobufError) -> String {
        let range = try range()
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    mutating func float() throws(ProtobufError) -> Float {
        Float(bitPattern: UInt32(truncatingIfNeeded: try littleEndian(4)))
    }

    mutating func double() throws(ProtobufError) -> Double { Double(bitPattern: try littleEndian(8)) }

    mutating func skip(_ wire: Wire) throws(ProtobufError) {
        switch wire {
        case .varint: _ = try varint()
        case .fixed64: _ = try littleEndian(8)
        case .bytes: _ = try range(wire)
        case .fixed32: _ = try littleEndian(4)
        }
    }

    /// Skips the field of a tag, unless it is a known one, whose layout is another then.
    mutating func skip(_ tag: UInt64, isKnown: Bool) throws(ProtobufError) {
        guard let wire = Wire(rawValue: Int(tag & 7)), !isKnown else { throw .wireType(Int(tag & 7)) }
        try skip(wire)
    }

    private mutating func littleEndian(_ count: Int) throws(ProtobufError) -> UInt64 {
        guard end - position >= count else { throw .truncated }
        var value: UInt64 = 0
        for i in 0..<count { value |= UInt64(bytes[position + i]) << UInt64(8 * i) }
        position += count
        return value
    }
}

/// Decodes a zigzag-encoded signed number.
@inline(__always)
func zigzagDecoded(_ n: UInt64) -> Int64 {
    Int64(bitPattern: n >> 1) ^ -Int64(bitPattern: n & 1)
}

/// Decodes a zigzag-encoded signed number of 32 bits.
@inline(__always)
func zigzagDecoded(_ n: UInt32) -> Int32 {
    Int32(bitPattern: n >> 1) ^ -Int32(bitPattern: n & 1)
}

/// Writes the fields of a protocol buffer message.
///
/// - SeeAlso: Protocol Buffers, "Encoding".
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    private mutating func varint(_ value: UInt64) { appendVarint(value, to: &bytes) }

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
