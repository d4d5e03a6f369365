// SPDX-License-Identifier: MIT

extension String {
    /// On one line, without characters that make cairo reject the document: NUL, and Unicode noncharacters.
    ///
    /// - SeeAlso: cairo-unicode.c, `UNICODE_VALID`; Unicode, section 23.7, "Noncharacters".
    var forCairo: String {
        var line = ""
        line.unicodeScalars.append(
            contentsOf: unicodeScalars.lazy.filter { scalar in
                scalar.value != 0 && !(0xFDD0...0xFDEF).contains(scalar.value) && scalar.value & 0xFFFE != 0xFFFE
            }.map { $0 == "\n" ? " " : $0 })
        return line
    }
}
