// SPDX-License-Identifier: MIT
import CPango

/// The script of a character, for messages: "Han", "Arabic", "Devanagari"; "emoji" or "symbols" for common and
/// inherited characters.
package func scriptName(of scalar: Unicode.Scalar) -> String {
    let script = g_unichar_get_script(scalar.value)
    if script == G_UNICODE_SCRIPT_COMMON || script == G_UNICODE_SCRIPT_INHERITED {
        return scalar.isPictogram ? "emoji" : "symbols"
    }
    guard let tables = g_type_class_ref(pango_script_get_type()) else { return "unknown" }
    defer { g_type_class_unref(tables) }
    let value = g_enum_get_value(tables.assumingMemoryBound(to: GEnumClass.self), script.rawValue)
    guard let nick = value?.pointee.value_nick else { return "unknown" }
    return String(cString: nick).split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        .joined(separator: " ")
}

extension Unicode.Scalar {
    /// True for emoji, also those that are text by default; false for the digits and signs that emoji can begin with.
    package var isPictogram: Bool { value > 0xFF && properties.isEmoji }

    /// A letter of a joined script, to which letter spacing does not apply.
    var isCursive: Bool {
        switch value {
        case 0x0600...0x077F, 0x07C0...0x07FF, 0x0840...0x08FF, 0x1800...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF,
            0xFE70...0xFEFC, 0x10D00...0x10D3F, 0x1E900...0x1E95F:
            true
        default: false
        }
    }

    /// A letter of a script with a connecting headline: Devanagari, Bengali, Gurmukhi.
    var hangsOnHeadLine: Bool { (0x0900...0x0A7F).contains(value) }

    /// True for scripts without spaces between words, which need a dictionary: Thai, Lao, Myanmar, Khmer.
    var needsDictionaryBreaks: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF, 0xA9E0...0xA9FF,
            0xAA60...0xAA7F:
            true
        default: false
        }
    }

    /// True when a line may be broken after it without a space. Excludes Korean, which breaks at spaces.
    var isIdeographic: Bool {
        switch value {
        case 0x2E80...0x2FFF, 0x3000...0x312F, 0x3190...0x4DBF, 0x4E00...0xA4CF, 0xF900...0xFAFF, 0xFE10...0xFE1F,
            0xFE30...0xFE4F, 0xFF00...0xFF9F, 0xFFE0...0xFFEF, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// A letter of a right-to-left script: Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam, ...
    package var isRightToLeftLetter: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            properties.isAlphabetic
        default: false
        }
    }

    /// True when its shape depends on its neighbors, so that it cannot be stacked vertically.
    var needsShaping: Bool {
        isCursive || isRightToLeftLetter || (0x0900...0x0DFF).contains(value) || needsDictionaryBreaks
            || (0x0F00...0x0FFF).contains(value)
    }

    var isKana: Bool { (0x3040...0x30FF).contains(value) || (0x31F0...0x31FF).contains(value) }
    var isHangul: Bool { (0xAC00...0xD7AF).contains(value) || (0x1100...0x11FF).contains(value) }
}

extension String {
    /// The base direction by the first strong character (Unicode Bidirectional Algorithm, P2 and P3).
    var readsFromTheRight: Bool {
        unicodeScalars.first { $0.isRightToLeftLetter || $0.properties.isAlphabetic }?.isRightToLeftLetter ?? false
    }
}
