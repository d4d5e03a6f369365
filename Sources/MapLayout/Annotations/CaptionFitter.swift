// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// Finds room for the words below markers: inside of the picture, off all signs, off each other. Points.
struct CaptionFitter {
    /// What words stay inside of.
    private static let margin = 3.0
    /// Lines are this long at most, then shorter.
    private static let widths = [usualWidth, 92, 64]
    static let usualWidth = 130.0

    let picture: Rect
    let signs: SignMaker

    /// Gives each sign its words; `stack` goes from the lowest to the topmost, which chooses first.
    ///
    /// - Returns: titles within the picture that found no room.
    func fit(_ stack: inout [StandingSign]) -> [Omission] {
        var omissions: [Omission] = []
        var grid = BoxGrid(covering: picture.inset(by: -200), cell: 48)
        for (index, standing) in stack.enumerated() { grid.insert(standing.frame.inset(by: 1), index) }
        for index in stack.indices.reversed() {
            guard let caption = caption(of: stack[index]) else { continue }
            let box = caption.rect.offset(by: stack[index].place)
            var isFree = true
            if !caption.isRequired { grid.forEach(overlapping: box) { _, _ in isFree = false } }
            guard isFree else {
                omissions.append(
                    Omission(id: stack[index].id + "/title", text: stack[index].annotation.title, reason: .noRoom))
                continue
            }
            grid.insert(box, stack.count + index)
            stack[index].caption = caption
        }
        return omissions
    }

    /// Below and in the middle; where the picture ends, moved aside, or wrapped, or at a side of the marker. Nil where it
    /// would be cut, unless it is required.
    private func caption(of standing: StandingSign) -> Sign.Caption? {
        let (annotation, sign) = (standing.annotation, standing.sign)
        guard let usual = signs.caption(annotation, sign, .below, maxWidth: Self.widths[0]) else { return nil }
        let room = picture.inset(by: Self.margin).offset(by: -standing.place)
        if room.contains(usual.rect) { return usual }
        let fallback = usual.isRequired ? usual : nil
        guard picture.contains(standing.place) else { return fallback }
        for width in Self.widths {
            guard var caption = signs.caption(annotation, sign, .below, maxWidth: width) else { continue }
            let rect = caption.rect
            let (least, most) = (room.minX - rect.minX, room.maxX - rect.maxX)
            guard rect.maxY <= room.maxY, least <= most else { continue }
            let shift = max(least, min(most, 0))
            // The words stay below their marker.
            guard abs(shift) <= rect.width / 2 - 4 || width == Self.widths.last else { continue }
            caption.move(by: Point(shift, 0))
            return caption
        }
        for side in [Sign.CaptionPlace.right, .left] {
            if let caption = signs.caption(annotation, sign, side, maxWidth: Self.widths[0]),
                room.contains(caption.rect)
            {
                return caption
            }
        }
        return fallback
    }
}
