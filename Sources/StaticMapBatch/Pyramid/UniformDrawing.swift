// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

extension Drawing {
    /// The color of a drawing that is one everywhere, found without painting it: all that it has are fills whose edges lie
    /// outside of it. Nil for other drawings.
    var uniformColor: UInt32? {
        var covering = Drawing(width: 1, height: 1, scale: 1)
        let pixel = Path.rectangle(covering.rect)
        for item in items where item.bounds.intersects(rect) {
            let (path, paint): (Path, Paint)
            let isEvenOdd: Bool
            switch item.mark {
            case .aliasedFill(let shape, let color): (path, paint, isEvenOdd) = (shape, color, false)
            case .fill(let shape, let rule, let color): (path, paint, isEvenOdd) = (shape, color, rule == .evenOdd)
            default: return nil
            }
            guard case .color = paint, let winding = path.winding(around: rect) else { return nil }
            guard isEvenOdd ? winding % 2 != 0 : winding != 0 else { continue }
            covering.items.append(
                DrawingItem(
                    id: item.id, role: item.role, bounds: covering.rect, mark: .aliasedFill(pixel, paint)))
        }
        guard let painted = try? RasterPainter().paint(covering, threads: 1) else { return nil }
        return painted.pixels.first
    }
}

extension Bitmap {
    /// The color of all pixels; nil when they differ.
    var uniformColor: UInt32? {
        guard let first = pixels.first, pixels.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}

extension Path {
    /// How often the path winds around a rectangle that none of its edges touches; nil when one does.
    fileprivate func winding(around rect: Rect) -> Int? {
        let (room, center) = (rect.inset(by: -2), rect.center)
        var winding = 0
        for figure in flattened.map(\.points) {
            guard var a = figure.last else { continue }
            for b in figure {
                let isBeside =
                    max(a.x, b.x) < room.minX || min(a.x, b.x) > room.maxX || max(a.y, b.y) < room.minY
                    || min(a.y, b.y) > room.maxY
                guard isBeside else { return nil }
                let side = (b.x - a.x) * (center.y - a.y) - (center.x - a.x) * (b.y - a.y)
                if a.y <= center.y, b.y > center.y, side > 0 { winding += 1 }
                if a.y > center.y, b.y <= center.y, side < 0 { winding -= 1 }
                a = b
            }
        }
        return winding
    }
}
