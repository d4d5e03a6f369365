// SPDX-License-Identifier: MIT
package import MapCore

/// A table of text with a header (CSV), whole in memory.
///
/// Fields are separated by commas, semicolons, tabs or vertical bars, whichever the header has most of, and may be quoted; a quoted
/// field may hold line breaks.
///
/// - SeeAlso: RFC 4180.
package struct DataTable: Sendable {
    /// The names of the columns.
    package let columns: [String]
    /// As many fields in each as there are columns.
    package private(set) var rows: [[String]] = []
    /// How messages name it.
    package let file: String

    /// - Throws: when there is no header, a quote has no end, or a row has more fields than the header.
    package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
        self.file = file
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var parser = Parser(bytes: bytes, at: bytes.starts(with: mark) ? 3 : 0)
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let separators = [",", ";", "\t", "|"].map { (text: Unicode.Scalar) in UInt8(ascii: text) }
        let counts = separators.map { separator in bytes[..<end].count { $0 == separator } }
        parser.separator = zip(separators, counts).max { $0.1 < $1.1 }?.0 ?? separators[0]
        func problem(_ message: String, line: Int) -> Diagnostic {
            Diagnostic(code: .dataInvalid, file: file, position: Position(line: line, column: 1), message)
        }
        guard let header = parser.row(), !parser.isUnclosed else {
            throw problem("the table has no header with the names of its columns", line: 1)
        }
        columns = header.map { $0.split { $0 == " " }.joined(separator: " ") }
        while true {
            let line = parser.line
            guard var row = parser.row() else { break }
            guard !parser.isUnclosed else { throw problem("a quote has no end", line: line) }
            guard row.count > 1 || row.first?.isEmpty == false else { continue }
            guard row.count <= columns.count else {
                throw problem("the row has \(row.count) fields, the header \(columns.count)", line: line)
            }
            row += Array(repeating: "", count: columns.count - row.count)
            guard RenderBudget.spend(row.count * 64, .bytes, at: file) else { return }
            rows.append(row)
        }
    }

    private struct Parser {
        let bytes: [UInt8]
        var at: Int
        var separator = UInt8(ascii: ",")
        var line = 1
        var isUnclosed = false

        init(bytes: [UInt8], at: Int) { (self.bytes, self.at) = (bytes, at) }

        /// The fields of the next line; nil at the end.
        mutating func row() -> [String]? {
            guard at < bytes.count else { return nil }
            var fields: [String] = []
            while true {
                fields.append(field())
                guard at < bytes.count else { return fields }
                let mark = bytes[at]
                at += 1
                if mark == separator { continue }
                if mark == 0x0D, at < bytes.count, bytes[at] == 0x0A { at += 1 }
                line += 1
                return fields
            }
        }

        private mutating func field() -> String {
            let quote = UInt8(ascii: "\"")
            guard at < bytes.count, bytes[at] == quote else {
                let start = at
                while at < bytes.count, bytes[at] != separator, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
                return String(decoding: bytes[start..<at], as: UTF8.self)
            }
            var text: [UInt8] = []
            at += 1
            while at < bytes.count {
                let byte = bytes[at]
                at += 1
                if byte == quote {
                    guard at < bytes.count, bytes[at] == quote else {
                        return String(decoding: text, as: UTF8.self)
                    }
                    at += 1
                } else if byte == 0x0A {
                    line += 1
                }
                text.append(byte)
            }
            isUnclosed = true
            return String(decoding: text, as: UTF8.self)
        }
    }
}
