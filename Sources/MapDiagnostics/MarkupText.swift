// SPDX-License-Identifier: MIT

/// A text for the content and the quoted attributes of HTML and XML. Characters that they have no place for become U+FFFD.
///
/// Each Unicode scalar is looked at by itself: a quote with a combining mark after it is one `Character`, but still ends an
/// attribute.
package func markupEscaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        case "\t", "\n": result.unicodeScalars.append(scalar)
        case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
