// SPDX-License-Identifier: MIT
package import MapPlane

/// VariableAnchorBox that a symbol takes; pixels.
package enum CollisionShape: Sendable {
    case box(Rect)
    case circle(Point, radius: Double)

    package var bounds: Rect {
        switch self {
        case .box(let box): box
        case .circle(let p, let r): Rect(minX: p.x - r, minY: p.y - r, maxX: p.x + r, maxY: p.y + r)
        }
    }

    package func collides(with other: CollisionShape) -> Bool {
        switch (self, other) {
        case (.box(let a), .box(let b)): a.minX <= b.maxX && a.minY <= b.maxY && a.maxX >= b.minX && a.maxY >= b.minY
        case (.circle(let a, let r), .circle(let b, let s)): a.distance(to: b) < r + s
        case (.box(let box), .circle(let p, let r)), (.circle(let p, let r), .box(let box)):
            p.distance(to: Point(max(box.minX, min(box.maxX, p.x)), max(box.minY, min(box.maxY, p.y)))) < r
        }
    }
}

/// The room that symbols have taken, found by place rather than by looking at all of it.
package struct CollisionGrid {
    private var cells: GridCells
    private var shapes: [CollisionShape] = []
    /// True for those that let others of their kind overlap them.
    private var cooperative: [Bool] = []

    /// Covers a picture and a margin around it; shapes further out never collide.
    package init(covering area: Rect, cell: Double) {
        cells = GridCells(covering: area, cell: cell, maxCells: 2048)
    }

    /// True when the shape is near enough to the picture to be placed at all.
    package func covers(_ shape: CollisionShape) -> Bool { cells.range(of: shape.bounds) != nil }

    /// True when no taken shape overlaps, those that cooperate aside if this one does.
    package func isFree(_ shape: CollisionShape, cooperates: Bool = false) -> Bool {
        guard let (xs, ys) = cells.range(of: shape.bounds) else { return true }
        for y in ys {
            for x in xs {
                for index in cells[x, y]
                where !(cooperates && cooperative[Int(index)]) && shapes[Int(index)].collides(with: shape) {
                    return false
                }
            }
        }
        return true
    }

    package mutating func insert(_ shape: CollisionShape, cooperates: Bool = false) {
        guard let (xs, ys) = cells.range(of: shape.bounds) else { return }
        let index = Int32(truncatingIfNeeded: shapes.count)
        shapes.append(shape)
        cooperative.append(cooperates)
        for y in ys {
            for x in xs { cells[x, y].append(index) }
        }
    }
}
