// SPDX-License-Identifier: MIT

/// Escapes text for XML 1.0 content and attribute values.
package enum XMLText {
    /// Characters that XML does not allow become U+FFFD; bidirectional controls are kept.
    ///
    /// - SeeAlso: XML 1.0, fifth edition, §2.2 (characters) and §3.3.3 (line breaks in attributes).
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t": escaped += "&#9;"
            case "\n": escaped += "&#10;"
            case "\r": escaped += "&#13;"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// An element id derived injectively from an item's id: `layer/road label` becomes `layer-road__20label`. The
    /// first slash becomes a hyphen, others a period.
    package static func id(_ name: String) -> String {
        var id = ""
        var isFirstSlash = true
        var last: UInt8 = 0
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                id.unicodeScalars.append(Unicode.Scalar(byte))
            // Two underscores begin an escape.
            case UInt8(ascii: "_") where last != UInt8(ascii: "_"): id += "_"
            case UInt8(ascii: "/"):
                id += isFirstSlash ? "-" : "."
                isFirstSlash = false
            default:
                let hex = String(byte, radix: 16)
                id += "__" + (hex.utf8.count == 1 ? "0" + hex : hex)
            }
            last = byte
        }
        return id
    }
}
