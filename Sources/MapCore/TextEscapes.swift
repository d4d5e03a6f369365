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

/// A text for a terminal: control characters, which could change its colors or move its cursor, become `\u001b`.
///
/// - Parameter text: what may quote an input.
/// - Returns: one line.
package func controlsEscaped(_ text: String) -> String {
    // Most texts stay as they are. 0xC2 begins control characters beyond ASCII, among others.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": result += unicodeEscape(scalar)
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// Decodes percent escapes such as `%20`; a percent sign without two hexadecimal digits is left as it is.
///
/// - Parameters:
///   - source: the bytes of an address or a part of it.
///   - plusIsSpace: for queries, where HTML forms write spaces so.
/// - Returns: the decoded bytes, which need not be UTF-8.
/// - SeeAlso: RFC 3986, §2.1.
package func percentDecoded(_ source: [UInt8], plusIsSpace: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var at = 0
    while at < source.count {
        if source[at] == UInt8(ascii: "%"), at + 2 < source.count, let high = hexDigit(source[at + 1]),
            let low = hexDigit(source[at + 2])
        {
            bytes.append(high << 4 | low)
            at += 3
        } else {
            bytes.append(plusIsSpace && source[at] == UInt8(ascii: "+") ? UInt8(ascii: " ") : source[at])
            at += 1
        }
    }
    return bytes
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Encodes bytes as percent escapes such as `%20`.
///
/// - Parameters:
///   - text: an address or a part of it.
///   - keeps: true for the ASCII characters that stay; by default those without a meaning in addresses.
/// - Returns: ASCII characters.
/// - SeeAlso: RFC 3986, §2.1.
package func percentEncoded(_ text: String, keeping keeps: (UInt8) -> Bool = isUnreserved) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
        if byte < 0x80, keeps(byte) {
            result.append(byte)
        } else {
            result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: result, as: UTF8.self)
}

/// True for a character that means itself everywhere in an address: RFC 3986, §2.3.
private func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        true
    default: false
    }
}

/// As `isUnreserved`, and true for the slashes of a path.
package func isUnreservedOrSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || isUnreserved(byte) }

/// A text without white space at its ends.
package func trimmed(_ text: some StringProtocol) -> String {
    let text = String(text)
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
        let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
}

extension String {
    /// True when a text is the same, with any characters for each `*`.
    package func matches(_ text: String) -> Bool {
        let parts = split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return self == text }
        guard text.hasPrefix(first), text.hasSuffix(last), text.utf8.count >= first.utf8.count + last.utf8.count
        else { return false }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
