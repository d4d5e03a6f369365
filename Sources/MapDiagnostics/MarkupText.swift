// SPDX-License-Identifier: MIT

/// A text for the content and the quoted attributes of HTML and XML. Characters that they have no place for become U+FFFD;
/// bidirectional controls stay.
///
/// Each Unicode scalar is looked at by itself: a quote with a combining mark after it is one `Character`, but still ends an
/// attribute. Line breaks and tabs are references, as they would become spaces in attributes.
///
/// - SeeAlso: XML 1.0, fifth edition, §2.2 (characters) and §3.3.3 (line breaks in attributes).
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
        case "\t": result += "&#9;"
        case "\n": result += "&#10;"
        case "\r": result += "&#13;"
        case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
