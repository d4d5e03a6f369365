// SPDX-License-Identifier: MIT
import MapPlane
import MapScene

/// What of a sign must not be covered: its frame, or the largest circle in it.
struct CollisionFrame {
    var frame: Rect
    var isCircle: Bool

    func overlaps(_ other: CollisionFrame) -> Bool {
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

/// Decides which of the annotations that cover each other are shown: those of the higher display priority, and among
/// equals the one that lies further up in the stack.
struct AnnotationCollision {
    /// Points; what lies outside covers nothing.
    var area: Rect

    /// True for each sign that is shown; `stack` goes from the lowest to the topmost.
    func visible(_ stack: [PlacedAnnotation]) -> [Bool] {
        var isVisible = [Bool](repeating: true, count: stack.count)
        var grid = BoxGrid(covering: area, cell: 48)
        let priorities = stack.map(\.annotation.resolvedDisplayPriority)
        let order = stack.indices.sorted { a, b in
            priorities[a] == priorities[b] ? a > b : priorities[a] > priorities[b]
        }
        for index in order {
            guard let candidate = stack[index].collisionFrame else { continue }
            var collides = false
            if priorities[index] < Annotation.DisplayPriority.required {
                grid.forEach(overlapping: candidate.frame) { other, _ in
                    guard !collides, let frame = stack[other].collisionFrame else { return }
                    collides = candidate.overlaps(frame)
                }
            }
            if collides { isVisible[index] = false } else { grid.insert(candidate.frame, index) }
        }
        return isVisible
    }
}

extension Rect {
    fileprivate func nearest(to p: Point) -> Point {
        Point(max(minX, min(maxX, p.x)), max(minY, min(maxY, p.y)))
    }
}
