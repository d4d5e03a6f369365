// SPDX-License-Identifier: MIT
import MapPlane

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
