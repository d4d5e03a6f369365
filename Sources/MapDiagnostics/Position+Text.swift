// SPDX-License-Identifier: MIT

extension Position {
    /// The line and column of a byte offset in UTF-8 text. Columns count Unicode scalars; a byte order mark is not counted.
    package init(of offset: Int, in text: [UInt8]) {
        self.init(of: offset, in: text, lineStarts: Position.lineStarts(of: text))
    }

    /// The same for a text whose lines are known, and perhaps an earlier position in it.
    init(
        of offset: Int, in text: [UInt8], lineStarts: [Int], after known: (offset: Int, position: Position)? = nil
    ) {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let end = min(offset, text.count)
        var (start, column) = (min(lineStarts[low], end), 1)
        if let known, known.position.line == low + 1, known.offset >= start, known.offset <= end {
            (start, column) = (known.offset, known.position.column)
        }
        let scalars = text.withUnsafeBufferPointer { $0[start..<end].count { $0 & 0xC0 != 0x80 } }
        self.init(line: low + 1, column: column + scalars)
    }

    /// Byte offsets at which lines begin.
    static func lineStarts(of text: [UInt8]) -> [Int] {
        var starts = [text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        return starts
    }
}
