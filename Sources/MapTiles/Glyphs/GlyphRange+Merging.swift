// SPDX-License-Identifier: MIT

extension GlyphRange {
    /// Joins the glyphs of several fonts into one file: for each character those of the first font that has it. Name and
    /// range are those of the first font.
    ///
    /// - Parameter files: uncompressed files; of a damaged one, what comes before the damage counts.
    /// - Returns: the uncompressed file; nil for no files.
    package static func merged(_ files: [[UInt8]]) -> [UInt8]? {
        guard files.count > 1 else { return files.first }
        var stack = MergedStack()
        for file in files {
            file.withUnsafeBufferPointer { try? stack.add($0) }
        }
        var writer = ProtobufWriter()
        writer.message(1, stack.content)
        return writer.bytes
    }
}

private struct MergedStack {
    private(set) var content = ProtobufWriter()
    private var scalars: Set<UInt64> = []
    private var hasName = false
    private var hasRange = false

    mutating func add(_ buffer: UnsafeBufferPointer<UInt8>) throws(ProtobufError) {
        try GlyphRange.forEachStackField(buffer) { stack, number, wire throws(ProtobufError) in
            guard wire == .bytes else { return try stack.skip(wire) }
            let range = try stack.range(wire)
            if try isNew(number, range, in: buffer) { content.data(number, Array(buffer[range])) }
        }
    }

    private mutating func isNew(
        _ field: UInt64, _ range: Range<Int>, in buffer: UnsafeBufferPointer<UInt8>
    ) throws(ProtobufError) -> Bool {
        switch field {
        case 1:
            defer { hasName = true }
            return !hasName
        case 2:
            defer { hasRange = true }
            return !hasRange
        case 3:
            var glyph = ProtobufReader(buffer, range)
            while let (number, wire) = try glyph.field() {
                if number == 1 { return scalars.insert(try glyph.varint(wire)).inserted }
                try glyph.skip(wire)
            }
            return false
        default: return false
        }
    }
}
