// SPDX-License-Identifier: MIT

private import Synchronization

/// A parsed JSON text that can tell the line of each of its values.
package final class JSONDocument: Sendable {
    /// The file as the user named it, for messages.
    package let file: String
    package let root: JSONNode
    private let text: [UInt8]
    /// Byte offsets at which lines begin, once they have been asked for.
    private let lineStarts = Mutex<[Int]?>(nil)

    /// Parses UTF-8 text, with or without a byte order mark.
    /// - Throws: the first syntax error, with its line and column.
    package init(file: String, text: [UInt8]) throws(Diagnostic) {
        self.file = file
        self.text = text
        var scanner = JSONScanner(text)
        do {
            root = try scanner.document()
        } catch {
            throw Diagnostic(
                file: file, position: Self.position(of: error.offset, in: text, lineStarts: Self.lineStarts(of: text)),
                error.message, hint: error.hint)
        }
    }

    /// Wraps a tree that was not read from a text, such as one built in Swift.
    package init(file: String, root: JSONNode) {
        self.file = file
        self.root = root
        text = []
    }

    package func position(of offset: Int) -> Position? {
        guard !text.isEmpty else { return nil }
        let starts = lineStarts.withLock { known in
            let starts = known ?? Self.lineStarts(of: text)
            known = starts
            return starts
        }
        return Self.position(of: offset, in: text, lineStarts: starts)
    }

    private static func lineStarts(of text: [UInt8]) -> [Int] {
        var starts = [text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for (place, byte) in text.enumerated() where byte == UInt8(ascii: "\n") { starts.append(place + 1) }
        return starts
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
