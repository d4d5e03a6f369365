// SPDX-License-Identifier: MIT

/// A part of the picture that can be pointed at: what it is called, what it says, where it leads, and how far it reaches.
///
/// Hit-testing, image maps and links in SVG are all made of targets. An item that is painted as one may have several,
/// as lines that share a stroke do.
package struct Target: Hashable, Sendable {
    /// Such as `annotation/hotel/callout/right`; see `targetPath(_:)`.
    package var path: String
    /// The id that the scene gives to this very part; nil for none.
    package var name: String?
    /// Its name, for people.
    package var title: String?
    /// What it is in words, for those who do not see the picture.
    package var alt: String?
    /// Where it leads. Never an address that runs something: see `refusedScheme(of:)`.
    package var href: String?
    /// Where it can be hit, in pixels; may reach beyond what is painted.
    package var shape: HitShape

    /// Makes a target; an address that must not be followed is left out.
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

/// Names that lead to a target, joined by slashes. A slash or percent sign within a name is written as in an address,
/// `%2F` and `%25`, so that no two targets have one path.
package func targetPath(_ steps: String...) -> String {
    steps.map { step in
        guard step.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "/") }) else { return step }
        return step.replacing("%", with: "%25").replacing("/", with: "%2F")
    }.joined(separator: "/")
}
