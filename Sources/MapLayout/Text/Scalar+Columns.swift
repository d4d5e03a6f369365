// SPDX-License-Identifier: MIT
import MapText

/// Character classes that MapLibre's text layout uses.
///
/// - SeeAlso: MapLibre GL JS, `script_detection.ts`.
extension Unicode.Scalar {
    /// True for the blanks that do not count at the ends of a line: those of ASCII. Others, such as the no-break space,
    /// keep their width.
    var isLineBlank: Bool {
        switch value {
        case 0x09...0x0D, 0x20: true
        default: false
        }
    }

    /// True when a line may break after it.
    var mayBreakWord: Bool {
        switch value {
        case 0x0A, 0x20, 0x26, 0x29, 0x2B, 0x2D, 0x2F, 0xAD, 0xB7, 0x200B, 0x2010, 0x2013, 0x2027: true
        default: false
        }
    }

    /// True when a line may break after it because its script does not separate words.
    var mayBreakIdeographically: Bool {
        switch value {
        case 0x2E80...0x2FDF, 0x2FF0...0x303F, 0x3040...0x312F, 0x31A0...0x31EF, 0x3200...0x4DBF, 0x4E00...0xA4CF,
            0xF900...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE4F, 0xFF00...0xFFEF:
            true
        default: false
        }
    }

    /// True for invisible characters that control the direction: marks, embeddings, isolates and paragraph separators.
    var onlyOrdersText: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: endsParagraph
        }
    }

    /// True for scripts whose glyphs depend on their context in ways that only a font's tables describe: set one by one
    /// they are not readable.
    var needsFont: Bool { needsComplexShaping && !forbidsLetterSpacing }

    /// True for cursive scripts, whose letters must stay joined.
    var forbidsLetterSpacing: Bool {
        switch value {
        case 0x0600...0x06FF, 0x0750...0x077F, 0x08A0...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: true
        default: false
        }
    }

    /// True for scripts that need more than positioning one glyph after another.
    var needsComplexShaping: Bool {
        switch value {
        case 0x0600...0x06FF, 0x0750...0x077F, 0x08A0...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: true
        case 0x0900...0x0DFF, 0x0F00...0x109F, 0x1780...0x17FF: true
        default: false
        }
    }

    /// False for spaces, controls and format characters.
    var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse: false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }

    /// True for characters that are upright in vertical text (UTR #50, as in MapLibre).
    var standsUprightInColumns: Bool {
        switch value {
        case 0x02EA, 0x02EB: true
        case 0x3008...0x3011, 0x3014...0x301F, 0x3030, 0x30FC: false
        case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x2FF0...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE48:
            true
        case 0xFE50...0xFE57, 0xFE5F...0xFE62, 0xFE67...0xFE6F: true
        case 0xFF08, 0xFF09, 0xFF0D, 0xFF1A...0xFF1E, 0xFF3B, 0xFF3D, 0xFF3F, 0xFF5B...0xFFDF, 0xFFE3: false
        case 0xFF00...0xFFE7: true
        case 0x1400...0x167F, 0x18B0...0x18FF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// True for characters that are either upright or rotated in vertical text, like their neighbors.
    private var isNeutralInColumns: Bool {
        switch value {
        case 0xA7, 0xA9, 0xAE, 0xB1, 0xBC...0xBE, 0xD7, 0xF7, 0x2016, 0x2020, 0x2021, 0x2030, 0x2031,
            0x203B, 0x203C, 0x2042, 0x2047...0x2049, 0x2051, 0x2100...0x218F, 0x221E, 0x2234, 0x2235,
            0x2300...0x23FF, 0x2400...0x24FF, 0x25A0...0x26FF, 0x2700...0x27BF, 0x2B12...0x2B2F,
            0x2B50...0x2B59, 0x2BB8...0x2BEB, 0x3000...0x303F, 0x30A0...0x30FF, 0xE000...0xF8FF, 0xFE30...0xFE6F,
            0xFF00...0xFFEF:
            true
        default: false
        }
    }

    /// True for characters that are rotated in vertical text.
    var liesInColumns: Bool { !standsUprightInColumns && !isNeutralInColumns }
}

extension SDFShaping {
    /// The vertical presentation form of punctuation, unless it is next to rotated characters.
    func verticalForm(at index: Int, in text: [Unicode.Scalar]) -> Unicode.Scalar {
        guard let form = Self.verticalForms[text[index]] else { return text[index] }
        let allowsForm = { (index: Int) -> Bool in
            guard text.indices.contains(index) else { return true }
            return !text[index].liesInColumns || Self.verticalForms[text[index]] != nil
        }
        return allowsForm(index - 1) && allowsForm(index + 1) ? form : text[index]
    }

    private static let verticalForms: [Unicode.Scalar: Unicode.Scalar] = {
        let from = "!#$%&()*+,-./:;<=>?@[\\]^_`{|}~¢£¥¦¬¯–—‘’“”…‧₩、。〈〉《》「」『』【】〔〕〖〗！（），－．：；＜＞？［］＿｛｜｝｟｠｡｢｣"
        let to = "︕＃＄％＆︵︶＊＋︐︲・／︓︔︿＝﹀︖＠﹇＼﹈＾︳｀︷―︸～￠￡￥￤￢￣︲︱﹃﹄﹁﹂︙・￦︑︒︿﹀︽︾﹁﹂﹃﹄︻︼︹︺︗︘︕︵︶︐︲・︓︔︿﹀︖﹇﹈︳︷―︸︵︶︒﹁﹂"
        return Dictionary(zip(from.unicodeScalars, to.unicodeScalars), uniquingKeysWith: { first, _ in first })
    }()
}

extension Character {
    /// True for several scalars that are one emoji: a flag, a keycap, a family, or one with a skin tone.
    var isEmojiSequence: Bool {
        let scalars = unicodeScalars
        guard scalars.count > 1, let first = scalars.first, first.properties.isEmoji else { return false }
        return first.properties.isEmojiPresentation || scalars.contains { $0 == "\u{FE0F}" || $0 == "\u{20E3}" }
    }
}
