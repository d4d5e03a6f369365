// SPDX-License-Identifier: MIT

/// HTML as plain text: tags go, entities are decoded, runs of white space become one space.
///
/// Made for attributions: `<a href="…">&copy; OpenStreetMap</a>` gives `© OpenStreetMap`.
package func plainText(html: String) -> String {
    var text = ""
    var rest = Substring(html)
    lazy var tags = TagEnds(html)
    while let next = rest.first {
        switch next {
        case "<":
            if let end = tagEnd(rest, &tags) {
                if breaksLine(rest[..<end]) { text.append(" ") }
                rest = rest[end...]
                continue
            }
        case "&":
            if let (decoded, end) = entity(rest) {
                text.append(decoded)
                rest = rest[end...]
                continue
            }
        default: break
        }
        text.append(next)
        rest = rest.dropFirst()
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// Behind the tag that begins here; nil when a "<" is just a character.
private func tagEnd(_ text: Substring, _ tags: inout TagEnds) -> Substring.Index? {
    guard let second = text.dropFirst().first, second.isLetter || "/!?".contains(second) else { return nil }
    if text.hasPrefix("<!--") {
        var rest = text.dropFirst(4)
        while !rest.isEmpty, !rest.hasPrefix("-->") { rest = rest.dropFirst() }
        return rest.isEmpty ? text.endIndex : rest.index(rest.startIndex, offsetBy: 3)
    }
    return tags.end(from: text.startIndex)
}

/// Where tags end: at the first ">" outside of quotes. Found once for all, from the end of the text: a search from each "<"
/// would take the square of their number where quotes are left open.
private struct TagEnds {
    private let html: String
    /// For each byte, the offset behind the ">" that ends a tag which has come so far outside of quotes; 0 for none.
    private var ends: [Int32]

    init(_ html: String) {
        var html = html
        html.makeContiguousUTF8()
        self.html = html
        ends = Array(repeating: 0, count: html.utf8.count)
        var (outside, single, double) = (Int32(0), Int32(0), Int32(0))
        for (offset, byte) in zip(ends.indices, html.utf8).reversed() {
            switch byte {
            case UInt8(ascii: ">"): outside = Int32(truncatingIfNeeded: offset + 1)
            // A quote ends a quotation of its kind, and begins one outside.
            case UInt8(ascii: "'"): (outside, single) = (single, outside)
            case UInt8(ascii: "\""): (outside, double) = (double, outside)
            default: break
            }
            ends[offset] = outside
        }
    }

    /// Behind the tag that begins at an index of the text; nil when nothing ends it.
    func end(from start: Substring.Index) -> Substring.Index? {
        let end = Int(ends[html.utf8.distance(from: html.startIndex, to: start)])
        return end > 0 ? html.utf8.index(html.startIndex, offsetBy: end) : nil
    }
}

/// True for tags between which words do not run together.
private func breaksLine(_ tag: Substring) -> Bool {
    let name = tag.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    return ["br", "p", "div", "li", "ul", "ol", "tr", "td", "hr"].contains(name)
}

/// The entity that begins here and the index behind it; nil when it is none.
private func entity(_ text: Substring) -> (String, Substring.Index)? {
    let window = text.dropFirst().prefix(12)
    guard let semicolon = window.firstIndex(of: ";") else { return nil }
    let name = window[..<semicolon]
    let end = text.index(after: semicolon)
    if name.hasPrefix("#") {
        let digits = name.dropFirst()
        let hexadecimal = digits.first == "x" || digits.first == "X"
        let code = hexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = code.flatMap(Unicode.Scalar.init), scalar.value >= 0x20 else { return nil }
        return (String(scalar), end)
    }
    return namedEntities[String(name)].map { ($0, end) }
}

/// The entities that attributions use, out of HTML's 2,231.
private let namedEntities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®", "trade": "™",
    "middot": "·", "bull": "•", "ndash": "–", "mdash": "—", "hellip": "…", "laquo": "«", "raquo": "»", "lsquo": "‘",
    "rsquo": "’", "ldquo": "“", "rdquo": "”", "sect": "§", "deg": "°", "times": "×", "szlig": "ß", "thinsp": " ",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "aacute": "á", "agrave": "à",
    "acirc": "â", "atilde": "ã", "aring": "å", "Aring": "Å", "aelig": "æ", "AElig": "Æ", "ccedil": "ç", "Ccedil": "Ç",
    "eacute": "é", "Eacute": "É", "egrave": "è", "ecirc": "ê", "euml": "ë", "iacute": "í", "icirc": "î", "iuml": "ï",
    "ntilde": "ñ", "Ntilde": "Ñ", "oacute": "ó", "ograve": "ò", "ocirc": "ô", "otilde": "õ", "oslash": "ø",
    "Oslash": "Ø", "uacute": "ú", "ugrave": "ù", "ucirc": "û",
]
