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
    let signs: ArtworkBuilder

    /// Gives each sign its words; `stack` goes from the lowest to the topmost, which chooses first.
    ///
    /// - Returns: titles within the picture that found no room.
    func fit(_ stack: inout [PlacedAnnotation]) -> [Omission] {
        var omissions: [Omission] = []
        var grid = BoxGrid(covering: picture.inset(by: -200), cell: 48)
        for (index, standing) in stack.enumerated() { grid.insert(standing.frame.inset(by: 1), index) }
        for index in stack.indices.reversed() {
            let place = stack[index].place
            let isFree = { (caption: AnnotationArtwork.Caption) in
                var isFree = true
                grid.forEach(overlapping: caption.rect.offset(by: place)) { _, _ in isFree = false }
                return isFree
            }
            guard let usual = caption(of: stack[index], .below, Self.usualWidth) else { continue }
            guard let caption = fitted(usual, of: stack[index], isFree) else {
                if picture.contains(place) {
                    omissions.append(
                        Omission(id: stack[index].id + "/title", text: stack[index].annotation.title, reason: .noRoom))
                }
                continue
            }
            grid.insert(caption.rect.offset(by: place), stack.count + index)
            stack[index].caption = caption
        }
        return omissions
    }

    /// Below and in the middle; where there is no room, wrapped; where the picture ends, moved aside, or at a side of the
    /// marker. Nil where it would be cut or cover something, unless it is required.
    private func fitted(
        _ usual: AnnotationArtwork.Caption, of standing: PlacedAnnotation, _ isFree: (AnnotationArtwork.Caption) -> Bool
    ) -> AnnotationArtwork.Caption? {
        let room = picture.inset(by: Self.margin).offset(by: -standing.place)
        guard picture.contains(standing.place) else {
            return usual.isRequired || room.contains(usual.rect) && isFree(usual) ? usual : nil
        }
        var fallback = usual.isRequired ? usual : nil
        var narrowest = usual
        for width in Self.widths {
            let caption = width == Self.usualWidth ? usual : caption(of: standing, .below, width)
            guard let caption, width == Self.usualWidth || caption.rect.width < narrowest.rect.width else { continue }
            narrowest = caption
            guard let moved = moved(caption, into: room) else { continue }
            if isFree(moved) { return moved }
            if usual.isRequired, fallback?.rect == usual.rect { fallback = moved }
        }
        if let moved = moved(narrowest, into: room, leaves: true), isFree(moved) || usual.isRequired { return moved }
        guard usual.rect.maxY > room.maxY else { return fallback }
        for side in [AnnotationArtwork.CaptionPosition.right, .left] {
            guard let caption = caption(of: standing, side, Self.usualWidth), room.contains(caption.rect) else {
                continue
            }
            if isFree(caption) || usual.isRequired { return caption }
        }
        return fallback
    }

    private func caption(of standing: PlacedAnnotation, _ place: AnnotationArtwork.CaptionPosition, _ width: Double)
        -> AnnotationArtwork.Caption?
    {
        signs.caption(standing.annotation, standing.sign, place, maxWidth: width)
    }

    /// Moved aside so that the picture does not cut it; nil where that takes more than the room there is, or, unless it
    /// `leaves`, where it would no longer be below its marker.
    private func moved(_ caption: AnnotationArtwork.Caption, into room: Rect, leaves: Bool = false) -> AnnotationArtwork
        .Caption?
    {
        let rect = caption.rect
        let (least, most) = (room.minX - rect.minX, room.maxX - rect.maxX)
        guard rect.maxY <= room.maxY, least <= most else { return nil }
        let shift = max(least, min(most, 0))
        guard abs(shift) <= rect.width / 2 - 4 || leaves else { return nil }
        var caption = caption
        caption.move(by: Point(shift, 0))
        return caption
    }
}
