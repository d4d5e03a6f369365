// SPDX-License-Identifier: MIT
import Libc
import MapCanvas
import MapCore
import MapGeometry

/// Finds places for captions away from their markers, with a line between, for those that have no room beside them. In points.
///
/// No caption covers anything, and no line crosses a caption, another line, or another marker as far as that can be had.
struct CaptionLeaders {
    /// Within which captions are to be.
    let bounds: Rect
    let builder: ArtworkBuilder
    private var lines: [(from: Point, to: Point)] = []

    init(bounds: Rect, builder: ArtworkBuilder) { (self.bounds, self.builder) = (bounds, builder) }

    /// Between a marker and its caption.
    private static let distances = [14.0, 26, 40, 56, 76, 100, 130]
    private static let directions = 16
    /// What crossing another marker counts, as a distance.
    private static let costOfMarker = 40.0
    private static let mostLines = 300

    /// Places the caption of an annotation.
    ///
    /// - Parameters:
    ///   - placed: the annotation.
    ///   - index: its number in the grid.
    ///   - count: of annotations; greater numbers of the grid are other things.
    ///   - grid: what is on the map.
    /// - Returns: the caption around the coordinate; nil where there is no room either.
    mutating func caption(
        of placed: PlacedAnnotation, _ index: Int, of count: Int, _ grid: BoxGrid
    ) -> AnnotationArtwork.Caption? {
        guard lines.count < Self.mostLines, !WorkContext.isCancelled else { return nil }
        let frame = placed.artwork.frame
        let middle = Point(frame.center.x, placed.artwork.alignmentY)
        var best: (cost: Double, caption: AnnotationArtwork.Caption, line: (from: Point, to: Point))?
        for distance in Self.distances where distance < best?.cost ?? .infinity {
            for step in 0..<Self.directions {
                let angle = Double(step) * 2 * .pi / Double(Self.directions)
                let direction = Point(cos(angle), sin(angle))
                let reach = abs(direction.x) * frame.width / 2 + abs(direction.y) * frame.height / 2 + distance
                guard let (caption, end) = caption(of: placed, at: middle + direction * reach, direction) else {
                    continue
                }
                let box = caption.rect.offset(by: placed.position)
                guard bounds.contains(box), isFree(box, grid) else { continue }
                let line = (from: middle + placed.position, to: end + placed.position)
                guard let crossed = markers(crossedBy: line, but: index, of: count, grid) else { continue }
                // Sides are read more easily than what is above or below.
                let cost = distance + 6 * abs(direction.y) + Self.costOfMarker * Double(crossed)
                if cost < best?.cost ?? .infinity { best = (cost, caption, line) }
            }
        }
        guard var found = best else { return nil }
        lines.append(found.line)
        let (from, to) = (found.line.from - placed.position, found.line.to - placed.position)
        var path = Path()
        path.addLines([from, to], closed: false)
        let palette = CaptionPalette(builder.appearance)
        found.caption.marks =
            [
                .stroke(path, StrokeStyle(width: 2.6, cap: .round), palette.halo),
                .stroke(path, StrokeStyle(width: 1, cap: .round), palette.subtitle),
            ] + found.caption.marks
        return found.caption
    }

    /// A caption whose nearest side stands at a point, and the end of its line.
    private func caption(
        of placed: PlacedAnnotation, at point: Point, _ direction: Point
    ) -> (AnnotationArtwork.Caption, Point)? {
        let side: AnnotationArtwork.CaptionPosition =
            direction.x > 0.35 ? .right : direction.x < -0.35 ? .left : .below
        guard
            var caption = builder.caption(
                placed.annotation, placed.artwork, side, maxWidth: CaptionFitter.defaultWidth)
        else { return nil }
        let rect = caption.rect
        let end =
            switch side {
            case .right: Point(rect.minX - 2, rect.center.y)
            case .left: Point(rect.maxX + 2, rect.center.y)
            case .below: Point(rect.center.x, direction.y > 0 ? rect.minY - 1 : rect.maxY + 1)
            }
        caption.move(by: point - end)
        return (caption, point)
    }

    private func isFree(_ box: Rect, _ grid: BoxGrid) -> Bool {
        var isFree = true
        grid.forEach(overlapping: box) { _, _ in isFree = false }
        return isFree && !lines.contains { box.isCrossed(from: $0.from, to: $0.to) }
    }

    /// How many other markers a line crosses; nil where it crosses anything else.
    private func markers(
        crossedBy line: (from: Point, to: Point), but own: Int, of count: Int, _ grid: BoxGrid
    ) -> Int? {
        guard !lines.contains(where: { doCross(line.from, line.to, $0.from, $0.to) }) else { return nil }
        var (crossed, isBlocked) = (0, false)
        grid.forEach(overlapping: Rect(around: [line.from, line.to])) { number, box in
            guard number != own, box.isCrossed(from: line.from, to: line.to) else { return }
            if number < count { crossed += 1 } else { isBlocked = true }
        }
        return isBlocked ? nil : crossed
    }
}

extension Rect {
    /// True where a line goes through the box.
    fileprivate func isCrossed(from a: Point, to b: Point) -> Bool {
        var (first, last) = (0.0, 1.0)
        for (start, step, low, high) in [(a.x, b.x - a.x, minX, maxX), (a.y, b.y - a.y, minY, maxY)] {
            guard step != 0 else {
                guard start > low, start < high else { return false }
                continue
            }
            let ends = [(low - start) / step, (high - start) / step].sorted()
            (first, last) = (max(first, ends[0]), min(last, ends[1]))
        }
        return first < last
    }
}
