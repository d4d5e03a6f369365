// SPDX-License-Identifier: MIT

/// The URL schemes that links may have. Others run code, carry content, open local files, or start other programs.
private let linkSchemes: Set<String> = ["http", "https", "mailto", "tel"]

/// The scheme that disqualifies an address as a link, such as "javascript"; "//" for an address that names a host
/// without a scheme.
///
/// The scheme is parsed as browsers do, which ignore tabs and line breaks, and leading control characters and spaces.
///
/// - Returns: nil for relative addresses and the schemes `http`, `https`, `mailto` and `tel`.
/// - SeeAlso: URL Standard, §4.4 "URL parsing".
package func refusedScheme(of address: String) -> String? {
    let scalars = address.unicodeScalars.drop { $0.value <= 0x20 }.filter { !["\t", "\n", "\r"].contains($0) }
    // Browsers read a backslash as a slash.
    if scalars.prefix(2).count == 2, scalars.prefix(2).allSatisfy({ $0 == "/" || $0 == "\\" }) { return "//" }
    var scheme = ""
    for scalar in scalars {
        switch scalar {
        case ":" where !scheme.isEmpty: return linkSchemes.contains(scheme) ? nil : scheme
        case "a"..."z", "A"..."Z": scheme += String(scalar).lowercased()
        case "0"..."9", "+", "-", ".":
            guard !scheme.isEmpty else { return nil }
            scheme += String(scalar)
        default: return nil
        }
    }
    return nil
}
