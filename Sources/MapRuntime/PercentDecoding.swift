// SPDX-License-Identifier: MIT

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
