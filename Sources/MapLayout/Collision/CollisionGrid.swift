// SPDX-License-Identifier: MIT
package import MapPlane

/// The area that a symbol occupies, in pixels.
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

/// A grid index of the areas that symbols occupy.
///
/// - SeeAlso: MapLibre GL JS, `grid_index.ts`.
package struct CollisionGrid {
    private var cells: GridCells
    private var shapes: [CollisionShape] = []
    /// True for shapes with `*-overlap: cooperative`.
    private var cooperative: [Bool] = []

    /// Covers the output and a margin; shapes outside never collide.
    package init(covering area: Rect, cell: Double) {
        cells = GridCells(covering: area, cell: cell, maxCells: 2048)
    }

    /// True when the shape is inside the indexed area, so that it can be placed.
    package func covers(_ shape: CollisionShape) -> Bool { cells.range(of: shape.bounds) != nil }

    /// True when the shape collides with none in the index. A cooperative shape may overlap other cooperative ones.
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
