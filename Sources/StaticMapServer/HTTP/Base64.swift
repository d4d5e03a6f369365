// SPDX-License-Identifier: MIT
import Foundation

/// Base64 with padding, RFC 4648, §4.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// The bytes of base64 or base64url, with or without padding; nil for other characters.
func base64Decoded(_ text: some StringProtocol) -> [UInt8]? {
    var plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    while plain.hasSuffix("=") { plain.removeLast() }
    plain += String(repeating: "=", count: (4 - plain.count % 4) % 4)
    return Data(base64Encoded: plain).map(Array.init)
}
