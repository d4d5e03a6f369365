// SPDX-License-Identifier: MIT

/// Letters other than Latin ones that a language is written in.
package struct LabelScript: Sendable, Hashable {
    /// The first letter of the script and the first one after it, in the order of Unicode's code points.
    package let first: String
    package let end: String

    /// Fails for Latin letters.
    ///
    /// - Parameters:
    ///   - language: the language's code, such as "hi".
    ///   - subtags: all parts of the tag; one of four letters names a script.
    package init?(of language: String, subtags: [String]) {
        let named = subtags.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }
        guard let script = named ?? Self.usual[language], let range = Self.ranges[script] else { return nil }
        (first, end) = range
    }

    /// The scripts of ISO 15924 as blocks of Unicode. Japanese and Chinese share Han characters.
    private static let ranges: [String: (String, String)] = [
        "Grek": ("\u{370}", "\u{400}"), "Cyrl": ("\u{400}", "\u{530}"), "Armn": ("\u{530}", "\u{590}"),
        "Hebr": ("\u{590}", "\u{600}"), "Arab": ("\u{600}", "\u{780}"), "Thaa": ("\u{780}", "\u{7C0}"),
        "Deva": ("\u{900}", "\u{980}"), "Beng": ("\u{980}", "\u{A00}"), "Guru": ("\u{A00}", "\u{A80}"),
        "Gujr": ("\u{A80}", "\u{B00}"), "Orya": ("\u{B00}", "\u{B80}"), "Taml": ("\u{B80}", "\u{C00}"),
        "Telu": ("\u{C00}", "\u{C80}"), "Knda": ("\u{C80}", "\u{D00}"), "Mlym": ("\u{D00}", "\u{D80}"),
        "Sinh": ("\u{D80}", "\u{E00}"), "Thai": ("\u{E00}", "\u{E80}"), "Laoo": ("\u{E80}", "\u{F00}"),
        "Tibt": ("\u{F00}", "\u{1000}"), "Mymr": ("\u{1000}", "\u{10A0}"), "Geor": ("\u{10A0}", "\u{1100}"),
        "Ethi": ("\u{1200}", "\u{13A0}"), "Khmr": ("\u{1780}", "\u{1800}"), "Kore": ("\u{AC00}", "\u{D7B0}"),
        "Jpan": ("\u{3040}", "\u{A000}"), "Hans": ("\u{3400}", "\u{A000}"), "Hant": ("\u{3400}", "\u{A000}"),
        "Hani": ("\u{3400}", "\u{A000}"),
    ]

    /// The script of a language whose tag names none. Languages that are missing are written in Latin letters.
    private static let usual: [String: String] = {
        let languages = [
            "Grek": "el", "Cyrl": "ab ba be bg ce cv kk ky mk mn os ru sr tg tt uk", "Armn": "hy", "Hebr": "he yi",
            "Arab": "ar arz ckb fa ps sd ug ur", "Thaa": "dv", "Deva": "hi mr ne sa", "Beng": "as bn", "Guru": "pa",
            "Gujr": "gu", "Orya": "or", "Taml": "ta", "Telu": "te", "Knda": "kn", "Mlym": "ml", "Sinh": "si",
            "Thai": "th", "Laoo": "lo", "Tibt": "bo dz", "Mymr": "my", "Geor": "ka", "Ethi": "am ti", "Khmr": "km",
            "Kore": "ko", "Jpan": "ja", "Hani": "yue zh",
        ]
        var found: [String: String] = [:]
        for (script, names) in languages {
            for name in names.split(separator: " ") { found[String(name)] = script }
        }
        return found
    }()
}
