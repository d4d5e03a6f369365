// SPDX-License-Identifier: MIT

/// `collator`.
final class CollatorNode: ExpressionNode {
    let traits: NodeTraits
    /// Case-sensitive, diacritic-sensitive, and perhaps the locale.
    let children: [any ExpressionNode]

    init(_ options: [any ExpressionNode], key: String) {
        children = options
        traits = NodeTraits(.collator, key, options, adding: .unfoldable)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        .collator(
            Collator(
                caseSensitive: try children[0].bool(context), diacriticSensitive: try children[1].bool(context),
                locale: children.count > 2 ? try children[2].string(context) : nil))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CollatorNode(children, key: traits.key)
    }
}

extension Collator {
    /// Order of two texts for a reader of the collator's language; negative when `a` comes first.
    ///
    /// A small part of the Unicode collation algorithm (UTS 10): three levels for Latin, Greek and Cyrillic letters,
    /// and the letters that Nordic, German and Spanish readers look up apart from their base letter.
    func compare(_ a: String, _ b: String) -> Int {
        let (left, right) = (keys(a), keys(b))
        if let difference = order(left.map(\.primary), right.map(\.primary)) { return difference }
        if diacriticSensitive, let difference = order(left.map(\.marks), right.map(\.marks)) { return difference }
        if caseSensitive, let difference = order(left.map(\.isUpper), right.map(\.isUpper)) { return difference }
        return 0
    }

    private func order(_ a: [String], _ b: [String]) -> Int? {
        for (left, right) in zip(a, b) where left != right { return MapStyle.order(left, right) }
        return a.count == b.count ? nil : a.count - b.count
    }

    private func order(_ a: [Bool], _ b: [Bool]) -> Int? {
        for (left, right) in zip(a, b) where left != right { return left ? 1 : -1 }
        return nil
    }

    private struct Key {
        var primary: String
        var marks: String
        var isUpper: Bool
    }

    private func keys(_ text: String) -> [Key] {
        var keys: [Key] = []
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .nonspacingMark {
                if !keys.isEmpty { keys[keys.count - 1].marks.unicodeScalars.append(scalar) }
                continue
            }
            let lower = scalar.properties.lowercaseMapping
            let (base, marks) = ownLetter(lower) ?? decomposed(lower)
            let isUpper = lower.unicodeScalars.first != scalar
            for (index, letter) in base.unicodeScalars.enumerated() {
                let primary = Collator.group(of: letter) + String(letter)
                keys.append(Key(primary: primary, marks: index == 0 ? marks : "", isUpper: isUpper && index == 0))
            }
        }
        return keys
    }

    /// A letter that the language sorts apart: after z (`z` and a private-use rank), or as two letters.
    private func ownLetter(_ letter: String) -> (base: String, marks: String)? {
        let language = locale?.split(separator: "-").first.map { $0.lowercased() }
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
    private func decomposed(_ letter: String) -> (base: String, marks: String) {
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
