// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapGeometry
import MapImages

extension Drawing {
    /// The color of a part of a drawing that is one everywhere, found without painting it: all that lies there are plain fills
    /// that cover it. Nil where that is not so, or would take long to find out.
    package func uniformColor(in part: Rect) -> UInt32? {
        var covering = Drawing(width: 1, height: 1, scale: 1)
        for item in items where item.bounds.intersects(part) {
            guard let paints = item.mark.paints(covering: part) else { return nil }
            for paint in paints {
                covering.items.append(
                    DrawingItem(
                        id: item.id, role: item.role, bounds: covering.rect,
                        mark: .aliasedFill(.rectangle(covering.rect), paint)))
            }
        }
        return try? RasterPainter().paint(covering, threads: 1).pixels.first
    }

    /// False for drawings of so many vertices that painting is hardly slower than looking at them once for each tile.
    package var isSimple: Bool { items.reduce(0) { $0 + $1.mark.vertexCount } < 20_000 }
}

extension Bitmap {
    /// The color of all pixels; nil when they differ.
    var uniformColor: UInt32? {
        guard let first = pixels.first, pixels.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}

extension Mark {
    /// The colors with which a mark covers a rectangle, none when it leaves it alone; nil when it does something else there.
    fileprivate func paints(covering rect: Rect) -> [Paint]? {
        switch self {
        case .aliasedFill(let path, let paint):
            guard case .color = paint else { return nil }
            return path.covers(rect).map { $0 ? [paint] : [] }
        case .fill(let path, .nonZero, let paint):
            // Pixels that its edges pass through are blended.
            guard case .color = paint else { return nil }
            return path.covers(rect, within: 0).map { $0 ? [paint] : [] }
        case .edge(let path, _):
            // Lines are two pixels wide.
            return path.touches(rect.inset(by: -2)) ? nil : []
        case .group(let group):
            if let clip = group.clip {
                guard let isInside = clip.covers(rect) else { return nil }
                guard isInside else { return [] }
            }
            guard group.opacity >= 1, group.blend == .normal else { return nil }
            var paints: [Paint] = []
            for mark in group.marks {
                guard let more = mark.paints(covering: rect) else { return nil }
                paints += more
            }
            return paints
        default: return nil
        }
    }

    fileprivate var vertexCount: Int {
        switch self {
        case .aliasedFill(let path, _), .fill(let path, _, _), .edge(let path, _): path.points.count
        case .group(let group): group.marks.reduce(group.clip?.points.count ?? 0) { $0 + $1.vertexCount }
        default: 1
        }
    }
}

extension Path {
    /// True when a rectangle lies in the path (by the nonzero rule), false when it lies outside; nil when that is not clear.
    ///
    /// Pixels that are in or out by their centers are so if the rectangle within half a pixel is.
    ///
    /// Rings of neighboring tiles reach into each other. They cannot uncover what another ring covers as long as they turn the
    /// same way.
    fileprivate func covers(_ rect: Rect, within margin: Double = 0.49) -> Bool? {
        let part = rect.inset(by: margin)
        var winding = 0
        var (hasPositive, hasNegative) = (false, false)
        for ring in flattened.map(\.points) where ring.count > 2 {
            if ring.touches(part) {
                if signedArea(ring) > 0 { hasPositive = true } else { hasNegative = true }
            } else {
                winding += ring.winding(around: part.center)
            }
        }
        if winding == 0 { return hasPositive || hasNegative ? nil : false }
        let isCovered = winding > 0 ? !hasNegative : !hasPositive
        return isCovered ? true : nil
    }

    /// True when a line of the path may touch a rectangle.
    fileprivate func touches(_ rect: Rect) -> Bool { flattened.contains { $0.points.touches(rect) } }
}

extension [Point] {
    fileprivate func touches(_ rect: Rect) -> Bool {
        guard var a = last else { return false }
        for b in self {
            let isBeside =
                Swift.max(a.x, b.x) <= rect.minX || Swift.min(a.x, b.x) >= rect.maxX
                || Swift.max(a.y, b.y) <= rect.minY || Swift.min(a.y, b.y) >= rect.maxY
            if !isBeside { return true }
            a = b
        }
        return false
    }

    /// How often a ring winds around a point, positive for a ring of positive area.
    fileprivate func winding(around point: Point) -> Int {
        guard var a = last else { return 0 }
        var winding = 0
        for b in self {
            let side = (b.x - a.x) * (point.y - a.y) - (point.x - a.x) * (b.y - a.y)
            if a.y <= point.y, b.y > point.y, side > 0 { winding += 1 }
            if a.y > point.y, b.y <= point.y, side < 0 { winding -= 1 }
            a = b
        }
        return winding
    }
}
