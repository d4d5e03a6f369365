// SPDX-License-Identifier: MIT

/// Schemes of addresses that run a program or carry a document, rather than lead to one.
private let refusedSchemes: Set<String> = [
    "javascript", "vbscript", "livescript", "mocha", "data", "blob", "filesystem", "file", "jar", "view-source",
]

/// What is wrong with an address as a link: a scheme that must not be followed, such as "javascript".
///
/// The scheme is found as browsers find it, which pass over line breaks and tabs, and over all that is not printed
/// before it.
///
/// - Returns: nil for a relative address and for schemes that lead somewhere, known or not.
/// - SeeAlso: URL Standard, §4.4 "URL parsing".
package func refusedScheme(of address: String) -> String? {
    var scheme = ""
    for scalar in address.unicodeScalars.drop(while: { $0.value <= 0x20 }) {
        switch scalar {
        case "\t", "\n", "\r": continue
        case ":": return refusedSchemes.contains(scheme) ? scheme : nil
        case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": scheme += String(scalar).lowercased()
        default: return nil
        }
        // The longest of them has eleven letters.
        if scheme.utf8.count > 16 { return nil }
    }
    return nil
}
