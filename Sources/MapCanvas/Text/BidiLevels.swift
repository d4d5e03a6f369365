// SPDX-License-Identifier: MIT
import CPango

/// The bidirectional embedding levels of a text, which determine the visual order of its lines.
///
/// - SeeAlso: Unicode Standard Annex 9, Unicode Bidirectional Algorithm.
package struct BidiLevels: Sendable {
    /// One level per character; odd ones are right-to-left. Empty when all text is left-to-right.
    private let levels: [UInt8]

    /// Analyzes a text in logical order; the first strong character of each paragraph decides its direction.
    package init(of text: [Unicode.Scalar]) {
        guard text.contains(where: \.mayReadFromTheRight) else {
            levels = []
            return
        }
        var levels: [UInt8] = []
        levels.reserveCapacity(text.count)
        var remaining = text[...]
        while !remaining.isEmpty {
            let end = remaining.firstIndex(where: \.endsParagraph).map { $0 + 1 } ?? remaining.endIndex
            levels += Self.levels(ofParagraph: remaining[..<end])
            remaining = remaining[end...]
        }
        self.levels = levels
    }

    private static func levels(ofParagraph text: ArraySlice<Unicode.Scalar>) -> [UInt8] {
        let leftToRight = [UInt8](repeating: 0, count: text.count)
        guard text.contains(where: \.mayReadFromTheRight) else { return leftToRight }
        var string = String(String.UnicodeScalarView(text))
        var direction = PANGO_DIRECTION_NEUTRAL
        return string.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters -> [UInt8] in
                guard let length = Int32(exactly: characters.count),
                    let found = pango_log2vis_get_embedding_levels(characters.baseAddress, length, &direction)
                else { return leftToRight }
                defer { g_free(found) }
                return Array(UnsafeBufferPointer(start: found, count: text.count))
            }
        }
    }

    /// The indices of a line's characters in visual order (rule L2).
    package func visualOrder(of line: Range<Int>) -> [Int] {
        var order = Array(line)
        guard !levels.isEmpty, line.upperBound <= levels.count, let highest = levels[line].max(), highest > 0 else {
            return order
        }
        for level in stride(from: highest, through: 1, by: -1) {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
        }
        return order
    }

    /// The character to display: a right-to-left bracket is mirrored (rule L4).
    package func displayed(_ scalar: Unicode.Scalar, at index: Int) -> Unicode.Scalar {
        guard levels.indices.contains(index), levels[index] % 2 == 1 else { return scalar }
        var mirrored: gunichar = 0
        guard g_unichar_get_mirror_char(scalar.value, &mirrored) != 0 else { return scalar }
        return Unicode.Scalar(mirrored) ?? scalar
    }
}

extension Unicode.Scalar {
    /// A paragraph separator (bidirectional class B).
    package var endsParagraph: Bool {
        switch value {
        case 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029: true
        default: false
        }
    }

    /// Arabic, Hebrew and related scripts, or a character that controls the direction.
    fileprivate var mayReadFromTheRight: Bool {
        switch value {
        case 0x0590...0x08FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFC,
            0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}
