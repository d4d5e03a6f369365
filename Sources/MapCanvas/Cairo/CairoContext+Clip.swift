// SPDX-License-Identifier: MIT
import CCairo
import MapPlane

extension CairoContext {
    /// Clips to whole pixels, which is free. Call between `cairo_save` and `cairo_restore`.
    func clip(to area: PixelRect) {
        cairo_new_path(handle)
        cairo_rectangle(
            handle, Double(area.minX), Double(area.minY), Double(max(0, area.width)), Double(max(0, area.height)))
        cairo_clip(handle)
    }

    /// Clips to the pixels whose centers lie inside a path. Call between `cairo_save` and `cairo_restore`.
    func clip(to path: Path) {
        cairo_new_path(handle)
        append(path)
        setFillRule(.nonZero)
        cairo_set_antialias(handle, CAIRO_ANTIALIAS_NONE)
        cairo_clip(handle)
        cairo_set_antialias(handle, CAIRO_ANTIALIAS_DEFAULT)
    }
}

extension Path {
    /// The rectangle that this path outlines, nil for any other shape.
    var box: Rect? {
        guard verbs.count == 5 || verbs.count == 6, verbs.last == .close, verbs.first == .move,
            verbs.dropFirst().dropLast().allSatisfy({ $0 == .line })
        else { return nil }
        let p = points
        if verbs.count == 6 && p[4] != p[0] { return nil }
        let turnsLevelFirst = p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x
        let turnsUprightFirst = p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y
        guard turnsLevelFirst || turnsUprightFirst else { return nil }
        return Rect(
            minX: min(p[0].x, p[2].x), minY: min(p[0].y, p[2].y), maxX: max(p[0].x, p[2].x),
            maxY: max(p[0].y, p[2].y))
    }
}
