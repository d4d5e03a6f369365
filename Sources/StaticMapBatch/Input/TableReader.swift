// SPDX-License-Identifier: MIT
import MapCore

/// Reads a table of text with a header (CSV), row by row.
///
/// Fields are separated by commas, semicolons, tabs or vertical bars, whichever the header has most of, and may be quoted; a
/// quoted field may hold line breaks.
///
/// - SeeAlso: RFC 4180.
final class TableReader {
    /// The names of the columns.
    let columns: [String]
    private let lines: LineReader
    private let separator: UInt8
    /// The most bytes of a row.
    private static let limit = 16 << 20

    /// - Throws: when the header is missing, or names a column twice.
    init(_ lines: LineReader) throws(Diagnostic) {
        self.lines = lines
        guard case .text(let header)? = try lines.next(), !header.isEmpty else {
            throw Diagnostic(
                code: .batchInvalidTable, file: lines.name, position: Position(line: 1, column: 1),
                expected: "a header with the names of the columns", found: "nothing")
        }
        let counts = ([",", ";", "\t", "|"] as [Unicode.Scalar]).map { mark in
            (mark: UInt8(ascii: mark), count: header.count { $0 == UInt8(ascii: mark) })
        }
        separator = counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.mark
        var parser = RowParser(separator: separator)
        parser.add(header)
        guard let names = parser.fields else {
            throw Diagnostic(
                code: .batchInvalidTable, file: lines.name, position: Position(line: 1, column: 1),
                "a quote of the header has no end")
        }
        columns = names.map(trimmed)
        var seen: Set<String> = []
        for name in columns where !seen.insert(name).inserted {
            throw Diagnostic(
                code: .batchInvalidTable, file: lines.name, position: Position(line: 1, column: 1),
                "the header has the column \(quoted(name)) twice")
        }
    }

    /// A row: the line that it begins on, and its fields or what is wrong with it.
    struct Row {
        let line: Int
        let fields: Result<[String], Diagnostic>
    }

    /// The next row that is not empty; nil at the end.
    ///
    /// - Throws: when the file cannot be read.
    func next() throws(Diagnostic) -> Row? {
        var parser = RowParser(separator: separator)
        var first = 0
        while let line = try lines.next() {
            if first == 0 { first = lines.number }
            guard case .text(let bytes) = line, parser.count + bytes.count <= Self.limit else {
                return Row(line: first, fields: .failure(problem(first, "the row is longer than 16 MiB")))
            }
            if bytes.isEmpty, parser.count == 0 {
                first = 0
                continue
            }
            parser.add(bytes)
            guard let fields = parser.fields else { continue }
            guard fields.count == columns.count else {
                let problem = Diagnostic(
                    code: .batchInvalidLine, file: lines.name, position: Position(line: first, column: 1),
                    expected: "\(columns.count) fields", found: "\(fields.count)",
                    hint: "fields with a separator or a line break need quotes")
                return Row(line: first, fields: .failure(problem))
            }
            return Row(line: first, fields: .success(fields))
        }
        guard first > 0 else { return nil }
        return Row(line: first, fields: .failure(problem(first, "a quote has no end")))
    }

    private func problem(_ line: Int, _ message: String) -> Diagnostic {
        Diagnostic(
            code: .batchInvalidLine, file: lines.name, position: Position(line: line, column: 1), message)
    }
}

/// Splits the lines of a row into fields.
private struct RowParser {
    let separator: UInt8
    /// Bytes that were added.
    private(set) var count = 0
    private var done: [[UInt8]] = []
    private var field: [UInt8] = []
    private var isQuoted = false

    init(separator: UInt8) { self.separator = separator }

    /// The fields; nil within quotes.
    var fields: [String]? {
        isQuoted ? nil : (done + [field]).map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func add(_ line: [UInt8]) {
        if count > 0 { field.append(0x0A) }
        count += line.count + 1
        var at = 0
        while at < line.count {
            let byte = line[at]
            let quote = UInt8(ascii: "\"")
            if isQuoted {
                if byte == quote, at + 1 < line.count, line[at + 1] == quote {
                    field.append(quote)
                    at += 1
                } else if byte == quote {
                    isQuoted = false
                } else {
                    field.append(byte)
                }
            } else if byte == quote, field.isEmpty {
                isQuoted = true
            } else if byte == separator {
                done.append(field)
                field = []
            } else {
                field.append(byte)
            }
            at += 1
        }
    }
}
