// SPDX-License-Identifier: MIT

/// A parsed JSON text that can tell the line of each of its values.
package final class JSONDocument: Sendable {
    /// The file as the user named it, for messages.
    package let file: String
    package let root: JSONNode
    /// Byte offsets at which lines begin.
    private let lineStarts: [Int]
    private let text: [UInt8]

    /// Parses UTF-8 text, with or without a byte order mark.
    /// - Throws: the first syntax error, with its line and column.
    package init(file: String, text: [UInt8]) throws(Diagnostic) {
        self.file = file
        self.text = text
        let byteOrderMark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        lineStarts = [byteOrderMark] + text.indices.lazy.filter { text[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        var scanner = JSONScanner(text)
        do {
            root = try scanner.document()
        } catch {
            throw Diagnostic(
                file: file, position: JSONDocument.position(of: error.offset, in: text, lineStarts: lineStarts),
                error.message, hint: error.hint)
        }
    }

    /// Wraps a tree that was not read from a text, such as one built in Swift.
    package init(file: String, root: JSONNode) {
        self.file = file
        self.root = root
        text = []
        lineStarts = [0]
    }

    package func position(of offset: Int) -> Position? {
        text.isEmpty ? nil : JSONDocument.position(of: offset, in: text, lineStarts: lineStarts)
    }

    private static func position(of offset: Int, in text: [UInt8], lineStarts: [Int]) -> Position {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let end = min(offset, text.count)
        let scalars = text[min(lineStarts[low], end)..<end].count { $0 & 0xC0 != 0x80 }
        return Position(line: low + 1, column: scalars + 1)
    }
}
