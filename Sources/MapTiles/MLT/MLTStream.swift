// SPDX-License-Identifier: MIT
import MapCore

/// A stream of a MapLibre tile: a header that says what its values are and how they are packed, then the packed bytes.
///
/// - SeeAlso: MapLibre Tile Specification, "Metadata" and "Encoding Schemes".
struct MLTStream {
    enum Kind: UInt8 { case present, data, offset, length }
    enum LogicalEncoding: UInt8 { case none, delta, componentwiseDelta, runLength, morton, pseudodecimal }
    enum PhysicalEncoding: UInt8 { case none, fastPFOR, varint, alp }

    /// The meanings of `subtype` that are read: of dictionaries in data streams, of offsets, of lengths.
    enum Subtype {
        static let fsstSymbols: UInt8 = 5
        static let mortonVertices: UInt8 = 4
        static let vertices: UInt8 = 3
        static let indexOffsets: UInt8 = 1
        static let geometryLengths: UInt8 = 1
        static let partLengths: UInt8 = 2
        static let ringLengths: UInt8 = 3
        static let triangleLengths: UInt8 = 4
        static let symbolLengths: UInt8 = 5
    }

    let kind: Kind
    let subtype: UInt8
    let first: LogicalEncoding
    let second: LogicalEncoding
    let physical: PhysicalEncoding
    /// Packed values; of run lengths, the runs and their values together.
    let valueCount: Int
    /// Where the packed bytes lie in the tile.
    let payload: Range<Int>
    private var runCount = 0
    private var unpackedCount: Int
    /// Of Morton codes: added to coordinates so that none is negative.
    private(set) var coordinateShift = 0

    /// Reads the header and passes over the payload.
    init(_ reader: inout MLTReader) throws(Diagnostic) {
        let type = try reader.byte()
        let encodings = try reader.byte()
        guard let kind = Kind(rawValue: type >> 4), let first = LogicalEncoding(rawValue: encodings >> 5),
            let second = LogicalEncoding(rawValue: encodings >> 2 & 7),
            let physical = PhysicalEncoding(rawValue: encodings & 3)
        else { throw reader.failure("a stream is encoded in an unknown way") }
        (self.kind, self.first, self.second, self.physical) = (kind, first, second, physical)
        subtype = type & 15
        valueCount = try reader.count()
        let byteCount = try reader.count()
        unpackedCount = valueCount
        if first == .morton {
            _ = try reader.count()
            coordinateShift = try reader.count()
        } else if first == .runLength || second == .runLength, physical != .none {
            runCount = try reader.count()
            unpackedCount = try reader.count()
        }
        payload = try reader.range(byteCount)
    }

    /// How many values the stream decodes to.
    var count: Int { unpackedCount }

    /// The values of an integer stream. Differences are zigzag-encoded always, plain numbers where they are signed.
    func integers(_ reader: inout MLTReader, isSigned: Bool) throws(Diagnostic) -> [Int64] {
        try reader.spend(max(valueCount, unpackedCount))
        var values = try unpacked(reader)
        if first == .runLength || second == .runLength, physical != .none { values = try expanded(values, reader) }
        switch first {
        case .delta: sum(&values, stride: 1)
        case .componentwiseDelta: sum(&values, stride: 2)
        case .morton:
            var code: Int64 = 0
            for i in values.indices {
                code &+= values[i]
                values[i] = code
            }
        case .none, .runLength: if isSigned { for i in values.indices { values[i] = zigzag(values[i]) } }
        case .pseudodecimal: throw reader.failure("pseudodecimal encoding is not read")
        }
        return values
    }

    private func sum(_ values: inout [Int64], stride: Int) {
        for i in values.indices {
            values[i] = zigzag(values[i]) &+ (i >= stride ? values[i - stride] : 0)
        }
    }

    private func zigzag(_ value: Int64) -> Int64 {
        let bits = UInt64(bitPattern: value)
        return Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
    }

    private func unpacked(_ reader: MLTReader) throws(Diagnostic) -> [Int64] {
        switch physical {
        case .varint:
            // A number has at least one byte.
            guard valueCount <= payload.count else { throw reader.failure("a stream is shorter than its values") }
            var part = MLTReader(reader.bytes, payload, valueBudget: 0)
            var values: [Int64] = []
            values.reserveCapacity(valueCount)
            for _ in 0..<valueCount { values.append(Int64(bitPattern: try part.varint())) }
            return values
        case .fastPFOR:
            return try FastPFOR.decode(reader.bytes[payload], count: valueCount).map(Int64.init)
        case .none:
            let width = valueCount == 0 ? 1 : payload.count / valueCount
            guard [1, 4, 8].contains(width), width * valueCount == payload.count else {
                throw reader.failure("a stream has not the length of its values")
            }
            return (0..<valueCount).map { index in
                let start = payload.lowerBound + index * width
                return Int64(
                    bitPattern: reader.bytes[start..<start + width].reversed().reduce(0) { $0 << 8 | UInt64($1) })
            }
        case .alp: throw reader.failure("ALP encoding is not read")
        }
    }

    /// Runs: all lengths, then all values.
    private func expanded(_ packed: [Int64], _ reader: MLTReader) throws(Diagnostic) -> [Int64] {
        guard packed.count >= 2 * runCount else { throw reader.failure("a stream lacks values of its runs") }
        var values: [Int64] = []
        values.reserveCapacity(unpackedCount)
        for run in 0..<runCount {
            let length = packed[run]
            guard length >= 0, length <= Int64(unpackedCount - values.count) else {
                throw reader.failure("runs are longer than their stream")
            }
            values.append(contentsOf: repeatElement(packed[runCount + run], count: Int(length)))
        }
        guard values.count == unpackedCount else { throw reader.failure("runs are shorter than their stream") }
        return values
    }

    /// The bits of a boolean stream: bytes in run lengths as ORC has them, the lowest bit first.
    /// - SeeAlso: Apache ORC Specification v1, "Byte Run Length Encoding".
    func bits(_ reader: inout MLTReader) throws(Diagnostic) -> [Bool] {
        try reader.spend(valueCount)
        var bytes: [UInt8] = []
        let byteCount = (valueCount + 7) / 8
        var part = MLTReader(reader.bytes, payload, valueBudget: 0)
        while bytes.count < byteCount {
            let header = Int(try part.byte())
            if header < 128 {
                bytes.append(
                    contentsOf: repeatElement(try part.byte(), count: min(header + 3, byteCount - bytes.count)))
            } else {
                for _ in 0..<min(256 - header, byteCount - bytes.count) { bytes.append(try part.byte()) }
            }
        }
        return (0..<valueCount).map { bytes[$0 / 8] >> UInt8($0 % 8) & 1 == 1 }
    }
}

/// Reads bytes, varints and strings of a MapLibre tile; never past its end.
struct MLTReader {
    let bytes: [UInt8]
    private(set) var offset: Int
    let end: Int
    /// How many more values streams may decode to: run lengths let a few bytes stand for billions.
    var valueBudget: Int

    init(_ bytes: [UInt8], _ range: Range<Int>, valueBudget: Int) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
        self.valueBudget = valueBudget
    }

    var isAtEnd: Bool { offset >= end }

    func failure(_ message: String) -> Diagnostic { Diagnostic(code: .tilesDamagedTile, message) }

    mutating func byte() throws(Diagnostic) -> UInt8 {
        guard offset < end else { throw failure("the tile ends inside a column") }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// A base-128 number of at most ten bytes, the low ones first.
    mutating func varint() throws(Diagnostic) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            let byte = try byte()
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return value }
        }
        throw failure("a number has more than ten bytes")
    }

    /// A count or length; at most 2³¹ − 1.
    mutating func count() throws(Diagnostic) -> Int {
        let value = try varint()
        guard value <= UInt64(Int32.max) else { throw failure("a count is over 2147483647") }
        return Int(value)
    }

    /// The next bytes as a range.
    mutating func range(_ length: Int) throws(Diagnostic) -> Range<Int> {
        guard length <= end - offset else { throw failure("a stream reaches past the end of its layer") }
        defer { offset += length }
        return offset..<offset + length
    }

    mutating func string() throws(Diagnostic) -> String {
        String(decoding: bytes[try range(try count())], as: UTF8.self)
    }

    /// Takes decoded values off the budget.
    mutating func spend(_ values: Int) throws(Diagnostic) {
        valueBudget -= values
        guard valueBudget >= 0 else { throw failure("the tile holds more values than are read") }
    }
}
