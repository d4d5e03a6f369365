// SPDX-License-Identifier: MIT
import CPango

/// In which direction each character of a text is read, and so where it stands in its line.
///
/// - SeeAlso: Unicode Standard Annex 9, Unicode Bidirectional Algorithm.
package struct BidiLevels: Sendable {
    /// One for each character; odd ones are read from the right. Empty when all is read from the left.
    private let levels: [UInt8]

    /// Takes a text in the order in which it is read; each paragraph's first letter decides where its lines begin.
    package init(of text: [Unicode.Scalar]) {
        guard text.contains(where: \.mayReadFromTheRight) else {
            levels = []
            return
        }
        var levels: [UInt8] = []
        levels.reserveCapacity(text.count)
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(where: \.endsParagraph).map { $0 + 1 } ?? rest.endIndex
            levels += Self.levels(ofParagraph: rest[..<end])
            rest = rest[end...]
        }
        self.levels = levels
    }

    private static func levels(ofParagraph text: ArraySlice<Unicode.Scalar>) -> [UInt8] {
        let plain = [UInt8](repeating: 0, count: text.count)
        guard text.contains(where: \.mayReadFromTheRight) else { return plain }
        var string = String(String.UnicodeScalarView(text))
        var direction = PANGO_DIRECTION_NEUTRAL
        return string.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters -> [UInt8] in
                guard let length = Int32(exactly: characters.count),
                    let found = pango_log2vis_get_embedding_levels(characters.baseAddress, length, &direction)
                else { return plain }
                defer { g_free(found) }
                return Array(UnsafeBufferPointer(start: found, count: text.count))
            }
        }
    }

    /// The places of a line's characters as they are seen from left to right (rule L2).
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

    /// What to show for a character: its mirror image if it is a bracket read from the right (rule L4).
    package func shown(_ scalar: Unicode.Scalar, at place: Int) -> Unicode.Scalar {
        guard levels.indices.contains(place), levels[place] % 2 == 1 else { return scalar }
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

    /// Arabic, Hebrew and their kin, or a mark that changes the direction.
    fileprivate var mayReadFromTheRight: Bool {
        switch value {
        case 0x0590...0x08FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFC,
            0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}
