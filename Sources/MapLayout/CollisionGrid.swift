// SPDX-License-Identifier: MIT
package import MapGeometry

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
    /// True for shapes that those with `*-overlap: cooperative` may overlap.
    private var cooperative: [Bool] = []

    /// Covers the output and a margin; shapes outside never collide.
    package init(covering area: Rect, cell: Double) {
        cells = GridCells(covering: area, cell: cell, maxCells: 2048)
    }

    /// True when the shape is inside the indexed area, so that it can be placed.
    package func covers(_ shape: CollisionShape) -> Bool { cells.range(of: shape.bounds) != nil }

    /// True when the shape collides with none in the index. A cooperative shape may overlap those that cooperate.
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

/// A grid index of rectangles.
struct BoxGrid {
    private var cells: GridCells
    private var boxes: [Int32: Rect] = [:]

    /// Covers an area; rectangles outside of it are not found.
    init(covering area: Rect, cell: Double) {
        cells = GridCells(covering: area, cell: cell, maxCells: 512)
    }

    /// Adds a rectangle under a unique number.
    mutating func insert(_ box: Rect, _ number: Int) {
        let id = Int32(truncatingIfNeeded: number)
        guard let (xs, ys) = cells.range(of: box) else { return }
        boxes[id] = box
        for y in ys {
            for x in xs { cells[x, y].append(id) }
        }
    }

    /// Removes the rectangle of a number.
    mutating func remove(_ number: Int) {
        let id = Int32(truncatingIfNeeded: number)
        guard let box = boxes.removeValue(forKey: id), let (xs, ys) = cells.range(of: box) else { return }
        for y in ys {
            for x in xs { cells[x, y].removeAll { $0 == id } }
        }
    }

    /// Calls `visit` once for each rectangle that overlaps this one, in an order that depends on positions alone.
    func forEach(overlapping box: Rect, _ visit: (Int, Rect) -> Void) {
        guard let (xs, ys) = cells.range(of: box) else { return }
        for y in ys {
            for x in xs {
                for id in cells[x, y] {
                    guard let other = boxes[id], other.intersects(box), let (left, top) = cells.range(of: other),
                        // Visited only in the first cell that both share.
                        x == max(left.lowerBound, xs.lowerBound), y == max(top.lowerBound, ys.lowerBound)
                    else { continue }
                    visit(Int(id), other)
                }
            }
        }
    }
}

/// Cells of a square grid with the numbers of the boxes that touch them.
struct GridCells {
    private let area: Rect
    private let cell: Double
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]

    /// - Parameters:
    ///   - area: the indexed area.
    ///   - cell: the least width of a cell.
    ///   - maxCells: along a side; cells are widened to stay within it.
    init(covering area: Rect, cell: Double, maxCells: Double) {
        self.area = area
        self.cell = max(cell, max(area.width, area.height) / maxCells)
        columns = max(1, Int((area.width / self.cell).rounded(.up)))
        rows = max(1, Int((area.height / self.cell).rounded(.up)))
        cells = Array(repeating: [], count: columns * rows)
    }

    /// The numbers in a cell.
    subscript(x: Int, y: Int) -> [Int32] {
        @inline(__always) _read { yield cells[y * columns + x] }
        @inline(__always) _modify { yield &cells[y * columns + x] }
    }

    /// The columns and rows that a box touches; nil when it lies outside of the area.
    func range(of box: Rect) -> (ClosedRange<Int>, ClosedRange<Int>)? {
        guard !box.isNull, box.minX <= area.maxX, box.maxX >= area.minX, box.minY <= area.maxY,
            box.maxY >= area.minY
        else { return nil }
        func index(_ distance: Double, _ count: Int) -> Int {
            Int(max(0, min(Double(count - 1), (distance / cell).rounded(.down))))
        }
        return (
            index(box.minX - area.minX, columns)...index(box.maxX - area.minX, columns),
            index(box.minY - area.minY, rows)...index(box.maxY - area.minY, rows)
        )
    }
}
