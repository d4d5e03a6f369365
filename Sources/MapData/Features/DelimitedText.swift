// SPDX-License-Identifier: MIT
import MapCore

/// The rows of a text whose columns are separated by a character, as RFC 4180 has them.
struct DelimitedText {
    private let bytes: [UInt8]
    private let delimiter: UInt8
    private let file: String
    private var at: Int
    private var line: Int
    /// The line in which the last row begins, from 1.
    private(set) var rowLine = 1

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let maxColumns = 10_000

    /// The rows of a text, in an encoding that has ASCII's characters where ASCII has them.
    init(_ bytes: [UInt8], _ shape: Shape, file: String) {
        (self.bytes, delimiter, at, line, self.file) = (bytes, shape.delimiter, shape.start, shape.line, file)
    }

    /// The fields of the next row that is not empty, without quotes around them; nil at the end.
    ///
    /// - Throws: for a quote that does not end, and a row of too many fields.
    mutating func next() throws(Diagnostic) -> [ArraySlice<UInt8>]? {
        while at < bytes.count {
            rowLine = line
            let row = try row()
            if row.count > 1 || !(row.first?.isEmpty ?? true) { return row }
        }
        return nil
    }

    private mutating func row() throws(Diagnostic) -> [ArraySlice<UInt8>] {
        var fields: [ArraySlice<UInt8>] = []
        while true {
            guard fields.count < Self.maxColumns else {
                throw problem(rowLine, "the row has more than \(Self.maxColumns) columns")
            }
            fields.append(try field())
            guard at < bytes.count else { return fields }
            let end = bytes[at]
            at += 1
            if end == delimiter {
                // A delimiter at the end of the text is followed by an empty field.
                if at == bytes.count { return fields + [[]] }
                continue
            }
            if end == Self.carriageReturn, at < bytes.count, bytes[at] == Self.lineFeed { at += 1 }
            line += 1
            return fields
        }
    }

    /// Up to a delimiter or the end of the line.
    private mutating func field() throws(Diagnostic) -> ArraySlice<UInt8> {
        guard at < bytes.count, bytes[at] == Self.quote else { return plain() }
        let first = line
        var start = at + 1
        var parts: [UInt8] = []
        at = start
        while at < bytes.count {
            let byte = bytes[at]
            if byte == Self.lineFeed { line += 1 }
            at += 1
            guard byte == Self.quote else { continue }
            let text = bytes[start..<at - 1]
            if at < bytes.count, bytes[at] == Self.quote {
                parts += text
                start = at
                at += 1
                continue
            }
            // What follows a closing quote belongs to the field, as programs write it that quote by halves.
            let rest = plain()
            return parts.isEmpty && rest.isEmpty ? text : ArraySlice(parts + text + rest)
        }
        throw problem(first, "a quote does not end")
    }

    private mutating func plain() -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.count, bytes[at] != delimiter, bytes[at] != Self.lineFeed, bytes[at] != Self.carriageReturn {
            at += 1
        }
        return bytes[start..<at]
    }

    private func problem(_ line: Int, _ message: String) -> Diagnostic {
        Diagnostic(code: .dataInvalid, file: file, position: Position(line: line, column: 1), message)
    }
}

extension DelimitedText {
    /// The bytes of a file without a byte order mark and the end mark of old systems; UTF-8 in place of UTF-16.
    static func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var text = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : fromUTF16(bytes) ?? bytes
        if text.last == 0x1A { text.removeLast() }
        return text
    }

    /// The text of spreadsheets that write "Unicode text", as UTF-8; nil for others.
    private static func fromUTF16(_ bytes: [UInt8]) -> [UInt8]? {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { at in
            let (low, high) = isLittle ? (bytes[at], bytes[at + 1]) : (bytes[at + 1], bytes[at])
            return UInt16(low) | UInt16(high) << 8
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Where the rows begin, and what separates their columns.
    struct Shape {
        var delimiter: UInt8
        var start = 0
        var line = 1
        /// True when the text says it itself, by `sep=;`.
        var isStated = false
    }

    private static let candidates = [",", ";", "\t", "|"].map { UInt8(ascii: Unicode.Scalar($0) ?? ",") }

    /// The shape of a text by its first rows: the delimiter that most of them have equally often.
    static func shape(_ bytes: [UInt8]) -> Shape {
        if bytes.starts(with: "sep=".utf8), bytes.count > 5 {
            let end = bytes.firstIndex(of: lineFeed).map { $0 + 1 } ?? bytes.count
            return Shape(delimiter: bytes[4], start: end, line: 2, isStated: true)
        }
        var best = (delimiter: candidates[0], score: 0)
        for delimiter in candidates {
            var text = DelimitedText(bytes, Shape(delimiter: delimiter), file: "")
            var counts: [Int] = []
            while counts.count < 10, let row = try? text.next() { counts.append(row.count) }
            guard let first = counts.first, first > 1 else { continue }
            let score = counts.count { $0 == first } * 1000 + min(first, 999)
            if score > best.score { best = (delimiter, score) }
        }
        return Shape(delimiter: best.delimiter)
    }
}
