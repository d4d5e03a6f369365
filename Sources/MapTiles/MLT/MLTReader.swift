// SPDX-License-Identifier: MIT
import MapDiagnostics

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

    func failure(_ message: String) -> Diagnostic { Diagnostic(code: TileCode.damagedTile, message) }

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
