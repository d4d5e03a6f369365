// SPDX-License-Identifier: MIT
package import MapCore

/// A table of text with a header (CSV), whole in memory.
///
/// What separates its fields is found as for features; quoted fields may hold line breaks.
///
/// - SeeAlso: RFC 4180.
package struct DataTable: Sendable {
    /// The names of the columns.
    package let columns: [String]
    /// As many fields in each as there are columns.
    package private(set) var rows: [[String]] = []
    /// How messages name it.
    package let file: String

    /// - Throws: when there is no header, a quote does not end, or a row has more fields than the header.
    package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
        self.file = file
        func problem(_ message: String, line: Int) -> Diagnostic {
            Diagnostic(code: .dataInvalid, file: file, position: Position(line: line, column: 1), message)
        }
        let text = DelimitedText.unmarked(bytes)
        var lines = DelimitedText(text, DelimitedText.shape(text), file: file)
        func next() throws(Diagnostic) -> [String]? {
            try lines.next()?.map(TextEncoding.guessed.text)
        }
        guard let header = try next() else {
            throw problem("the table has no header with the names of its columns", line: 1)
        }
        columns = header.map { $0.split { $0 == " " }.joined(separator: " ") }
        while var row = try next() {
            guard row.count <= columns.count else {
                throw problem("the row has \(row.count) fields, the header \(columns.count)", line: lines.rowLine)
            }
            row += Array(repeating: "", count: columns.count - row.count)
            guard RenderBudget.spend(row.count * 64, .bytes, at: file) else { return }
            rows.append(row)
        }
    }
}
