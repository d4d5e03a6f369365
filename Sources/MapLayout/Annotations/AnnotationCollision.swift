// SPDX-License-Identifier: MIT
import MapPlane
import MapScene

/// The collision shape of an annotation: its frame, or the largest circle inside it.
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

/// What of an annotation decides whether it is drawn.
struct Collider {
    /// Nil for annotations that take no part in collisions.
    var frame: CollisionFrame?
    var priority: Double
}

/// Decides which annotations are drawn where they collide: the higher display priority wins, and among equals the one
/// that is higher in the z-order.
struct AnnotationCollision {
    /// In points; annotations outside of it collide with nothing.
    var area: Rect

    /// True for each annotation that is drawn; `stack` is in painting order.
    func visible(_ stack: [Collider]) -> [Bool] {
        var isVisible = [Bool](repeating: true, count: stack.count)
        var grid = BoxGrid(covering: area, cell: 48)
        let order = stack.indices.sorted { a, b in
            stack[a].priority == stack[b].priority ? a > b : stack[a].priority > stack[b].priority
        }
        for index in order {
            guard let candidate = stack[index].frame else { continue }
            var collides = false
            if stack[index].priority < Annotation.DisplayPriority.required {
                grid.forEach(overlapping: candidate.frame) { other, _ in
                    guard !collides, let frame = stack[other].frame else { return }
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
