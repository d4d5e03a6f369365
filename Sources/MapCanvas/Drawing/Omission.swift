// SPDX-License-Identifier: MIT

/// Something that scene or style ask for and that is not painted.
package struct Omission: Hashable, Sendable {
    package enum Reason: String, Sendable {
        /// It would cover something that counts more.
        case covered
        /// It found no place where nothing else is.
        case noRoom = "no room"
    }

    /// Such as `annotation/hotel`, `annotation/hotel/title`, `layer/poi`.
    package var id: String
    /// What it says, if it says something.
    package var text: String?
    package var reason: Reason

    package init(id: String, text: String?, reason: Reason) {
        self.id = id
        self.text = text
        self.reason = reason
    }
}

extension Drawing {
    /// The names of the fonts whose outlines are painted, sorted.
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
        case .fill, .aliasedFill, .edge, .stroke, .ribbon, .circles, .image, .sdf, .maskedFill: break
        }
    }
}
