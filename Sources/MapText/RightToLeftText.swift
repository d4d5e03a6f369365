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
        // Pango's levels end at a zero character. One that has no direction either stands for it.
        var string = String(String.UnicodeScalarView(text.map { $0 == "\0" ? "\u{AD}" : $0 }))
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

/// Replaces Arabic letters by their contextual presentation forms, for fonts without shaping rules.
///
/// - SeeAlso: The Unicode Standard, 9.2, Arabic Cursive Joining; Arabic Presentation Forms-A and -B.
package enum ArabicForms {
    /// Maps a letter to its isolated form, which the final, initial and medial forms follow; letters with two forms
    /// join only the preceding letter.
    private static let letterForms: [UInt32: (first: UInt32, count: UInt32)] = {
        var letterForms: [UInt32: (first: UInt32, count: UInt32)] = [
            0x0671: (0xFB50, 2), 0x067E: (0xFB56, 4), 0x0679: (0xFB66, 4), 0x0686: (0xFB7A, 4), 0x0688: (0xFB88, 2),
            0x0698: (0xFB8A, 2), 0x0691: (0xFB8C, 2), 0x06A9: (0xFB8E, 4), 0x06AF: (0xFB92, 4), 0x06BA: (0xFB9E, 2),
            0x06BE: (0xFBAA, 4), 0x06C1: (0xFBA6, 4), 0x06D2: (0xFBAE, 2), 0x06CC: (0xFBFC, 4), 0x06C0: (0xFBA4, 2),
        ]
        // Presentation Forms-B cover U+0621 to U+064A in order.
        let counts: [(ClosedRange<UInt32>, [UInt32])] = [
            (0x0621...0x063A, [1, 2, 2, 2, 2, 4, 2, 4, 2, 4, 4, 4, 4, 4, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4]),
            (0x0641...0x064A, [4, 4, 4, 4, 4, 4, 4, 2, 2, 4]),
        ]
        var next: UInt32 = 0xFE80
        for (letters, numbers) in counts {
            for (letter, count) in zip(letters, numbers) {
                letterForms[letter] = (next, count)
                next += count
            }
        }
        return letterForms
    }()

    /// Maps an alef to the isolated form of its ligature with a preceding lam.
    private static let lamAlefs: [UInt32: UInt32] = [0x0622: 0xFEF5, 0x0623: 0xFEF7, 0x0625: 0xFEF9, 0x0627: 0xFEFB]
    private static let lam: UInt32 = 0x0644
    private static let tatweel: UInt32 = 0x0640

    /// The text with contextual forms; a lam-alef ligature leaves nil in place of the alef.
    package static func joined(_ text: [Unicode.Scalar]) -> [Unicode.Scalar?] {
        guard text.contains(where: { (0x0600...0x06FF).contains($0.value) }) else { return text }
        var result: [Unicode.Scalar?] = text
        var index = 0
        while index < text.count {
            let value = text[index].value
            // Only letters look beside them: each of many marks would look at all others.
            guard value == lam || letterForms[value] != nil else {
                index += 1
                continue
            }
            let joinsBefore = previous(text, index).map { joinsNext(text[$0].value) } ?? false
            let next = following(text, index)
            if value == lam, let next, let ligature = lamAlefs[text[next].value] {
                result[index] = Unicode.Scalar(ligature + (joinsBefore ? 1 : 0))
                result[next] = nil
                index = next + 1
                continue
            }
            if let form = letterForms[value] {
                let joinsAfter = form.count == 4 && next.map { joinsPrevious(text[$0].value) } ?? false
                let joinsPreviousLetter = joinsBefore && form.count > 1
                let offset: UInt32 = joinsAfter ? (joinsPreviousLetter ? 3 : 2) : (joinsPreviousLetter ? 1 : 0)
                result[index] = Unicode.Scalar(form.first + offset)
            }
            index += 1
        }
        return result
    }

    private static func joinsNext(_ value: UInt32) -> Bool { value == tatweel || letterForms[value]?.count == 4 }

    private static func joinsPrevious(_ value: UInt32) -> Bool {
        value == tatweel || (letterForms[value]?.count ?? 0) > 1
    }

    /// The previous letter, skipping combining marks.
    private static func previous(_ text: [Unicode.Scalar], _ index: Int) -> Int? {
        text[..<index].lastIndex { !isMark($0.value) }
    }

    private static func following(_ text: [Unicode.Scalar], _ index: Int) -> Int? {
        text[(index + 1)...].firstIndex { !isMark($0.value) }
    }

    private static func isMark(_ value: UInt32) -> Bool {
        (0x064B...0x065F).contains(value) || value == 0x0670 || (0x06D6...0x06DC).contains(value)
            || (0x0610...0x061A).contains(value)
    }
}
