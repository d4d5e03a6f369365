// SPDX-License-Identifier: MIT
import MapPlane
import MapScene

/// Decides which of the annotations that cover each other are shown: those of the higher display priority, and among
/// equals the one that lies further up in the stack.
struct AnnotationCrowd {
    fileprivate struct Taken {
        var frame: Rect
        var isCircle: Bool
    }

    private var taken: [Taken] = []
    private var grid: CollisionGrid

    init(picture: Rect) {
        grid = CollisionGrid(covering: picture.inset(by: -200), cell: 48)
    }

    /// True for each sign that is shown; `stack` goes from the lowest to the topmost, frames are points of the picture.
    mutating func shown(_ stack: [(annotation: Annotation, frame: Rect)]) -> [Bool] {
        var isShown = [Bool](repeating: true, count: stack.count)
        let order = stack.indices.sorted { a, b in
            let (x, y) = (stack[a].annotation.resolvedDisplayPriority, stack[b].annotation.resolvedDisplayPriority)
            return x == y ? a > b : x > y
        }
        for index in order {
            let (annotation, frame) = stack[index]
            guard annotation.collisionMode != .none else { continue }
            let sign = Taken(frame: frame, isCircle: annotation.collisionMode == .circle)
            if annotation.resolvedDisplayPriority < Annotation.DisplayPriority.required, covers(sign) {
                isShown[index] = false
            } else {
                taken.append(sign)
                grid.take(.box(frame))
            }
        }
        return isShown
    }

    private func covers(_ sign: Taken) -> Bool {
        guard !grid.isFree(.box(sign.frame)) else { return false }
        return taken.contains { $0.overlaps(sign) }
    }
}

extension AnnotationCrowd.Taken {
    fileprivate func overlaps(_ other: Self) -> Bool {
        guard frame.intersects(other.frame) else { return false }
        let (a, b) = (frame.center, other.frame.center)
        switch (isCircle, other.isCircle) {
        case (false, false): return true
        case (true, true): return a.distance(to: b) < radius + other.radius
        case (true, false): return other.frame.nearest(to: a).distance(to: a) < radius
        case (false, true): return frame.nearest(to: b).distance(to: b) < other.radius
        }
    }

    private var radius: Double { min(frame.width, frame.height) / 2 }
}

extension Rect {
    fileprivate func nearest(to p: Point) -> Point {
        Point(max(minX, min(maxX, p.x)), max(minY, min(maxY, p.y)))
    }
}
