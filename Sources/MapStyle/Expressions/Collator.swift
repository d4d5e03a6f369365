// SPDX-License-Identifier: MIT

extension FunctionNode {
    /// `collator`, whose options are case-sensitive, diacritic-sensitive, and perhaps the locale.
    static func collator(_ options: [any ExpressionNode], key: ExpressionKey) -> FunctionNode {
        FunctionNode(.collator, options, adding: .unfoldable, key: key) { node, context throws(EvaluationError) in
            let options = node.children
            return .collator(
                Collator(
                    caseSensitive: try options[0].bool(context), diacriticSensitive: try options[1].bool(context),
                    locale: options.count > 2 ? try options[2].string(context) : nil))
        }
    }
}

extension Collator {
    /// Order of two texts for a reader of the collator's language; negative when `a` comes first.
    ///
    /// A small part of the Unicode collation algorithm (UTS 10): three levels for Latin, Greek and Cyrillic letters,
    /// and the letters that Nordic, German and Spanish readers look up apart from their base letter.
    func compare(_ a: String, _ b: String) -> Int {
        // Letters are looked at up to the first difference that counts most; few texts differ late.
        var (left, right) = (Keys(a, language), Keys(b, language))
        var lesser: (marks: Int?, cases: Int?)
        while true {
            let (first, second) = (left.next(), right.next())
            guard let first, let second else {
                if first != nil || second != nil { return first == nil ? -1 : 1 }
                return (diacriticSensitive ? lesser.marks : nil) ?? (caseSensitive ? lesser.cases : nil) ?? 0
            }
            if first.primary != second.primary { return order(first.primary, second.primary) }
            if lesser.marks == nil, first.marks != second.marks { lesser.marks = order(first.marks, second.marks) }
            if lesser.cases == nil, first.isUpper != second.isUpper { lesser.cases = first.isUpper ? 1 : -1 }
        }
    }

    private struct Key {
        var primary: String
        var marks: String
        var isUpper: Bool
    }

    /// The sort keys of a text, one after another.
    private struct Keys {
        private let language: String?
        private var scalars: String.UnicodeScalarView.Iterator
        private var pending: [Key] = []
        /// The scalar after those that have been read.
        private var ahead: Unicode.Scalar?

        init(_ text: String, _ language: String?) {
            self.language = language
            scalars = text.unicodeScalars.makeIterator()
            ahead = scalars.next()
        }

        mutating func next() -> Key? {
            if !pending.isEmpty { return pending.removeFirst() }
            while let scalar = ahead {
                ahead = scalars.next()
                // Marks without a letter.
                if scalar.isMark { continue }
                let lower = scalar.properties.lowercaseMapping
                let (base, marks) = Collator.ownLetter(lower, language) ?? Collator.decomposed(lower)
                let isUpper = lower.unicodeScalars.first != scalar
                for (index, letter) in base.unicodeScalars.enumerated() {
                    let primary = Collator.group(of: letter) + String(letter)
                    pending.append(
                        Key(primary: primary, marks: index == 0 ? marks : "", isUpper: isUpper && index == 0))
                }
                // The marks of the last letter.
                while let mark = ahead, mark.isMark {
                    ahead = scalars.next()
                    if !pending.isEmpty { pending[pending.count - 1].marks.unicodeScalars.append(mark) }
                }
                if !pending.isEmpty { return pending.removeFirst() }
            }
            return nil
        }
    }

    /// A letter that the language sorts apart: after z (`z` and a private-use rank), or as two letters.
    private static func ownLetter(_ letter: String, _ language: String?) -> (base: String, marks: String)? {
        switch (language, letter) {
        case ("de", "ä"): return ("ae", "\u{308}")
        case ("de", "ö"): return ("oe", "\u{308}")
        case ("de", "ü"): return ("ue", "\u{308}")
        case ("sv", "å"), ("fi", "å"): return ("\u{E000}", "")
        case ("sv", "ä"), ("fi", "ä"), ("sv", "æ"), ("fi", "æ"): return ("\u{E001}", "")
        case ("sv", "ö"), ("fi", "ö"), ("sv", "ø"), ("fi", "ø"): return ("\u{E002}", "")
        case ("da", "æ"), ("nb", "æ"), ("nn", "æ"), ("no", "æ"): return ("\u{E000}", "")
        case ("da", "ä"), ("nb", "ä"), ("nn", "ä"), ("no", "ä"): return ("\u{E000}", "\u{308}")
        case ("da", "ø"), ("nb", "ø"), ("nn", "ø"), ("no", "ø"): return ("\u{E001}", "")
        case ("da", "ö"), ("nb", "ö"), ("nn", "ö"), ("no", "ö"): return ("\u{E001}", "\u{308}")
        case ("da", "å"), ("nb", "å"), ("nn", "å"), ("no", "å"): return ("\u{E002}", "")
        case ("es", "ñ"): return ("n\u{E000}", "")
        default: return nil
        }
    }

    /// The base letter and its marks, told from the letter's Unicode name ("LATIN SMALL LETTER A WITH DIAERESIS").
    private static func decomposed(_ letter: String) -> (base: String, marks: String) {
        switch letter {
        case "ß": return ("ss", "ß")
        case "æ": return ("ae", "æ")
        case "œ": return ("oe", "œ")
        case "ё": return ("е", "\u{308}")
        default: break
        }
        guard let scalar = letter.unicodeScalars.first, scalar.value >= 0xC0, let name = scalar.properties.name
        else { return (letter, "") }
        let words = name.split(separator: " ")
        if words.count > 5, words[0] == "LATIN", words[2] == "LETTER", words[4] == "WITH", words[3].count == 1 {
            return (words[3].lowercased(), words[5...].joined(separator: " "))
        }
        if words.count > 5, words[0] == "GREEK", words[4] == "WITH", let base = Collator.greek[words[3]] {
            return (base, words[5...].joined(separator: " "))
        }
        return (letter, "")
    }

    private static let greek: [Substring: String] = [
        "ALPHA": "α", "EPSILON": "ε", "ETA": "η", "IOTA": "ι", "OMICRON": "ο", "UPSILON": "υ", "OMEGA": "ω",
        "RHO": "ρ",
    ]

    /// Spaces before punctuation before symbols before digits before letters: the root order of CLDR.
    private static func group(of scalar: Unicode.Scalar) -> String {
        // Private-use ranks stand after z, still among the Latin letters.
        if (0xE000...0xE00F).contains(scalar.value) { return "4z" }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: return "0"
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            return "1"
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: return "2"
        case .decimalNumber, .letterNumber, .otherNumber: return "3"
        default: return "4"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool { properties.generalCategory == .nonspacingMark }
}
