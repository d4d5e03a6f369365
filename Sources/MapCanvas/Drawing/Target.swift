// SPDX-License-Identifier: MIT

/// A part of the output that responds to a pointer: its name, description, link and hit area.
///
/// Hit testing, image maps and links in SVG are derived from targets. An item may have several targets, as lines
/// drawn with one stroke do.
package struct Target: Hashable, Sendable {
    /// A path such as `annotation/hotel/callout/right`; see `targetPath(_:)`.
    package var path: String
    /// The id that the scene gives this part; nil for none.
    package var name: String?
    /// The human-readable name.
    package var title: String?
    /// The alternative text.
    package var alt: String?
    /// The link; never an address with a scheme that `refusedScheme(of:)` reports.
    package var href: String?
    /// The hit area in pixels; may extend beyond what is painted.
    package var shape: HitShape

    /// Creates a target; an address with a refused scheme is dropped.
    package init(
        path: String, name: String? = nil, title: String? = nil, alt: String? = nil, href: String? = nil,
        shape: HitShape
    ) {
        self.path = path
        self.name = name
        self.title = title
        self.alt = alt
        self.href = href.flatMap { refusedScheme(of: $0) == nil ? $0 : nil }
        self.shape = shape
    }
}

/// Joins the components of a target's path with slashes. Slashes and percent signs within a component are
/// percent-encoded, so that paths are unambiguous.
package func targetPath(_ components: String...) -> String {
    components.map { component in
        guard component.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "/") }) else {
            return component
        }
        return component.replacing("%", with: "%25").replacing("/", with: "%2F")
    }.joined(separator: "/")
}

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
