// SPDX-License-Identifier: MIT
import Foundation
import MapCore

/// The parameters of an address in the order in which they were sent, decoded.
package struct Query: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var items: [Item]

    package init(items: [Item] = []) {
        self.items = items
    }

    /// Reads `a=1&b=2`.
    package init(_ text: Substring) {
        items = text.split(separator: "&").map { part in
            guard let equals = part.firstIndex(of: "=") else {
                return Item(percentDecoded(part, plusIsSpace: true), "")
            }
            return Item(
                percentDecoded(part[..<equals], plusIsSpace: true),
                percentDecoded(part[part.index(after: equals)...], plusIsSpace: true))
        }
    }

    /// The first value of a name.
    package subscript(_ name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// All values of a name, also of the form `name[]`, which PHP and qs use for lists.
    package func all(_ name: String) -> [String] {
        items.filter { $0.name == name || $0.name == name + "[]" }.map(\.value)
    }

    /// Names in lowercase, for protocols whose parameters have no case.
    package var lowercased: Query {
        Query(items: items.map { Item($0.name.lowercased(), $0.value) })
    }
}

/// Decodes `%XX`; malformed escapes stay as they are, and bytes that are not UTF-8 become U+FFFD.
/// A plus is a space in queries, as HTML forms have it, and a plus in paths.
package func percentDecoded(_ text: Substring, plusIsSpace: Bool = false) -> String {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "%")) || plusIsSpace && bytes.contains(UInt8(ascii: "+")) else {
        return String(text)
    }
    return String(decoding: percentDecoded(Array(bytes), plusIsSpace: plusIsSpace), as: UTF8.self)
}

/// Parameters whose values let others ask as the client that sent them.
private let secrets = Set(["signature", "sig"]).union(AccessControl.parameters)

/// An address as logs may have it: without keys and signatures, also of an address in its parameter `url`.
package func withoutSecrets(_ target: String) -> String {
    guard let mark = target.firstIndex(of: "?") else { return target }
    let items = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    let shown = items.map { item -> String in
        guard let equals = item.firstIndex(of: "=") else { return String(item) }
        let name = percentDecoded(item[..<equals], plusIsSpace: true)
        if secrets.contains(name) { return name + "=***" }
        guard name == "url" else { return String(item) }
        let inner = percentDecoded(item[item.index(after: equals)...], plusIsSpace: true)
        return "url=" + percentEncoded(withoutSecrets(inner))
    }
    return target[...mark] + shown.joined(separator: "&")
}

/// Base64 with padding, RFC 4648, §4.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// The bytes of base64 or base64url, with or without padding; nil for other characters.
func base64Decoded(_ text: some StringProtocol) -> [UInt8]? {
    var plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    while plain.hasSuffix("=") { plain.removeLast() }
    plain += String(repeating: "=", count: (4 - plain.count % 4) % 4)
    return Data(base64Encoded: plain).map(Array.init)
}
