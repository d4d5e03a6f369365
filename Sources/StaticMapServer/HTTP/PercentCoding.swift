// SPDX-License-Identifier: MIT
import MapRuntime

/// Decodes `%XX`; malformed escapes stay as they are, and bytes that are not UTF-8 become U+FFFD.
/// A plus is a space in queries, as HTML forms have it, and a plus in paths.
package func percentDecoded(_ text: Substring, plusIsSpace: Bool = false) -> String {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "%")) || plusIsSpace && bytes.contains(UInt8(ascii: "+")) else {
        return String(text)
    }
    return String(decoding: percentDecoded(Array(bytes), plusIsSpace: plusIsSpace), as: UTF8.self)
}

/// Encodes all but the unreserved characters of RFC 3986, §2.3.
package func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            result.append(byte)
        default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: result, as: UTF8.self)
}
