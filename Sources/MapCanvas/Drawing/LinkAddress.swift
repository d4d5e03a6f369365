// SPDX-License-Identifier: MIT

/// URL schemes that execute code or carry content instead of leading to a location.
private let refusedSchemes: Set<String> = [
    "javascript", "vbscript", "livescript", "mocha", "data", "blob", "filesystem", "file", "jar", "view-source",
]

/// The scheme that disqualifies an address as a link, such as "javascript".
///
/// The scheme is parsed as browsers do, which ignore tabs and line breaks, and leading control characters and spaces.
///
/// - Returns: nil for relative addresses and all other schemes.
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
