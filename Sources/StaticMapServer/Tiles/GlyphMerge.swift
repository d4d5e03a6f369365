// SPDX-License-Identifier: MIT

/// Joins the glyphs of several fonts into one file: for each character those of the first font that has it.
///
/// A file is `glyphs { repeated fontstack stacks = 1; }`, a stack `{ name = 1; range = 2; repeated glyph glyphs = 3; }`, and
/// a glyph begins with `id = 1`.
enum GlyphMerge {
    /// Nil for no files. A damaged file counts for nothing.
    static func merged(_ files: [[UInt8]]) -> [UInt8]? {
        guard files.count > 1 else { return files.first }
        var seen: Set<UInt64> = []
        var stack: [UInt8] = []
        for file in files {
            for (field, value) in fields(file[...]) where field == 1 {
                for (inner, content) in fields(value) {
                    if inner == 3 {
                        guard let id = id(of: content), seen.insert(id).inserted else { continue }
                    } else if !stack.isEmpty, inner == 1 || inner == 2, !seen.isEmpty {
                        // Name and range are those of the first font.
                        continue
                    }
                    stack += [UInt8(inner << 3 | 2)] + varint(UInt64(content.count)) + content
                }
            }
        }
        return [0x0A] + varint(UInt64(stack.count)) + stack
    }

    /// Fields with a length; others are passed over.
    private static func fields(_ bytes: ArraySlice<UInt8>) -> [(field: Int, value: ArraySlice<UInt8>)] {
        var (rest, found) = (bytes, [(field: Int, value: ArraySlice<UInt8>)]())
        while let key = read(&rest) {
            switch key & 7 {
            case 0: guard read(&rest) != nil else { return found }
            case 2:
                guard let length = read(&rest), length <= UInt64(rest.count) else { return found }
                found.append((Int(key >> 3), rest.prefix(Int(length))))
                rest = rest.dropFirst(Int(length))
            default: return found
            }
        }
        return found
    }

    private static func id(of glyph: ArraySlice<UInt8>) -> UInt64? {
        var rest = glyph
        while let key = read(&rest) {
            if key == 8 { return read(&rest) }
            guard key & 7 == 0 else { return nil }
            _ = read(&rest)
        }
        return nil
    }

    private static func read(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while let byte = bytes.popFirst(), shift < 64 {
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    private static func varint(_ number: UInt64) -> [UInt8] {
        var (rest, bytes) = (number, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
