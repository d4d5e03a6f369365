// SPDX-License-Identifier: MIT

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
