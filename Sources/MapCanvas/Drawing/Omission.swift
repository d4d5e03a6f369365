// SPDX-License-Identifier: MIT

/// Something that was requested but is not painted.
package struct Omission: Hashable, Sendable {
    package enum Reason: String, Sendable {
        /// It would cover something of higher priority.
        case covered
        /// No free position was found.
        case noRoom = "no room"
        /// It belongs to something outside the map.
        case outside = "outside the map"
        /// It belongs to something on the far side of a globe, or behind the camera of a tilted map.
        case hidden = "behind the horizon"
    }

    /// An identifier such as `annotation/hotel`, `annotation/hotel/title` or `layer/poi`.
    package var id: String
    /// Its text, if any.
    package var text: String?
    package var reason: Reason

    package init(id: String, text: String?, reason: Reason) {
        self.id = id
        self.text = text
        self.reason = reason
    }
}

extension Drawing {
    /// The sorted names of the fonts whose outlines are painted.
    package var fontNames: [String] {
        var names: Set<String> = []
        for item in items { item.mark.forEachFont { names.insert($0.name) } }
        return names.sorted()
    }
}

extension Mark {
    fileprivate func forEachFont(_ visit: (FontFace) -> Void) {
        switch self {
        case .glyphs(let run): for glyph in run.glyphs { visit(glyph.face) }
        case .group(let group): for mark in group.marks { mark.forEachFont(visit) }
        case .fill, .aliasedFill, .edge, .stroke, .ribbon, .circles, .image, .sdf, .maskedFill, .faces: break
        }
    }
}
