// SPDX-License-Identifier: MIT

extension Drawing {
    /// The drawing without lines and letters: what displays with few colors dither.
    package var areas: Drawing {
        var copy = self
        copy.items = items.compactMap { item in
            var area = item
            guard let mark = item.mark.area else { return nil }
            area.mark = mark
            return area
        }
        return copy
    }
}

extension Mark {
    /// The mark without lines and letters; nil where nothing else is there.
    fileprivate var area: Mark? {
        switch self {
        case .fill, .aliasedFill, .circles, .image, .maskedFill, .faces: return self
        // The edge of an area is as soft as the area itself.
        case .edge: return self
        case .stroke, .ribbon, .glyphs, .sdf: return nil
        case .group(let group):
            var copy = group
            copy.marks = group.marks.compactMap(\.area)
            // A copy of artwork is that of other marks now.
            copy.placement = nil
            return copy.marks.isEmpty ? nil : .group(copy)
        }
    }
}
